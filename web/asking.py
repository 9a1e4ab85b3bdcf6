"""What a visitor asks of the archive: the fields of the form, read from the address of the page.

A field that means nothing is passed over, and told with what would mean something; the others hold.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from flask import request

from shengji.engine.cards import NO_TRUMP, SUITS
from shengji.engine.rules import LEVELS
from shengji.notation.diagnostics import CODES
from shengji.replay.archive import Order, Query, QueryError, Role
from shengji.web.language import t

Part: TypeAlias = "str | int | bool | Role | Order"
YES: Final = "yes"
FALSE: Final = "no"
NONE: Final = "none"
"""No-trump, and no flag."""
FLAGS: Final = ("any", NONE, *sorted(CODES))


def suit(text: str) -> int:
    """:raises ValueError: it is none, as in every reader here."""
    return NO_TRUMP if text == NONE else _letter(SUITS, text)


def level(text: str) -> int:
    return _letter(LEVELS, text)


def _letter(letters: str, text: str) -> int:
    if len(text) != 1:
        raise ValueError(text)
    return letters.index(text)


def number(text: str) -> int:
    digits = text.removeprefix("-")
    if len(text) > 7 or not (digits.isascii() and digits.isdigit()):
        raise ValueError(text)
    return int(text)


def yes(text: str) -> bool:
    return (YES, FALSE).index(text) == 0


def flag(text: str) -> str:
    return FLAGS[FLAGS.index(text)]


def date(text: str) -> str:
    """What is no date, the question itself refuses."""
    return text


FIELDS: Final[Mapping[str, Callable[[str], Part]]] = {
    "q": str, "player": str, "role": Role, "other": str, "since": date, "until": date, "event": str,
    "preset": str, "flag": flag, "notes": yes, "trump": suit, "level": level, "kept": yes,
    "points_from": number, "points_to": number, "kitty_from": number,
    "multiplier_from": number, "failed_throw": yes, "tractor_from": number,
    "decided_last": yes, "hands_from": number, "hands_to": number, "order": Order, "after": str,
}  # fmt: skip
"""The fields of the form and how each is read; the names are those of a query but for two."""
EXPECTED: Final[Mapping[Callable[[str], Part], str]] = {
    str: "text", Role: "role", Order: "choice", date: "date", flag: "flag", yes: "choice",
    suit: "choice", level: "level", number: "number",
}  # fmt: skip
"""By how a field is read, the text that says what it has to be."""
NAMES: Final = {"q": "text", "notes": "has_notes"}
UNSEEN: Final = ("order", "after")
"""Fields that say nothing of the games: in what order, and from where on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A form as it was sent."""

    query: Query
    """What of it means something."""
    values: Mapping[str, str]
    """All fields, to fill the form in again."""
    errors: Mapping[str, str]
    """By field, what it would have to be; it was passed over."""

    @property
    def held(self) -> list[str]:
        """The filters that hold."""
        return [name for name in self.values if name not in (*UNSEEN, *self.errors)]

    def from_the_first(self) -> "Asked":
        """The same from the first hit on: what is asked to come before does not exist."""
        query = replace(self.query, after="")
        return Asked(query, self.values, {**self.errors, "after": expected("after")})


def ask(limit: int = 20) -> Asked:
    """The question of this request; a field that means nothing is passed over and told."""
    values = {
        name: value for name, value in request.args.items() if name in FIELDS and value.strip("\0 ")
    }
    parts: dict[str, Part] = {}
    errors: dict[str, str] = {}
    for name, value in values.items():
        part = _read(name, value.strip())
        if part is None:
            errors[name] = expected(name)
        else:
            parts[NAMES.get(name, name)] = part
    try:
        query = Query(**parts, limit=limit)  # type: ignore[arg-type]
    except QueryError as error:  # Of the parts together: a role without whose it is.
        errors[error.field] = expected(error.field)
        del parts[error.field]
        query = Query(**parts, limit=limit)  # type: ignore[arg-type]
    return Asked(query, values, errors)


def _read(name: str, text: str) -> "Part | None":
    """A field by itself, None where it means nothing."""
    try:
        part = FIELDS[name](text)
        if name != "role":
            Query(**{NAMES.get(name, name): part})  # type: ignore[arg-type]
    except (QueryError, ValueError):
        return None
    return part


def expected(field: str) -> str:
    """What a field has to be, for whoever wrote something else."""
    return t(f"expected.{'after' if field == 'after' else EXPECTED[FIELDS[field]]}")
