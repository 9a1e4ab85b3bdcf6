"""The plays as CSV (RFC 4180): a row each, in UTF-8, in the order of play.

Columns:

- `address`, `hand`, `trick`, `play`: where, `play` counting from 1 in its trick;
- `seat`, `player`, `side`: who; `side` is dealer, partner or attacker as the table knows it then;
- `level`, `trump`: what is played, `trump` as S, H, D, C, or - for none;
- `cards`: what was played, in the notation; `attempted`: all that a failed throw laid down;
- `suit`, `shape`: of the lead; `suit` is T where trumps were led, `shape` the copies and the ranks
  of each unit, as 1x1, 2x1, 2x3, joined by + in a throw;
- `points`: card points in it; `winning`: the seat that leads after it, the winner at the last play;
- `attackers_points`: after it; `mark`: as the record has it;
- `findings`: codes of the diagnostics; `comment`. Only the open view has these two.

What is not known is empty. Texts that a spreadsheet would take for a formula begin with `'`.
"""

import csv
import io
from collections.abc import Iterator
from typing import Final

from shengji.engine.cards import SUITS, points
from shengji.engine.order import TRUMP
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.tokens import write_cards, write_level, write_seat, write_suit
from shengji.replay.exports.extract import Extract
from shengji.replay.film import Film
from shengji.replay.steps import LeadShape, Position

COLUMNS: Final = (
    "address", "hand", "trick", "play", "seat", "player", "side", "level", "trump", "cards",
    "attempted", "suit", "shape", "points", "winning", "attackers_points", "mark", "findings",
    "comment",
)  # fmt: skip
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet may take for a formula."""


def export(extract: Extract) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for film in extract.films():
        writer.writerows(_rows(extract, film))
    return text.getvalue().encode()


def _rows(extract: Extract, film: Film) -> Iterator[tuple[str, ...]]:
    for step in film.steps:
        for event in step.events:
            if event.event == "play":
                yield tuple(_row(film, extract.see(event)))


def _row(film: Film, position: Position) -> Iterator[str]:
    card = position.table[-1]
    yield write_address(position.address)
    yield str(film.hand.number)
    yield str(position.trick)
    yield str(len(position.table))
    yield write_seat(card.seat)
    yield _text(film.players[card.seat])
    yield position.side(card.seat)
    yield "" if position.level is None else write_level(Level(position.level))
    yield "" if position.trump is None else write_suit(position.trump)
    yield write_cards(card.cards)
    yield "" if card.attempted is None else write_cards(card.attempted)
    yield from ("", "") if position.lead is None else _lead(position.lead)
    yield str(points(card.cards))
    yield "" if position.winning is None else write_seat(position.winning)
    yield "" if position.attackers_points is None else str(position.attackers_points)
    yield card.mark or ""
    yield " ".join(position.problems)
    yield _text(" ".join(t.text for t in position.annotations if isinstance(t, rec.Text)))


def _lead(lead: LeadShape) -> tuple[str, str]:
    suit = "T" if lead.suit == TRUMP else SUITS[lead.suit]
    return suit, "+".join(f"{width}x{length}" for width, length in lead.units)


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
