"""Throws: which of the units led together somebody can beat, and what must then be played (甩牌).

A unit is beaten by one other hand, holding in the led suit a strictly higher unit of its width and
length; trumps do not beat a throw in a side suit, and hands are never pooled. Sources:
000:67-71,135; 001:71,115; 002:147,214-216; tractor-online settings 6.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from shengji.engine.cards import Cards
from shengji.engine.order import RAINBOW, Columns, Order, Suit, key_bottom
from shengji.engine.play.rainbows import rainbow_beaten_by
from shengji.engine.play.shapes import Unit, path_key, paths
from shengji.engine.play.tricks import Lead, read_lead
from shengji.engine.rules import Rules

Hands: TypeAlias = Sequence[tuple[int, Sequence[int]]]
"""Seats, and the counts by face that they hold."""
_Beaten: TypeAlias = tuple[Unit, tuple[int, ...]]
"""A unit, and the seats that can beat it in turn order."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a throw fails."""

    choices: tuple[Cards, ...]
    """What must be played; several where they are equal. One choice of many where any part may be
    played that stands."""
    seats: tuple[int, ...]
    """The seats that can beat it, in turn order; at least one."""
    beaten: Cards
    """All units that somebody can beat."""

    @property
    def forced(self) -> Cards:
        """The unit that must be played, of equal ones the first in canonical order."""
        return self.choices[0]

    @property
    def seat(self) -> int:
        """The first seat in turn order that can beat the unit that must be played."""
        return self.seats[0]


def throw_stop(order: Order, lead: Lead, hands: Hands) -> Stop | None:
    """What stops a throw, or None if it stands.

    `hands` are the seats whose cards may stop it, in turn order after the leader, with the counts
    that they hold. Which seats those are is the caller's to know (option throw_check).
    """
    if len(lead.units) == 1:
        return None
    beaten = [(unit, seats) for unit, seats in _beaten_units(order, lead, hands) if seats]
    if not beaten:
        return None
    choices, counted = _to_be_played(order, lead, hands, beaten)
    by = {seat for unit, seats in beaten if unit in counted for seat in seats}
    seats = tuple(seat for seat, _ in hands if seat in by)
    cards = tuple(sorted(card for unit, _ in beaten for card in unit.cards))
    return Stop(choices, seats, cards)


def _beaten_units(order: Order, lead: Lead, hands: Hands) -> Iterator[_Beaten]:
    if lead.suit == RAINBOW:
        for unit in lead.units:
            yield unit, rainbow_beaten_by(hands, unit)
        return
    suit = order.suits[lead.suit]
    held = [(seat, suit.pick(counts)) for seat, counts in hands]
    for unit in lead.units:
        yield unit, _beaten_by(suit, held, unit)


def _to_be_played(
    order: Order, lead: Lead, hands: Hands, beaten: list[_Beaten]
) -> tuple[tuple[Cards, ...], list[Unit]]:
    """What has to be played, and the beaten units whose stoppers count (option throw_fail_play)."""
    lost, way = [unit for unit, _ in beaten], order.rules.throw_fail_play
    if way == "smallest_part":
        return _cards_of(_lowest(list(lead.units), by_size=False)), lost
    if way == "smallest_card":
        return _lowest_cards(order, lead, lead.units), lost
    if way == "first_stopper":
        firsts = {seats[0] for _, seats in beaten}
        first = next(seat for seat, _ in hands if seat in firsts)
        lost = [unit for unit, seats in beaten if seats[0] == first]
    by_size = way in ("first_stopper", "fewest_failing")
    # Rainbows are gone through by rank alone.
    counted = _lowest(lost, by_size=by_size and lead.suit != RAINBOW)
    if way == "failing_card":
        return _lowest_cards(order, lead, counted), counted
    return _cards_of(counted), counted


def _cards_of(units: Sequence[Unit]) -> tuple[Cards, ...]:
    return tuple(unit.cards for unit in units)


def _lowest_cards(order: Order, lead: Lead, units: Sequence[Unit]) -> tuple[Cards, ...]:
    """The lowest cards of some units, each alone."""
    every = sorted({card for unit in units for card in unit.cards})
    heights = [card % 13 if lead.suit == RAINBOW else order.strength[card] for card in every]
    lowest = min(heights)
    return tuple((card,) for card, height in zip(every, heights, strict=True) if height == lowest)


def depends_on_stoppers(rules: Rules) -> bool:
    """Whether what a failed throw must play depends on which of its units somebody can beat."""
    return rules.throw_fail_play not in ("smallest_part", "smallest_card")


def stands_free(order: Order, attempted: Cards, part: Cards, hands: Hands) -> bool:
    """Whether a part of a failed throw may be led in its place: what stands (option `free`)."""
    if not part or part == attempted or any(part.count(c) > attempted.count(c) for c in part):
        return False
    lead = read_lead(order, part)
    return isinstance(lead, Lead) and throw_stop(order, lead, hands) is None


def _beaten_by(suit: Suit, held: list[tuple[int, Columns]], unit: Unit) -> tuple[int, ...]:
    if unit.length > 1:
        return tuple(seat for seat, columns in held if holds_higher(suit, columns, unit))
    above, width = bisect_right(suit.strengths, key_bottom(unit.key)), unit.width
    if above == len(suit.strengths):
        return ()
    return tuple([seat for seat, columns in held if max(columns[above:]) >= width])


def holds_higher(suit: Suit, columns: Columns, unit: Unit) -> bool:
    """Whether a hand has a strictly higher unit of the same width and length."""
    if max(columns) < unit.width:
        return False
    return any(path_key(suit, path) > unit.key for path in paths(suit, columns, unit.run))


def _lowest(units: list[Unit], *, by_size: bool) -> list[Unit]:
    """The lowest unit, with all that equal it; or the smallest, and the lowest of these."""
    ranks = [
        (unit.size, key_bottom(unit.key)) if by_size else (key_bottom(unit.key), unit.size)
        for unit in units
    ]
    lowest = min(ranks)
    equal = (unit for unit, rank in zip(units, ranks, strict=True) if rank == lowest)
    return sorted(equal, key=lambda unit: unit.cards)
