"""The kitty turned up where nobody declared (翻底): which cards, and what trump they name."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from shengji.engine.play.partial import lacking
from shengji.engine.rules import Rules
from shengji.engine.scoring.match import side_of

_SUIT_STRENGTH: Final = (2, 3, 1, 0)
"""By suit S H D C, where the highest kitty card decides: clubs, diamonds, spades, hearts."""
_JOKER_SUIT: Final = (0, 1)
"""By joker, little and big: spades and hearts (benjialawyer.com)."""


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
            return rules.nobody_joker != "next_card"
        return None if card >= FACES or level is None else rank_of(card) == level
    if rules.nobody_joker == "next_card":
        return None if card == UNKNOWN else card not in (LITTLE_JOKER, BIG_JOKER)
    return True


def may_be_drawn(rules: Rules, cards: Cards) -> bool:
    """Can these be all that is drawn, where any card of the kitty may be: one, or one that names
    trump behind jokers that do not?"""
    jokers = (LITTLE_JOKER, BIG_JOKER)
    passed_over = rules.nobody_joker == "next_card"
    return (
        bool(cards)
        and all(passed_over and (card in jokers or card == UNKNOWN) for card in cards[:-1])
        and not (passed_over and cards[-1] in jokers)
    )


def flip_suit(rules: Rules, cards: Cards, level: int | None) -> int | None:
    """The trump that the turned cards name; None where that is not known."""
    card = deciding(rules, cards, level)
    if card is None or card == UNKNOWN:
        return None
    if card >= UNKNOWN_OF_SUIT:
        return card - UNKNOWN_OF_SUIT
    if card < LITTLE_JOKER:
        return suit_of(card)
    return _JOKER_SUIT[card - LITTLE_JOKER] if rules.nobody_joker == "suit_by_joker" else NO_TRUMP


def deciding(rules: Rules, cards: Cards, level: int | None) -> int | None:
    """The turned card that decides: the last, or where all are turned in vain the highest.

    None where unknown cards leave it open.
    """
    last = cards[-1]
    if rules.nobody_later != "kitty_level_or_highest" or _decides(rules, last, level):
        return last
    if level is None or max(cards) >= FACES:
        return None
    suited = [card for card in cards if card < LITTLE_JOKER]
    return max(
        suited,
        key=lambda card: (_SUIT_STRENGTH[suit_of(card)], rank_of(card)),
        default=LITTLE_JOKER,
    )


@dataclass(frozen=True, slots=True)
class Match:
    """What comes of matching a turned card (对点配对): a dealer, another deal, or neither known."""

    dealer: int | None = None
    redeal: bool = False


def match_of(
    rules: Rules, card: int | None, hands: Sequence[Sequence[int]] | None, kitty: Cards
) -> Match:
    """Who deals: the holder of another copy of the card that decided.

    Where nobody has one, or both sides do, the hand is dealt again; where both partners do, the
    rules do not say which of them deals.
    """
    if card is None or card >= FACES or hands is None:
        return Match()
    sure = [seat for seat, held in enumerate(hands) if held[card]]
    left = rules.copies[card] - max(1, kitty.count(card)) - sum(held[card] for held in hands)
    open_to = [seat for seat, held in enumerate(hands) if left > 0 and not lacking((card,), held)]
    if rules.partnership == "fixed" and len({side_of(rules, seat) for seat in sure}) > 1:
        return Match(redeal=True)
    if not set(open_to) <= set(sure):
        return Match()
    return Match(sure[0] if len(sure) == 1 else None, redeal=not sure)
