"""Positions in pages of other sites: the only pages that may be framed.

They set no cookie, hold no form, and change nothing; what there is to do is on the site itself.
"""

from typing import Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from shengji.web.games import read_game
from shengji.web.presentation import asked_alike
from shengji.web.spots import spot_or_404
from shengji.web.viewer import embedded

WIDTH: Final = 900
HEIGHT: Final = 560

page = Blueprint("embed", __name__)


@page.get("/embed/g/<name>")
def game(name: str) -> AnyResponse:
    """The beginning of a game."""
    first = next(iter(read_game(name).record.hands), None)
    if first is None:
        abort(404)
    return redirect(asked_alike(url_for("embed.show", name=name, at=str(first.number))))


@page.get("/embed/g/<name>/<at>")
def show(name: str, at: str) -> str:
    """A position; it can be stepped through where scripts run, and by links where not."""
    found = spot_or_404(read_game(name), at)
    controls = request.args.get("controls", "bar") != "none"
    panel = request.args.get("panel", "none") == "tricks"
    return embedded(found, name, controls=controls, panel=panel)
