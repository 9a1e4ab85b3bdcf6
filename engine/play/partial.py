"""Cards of which some are not known: what they may be, and what is proved of them."""

from collections.abc import Sequence

from shengji.engine.cards import (
    CODES,
    FACES,
    LITTLE_JOKER,
    UNKNOWN,
    UNKNOWN_OF_SUIT,
    Cards,
    suit_of,
)


def lacking(wanted: Cards, held: Sequence[int]) -> Cards:
    """Cards of `wanted`, maybe unknown ones, that a holding is proved not to have (by counts)."""
    if surely_in(wanted, held):
        return ()
    left = list(held)
    return tuple(card for card in sorted(wanted) if not _draw(left, card))


def surely_in(wanted: Cards, held: Sequence[int]) -> bool:
    """Does a holding have these cards, whatever its unknown ones are?"""
    for card in wanted:
        if card >= FACES or wanted.count(card) > held[card]:
            break
    else:
        return True
    return False


def _draw(left: list[int], card: int) -> bool:
    """Take a card out of a holding: itself, else one that it may be."""
    if card < LITTLE_JOKER:
        codes: Sequence[int] = (card, UNKNOWN_OF_SUIT + suit_of(card), UNKNOWN)
    elif card < FACES:
        codes = (card, UNKNOWN)
    elif card < UNKNOWN:
        suit = card - UNKNOWN_OF_SUIT
        codes = (*range(13 * suit, 13 * suit + 13), card, UNKNOWN)
    else:
        codes = range(CODES)
    for code in codes:
        if left[code]:
            left[code] -= 1
            return True
    return False


def may_be_same(stated: Cards, known: Cards) -> bool:
    """Can two sequences of cards, in order, be the same?"""
    return len(stated) == len(known) and all(map(_may_be, stated, known))


def _may_be(first: int, second: int) -> bool:
    low, high = sorted((first, second))
    if low == high or high == UNKNOWN:
        return True
    return low < LITTLE_JOKER and high == UNKNOWN_OF_SUIT + suit_of(low)
