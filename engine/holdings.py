"""What every seat holds, as counts by card code, with unknown cards among them."""

from collections.abc import Iterable, Sequence

from shengji.engine.cards import CODES, FACES, UNKNOWN, Cards, cards_from, counts
from shengji.engine.partial import lacking, surely_in

_NOTHING: Cards = (0,) * CODES


class Holdings:
    """The cards in the players' hands; a list of counts (length 59) a seat.

    A card that leaves a hand in which it is not known to be is taken from the unknown ones.
    """

    __slots__ = ("away", "decks", "doubted", "held", "partial")

    def __init__(self, decks: int, hands: Iterable[Cards]) -> None:
        self.decks = decks
        self.held = [counts(hand) for hand in hands]
        self.partial = [any(held[FACES:]) for held in self.held]
        """Which seats hold cards that are not known by face."""
        self.away: list[int] = [0] * CODES
        """Cards known to be in no hand: played, buried or in the kitty."""
        self.doubted: set[int] = set()
        """Seats that gave a card which they did not hold: what was known of them proves nothing."""

    def size(self, seat: int) -> int:
        return sum(self.held[seat])

    def cards(self, seat: int) -> Cards:
        return cards_from(self.held[seat])

    def lacking(self, seat: int, cards: Cards) -> Cards:
        """The cards of a set that the seat is proved not to hold."""
        held = self.held[seat]
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
            self.doubted.add(seat)
            self.forget(seat)
        held, away = self.held[seat], self.away
        for card in cards:
            away[card] += 1
            if card >= FACES:
                self._give_hidden(seat)
            elif held[card]:
                held[card] -= 1
            else:
                _drop_unknown(held, card)
        if self.partial[seat]:
            self.partial[seat] = any(held[FACES:])

    def _give_hidden(self, seat: int) -> None:
        """A card of unknown face leaves: it may be any of the known ones, so none is certain."""
        self.forget(seat)
        held = self.held[seat]
        held[UNKNOWN] = max(0, held[UNKNOWN] - 1)

    def add(self, seat: int, cards: Cards) -> None:
        held = self.held[seat]
        for card in cards:
            held[card] += 1
        self.partial[seat] = any(held[FACES:])

    def lay_aside(self, cards: Cards) -> None:
        """Cards are in no hand from the start."""
        for card in cards:
            self.away[card] += 1

    def take_up(self, seat: int, cards: Cards) -> None:
        """Cards that lay aside come into a hand."""
        for card in cards:
            self.away[card] -= 1
        self.add(seat, cards)

    # -- what is known ----------------------------------------------------------------------------

    def forget(self, seat: int) -> None:
        """From here on nothing but the number of this seat's cards is known."""
        self.held[seat][:] = [0] * UNKNOWN + [self.size(seat)]
        self.partial[seat] = self.held[seat][UNKNOWN] > 0

    def learn(self, seat: int, cards: Cards) -> None:
        """These cards are proved to be in a partly known hand; a contradiction teaches nothing."""
        held = self.held[seat]
        if lacking(cards, held):
            return
        for face, number in enumerate(counts(cards)[:FACES]):
            for _ in range(number - held[face]):
                held[face] += 1
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
        unseen = self._unseen()
        bound = [held[face] + min(unseen[face], free) for face in range(FACES)]
        return [*bound, *_NOTHING[FACES:]]

    def _unseen(self) -> list[int]:
        """By face, how many cards are in no known place.

        Where a seat gave what it did not hold, some card is not where it was thought to be.
        """
        left = [self.decks] * FACES
        if not self.doubted:
            for place in (*self.held, self.away):
                for face in range(FACES):
                    left[face] -= place[face]
        return [max(0, number) for number in left]


def _drop_unknown(held: list[int], face: int) -> None:
    """An unknown card turns out to be `face`; those known to be of its suit go first."""
    hints = (FACES + face // 13, UNKNOWN) if face < 52 else (UNKNOWN,)
    for code in hints:
        if held[code]:
            held[code] -= 1
            return
