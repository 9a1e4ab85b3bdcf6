"""What every seat holds, as counts by card code, with unknown cards among them."""

from collections.abc import Sequence
from itertools import chain

from shengji.engine.cards import CODES, FACES, UNKNOWN, Cards, cards_from, counts
from shengji.engine.pack import Copies
from shengji.engine.play.partial import lacking, surely_in

_NOTHING: Cards = (0,) * CODES


class Holdings:
    """The cards in the players' hands; a list of counts (length 59) a seat.

    A card that leaves a hand in which it is not known to be is taken from the unknown ones.
    """

    __slots__ = ("_aside", "_dealt", "_seen", "copies", "doubted", "held", "partial")

    def __init__(self, copies: Copies, hands: Sequence[Cards], aside: Cards = ()) -> None:
        """`aside` are cards that are in no hand from the start."""
        self.copies = copies
        self.held = [counts(hand) for hand in hands]
        self.partial = [any(held[FACES:]) for held in self.held]
        """Which seats hold cards that are not known by face."""
        self.doubted: set[int] = set()
        """Seats that gave a card which they did not hold: what was known of them proves nothing."""
        self._dealt, self._aside = hands, aside
        self._seen: list[int] | None = None
        """By face, how many cards are in a known place, a hand or not; None while these are all
        the places that were known from the start."""

    def size(self, seat: int) -> int:
        return sum(self.held[seat])

    def cards(self, seat: int) -> Cards:
        return cards_from(self.held[seat])

    def lacking(self, seat: int, cards: Cards) -> Cards:
        """The cards of a set that the seat is proved not to hold."""
        held = self.held[seat]
        if seat in self.doubted:
            return ()
        for card in cards:
            if held[card] < cards.count(card):
                return lacking(cards, held)
        return ()

    def surely(self, seat: int, cards: Cards) -> bool:
        """Whether the seat is proved to hold these cards."""
        return surely_in(cards, self.held[seat])

    # -- cards on the move ------------------------------------------------------------------------

    def give(self, seat: int, cards: Cards) -> None:
        """Cards leave a hand, also those that it is proved not to hold: then it is in doubt."""
        if self.lacking(seat, cards):
            self.doubt(seat)
        held = self.held[seat]
        for card in cards:
            if card >= FACES:
                self._give_hidden(seat)
            elif held[card]:
                held[card] -= 1
            else:
                self._find(card, 1)
                _drop_unknown(held, card)
        if self.partial[seat]:
            self.partial[seat] = any(held[FACES:])

    def _give_hidden(self, seat: int) -> None:
        """A card of unknown face leaves: it may be any of the known ones, so none is certain."""
        self.forget(seat)
        held = self.held[seat]
        held[UNKNOWN] = max(0, held[UNKNOWN] - 1)

    def take_up(self, seat: int, cards: Cards) -> None:
        """Cards that lay aside come into a hand."""
        held = self.held[seat]
        for card in cards:
            held[card] += 1
        self.partial[seat] = any(held[FACES:])

    # -- what is known ----------------------------------------------------------------------------

    def doubt(self, seat: int) -> None:
        """What is told of this seat contradicts itself: its cards prove nothing any more."""
        self.doubted.add(seat)
        self.forget(seat)

    def forget(self, seat: int) -> None:
        """From here on nothing but the number of this seat's cards is known."""
        held, number = self.held[seat], self.size(seat)
        for face in range(FACES):
            if held[face]:
                self._find(face, -held[face])
        held[:] = [0] * UNKNOWN + [number]
        self.partial[seat] = number > 0

    def learn(self, seat: int, cards: Cards) -> None:
        """These cards are proved to be in a partly known hand; a contradiction teaches nothing."""
        held = self.held[seat]
        if lacking(cards, held):
            return
        for face, number in enumerate(counts(cards)[:FACES]):
            for _ in range(number - held[face]):
                held[face] += 1
                self._find(face, 1)
                _drop_unknown(held, face)
        self.partial[seat] = any(held[FACES:])

    def certain(self, seat: int) -> Sequence[int]:
        """By face, what the seat is known to hold."""
        held = self.held[seat]
        return [*held[:FACES], *_NOTHING[FACES:]] if self.partial[seat] else held

    def possible(self, seat: int) -> Sequence[int]:
        """By face, as much as the seat can hold."""
        held = self.held[seat]
        if not self.partial[seat]:
            return held
        free = sum(held[FACES:])
        bound = [held[face] + min(self.unplaced(face), free) for face in range(FACES)]
        return [*bound, *_NOTHING[FACES:]]

    def unplaced(self, face: int) -> int:
        """How many cards of a face are in no known place.

        Where a seat gave what it did not hold, some card is not where it was thought to be.
        """
        copies = self.copies[face]
        return copies if self.doubted else max(0, copies - self._known()[face])

    def _known(self) -> list[int]:
        if self._seen is None:
            self._seen = counts(chain(self._aside, *self._dealt))
        return self._seen

    def _find(self, face: int, number: int) -> None:
        """So many cards more, or fewer, are in a known place."""
        self._known()[face] += number


def _drop_unknown(held: list[int], face: int) -> None:
    """An unknown card turns out to be `face`; those known to be of its suit go first."""
    hints = (FACES + face // 13, UNKNOWN) if face < 52 else (UNKNOWN,)
    for code in hints:
        if held[code]:
            held[code] -= 1
            return
