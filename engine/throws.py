"""Throws: which of the units led together somebody can beat, and what must then be played (甩牌).

A unit is beaten by one other hand, holding in the led suit a strictly higher unit of its width and
length; trumps do not beat a throw in a side suit, and hands are never pooled. Sources:
000:67-71,135; 001:71,115; 002:147,214-216; tractor-online settings 6.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from shengji.engine.cards import Cards
from shengji.engine.order import Columns, Order, Suit, key_bottom
from shengji.engine.shapes import Unit, path_key, paths
from shengji.engine.tricks import Lead


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a throw fails."""

    choices: tuple[Cards, ...]
    """The unit that must be played; several where they are equal."""
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


def throw_stop(order: Order, lead: Lead, hands: Sequence[tuple[int, Sequence[int]]]) -> Stop | None:
    """What stops a throw, or None if it stands.

    `hands` are the seats whose cards may stop it, in turn order after the leader, with the counts
    that they hold. Which seats those are is the caller's to know (option throw_check).
    """
    if len(lead.units) == 1:
        return None
    suit = order.suits[lead.suit]
    held = [(seat, suit.pick(counts)) for seat, counts in hands]
    beaten = [(unit, seats) for unit in lead.units if (seats := _beaten_by(suit, held, unit))]
    if not beaten:
        return None
    lost = [unit for unit, _ in beaten]
    by_size = order.rules.throw_fail_play == "first_stopper"
    if by_size:
        firsts = {seats[0] for _, seats in beaten}
        first = next(seat for seat, _ in held if seat in firsts)
        lost = [unit for unit, seats in beaten if seats[0] == first]
    lowest = _lowest(lost, by_size=by_size)
    by = {seat for unit, seats in beaten if unit in lowest for seat in seats}
    seats = tuple(seat for seat, _ in held if seat in by)
    cards = tuple(sorted(card for unit, _ in beaten for card in unit.cards))
    return Stop(tuple(unit.cards for unit in lowest), seats, cards)


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
