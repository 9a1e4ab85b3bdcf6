"""Cards as they are read at a terminal: trumps first, then suit by suit, with suit signs."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

import click

from shengji.engine.cards import FACES, NO_TRUMP, RANKS, UNKNOWN
from shengji.engine.order import NO_LEVEL

SIGNS: Final = "♠♥♦♣"
TRUMP_SIGN: Final = "★"

_RED: Final = re.compile(r"[♥♦]\S*")


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
