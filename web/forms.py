"""The other forms of a game and of a position: the record as text and JSON, pictures."""

from functools import lru_cache
from typing import Final

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as AnyResponse

from shengji import notation
from shengji.notation import twin
from shengji.replay.exports.picture import SIZES, Size, picture
from shengji.replay.exports.raster import png
from shengji.replay.views import without_score
from shengji.web.games import Game, open_game
from shengji.web.negotiation import JSON, TEXT, answer
from shengji.web.presentation import look
from shengji.web.scene import Seen
from shengji.web.spoilers import refuse_unspoiled
from shengji.web.spots import Spot, seen_by_request, spot_or_404

RECORD_FORMS: Final = {"txt": TEXT, "sjn": TEXT, "json": JSON}
RECORD_TYPES: Final = (JSON, TEXT)
PICTURE_FORMS: Final = {"png": "image/png", "svg": "image/svg+xml"}
SIZE: Final = "og"
"""The size of a picture, unless another one is asked for."""

page = Blueprint("forms", __name__)


@page.get("/g/<name>.<any(json,txt,sjn):form>")
def record(name: str, form: str) -> AnyResponse:
    """A game as SJN, or as its JSON twin."""
    response = record_as(open_game(name), name, RECORD_FORMS[form])
    told = "attachment" if form == "sjn" else "inline"
    response.headers["Content-Disposition"] = f'{told}; filename="{name}.{form}"'
    return response


@page.get("/g/<name>/<at>.<any(png,svg):form>")
def position(name: str, at: str, form: str) -> AnyResponse:
    """A position as a picture."""
    return position_as(spot_or_404(open_game(name), at), name, PICTURE_FORMS[form])


def record_as(game: Game, name: str, mimetype: str) -> AnyResponse:
    """The record of a game as one of :data:`RECORD_TYPES`; it tells the outcome."""
    refuse_unspoiled()
    body = twin.dumps([game.record]) if mimetype == JSON else notation.dumps(game.record)
    return answer(body, mimetype, name)


def position_as(found: Spot, name: str, mimetype: str) -> AnyResponse:
    """A position as one of the types of :data:`PICTURE_FORMS`, in the view that is asked for."""
    size = request.args.get("size", SIZE)
    sizes = {str(each): each for each in SIZES}
    if size not in sizes:
        abort(400)
    seen = seen_by_request(found.film)
    spoiled = look().spoilers == "on"
    drawn = _svg(found.game, found.at, seen, sizes[size], spoiled)
    return answer(drawn if mimetype == PICTURE_FORMS["svg"] else _png(drawn), mimetype, name)


@lru_cache(maxsize=256)
def _svg(game: Game, at: str, seen: Seen, size: Size, spoiled: bool) -> str:
    found = spot_or_404(game, at)
    position = found.seen(seen)
    if not spoiled:
        position = without_score(position)
    return picture(found.film, position, bottom=seen.seat, language=seen.language, size=size)


@lru_cache(maxsize=64)
def _png(svg: str) -> bytes:
    return png(svg)
