"""A match, hand by hand: levels and dealer are carried on and checked against every hand line."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from shengji.engine.presets import rules_from_text
from shengji.engine.rules import LEVELS, RuleConflictError, Rules
from shengji.engine.scoring.match import Level
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Code, Value
from shengji.notation.tokens import write_level, write_seat, write_seats
from shengji.replay.listening import Listener, OnlyErrors, Where
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome, Settling, State


class MatchReplay:
    """Drives the hands of one match in order. Hands may come from a stream, one at a time."""

    def __init__(self, rules: Rules, listener: Listener, *, override: bool = False) -> None:
        self.match_rules = rules
        self.rules = rules
        """The rules of the hand being replayed: its own where it names some."""
        self.override = override
        """Rules that a hand names for itself are passed over."""
        self.listener = listener
        self.state: State | None = None
        """None before the first hand."""
        self.hands = 0

    def play(self, hand: rec.Hand) -> tuple[HandReplay, HandOutcome]:
        """Replay the next hand of the match and settle it.

        :raises RuleError: see :meth:`rules_of`.
        """
        replay, opening = self.begin(hand)
        replay.run()
        return replay, self.settle(replay, opening)

    def begin(self, hand: rec.Hand) -> tuple[HandReplay, State]:
        """The next hand of the match, to be driven and then settled by :meth:`settle`, and the
        state before it.

        :raises RuleError: see :meth:`rules_of`.
        """
        self.rules = self.rules_of(hand)
        index = self.hands
        self.hands += 1
        opening = self._opening(hand, index)
        return HandReplay(hand, index, self.rules, opening.before(), self.listener), opening

    def settle(self, replay: HandReplay, opening: State) -> HandOutcome:
        """What a hand comes to that was driven to its end; the match goes on from there."""
        hand = replay.record
        if not hand.ended:
            self.listener.finding(dia.UNFINISHED_HAND, Where(replay.index), hand=hand.number)
        outcome = Settling(self.rules, self.listener, replay, opening).outcome()
        self.state = outcome.after
        return outcome

    def rules_of(self, hand: rec.Hand) -> Rules:
        """The rules that hold for a hand: those of its own `Rules` tag, else the match's.

        :raises RuleError: its tag names none that exist, or a table of another size.
        """
        text = next((tag.value for tag in hand.tags if tag.name == "Rules"), None)
        if text is None or self.override:
            return self.match_rules
        rules = rules_from_text(text)[1]
        if rules.players != self.match_rules.players:
            raise RuleConflictError("players", str(rules.players), str(self.match_rules.players))
        return rules

    def skip(self, hand: rec.Hand, sound: int | None = None) -> None:
        """Pass over a hand that cannot be judged as a whole: nothing can be carried on from it.

        `sound` is the number of its statements in front of the first line that could not be read.
        What is proved of those is told; None: the hand line itself could not be read.
        """
        index = self.hands
        self.listener.finding(dia.NOT_CHECKABLE_DAMAGED, Where(index), hand=hand.number)
        if not hand.ended:
            self.listener.finding(dia.UNFINISHED_HAND, Where(index), hand=hand.number)
        if sound is not None:
            self._glimpse(replace(hand, events=hand.events[:sound], ended=False), index)
        self.hands += 1
        self.state = State((None,) * self.rules.players, None, (), hand.number, open=True)

    def _glimpse(self, hand: rec.Hand, index: int) -> None:
        before = self._opening(hand, index).before()
        HandReplay(hand, index, self.rules, before, OnlyErrors(self.listener)).run()

    def finish(self, match: rec.MatchEnd | None) -> None:
        """Check the `match` statement against what the hands come to."""
        if match is None:
            return
        where = Where(max(self.hands - 1, 0), part="match")
        winners = self.state.winners if self.state else ()
        if beyond := [seat for seat in match.seats if seat >= self.rules.players]:
            self.listener.finding(dia.SEAT_BEYOND_TABLE, where, seat=write_seat(beyond[0]),
                                  players=self.rules.players)  # fmt: skip
        elif winners:
            if match.seats == winners:
                self.listener.confirmed()
            else:
                self.listener.finding(
                    dia.WRONG_MATCH,
                    where,
                    written=write_seats(match.seats),
                    derived=write_seats(winners),
                )
        elif (
            match.reason is None
            and match.seats != (rec.NOBODY,)
            and not (self.state and self.state.open)
        ):
            self.listener.finding(dia.MATCH_NOT_OVER, where)

    def _opening(self, hand: rec.Hand, index: int) -> State:
        """The state that the hand line states, checked against the one carried on."""
        stated = self._stated(hand, index)
        carried = self.state
        if carried is None or hand.fresh:
            return replace(stated, first=hand.number == 1)
        if hand.number != carried.number + 1:
            self._find(dia.HAND_ORDER, index, "number", written=hand.number,
                       derived=carried.number + 1)  # fmt: skip
        if carried.winners:
            self._find(dia.MATCH_OVER, index, "number", hand=hand.number)
        levels = self._levels(stated, carried, index)
        due = self._due(stated, carried, index)
        if levels != carried.levels and _played_at(hand, carried.levels, levels):
            levels = carried.levels
        if due != carried.due and _dealt_by(hand, carried.due, due):
            due = carried.due
        return State(levels, due, (), hand.number, carried.first)

    def _stated(self, hand: rec.Hand, index: int) -> State:
        levels: list[Level | None] = [None] * self.rules.players
        for side in hand.levels:
            for seat in side.seats:
                if seat < len(levels):
                    levels[seat] = side.level
                else:
                    self._find(dia.SEAT_BEYOND_TABLE, index, "levels", seat=write_seat(seat),
                               players=self.rules.players)  # fmt: skip
        for level in levels:
            if level is not None and not self._exists(level):
                self._find(dia.HAND_LEVELS, index, "levels", written=write_level(level),
                           expected=self.rules.level_ladder)  # fmt: skip
                break
        self._partners(levels, index)
        due = None if hand.dealer < 0 else hand.dealer
        if due is not None and due >= self.rules.players:
            self._find(dia.SEAT_BEYOND_TABLE, index, "dealer", seat=write_seat(due),
                       players=self.rules.players)  # fmt: skip
            due = None
        return State(tuple(levels), due, (), hand.number)

    def _exists(self, level: Level) -> bool:
        """Can anybody stand at this level under the rules?"""
        on_ladder = LEVELS[level.rank] in self.rules.level_ladder
        return on_ladder and (level.lap == 1 or self.rules.after_top == "wrap")

    def _partners(self, levels: Sequence[Level | None], index: int) -> None:
        """Where a side has one level, partners cannot stand at two."""
        if self.rules.level_owner == "player":
            return
        for side in (0, 1):
            stated = dict.fromkeys(level for level in levels[side::2] if level is not None)
            if len(stated) > 1:
                written = " ".join(map(write_level, stated))
                self._find(dia.PARTNER_LEVELS, index, "levels", written=written)

    def _levels(self, stated: State, carried: State, index: int) -> tuple[Level | None, ...]:
        pairs = list(zip(stated.levels, carried.levels, strict=True))
        wrong = [
            seat for seat, (said, known) in enumerate(pairs) if said and known and said != known
        ]
        if wrong:
            said, known = pairs[wrong[0]]
            self._find(dia.LEVEL_CARRY, index, "levels", seats=write_seats(tuple(wrong)),
                       written=write_level(said), derived=write_level(known))  # fmt: skip
        elif any(said and known for said, known in pairs):
            self.listener.confirmed()
        return tuple(said or known for said, known in pairs)

    def _due(self, stated: State, carried: State, index: int) -> int | None:
        if stated.due is None or carried.due is None:
            return carried.due if stated.due is None else stated.due
        if stated.due == carried.due:
            self.listener.confirmed()
        else:
            self._find(dia.DEALER_CARRY, index, "dealer", written=write_seat(stated.due),
                       derived=write_seat(carried.due))  # fmt: skip
        return stated.due

    def _find(self, code: Code, index: int, part: str, **arguments: Value) -> None:
        self.listener.finding(code, Where(index, part=part), **arguments)


def _played_at(
    hand: rec.Hand, carried: Sequence[Level | None], stated: Sequence[Level | None]
) -> bool:
    """Whether the hand was played at the level carried on, so that its own line has a slip."""
    trump = next((event for event in hand.events if isinstance(event, rec.Trump)), None)
    if trump is None or trump.level is None or not 0 <= trump.declarer < len(carried):
        return False
    due, said = carried[trump.declarer], stated[trump.declarer]
    return due is not None and said is not None and trump.level.rank == due.rank != said.rank


def _dealt_by(hand: rec.Hand, carried: int | None, stated: int | None) -> bool:
    """Whether all lines before play that name who has the kitty name the seat carried on."""
    named = {
        event.declarer if isinstance(event, rec.Trump) else event.seat
        for event in hand.events
        if isinstance(event, rec.Trump | rec.Take | rec.Bury)
    }
    return carried is not None and named == {carried} != {stated}


def replay_record(
    record: rec.Record, rules: Rules, listener: Listener
) -> Iterator[tuple[HandReplay, HandOutcome]]:
    """Every hand of a record in order, replayed; the match is checked at the end."""
    match = MatchReplay(rules, listener)
    for hand in record.hands:
        yield match.play(hand)
    match.finish(record.match)
