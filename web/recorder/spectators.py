"""Who may watch a draft while it is written: its recorder chooses what they see, and how late."""

from typing import Final

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import Live
from shengji.web.games import TOKEN
from shengji.web.given import number_of
from shengji.web.language import language, texts
from shengji.web.presentation import url
from shengji.web.preview import absolute
from shengji.web.recorder.audience import late
from shengji.web.recorder.opened import drafts, opened, shown_token
from shengji.web.share import code_picture

DELAYS: Final = (0, 60, 300, 1800)
"""Seconds that are offered; any other number can be filled in."""
OTHER: Final = "other"

page = Blueprint("record_spectators", __name__)


@page.get("/record/<name>/show")
def show(name: str) -> str:
    """The choices, and the link that is given to spectators."""
    kept = opened(name)
    link = absolute("live.show", name=name)
    return render_template(
        "record-show.html",
        name=name,
        shown=shown_token(),
        kept_draft=kept,
        lives=tuple(Live),
        delays=[(seconds, late(seconds, texts(language()))) for seconds in DELAYS],
        other=kept.delay not in DELAYS,
        link=link,
        code_picture=code_picture(link),
    )


@page.post("/record/<name>/show")
def choose(name: str) -> AnyResponse:
    form = request.form
    asked = form.get("live", "")
    if asked not in {*Live}:
        abort(400)
    delay = form.get("delay", "0")
    seconds = number_of(form.get("seconds", "") if delay == OTHER else delay)
    drafts().show(name, shown_token(), Live(asked), seconds or 0)
    return redirect(url("record_spectators.show", name=name, **{TOKEN: shown_token()}), 303)
