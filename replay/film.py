"""A hand as a viewer steps through it: one step an address, with all that happened there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.notation.address import canonical_address
from shengji.notation.tokens import write_seat
from shengji.replay.steps import NoSuchPosition, Position, position, steps, variation_steps


@dataclass(frozen=True, slots=True)
class Step:
    """A position, and the events that led to it: a penalty, say, shares the address of its play."""

    position: Position
    """What is to be shown: the trick lies there still, whatever followed it."""
    events: tuple[Position, ...]
    """After each of the events, in order."""

    @property
    def address(self) -> rec.Address:
        return self.position.address


@dataclass(frozen=True, slots=True)
class Film:
    """The steps of one hand, or of one of its variations."""

    rules: Rules
    hand: rec.Hand
    players: tuple[str, ...]
    """The name of each seat; empty where it is not known."""
    steps: tuple[Step, ...]
    places: Mapping[rec.Address, int]
    """Of each address the place of the last step that has it."""

    def find(self, address: rec.Address) -> int | None:
        """The place of the last step with that address, by either of its names."""
        return self.places.get(canonical_address(address, self.rules.players))


def film(record: rec.Record, number: int, variation: int | None = None) -> Film:
    """The hand of that number, or its n-th variation (from 1).

    :raises NoSuchPosition: there is none.
    :raises RuleError: the record names no rules that exist.
    """
    hand = _hand(record, number)
    if variation is None:
        shown: Sequence[Position] = list(steps(record, number))
    else:
        shown = variation_steps(record, number, variation)
    return _film(record, hand, shown)


def films(record: rec.Record) -> Iterator[Film]:
    """Every hand in order; the match is replayed once.

    :raises RuleError: the record names no rules that exist.
    """
    for number, shown in groupby(steps(record), lambda each: each.address.hand):
        yield _film(record, _hand(record, number), shown)


def _film(record: rec.Record, hand: rec.Hand, shown: Iterable[Position]) -> Film:
    text = next((tag.value for tag in hand.tags if tag.name == "Rules"), record.tag("Rules"))
    rules = rules_from_text(text or "")[1]
    grouped = groupby(shown, lambda each: each.address)
    made = tuple(_step(tuple(group)) for _, group in grouped)
    places = {step.address: place for place, step in enumerate(made)}
    return Film(rules, hand, players(record, hand, rules.players), made, places)


def drawing(record: rec.Record, address: rec.Address) -> Step:
    """The step while cards are being dealt; it is on no film.

    :raises NoSuchPosition: there is none, or the record does not tell the order of the deal.
    """
    found = position(record, address)
    return Step(found, (found,))


def players(record: rec.Record, hand: rec.Hand | None, number: int) -> tuple[str, ...]:
    """The name of each seat, in a hand where one is given; empty where it is not known."""
    tags = {tag.name: tag.value for tag in (*record.tags, *(hand.tags if hand else ()))}
    names = (tags.get(f"Player{write_seat(seat).upper()}", "?") for seat in range(number))
    return tuple("" if name == "?" else name for name in names)


def _hand(record: rec.Record, number: int) -> rec.Hand:
    hand = next((each for each in record.hands if each.number == number), None)
    if hand is None:
        raise NoSuchPosition(rec.Address(number))
    return hand


def _step(events: tuple[Position, ...]) -> Step:
    last = events[-1]
    findings = tuple(found for event in events for found in event.findings)
    annotations = tuple(each for event in events for each in event.annotations)
    last = replace(last, findings=findings, annotations=annotations)
    if last.event == "end":
        # The last trick was taken up; what the hand came to is shown in its place.
        last = replace(last, table=(), trick=None, leader=None, winning=None, lead=None)
    play = next((event for event in reversed(events) if event.event == "play"), None)
    if play is not None:
        last = replace(
            last, event="play", trick=play.trick, leader=play.leader, table=play.table,
            winning=play.winning, lead=play.lead,
        )  # fmt: skip
    return Step(last, events)
