"""What is taken along of a game: the bytes that `shengji export` makes, in the view asked for.

`/g/ID.csv` is of the whole game, `/g/ID/3.pdf` of a hand, `/g/ID/3.4-3.8.gif` of a part of one. A
hand as `.txt` is to be read by people; a game as `.txt` is its record (:mod:`shengji.web.forms`).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay import NoSuchPosition
from shengji.replay.exports.errors import ExportError, MissingLibraryError, OutcomeError
from shengji.replay.exports.extract import Extract, Part, parse_part
from shengji.replay.exports.picture import SIZES, Size
from shengji.replay.exports.registry import EXPORTS, Export
from shengji.web.games import Game, open_game
from shengji.web.negotiation import answer
from shengji.web.offline import HTML
from shengji.web.presentation import look
from shengji.web.reels import film_of
from shengji.web.scene import Seen
from shengji.web.spoilers import TellsOutcome
from shengji.web.spots import seen_by_request

FORMS: Final[Mapping[str, Export]] = {
    "csv": EXPORTS["csv"], "txt": EXPORTS["text"], "tex": EXPORTS["tex"], "pdf": EXPORTS["pdf"],
    "gif": EXPORTS["gif"], "webp": EXPORTS["webp"], "html": HTML,
}  # fmt: skip
"""By the ending of the address."""
SHOWN: Final = frozenset({"txt", "pdf", "gif", "webp"})
"""What browsers show; the rest they save: a page with a script of its own is not run here."""
DELAY: Final = 1200
DELAYS: Final = range(200, 5001)
"""Milliseconds between two plays of an animation: unless asked for, and what can be."""

page = Blueprint("exporting", __name__)


@page.get("/g/<name>.<any(csv,tex,pdf,html):form>")
def game(name: str, form: str) -> AnyResponse:
    """All hands of a game."""
    return _taken(name, None, form)


@page.get("/g/<name>/<part>.<any(csv,txt,tex,pdf,gif,webp,html):form>")
def part(name: str, part: str, form: str) -> AnyResponse:
    """A hand, or a part of it."""
    return _taken(name, part, form)


def _taken(name: str, text: str | None, form: str) -> AnyResponse:
    found, part = open_game(name), _part(text)
    size, delay = _size(), request.args.get("delay", DELAY, int)
    if delay not in DELAYS:
        abort(400)
    try:
        data = _made(found, part, form, _seen(found, part), size, delay, look().spoilers == "on")
    except MissingLibraryError:
        abort(501)
    except OutcomeError:
        raise TellsOutcome from None
    except (ExportError, NoSuchPosition):
        abort(404)
    response = answer(data, FORMS[form].mimetype, name)
    told = "inline" if form in SHOWN else "attachment"
    file = name if part is None else f"{name}-{part}"
    response.headers["Content-Disposition"] = f'{told}; filename="{file}.{form}"'
    return response


def _part(text: str | None) -> Part | None:
    """The part that an address names; what is none is a 404."""
    try:
        return None if text is None else parse_part(text)
    except ValueError:
        abort(404)


def _seen(game: Game, part: Part | None) -> Seen:
    """Who looks.

    :raises NoSuchPosition: there is no such hand.
    """
    hands = game.record.hands
    if part is None and not hands:
        abort(404)
    return seen_by_request(
        film_of(game, hands[0].number if part is None else part.first.hand, None)
    )


def _size() -> Size:
    asked = request.args.get("size", "card")
    sizes = {str(size): size for size in SIZES}
    if asked not in sizes:
        abort(400)
    return sizes[asked]


@lru_cache(maxsize=32)
def _made(
    game: Game, part: Part | None, form: str, seen: Seen, size: Size, delay: int, outcome: bool
) -> bytes:
    view, seat, language = seen.view, seen.seat, seen.language
    extract = Extract(game.record, part, view, seat, language, size, delay, outcome)
    return FORMS[form].make(extract)
