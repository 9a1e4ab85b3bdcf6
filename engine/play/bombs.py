"""Bombs (炸弹): four or more of one card beat any other play of as many cards.

Source: tractor-online settings 1 (bomb_policy) and its source for the order of two bombs.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from shengji.engine.cards import FACES, Cards

FEWEST: Final = 4
"""Cards of a bomb."""
_ROUND: Final = (3, 2, 0, 1)
"""Clubs, diamonds, spades, hearts: so side suits rank among bombs, from after the trump suit on."""
ABOVE_ALL: Final = 1 << 16
"""What the key of a bomb is above that of any other play."""
_SUIT: Final = 1 << 8


def is_bomb(cards: Cards) -> bool:
    return len(cards) >= FEWEST and cards[0] == cards[-1] < FACES


def bomb_key(suit: int, strength: int, trump: int) -> int:
    """How a bomb of a card stands: by effective suit, the trumps highest, then by strength.

    Side suits go clubs, diamonds, spades, hearts and round again, from after the trump suit on.
    """
    place = 4
    if suit in _ROUND:
        first = _ROUND.index(trump) + 1 if trump in _ROUND else 0
        place = (_ROUND.index(suit) - first) % 4
    return ABOVE_ALL + _SUIT * place + strength


def bombs_held(held: Sequence[int], size: int) -> Iterator[Cards]:
    """The bombs of so many cards in a holding."""
    if size >= FEWEST:
        for face in range(FACES):
            if held[face] >= size:
                yield (face,) * size
