"""Drives a record through the engine, statement by statement, and tells what happened.

One :class:`HandReplay` drives one hand. Everything it notices goes to a listener: verdicts of the
engine, assertions that fail, facts that are missing, and, for those who want steps, a call
after each event. It decides nothing itself: rules belong to the engine, wording to the judge.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from shengji.engine import events
from shengji.engine.cards import FACES, UNKNOWN
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.hand import Hand, Phase, Setup
from shengji.engine.play.table import Problems
from shengji.engine.rules import LEVELS, Rules
from shengji.engine.scoring.match import side_of
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Code, Value
from shengji.notation.tokens import write_seat, write_seats, write_suit
from shengji.replay.facts import Cardset, gather
from shengji.replay.listening import END, Listener, Where
from shengji.replay.offences import departure, prescribes, told, unruled_marks
from shengji.replay.seats import beyond_table, ending_of, within_table


@dataclass(frozen=True, slots=True)
class Before:
    """What is known before a hand: from its own line, checked against the hand before it."""

    levels: tuple[int | None, ...]
    """Rank of each seat's level, 0 to 13."""
    due: int | None
    first: bool = True
    """Nobody has dealt yet, rather than somebody unknown being due."""


_SPOILS: Final = frozenset((Rule.LEADER, Rule.PLAY_NOT_HELD, Rule.PLAY_COUNT))
"""Faults after which a trick cannot have gone as it is told."""


class HandReplay:
    """One hand of a record being driven through the engine."""

    def __init__(
        self, hand: rec.Hand, index: int, rules: Rules, before: Before, listener: Listener
    ) -> None:
        self.beyond = beyond_table(hand.events, rules.players)
        """Seats that the table does not have, by index of the statement that is passed over."""
        self.ending = ending_of(hand.events[number] for number in self.beyond)
        """How the hand ended early, if it did: a seat beyond the table ends it too."""
        self.wrong_joins = sum(isinstance(hand.events[number], rec.Join) for number in self.beyond)
        """How many `join` named a seat that had not joined: each stands for one that did later."""
        if self.beyond:
            hand = replace(hand, events=within_table(hand, self.beyond))
        self.record = hand
        self.index = index
        self.rules = rules
        self.before = before
        self.listener = listener
        copies = rules.copies_dealt(before.levels, before.due, first=before.first)
        self.cards: Cardset = gather(hand, rules, copies)
        self.engine = Hand(_setup(rules, before, self.cards))
        self.buried = iter(self.cards.buried)
        self.trick_number = 1
        """Number of the next trick by counting."""
        self.after_written = 1
        """Number of the next trick after the one that was written last."""
        self.variation: int | None = None
        """Index into the hand's appendix while a variation is being replayed."""
        self.pending: int | None = None
        """Index of a trick statement that still lacks plays."""
        self.won_early: int | None = None
        """Index of one that says all the same who won; told unless the lack of plays is."""
        self.lost: rec.Seats = ()
        """Who lost the hand by a ruling."""
        self.rulings: list[tuple[int, rec.Ruling]] = []
        """With the index of each."""
        self.level_rulings: list[rec.SideChange] = []
        self.point_rulings: list[tuple[rec.SideChange, ...]] = []
        """Points moved by rulings, as long as sides may still change."""
        self.joins: set[int] = set()
        """Seats of which a `join` has told."""
        self.result: rec.Result | None = None
        self.result_index = 0
        self.redealt = False
        self.is_sheet = False
        self.played = False
        self.plays = 0
        self.open_fines: list[tuple[rec.Seats, int | None]] = []
        """Fines that the rules imposed and no `penalty` has asserted yet; None: not known."""

    def run(self) -> None:
        """Drive the whole hand."""
        for _ in self.each():
            pass

    def each(self) -> Iterator[int]:
        """Drive the whole hand; in front of each statement its index, and at last their number."""
        self._after(None)
        self._reconstructed()
        for index, seat in self.beyond.items():
            self._beyond(index, seat)
        yield from self._each(self.record.events)
        self._close()

    def _each(self, events: Sequence[rec.Statement]) -> Iterator[int]:
        for index, event in enumerate(events):
            yield index
            _HANDLERS[type(event)](self, index, event)
        yield len(events)

    def run_to(self, trick: int) -> bool:
        """Drive the hand to the end of this trick; false if there is none.

        0 is the first lead, and so is the number before that of the first trick.
        """
        for index, event in enumerate(self.record.events):
            if isinstance(event, rec.Trick):
                if trick < event.number and not self.played:
                    break
                self._trick(index, event)
                if event.number == trick:
                    return self.engine.trick is None
            elif not isinstance(event, rec.Result):
                _HANDLERS[type(event)](self, index, event)
        if self.played:
            return False
        self.played = True
        self.engine.begin_play()
        return trick in (0, self.trick_number - 1)

    def run_variation(self, variation: int, events: tuple[rec.Statement, ...]) -> None:
        """From where the hand stands, drive an alternative line."""
        for _ in self.each_of_variation(variation, events):
            pass

    def each_of_variation(self, variation: int, events: tuple[rec.Statement, ...]) -> Iterator[int]:
        """The same, with the stops of :meth:`each`."""
        self.variation, self.won_early = variation, None
        yield from self._each(events)
        self._tell_won_early()

    def _reconstructed(self) -> None:
        """Tell what was completed by proof, so that nobody takes it for a statement."""
        for seat in self.cards.completed:
            self._say(dia.HAND_RECONSTRUCTED, None, seat=write_seat(seat))
        if self.cards.completed_kitty:
            self._say(dia.KITTY_RECONSTRUCTED, None)
        if self.cards.completed_bury:
            self._say(dia.BURY_RECONSTRUCTED, None)

    def _beyond(self, index: int, seat: rec.Seat, part: str = "") -> None:
        self._say(dia.SEAT_BEYOND_TABLE, index, part,
                  seat=write_seat(seat), players=self.rules.players)  # fmt: skip

    # -- helpers --------------------------------------------------------------------------------

    def _at(self, event: int | None, play: int | None = None, part: str = "") -> Where:
        return Where(self.index, event, play, part, self.variation)

    def _say(self, code: Code, event: int | None, part: str = "", **arguments: Value) -> None:
        self.listener.finding(code, self._at(event, part=part), **arguments)

    def _after(self, event: int | None, play: int | None = None) -> None:
        if self.listener.watches:
            self.listener.after(self._at(event, play), self)

    def _do(self, index: int, event: events.Event) -> None:
        """Verify, tell, apply, tell."""
        if (verdict := self.engine.verify(event)) is not None:
            self.listener.verdict(self._at(index), verdict)
        self.engine.apply(event)
        self._after(index)

    def _declarer_name(self) -> str:
        declarer = self.engine.declarer
        return "?" if declarer is None else write_seat(declarer)

    def _nothing(self, index: int, event: rec.Statement) -> None:
        self._after(index)

    # -- before play ----------------------------------------------------------------------------

    def _deal(self, index: int, event: rec.Deal) -> None:
        if (verdict := self.engine.verify_deal()) is not None:
            self.listener.verdict(self._at(index), verdict)
        self._after(index)

    def _start(self, index: int, event: rec.Start) -> None:
        captured = [0] * self.rules.players
        for item in event.points_by_seat:
            captured[item.seat] = item.points
        # Those that each seat has taken are all there are.
        attackers = 0 if event.points_by_seat else event.points
        self.engine.resume(event.seat, tuple(captured), attackers)
        self.trick_number = self.after_written = event.trick
        self._after(index)

    def _declare(self, index: int, event: rec.Declare) -> None:
        self._do(index, events.Show(event.seat, event.cards, event.after))

    def _overturn(self, index: int, event: rec.Overturn) -> None:
        show = events.Show(event.seat, event.cards)
        if self.engine.phase is not Phase.DECLARING:
            self._do(index, show)
            return
        fault = Fault(Rule.WRONG_PHASE, event.seat, event.cards)
        self.listener.verdict(self._at(index), fault)
        self.engine.apply(show)
        self._after(index)

    def _pass(self, index: int, event: rec.Pass) -> None:
        self._do(index, events.Pass(event.seat))

    def _flip(self, index: int, event: rec.Flip) -> None:
        self._do(index, events.Flip(event.cards))

    def _trump(self, index: int, event: rec.Trump) -> None:
        suit = None if event.suit == rec.UNKNOWN_SUIT else event.suit
        level = None if event.level is None else event.level.rank
        settled = self.engine.settled()
        nobody = event.declarer == rec.NOBODY and bool(self.engine.bidding.showings)
        seat = event.declarer if event.declarer >= 0 else None
        if event.declarer == rec.NOBODY and not nobody:
            seat = self.before.due
        name = events.Name(suit, level, seat)
        if nobody or self.engine.verify(name) is not None:
            code = dia.FAULTS[Rule.TRUMP_MISMATCH]
            written = _trump_text(suit, level, event.declarer)
            self._say(code, index, written=written, derived=_trump_text(*settled))
        elif settled != (None, None, None):
            self.listener.confirmed()
        self.engine.apply(name)
        self._after(index)

    def _take(self, index: int, event: rec.Take) -> None:
        self._do(index, events.Take(event.seat))

    def _bury(self, index: int, event: rec.Bury) -> None:
        if self.engine.phase is not Phase.BURYING:
            self.engine.apply(events.Take(event.seat))
        bury = events.Bury(event.seat, next(self.buried, event.cards))
        if (verdict := self.engine.verify(bury)) is not None:
            self.listener.verdict(self._at(index), verdict)
        taker = self.engine.taker
        if taker is not None and not self.engine.holdings.lacking(taker, bury.cards):
            # Where another seat is named, only the letter is wrong.
            bury = replace(bury, seat=taker)
        self.engine.apply(bury)
        self._after(index)

    # -- friends --------------------------------------------------------------------------------

    def _friend(self, index: int, event: rec.Friend) -> None:
        if self.engine.friends is None:
            self._say(dia.NO_FRIENDS, index)
        else:
            self._do(index, events.Call(event.card, event.copy))

    def _join(self, index: int, event: rec.Join) -> None:
        """Who joined the declarer: checked, and taken where it cannot be derived."""
        friends, seat = self.engine.found_friends(), event.seat
        if friends is None:
            self._say(dia.NO_FRIENDS, index)
            return
        untold = self.untold()
        if seat in untold:
            self.joins.add(seat)
            self.listener.confirmed()
        elif friends.tell(self.engine.declarer, seat):
            self.joins.add(seat)
            self._say(dia.NOT_CHECKABLE_FRIEND, index, seat=write_seat(seat))
        else:
            derived = write_seats(untold)
            self._say(dia.WRONG_JOIN, index, written=write_seat(seat), derived=derived)
            self.joins.update(untold[:1])
            self.wrong_joins += not untold
        self._after(index)

    def untold(self) -> rec.Seats:
        """The seats that have joined the declarer and of which no `join` has told."""
        friends = self.engine.found_friends()
        if friends is None:
            return ()
        return tuple(sorted(seat for seat in friends.joined if seat not in self.joins))

    def _call_unknown(self, index: int) -> None:
        """Play begins: who was not called is not known, and is told by the record alone."""
        friends = self.engine.friends
        if friends is not None and (fault := friends.lacking(self.engine.declarer)) is not None:
            self.listener.verdict(self._at(index), fault)
            friends.fill()

    # -- play -----------------------------------------------------------------------------------

    def _begin(self, index: int) -> None:
        """Play begins with the first trick."""
        self.played = True
        self._complete_bidding(index)
        self._call_unknown(index)
        self.engine.begin_play()
        if self.listener.watches:
            self.listener.after(self._at(index, part="lead"), self)

    def _complete_bidding(self, index: int) -> None:
        """What has to come before play and is not told."""
        engine = self.engine
        if engine.phase is Phase.DECLARING:
            engine.settle()
            if self.rules.kitty:
                self._say(dia.MISSING_TAKE, index, seat=self._declarer_name())
        if engine.phase is Phase.READY and (taker := engine.bidding.taker()) is not None:
            self._say(dia.MISSING_TAKE, index, seat=write_seat(taker))
        if engine.phase is Phase.BURYING:
            self._say(dia.MISSING_BURY, index, seat=self._declarer_name())
            self._bury_unknown()
        if engine.trump is None and not any(isinstance(e, rec.Trump) for e in self.record.events):
            self._say(dia.MISSING_TRUMP, index)

    def _bury_unknown(self) -> None:
        """Cards were buried all the same, or the seat would be accused of holding them."""
        if (taker := self.engine.taker) is not None:
            self.engine.apply(events.Bury(taker, (UNKNOWN,) * self.rules.kitty))

    def _trick(self, index: int, trick: rec.Trick) -> None:
        engine = self.engine
        if not self.played:
            self._begin(index)
        if engine.trick is not None:
            self._short_trick()
        if trick.number not in (self.trick_number, self.after_written):
            self._misnumbered(index, trick)
        self.trick_number += 1
        self.after_written = trick.number + 1
        self.plays += len(trick.plays)
        leader = trick.leader
        if leader != engine.to_move:
            leader = self._leader(index, trick)
        if len(trick.plays) > 1 and len(trick.plays[0].cards) > len(trick.plays[1].cards):
            trick = self._unmarked_throw(index, leader, trick)
        if self.listener.watches or len(trick.plays) > engine.seats or leader >= engine.seats:
            self._play_one_by_one(index, trick, leader)
        else:
            problems = engine.play_trick(leader, trick.plays)
            for position, verdict in problems:
                self.listener.verdict(self._at(index, position), verdict)
            if problems:
                self._doubt(leader, problems)
            if trick.plays and trick.plays[0].forced is not None:
                self._note_fine(leader)
            self._won(index, trick.won)
        if engine.trick is not None:
            self.pending = index

    def _misnumbered(self, index: int, trick: rec.Trick) -> None:
        """The number is wrong, or tricks are missing."""
        self._say(dia.TRICK_NUMBER, index, "number",
                  written=trick.number, derived=self.trick_number)  # fmt: skip
        if trick.number > self.trick_number and self._lacks_tricks(index, trick.leader):
            self.engine.lose_track()
            self.trick_number = trick.number

    def _unmarked_throw(self, index: int, leader: rec.Seat, trick: rec.Trick) -> rec.Trick:
        """The trick as it was played, if all followed to what a throw that fails had to lay down.

        Then the record only lacks what was forced, and that is told here.
        """
        lead, *answers = trick.plays
        if lead.forced is not None or leader >= self.engine.seats:
            return trick
        found = self.engine.verify_play(leader, lead)
        if not isinstance(found, Fault) or found.rule is not Rule.THROW_FAILS:
            return trick
        if any(len(play.cards) != len(found.owed) for play in answers):
            return trick
        self.listener.verdict(self._at(index, 0), found)
        made = replace(lead, forced=found.owed, beaten_by=found.other)
        return replace(trick, plays=(made, *answers))

    def _lacks_tricks(self, index: int, seat: rec.Seat) -> bool:
        """Whether the tricks from here on are too few for the cards held, so that some are missing.

        Else only their numbers are wrong.
        """
        to_come = sum(
            len(trick.plays[0].played)
            for trick in self.record.events[index:]
            if isinstance(trick, rec.Trick) and trick.plays
        )
        return seat < self.engine.seats and to_come < self.engine.cards_left()[seat]

    def _leader(self, index: int, trick: rec.Trick) -> rec.Seat:
        """Who led: the seat whose turn it was, if the cards are those it and the next ones held.

        Then only the letter is wrong, and that is told here. So is a seat that the table lacks.
        """
        due, stated = self.engine.to_move, trick.leader
        if stated >= self.engine.seats:
            self._beyond(index, stated, "leader")
            return stated if due is None else due
        if due is None or due == stated:
            return stated
        if any(play.mark for play in trick.plays) or self._hold(stated, trick):
            return stated
        if not self._hold(due, trick):
            return stated
        fault = Fault(Rule.LEADER, stated, trick.plays[0].cards, other=due)
        self.listener.verdict(self._at(index, 0), fault)
        return due

    def _hold(self, leader: rec.Seat, trick: rec.Trick) -> bool:
        """Can every seat hold what it plays, if this one leads?"""
        engine = self.engine
        return not any(
            engine.holdings.lacking((leader + step) % engine.seats, play.cards)
            for step, play in enumerate(trick.plays)
        )

    def _doubt(self, leader: rec.Seat, problems: Problems) -> None:
        """A slip in a trick must not make faults of what follows from it."""
        spoiled = [
            (position, verdict.rule)
            for position, verdict in problems
            if isinstance(verdict, Fault) and verdict.rule in _SPOILS
        ]
        if spoiled:
            uneven = [p for p, rule in spoiled if rule is Rule.PLAY_COUNT]
            self.engine.doubt_trick((leader + p) % self.engine.seats for p in uneven)

    def _play_one_by_one(self, index: int, trick: rec.Trick, leader: rec.Seat) -> None:
        """The plays of a trick that somebody watches, or that does not fit the table."""
        engine = self.engine
        problems: list[tuple[int, Fault | Unproved]] = []
        if len(trick.plays) > engine.seats:
            self._trick_length(index, len(trick.plays))
        last = min(len(trick.plays), engine.seats) - 1
        for position, play in enumerate(trick.plays[: engine.seats]):
            seat = (leader + position) % engine.seats
            if (found := engine.verify_play(seat, play)) is not None:
                self.listener.verdict(self._at(index, position), found)
                problems.append((position, found))
            engine.apply_play(seat, play)
            if position == 0 and play.forced is not None:
                self._note_fine(seat)
            if position == last:
                self._doubt(leader, problems)
                self._won(index, trick.won)
            self._after(index, position)

    def _short_trick(self) -> None:
        engine = self.engine
        assert engine.trick is not None
        self._trick_length(self.pending, len(engine.trick.plays))
        engine.abandon_trick()
        self.won_early = None

    def _trick_length(self, index: int | None, found: int) -> None:
        fault = Fault(Rule.TRICK_LENGTH, expected=self.rules.players, found=found)
        self.listener.verdict(self._at(index), fault)

    def _won(self, index: int, won: rec.Won | None) -> None:
        """What the line says of who won: checked, and taken where it cannot be derived."""
        engine = self.engine
        if won is None:
            return
        if engine.trick is not None or not engine.done:
            self.won_early = index
            return
        done = engine.done[-1]
        winner, points = done.winner, done.points
        if winner == won.seat and points == won.points and done.points_known:
            self.listener.confirmed()
        elif won.seat >= engine.seats:
            self._beyond(index, won.seat, "won")
        elif winner is not None and winner != won.seat:
            self._say(dia.WRONG_WINNER, index, "won",
                      written=write_seat(won.seat), derived=write_seat(winner))  # fmt: skip
        else:
            if winner is None:
                self._say(dia.NOT_CHECKABLE_WINNER, index, "won", written=write_seat(won.seat))
                engine.assign(won.seat)
            if won.points is not None:
                self._won_points(index, won.points, points, known=done.points_known)

    def _won_points(self, index: int, said: int, points: int, *, known: bool) -> None:
        """The points of a trick, as far as its cards are known."""
        if said < points or (known and said != points):
            self._say(dia.WRONG_POINTS, index, "won", written=said, derived=points)
        elif not known:
            self._say(dia.NOT_CHECKABLE_POINTS, index, "won", written=said)

    def _note_fine(self, seat: int) -> None:
        if (fine := self.engine.last_fine) != 0:
            # Where sides change, only the seat itself is sure to pay.
            side = side_of(self.rules, seat) if self.engine.friends is None else (seat,)
            self.open_fines.append((side, fine))

    def _penalty(self, index: int, event: rec.Penalty) -> None:
        if event.reason == "director":
            self._do(index, events.Adjust(event.seats, event.points))
            return
        fine = (event.seats, event.points)
        if fine in self.open_fines:
            self.open_fines.remove(fine)
            self.listener.confirmed()
        elif (event.seats, None) in self.open_fines:
            self.open_fines.remove((event.seats, None))
            self._say(dia.NOT_CHECKABLE_POINTS, index, "points", written=event.points)
        else:
            due = self.open_fines.pop(0) if self.open_fines else None
            self._say(dia.WRONG_PENALTY, index, "points", written=_fine_text(*fine),
                      derived=_fine_text(*due) if due else "-")  # fmt: skip
        self._after(index)

    def _ruling(self, index: int, event: rec.Ruling) -> None:
        self.point_rulings.append(event.points)
        if self.engine.friends is None:
            self._move_points()
        self.rulings.append((index, event))
        self.level_rulings.extend(event.levels)
        self.lost = event.lost or self.lost
        self._after(index)

    def attackers(self) -> rec.Seats:
        """The seats against the declarer, as far as the sides are known."""
        side = self.engine.side(over=False)
        return self.engine.attackers() if side is None else self.engine.against(side)

    def _move_points(self) -> None:
        """Points move once, also where the record tells it of both sides."""
        if not self.point_rulings:
            return
        attackers = self.attackers()
        for points in self.point_rulings:
            own = [change for change in points if change.seats[0] in attackers]
            for change in own or points:
                self.engine.apply(events.Adjust(change.seats, -change.change))
        self.point_rulings.clear()

    # -- the end --------------------------------------------------------------------------------

    def _end_early(self, index: int, event: rec.Statement) -> None:
        self.ending = event
        # Without a trick in the record nothing was played, or nothing was written down.
        stated = getattr(event, "points", None) if self.played else None
        known = self.engine.attackers_points()
        if stated is not None and known is not None and self.engine.points_are_known():
            if stated != known:
                self._say(dia.WRONG_POINTS, index, "points", written=stated, derived=known)
            else:
                self.listener.confirmed()
        self._after(index)

    def _redeal(self, index: int, event: rec.Redeal) -> None:
        self.redealt = True
        if self.played:
            self._say(dia.REDEAL_AFTER_PLAY, index)
            self._after(index)
        else:
            self._do(index, events.Redeal(event.reason, event.seat))

    def _sheet(self, index: int, event: rec.Sheet) -> None:
        self.is_sheet = True
        self._after(index)

    def _result(self, index: int, event: rec.Result) -> None:
        self.result, self.result_index = event, index

    def _close(self) -> None:
        stopped = not self.record.ended or self.ending is not None or bool(self.lost)
        if self.played and not stopped:
            if self.engine.trick is not None:
                self._short_trick()
            self._cards_left()
        self._tell_won_early()
        self._move_points()
        if self.record.ended and (untold := self.untold()[self.wrong_joins :]):
            self._say(dia.MISSING_JOIN, END, seats=write_seats(untold))
        if prescribes(self.rules):
            self._judge_rulings()

    def _judge_rulings(self) -> None:
        """Rulings, and marks without one, beside what the rules prescribe for such an offence."""
        attackers = self.attackers()
        for index, ruling in self.rulings:
            if found := departure(self.rules, ruling, attackers):
                self._say(dia.RULING_DEPARTS, index, written=found.written, derived=found.derived)
        for index, play, seat, mark in unruled_marks(self.rules, self.record.events):
            due = told(self.rules, mark, seat, attackers)
            self.listener.finding(dia.RULING_DUE, self._at(index, play), mark=mark, derived=due)

    def _tell_won_early(self) -> None:
        if self.won_early is not None:
            self._say(dia.WON_EARLY, self.won_early, "won")

    def _cards_left(self) -> None:
        for seat, size in self._left():
            fault = Fault(Rule.CARDS_LEFT, seat, self._known_left(seat), found=size)
            self.listener.verdict(self._at(END), fault)

    def _left(self) -> list[tuple[int, int]]:
        """The seats that are proved to hold cards still, and how many."""
        uncounted = self.engine.uncounted
        sizes = enumerate(self.engine.cards_left())
        return [(seat, size) for seat, size in sizes if size and seat not in uncounted]

    def _known_left(self, seat: int) -> tuple[int, ...]:
        return tuple(card for card in self.engine.holdings.cards(seat) if card < FACES)

    @property
    def played_out(self) -> bool:
        """Every card was played and the count decides."""
        return (
            self.played
            and self.ending is None
            and not self.lost
            and self.engine.trick is None
            and not self._left()
        )


def _setup(rules: Rules, before: Before, cards: Cardset) -> Setup:
    """How the hand begins in the engine."""
    return Setup(
        rules,
        before.levels,
        before.due,
        cards.hands,
        cards.kitty,
        kitty_ordered=cards.drawn is not None and not cards.completed_kitty,
        drawn=cards.drawn,
        first_drawer=cards.first_drawer,
        first=before.first,
        proved=cards.proved,
    )


_HANDLERS: Final[Mapping[type, Callable[[HandReplay, int, Any], None]]] = {
    rec.Deal: HandReplay._deal,
    rec.Hands: HandReplay._nothing,
    rec.Kitty: HandReplay._nothing,
    rec.Start: HandReplay._start,
    rec.Declare: HandReplay._declare,
    rec.Overturn: HandReplay._overturn,
    rec.Pass: HandReplay._pass,
    rec.Flip: HandReplay._flip,
    rec.Trump: HandReplay._trump,
    rec.Take: HandReplay._take,
    rec.Bury: HandReplay._bury,
    rec.Trick: HandReplay._trick,
    rec.Friend: HandReplay._friend,
    rec.Join: HandReplay._join,
    rec.Claim: HandReplay._end_early,
    rec.Concede: HandReplay._end_early,
    rec.Abandon: HandReplay._end_early,
    rec.Forfeit: HandReplay._end_early,
    rec.Redeal: HandReplay._redeal,
    rec.Penalty: HandReplay._penalty,
    rec.Ruling: HandReplay._ruling,
    rec.Retract: HandReplay._nothing,
    rec.Result: HandReplay._result,
    rec.Sheet: HandReplay._sheet,
    rec.Vendor: HandReplay._nothing,
}


def _fine_text(seats: rec.Seats, points: int | None) -> str:
    return f"{write_seats(seats)} {'?' if points is None else points}"


def _trump_text(suit: int | None, level: int | None, declarer: int | None) -> str:
    """Trump, level and declarer as a `trump` statement writes them."""
    return " ".join(
        (
            "?" if suit is None else write_suit(suit),
            "?" if level is None else LEVELS[level],
            "?" if declarer is None else write_seat(declarer),
        )
    )
