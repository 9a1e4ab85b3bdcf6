"""The actions of a hand as frozen values: what a record states and the engine judges."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from shengji.engine.cards import Cards
from shengji.engine.values import value

Mark: TypeAlias = Literal["revoke", "exposed", "turn", "count"]
"""An irregularity that was noticed at the table."""


@value
class Show:
    """Cards shown to declare, reinforce or overturn (亮主, 自保, 反主): all that now stand."""

    seat: int
    cards: Cards
    after: int | None = None
    """Cards dealt to all seats by then; None where unknown."""


@value
class Pass:
    """A seat that was asked shows nothing."""

    seat: int


@value
class Flip:
    """Kitty cards turned because nobody declared, in the order turned."""

    cards: Cards


@value
class Name:
    """Trump, level and declarer as stated; what a showing does not settle is taken from here."""

    suit: int | None
    """0 to 3, NO_TRUMP, or None where unknown."""
    level: int | None
    """Rank 0 to 12, 13 for the no-trump level, or None where unknown."""
    declarer: int | None


@value
class Redeal:
    """The hand is to be dealt again."""

    reason: str
    """`undeclared`, `mutiny`, or what no rule says anything about, such as a misdeal."""
    seat: int | None = None
    """Who asked for it."""


@value
class Take:
    """A seat takes up the kitty."""

    seat: int


@value
class Bury:
    """A seat puts the kitty down (埋底)."""

    seat: int
    cards: Cards


@value
class Call:
    """The dealer calls a card to find a friend by it (找朋友)."""

    card: int
    copy: int = 1
    """The friend is who plays this copy, counted from 1."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What one seat lays down in a trick."""

    cards: Cards
    """All cards laid down, canonical order; of a failed throw, those attempted."""
    units: tuple[Cards, ...] = ()
    """The units of an announced reading, as announced; empty for the default reading."""
    forced: Cards | None = None
    """What had to be played where a throw failed."""
    beaten_by: int | None = None
    """A seat that could beat the failed throw, where known."""
    mark: Mark | None = None

    @property
    def played(self) -> Cards:
        """What left the hand: of a failed throw, what had to be played."""
        return self.cards if self.forced is None else self.forced


@value
class Play:
    """A seat's contribution to a trick."""

    seat: int
    laid: Laid


@value
class Adjust:
    """A director moves points from a set of seats to the others."""

    seats: tuple[int, ...]
    points: int


Event: TypeAlias = Show | Pass | Flip | Name | Redeal | Take | Bury | Call | Play | Adjust
