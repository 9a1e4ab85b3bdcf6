"""What this project makes of the files of tests/conformance/sjn, in the forms of its README."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from shengji import notation
from shengji.engine.rules import LEVELS
from shengji.notation.address import write_address
from shengji.notation.record import Record
from shengji.notation.tokens import write_cards, write_seat, write_suit
from shengji.replay import Position, Report, steps
from shengji.replay.steps import Card

from .announced import FILES, announced

Json = dict[str, Any]

SUITE: Final = Path(__file__).parent / "sjn"
TEACHING: Final = Path(__file__).parents[2] / "samples" / "teaching"
REPLAYED_TWICE: Final = frozenset(
    ("plays", "notes", "whole-hand", "failed-throw", "irregular", "three-decks")
)
"""Records of which the second replay knows every state."""


def text_path(path: Path) -> Path:
    """The record that a file of expectations belongs to."""
    folder = TEACHING if path.parent.name == "teaching" else path.parent
    return folder / f"{path.name.partition('.')[0]}.sjn"


def text_of(path: Path) -> str:
    return text_path(path).read_bytes().decode()


def record_of(path: Path) -> Record:
    (record,) = notation.loads(text_of(path)).records
    return record


def found(report: Report) -> list[Json]:
    """Diagnostics as `invalid/` writes them."""
    rows: list[Json] = []
    for each in report.diagnostics:
        row: Json = {"code": each.code.id}
        if each.span is not None:
            row |= {"line": each.span.line, "column": each.span.column, "length": each.span.length}
        rows.append(row)
    return rows


def sample_expectations() -> dict[str, list[Json]]:
    """What the samples that are wrong announce in their comments."""
    table: dict[str, list[Json]] = {}
    for path in FILES["broken"] + FILES["remarks"]:
        places = sorted(announced(path).elements(), key=lambda each: (each[1] or (0, 0), each[0]))
        table[f"samples/{path.parent.name}/{path.name}"] = [
            {"code": code} | ({} if place is None else {"line": place[0], "column": place[1]})
            for code, place in places
        ]
    return table


def ids(record: Record) -> Json:
    """Ids as `hash/` writes them."""
    return {
        "record": notation.record_id(record),
        "match": notation.match_play_id(record),
        "hands": [
            {"deal": notation.deal_id(hand), "play": notation.play_id(record, index)}
            for index, hand in enumerate(record.hands)
        ],
    }


def states(record: Record) -> Iterator[Json]:
    """The states of a record as `replay/` writes them."""
    number = None
    for position in steps(record):
        opens = position.address.hand != number
        number = position.address.hand
        yield _state(position, "hand" if opens else position.event)


def _state(position: Position, event: str) -> Json:
    return {
        "address": write_address(position.address),
        "event": event,
        "level": None if position.level is None else LEVELS[position.level],
        "trump": None if position.trump is None else write_suit(position.trump),
        "declarer": _seat(position.declarer),
        "hands": _by_seat([write_cards(cards or ()) for cards in position.hands]),
        "kitty": None if position.kitty is None else write_cards(position.kitty),
        "trick": position.trick,
        "table": list(map(_laid, position.table)),
        "winning": _seat(position.winning),
        "to_move": _seat(position.to_move),
        "captured": _by_seat(position.captured),
        "attackers_points": position.attackers_points,
        "total": position.total,
        "problems": list(position.problems),
    }


def _laid(card: Card) -> Json:
    laid: Json = {"seat": write_seat(card.seat), "cards": write_cards(card.cards)}
    if card.attempted is not None:
        laid["attempted"] = write_cards(card.attempted)
    return laid | ({"mark": card.mark} if card.mark else {})


def _seat(seat: int | None) -> str | None:
    return None if seat is None else write_seat(seat)


def _by_seat(values: Sequence[Any]) -> Json:
    return {write_seat(seat): value for seat, value in enumerate(values)}
