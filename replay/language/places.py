"""From a place in a text to the statement that stands there, and from an address to its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji import notation
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation import record as rec
from shengji.notation.address import canonical_address
from shengji.notation.diagnostics import Span
from shengji.replay.judge import address_of
from shengji.replay.listening import END, Where
from shengji.replay.recording.judging import judge

MOST_PLAYERS: Final = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A statement of a hand, and the play on it that a column is in."""

    record: rec.Record
    hand: rec.Hand
    where: Where
    address: rec.Address
    """The position that the event leads to."""
    span: Span
    """The play, or the whole statement."""

    @property
    def statement(self) -> rec.Statement | None:
        """None for the `hand` line, its `end` and what stands behind it."""
        event = self.where.event
        if event is None or event == END or self.where.variation is not None:
            return None
        return self.hand.events[event]


def place_at(text: str, line: int, column: int = 1) -> Place | None:
    """The statement on a line (from 1), or the last one above it within its hand.

    None above the first hand of a match.
    """
    parsed = judge(text).parsed
    for record, lines in zip(parsed.records, parsed.lines, strict=True):
        for index, hand in enumerate(record.hands):
            at = lines.hands[index]
            if at.hand <= line <= _last(at):
                return _place(record, hand, index, at, line, column)
    return None


def find(text: str, address: rec.Address, near: int = 1) -> Span | None:
    """Where the event stands that leads to an address, in the match that the line `near` is of."""
    parsed = judge(text).parsed
    for number, (record, lines) in enumerate(zip(parsed.records, parsed.lines, strict=True)):
        following = parsed.lines[number + 1] if number + 1 < len(parsed.lines) else None
        if following is not None and following.head.magic <= near:
            continue
        return _find(record, lines, address)
    return None


_COUNTED: Final = (rec.Trick, rec.Declare, rec.Overturn, rec.Flip, rec.Take, rec.Bury)
"""Statements that have an address of their own."""


def _find(record: rec.Record, lines: notation.RecordLines, address: rec.Address) -> Span | None:
    for index, hand in enumerate(record.hands):
        if hand.number == address.hand:
            wanted = canonical_address(address, players_of(record, hand))
            return _in_hand(record, hand, lines.hands[index], wanted)
    return None


def _in_hand(
    record: rec.Record, hand: rec.Hand, lines: notation.HandLines, address: rec.Address
) -> Span | None:
    """What leads to an address; of a variation its opening, of a card drawn the deal."""
    if address.variation is not None:
        openings = [n for n, each in enumerate(hand.appendix) if isinstance(each, rec.Variation)]
        if address.variation > len(openings):
            return None
        return lines.locate(variation=openings[address.variation - 1])
    if address.part in ("lead", "draw"):
        kind: type[rec.Statement] = rec.Trick if address.part == "lead" else rec.Deal
        first = next((n for n, event in enumerate(hand.events) if isinstance(event, kind)), None)
        return None if first is None else lines.locate(first)
    players = players_of(record, hand)
    for where, span in _events(hand, lines):
        if address_of(hand, where, players) == address:
            return span
    return None


def _events(hand: rec.Hand, lines: notation.HandLines) -> Iterator[tuple[Where, Span]]:
    yield Where(0), lines.locate()
    for number, event in enumerate(hand.events):
        if isinstance(event, _COUNTED):
            yield Where(0, number), lines.locate(number)
        if isinstance(event, rec.Trick):
            for play in range(len(event.plays)):
                yield Where(0, number, play), lines.locate(number, play=play)
    yield Where(0, END), lines.locate(END)


def players_of(record: rec.Record, hand: rec.Hand) -> int:
    """Players at the table of a hand; more than any table has where its rules are not known."""
    named = [tag.value for tag in (*record.tags, *hand.tags) if tag.name == "Rules"]
    try:
        return rules_from_text(named[-1])[1].players if named else MOST_PLAYERS
    except RuleError:
        return MOST_PLAYERS


def _last(lines: notation.HandLines) -> int:
    return lines.first + len(lines.texts) - 1


def _place(
    record: rec.Record,
    hand: rec.Hand,
    index: int,
    lines: notation.HandLines,
    line: int,
    column: int,
) -> Place:
    where = _where(hand, index, lines, line, column)
    span = lines.locate(where.event, play=where.play)
    return Place(record, hand, where, address_of(hand, where, players_of(record, hand)), span)


def _where(hand: rec.Hand, index: int, lines: notation.HandLines, line: int, column: int) -> Where:
    if lines.end is not None and line >= lines.end:
        return Where(index, END)
    above = [number for number, at in enumerate(lines.events) if at <= line]
    if not above:
        return Where(index)
    number = above[-1]
    event = hand.events[number]
    if not isinstance(event, rec.Trick) or not event.plays:
        return Where(index, number)
    if lines.events[number] != line:
        return Where(index, number, len(event.plays) - 1)
    spans = [lines.locate(number, play=play) for play in range(len(event.plays))]
    begun = sum(span.column <= column for span in spans)
    return Where(index, number, max(0, begun - 1))
