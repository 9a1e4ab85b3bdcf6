"""One hand as a state machine: declaring, the kitty, the tricks, the count.

Every action is an event of :mod:`shengji.engine.events`. :meth:`Hand.verify` says which rule an
event breaks, changes nothing and never raises; :meth:`Hand.apply` makes it happen, also where a
rule was broken: a record tells what was played, and what follows is judged from there.
"""

from dataclasses import dataclass
from enum import Enum

from shengji.engine.cards import FACES, NO_TRUMP, Cards, counts, points
from shengji.engine.declaring import redeals
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.declaring.burying import verify_points
from shengji.engine.events import (
    Adjust,
    Bury,
    Call,
    Event,
    Flip,
    Name,
    Pass,
    Play,
    Redeal,
    Show,
    Take,
)
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.friends import Called
from shengji.engine.order import RAINBOW, compile_order
from shengji.engine.pack import Copies
from shengji.engine.play.shapes import Unit, default_reading
from shengji.engine.play.table import Table, Trick, is_known
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.match import side_of


class Phase(Enum):
    DECLARING = "declaring"
    BURYING = "burying"
    READY = "ready"
    """The kitty is down; play, or another overturn, may follow."""
    PLAYING = "playing"
    OVER = "over"
    """All cards were played."""


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

    @property
    def copies(self) -> Copies:
        """The cards of the hand, by face."""
        return self.rules.copies_dealt(self.levels, self.due, first=self.first)


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


class Hand(Table):
    """The state of one hand."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.rules, setup.hands, setup.kitty, setup.copies)
        self.setup = setup
        self.bidding = Bidding(
            setup.rules, setup.levels, setup.due, first=setup.first, hands=self.holdings.held
        )
        self.kitty: Cards = setup.kitty
        """The kitty as it lies: as dealt, then as last buried; empty while somebody holds it."""
        self.level: int | None = None
        self.trump: int | None = None
        self.taker: int | None = None
        """Who holds the kitty, or held it last."""
        self.carried: int | None = 0
        """Points that the attackers had where a problem position begins; None: nobody said."""
        self._phase = Phase.DECLARING

    @property
    def phase(self) -> Phase:
        if self._phase is Phase.PLAYING and self.done and not self.trick:
            return Phase.PLAYING if any(self.cards_left()) else Phase.OVER
        return self._phase

    def verify_deal(self) -> Verdict:
        """Did the right seat draw the first card (先摸牌)?"""
        first, due = self.setup.first_drawer, self.setup.due
        if self.rules.first_drawer == "any" or None in (first, due) or first == due:
            return None
        return Fault(Rule.FIRST_DRAWER, first, other=due, option="first_drawer")

    # -- events ---------------------------------------------------------------------------------

    def verify(self, event: Event) -> Verdict:
        """The rule that the event breaks, or cannot be proved to keep; None if it is in order."""
        match event:
            case Play(seat, laid):
                if self._phase not in (Phase.READY, Phase.PLAYING):
                    return Fault(Rule.WRONG_PHASE, seat, laid.cards)
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
            case Redeal():
                return self._verify_redeal(event)
            case Call():
                return self._verify_call(event)
            case Adjust():
                return None

    def apply(self, event: Event) -> None:
        """Make the event happen."""
        match event:
            case Play(seat, laid):
                self.begin_play()
                self.apply_play(seat, laid)
            case Show():
                held = self.holdings.held[event.seat]
                self.bidding.show(event.seat, event.cards, event.after, held=held)
            case Take():
                self._apply_take(event)
            case Bury():
                self._apply_bury(event)
            case Flip():
                self.bidding.flip(event.cards, self.kitty)
            case Name():
                self._apply_name(event)
            case Pass():
                self.bidding.passed(event.seat)
            case Call():
                self._apply_call(event)
            case Adjust():
                if event.seats:
                    self.fine(event.seats[0], event.points)
            case Redeal():
                pass

    # -- trump ----------------------------------------------------------------------------------

    def _verify_show(self, show: Show) -> Verdict:
        if self._phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.DECLARE_WINDOW, show.seat, show.cards)
        held, exact, at_most = self._dealt_by(show)
        return self.bidding.verify_show(
            show.seat,
            show.cards,
            held,
            after=show.after,
            exact=exact,
            at_most=at_most,
            later=self._phase is Phase.READY,
        )

    def _dealt_by(self, show: Show) -> tuple[list[int], bool, int | None]:
        """What the seat held when it showed: counts, whether these are all, and how many of them.

        Without the order of the deal, or without the first drawer, the counts are an upper bound.
        """
        held, size, after = self.holdings.held[show.seat], self.rules.hand_size, show.after
        if self._phase is Phase.READY:
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

    def _verify_pass(self, event: Pass) -> Verdict:
        if self._phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.WRONG_PHASE, event.seat)
        return self.bidding.verify_pass(event.seat, later=self._phase is Phase.READY)

    def _verify_flip(self, event: Flip) -> Verdict:
        if self._phase is not Phase.DECLARING:
            return Fault(Rule.WRONG_PHASE, cards=event.cards)
        kitty = self.kitty if self.kitty else None
        return self.bidding.verify_flip(event.cards, kitty, ordered=self.setup.kitty_ordered)

    def _verify_redeal(self, event: Redeal) -> Verdict:
        """What has no rule of its own, such as a misdeal, is for the table to decide."""
        taken = self._phase is not Phase.DECLARING
        if event.reason == "mutiny":
            return redeals.verify_mutiny(self.bidding, self.holdings.held, event.seat, taken=taken)
        return redeals.verify_undeclared(self.bidding) if event.reason == "undeclared" else None

    def settled(self) -> tuple[int | None, int | None, int | None]:
        """Trump, level and declarer as the showings and flips settle them; None where they do not.

        Where nothing was shown, a record may have left the showings out: that settles no trump, nor
        who deals where declaring would have moved the deal.
        """
        outcome = self.bidding.outcome()
        if self.bidding.showings or self.bidding.flipped:
            return outcome.suit, outcome.level, outcome.declarer
        if outcome.declarer is None or self.rules.declarer_deals == "always":
            return None, None, None
        suit = NO_TRUMP if outcome.level == NO_TRUMP_LEVEL else None
        return suit, outcome.level, outcome.declarer

    def settle(self) -> None:
        """Take trump, level and declarer from the showings and flips, as far as they tell."""
        suit, level, declarer = self.settled()
        self._set(suit, level, declarer)

    def _set(self, suit: int | None, level: int | None, declarer: int | None) -> None:
        """What is told replaces what was known."""
        self.trump = self.trump if suit is None else suit
        self.declarer = self.declarer if declarer is None else declarer
        self.level = self.level if level is None else level
        self._compile()

    def _compile(self) -> None:
        order = self.order
        if self.trump is None or self.level is None:
            self.order = None
        elif order is None or (order.level, order.trump) != (self.level, self.trump):
            self.order = compile_order(self.rules, self.level, self.trump)

    def _verify_name(self, event: Name) -> Verdict:
        """Trump, level and declarer against what is settled; the level is the declarer's."""
        if self.bidding.flipped and self.bidding.outcome().redeal:
            return Fault(Rule.TRUMP_MISMATCH, event.declarer, option="match_dealer")
        suit, level, declarer = self.settled()
        if level is None and event.declarer is not None:
            level = self.setup.levels[event.declarer]
        stated = (event.suit, event.level, event.declarer)
        for known, said in zip((suit, level, declarer), stated, strict=True):
            if known is not None and said is not None and known != said:
                return Fault(Rule.TRUMP_MISMATCH, event.declarer)
        return None

    def _apply_name(self, event: Name) -> None:
        suit, level, declarer = self.settled()
        declarer = event.declarer if declarer is None else declarer
        if level is None and declarer is not None:
            level = self.setup.levels[declarer]
        self._set(
            event.suit if suit is None else suit, event.level if level is None else level, declarer
        )

    # -- the kitty ------------------------------------------------------------------------------

    def _verify_take(self, event: Take) -> Verdict:
        if self._phase not in (Phase.DECLARING, Phase.READY):
            return Fault(Rule.WRONG_PHASE, event.seat)
        if self._phase is Phase.READY:
            return self.bidding.verify_take(event.seat)
        declarer = self.settled()[2]
        declarer = self.declarer if declarer is None else declarer
        if declarer is None:
            return Unproved(Rule.TAKE_SEAT, event.seat)
        return None if declarer == event.seat else Fault(Rule.TAKE_SEAT, event.seat, other=declarer)

    def _apply_take(self, event: Take) -> None:
        overturned = self.bidding.taker() is not None
        self.bidding.take(event.seat)
        if self._phase is Phase.DECLARING:
            self.settle()
            if self.declarer is None:
                self._set(None, None, event.seat)
            if self.level is None and self.declarer is not None:
                self._set(None, self.setup.levels[self.declarer], None)
        elif overturned:
            # It changes trump, maybe to one that is not known; declarer and level stay.
            self.trump = self.bidding.outcome().suit
            self._compile()
        self.taker = event.seat
        self.holdings.take_up(event.seat, self.kitty)
        self._void.clear()
        self.kitty = ()
        self._phase = Phase.BURYING

    def _verify_bury(self, event: Bury) -> Verdict:
        if self._phase is not Phase.BURYING:
            return Fault(Rule.WRONG_PHASE, event.seat, event.cards)
        if event.seat != self.taker:
            return Fault(Rule.TAKE_SEAT, event.seat, other=self.taker)
        size = self.rules.kitty
        if len(event.cards) != size:
            found = len(event.cards)
            return Fault(Rule.BURY_COUNT, event.seat, event.cards, expected=size, found=found)
        if lacking := self.holdings.lacking(event.seat, event.cards):
            return Fault(Rule.BURY_NOT_HELD, event.seat, lacking)
        worth: Verdict = None
        if self.rules.kitty_points_limit is not None:
            held = self.holdings.cards(event.seat)
            worth = verify_points(self.rules, event.seat, held, event.cards)
        if isinstance(worth, Fault) or not self.holdings.partial[event.seat]:
            return worth
        known = tuple(card for card in event.cards if card < FACES)
        sure = self.holdings.surely(event.seat, known)
        return worth if sure else Unproved(Rule.BURY_NOT_HELD, event.seat)

    def _apply_bury(self, event: Bury) -> None:
        self.holdings.give(event.seat, event.cards)
        self.kitty = event.cards
        self.to_move = self.declarer
        self._phase = Phase.READY

    # -- friends --------------------------------------------------------------------------------

    def _verify_call(self, event: Call) -> Verdict:
        """The dealer calls once he has taken the kitty (000:237), and before play."""
        friends = self.friends
        in_time = self._phase is not Phase.DECLARING or not self.rules.kitty
        if friends is None or not in_time or self.done or self.trick is not None:
            return Fault(Rule.WRONG_PHASE, self.declarer, (event.card,))
        return friends.verify(self.declarer, event.card, event.copy, self.order)

    def _apply_call(self, event: Call) -> None:
        """What cannot be called finds whom the record says: it may be a slip of the pen."""
        friends = self.friends
        if friends is None:
            return
        held = self._copies(event.card)
        played: int | None = 0
        if isinstance(friends.verify(self.declarer, event.card, event.copy, self.order), Fault):
            played = None
        elif self._phase is Phase.PLAYING:
            played = None if held is None else self.holdings.copies[event.card] - sum(held)
        friends.call(self.declarer, Called(event.card, event.copy, played), held)

    def _copies(self, card: int) -> list[int] | None:
        """How many copies of a card each seat holds, what the declarer buried his; None if open."""
        held = [hand[card] for hand in self.holdings.held]
        if self.declarer is not None and self.taker in (None, self.declarer):
            held[self.declarer] += self.kitty.count(card)
        if sum(held) == self.holdings.copies[card]:
            return held
        return None if any(self.holdings.partial) or not is_known(self.kitty) else held

    def side(self, *, over: bool = True) -> frozenset[int] | None:
        """The declarer's side as it is at the end; None where that is not known.

        `over`: every card was played; else a friend who was not found by then leaves it open.
        """
        if self.declarer is None:
            return None
        friends = self.found_friends()
        if friends is None:
            return frozenset(side_of(self.rules, self.declarer))
        return friends.final_side(self.declarer, over=over)

    # -- play -----------------------------------------------------------------------------------

    def begin_play(self) -> None:
        """The bidding is over: the declarer leads, and what the record proves of hands is known."""
        if self._phase is not Phase.PLAYING:
            self._phase = Phase.PLAYING
            self.to_move = self.declarer
            for seat, cards in enumerate(self.setup.proved):
                if self.holdings.partial[seat]:
                    self.holdings.learn(seat, cards)

    def resume(self, leader: int, captured: tuple[int, ...], attackers: int | None = 0) -> None:
        """A problem position: play goes on with this leader and the points taken so far.

        `captured` are points by seat, `attackers` those of the attackers where seats are not told;
        None where neither is: then no total is known up to the end of the hand.
        """
        self.begin_play()
        self.to_move = leader
        self.captured = list(captured)
        self.carried = attackers

    def hidden_from(self, seat: int) -> Cards:
        """The kitty, but for who buried it and where it lies open."""
        known = seat == self.taker or self.rules.kitty_visible == "all"
        known = known or (self.rules.kitty_visible == "dealer" and seat == self.declarer)
        return () if known else self.kitty

    # -- the count ------------------------------------------------------------------------------

    def attackers_points(self) -> int | None:
        """Card points captured by the attackers and fines so far, kitty not counted.

        None where it is not known who they are, or with how many points they began.
        """
        friends = self.found_friends()
        if self.declarer is None or (friends is not None and not friends.countable()):
            return None
        if self.carried is None:
            return None
        return sum(self.captured[seat] for seat in self.attackers()) + self.carried + self.fines

    def points_are_known(self) -> bool:
        """Every card point, every winner and every fine so far is known."""
        told = self.points_known and self.carried is not None
        return told and not self.unassigned and self.fines_known

    def count(self) -> Count:
        """Add up a hand that was played out (000:139-155)."""
        side = self.side()
        attackers = () if side is None else self.against(side)
        last = self.last
        won: bool | None = None
        if attackers and last is not None and last.winner is not None:
            won = last.winner in attackers
        captured, fines = self._captured(attackers, last), self.fines_to(attackers)
        kitty = points(self.kitty) if is_known(self.kitty) else None
        multiplier = self._multiplier() if won else 0 if won is False else None
        bonus: int | None = None
        if multiplier == 0 or kitty == 0:
            bonus = 0 if won is not None else None
        elif multiplier is not None and kitty is not None:
            bonus = multiplier * kitty
        total = None
        if captured is not None and bonus is not None and self.fines_known:
            total = captured + fines + bonus
        return Count(captured, fines, won, kitty, multiplier, total)

    def _captured(self, attackers: tuple[int, ...], last: Trick | None) -> int | None:
        if not attackers or self.unassigned or not self.points_known or self.carried is None:
            return None
        total = sum(self.captured[seat] for seat in attackers) + self.carried
        if self.rules.last_trick_points == "excluded" and last and last.winner in attackers:
            total -= last.points
        return total

    def _multiplier(self) -> int | None:
        """By the units of the lead, or as 000:273 has it, of the play that won."""
        trick = self.last
        if trick is None or trick.lead is None or self.order is None or not trick.certain:
            return None
        units: tuple[Unit, ...] = trick.lead.units
        answered = trick.best_seat != trick.leader and trick.lead.suit != RAINBOW
        if self.rules.kitty_basis == "winning_play" and answered:
            units = default_reading(self.order, trick.best)
        return scoring.kitty_multiplier(self.rules, units)
