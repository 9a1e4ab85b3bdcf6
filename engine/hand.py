"""One hand as a state machine: declaring, the kitty, the tricks, the count.

Every action is an event of :mod:`shengji.engine.events`. :meth:`Hand.verify` says which rule an
event breaks, changes nothing and never raises; :meth:`Hand.apply` makes it happen, also where a
rule was broken: a record tells what was played, and what follows is judged from there.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from shengji.engine import scoring
from shengji.engine.cards import FACES, POINTS, Cards, counts, points
from shengji.engine.declaring import Bidding
from shengji.engine.events import Adjust, Bury, Event, Flip, Laid, Name, Pass, Play, Show, Take
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.follow import follow_fault, monotone
from shengji.engine.holdings import Holdings
from shengji.engine.knowledge import is_complete, least_certain
from shengji.engine.order import Order, Standing, compile_order
from shengji.engine.rules import Rules
from shengji.engine.shapes import Unit, default_reading
from shengji.engine.throws import Stop, throw_stop
from shengji.engine.tricks import Lead, beats, read_lead


class Phase(Enum):
    DECLARING = "declaring"
    BURYING = "burying"
    READY = "ready"
    """The kitty is down; play, or another overturn, may follow."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """How a hand begins. Cards may hold unknown codes; every set has its true number of cards."""

    rules: Rules
    levels: tuple[int | None, ...]
    """The level (rank 0 to 13) at which each seat stands."""
    due: int | None
    """The seat due to deal; None in a first hand, or where it is not known."""
    hands: tuple[Cards, ...]
    kitty: Cards = ()
    kitty_ordered: bool = False
    """The kitty is given top first."""
    drawn: tuple[Cards, ...] | None = None
    """Each seat's cards in the order drawn, where the record gives it."""
    first_drawer: int | None = None
    first: bool = True
    """The first hand of a match: nobody is due to deal, rather than somebody unknown."""
    proved: tuple[Cards, ...] = ()
    """Cards that each seat is known to hold when play begins, for instance since it plays them."""


@dataclass(frozen=True, slots=True)
class TrickDone:
    """A finished trick."""

    leader: int
    winner: int | None
    """None where it cannot be told."""
    points: int
    """Card points of the known cards in it."""
    points_known: bool


@dataclass(frozen=True, slots=True)
class Count:
    """The score of a hand that was played out; None where a fact is missing."""

    captured: int | None
    """Card points in the attackers' tricks, as far as they count."""
    fines: int
    """Points from failed throws and directors to the attackers (negative: from them)."""
    kitty_won: bool | None
    """Did the attackers win the last trick?"""
    kitty_points: int | None
    multiplier: int | None
    """0 where the kitty was not won."""
    total: int | None


@dataclass(slots=True)
class Trick:
    """The trick on the table."""

    leader: int
    plays: list[Cards] = field(default_factory=list)
    """What was really played, from the leader on."""
    lead: Lead | None = None
    best_seat: int | None = None
    best: Cards = ()
    standing: Standing = ()
    """How the best play stands, for the next one to beat."""
    certain: bool = True
    """No unknown card or trump leaves the winner open."""
    points: int = 0
    points_known: bool = True


class Hand:
    """The state of one hand. Seats are ints in order of play."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.seats = setup.rules.players
        self.bidding = Bidding(setup.rules, setup.levels, setup.due, first=setup.first)
        self.holdings = Holdings(setup.rules.decks, setup.hands)
        self.phase = Phase.DECLARING
        self.kitty: Cards = setup.kitty
        """The kitty as it lies: as dealt, then as last buried; empty while somebody holds it."""
        for card in setup.kitty:
            self.holdings.away[card] += 1
        self.order: Order | None = None
        self.level: int | None = None
        self.trump: int | None = None
        self.declarer: int | None = None
        self.taker: int | None = None
        """Who holds the kitty, or held it last."""
        self.to_move: int | None = None
        self.trick: Trick | None = None
        self.done: list[TrickDone] = []
        self.captured = [0] * self.seats
        self.unassigned = 0
        """Points of tricks whose winner is not known."""
        self.points_known = True
        self.carried = 0
        """Points that the attackers had where a problem position begins."""
        self.fines = 0
        self.last_fine = 0
        """What the last failed throw cost."""
        self.last: Trick | None = None
        self.doubted: set[int] = set()
        """Seats that played a card they did not hold: their holdings prove nothing any more."""

    # -- events ---------------------------------------------------------------------------------

    def verify(self, event: Event) -> Verdict:
        """The rule that the event breaks, or cannot be proved to keep; None if it is in order."""
        match event:
            case Play(seat, laid):
                return self.verify_play(seat, laid)
            case Show():
                return self._verify_show(event)
            case Take():
                return self._verify_take(event)
            case Bury():
                return self._verify_bury(event)
            case Flip():
                return self._verify_flip(event)
            case Name():
                return self._verify_name(event)
            case Pass():
                return self._verify_pass(event)
            case Adjust():
                return None

    def apply(self, event: Event) -> None:
        """Make the event happen."""
        match event:
            case Play(seat, laid):
                self.apply_play(seat, laid)
            case Show():
                self._apply_show(event)
            case Take():
                self._apply_take(event)
            case Bury():
                self._apply_bury(event)
            case Flip():
                self.bidding.flip(event.cards)
            case Name():
                self._apply_name(event)
            case Pass():
                self.bidding.passed(event.seat)
            case Adjust():
                self._fine(event.seats[0], event.points)

    # -- trump ----------------------------------------------------------------------------------

    def settle(self) -> None:
        """Take trump, level and declarer from the showings and flips, as far as they tell."""
        outcome = self.bidding.outcome()
        if not outcome.undeclared or self.bidding.flipped:
            self.trump = self.trump if outcome.suit is None else outcome.suit
        self.declarer = self.declarer if outcome.declarer is None else outcome.declarer
        self.level = self.level if outcome.level is None else outcome.level
        self._compile()

    def _compile(self) -> None:
        if self.trump is not None and self.level is not None:
            self.order = compile_order(self.rules, self.level, self.trump)

    def attackers(self) -> tuple[int, ...]:
        """The seats against the declarer; empty while he is unknown."""
        if self.declarer is None:
            return ()
        return tuple(seat for seat in range(self.seats) if (seat - self.declarer) % 2)

    def _verify_show(self, show: Show) -> Verdict:
        if self.phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.DECLARE_WINDOW, show.seat, show.cards)
        held, exact, at_most = self._dealt_by(show)
        return self.bidding.verify_show(
            show.seat,
            show.cards,
            held,
            after=show.after,
            exact=exact,
            at_most=at_most,
            later=self.phase is Phase.READY,
        )

    def _dealt_by(self, show: Show) -> tuple[list[int], bool, int | None]:
        """What the seat held when it showed: counts, whether these are all, and how many of them.

        Without the order of the deal, or without the first drawer, the counts are an upper bound.
        """
        held, size, after = self.holdings.held[show.seat], self.rules.hand_size, show.after
        if self.phase is Phase.READY:
            return held, True, None
        if after is None:
            return held, False, None
        first = self.setup.first_drawer
        least, most = after // self.seats, -(-after // self.seats)
        if first is not None:
            turn = (show.seat - first) % self.seats
            least = most = (after + self.seats - 1 - turn) // self.seats
        drawn = self.setup.drawn
        if drawn is None:
            return held, least >= size, min(most, size)
        return counts(drawn[show.seat][:most]), least == most, None

    def _apply_show(self, show: Show) -> None:
        held = self.holdings.held[show.seat]
        self.bidding.show(show.seat, show.cards, show.after, held=held)

    def _verify_pass(self, event: Pass) -> Verdict:
        if self.phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.WRONG_PHASE, event.seat)
        return self.bidding.verify_pass(event.seat, later=self.phase is Phase.READY)

    def _verify_flip(self, event: Flip) -> Verdict:
        if self.phase is not Phase.DECLARING:
            return Fault(Rule.WRONG_PHASE, cards=event.cards)
        kitty = self.kitty if self.kitty else None
        return self.bidding.verify_flip(event.cards, kitty, ordered=self.setup.kitty_ordered)

    def settled(self) -> tuple[int | None, int | None, int | None]:
        """Trump, level and declarer as the showings and flips settle them; None where they do not.

        Where nothing was shown, a record may leave the showings out, so nothing is settled by that.
        """
        outcome = self.bidding.outcome()
        if outcome.undeclared and not self.bidding.flipped:
            return None, None, outcome.declarer
        return outcome.suit, outcome.level, outcome.declarer

    def _verify_name(self, event: Name) -> Verdict:
        """Trump, level and declarer against what is settled."""
        stated = (event.suit, event.level, event.declarer)
        for known, said in zip(self.settled(), stated, strict=True):
            if known is not None and said is not None and known != said:
                return Fault(Rule.TRUMP_MISMATCH, event.declarer)
        return None

    def _apply_name(self, event: Name) -> None:
        self.settle()
        self.trump = event.suit if self.trump is None else self.trump
        self.declarer = event.declarer if self.declarer is None else self.declarer
        self.level = event.level if self.level is None else self.level
        if self.level is None and self.declarer is not None:
            self.level = self.setup.levels[self.declarer]
        self._compile()

    # -- the kitty ------------------------------------------------------------------------------

    def _verify_take(self, event: Take) -> Verdict:
        if self.phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.WRONG_PHASE, event.seat)
        if self.phase is Phase.DECLARING and self.bidding.taker() is None:
            if self.declarer in (None, event.seat):
                return None
            return Fault(Rule.TAKE_SEAT, event.seat, other=self.declarer)
        return self.bidding.verify_take(event.seat)

    def _apply_take(self, event: Take) -> None:
        self.bidding.take()
        if self.phase is Phase.DECLARING:
            self.settle()
            if self.declarer is None:
                self.declarer = event.seat
            if self.level is None:
                self.level = self.setup.levels[self.declarer]
                self._compile()
        else:
            self._retrump()
        self.taker = event.seat
        for card in self.kitty:
            self.holdings.away[card] -= 1
        self.holdings.add(event.seat, self.kitty)
        self.kitty = ()
        self.phase = Phase.BURYING

    def _retrump(self) -> None:
        """An overturn after the burying changes trump; declarer and level stay."""
        suit = self.bidding.outcome().suit
        if suit is not None:
            self.trump = suit
            self._compile()

    def _verify_bury(self, event: Bury) -> Verdict:
        if self.phase is not Phase.BURYING:
            return Fault(Rule.WRONG_PHASE, event.seat, event.cards)
        if event.seat != self.taker:
            return Fault(Rule.TAKE_SEAT, event.seat, other=self.taker)
        size = self.rules.kitty
        if len(event.cards) != size:
            found = len(event.cards)
            return Fault(Rule.BURY_COUNT, event.seat, event.cards, expected=size, found=found)
        if lacking := self.holdings.lacking(event.seat, event.cards):
            return Fault(Rule.BURY_NOT_HELD, event.seat, lacking)
        return None

    def _apply_bury(self, event: Bury) -> None:
        self._move_cards(event.seat, event.cards)
        self.kitty = event.cards
        self.phase = Phase.READY

    def begin_play(self) -> None:
        """The bidding is over: the declarer leads, and what the record proves of hands is known."""
        if self.phase is not Phase.PLAYING:
            self.phase = Phase.PLAYING
            self.to_move = self.declarer
            for seat, cards in enumerate(self.setup.proved):
                if self.holdings.partial[seat]:
                    self.holdings.learn(seat, cards)

    def resume(self, leader: int, captured: tuple[int, ...], attackers: int = 0) -> None:
        """A problem position: play goes on with this leader and the points taken so far.

        `captured` are points by seat, `attackers` those of the attackers where seats are not told.
        """
        self.begin_play()
        self.to_move = leader
        self.captured = list(captured)
        self.carried = attackers

    # -- play -----------------------------------------------------------------------------------

    def verify_play(self, seat: int, laid: Laid) -> Verdict:
        """The rule that a play breaks. A marked irregularity must be one, and excuses itself only.

        The seat's turn, then its cards, then their number, then lead or follow rules.
        """
        verdict = self._verify_unmarked(seat, laid)
        if laid.mark is None:
            return verdict
        return _excuse(seat, laid, verdict, leads=self.trick is None)

    def _verify_unmarked(self, seat: int, laid: Laid) -> Verdict:
        cards, trick = laid.cards, self.trick
        if seat != self.to_move and self.to_move is not None:
            rule = Rule.LEADER if trick is None else Rule.TURN
            return Fault(rule, seat, cards, other=self.to_move)
        if lacking := self.holdings.lacking(seat, cards):
            return Fault(Rule.PLAY_NOT_HELD, seat, lacking)
        if trick is None:
            return self._verify_lead(seat, laid)
        size = len(trick.plays[0])
        if len(cards) != size:
            return Fault(Rule.PLAY_COUNT, seat, cards, expected=size, found=len(cards))
        return self._verify_follow(trick, seat, cards)

    def _verify_follow(self, trick: Trick, seat: int, cards: Cards) -> Verdict:
        lead, order, held = trick.lead, self.order, self.holdings
        if lead is None or order is None or max(cards) >= FACES:
            return Unproved(Rule.FOLLOW_SUIT, seat)
        if not held.partial[seat]:
            return follow_fault(order, lead, held.held[seat], cards)
        if not monotone(self.rules):
            return Unproved(Rule.FOLLOW_SHAPE, seat)
        known = least_certain(held.held[seat])
        for card in cards:
            known[card] = max(known[card], cards.count(card))
        if fault := follow_fault(order, lead, known, cards):
            return fault
        possible = [max(a, b) for a, b in zip(known, held.possible(seat), strict=True)]
        doubt = follow_fault(order, lead, possible, cards)
        return Unproved(doubt.rule, seat) if doubt else None

    def _verify_lead(self, seat: int, laid: Laid) -> Verdict:
        order = self.order
        if order is None or max(laid.cards) >= FACES:
            return Unproved(Rule.LEAD_SUIT, seat)
        lead = read_lead(order, laid.cards, laid.units)
        if isinstance(lead, Fault):
            return replace(lead, seat=seat)
        if laid.forced is None and len(lead.units) == 1:
            return None
        return self._verify_throw(order, lead, seat, laid)

    def _verify_throw(self, order: Order, lead: Lead, seat: int, laid: Laid) -> Verdict:
        proved = self._stop(order, lead, seat, possible=False)
        if laid.forced is not None:
            return self._verify_failed(lead, seat, laid, proved)
        if proved is not None:
            return Fault(Rule.THROW_FAILS, seat, laid.cards, owed=proved.forced, other=proved.seat)
        if self._stop(order, lead, seat, possible=True) is not None:
            return Unproved(Rule.THROW_FAILS, seat)
        return None

    def _verify_failed(self, lead: Lead, seat: int, laid: Laid, proved: Stop | None) -> Verdict:
        forced = laid.forced or ()
        if forced not in [unit.cards for unit in lead.units] or len(lead.units) == 1:
            return Fault(Rule.THROW_FORCED, seat, forced, owed=proved.forced if proved else ())
        if any(self.holdings.partial[other] for other in self._others(seat)):
            return self._verify_failed_partly(lead, seat, laid)
        if proved is None:
            return Fault(Rule.THROW_STANDS, seat, laid.cards)
        if forced != proved.forced:
            return Fault(Rule.THROW_FORCED, seat, forced, owed=proved.forced)
        if laid.beaten_by is not None and laid.beaten_by not in proved.seats:
            return Fault(Rule.THROW_BEATEN_BY, seat, forced, other=laid.beaten_by)
        return None

    def _verify_failed_partly(self, lead: Lead, seat: int, laid: Laid) -> Verdict:
        assert self.order is not None
        if self._stop(self.order, lead, seat, possible=True) is None:
            return Fault(Rule.THROW_STANDS, seat, laid.cards)
        return Unproved(Rule.THROW_FORCED, seat)

    def _others(self, leader: int) -> list[int]:
        """The seats whose cards may stop a throw, in turn order."""
        after = [(leader + step) % self.seats for step in range(1, self.seats)]
        if self.rules.throw_check == "others":
            return after
        return [seat for seat in after if (seat - leader) % 2]

    def _stop(self, order: Order, lead: Lead, leader: int, *, possible: bool) -> Stop | None:
        holdings = self.holdings
        pick = holdings.possible if possible else lambda seat: least_certain(holdings.held[seat])
        hands = [
            (seat, pick(seat) if holdings.partial[seat] else holdings.held[seat])
            for seat in self._others(leader)
        ]
        return throw_stop(order, lead, hands)

    def apply_play(self, seat: int, laid: Laid) -> None:
        """Put a play on the table; the last play of a trick closes it."""
        played = laid.cards if laid.forced is None else laid.forced
        if self.trick is None:
            self._open_trick(seat, laid, played)
        else:
            self._answer(self.trick, seat, played)
        trick = self.trick
        assert trick is not None
        self._move_cards(seat, played)
        trick.plays.append(played)
        self._add_points(trick, played)
        if len(trick.plays) == self.seats:
            self._close_trick(trick)
        else:
            self.to_move = (seat + 1) % self.seats

    def _move_cards(self, seat: int, played: Cards) -> None:
        if seat not in self.doubted and self.holdings.lacking(seat, played):
            self.doubted.add(seat)
            self.holdings.forget(seat)
        self.holdings.remove(seat, played)

    def _add_points(self, trick: Trick, played: Cards) -> None:
        for card in played:
            trick.points += POINTS[card]
        if max(played) >= FACES:
            trick.points_known = trick.certain = False

    def _open_trick(self, seat: int, laid: Laid, played: Cards) -> None:
        self.phase = Phase.PLAYING
        trick = self.trick = Trick(seat, best_seat=seat, best=played)
        if self.to_move is None:
            self._assign(seat)
        if self.order is None or max(played) >= FACES:
            trick.certain = False
            return
        units = laid.units if laid.forced is None else ()
        lead = read_lead(self.order, played, units)
        if not isinstance(lead, Lead):
            trick.certain = False
            return
        trick.lead = lead
        trick.standing = lead.standing
        if laid.forced is not None:
            self._fine_throw(seat, laid)

    def _answer(self, trick: Trick, seat: int, played: Cards) -> None:
        lead, order = trick.lead, self.order
        if lead is None or order is None or not trick.certain or max(played) >= FACES:
            return
        if len(played) == lead.size:
            standing = beats(order, lead, trick.standing, played)
            if standing is not None:
                trick.best_seat, trick.best, trick.standing = seat, played, standing

    def _fine_throw(self, seat: int, laid: Laid) -> None:
        self.last_fine = 0
        if self.rules.throw_penalty == "none" or self.order is None:
            return
        lead = read_lead(self.order, laid.cards, laid.units)
        stop = (
            None if isinstance(lead, Fault) else self._stop(self.order, lead, seat, possible=False)
        )
        fine = scoring.throw_fine(
            self.rules, laid.cards, laid.forced or (), stop.beaten if stop else ()
        )
        self.last_fine = fine
        self._fine(seat, fine)

    def _fine(self, seat: int, amount: int) -> None:
        if self.declarer is not None:
            self.fines += -amount if (seat - self.declarer) % 2 else amount

    def _close_trick(self, trick: Trick) -> None:
        winner = trick.best_seat if trick.certain else None
        self.done.append(TrickDone(trick.leader, winner, trick.points, trick.points_known))
        self.points_known = self.points_known and trick.points_known
        self.to_move = winner
        self.trick, self.last = None, trick
        if winner is None:
            self.unassigned += trick.points
        else:
            self.captured[winner] += trick.points

    def _assign(self, winner: int) -> None:
        """The winner of the last trick is known after all: from its assertion or the next lead."""
        if self.done and self.done[-1].winner is None:
            done = self.done[-1]
            self.done[-1] = TrickDone(done.leader, winner, done.points, done.points_known)
            self.captured[winner] += done.points
            self.unassigned -= done.points
        self.to_move = winner

    def assign(self, winner: int) -> None:
        """Take the winner of the trick just closed from the record, where it cannot be derived."""
        if self.to_move is None:
            self._assign(winner)

    def abandon_trick(self) -> None:
        """The trick on the table is left unfinished; nobody wins it."""
        if self.trick is not None:
            self.points_known = False
            self.to_move, self.trick = None, None

    # -- the count ------------------------------------------------------------------------------

    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        return tuple(map(self.holdings.size, range(self.seats)))

    def attackers_points(self) -> int | None:
        """Card points captured by the attackers and fines so far, kitty not counted."""
        if self.declarer is None:
            return None
        return sum(self.captured[seat] for seat in self.attackers()) + self.carried + self.fines

    def points_are_known(self) -> bool:
        """Every card point and every winner so far is known."""
        return self.points_known and not self.unassigned

    def count(self) -> Count:
        """Add up a hand that was played out (000:139-155)."""
        attackers = self.attackers()
        last = self.done[-1] if self.done else None
        won = (
            None
            if last is None or last.winner is None or not attackers
            else (last.winner in attackers)
        )
        captured = self._captured(attackers, last)
        kitty = points(self.kitty) if is_complete(self.kitty) and self.kitty else None
        if self.rules.kitty == 0:
            kitty = 0
        multiplier = 0 if won is False else self._multiplier() if won else None
        total = None
        if captured is not None and multiplier is not None and (kitty is not None or not won):
            total = captured + self.fines + multiplier * (kitty or 0)
        return Count(captured, self.fines, won, kitty, multiplier, total)

    def _captured(self, attackers: tuple[int, ...], last: TrickDone | None) -> int | None:
        if not attackers or self.unassigned or not self.points_known:
            return None
        total = sum(self.captured[seat] for seat in attackers) + self.carried
        if self.rules.last_trick_points == "excluded" and last and last.winner in attackers:
            total -= last.points
        return total

    def _multiplier(self) -> int | None:
        trick = self.last
        if trick is None or trick.lead is None or self.order is None or not trick.certain:
            return None
        units: tuple[Unit, ...] = trick.lead.units
        if self.rules.kitty_basis == "winning_play" and trick.best_seat != trick.leader:
            units = default_reading(self.order, trick.best)
        return scoring.kitty_multiplier(self.rules, units)


_EXCUSED: Final = {
    "revoke": (Rule.FOLLOW_SUIT, Rule.FOLLOW_SHAPE),
    "count": (Rule.PLAY_COUNT,),
    "turn": (Rule.LEADER, Rule.TURN),
    "exposed": (),
}


def _excuse(seat: int, laid: Laid, verdict: Verdict, *, leads: bool) -> Verdict:
    """What remains of a verdict once the mark is taken into account."""
    mark = laid.mark or ""
    if isinstance(verdict, Fault) and verdict.rule in _EXCUSED[mark]:
        return None
    if mark == "exposed" or (mark == "turn" and not leads):
        return verdict
    if verdict is None:
        return Fault(Rule.MARK_FALSE, seat, laid.cards)
    return verdict
