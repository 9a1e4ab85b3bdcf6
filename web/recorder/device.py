"""Entries as a device sends them that keeps them itself until they are written: JSON.

`PUT` takes `{"base": 12, "entries": [{"do": "type", "text": "sKK"}]}`, `GET` the state; both answer
with the version, the table and the part of the page beside it. 409: another device went on from the
same state; nothing was written, and the part of the page tells what each did. Where its recorder
decides for his own, the same is sent once more with `"over": 15`, the version that gives way.
"""

from types import NoneType

from flask import Blueprint, Response, abort, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import Kept
from shengji.replay.recording import DraftError, say_trouble
from shengji.web.given import json_body
from shengji.web.language import language
from shengji.web.recorder.desk import desk_context
from shengji.web.recorder.entering import Came, enter
from shengji.web.recorder.opened import opened
from shengji.web.recorder.table import scene_of

page = Blueprint("record_device", __name__)


@page.errorhandler(DraftError)
def cannot(error: DraftError) -> tuple[Response, int]:
    return jsonify(trouble=say_trouble(error, language())), 422


@page.get("/record/<name>/actions")
def state(name: str) -> AnyResponse:
    kept = opened(name)
    response = _state(kept, Came(kept.draft, 0))
    response.set_etag(f"{kept.version}-{language()}", weak=True)
    return response.make_conditional(request)


@page.put("/record/<name>/actions")
def put(name: str) -> AnyResponse:
    kept = opened(name)
    told = json_body()
    base = told.get("base") if isinstance(told, dict) else None
    entries = told.get("entries") if isinstance(told, dict) else None
    over = told.get("over") if isinstance(told, dict) else None
    if type(base) is not int or not isinstance(entries, list) or type(over) not in (int, NoneType):
        abort(400)
    came = enter(kept, base, entries, over)
    response = _state(Kept(kept.id, came.draft, kept.live, kept.delay), came)
    response.status_code = 409 if came.parted else 200
    return response


def _state(kept: Kept, came: Came) -> Response:
    context = desk_context(kept, came, language())
    return jsonify(
        version=kept.version,
        taken=came.entries,
        stopped=came.asked is not None or bool(came.trouble),
        scene=scene_of(kept.draft, "open", language()),
        html=render_template("desk.html", **context),
    )
