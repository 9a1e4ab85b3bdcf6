"""The play of a hand: who holds, leads and lays down what, and who wins each trick."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, TypeAlias

from shengji.engine.cards import FACES, POINTS, Cards
from shengji.engine.events import Laid
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.friends import Friends
from shengji.engine.holdings import Holdings
from shengji.engine.knowledge import (
    Opposed,
    judge_follow,
    judge_throw,
    judge_whole,
    opposed,
    stops,
    unseen,
)
from shengji.engine.order import RAINBOW, TRUMP, Order, Standing
from shengji.engine.pack import Copies
from shengji.engine.play.follow import Duty, duty, follow_fault, legal_follows, legal_leads
from shengji.engine.play.partial import surely_in
from shengji.engine.play.tricks import Lead, beats, lead_fault, read_lead
from shengji.engine.rules import Rules
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.match import side_of

Problems: TypeAlias = Sequence[tuple[int, Fault | Unproved]]
"""Verdicts on the plays of a trick, by position; regular plays have none."""

_REVOKES: Final = (Rule.FOLLOW_SUIT, Rule.FOLLOW_SHAPE)
_LOOKED_AT: Final = 1000
"""How many plays are looked at for legal ones, unless the caller says another number."""


@dataclass(slots=True)
class Trick:
    """A trick, on the table or done."""

    leader: int
    plays: list[Cards] = field(default_factory=list)
    """What was really played, from the leader on."""
    lead: Lead | None = None
    """None where the cards led are no lead, or cannot be told."""
    best_seat: int | None = None
    best: Cards = ()
    standing: Standing = ()
    """How the best play stands, for the next one to beat."""
    certain: bool = True
    """No unknown card or trump leaves the winner open."""
    points: int = 0
    """Card points of the known cards in it."""
    points_known: bool = True
    winner: int | None = None
    """Who won it, once it is done; None where that cannot be told."""


class Table:
    """The cards in play. Seats are ints in order of play.

    A record tells what was played. So a play that breaks a rule happens all the same, and what
    follows is judged from there.
    """

    def __init__(
        self, rules: Rules, hands: Sequence[Cards], kitty: Cards, copies: Copies | None = None
    ) -> None:
        """`copies` are the cards of this hand, where some of those of the decks are left out."""
        self.rules = rules
        self.seats = rules.players
        self.holdings = Holdings(rules.copies if copies is None else copies, hands, kitty)
        self.order: Order | None = None
        """None while trump or level are unknown."""
        self.declarer: int | None = None
        self.to_move: int | None = None
        """None where the winner of the last trick is not known."""
        self.trick: Trick | None = None
        self.done: list[Trick] = []
        self.captured = [0] * self.seats
        self.unassigned = 0
        """Points of tricks whose winner is not known."""
        self.points_known = True
        self.paid = [0] * self.seats
        """Points that each seat paid to the other side for failed throws or by a director."""
        self.fines_known = True
        self.last_fine: int | None = 0
        """What the last failed throw cost; None where that cannot be told."""
        self.uneven: set[int] = set()
        """Seats that did not play as many cards as were led."""
        self.friends = Friends(rules) if rules.partnership == "friends" else None
        """Whom the declarer calls; None where sides are fixed."""
        self._void: set[tuple[int, int]] = set()
        """Seats and effective suits of which they have no more cards."""

    @property
    def last(self) -> Trick | None:
        """The last finished trick."""
        return self.done[-1] if self.done else None

    @property
    def last_winner(self) -> int | None:
        """Who won the last finished trick; None where there is none, or that cannot be told."""
        return self.done[-1].winner if self.done else None

    @property
    def uncounted(self) -> set[int]:
        """Seats whose number of cards proves nothing at the end."""
        return self.uneven | self.holdings.doubted

    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        return tuple(map(self.holdings.size, range(self.seats)))

    # -- sides ------------------------------------------------------------------------------------

    def found_friends(self) -> Friends | None:
        """The friends that all tricks done so far have found; None where sides are fixed."""
        self._look_at_tricks(len(self.done))
        return self.friends

    def _look_at_tricks(self, end: int) -> None:
        friends, declarer = self.friends, self.declarer
        if friends is not None and declarer is not None:
            for trick in self.done[friends.tricks : end]:
                friends.look(declarer, trick.leader, trick.plays)

    def attackers(self) -> tuple[int, ...]:
        """The seats against the declarer as the table knows them; empty while he is unknown.

        Who may still turn out to be a friend counts to them until then.
        """
        if self.declarer is None:
            return ()
        friends = self.found_friends()
        if friends is None:
            return side_of(self.rules, self.declarer + 1)
        return self.against(friends.known_side(self.declarer))

    def against(self, side: Collection[int]) -> tuple[int, ...]:
        """The seats that are not on a side."""
        return tuple(seat for seat in range(self.seats) if seat not in side)

    # -- is a play in order? ----------------------------------------------------------------------

    def verify_play(self, seat: int, laid: Laid) -> Verdict:
        """The rule that a play breaks: turn, number, cards held, then lead or follow rules.

        A marked irregularity must be one, and excuses itself alone.
        """
        turn = self._verify_turn(seat, laid)
        if isinstance(turn, Fault):
            return turn
        if number := self._verify_number(seat, laid):
            return number
        if lacking := self.holdings.lacking(seat, laid.cards):
            return Fault(Rule.PLAY_NOT_HELD, seat, lacking)
        verdict = self._verify_cards(seat, laid)
        if isinstance(verdict, Fault):
            return verdict
        if turn is None and verdict is None and self._may_lack(seat, laid.cards):
            return Unproved(Rule.PLAY_NOT_HELD, seat)
        return verdict if turn is None else turn

    def _verify_turn(self, seat: int, laid: Laid) -> Verdict:
        marked, due = laid.mark == "turn", self.to_move
        if due is None:
            return Unproved(Rule.MARK_FALSE if marked else Rule.LEADER, seat)
        if seat != due:
            rule = Rule.LEADER if self.trick is None else Rule.TURN
            return None if marked else Fault(rule, seat, laid.cards, other=due)
        if marked and self.trick is None:
            return Fault(Rule.MARK_FALSE, seat, laid.cards)
        # Of a follower, in whose turn the play stands in the trick, cards cannot contradict it.
        return None

    def _may_lack(self, seat: int, cards: Cards) -> bool:
        holdings = self.holdings
        return holdings.partial[seat] and is_known(cards) and not holdings.surely(seat, cards)

    def _verify_number(self, seat: int, laid: Laid) -> Fault | None:
        """As many cards as were led; a hand that an earlier slip left short gives what it has."""
        found = len(laid.cards)
        size = max(1, found) if self.trick is None else len(self.trick.plays[0])
        if found and (laid.mark == "count" or found == size):
            return None
        if 0 < found == self.holdings.size(seat) < size:
            return None
        return Fault(Rule.PLAY_COUNT, seat, laid.cards, expected=size, found=found)

    def _verify_cards(self, seat: int, laid: Laid) -> Verdict:
        cards, mark = laid.cards, laid.mark
        if self.trick is None:
            verdict = self._verify_lead(seat, laid)
            false = mark in ("revoke", "count") and not isinstance(verdict, Fault)
            return Fault(Rule.MARK_FALSE, seat, cards) if false else verdict
        if len(cards) != len(self.trick.plays[0]):
            return None
        if laid.forced is not None:
            return Fault(Rule.THROW_STANDS, seat, cards)
        if mark == "count":
            return Fault(Rule.MARK_FALSE, seat, cards)
        verdict = self._verify_follow(self.trick, seat, cards)
        return _as_revoke(seat, cards, verdict) if mark == "revoke" else verdict

    def _verify_follow(self, trick: Trick, seat: int, cards: Cards) -> Verdict:
        lead, order, holdings = trick.lead, self.order, self.holdings
        if lead is None or order is None or not is_known(cards):
            return Unproved(Rule.FOLLOW_SUIT, seat)
        if holdings.partial[seat]:
            return judge_follow(order, lead, holdings, seat, cards)
        fault = follow_fault(order, lead, holdings.held[seat], cards)
        return None if fault is None else replace(fault, seat=seat)

    def _verify_lead(self, seat: int, laid: Laid) -> Verdict:
        order, cards = self.order, laid.cards
        if order is None or not is_known(cards):
            plain = laid.forced is None and not laid.units and is_known(cards)
            return None if plain and cards[0] == cards[-1] else Unproved(Rule.LEAD_SUIT, seat)
        lead = read_lead(order, cards, laid.units)
        if isinstance(lead, Fault):
            return replace(lead, seat=seat)
        if fault := lead_fault(order, lead):
            return replace(fault, seat=seat, cards=cards)
        if laid.forced is None and not lead.is_throw:
            return None
        whole: Verdict = None
        if self.rules.throw_whole_suit and lead.is_throw and lead.suit != RAINBOW:
            whole = judge_whole(order, lead, self.holdings, seat, cards)
            if isinstance(whole, Fault):
                return whole
        verdict = judge_throw(order, lead, seat, self._opposed(seat), laid)
        return whole if verdict is None else verdict

    def _opposed(self, leader: int) -> Opposed:
        """The cards that may stop a throw (option throw_check)."""
        after = [(leader + step) % self.seats for step in range(1, self.seats)]
        match self.rules.throw_check:
            case "opponents":
                after = self._opponents(leader, after)
            case "seen":
                return unseen(self.holdings, leader, after, self.hidden_from(leader))
            case "others":
                pass
        return opposed(self.holdings, after)

    def hidden_from(self, seat: int) -> Cards:
        """The cards that are in no hand, and that the seat cannot see."""
        return ()

    def _opponents(self, leader: int, seats: Iterable[int]) -> list[int]:
        """Those of some seats who are not known to be with the leader."""
        friends = self.found_friends()
        if friends is None:
            return [seat for seat in seats if (seat - leader) % 2]
        return [seat for seat in seats if not friends.together(self.declarer, leader, seat)]

    # -- a play happens ---------------------------------------------------------------------------

    def apply_play(self, seat: int, laid: Laid) -> None:
        """Put a play on the table; the last play of a trick closes it."""
        played = laid.played
        if self.trick is None:
            trick = self.trick = self._opened(seat, laid, played)
        else:
            trick = self.trick
            self._answer(trick, seat, played)
        self.holdings.give(seat, played)
        trick.plays.append(played)
        trick.points += sum(map(POINTS.__getitem__, played))
        if not is_known(played):
            trick.points_known = trick.certain = False
        if len(trick.plays) == self.seats:
            self._close(trick)
        else:
            self.to_move = (seat + 1) % self.seats

    def _opened(self, seat: int, laid: Laid, played: Cards) -> Trick:
        if self.to_move is None:
            self._assign(seat)
        lead = self._lead(played, laid.units if laid.forced is None else ())
        if laid.forced is not None:
            self._fine_throw(seat, laid)
        if lead is None:
            return Trick(seat, best_seat=seat, best=played, certain=False)
        return Trick(seat, [], lead, seat, played, lead.standing)

    def _lead(self, cards: Cards, units: Sequence[Cards]) -> Lead | None:
        """What the others have to answer, whether it may be led or not.

        Units announced that are no reading of the cards leave the default one.
        """
        if self.order is None or not cards or not is_known(cards):
            return None
        lead = read_lead(self.order, cards, units)
        if isinstance(lead, Fault) and units:
            lead = read_lead(self.order, cards)
        return None if isinstance(lead, Fault) else lead

    def _answer(self, trick: Trick, seat: int, played: Cards) -> None:
        """A play of another size never wins."""
        if len(played) != len(trick.plays[0]):
            self.uneven.add(seat)
            return
        if trick.lead is None or self.order is None or not trick.certain or not is_known(played):
            return
        standing = beats(self.order, trick.lead, trick.standing, played)
        if standing is not None:
            trick.best_seat, trick.best, trick.standing = seat, played, standing

    def _close(self, trick: Trick) -> None:
        winner = trick.best_seat if trick.certain else None
        trick.winner = self.to_move = winner
        self.done.append(trick)
        self.trick = None
        if not trick.points_known:
            self.points_known = False
        if winner is None:
            self.unassigned += trick.points
        else:
            self.captured[winner] += trick.points

    def assign(self, winner: int) -> None:
        """Take the winner of the trick just closed from the record, where it cannot be derived."""
        if self.to_move is None:
            self._assign(winner)

    def _assign(self, winner: int) -> None:
        """The winner of the last trick is known after all: from its assertion or the next lead."""
        if self.done and self.done[-1].winner is None:
            done = self.done[-1]
            done.winner = winner
            self.captured[winner] += done.points
            self.unassigned -= done.points
        self.to_move = winner

    def abandon_trick(self) -> None:
        """The trick on the table is left unfinished; nobody wins it."""
        if self.trick is None:
            return
        for step in range(len(self.trick.plays), self.seats):
            self.holdings.doubt((self.trick.leader + step) % self.seats)
        if (friends := self.found_friends()) is not None:
            friends.lose_track()
        self.points_known = False
        self.to_move, self.trick = None, None

    def doubt_trick(self, seats: Iterable[int] = ()) -> None:
        """The last trick cannot have been as it is told: its winner is open, and these hands are.

        A slip of the pen is one fault; without this, all that follows it would look like others.
        """
        for seat in seats:
            self.holdings.doubt(seat)
        self._doubt_friends()
        if self.trick is not None:
            self.trick.certain = False
        elif self.done and (winner := self.done[-1].winner) is not None:
            self.captured[winner] -= self.done[-1].points
            self.unassigned += self.done[-1].points
            self.done[-1].winner = self.to_move = None

    def _doubt_friends(self) -> None:
        """The last trick, done or not, may have found other friends than it says."""
        if self.friends is None:
            return
        before = len(self.done) - (self.trick is None)
        self._look_at_tricks(before)
        if self.friends.tricks == before < len(self.done):
            self.friends.skip()
        else:
            self.friends.lose_track()

    def lose_track(self) -> None:
        """Tricks are missing: from here on nobody's cards, points or turn are known."""
        for seat in range(self.seats):
            self.holdings.doubt(seat)
        if (friends := self.found_friends()) is not None:
            friends.lose_track()
        self.points_known, self.to_move = False, None

    # -- fines ------------------------------------------------------------------------------------

    def _fine_throw(self, seat: int, laid: Laid) -> None:
        beaten = self._beaten(seat, laid) if self.rules.throw_penalty_basis == "beaten" else ()
        if beaten is None:
            self.last_fine, self.fines_known = None, False
        else:
            fine = scoring.throw_fine(self.rules, laid.cards, laid.forced or (), beaten)
            self.last_fine = fine
            self.fine(seat, fine)

    def _beaten(self, seat: int, laid: Laid) -> Cards | None:
        """The cards of all units of a throw that somebody can beat; None where that is open."""
        lead = self._lead(laid.cards, laid.units)
        if lead is None or self.order is None:
            return None
        sure, possible = stops(self.order, lead, self._opposed(seat))
        if sure != possible:
            return None
        return () if sure is None else sure.beaten

    def fine(self, seat: int, amount: int) -> None:
        """Points from the side of a seat to the other; open while the declarer is."""
        if self.declarer is None:
            self.fines_known = False
        else:
            self.paid[seat] += amount

    @property
    def fines(self) -> int:
        """Points from failed throws and directors to the attackers (negative: from them).

        As with the points in tricks, who pays is a matter of the side on which a seat ends.
        """
        return self.fines_to(self.attackers())

    def fines_to(self, attackers: Collection[int]) -> int:
        """The same where these seats attack."""
        return sum(-paid if seat in attackers else paid for seat, paid in enumerate(self.paid))

    # -- a whole trick ----------------------------------------------------------------------------

    def play_trick(self, leader: int, plays: Sequence[Laid]) -> Problems:
        """Verify and apply the plays of a trick, one after the other.

        What is plainly in order, which is nearly everything where all cards are known, takes a
        short way to what :meth:`verify_play` and :meth:`apply_play` would do.
        """
        made = self._play_singles(leader, plays) or self._lead_plainly(leader, plays)
        problems: list[tuple[int, Fault | Unproved]] = []
        while made < len(plays):
            if self.trick is not None and len(self.trick.plays) == made:
                made = self._follow_plainly(self.trick, plays, made)
                if made == len(plays):
                    break
            seat = (leader + made) % self.seats
            verdict = self.verify_play(seat, plays[made])
            if verdict is not None:
                problems.append((made, verdict))
            self.apply_play(seat, plays[made])
            made += 1
        return problems

    def _play_singles(self, leader: int, plays: Sequence[Laid]) -> int:
        """Make the plays of a trick led with a single card up to one not plainly in order.

        Most tricks are such, and here a check spends its time. So it is one loop over local names:
        a play costs some lookups, and a suit that has run out is looked for but once a hand.
        """
        order, holdings, seats = self.order, self.holdings, self.seats
        if order is None or leader != self.to_move or self.trick is not None or not plays:
            return 0
        laid, best = plays[0], plays[0].cards
        if len(best) != 1 or laid.mark is not None or laid.forced is not None or laid.units:
            return 0
        all_held, void, suit_of, standings = holdings.held, self._void, order.suit, order.standing
        card, held, seat, winner = best[0], all_held[leader], leader, leader
        if not held[card] or True in holdings.partial:
            return 0
        held[card] -= 1
        suit, standing, points = suit_of[card], standings[card], POINTS[card]
        laid_down: list[Cards] = [best]
        for laid in plays[1:seats]:
            cards = laid.cards
            if len(cards) != 1 or laid.mark is not None or laid.forced is not None:
                break
            seat = seat + 1 if seat + 1 < seats else 0
            held, card = all_held[seat], cards[0]
            if not held[card]:
                break
            followed = suit_of[card]
            if followed != suit and (seat, suit) not in void and self._still_has(order, seat, suit):
                break
            if standings[card] > standing and followed in (suit, TRUMP):
                winner, best, standing = seat, cards, standings[card]
            held[card] -= 1
            points += POINTS[card]
            laid_down.append(cards)
        lead, made = read_lead(order, laid_down[0]), len(laid_down)
        assert isinstance(lead, Lead)
        trick = Trick(leader, laid_down, lead, winner, best, standing, True, points)
        if made < seats:
            self.trick, self.to_move = trick, (leader + made) % seats
        else:
            trick.winner = self.to_move = winner
            self.done.append(trick)
            self.captured[winner] += points
        return made

    def _lead_plainly(self, leader: int, plays: Sequence[Laid]) -> int:
        """Make a lead with nothing to say against it; how many plays were made."""
        order = self.order
        if order is None or leader != self.to_move or self.trick is not None or not plays:
            return 0
        laid = plays[0]
        cards, forced, held = laid.cards, laid.forced, self.holdings.held[leader]
        if laid.mark is not None or laid.units or not surely_in(cards, held):
            return 0
        lead = read_lead(order, cards) if cards else None
        if not isinstance(lead, Lead):
            return 0
        if forced is not None or len(lead.shape) > 1:
            if self._verify_lead(leader, laid) is not None:
                return 0
            if forced is not None:
                self._fine_throw(leader, laid)
                cards, lead = forced, read_lead(order, forced)
                assert isinstance(lead, Lead)
        points = 0
        for card in cards:
            held[card] -= 1
            points += POINTS[card]
        self.trick = Trick(leader, [cards], lead, leader, cards, lead.standing, True, points)
        self.to_move = leader + 1 if leader + 1 < self.seats else 0
        return 1

    def _follow_plainly(self, trick: Trick, plays: Sequence[Laid], start: int) -> int:
        """Make the plays that follow up to one that is not plainly in order; how many were made."""
        order, lead, holdings = self.order, trick.lead, self.holdings
        if order is None or lead is None or not trick.certain or True in holdings.partial:
            return start
        seats, all_held, void, laid_down = self.seats, holdings.held, self._void, trick.plays
        suit, size, standing, points = lead.suit, lead.size, trick.standing, trick.points
        seat = (trick.leader + start) % seats
        for laid in plays[start:seats]:
            cards = laid.cards
            if len(cards) != size or laid.mark is not None or laid.forced is not None:
                break
            held = all_held[seat]
            if not surely_in(cards, held):
                break
            if (seat, suit) not in void and follow_fault(order, lead, held, cards):
                break
            higher = beats(order, lead, standing, cards)
            if higher is not None:
                trick.best_seat, trick.best, standing = seat, cards, higher
            for card in cards:
                held[card] -= 1
                points += POINTS[card]
            laid_down.append(cards)
            seat = seat + 1 if seat + 1 < seats else 0
        trick.standing, trick.points, self.to_move = standing, points, seat
        made = len(laid_down)
        if made == seats:
            self._close(trick)
        return made

    def _still_has(self, order: Order, seat: int, suit: int) -> bool:
        """The seat, all of whose cards are known, holds cards of an effective suit."""
        if any(order.suits[suit].pick(self.holdings.held[seat])):
            return True
        self._void.add((seat, suit))
        return False

    # -- what may be played -----------------------------------------------------------------------

    def legal_plays(self, limit: int = _LOOKED_AT) -> Iterator[Cards]:
        """Plays that no rule forbids to the seat to move, one by one; none where that is unknown.

        Of `limit` plays that are looked at, those are yielded that are legal: throws may fail. What
        other seats may hold is open where it is not known, and then a throw counts as legal.
        """
        seat, order = self.to_move, self.order
        if seat is None or order is None or self.holdings.partial[seat]:
            return
        held = self.holdings.held[seat]
        if self.trick is not None:
            if self.trick.lead is not None:
                yield from islice(legal_follows(order, self.trick.lead, held), limit)
            return
        for cards in islice(legal_leads(order, held), limit):
            if not isinstance(self._verify_lead(seat, Laid(cards)), Fault):
                yield cards

    def owes(self, seat: int) -> Duty | None:
        """What a seat owes to the lead on the table; None where nothing is led, or not known."""
        trick, order = self.trick, self.order
        if trick is None or trick.lead is None or order is None or self.holdings.partial[seat]:
            return None
        return duty(order, trick.lead, self.holdings.held[seat])


def is_known(cards: Cards) -> bool:
    """No card of a set in canonical order is unknown: the last has the highest code."""
    return not cards or cards[-1] < FACES


def _as_revoke(seat: int, cards: Cards, verdict: Verdict) -> Verdict:
    """What a verdict on a following play means for one that is marked as a revoke."""
    if isinstance(verdict, Fault):
        return None if verdict.rule in _REVOKES else verdict
    return (
        Fault(Rule.MARK_FALSE, seat, cards) if verdict is None else Unproved(Rule.MARK_FALSE, seat)
    )
