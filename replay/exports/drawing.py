"""A drawing as SVG: a few marks with their numbers written the same way on every machine."""

from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

FONT: Final = "Noto Sans CJK SC, sans-serif"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in pixels from the top left corner."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(slots=True)
class Drawing:
    """Marks on a sheet of `width` by `height` pixels, the later ones above."""

    width: int
    height: int
    title: str
    root: Element = field(init=False)

    def __post_init__(self) -> None:
        self.root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": str(self.width),
                "height": str(self.height),
                "viewBox": f"0 0 {self.width} {self.height}",
                "role": "img",
                "font-family": FONT,
                "font-weight": "bold",
            },
        )
        SubElement(self.root, "title").text = self.title

    def box(self, box: Box, *, fill: str, line: str = "none", weight: float = 1, round: float = 0,
            dashes: str = "") -> None:  # fmt: skip
        """A rectangle, filled and framed."""
        self._mark(
            "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=round or None,
            fill=fill, stroke=None if line == "none" else line,
            stroke_width=None if line == "none" else weight, stroke_dasharray=dashes or None,
        )  # fmt: skip

    def text(self, x: float, y: float, text: str, *, size: float, fill: str, at: str = "start",
             struck: bool = False) -> None:  # fmt: skip
        """A line of text whose base stands at `y`; `at` is start, middle or end."""
        mark = self._mark(
            "text", x=x, y=y, font_size=size, fill=fill, text_anchor=None if at == "start" else at,
            text_decoration="line-through" if struck else None,
        )  # fmt: skip
        mark.text = text

    def shape(self, x: float, y: float, path: str, *, size: float, fill: str) -> None:
        """An outline of 24 by 24, scaled to `size`, its top left corner at x, y."""
        scale = _number(size / 24)
        self._mark("path", d=path, fill=fill,
                   transform=f"translate({_number(x)} {_number(y)}) scale({scale})")  # fmt: skip

    def line(self, x1: float, y1: float, x2: float, y2: float, *, line: str, weight: float) -> None:
        self._mark("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=line, stroke_width=weight)

    def svg(self) -> str:
        return tostring(self.root, encoding="unicode")

    def _mark(self, name: str, **attributes: str | float | None) -> Element:
        return SubElement(
            self.root,
            name,
            {
                key.replace("_", "-"): value if isinstance(value, str) else _number(value)
                for key, value in attributes.items()
                if value is not None
            },
        )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def shortened(text: str, width: float, size: float) -> str:
    """The text, cut with an ellipsis where it would be wider than `width` pixels at that size."""
    room = width / size
    for place, letter in enumerate(text):
        room -= _breadth(letter)
        if room < (1 if place < len(text) - 1 else 0):
            return text[:place] + "…"
    return text


def breadth(text: str, size: float) -> float:
    """About how many pixels a line of text takes."""
    return sum(map(_breadth, text)) * size


def _breadth(letter: str) -> float:
    return 1 if letter >= "\u2e80" else 0.72 if letter.isupper() else 0.6
