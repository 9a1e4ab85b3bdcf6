"""Cards as they are read at a terminal: trumps first, then suit by suit, with suit signs."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

import click

from shengji.engine.cards import FACES, NO_TRUMP, RANKS, UNKNOWN, Cards
from shengji.engine.order import NO_LEVEL, TRUMP, Order, compile_order
from shengji.engine.rules import Rules
from shengji.replay.steps import Position

SIGNS: Final = "♠♥♦♣"
TRUMP_SIGN: Final = "★"
ROWS: Final = (TRUMP, 0, 1, 2, 3)
"""The rows in which a hand is shown, by effective suit."""

_RED: Final = re.compile(r"[♥♦]\S*")


def order_of(position: Position, rules: Rules) -> Order | None:
    """The order of the cards; None while trump or level is not known."""
    if position.trump is None or position.level is None:
        return None
    return compile_order(rules, position.level, position.trump)


def card_text(cards: Iterable[int]) -> str:
    """Cards in the order given; a suit's sign stands once before its ranks."""
    words = []
    for sign, run in groupby(cards, _sign):
        held = list(run)
        words.append(f".{len(held)}" if sign == "." else sign + "".join(map(_rank, held)))
    return " ".join(words)


def _sign(card: int) -> str:
    if card >= FACES:
        return "." if card == UNKNOWN else SIGNS[card - FACES]
    return SIGNS[card // 13] if card < 52 else ""


def _rank(card: int) -> str:
    if card >= FACES:
        return "?"
    return RANKS[card % 13] if card < 52 else "LB"[card - 52]


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


def trump_text(trump: int | None, level: int | None, none: str, unknown: str) -> str:
    """Trump suit and level: ♣2; none for no-trump."""
    if trump is not None and trump != NO_TRUMP:
        return SIGNS[trump] + _level(level)
    return f"{unknown if trump is None else none} {_level(level)}".rstrip()


def _level(level: int | None) -> str:
    return "" if level in (None, NO_LEVEL) else RANKS[level]


def colored(text: str) -> str:
    """Red suits in red."""
    return _RED.sub(lambda word: click.style(word[0], fg="red"), text)
