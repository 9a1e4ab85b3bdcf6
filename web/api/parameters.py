"""The parameters that operations share, and how the whole numbers among them are read."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import request

from shengji.engine.cards import SUITS
from shengji.engine.rules import LEVELS
from shengji.notation.tokens import SEATS
from shengji.replay.archive import Licence, Order, Role, Visibility
from shengji.replay.wording import LANGUAGES
from shengji.web import asking
from shengji.web.api.operations import Parameter, Schema
from shengji.web.games import TOKEN
from shengji.web.problems import BadInput, Fault

STRING: Final[Schema] = {"type": "string", "maxLength": 200}
FLAG: Final[Schema] = {"type": "string", "enum": ["yes", "no"]}
NUMBER: Final[Schema] = {"type": "integer", "minimum": -1_000_000, "maximum": 1_000_000}

_READ: Final[Mapping[Callable[[str], Any], Schema]] = {
    str: STRING,
    Role: {"type": "string", "enum": [*Role]},
    Order: {"type": "string", "enum": [*Order]},
    asking.date: {"type": "string", "pattern": "^[0-9]{4}(-[0-9]{2}){0,2}$"},
    asking.flag: {"type": "string", "enum": [*asking.FLAGS]},
    asking.yes: FLAG,
    asking.suit: {"type": "string", "enum": [*SUITS, asking.NONE]},
    asking.level: {"type": "string", "enum": [*LEVELS]},
    asking.number: NUMBER,
}
"""By how a field of the search is read, what it may be."""

ID: Final = Parameter(
    "id",
    {"type": "string", "pattern": "^[2-9A-HJ-NP-Za-km-z]{8}(@r[1-9][0-9]{0,5})?$"},
    "api.id",
    "path",
)
HAND: Final = Parameter(
    "hand", {"type": "string", "pattern": "^[1-9][0-9]{0,4}(\\.v[1-9][0-9]{0,2})?$"}, "api.hand",
    "path",
)  # fmt: skip
POSITION: Final = Parameter(
    "position",
    {"type": "string", "pattern": "^[1-9][0-9]{0,4}(\\.[a-z0-9]{1,6}){0,3}$"},
    "api.position",
    "path",
)
RULES: Final = Parameter(
    "name", {"type": "string", "pattern": "^[a-z0-9-]{1,60}(@[1-9][0-9]{0,3})?$"}, "api.rules",
    "path",
)  # fmt: skip
LANGUAGE: Final = Parameter("lang", {"type": "string", "enum": [*LANGUAGES]}, "api.lang")
VIEW: Final = Parameter("view", {"type": "string", "enum": ["open", "seat", "table"]}, "api.view")
SEAT: Final = Parameter("seat", {"type": "string", "enum": [*SEATS]}, "api.seat")
NAMES: Final = Parameter("names", {"type": "string", "enum": ["on", "off"]}, "api.names")
SHOWN_TOKEN: Final = Parameter(TOKEN, STRING, "api.token")
LIMIT: Final = Parameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}, "api.limit"
)
AFTER: Final = Parameter("after", STRING, "api.after")
PREFIX: Final = Parameter("q", {"type": "string", "maxLength": 80}, "api.prefix")
VISIBILITY: Final = Parameter(
    "visibility", {"type": "string", "enum": [*Visibility], "default": "public"}, "api.visibility"
)
LICENCE: Final = Parameter(
    "licence", {"type": "string", "enum": [*Licence], "default": "CC0-1.0"}, "api.licence"
)
NAMELESS: Final = Parameter("nameless", {**FLAG, "default": "no"}, "api.nameless")
SEARCH: Final = (
    *(Parameter(name, _READ[read], f"field.{name}") for name, read in asking.FIELDS.items()
      if name != "after"),
    LIMIT,
    AFTER,
)  # fmt: skip
"""All that can be asked of the archive: the fields of its page."""


def chosen(parameter: Parameter) -> str:
    """One of the values that a parameter has, the default where it is not given.

    :raises BadInput: it is another one.
    """
    values = parameter.schema["enum"]
    text = request.args.get(parameter.name, str(parameter.schema.get("default", values[0])))
    if text not in values:
        raise BadInput([Fault(parameter.name, f"one of {', '.join(values)}")])
    return text


def limit() -> int:
    """:raises BadInput: it is no number from 1 to 100."""
    text = request.args.get(LIMIT.name, str(LIMIT.schema["default"]))
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= 100):
        raise BadInput([Fault(LIMIT.name, "a number from 1 to 100")])
    return int(text)
