"""What a hand comes to: points, levels, the next dealer; and whether its `result` says so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from shengji.engine.hand import Count
from shengji.engine.rules import LEVELS, Rules
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.aftermath import nobody_declared, special_of, won_as
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import (
    Level,
    Settlement,
    distance,
    next_dealer,
    settle,
    shift,
    side_of,
)
from shengji.engine.scoring.multipliers import NONE
from shengji.engine.scoring.specials import LastTrick, Special, silence_costs
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Code, Value
from shengji.notation.tokens import write_changes, write_seat
from shengji.replay.listening import END, Listener, Where
from shengji.replay.offences import lost_outcome
from shengji.replay.replayer import Before, HandReplay

MOST_MOVES: Final = 6
"""So many changes of levels that would be possible are told."""


@dataclass(frozen=True, slots=True)
class State:
    """A match between two hands; None where a fact is not known."""

    levels: tuple[Level | None, ...]
    due: int | None = None
    winners: tuple[int, ...] = ()
    number: int = 0
    """Number of the last hand."""
    first: bool = False
    """Nobody has dealt yet: the match has only had hands that were dealt again."""
    open: bool = False
    """The last hand may have ended the match: what it came to is not proved."""

    def before(self) -> Before:
        """What the next hand begins with; the laps of levels matter to no play."""
        ranks = tuple(None if level is None else level.rank for level in self.levels)
        return Before(ranks, self.due, self.first)


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """How a hand ended, as computed, or as stated where the record is the source."""

    count: Count | None
    """The count, where the hand was played out."""
    total: int | None
    """The attackers' points."""
    settlement: Settlement | None
    after: State
    side: frozenset[int] | None = None
    """The declarer's side, where it is known."""
    result: Outcome | None = None
    """Who won the hand, where that is proved, and the levels that brings."""


def result_of(outcome: HandOutcome) -> rec.Result | None:
    """The `result` that says what a hand came to; None where that does not follow from the record.

    Where the points are the record's own, what follows from them is the rest.
    """
    count, settlement = outcome.count, outcome.settlement
    if outcome.total is None or settlement is None:
        return None
    gains: dict[int, rec.Seats] = {}
    for seat, moved in enumerate(settlement.moved):
        if moved:
            gains[moved] = (*gains.get(moved, ()), seat)
    following = settlement.next_dealer
    return rec.Result(
        outcome.total,
        None if count is None else count.kitty_points,
        None if count is None or count.kitty_points is None else count.multiplier,
        tuple(rec.SideChange(seats, moved) for moved, seats in gains.items()),
        rec.NOBODY if following is None else following,
    )


class Settling:
    """What a replayed hand comes to, and whether its `result` says so."""

    def __init__(
        self, rules: Rules, listener: Listener, replay: HandReplay, opening: State
    ) -> None:
        self.rules = rules
        self.listener = listener
        self.replay = replay
        self.opening = opening
        self.result = replay.result
        self.played_out = replay.played_out
        declarer = replay.engine.declarer
        self.declarer = opening.due if declarer is None else declarer
        self.side = self._side()
        """The declarer's side; None where friends are to be found, and not all were."""

    def outcome(self) -> HandOutcome:
        replay, opening = self.replay, self.opening
        if self.result is not None and (self.result.kitty_points or 0) % 5:
            self._find(dia.POINTS_NOT_FIVE, "kitty", written=self.result.kitty_points or 0)
        if replay.redealt:
            return HandOutcome(None, None, None, opening)
        if self.played_out:
            return self._counted(replay.engine.count())
        if self.result is None:
            unknown = State((None,) * len(opening.levels), number=opening.number, open=True)
            return HandOutcome(None, None, None, unknown)
        return self._stated(self.result)

    def _counted(self, count: Count) -> HandOutcome:
        if self.result is not None:
            self._check_points(self.result, count)
        elif self.replay.record.ended:
            derived = "?" if count.total is None else count.total
            end = Where(self.replay.index, END)
            self.listener.finding(dia.MISSING_RESULT, end, derived=derived)
        total = count.total
        if total is None and self.result is not None:
            total = self.result.points
        return self._settle(count, total)

    def _stated(self, result: rec.Result) -> HandOutcome:
        """The record is the source of the points; levels and next dealer still follow the rules."""
        if self.replay.lost or isinstance(self.replay.ending, rec.Forfeit):
            return self._lost(result)
        self._check_possible(result)
        return self._settle(None, result.points)

    def _settle(self, count: Count | None, total: int | None) -> HandOutcome:
        declarer, side = self.declarer, self.side
        if total is not None and total % 5 == 0 and declarer is not None and side is None:
            return self._without_sides(count, total)
        if total is None or declarer is None or total % 5:
            if total is not None and total % 5:
                self._find(dia.POINTS_NOT_FIVE, "points", written=total)
            elif self.result is not None:
                self._find(dia.NOT_CHECKABLE_RESULT, "points", written=self.result.points)
            return HandOutcome(count, total, None, self._as_stated(self.result), side)
        last = self._last_trick(count)
        result = scoring.sure_outcome(
            self.rules, total, last_trick_won=last.won, small_side=self._is_small(side)
        )
        return self._conclude(count, total, result, last)

    def _lost(self, result: rec.Result) -> HandOutcome:
        """A hand that somebody lost by a ruling or gave up: what that brings may be prescribed."""
        replay = self.replay
        rulings = [ruling for _, ruling in replay.rulings]
        lost = lost_outcome(self.rules, rulings, replay.attackers())
        if lost is None or self.side is None or isinstance(replay.ending, rec.Forfeit):
            return HandOutcome(None, result.points, None, self._as_stated(result))
        return self._conclude(None, result.points, lost, LastTrick(False))

    def _conclude(
        self, count: Count | None, total: int, result: Outcome | None, last: LastTrick
    ) -> HandOutcome:
        """Levels and next dealer of a hand with this outcome; None: it is not known."""
        declarer, side, levels = self.declarer, self.side, self.opening.levels
        assert declarer is not None
        played = levels[declarer]
        rank = None if played is None else played.rank
        special, counted = None, result
        if result is not None:
            if rank is not None and None not in levels:
                special = self._special(result, last, rank)
            result = won_as(self.replay.engine, rank, result)
        if result is None or special is None:
            if self.result is not None:
                self._check_possible_up(self.result, total, counted, last)
                self._without_levels(self.result, result, declarer)
            return HandOutcome(count, total, None, self._as_stated(self.result), side, result)
        settlement = self._settled(declarer, result, special, _known(levels))
        if self.result is not None:
            self._check_up(self.result, settlement)
            self._check_next(self.result, settlement)
        after = State(
            settlement.levels, settlement.next_dealer, settlement.winners, self.opening.number
        )
        return HandOutcome(count, total, settlement, after, side, result)

    def _settled(
        self, declarer: int, result: Outcome, special: Special, levels: Sequence[Level]
    ) -> Settlement:
        """The match after the hand, played at these levels, with what a director decided."""
        settlement = settle(
            self.rules,
            levels,
            declarer,
            result,
            last_trick_winner=self.replay.engine.last_winner,
            special=special,
            side=self.side or (),
        )
        return self._ruled(settlement) if self.replay.level_rulings else settlement

    def _last_trick(self, count: Count | None) -> LastTrick:
        """Who won the last trick with which cards, as far as play or the result tells."""
        if count is not None:
            trick = self.replay.engine.last
            cards = trick.best if trick is not None and trick.certain else None
            return LastTrick(count.kitty_won, cards)
        not_won = self.result is not None and self.result.multiplier == 0
        return LastTrick(False if not_won and self.rules.kitty_multiplier != NONE else None)

    def _special(self, result: Outcome, last: LastTrick, rank: int) -> Special | None:
        nobody = self._nobody() if silence_costs(self.rules) else False
        return special_of(self.replay.engine, rank, result, last, nobody=nobody)

    def _nobody(self) -> bool | None:
        """Nobody declared, as the record says or the hand tells."""
        said = any(
            isinstance(event, rec.Trump) and event.declarer == rec.NOBODY
            for event in self.replay.record.events
        )
        return True if said else nobody_declared(self.replay.engine)

    def _without_levels(self, result: rec.Result, outcome: Outcome | None, declarer: int) -> None:
        """Levels are not known: whether the match is over, and who deals next, is not proved."""
        said = result.next_dealer
        if said is None or said == rec.UNKNOWN_SEAT:
            return
        known = None
        if outcome is not None:
            held, last = outcome.dealer_side_wins, self.replay.engine.last_winner
            side = self.side or ()
            known = next_dealer(self.rules, declarer, held=held, last_trick_winner=last, side=side)
        if known is None or said in (known, rec.NOBODY):
            self._find(dia.NOT_CHECKABLE_DEALER, "next", written=write_seat(said))
        else:
            self._find(dia.WRONG_NEXT, "next", written=write_seat(said), derived=write_seat(known))

    def _check_possible_up(
        self, result: rec.Result, total: int, counted: Outcome | None, last: LastTrick
    ) -> None:
        """What was gained is not proved; but nothing that is unknown brings just any gain."""
        if result.up is None:
            return
        moves = self._possible_moves(total, counted, last)
        ups = _by_seat(result.up, len(self.opening.levels))
        if moves is None or tuple(ups[seat] for seat in range(len(ups))) in moves:
            self._find(dia.NOT_CHECKABLE_RESULT, "up", written=result.points)
            return
        told = dict.fromkeys(map(_moved_text, sorted(moves)))
        self._find(dia.WRONG_LEVELS, "up", written=write_changes(result.up) or "0",
                   derived=tuple(told)[:MOST_MOVES])  # fmt: skip

    def _possible_moves(
        self, total: int, counted: Outcome | None, last: LastTrick
    ) -> set[tuple[int, ...]] | None:
        """Every change of levels that these points can bring, whatever else the levels and the
        last trick were; None where it hangs on more than those.
        """
        declarer = self.declarer
        if self.rules.partnership != "fixed" or declarer is None:
            return None
        found: set[tuple[int, ...]] = set()
        for levels in _every_level(self.rules, self.opening.levels):
            for won in (True, False) if last.won is None else (last.won,):
                outcome = counted or scoring.outcome(self.rules, total, last_trick_won=won)
                rank = levels[declarer].rank
                special = self._special(outcome, replace(last, won=won), rank)
                result = won_as(self.replay.engine, rank, outcome)
                if special is None or result is None:
                    return None
                found.add(self._settled(declarer, result, special, levels).moved)
        return found

    def _without_sides(self, count: Count | None, total: int) -> HandOutcome:
        """Friends were not all found: who gained levels and who deals next is not proved."""
        if self.result is not None and self.result.up is not None:
            self._find(dia.NOT_CHECKABLE_RESULT, "up", written=self.result.points)
        if self.result is not None and self.result.next_dealer not in (None, rec.UNKNOWN_SEAT):
            said = write_seat(self.result.next_dealer)
            self._find(dia.NOT_CHECKABLE_DEALER, "next", written=said)
        return HandOutcome(count, total, None, self._as_stated(self.result))

    def _side(self) -> frozenset[int] | None:
        side = self.replay.engine.side(over=self.played_out)
        if side is None and self.declarer is not None and self.rules.partnership == "fixed":
            return frozenset(side_of(self.rules, self.declarer))
        return side

    def _is_small(self, side: frozenset[int] | None) -> bool:
        """The declarer found fewer friends than he called."""
        return side is not None and len(side) <= self.rules.friend_number

    def _ruled(self, settlement: Settlement) -> Settlement:
        """Level changes that a director decided come on top (floor: the first level)."""
        moved, levels = list(settlement.moved), list(settlement.levels)
        for change in self.replay.level_rulings:
            for seat in change.seats:
                before = levels[seat]
                levels[seat] = shift(self.rules, before, change.change)
                moved[seat] += distance(self.rules, before, levels[seat])
        return replace(settlement, moved=tuple(moved), levels=tuple(levels))

    def _as_stated(self, result: rec.Result | None) -> State:
        """The state after the hand as the result says."""
        opening = self.opening
        if result is None or result.up is None:
            levels: tuple[Level | None, ...] = (None,) * len(opening.levels)
        else:
            ups = _by_seat(result.up, len(opening.levels))
            levels = tuple(
                None if level is None else shift(self.rules, level, ups[seat])
                for seat, level in enumerate(opening.levels)
            )
        following = None if result is None else result.next_dealer
        due = following if following is not None and following >= 0 else None
        return State(levels, due, (), opening.number, open=due is None)

    def _check_possible(self, result: rec.Result) -> None:
        """Points that nobody can make; fines and rulings may add any number to them."""
        most = scoring.most_kitty_points(self.rules)
        if result.kitty_points is not None and result.kitty_points > most:
            self._find(dia.POINTS_IMPOSSIBLE, "kitty", written=result.kitty_points, most=most)
            return
        if self.rules.throw_penalty != "none" or any(
            isinstance(event, rec.Penalty | rec.Ruling) for event in self.replay.record.events
        ):
            return
        most = scoring.most_points(self.rules, result.kitty_points, result.multiplier)
        if result.points > most:
            self._find(dia.POINTS_IMPOSSIBLE, "points", written=result.points, most=most)

    # -- assertions -----------------------------------------------------------------------------

    def _find(self, code: Code, part: str, **arguments: Value) -> None:
        where = Where(self.replay.index, self.replay.result_index, part=part)
        self.listener.finding(code, where, **arguments)

    def _check_points(self, result: rec.Result, count: Count) -> None:
        if count.total is not None and count.total != result.points:
            self._find(dia.WRONG_RESULT, "points", written=result.points, derived=count.total,
                       **_sum(count))  # fmt: skip
        elif count.total is not None:
            self.listener.confirmed()
        else:
            self._find(dia.NOT_CHECKABLE_RESULT, "points", written=result.points)
        self._check_kitty(result, count)

    def _check_kitty(self, result: rec.Result, count: Count) -> None:
        if result.multiplier is None:
            return
        said = (result.kitty_points, result.multiplier)
        known = (count.kitty_points, count.multiplier)
        if any(
            k is not None and s is not None and k != s for k, s in zip(known, said, strict=True)
        ):
            self._find(dia.WRONG_KITTY, "kitty", written=_kitty(said), derived=_kitty(known))
        elif None not in known:
            self.listener.confirmed()
        else:
            self._find(dia.NOT_CHECKABLE_KITTY, "kitty", written=_kitty(said))

    def _check_up(self, result: rec.Result, settlement: Settlement) -> None:
        if result.up is None:
            return
        ups = _by_seat(result.up, len(settlement.moved))
        if tuple(ups[seat] for seat in range(len(settlement.moved))) == settlement.moved:
            self.listener.confirmed()
        else:
            self._find(dia.WRONG_LEVELS, "up", written=write_changes(result.up) or "0",
                       derived=_moved_text(settlement.moved))  # fmt: skip

    def _check_next(self, result: rec.Result, settlement: Settlement) -> None:
        said = result.next_dealer
        if said is None or said == rec.UNKNOWN_SEAT:
            return
        known = rec.NOBODY if settlement.winners else settlement.next_dealer
        if known is None:
            self._find(dia.NOT_CHECKABLE_DEALER, "next", written=write_seat(said))
        elif said == known:
            self.listener.confirmed()
        else:
            self._find(dia.WRONG_NEXT, "next", written=write_seat(said),
                       derived=write_seat(known))  # fmt: skip


def _known(levels: Sequence[Level | None]) -> list[Level]:
    return [level for level in levels if level is not None]


def _every_level(rules: Rules, levels: Sequence[Level | None]) -> Iterator[list[Level]]:
    """The levels of two sides, those that are not known with each rank that the rules have."""
    ladder = [Level(LEVELS.index(letter)) for letter in rules.level_ladder]
    sides = [ladder if level is None else [level] for level in levels[:2]]
    for chosen in product(*sides):
        yield [chosen[seat % 2] for seat in range(len(levels))]


def _sum(count: Count) -> dict[str, int]:
    """The parts of a total, for the message."""
    return {
        "captured": count.captured or 0,
        "fines": count.fines,
        "kitty": count.kitty_points or 0,
        "multiplier": count.multiplier or 0,
    }


def _kitty(pair: tuple[int | None, int | None]) -> str:
    return "x".join("?" if number is None else str(number) for number in pair)


def _moved_text(moved: Sequence[int]) -> str:
    """Level changes as a `result` writes them, seats that moved alike together."""
    changes = [
        rec.SideChange(tuple(seat for seat, other in enumerate(moved) if other == gain), gain)
        for gain in dict.fromkeys(moved)
        if gain
    ]
    return write_changes(changes) or "0"


def _by_seat(changes: Sequence[rec.SideChange], players: int) -> Mapping[int, int]:
    by_seat = dict.fromkeys(range(players), 0)
    for change in changes:
        for seat in change.seats:
            by_seat[seat] = change.change
    return by_seat
