"""A match on one page: who played, and what every hand came to."""

from dataclasses import dataclass

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as AnyResponse

from shengji.engine.cards import NO_TRUMP, SUITS
from shengji.engine.presets import rules_from_text
from shengji.engine.scoring.match import Level
from shengji.notation.record import Record
from shengji.notation.tokens import write_seat
from shengji.replay.film import players
from shengji.replay.summary import Summary
from shengji.web.forms import RECORD_TYPES, record_as
from shengji.web.games import Game, facts, read_game
from shengji.web.language import t
from shengji.web.negotiation import HTML, page_of, preferred
from shengji.web.presentation import look
from shengji.web.reels import summaries_of
from shengji.web.scene import level_name
from shengji.web.standing import gains_told, levels_told, seats_told

page = Blueprint("overview", __name__)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand in the list."""

    number: int
    levels: str
    suit: str
    """S H D C, none, or empty where it is not known."""
    level: str
    dealer: str
    points: str
    gained: str
    after: str
    faults: int


@page.get("/g/<name>")
def show(name: str) -> AnyResponse:
    game = read_game(name)
    wanted = preferred(HTML, *RECORD_TYPES)
    if wanted != HTML:
        return record_as(game, name, wanted)
    record = game.record
    rules = rules_from_text(record.tag("Rules") or "")[1]
    names = players(record, None, rules.players)
    rows = [_row(summary, names) for summary in summaries_of(game)]
    told = look().spoilers == "on"
    text = render_template(
        "overview.html",
        game_name=name,
        title=title_of(record, names),
        sides=[
            [names[seat] or write_seat(seat).upper() for seat in side] for side in _sides(names)
        ],
        hands=[row if told else _unspoiled(row) for row in rows],
        facts=facts(game),
        levels=level_chart(game) if told else [],
    )
    return page_of(text)


def title_of_game(game: Game) -> str:
    """The event of a game, or else who played."""
    rules = rules_from_text(game.record.tag("Rules") or "")[1]
    return title_of(game.record, players(game.record, None, rules.players))


def title_of(record: Record, names: tuple[str, ...]) -> str:
    """The event, or else who played."""
    event = record.tag("Event") or "?"
    if event != "?":
        return event
    known = [name for name in names if name]
    return " · ".join(known) if known else t("overview.unnamed")


def _called(names: tuple[str, ...], seat: int) -> str:
    return names[seat] or write_seat(seat).upper()


def _sides(names: tuple[str, ...]) -> tuple[range, range]:
    return range(0, len(names), 2), range(1, len(names), 2)


def _row(summary: Summary, names: tuple[str, ...]) -> HandRow:
    trump, declarer, settlement = summary.trump, summary.declarer, summary.settlement
    return HandRow(
        number=summary.number,
        levels=levels_told(summary.levels),
        suit="" if trump is None else "none" if trump == NO_TRUMP else SUITS[trump],
        level="" if summary.level is None else level_name(Level(summary.level)),
        dealer="" if declarer is None else _called(names, declarer),
        points="" if summary.points is None else str(summary.points),
        gained="" if settlement is None else gains_told(settlement.moved) or "0",
        after=" ".join(dict.fromkeys(map(level_name, summary.after))),
        faults=summary.faults,
    )


def _unspoiled(row: HandRow) -> HandRow:
    """That there is such a hand, and nothing of what came before it or of it."""
    return HandRow(row.number, "", "", "", "", "", "", "", 0)


@dataclass(frozen=True, slots=True)
class LevelLine:
    """How far a side had come at the start of every hand and after the last one."""

    side: str
    heights: tuple[int, ...]


def level_chart(game: Game) -> list[LevelLine]:
    """The levels of both sides from hand to hand; empty where one is not known."""
    rows = summaries_of(game)
    lines = []
    for first in (0, 1):
        found = [_level_of(summary, first) for summary in rows]
        last = rows[-1].after[first] if rows else None
        heights = [*found, last]
        if len(heights) < 3 or None in heights:
            return []
        seats = seats_told(range(first, len(rows[-1].after), 2))
        lines.append(LevelLine(seats, tuple(_height(level) for level in heights if level)))
    return lines


def _level_of(summary: Summary, seat: int) -> Level | None:
    return next((side.level for side in summary.levels if seat in side.seats), None)


def _height(level: Level) -> int:
    return level.rank + 13 * (level.lap - 1)
