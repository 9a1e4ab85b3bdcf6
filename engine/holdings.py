"""What every seat holds, as counts by card code, with unknown cards among them."""

from collections.abc import Iterable, Sequence

from shengji.engine.cards import CODES, FACES, UNKNOWN, Cards, cards_from, counts
from shengji.engine.knowledge import most_possible


class Holdings:
    """The cards in the players' hands; a list of counts (length 59) a seat.

    A card that leaves a hand in which it is not known to be is taken from the unknown ones.
    """

    __slots__ = ("away", "decks", "held", "partial")

    def __init__(self, decks: int, hands: Iterable[Cards]) -> None:
        self.decks = decks
        self.held = [counts(hand) for hand in hands]
        self.partial = [any(held[FACES:]) for held in self.held]
        """Which seats hold cards that are not known by face."""
        self.away: list[int] = [0] * CODES
        """Cards known to be in no hand: played, buried or in the kitty."""

    def size(self, seat: int) -> int:
        return sum(self.held[seat])

    def cards(self, seat: int) -> Cards:
        return cards_from(self.held[seat])

    def lacking(self, seat: int, cards: Cards) -> Cards:
        """The cards of a set that the seat is proved not to hold."""
        held = self.held[seat]
        if len(cards) == 1:
            card = cards[0]
            return () if held[card] or self.partial[seat] or card >= FACES else cards
        known = [card for card in cards if card < FACES]
        short = [c for i, c in enumerate(known) if known[:i].count(c) >= held[c]]
        return tuple(short) if len(short) > sum(held[FACES:]) else ()

    def remove(self, seat: int, cards: Cards) -> None:
        """Take cards out of a hand; the caller has checked that it can hold them."""
        held, away = self.held[seat], self.away
        for card in cards:
            away[card] += 1
            if card >= FACES:
                self._remove_hidden(seat)
            elif held[card]:
                held[card] -= 1
            else:
                self._drop_unknown(held, card)
        if self.partial[seat]:
            self.partial[seat] = any(held[FACES:])

    def _remove_hidden(self, seat: int) -> None:
        """A card of unknown face leaves: it may be any of the known ones, so none is certain."""
        self.forget(seat)
        self.held[seat][UNKNOWN] -= 1

    def add(self, seat: int, cards: Cards) -> None:
        held = self.held[seat]
        for card in cards:
            held[card] += 1
        self.partial[seat] = any(held[FACES:])

    def forget(self, seat: int) -> None:
        """From here on nothing but the number of this seat's cards is known."""
        self.held[seat][:] = [0] * UNKNOWN + [self.size(seat)]
        self.partial[seat] = self.held[seat][UNKNOWN] > 0

    def learn(self, seat: int, cards: Cards) -> None:
        """Of a partly known hand, these cards are proved to be in it."""
        held = self.held[seat]
        for face, number in enumerate(counts(cards)[:FACES]):
            missing = number - held[face]
            if missing > 0:
                held[face] = number
                for _ in range(missing):
                    self._drop_unknown(held, face)
        self.partial[seat] = any(held[FACES:])

    @staticmethod
    def _drop_unknown(held: list[int], face: int) -> None:
        """An unknown card turns out to be `face`; those known to be of its suit go first."""
        hints = (FACES + face // 13, UNKNOWN) if face < 52 else (UNKNOWN,)
        for code in (*hints, *range(FACES, UNKNOWN)):
            if held[code]:
                held[code] -= 1
                return

    def unseen(self) -> list[int]:
        """Cards of the decks that are in no known place, by face."""
        left = [self.decks] * FACES
        for place in (*self.held, self.away):
            for face in range(FACES):
                left[face] -= place[face]
        return [max(0, number) for number in left] + [0] * (CODES - FACES)

    def possible(self, seat: int) -> Sequence[int]:
        """An upper bound by face of what the seat can hold."""
        held = self.held[seat]
        return most_possible(held, self.unseen()) if self.partial[seat] else held
