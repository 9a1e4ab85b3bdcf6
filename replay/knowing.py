"""What somebody at the table could know: who is out of a suit, which cards are still to come.

It is worked out from a view of the positions, so it cannot tell what the view hides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from shengji.engine.cards import FACES, Cards, cards_from, counts
from shengji.engine.order import Order
from shengji.engine.rules import Rules
from shengji.notation.record import Flip
from shengji.replay.arranging import ROWS, order_of
from shengji.replay.steps import Position
from shengji.replay.views import view

SUITS: Final = ROWS
"""The effective suits of which a seat can be out."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat, or whoever watches, could know at a position."""

    voids: tuple[frozenset[int], ...]
    """Of each seat the effective suits that it did not follow."""
    held: tuple[Cards, ...]
    """Of each seat the cards that it showed, or had to take back, and has not played since."""
    out: Cards | None
    """Cards that were not seen yet: in other hands, or in the kitty. None where the record does not
    tell what was played before it begins."""


class Onlooker:
    """Follows the positions of a hand in order, from a seat or (None) from beside the table."""

    def __init__(self, rules: Rules, seat: int | None, *, from_the_start: bool = True) -> None:
        self.rules = rules
        self.seat = seat
        self.from_the_start = from_the_start
        self.played = [0] * FACES
        self.voids: list[set[int]] = [set() for _ in range(rules.players)]
        self.held: list[list[int]] = [[] for _ in range(rules.players)]
        self.shown = 0
        """Showings that were seen."""
        self.turned: Cards = ()
        """Cards of the kitty that everybody saw before somebody took it."""

    def watch(self, open_position: Position) -> Known:
        """What is known after one more event."""
        kind = "table" if self.seat is None else "seat"
        seen = view(open_position, kind, self.seat)  # type: ignore[arg-type]
        for showing in seen.showings[self.shown :]:
            self._holds(showing.seat, showing.cards)
        self.shown = len(seen.showings)
        if isinstance(seen.told, Flip):
            self.turned += seen.told.cards
        if seen.event == "take" and seen.holder is not None:
            self._holds(seen.holder, self.turned)
        if seen.event == "play" and seen.table:
            self._play(seen)
        return Known(
            tuple(map(frozenset, self.voids)),
            tuple(tuple(sorted(cards)) for cards in self.held),
            self._out(seen) if self.from_the_start else None,
        )

    def _holds(self, seat: int, cards: Cards) -> None:
        """A seat has at least these cards."""
        held = counts(self.held[seat])
        self.held[seat] = [
            *cards_from(max(pair) for pair in zip(held[:FACES], counts(cards)[:FACES], strict=True))
        ]

    def _play(self, seen: Position) -> None:
        card = seen.table[-1]
        if card.attempted is not None:
            self._holds(card.seat, card.attempted)
        for face in card.cards:
            if face < FACES:
                self.played[face] += 1
            if face in self.held[card.seat]:
                self.held[card.seat].remove(face)
        order = order_of(seen, self.rules)
        if order is not None and all(face < FACES for face in card.cards):
            self._follow(seen, card.seat, card.cards, order)

    def _follow(self, seen: Position, seat: int, cards: Cards, order: Order) -> None:
        suits = [order.suit[face] for face in cards]
        # Whoever plays a suit was not out of it, whatever it looked like before.
        self.voids[seat] -= set(suits)
        led = seen.lead.suit if seen.lead else None
        if led is not None and len(seen.table) > 1 and suits.count(led) < len(cards):
            self.voids[seat].add(led)

    def _out(self, seen: Position) -> Cards:
        own = () if self.seat is None else seen.hands[self.seat] or ()
        rest = [self.rules.decks - number for number in self.played]
        for face in (*own, *(seen.kitty or ())):
            if face < FACES:
                rest[face] -= 1
        return cards_from(max(number, 0) for number in rest)


def copies(cards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Each face of a set with the number of its copies."""
    return tuple((face, number) for face, number in enumerate(counts(cards)) if number)
