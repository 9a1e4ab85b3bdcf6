"""The first page: what this is, the newest games, and one of them on a table to step through."""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from shengji.notation.address import write_address
from shengji.replay.archive import Query, Row
from shengji.replay.film import Film
from shengji.web.asking import YES
from shengji.web.games import archive, open_game
from shengji.web.headers import policy
from shengji.web.reels import film_of, summaries_of

NEWEST: Final = 8
FINDS: Final = (
    ("failed_throw", YES), ("multiplier_from", "4"), ("tractor_from", "3"), ("decided_last", YES),
)  # fmt: skip
"""Searches for what happened that are offered at once: field and value."""

page = Blueprint("landing", __name__)


@dataclass(frozen=True, slots=True)
class Sample:
    """The position that is shown."""

    name: str
    at: str


@page.get("/")
def show() -> AnyResponse:
    games = archive().search(Query(limit=NEWEST)).rows
    response = make_response(
        render_template("landing.html", games=games, sample=sample(games), finds=FINDS)
    )
    response.headers["Content-Security-Policy"] = policy("'none'") + "; frame-src 'self'"
    return response


def sample(games: tuple[Row, ...]) -> Sample | None:
    """The first finished trick of the newest game whose first hand can be shown to anybody: it was
    played to an end with a result, and nothing in it breaks a rule."""
    for row in games:
        game = open_game(row.public_id)
        for hand, summary in list(zip(game.record.hands, summaries_of(game), strict=True))[:1]:
            if not hand.ended or summary.points is None or summary.faults:
                continue
            at = first_trick(film_of(game, hand.number, None))
            if at is not None:
                return Sample(row.public_id, at)
    return None


def first_trick(film: Film) -> str | None:
    """The position after it."""
    for step in film.steps:
        position = step.position
        if position.event == "play" and len(position.table) == film.rules.players:
            return write_address(step.address)
    return None
