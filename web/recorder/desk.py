"""The page of a draft. Without JavaScript every entry is a form."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.archive import Kept
from shengji.replay.recording import DraftError, say_trouble
from shengji.replay.wording import Language
from shengji.web.assets import digest
from shengji.web.deck import deck
from shengji.web.games import TOKEN
from shengji.web.given import json_of, number_of
from shengji.web.language import language
from shengji.web.presentation import url
from shengji.web.recorder.board import Board, board
from shengji.web.recorder.choices import SUITS, TYPED
from shengji.web.recorder.correcting import Correcting, correcting
from shengji.web.recorder.entering import Came, enter
from shengji.web.recorder.opened import drafts, opened, shown_token
from shengji.web.recorder.standings import standings
from shengji.web.recorder.table import table_context

FIELD: Final = "field."
"""Before the name of a field of an aside."""

page = Blueprint("record_desk", __name__)


@page.get("/record/<name>")
def show(name: str) -> AnyResponse | str:
    kept = _opened(name)
    if not isinstance(kept, Kept):
        return kept
    return _page(kept, None)


@page.post("/record/<name>")
def change(name: str) -> AnyResponse | str:
    """One entry of a form."""
    kept = _opened(name)
    if not isinstance(kept, Kept):
        return kept
    try:
        came = enter(kept, _base(kept), _entries())
    except DraftError as error:
        came = Came(kept.draft, 0, trouble=say_trouble(error, language()))
    if came.asked is None and not came.trouble and came.parted is None:
        return redirect(url("record_desk.show", name=name, **{TOKEN: shown_token()}), 303)
    status = 409 if came.parted else 422
    return make_response(_page(drafts().get(name, shown_token()), came), status)


@page.get("/record/<name>/line")
def line(name: str) -> AnyResponse:
    """What is shown of the line that is to be corrected, and nothing else of the page."""
    kept = opened(name)
    return make_response(
        render_template(
            "correcting.html",
            name=kept.id,
            token=shown_token(),
            board={"version": len(kept.draft.log)},
            deck=deck(language()),
            correcting=_correcting(kept),
        )
    )


@page.post("/record/<name>/token")
def renew(name: str) -> AnyResponse:
    """A new token: links with the old one open nothing any more."""
    fresh = drafts().renew(name, shown_token())
    return redirect(url("record_desk.show", name=name, **{TOKEN: fresh}) + "#more", 303)


@page.post("/record/<name>/erase")
def erase(name: str) -> AnyResponse:
    if request.form.get("sure") != "yes":
        abort(400)
    drafts().erase(name, shown_token())
    return redirect(url("record.show", **{TOKEN: None}), 303)


@page.get("/record/<name>/draft.sjn")
def text(name: str) -> AnyResponse:
    """The text so far, as it was written."""
    response = current_app.response_class(opened(name).draft.text, mimetype="text/plain")
    response.headers["Content-Disposition"] = "attachment; filename=draft.sjn"
    return response


def _opened(name: str) -> Kept | AnyResponse:
    """The draft, or the page that says why this program does not read it."""
    try:
        return opened(name)
    except DraftError as error:
        told = say_trouble(error, language())
        return make_response(render_template("error.html", title=told, text=""), 409)


def _base(kept: Kept) -> int:
    given = number_of(request.form.get("base", ""))
    return kept.version if given is None else given


def _entries() -> list[object]:
    """The entries of a form: as JSON, or filled in."""
    form = request.form
    if "entry" in form:
        told = json_of(form["entry"])
        return told if isinstance(told, list) else [told]
    if form.get("do") == "correct":
        entry: dict[str, object] = {"do": "correct", "at": number_of(form.get("at", "")) or 0}
        if "play" in form:
            entry["play"] = number_of(form["play"]) or 0
        told = "cards" if "cards" in form else "text"
        return [{**entry, told: form.get(told, "")}]
    if "aside" in form:
        filled = {
            name.removeprefix(FIELD): text
            for name, text in form.items(multi=True)
            if name.startswith(FIELD) and text
        }
        return [{"do": "aside", "kind": form["aside"], "fields": filled}]
    words = (part.strip() for part in form.getlist("part"))
    return [{"do": "type", "text": " ".join(word for word in words if word)}]


def _page(kept: Kept, came: Came | None) -> str:
    return render_template(
        "record.html",
        assets_digest=digest(),
        **{
            **table_context(kept.draft, "open", language(), current_app.jinja_env),
            **desk_context(kept, came, language()),
        },
        address=lambda at: f"#{at}",
    )


def desk_context(
    kept: Kept, came: Came | None, tongue: Language, token: str | None = None
) -> Mapping[str, object]:
    """What the part of the page shows that changes with every entry.

    :param token: of the draft, unless it is the one that the request shows.
    """
    shown: Board = board(kept.draft, tongue)
    return {
        "name": kept.id,
        "token": shown_token() if token is None else token,
        "board": shown,
        "standings": standings(kept.draft),
        "came": came,
        "correcting": _correcting(kept),
        "deck": deck(tongue),
        "suits": SUITS,
        "typed": TYPED,
    }


def _correcting(kept: Kept) -> Correcting:
    """The line that is to be corrected, and the play of it that was tapped."""
    line, play = (number_of(request.args.get(name, "")) or 0 for name in ("line", "play"))
    return correcting(kept.draft, line, play)
