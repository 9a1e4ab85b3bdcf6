"""Finding friends (找朋友): the cards that the dealer calls, and who joins him by them.

With the kitty in hand, the dealer calls as many cards as he may have friends. Under `nth`
(tractor-online settings 5) a friend is who plays the copy called, counted at the end of a trick
over everybody's plays, the dealer's too. Under `holder` (000:237) he is who holds another copy, of
several the nearest in order of play; where the dealer has them all, he plays alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shengji.engine.cards import FACES, POINTS, UNKNOWN, Cards, rank_of
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.order import TRUMP, Order
from shengji.engine.rules import LEVELS, Rules


@dataclass(slots=True)
class Called:
    """A card called, and what has come of it."""

    card: int
    copy: int = 1
    seen: int | None = 0
    """Copies played so far; None where that cannot be told, so that the record has to."""
    settled: bool = False
    """Nothing that is played can change any more whom it finds."""
    friend: int | None = None
    """Whom it found: maybe somebody who is on the dealer's side already; None for nobody yet."""
    revealed: bool = False
    """Everybody at the table knows it."""


class Friends:
    """The calls of a hand, and the side that they make. Seats are ints in order of play."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.calls: list[Called] = []
        self.joined: list[int] = []
        """Who is known at the table to have joined the dealer, in the order in which they did."""
        self.tricks = 0
        """How many tricks were looked at."""

    # -- calling ----------------------------------------------------------------------------------

    def verify(self, dealer: int | None, card: int, copy: int, order: Order | None) -> Verdict:
        """May the dealer call this card?"""
        rules, called = self.rules, (card,)
        if self.complete:
            expected, found = rules.friend_number, len(self.calls) + 1
            return Fault(Rule.FRIEND_COUNT, dealer, called, expected=expected, found=found,
                         option="friends")  # fmt: skip
        if copy > self._copies:
            return Fault(Rule.FRIEND_COPY, dealer, called, expected=self._copies, found=copy,
                         option="" if rules.friend_call == "nth" else "friend_call")  # fmt: skip
        if self._repeats(card, copy):
            return Fault(Rule.FRIEND_REPEATED, dealer, called)
        if rules.friend_cards == "any":
            return None
        if order is None:
            return Unproved(Rule.FRIEND_CARD, dealer)
        if may_be_called(order, card):
            return None
        return Fault(Rule.FRIEND_CARD, dealer, called, option="friend_cards")

    @property
    def _copies(self) -> int:
        """How many copies of a card can be told apart."""
        return 1 if self.rules.friend_call == "holder" else self.rules.decks

    def _repeats(self, card: int, copy: int) -> bool:
        return any((call.card, call.copy) == (card, copy) for call in self.calls)

    @property
    def complete(self) -> bool:
        """As many cards were called as there are to be friends."""
        return len(self.calls) == self.rules.friend_number

    def lacking(self, dealer: int | None) -> Fault | None:
        """Play begins, and fewer cards were called than there are to be friends."""
        if self.complete:
            return None
        expected, found = self.rules.friend_number, len(self.calls)
        return Fault(Rule.FRIEND_COUNT, dealer, expected=expected, found=found, option="friends")

    def call(self, dealer: int | None, call: Called, held: Sequence[int] | None) -> None:
        """The dealer calls a card; a call too many is none.

        `held` is how many copies each seat holds, what the dealer buried included; None where that
        is not known.
        """
        if self.complete:
            return
        self.calls.append(call)
        if call.seen is not None and call.seen >= call.copy:
            call.seen = None
        if self.rules.friend_call == "holder":
            self._find_holder(dealer, call, held)

    def _find_holder(self, dealer: int | None, call: Called, held: Sequence[int] | None) -> None:
        if dealer is None or held is None or call.seen != 0:
            call.seen = None
            return
        others = self._side(dealer) if self.rules.friend_rejoin == "stays_open" else ()
        call.friend, call.settled = holder(dealer, held, others), True
        if self.rules.friend_reveal == "at_once":
            self._reveal(call, dealer)

    def fill(self) -> None:
        """Play begins, and calls are missing: whom they find, only the record can tell."""
        while len(self.calls) < self.rules.friend_number:
            self.calls.append(Called(UNKNOWN, seen=None))

    # -- joining ----------------------------------------------------------------------------------

    def look(self, dealer: int, leader: int, plays: Sequence[Cards]) -> None:
        """A trick is done: count the copies in it, in order of play."""
        self.tricks += 1
        for step, cards in enumerate(plays):
            seat = (leader + step) % self.rules.players
            for call in self.calls:
                if not call.revealed and call.seen is not None:
                    self._look_at(call, dealer, seat, cards)

    def _look_at(self, call: Called, dealer: int, seat: int, cards: Cards) -> None:
        if call.settled:
            if seat == call.friend:
                self._look_for(call, dealer, cards)
            return
        for _ in range(cards.count(call.card)):
            call.seen = (call.seen or 0) + 1
            if call.seen >= call.copy and self._finds(dealer, seat):
                call.friend, call.settled = seat, True
                self._reveal(call, dealer)
                return
        if any(hides(card, call.card) for card in cards):
            call.seen = None

    def _look_for(self, call: Called, dealer: int, cards: Cards) -> None:
        """The friend is settled; has he shown it?"""
        if call.card in cards:
            self._reveal(call, dealer)
        elif any(hides(card, call.card) for card in cards):
            call.seen = None

    def _finds(self, dealer: int, seat: int) -> bool:
        """Does a call come to an end with this seat?"""
        return self.rules.friend_rejoin == "used_up" or seat not in self._side(dealer)

    def _reveal(self, call: Called, dealer: int) -> None:
        call.revealed = True
        if call.friend not in (None, dealer) and call.friend not in self.joined:
            self.joined.append(call.friend)

    def lose_track(self) -> None:
        """What was played is not known: from here on, only the record tells who joins."""
        for call in self.calls:
            if not call.revealed:
                call.seen = None

    def skip(self) -> None:
        """A trick is done that cannot have been as it is told."""
        self.tricks += 1
        self.lose_track()

    def tell(self, dealer: int | None, seat: int) -> bool:
        """The record says who joined; false where it cannot be the source of that."""
        call = next((call for call in self.calls if _may_be(call, seat)), None)
        if call is None or seat == dealer or seat in self.joined:
            return False
        call.friend, call.settled, call.revealed = seat, True, True
        self.joined.append(seat)
        return True

    @property
    def _open(self) -> list[Called]:
        return [call for call in self.calls if not call.settled]

    # -- sides ------------------------------------------------------------------------------------

    def _side(self, dealer: int) -> frozenset[int]:
        """Everybody on the dealer's side, whether the table knows it or not."""
        found = (call.friend for call in self.calls if call.friend is not None)
        return frozenset((dealer, *self.joined, *found))

    def known_side(self, dealer: int) -> frozenset[int]:
        """The dealer's side as the table knows it."""
        return frozenset((dealer, *self.joined))

    def countable(self) -> bool:
        """Every call that is open can be followed."""
        return self.complete and all(call.seen is not None for call in self._open)

    def final_side(self, dealer: int, *, over: bool) -> frozenset[int] | None:
        """The dealer's side; None where it is not proved.

        `over`: all cards were played, so that a call that is still open finds nobody.
        """
        if not self.countable() or (self._open and not over):
            return None
        return self._side(dealer)

    def together(self, dealer: int | None, one: int, other: int) -> bool:
        """Does everybody know that two seats are on one side?

        Who is not known to be with the dealer may still be, as long as a friend is to be found.
        """
        if dealer is None:
            return False
        side = self.known_side(dealer)
        if one in side or other in side:
            return one in side and other in side
        return self.complete and all(call.revealed for call in self.calls)


def _may_be(call: Called, seat: int) -> bool:
    """Can this seat be the friend of a call that cannot be followed?"""
    return call.seen is None and not call.revealed and call.friend in (None, seat)


def holder(dealer: int, held: Sequence[int], others: Collection[int] = ()) -> int | None:
    """Whose partner the dealer is by a card of which each seat holds so many copies (000:237).

    The nearest seat in order of play that holds one and is none of `others`; None where there is
    none: the dealer plays alone.
    """
    following = ((dealer + step) % len(held) for step in range(1, len(held)))
    return next((seat for seat in following if held[seat] and seat not in others), None)


def may_be_called(order: Order, card: int) -> bool:
    """Whether the rules let a card be called under this trump (option friend_cards)."""
    cards = order.rules.friend_cards
    if cards == "any":
        return True
    if order.suit[card] == TRUMP:
        return False
    if cards == "side_no_top":
        return order.strength[card] < max(order.suits[order.suit[card]].strengths)
    if cards == "side_no_points":
        # At level A the king is the highest of its suit, and tractor-online lets it be called.
        king_on_top = LEVELS[order.level] == "A" and LEVELS[rank_of(card)] == "K"
        return not POINTS[card] or king_on_top
    return True


def hides(card: int, face: int) -> bool:
    """Whether a card of which not everything is known can be of this face."""
    return card == UNKNOWN or (card >= FACES and card - FACES == face // 13)
