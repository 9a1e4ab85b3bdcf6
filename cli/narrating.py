"""The words of a record's statements beside the positions that they led to."""

from collections.abc import Iterator
from typing import Final

from shengji.notation import record as rec
from shengji.notation.writer import statement
from shengji.replay import Position, steps

PLAIN: Final = (
    rec.Pass
    | rec.Flip
    | rec.Friend
    | rec.Join
    | rec.Claim
    | rec.Concede
    | rec.Abandon
    | rec.Forfeit
    | rec.Redeal
    | rec.Penalty
    | rec.Ruling
    | rec.Retract
)
"""Statements of which a position tells no more than their kind."""


def narrated(record: rec.Record) -> Iterator[tuple[Position, str]]:
    """Every position in order, with what its statement says behind the first word."""
    hands = iter(record.hands)
    events: Iterator[rec.Statement] = iter(())
    number = None
    for position in steps(record):
        # A `start` line is called what the beginning of a hand is.
        line = position.event == "start" and position.address.hand == number
        if position.event == "start" and not (
            line and any(each.kind == "start" for each in events)
        ):
            events = iter(next(hands).events)
            number = position.address.hand
        words = ""
        if position.event not in ("start", "lead", "play", "end"):
            event = next((each for each in events if each.kind == position.event), None)
            if isinstance(event, PLAIN):
                words = statement(event).partition(" ")[2]
        yield position, words
