"""The page about the API: every operation with a call that can be copied, and the description."""

import shlex
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, jsonify, render_template, request

from shengji.replay.archive import Query
from shengji.web.api.openapi import description
from shengji.web.api.operations import OPERATIONS, VERSION, Operation
from shengji.web.games import archive
from shengji.web.language import t

SAMPLE_FILE: Final = "friday.sjn"
SOME_TOKEN: Final = "EDIT-TOKEN"
"""Stands for the token that an upload tells."""
SOME_GAME: Final = "k3Fd9aZq"
"""An id such as games have, where there is none yet."""

page = Blueprint("docs", __name__)


@dataclass(frozen=True, slots=True)
class Told:
    """An operation on the page."""

    operation: Operation
    summary: str
    call: str
    parameters: list[tuple[str, str, str]]
    """Name, what it may be, what it means."""


@page.get("/api")
def show() -> str:
    newest = archive().search(Query(limit=1)).rows
    game = newest[0].public_id if newest else SOME_GAME
    told = [_told(each, game) for each in OPERATIONS]
    return render_template("api.html", told=told, version=VERSION, sample=SAMPLE_FILE)


@page.get("/apidoc/openapi.json")
def openapi() -> Response:
    response = jsonify(description())
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _told(each: Operation, game: str) -> Told:
    parameters = [
        (parameter.name, _values(parameter.schema), t(parameter.told))
        for parameter in each.parameters
    ]
    return Told(each, t(f"api.{each.key}"), call(each, game), parameters)


def call(operation: Operation, game: str) -> str:
    """A command line that makes the call of an operation's example."""
    example = operation.example
    address = request.host_url.rstrip("/") + VERSION + example.path.replace("{game}", game)
    parts = ["curl", address]
    if operation.method == "post":
        body = example.body.replace("{game}", game)
        data = ["--data-binary", f"@{SAMPLE_FILE}"] if body == "{sample}" else ["--data", body]
        shown = ["-H", f"Authorization: Bearer {SOME_TOKEN}"] if operation.owners else []
        parts = ["curl", *shown, "-H", f"Content-Type: {example.mimetype}", *data, address]
    return shlex.join(parts)


def _values(schema: dict[str, object]) -> str:
    match schema:
        case {"enum": [*values]}:
            return " | ".join(map(str, values))
        case {"minimum": low, "maximum": high}:
            return f"{low} … {high}"
        case {"pattern": pattern}:
            return str(pattern)
    return "…"
