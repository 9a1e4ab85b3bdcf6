"""An operation of the API: declared once, beside the view that answers it."""

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, Literal, TypeAlias

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.notation import twin
from shengji.web.negotiation import JSON, answer
from shengji.web.pages import Pages

VERSION: Final = "/api/v1"
Method: TypeAlias = Literal["get", "post"]
Schema: TypeAlias = dict[str, Any]
"""A JSON Schema, which is foreign to us."""

page = Blueprint("api", __name__, url_prefix=VERSION)


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that is named in the path or behind the question mark."""

    name: str
    schema: Schema
    told: str
    """The key of its description in the texts."""
    place: Literal["path", "query"] = "query"


@dataclass(frozen=True, slots=True)
class Example:
    """A call that can be tried: `{game}` stands for the id of a game, `{sample}` for a record."""

    path: str
    body: str = ""
    mimetype: str = JSON


@dataclass(frozen=True, slots=True)
class Body:
    """A media type that is taken."""

    mimetype: str
    model: type[Any] | None = None
    """None: text, or the bytes of a file."""
    foreign: bool = False
    """Documents of other programs are taken too."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked for."""

    method: Method
    path: str
    """Below the version, as OpenAPI writes it: `/games/{id}`."""
    answer: type[Any]
    example: Example
    parameters: tuple[Parameter, ...] = ()
    bodies: tuple[Body, ...] = ()
    errors: tuple[int, ...] = ()
    statuses: tuple[int, ...] = (200,)
    owners: bool = False
    """It takes the edit token of the game."""

    @property
    def key(self) -> str:
        """Its name: of the endpoint, in the description and in the texts."""
        words = [part for part in self.path.split("/") if part and not part.startswith("{")]
        many = self.path.endswith("}") and len(words) == 1
        return "_".join((self.method, "one" if many else "", *words)).replace("__", "_")


Value: TypeAlias = object
"""An answer: an instance of a model."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is more than a value."""

    value: Value
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    name: str = ""
    """The game that it tells of, by the name in the address."""
    key: Hashable = None
    """All that the value depends on, where it is worth keeping its text."""


TEXTS: Final[Pages[str]] = Pages()
"""Of answers, by their keys."""
OPERATIONS: Final[list[Operation]] = []
View: TypeAlias = Callable[..., Answer]


def operation(declared: Operation) -> Callable[[View], View]:
    """Make a view the one that answers an operation."""
    OPERATIONS.append(declared)

    def bind(view: View) -> View:
        @wraps(view)
        def answered(**arguments: str) -> AnyResponse:
            return respond(view(**arguments))

        rule = declared.path.replace("{", "<").replace("}", ">")
        method = declared.method.upper()
        page.add_url_rule(rule, declared.key, answered, methods=[method])
        return view

    return bind


def respond(told: Answer) -> AnyResponse:
    """An answer as JSON, with its ETag where it can be asked for again."""
    body = _text(told) if told.key is None else TEXTS.get(told.key, lambda: _text(told))
    if request.method != "GET":
        return Response(body, told.status, told.headers, mimetype=JSON)
    response = answer(body, JSON, told.name)
    response.headers.extend(told.headers)
    return response


def _text(told: Answer) -> str:
    return json.dumps(twin.plain(told.value), ensure_ascii=False, separators=(",", ":"))


@page.after_request
def for_everybody(response: Response) -> Response:
    """Pages of other sites may read what anybody may read."""
    if request.method in ("GET", "HEAD"):
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response
