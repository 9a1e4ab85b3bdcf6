"""The outline of a text: its matches, their hands, and in these every event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji import notation
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.diagnostics import Span
from shengji.notation.writer import hand_line, statement
from shengji.replay.judge import address_of
from shengji.replay.language.places import players_of
from shengji.replay.listening import Where
from shengji.replay.recording.judging import judge

MOST_HANDS: Final = 300
"""In a text of more, hands are told without their events: nobody looks through so many."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a text with a name."""

    name: str
    detail: str
    kind: str
    """`match`, `hand`, `trick` or `event`."""
    span: Span
    """The line that names it."""
    last: int
    """The last line of it."""
    children: tuple["Node", ...] = ()


def outline(text: str) -> tuple[Node, ...]:
    """The matches of a text in order."""
    parsed = judge(text).parsed
    deep = sum(len(record.hands) for record in parsed.records) <= MOST_HANDS
    return tuple(
        _match(record, lines, deep)
        for record, lines in zip(parsed.records, parsed.lines, strict=True)
    )


def _match(record: rec.Record, lines: notation.RecordLines, deep: bool) -> Node:
    hands = tuple(
        _hand(record, hand, index, lines.hands[index], deep)
        for index, hand in enumerate(record.hands)
    )
    head = lines.head
    last = hands[-1].last if hands else head.first + len(head.texts) - 1
    last = last if lines.match is None else max(last, lines.match.line)
    event = record.tag("Event")
    return Node(event or "?", record.tag("Rules") or "", "match", head.locate(), last, hands)


def _hand(
    record: rec.Record, hand: rec.Hand, index: int, lines: notation.HandLines, deep: bool
) -> Node:
    detail = hand_line(hand).partition(" ")[2].partition(" ")[2]
    events = tuple(_events(record, hand, index, lines)) if deep else ()
    last = lines.first + len(lines.texts) - 1
    return Node(f"hand {hand.number}", detail, "hand", lines.locate(), last, events)


def _events(
    record: rec.Record, hand: rec.Hand, index: int, lines: notation.HandLines
) -> Iterator[Node]:
    players = players_of(record, hand)
    for number, event in enumerate(hand.events):
        span = lines.locate(number)
        last = max(lines.parts.get(number, (span.line,)), default=span.line)
        if isinstance(event, rec.Trick):
            address = address_of(hand, Where(index, number), players)
            words = statement(event).partition(" ")[2]
            yield Node(write_address(address), words, "trick", span, last)
        else:
            name, _, words = statement(event).partition(" ")
            yield Node(name, words, "event", span, last)
