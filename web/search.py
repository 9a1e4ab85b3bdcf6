"""The archive: a form whose every field can be combined, and what it finds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from flask import Blueprint, render_template, request

from shengji.engine.cards import NO_TRUMP, SUITS
from shengji.engine.rules import LEVELS
from shengji.notation.diagnostics import CODES
from shengji.replay.archive import Order, Query, QueryError, Role, TooBroadError
from shengji.web.games import archive
from shengji.web.language import t
from shengji.web.presentation import here

page = Blueprint("search", __name__)

Part: TypeAlias = "str | int | bool | Role | Order"
FACETS: Final = ("preset", "year", "trump", "level", "result")
TOP: Final = 8
"""Values of a facet that are shown."""
YES: Final = "yes"
FALSE: Final = "no"


class FieldError(ValueError):
    """A field of the form that means nothing."""


def suit(text: str) -> int:
    if text == "none":
        return NO_TRUMP
    return _index(SUITS, text)


def level(text: str) -> int:
    return _index(LEVELS, text)


def _index(letters: str, text: str) -> int:
    if len(text) != 1 or text not in letters:
        raise FieldError(text)
    return letters.index(text)


def number(text: str) -> int:
    if (
        len(text) > 7
        or not text.removeprefix("-").isascii()
        or not text.removeprefix("-").isdigit()
    ):
        raise FieldError(text)
    return int(text)


def yes(text: str) -> bool:
    if text not in (YES, FALSE):
        raise FieldError(text)
    return text == YES


FIELDS: Final[Mapping[str, Callable[[str], Part]]] = {
    "q": str, "player": str, "role": Role, "other": str, "since": str, "until": str, "event": str,
    "preset": str, "flag": str, "notes": yes, "trump": suit, "level": level, "kept": yes,
    "points_from": number, "points_to": number, "kitty_from": number,
    "multiplier_from": number, "failed_throw": yes, "tractor_from": number,
    "decided_last": yes, "hands_from": number, "hands_to": number, "order": Order, "after": str,
}  # fmt: skip
"""The fields of the form and how each is read; the names are those of a query but for two."""
NAMES: Final = {"q": "text", "notes": "has_notes"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A form as it was sent."""

    query: Query
    """What of it means something."""
    values: Mapping[str, str]
    """All fields, to fill the form in again."""
    errors: Mapping[str, str]
    """By field, why it was passed over."""

    @property
    def chips(self) -> list[tuple[str, str, str]]:
        """Of each filter its name, its value, and the address without it."""
        shown = [name for name in self.values if name not in ("order", "after")]
        return [
            (t(f"field.{name}"), value_name(name, self.values[name]),
             here(**{name: None, "after": None}))
            for name in shown
        ]  # fmt: skip


def ask(limit: int = 20) -> Asked:
    """The question of this request; a field that means nothing is passed over and told."""
    values = {
        name: value for name, value in request.args.items() if name in FIELDS and value.strip("\0 ")
    }
    parts: dict[str, Part] = {}
    errors: dict[str, str] = {}
    for name, value in values.items():
        try:
            part = FIELDS[name](value.strip())
            Query(**{_named(name): part}) if name != "role" else None  # type: ignore[arg-type]
            parts[_named(name)] = part
        except (FieldError, QueryError, ValueError):
            errors[name] = t("search.bad-field")
    try:
        query = Query(**parts, limit=limit)  # type: ignore[arg-type]
    except QueryError as error:
        errors[error.field] = t("search.bad-field")
        parts.pop(error.field, None)
        query = Query(**parts, limit=limit)  # type: ignore[arg-type]
    return Asked(query, values, errors)


def _named(field: str) -> str:
    return NAMES.get(field, field)


@page.get("/games")
def show() -> str:
    asked = ask()
    try:
        found = archive().search(asked.query)
        count = archive().count(asked.query)
        facets = {name: list(archive().facets(asked.query, name).items())[:TOP] for name in FACETS}
    except QueryError:
        return render_template("search.html", asked=asked, found=None, problem="bad", **_choices())
    except TooBroadError:
        return render_template(
            "search.html", asked=asked, found=None, problem="broad", **_choices()
        )
    return render_template(
        "search.html",
        asked=asked,
        found=found,
        count=count,
        facets=[
            (name, [(facet_value(name, value), number) for value, number in values])
            for name, values in facets.items()
            if len(values) > 1
        ],
        problem="",
        **_choices(),
    )


def _choices() -> dict[str, object]:
    """What the form lets one choose from."""
    values = {"role": tuple(Role), "trump": (*SUITS, "none"), "level": tuple(LEVELS[:13])}
    named = {
        name: [(value, value_name(name, value)) for value in choices]
        for name, choices in values.items()
    }
    return {
        "roles": named["role"], "suits_named": named["trump"], "level_names": named["level"],
        "orders": tuple(Order), "flags": ("any", "none", *sorted(CODES)),
    }  # fmt: skip


def facet_value(name: str, value: str) -> tuple[str, str, str]:
    """A value of a facet: the field that asks for it, how the form writes it, how it is read."""
    field, text = name, value
    if name == "trump":
        text = "none" if int(value) == NO_TRUMP else SUITS[int(value)]
    elif name == "level":
        text = LEVELS[int(value)]
    elif name == "result":
        field, text = "kept", YES if value == "1" else FALSE
    elif name == "year":
        field = "since"
    return field, text, value if name in ("preset", "year") else value_name(field, text)


def value_name(field: str, value: str) -> str:
    """How a value of a field is read."""
    if field == "trump" and value in (*SUITS, "none"):
        return t(f"suit.{value}")
    if field == "kept" and value in (YES, FALSE):
        return t(f"search.kept-{value}")
    if field in ("notes", "failed_throw", "decided_last") and value in (YES, FALSE):
        return t(f"search.{value}")
    if field == "role" and value in tuple(Role):
        return t(f"role.{value}")
    if field == "level":
        return "10" if value == "T" else value
    return value
