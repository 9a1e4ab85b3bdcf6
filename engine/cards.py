"""Cards as small ints: faces, their points, and decks.

A *face* is what is printed on a card; two cards with one face are the same int, so no card has a
physical identity. Faces run in the canonical order of the notation: spades, hearts, diamonds,
clubs, each from 2 to A, then the little and the big joker (大小王).

A card of which only the suit is known, or nothing at all, is an int too, above every face. The
engine never turns one of these into a face by guessing.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]
"""Cards in canonical (ascending) order unless a docstring says that their order is kept."""

SUITS: Final = "SHDC"
"""Suit letters; the index is the suit's int: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
RANKS: Final = "23456789TJQKA"
"""Rank letters; the index is the rank's int: 0 for the two up to 12 for the ace."""
NO_TRUMP: Final = -1
"""In place of a suit: no suit is trump (无主)."""

LITTLE_JOKER: Final = 52
BIG_JOKER: Final = 53
FACES: Final = 54
"""Number of faces; also the number of cards in one deck."""
UNKNOWN_OF_SUIT: Final = 54
"""54 + suit: a card of that printed suit whose rank is unknown."""
UNKNOWN: Final = 58
"""A card of which nothing is known."""
CODES: Final = 59
"""Number of ints that stand for a card, known or not."""

POINTS: Final[tuple[int, ...]] = tuple(
    0 if face >= LITTLE_JOKER else {3: 5, 8: 10, 11: 10}.get(face % 13, 0) for face in range(CODES)
)
"""Card points (分牌) by face: 5 for a five, 10 for a ten and a king; 100 in a deck (000:139)."""

DECK: Final[Cards] = tuple(range(FACES))
DECK_POINTS: Final = 100


def suit_of(face: int) -> int:
    """Printed suit of a known face: 0 to 3, or 4 for a joker."""
    return face // 13


def rank_of(face: int) -> int:
    """Printed rank of a known suited face, 0 (two) to 12 (ace)."""
    return face % 13


def face_of(suit: int, rank: int) -> int:
    """The face of a suit (0 to 3) and a rank (0 to 12)."""
    return suit * 13 + rank


def is_known(card: int) -> bool:
    return card < FACES


def points(cards: Iterable[int]) -> int:
    """Card points in a set; unknown cards count nothing."""
    return sum(map(POINTS.__getitem__, cards))


def counts(cards: Iterable[int]) -> list[int]:
    """How many of each code (length 59) a set holds."""
    held = [0] * CODES
    for card in cards:
        held[card] += 1
    return held


def cards_from(held: Iterable[int]) -> Cards:
    """The canonical set that a list of counts stands for."""
    return tuple(face for face, number in enumerate(held) for _ in range(number))


def name(card: int) -> str:
    """A card's name for messages: S7, L, B, S? or ?; the notation has its own writer for sets."""
    if card < LITTLE_JOKER:
        return SUITS[card // 13] + RANKS[card % 13]
    if card < FACES:
        return "LB"[card - LITTLE_JOKER]
    return "?" if card == UNKNOWN else SUITS[card - UNKNOWN_OF_SUIT] + "?"
