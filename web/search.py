"""The archive: a form whose every field can be combined, and what it finds."""

from typing import Final

from flask import Blueprint, render_template

from shengji.engine.cards import NO_TRUMP, SUITS
from shengji.engine.rules import LEVELS
from shengji.replay.archive import Found, Order, QueryError, Role, TooBroadError
from shengji.web.asking import FALSE, FLAGS, NONE, YES, Asked, ask
from shengji.web.games import archive
from shengji.web.language import t
from shengji.web.presentation import here

page = Blueprint("search", __name__)

FACETS: Final = ("preset", "year", "trump", "level", "result")
TOP: Final = 8
"""Values of a facet that are shown."""


@page.get("/games")
def show() -> str:
    asked = ask()
    try:
        asked, found = _found(asked)
    except TooBroadError:
        return render_template("search.html", **_told(asked), broad=True)
    return render_template(
        "search.html",
        **_told(asked),
        broad=False,
        found=found.page,
        count=found.count,
        facets=[
            (name, [(facet_value(name, value), hits) for value, hits in [*values.items()][:TOP]])
            for name, values in found.facets.items()
            if len(values) > 1
        ],
    )


def _found(asked: Asked) -> tuple[Asked, Found]:
    """The hits; only the search itself knows whether there is a page to begin after."""
    try:
        return asked, archive().find(asked.query, FACETS)
    except QueryError:
        asked = asked.from_the_first()
        return asked, archive().find(asked.query, FACETS)


def _told(asked: Asked) -> dict[str, object]:
    """What the page shows whatever was found: the form, filled in, and what of it holds."""
    return {
        "asked": asked,
        "chips": [
            (t(f"field.{name}"), value_name(name, asked.values[name]), without(name))
            for name in asked.held
        ],
        "passed_over": [
            (name, asked.values[name], why, without(name)) for name, why in asked.errors.items()
        ],
        **_choices(),
    }


def without(field: str) -> str:
    """The address of this search without one of its fields."""
    return here(**{field: None, "after": None})


def _choices() -> dict[str, object]:
    """What the form lets one choose from."""
    values = {"role": tuple(Role), "trump": (*SUITS, NONE), "level": tuple(LEVELS[:13])}
    named = {
        name: [(value, value_name(name, value)) for value in choices]
        for name, choices in values.items()
    }
    return {
        "roles": named["role"], "suits_named": named["trump"], "level_names": named["level"],
        "orders": [(order, t(f"order.{order}")) for order in Order], "flags": FLAGS,
    }  # fmt: skip


def facet_value(name: str, value: str) -> tuple[str, str, str]:
    """A value of a facet: the field that asks for it, how the form writes it, how it is read."""
    field, text = name, value
    if name == "trump":
        text = NONE if int(value) == NO_TRUMP else SUITS[int(value)]
    elif name == "level":
        text = LEVELS[int(value)]
    elif name == "result":
        field, text = "kept", YES if value == "1" else FALSE
    elif name == "year":
        field = "since"
    return field, text, value if name in ("preset", "year") else value_name(field, text)


def value_name(field: str, value: str) -> str:
    """How a value of a field is read."""
    if field == "trump" and value in (*SUITS, NONE):
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
