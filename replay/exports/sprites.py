"""Frames of an animation: cards drawn once and pasted, all else drawn where it changes."""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from shengji.replay.exports.card import draw_card
from shengji.replay.exports.drawing import Box, Drawing
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.picture import Painter
from shengji.replay.exports.raster import png
from shengji.replay.film import Film
from shengji.replay.steps import Position

EDGE: Final = 2
"""Pixels around a card that its frame may need."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A card of a certain size; equal ones are drawn once."""

    card: int
    width: float
    height: float
    struck: bool

    def drawn(self) -> Image.Image:
        wide, high = math.ceil(self.width) + 2 * EDGE, math.ceil(self.height) + 2 * EDGE
        sheet = Drawing(wide, high, "")
        draw_card(sheet, self.card, Box(EDGE, EDGE, self.width, self.height), struck=self.struck)
        return _image(sheet, "RGBA")


class _Table(Painter):
    """Draws all but the cards, and notes which cards lie where."""

    def __init__(self, film: Film, position: Position, extract: Extract) -> None:
        super().__init__(film, position, extract.seat, extract.language, extract.size)
        self.cards: list[tuple[Sprite, tuple[int, int]]] = []

    def _card(self, card: int, box: Box, *, struck: bool = False) -> None:
        at = round(box.x) - EDGE, round(box.y) - EDGE
        sprite = Sprite(card, round(box.width, 2), round(box.height, 2), struck)
        self.cards.append((sprite, at))


class Studio:
    """Makes the frames of one film; what was drawn once is kept."""

    def __init__(self, film: Film, extract: Extract) -> None:
        self.film = film
        self.extract = extract
        self.sprites: dict[Sprite, Image.Image] = {}
        self.tables: dict[str, Image.Image] = {}

    def frames(self, positions: Sequence[Position]) -> list[Image.Image]:
        """A picture of each position, in RGB."""
        return [self._frame(position) for position in positions]

    def _frame(self, position: Position) -> Image.Image:
        table = _Table(self.film, position, self.extract)
        svg = table.paint()
        if svg not in self.tables:
            self.tables[svg] = _image(table.sheet, "RGB")
        frame = self.tables[svg].copy()
        for sprite, at in table.cards:
            if sprite not in self.sprites:
                self.sprites[sprite] = sprite.drawn()
            frame.paste(self.sprites[sprite], at, self.sprites[sprite])
        return frame


def _image(sheet: Drawing, mode: str) -> Image.Image:
    return Image.open(io.BytesIO(png(sheet.svg()))).convert(mode)
