"""One card as it is drawn: its index and suit in the corner that stays to be seen in a fan."""

from typing import Final

from shengji.engine.cards import FACES, POINTS, RANKS, SUITS
from shengji.replay.exports.art import FOUR_COLOURS, SHAPES
from shengji.replay.exports.drawing import Box, Drawing

ASPECT: Final = 0.7
"""Width of a card by its height."""
PAPER: Final = "#fdfcf8"
INK: Final = "#1b1b1b"
GOLD: Final = "#e0a80d"


def draw_card(sheet: Drawing, card: int, box: Box, *, struck: bool = False) -> None:
    """Draw a card into a box.

    :param struck: it was laid down and had to be taken back.
    """
    ink = INK if card >= FACES else FOUR_COLOURS[_suit(card)]
    sheet.box(box, fill="#d9d5ca" if struck else PAPER, line="#8c8778", weight=1,
              round=box.width * 0.12)  # fmt: skip
    index = _index(card)
    size = min(box.width * (0.52 if len(index) > 1 else 0.6), box.height * 0.5)
    left = box.x + box.width * 0.08
    sheet.text(left, box.y + box.height * 0.46, index, size=size, fill=ink)
    shape = _shape(card)
    if shape:
        high = min(box.width * 0.5, box.height * 0.42)
        sheet.shape(left, box.y + box.height * 0.52, shape, size=high, fill=ink)
    if card < FACES and POINTS[card] and not struck:
        edge = Box(box.x, box.y + box.height * 0.94, box.width, box.height * 0.06)
        sheet.box(edge, fill=GOLD)
    if struck:
        top, foot = box.y, box.y + box.height
        sheet.line(box.x, foot, box.x + box.width, top, line="#b3261e", weight=2)


def _suit(card: int) -> str:
    return "LB"[card - 52] if card >= 52 else SUITS[card // 13]


def _index(card: int) -> str:
    if card >= FACES:
        return "?"
    if card >= 52:
        return "小大"[card - 52]
    letter = RANKS[card % 13]
    return "10" if letter == "T" else letter


def _shape(card: int) -> str:
    if card < 52:
        return SHAPES[SUITS[card // 13]]
    if card < FACES:
        return SHAPES["J"]
    return SHAPES[SUITS[card - FACES]] if card < FACES + len(SUITS) else ""
