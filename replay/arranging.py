"""Cards in the order in which they are read: trumps first, then suit by suit, from high to low."""

from collections.abc import Iterable
from typing import Final

from shengji.engine.cards import FACES, UNKNOWN, Cards
from shengji.engine.order import TRUMP, Order, compile_order
from shengji.engine.rules import Rules
from shengji.replay.steps import Position

ROWS: Final = (TRUMP, 0, 1, 2, 3)
"""The rows in which a hand is shown, by effective suit."""


def order_of(position: Position, rules: Rules) -> Order | None:
    """The order of the cards; None while trump or level is not known."""
    if position.trump is None or position.level is None:
        return None
    return compile_order(rules, position.level, position.trump)


def sorted_cards(cards: Iterable[int], order: Order | None) -> Cards:
    """From high to low, trumps first; what is not known comes last."""
    return tuple(card for row in rows(cards, order) for card in row)


def rows(cards: Iterable[int], order: Order | None) -> tuple[Cards, ...]:
    """The cards by effective suit, trumps first, each from high to low.

    Without an order jokers alone are trumps. Unknown cards of a suit stand in its row although they
    may be trumps, and wholly unknown ones in a last row of their own.
    """
    held = sorted(cards)
    found: dict[int, list[int]] = {row: [] for row in (*ROWS, UNKNOWN)}
    for card in held:
        found[_row(card, order)].append(card)
    for row in found.values():
        row.sort(key=lambda card: _height(card, order), reverse=True)
    return tuple(tuple(found[row]) for row in (*ROWS, UNKNOWN))


def _row(card: int, order: Order | None) -> int:
    if card >= FACES:
        return UNKNOWN if card == UNKNOWN else card - FACES
    if order is not None:
        return order.suit[card]
    return TRUMP if card >= 52 else card // 13


def _height(card: int, order: Order | None) -> tuple[int, int]:
    if card >= FACES:
        return -1, card
    strength = card if order is None else order.strength[card]
    # Equal cards of several suits, the side level cards: spades first.
    return strength, -card
