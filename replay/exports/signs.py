"""Cards as people write them down: `♠A A 10 ♥5`, the jokers by short names."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from shengji.engine.cards import FACES, RANKS, SUITS
from shengji.replay.wording import words

SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))


def signs(cards: Iterable[int], language: str) -> str:
    """Cards in the order given, a sign where the suit changes."""
    return " ".join(f"{sign}{' '.join(ranks)}" for sign, ranks in runs(cards, language))


def runs(cards: Iterable[int], language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The sign of a suit with the ranks that follow; no sign for jokers and unknown cards."""
    for sign, run in groupby(cards, _sign):
        yield sign, tuple(_rank(card, language) for card in run)


def _sign(card: int) -> str:
    if card < 52:
        return SIGNS[SUITS[card // 13]]
    suit = card - FACES
    return SIGNS[SUITS[suit]] if 0 <= suit < len(SUITS) else ""


def _rank(card: int, language: str) -> str:
    if card >= FACES:
        return "?"
    if card >= 52:
        return words(language)[("paper.little", "paper.big")[card - 52]]
    letter = RANKS[card % 13]
    return "10" if letter == "T" else letter
