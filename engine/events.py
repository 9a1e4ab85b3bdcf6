"""The actions of a hand as frozen values: what a record states and the engine judges."""

from dataclasses import dataclass
from typing import TypeAlias

from shengji.engine.cards import Cards


@dataclass(frozen=True, slots=True)
class Show:
    """Cards shown to declare, reinforce or overturn (亮主, 自保, 反主): all that now stand."""

    seat: int
    cards: Cards
    after: int | None = None
    """Cards dealt to all seats by then; None where unknown."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat that was asked shows nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Flip:
    """Kitty cards turned because nobody declared, in the order turned."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Name:
    """Trump, level and declarer as stated; what a showing does not settle is taken from here."""

    suit: int | None
    """0 to 3, NO_TRUMP, or None where unknown."""
    level: int | None
    """Rank 0 to 12, 13 for the no-trump level, or None where unknown."""
    declarer: int | None


@dataclass(frozen=True, slots=True)
class Take:
    """A seat takes up the kitty."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bury:
    """A seat puts the kitty down (埋底)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Play:
    """A seat's cards in a trick; of a failed throw all that were attempted, and what was forced."""

    seat: int
    cards: Cards
    units: tuple[Cards, ...] = ()
    """The units that the leader announced; empty for the default reading."""
    forced: Cards | None = None
    beaten_by: int | None = None
    mark: str | None = None
    """An irregularity noticed at the table: revoke, exposed, turn or count."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """A director moves points from a set of seats to the others."""

    seats: tuple[int, ...]
    points: int


Event: TypeAlias = Show | Pass | Flip | Name | Take | Bury | Play | Adjust
