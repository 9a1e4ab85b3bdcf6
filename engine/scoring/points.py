"""Points into levels: what kitty and failed throws add, and what the level table makes of it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from shengji.engine.cards import POINTS, Cards
from shengji.engine.pack import Copies, points_of
from shengji.engine.rules import Rules
from shengji.engine.scoring.fines import read_fine
from shengji.engine.scoring.leveltables import Outcome, read_table
from shengji.engine.scoring.multipliers import of_largest, read_multiplier


class ScoreError(ValueError):
    """A score that no hand can end with: card points come in fives."""


class Part(Protocol):
    """A unit of a play: `width` copies each of `length` ranks in a row."""

    @property
    def width(self) -> int: ...
    @property
    def length(self) -> int: ...


def kitty_multiplier(rules: Rules, units: Sequence[Part]) -> int:
    """What the kitty's points count, by the units of the play that decides.

    A throw counts by its largest unit, as a single card, or by all its units together (000:153-155;
    002:22; Eighty).
    """
    sizes = [(unit.width, unit.length) for unit in units]
    multiplier = read_multiplier(rules.kitty_multiplier)
    if rules.kitty_throw == "single" and len(sizes) > 1:
        return multiplier(1, 1)
    if rules.kitty_throw == "sum":
        return sum(multiplier(*size) for size in sizes)
    return of_largest(rules.kitty_multiplier, sizes)


def most_kitty_points(rules: Rules) -> int:
    """The most card points that can lie in the kitty."""
    return _most_points_of(rules.copies, rules.kitty)


@lru_cache(maxsize=256)
def _most_points_of(copies: Copies, number: int) -> int:
    """The most card points that so many cards of a pack can have."""
    worths = (worth for held, worth in zip(copies, POINTS, strict=False) for _ in range(held))
    return sum(sorted(worths, reverse=True)[:number])


def most_points(rules: Rules, kitty_points: int | None, multiplier: int | None) -> int:
    """The most that attackers can score without fines; what is not known is taken at its most."""
    longest = read_multiplier(rules.kitty_multiplier)(rules.decks, rules.hand_size // rules.decks)
    if rules.kitty_throw == "sum":
        # No more units than cards, and none that gives more than the longest.
        longest *= rules.hand_size
    kitty = most_kitty_points(rules) if kitty_points is None else kitty_points
    times = longest if multiplier is None else multiplier
    every = points_of(rules.copies)
    return max(every, every - kitty + kitty * times)


def throw_fine(rules: Rules, attempted: Cards, forced: Cards, beaten: Cards) -> int:
    """Points that a failed throw gives to the other side.

    `beaten` are the cards of all its units that somebody could beat.
    """
    fine = read_fine(rules.throw_penalty)
    if not fine.per_card:
        return fine.points
    if rules.throw_penalty_basis == "beaten":
        return fine.points * len(beaten)
    if rules.throw_penalty_basis == "taken_back":
        return fine.points * (len(attempted) - len(forced))
    return fine.points * len(attempted)


def outcome(
    rules: Rules, points: int, *, last_trick_won: bool = False, small_side: bool = False
) -> Outcome:
    """Who won a hand in which the attackers made so many points, and the levels that brings.

    `last_trick_won`: by the attackers; it decides where the kitty's award is the hand itself.
    `small_side`: the dealer's side had fewer players than it called for.

    :raises ScoreError: the points are no multiple of 5.
    """
    if points % 5:
        raise ScoreError(f"a score of {points}: expected a multiple of 5")
    result = read_table(rules.level_table, rules.decks).outcome(points)
    if last_trick_won and rules.kitty_award == "win":
        result = _with_last_trick(result)
    if small_side and rules.small_side_bonus and result.dealer_side_wins:
        result = Outcome(True, result.levels + 1)
    cap = rules.level_cap
    return result if cap is None else Outcome(result.dealer_side_wins, min(result.levels, cap))


def sure_outcome(
    rules: Rules, points: int, *, last_trick_won: bool | None, small_side: bool = False
) -> Outcome | None:
    """The outcome, where it is the same for all that may be of the last trick.

    :raises ScoreError: the points are no multiple of 5.
    """
    if last_trick_won is not None:
        return outcome(rules, points, last_trick_won=last_trick_won, small_side=small_side)
    either, other = (
        outcome(rules, points, last_trick_won=won, small_side=small_side) for won in (True, False)
    )
    return either if either == other else None


def _with_last_trick(result: Outcome) -> Outcome:
    """The last trick wins the hand, and a level more where the points do too (000:211)."""
    return Outcome(False, result.levels + 1 if result.dealer_side_wins is False else 1)
