"""A draft that a device begins without a network, under an id and a token that it draws itself.

Until the server has it, its page is `/record/afar`, which the service worker keeps: the desk of a
draft in which nothing was entered yet, for each way to record, and one at which plays are entered.
Entries wait, cards are counted, nothing is judged. Then `PUT /record/ID/setup` with the token as
bearer and the fields of the set-up form, `{"form": {"preset": "standard@1", …}}`, starts the draft:
201 with the version at which it began, also when it is asked again because an answer got lost. 422:
`problems` by field.
"""

from functools import lru_cache
from typing import Final

from flask import Blueprint, Response, abort, current_app, jsonify, render_template
from werkzeug.wrappers import Response as AnyResponse

from shengji.engine.cards import FACES
from shengji.replay.archive import Kept, Live
from shengji.replay.recording import Draft, Mode, first_hand, opening, take
from shengji.replay.wording import Language
from shengji.web.deck import drawn
from shengji.web.games import bearer
from shengji.web.given import json_body
from shengji.web.language import NAMES, language
from shengji.web.recorder.board import Board, board
from shengji.web.recorder.desk import desk_context
from shengji.web.recorder.opened import drafts
from shengji.web.recorder.setup import USUAL, SetupError, draft_of
from shengji.web.scene import card_names

PLAYED: Final = "played"
"""The desk at which plays are entered, however the draft began."""

page = Blueprint("record_afar", __name__)
starting = Blueprint("record_starting", __name__)


@page.get("/record/afar")
def desk() -> str:
    """The desks of no draft yet: the script of the page fills in whose they are."""
    blank = Kept("afar", _begun(Mode.PLAYS), Live.NOTHING, 0)
    return render_template(
        "record-afar.html",
        **desk_context(blank, None, language(), token=""),
        drawn=drawn(language(), current_app.jinja_env),
        stages=_stages(language()),
        faces=[card_names((face,), None) for face in range(FACES)],
    )


@starting.put("/record/<name>/setup")
def start(name: str) -> AnyResponse | tuple[Response, int]:
    told = json_body()
    form = told.get("form") if isinstance(told, dict) else None
    if not isinstance(form, dict) or not bearer():
        abort(400)
    try:
        draft = draft_of({str(key): str(value) for key, value in form.items()})
    except SetupError as error:
        return jsonify(problems=dict(error.problems)), 422
    try:
        drafts().start_as(name, bearer()[0], draft)
    except ValueError:
        abort(400)
    return jsonify(version=len(draft.log)), 201


@lru_cache(maxsize=len(NAMES))
def _stages(tongue: Language) -> dict[str, Board]:
    """What stands on each desk, by the way to record."""
    trump = take(_begun(Mode.PLAYS), [{"do": "type", "text": "trump - 2 a"}]).draft
    begun = {mode.value: board(_begun(mode), tongue) for mode in Mode}
    return {**begun, PLAYED: board(trump, tongue)}


def _begun(mode: Mode) -> Draft:
    draft = opening(USUAL, mode, seat=0 if mode is Mode.SEAT else None)
    return draft.do(first_hand(USUAL, {}, ""))
