"""From hand to hand: levels with their laps, who deals next, and when the match is won."""

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from shengji.engine.rules import LEVELS, NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.specials import NOTHING, Special, jump_of, keeps_gain, stepped_down

_LAST_RANKS = (12, NO_TRUMP_LEVEL)
"""A and N: where `by_level` tells them from other levels that must be played."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level: `rank` 0 (two) to 12 (ace), 13 the no-trump level N; `lap` counts from 1."""

    rank: int
    lap: int = 1


@dataclass(frozen=True, slots=True)
class Advance:
    """Where a gain of levels leads."""

    level: Level
    moved: int
    """Levels really gained, after stops."""
    blocked: bool = False
    """A level that must be played stopped it."""
    wins: bool = False
    """It wins the match."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The state of a match after a hand."""

    levels: tuple[Level, ...]
    """By seat."""
    moved: tuple[int, ...]
    """Levels really gained by each seat."""
    winners: tuple[int, ...]
    """Seats that have won the match; empty while it goes on."""
    next_dealer: int | None
    """None where it is not known, or the match is over."""


def start_levels(rules: Rules) -> tuple[Level, ...]:
    """The levels at which every seat begins."""
    return (Level(LEVELS.index(rules.start_level)),) * rules.players


def side_of(rules: Rules, seat: int) -> tuple[int, ...]:
    """The seats of a fixed side, ascending: every second one."""
    return tuple(range(seat % 2, rules.players, 2))


def settle(
    rules: Rules,
    levels: Sequence[Level],
    declarer: int,
    result: Outcome,
    *,
    played: int | None = None,
    last_trick_winner: int | None = None,
    side: Collection[int] = (),
    special: Special = NOTHING,
) -> Settlement:
    """The match after a hand.

    `played` is the level at which it was played, the declarer's own unless stated; `side` are the
    seats of the declarer's side, every second one unless stated.
    """
    dealing = frozenset(side or side_of(rules, declarer))
    rank = levels[declarer].rank if played is None else played
    if special.no_level_card:
        result = stepped_down(result)
    held = result.dealer_side_wins
    gains = [
        _dealers_gain(rules, level, result, special, rank)
        if seat in dealing
        else _attackers_gain(rules, level, result, special, rank)
        for seat, level in enumerate(levels)
    ]
    winners = tuple(seat for seat, gain in enumerate(gains) if gain.wins)
    following = next_dealer(
        rules, declarer, held=held, last_trick_winner=last_trick_winner, side=dealing
    )
    return Settlement(
        tuple(gain.level for gain in gains),
        tuple(gain.moved for gain in gains),
        winners,
        None if winners else following,
    )


def _dealers_gain(
    rules: Rules, level: Level, result: Outcome, special: Special, rank: int
) -> Advance:
    """From where the side that dealt falls, up by what it won."""
    start, held = _fallen(rules, level, special), result.dealer_side_wins is True
    gain = result.levels if held and _gains(rules, special) else 0
    made = advance(rules, start, gain, dealt=held, played=rank)
    if start is level:
        return made
    return replace(made, moved=made.moved + distance(rules, level, start))


def _attackers_gain(
    rules: Rules, level: Level, result: Outcome, special: Special, rank: int
) -> Advance:
    gain = result.levels if result.dealer_side_wins is False else 0
    made = advance(rules, level, gain, dealt=False, played=rank)
    return _jumped(rules, made, rank) if special.no_level_card else made


def _gains(rules: Rules, special: Special) -> bool:
    """Who fell by the last trick starts anew, and gains nothing by the points."""
    return special.falls_to is None or keeps_gain(rules)


def _fallen(rules: Rules, level: Level, special: Special) -> Level:
    """The level of the dealer's side before it gains anything."""
    if special.nobody_declared:
        level = shift(rules, level, -1)
    if special.falls_to is None:
        return level
    return Level(min(level.rank, special.falls_to), level.lap)


def _jumped(rules: Rules, gain: Advance, rank: int) -> Advance:
    """The attackers stand above the hand's own level, or higher where their points bring that."""
    target = shift(rules, Level(rank, gain.level.lap), jump_of(rank))
    more = distance(rules, gain.level, target)
    if not jump_of(rank) or more <= 0:
        return gain
    return Advance(target, gain.moved + more)


def advance(
    rules: Rules, level: Level, gain: int, *, dealt: bool, played: int | None = None
) -> Advance:
    """Move a level up by `gain`, as far as the rules let it.

    `dealt`: it belongs to a side that dealt the hand and won it. `played` is the level of that
    hand; it matters where partners stand at different levels.
    """
    wins = False
    moved = 0
    while moved < gain:
        if _holds(rules, level.rank, first=moved == 0, dealt=dealt, played=played):
            return Advance(level, moved, blocked=True)
        following = _after(rules, level)
        if following is None:
            return Advance(level, moved, wins=True)
        level = following
        moved += 1
        if rules.after_top == "win_on_reaching" and _is_top(rules, level.rank):
            wins = True
            break
    return Advance(level, moved, wins=wins)


def _holds(rules: Rules, rank: int, *, first: bool, dealt: bool, played: int | None) -> bool:
    """Must a level that stands at this rank stay there for now?"""
    if LEVELS[rank] not in rules.must_play_levels or rules.must_play_levels == "none":
        return False
    if not first:
        return True
    semantics = rules.must_play_semantics
    if semantics == "stop_at" or (semantics == "by_level" and rank not in _LAST_RANKS):
        return False
    if rank == NO_TRUMP_LEVEL and played is not None and played != NO_TRUMP_LEVEL:
        return True
    return not dealt


@functools.cache
def _ladder(letters: str) -> tuple[int, ...]:
    return tuple(map(LEVELS.index, letters))


def _after(rules: Rules, level: Level) -> Level | None:
    """The level that follows; None past the last one where that wins the match."""
    ladder = _ladder(rules.level_ladder)
    place = bisect_right(ladder, level.rank)
    if place < len(ladder):
        return Level(ladder[place], level.lap)
    return Level(ladder[0], level.lap + 1) if rules.after_top == "wrap" else None


def _steps_up(rules: Rules, level: Level) -> int:
    """How many steps a level stands above the first one of the first lap."""
    ladder = _ladder(rules.level_ladder)
    return (level.lap - 1) * len(ladder) + bisect_left(ladder, level.rank)


def distance(rules: Rules, low: Level, high: Level) -> int:
    """How many steps up the ladder lead from one level to another; negative: down."""
    return _steps_up(rules, high) - _steps_up(rules, low)


def shift(rules: Rules, level: Level, steps: int) -> Level:
    """A level moved by as many steps as somebody decided, not by winning.

    It stops at no level that must be played, and does not go below the first level of all.
    """
    ladder = _ladder(rules.level_ladder)
    lap, place = divmod(max(0, _steps_up(rules, level) + steps), len(ladder))
    return Level(ladder[place], lap + 1)


def _is_top(rules: Rules, rank: int) -> bool:
    return rank == LEVELS.index(rules.level_ladder[-1])


def next_dealer(
    rules: Rules,
    dealer: int,
    *,
    held: bool | None,
    last_trick_winner: int | None = None,
    side: Collection[int] = (),
) -> int | None:
    """Who deals after a hand; None where that hangs on an unknown winner of the last trick.

    The partner of a dealer is the next seat of his side in order of play; who takes over is the
    next seat of the other side. After a draw (`held` None), of which the sources say no more than
    that nobody won (000:215), the same dealer deals again.
    """
    if held is None:
        return dealer
    own = frozenset(side or side_of(rules, dealer))
    if held:
        return dealer if rules.rotation_win == "same" else _next_of(rules, dealer, own)
    others = frozenset(range(rules.players)) - own
    if rules.rotation_loss == "last_trick_winner":
        if last_trick_winner is None:
            return None
        if last_trick_winner in others:
            return last_trick_winner
    return _next_of(rules, dealer, others)


def _next_of(rules: Rules, dealer: int, seats: Collection[int]) -> int:
    """The first of the seats after the dealer in order of play; the dealer if there is none."""
    following = [(dealer + step) % rules.players for step in range(1, rules.players)]
    return next((seat for seat in following if seat in seats), dealer)
