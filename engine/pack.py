"""The cards of a game: its decks, of which some are short, and those left out of it.

Where the cards do not come out even beside the kitty, copies of one low rank stay out of the game
(option odd_cards). Source: tractor-online settings 1 (special_decks, kitty_size).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Final, NamedTuple, TypeAlias

from shengji.engine.cards import (
    BIG_JOKER,
    FACES,
    LITTLE_JOKER,
    POINTS,
    RANKS,
    Cards,
    cards_from,
    face_of,
)
from shengji.engine.stated import StatedError

Copies: TypeAlias = tuple[int, ...]
"""By face (length 54), how many cards of it there are."""

NONE: Final = "none"
_LEFT_OUT: Final = (3, 2, 1, 0)
"""The suits in the order in which a card of each is left out: clubs, diamonds, hearts, spades."""
_POINT_RANKS: Final = frozenset(RANKS.index(rank) for rank in "5TK")
_JOKERS: Final = {"": (), "L": (LITTLE_JOKER,), "B": (BIG_JOKER,), "LB": (LITTLE_JOKER, BIG_JOKER)}


class ShortDeck(NamedTuple):
    """A deck that lacks cards."""

    lowest: int
    """The lowest rank kept, 0 for the two."""
    without: Cards
    """The jokers that it lacks."""


def read_short_decks(text: str) -> tuple[ShortDeck, ...]:
    """The decks that `3,5L,2LB` names.

    An entry is the lowest rank kept, then L and B for the jokers left out; a deck that lacks
    nothing has no entry. `none` stands for no entry at all.

    :raises StatedError: it names no such decks.
    """
    return () if text == NONE else tuple(map(_read_deck, text.split(",")))


def _read_deck(entry: str) -> ShortDeck:
    rank, jokers = entry[:1], entry[1:]
    if not rank or rank not in RANKS or jokers not in _JOKERS or entry == RANKS[0]:
        raise StatedError("decks such as 3,5L,2LB, or none")
    return ShortDeck(RANKS.index(rank), _JOKERS[jokers])


@lru_cache(maxsize=256)
def copies_of(decks: int, short_decks: str) -> Copies:
    """All cards of the decks, of which the short ones lack some."""
    copies = [decks] * FACES
    for deck in read_short_decks(short_decks):
        for suit in range(4):
            for rank in range(deck.lowest):
                copies[face_of(suit, rank)] -= 1
        for joker in deck.without:
            copies[joker] -= 1
    return tuple(copies)


@lru_cache(maxsize=256)
def points_of(copies: Copies) -> int:
    """The card points of a whole pack."""
    return sum(number * points for number, points in zip(copies, POINTS, strict=False))


@lru_cache(maxsize=256)
def whole(copies: Copies) -> Cards:
    """All cards of a pack, in canonical order."""
    return cards_from(copies)


@lru_cache(maxsize=256)
def without(copies: Copies, odd: int, level: int | None, others: tuple[int, ...]) -> Copies:
    """The pack once its odd cards are left out.

    `level` is that of the seat due to deal (13: the no-trump level), None in a first hand; `others`
    are the levels of all. The rank left out is the lowest, or the next one where that is the
    dealer's level. Where nobody deals yet it is the lowest that has no points and is nobody's.
    """
    rank = _rank_left_out(copies, level, others)
    left = list(copies)
    for suit in islice(cycle(_LEFT_OUT), odd):
        left[face_of(suit, rank)] -= 1
    return tuple(left)


def lowest_rank(copies: Sequence[int]) -> int:
    """The lowest rank that any deck has."""
    return next(rank for rank in range(13) if copies[rank])


def _rank_left_out(copies: Copies, level: int | None, others: tuple[int, ...]) -> int:
    lowest = lowest_rank(copies)
    if level is not None:
        return min(lowest + 1, 12) if level == lowest else lowest
    free = (rank for rank in range(lowest, 13) if rank not in _POINT_RANKS and rank not in others)
    return next(free, lowest)
