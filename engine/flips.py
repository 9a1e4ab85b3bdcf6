"""The kitty turned up where nobody declared (翻底): which cards, and what trump they name."""

from typing import Final

from shengji.engine.cards import (
    BIG_JOKER,
    FACES,
    LITTLE_JOKER,
    NO_TRUMP,
    UNKNOWN,
    UNKNOWN_OF_SUIT,
    Cards,
    rank_of,
    suit_of,
)
from shengji.engine.rules import Rules

_SUIT_STRENGTH: Final = (2, 3, 1, 0)
"""By suit S H D C, where the highest kitty card decides: clubs, diamonds, spades, hearts."""


def turned(rules: Rules, kitty: Cards, level: int | None) -> Cards | None:
    """The kitty cards that are turned, in order, or None where unknown cards leave it open.

    `kitty` is in order, top first.
    """
    start = min(2, max(0, len(kitty) - 1)) if rules.nobody_later == "kitty_third" else 0
    for end in range(start + 1, len(kitty) + 1):
        ends = may_end(rules, kitty[start:end], level, len(kitty))
        if ends is None:
            return None
        if ends:
            return kitty[start:end]
    return kitty[start:]


def may_end(rules: Rules, cards: Cards, level: int | None, size: int) -> bool | None:
    """Does turning stop after exactly these cards, out of a kitty of `size`? None: unknown."""
    if not cards:
        return False
    flags = [_decides(rules, card, level) for card in cards]
    if any(flags[:-1]):
        return False
    whole = size - 2 if rules.nobody_later == "kitty_third" else size
    if len(cards) >= max(1, whole):
        return True
    if None in flags:
        return None
    return flags[-1]


def _decides(rules: Rules, card: int, level: int | None) -> bool | None:
    """Does a turned card end the turning? None where the card or the level is not known."""
    if rules.nobody_later == "kitty_level_or_highest":
        if card in (LITTLE_JOKER, BIG_JOKER):
            return rules.nobody_joker == "no_trump"
        return None if card >= FACES or level is None else rank_of(card) == level
    if rules.nobody_joker == "next_card":
        return None if card == UNKNOWN else card not in (LITTLE_JOKER, BIG_JOKER)
    return True


def flip_suit(rules: Rules, cards: Cards, level: int | None) -> int | None:
    """The trump that the turned cards name; None where that is not known."""
    last = cards[-1]
    if rules.nobody_later == "kitty_level_or_highest" and not _decides(rules, last, level):
        if level is None or max(cards) >= FACES:
            return None
        suited = [card for card in cards if card < LITTLE_JOKER]
        last = max(
            suited,
            key=lambda card: (_SUIT_STRENGTH[suit_of(card)], rank_of(card)),
            default=LITTLE_JOKER,
        )
    if last == UNKNOWN:
        return None
    if last >= UNKNOWN_OF_SUIT:
        return last - UNKNOWN_OF_SUIT
    return NO_TRUMP if last >= LITTLE_JOKER else suit_of(last)
