"""Points into levels: the kitty's multiplier (抠底), fines for failed throws, the level tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from shengji.engine.cards import DECK_POINTS, Cards
from shengji.engine.rules import Rules


class ScoreError(ValueError):
    """A score that no hand can end with: card points come in fives."""


class Part(Protocol):
    """A unit of a play: `width` copies each of `length` ranks in a row."""

    @property
    def width(self) -> int: ...
    @property
    def length(self) -> int: ...


def _per_card(width: int, length: int) -> int:
    return 2 * width * length


def _per_rank(width: int, length: int) -> int:
    return 2 * int(width**length)


def _by_kind(width: int, length: int) -> int:
    return 8 if length > 1 else 4 if width > 1 else 2


def _power(width: int, length: int) -> int:
    return int(2 ** (width * length))


def _cards(width: int, length: int) -> int:
    return width * length


MULTIPLIERS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "k4n": _per_card,
    "kcard": _per_card,
    "kpow": _per_rank,
    "kbf3": _per_rank,
    "k248": _by_kind,
    "kcomp": _by_kind,
    "kcardpow": _power,
    "k2n": _cards,
}
"""By the kind of multiplier, what a unit of (width, length) multiplies by.

The tables of the sources name singles, pairs and tractors of pairs; for wider units each goes on as
the formula does that fits all of its entries.
"""


def kitty_multiplier(rules: Rules, units: Sequence[Part]) -> int:
    """What the kitty's points count, by the units of the play that decides.

    A throw counts by the unit that gives most, or as a single card (000:153-155; 002:22).
    """
    multiplier = MULTIPLIERS[rules.kitty_multiplier]
    if rules.kitty_throw == "single" and len(units) > 1:
        return multiplier(1, 1)
    return max(multiplier(unit.width, unit.length) for unit in units)


def most_kitty_points(rules: Rules) -> int:
    """The most card points that can lie in the kitty: tens and kings first, then fives."""
    tens = min(rules.kitty, 8 * rules.decks)
    fives = min(rules.kitty - tens, 4 * rules.decks)
    return 10 * tens + 5 * fives


def most_points(rules: Rules, kitty_points: int | None, multiplier: int | None) -> int:
    """The most that attackers can score without fines; what is not known is taken at its most."""
    longest = MULTIPLIERS[rules.kitty_multiplier](rules.decks, rules.hand_size // rules.decks)
    kitty = most_kitty_points(rules) if kitty_points is None else kitty_points
    times = longest if multiplier is None else multiplier
    return max(DECK_POINTS * rules.decks, DECK_POINTS * rules.decks - kitty + kitty * times)


def throw_fine(rules: Rules, attempted: Cards, forced: Cards, beaten: Cards) -> int:
    """Points that a failed throw gives to the other side.

    `beaten` are the cards of all its units that somebody could beat.
    """
    if rules.throw_penalty == "none":
        return 0
    if rules.throw_penalty == "10":
        return 10
    each = 5 if rules.throw_penalty == "5_per_card" else 10
    if rules.throw_penalty_basis == "beaten":
        return each * len(beaten)
    if rules.throw_penalty_basis == "taken_back":
        return each * (len(attempted) - len(forced))
    return each * len(attempted)


@dataclass(frozen=True, slots=True)
class Band:
    """From `start` units of points on, which side gains how many levels."""

    start: int
    dealer_side: bool
    levels: int
    beyond: bool = False
    """Only above `start`, not at it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A level table (升级表): total over every score, from the lowest that fines can bring."""

    lowest: int
    """Levels of the dealer's side below the first band."""
    bands: tuple[Band, ...]
    """Ascending."""
    unit: int
    """Points for each deck that a band's start is counted in."""
    sinks: int = 0
    """Below the first band, a further level for each so many units; 0 for no more."""
    rises: int = 0
    """Above the last band, a further level for each so many units; 0 for no more."""


_COMMON: Final = (
    Band(0, True, 2, beyond=True),
    Band(2, True, 1),
    Band(4, False, 0),
    Band(6, False, 1),
)

TABLES: Final[Mapping[str, Table]] = {
    "t40": Table(3, _COMMON, unit=10, rises=2),
    "tsteps": Table(3, _COMMON, unit=10, rises=2, sinks=2),
}
"""t40: 000:289-299 for two decks, 000:353 for one and three. tsteps: tractor-online, the same with
another level for each step of 20 points a deck below zero. The unit is half a step."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand's score means; no levels for the side that lost."""

    dealer_side_wins: bool
    levels: int


def outcome(rules: Rules, points: int) -> Outcome:
    """Who won a hand in which the attackers made so many points, and the levels that brings.

    :raises ScoreError: the points are no multiple of 5.
    """
    if points % 5:
        raise ScoreError(f"a score of {points}: expected a multiple of 5")
    table = TABLES[rules.level_table]
    unit = table.unit * rules.decks
    reached = [
        band
        for band in table.bands
        if (points > band.start * unit if band.beyond else points >= band.start * unit)
    ]
    won, levels = _gain(table, reached, points, unit)
    return Outcome(won, levels if rules.level_cap is None else min(levels, rules.level_cap))


def _gain(table: Table, reached: Sequence[Band], points: int, unit: int) -> tuple[bool, int]:
    if not reached:
        below = table.bands[0].start * unit - points
        more = below // (unit * table.sinks) if table.sinks else 0
        return True, table.lowest + more
    band = reached[-1]
    levels = band.levels
    if table.rises and len(reached) == len(table.bands):
        levels += (points - band.start * unit) // (unit * table.rises)
    return band.dealer_side, levels
