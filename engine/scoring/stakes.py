"""What is played for: a base stake (底金), doubled by overturns, and the cost of a failed throw."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from shengji.engine.cards import Cards
from shengji.engine.rules import Rules


class Shown(Protocol):
    """A showing: its cards."""

    @property
    def cards(self) -> Cards: ...


def overturns(showings: Iterable[Shown], *, turned: bool = False) -> int:
    """How many of a hand's showings, in order, overturned the one before; none that reinforced.

    `turned`: a kitty card named trump, so that the first one overturned that.
    """
    faces = [frozenset(shown.cards) for shown in showings]
    if turned:
        faces.insert(0, frozenset())
    return sum(before != after for before, after in pairwise(faces))


def stake(rules: Rules, base: int, overturned: int) -> int:
    """What a hand is played for after so many overturns (000:123-125: three make it 2^3 times)."""
    return base * 2**overturned if rules.stake_doubling else base


def throw_cost(rules: Rules, base: int) -> Fraction:
    """What a failed throw costs of the base stake (000:135: half of it)."""
    return Fraction(base, 2) if rules.throw_stake == "half" else Fraction(0)
