"""A position as a picture: the table seen from above, as SVG, and from it as PNG.

The position comes through :func:`shengji.replay.views.view`, so what a view hides is not drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from shengji.engine.cards import SUITS, Cards
from shengji.engine.scoring.match import Level
from shengji.notation.address import write_address
from shengji.notation.tokens import write_level, write_seat
from shengji.replay.arranging import order_of, rows, sorted_cards
from shengji.replay.exports.art import FOUR_COLOURS, SHAPES
from shengji.replay.exports.card import ASPECT, GOLD, INK, PAPER, draw_card
from shengji.replay.exports.drawing import Box, Drawing, breadth, shortened
from shengji.replay.film import Film
from shengji.replay.steps import Card, Position
from shengji.replay.wording import words

Size: TypeAlias = Literal["card", "og", "square"]
SIZES: Final[Mapping[Size, tuple[int, int]]] = {
    "card": (800, 520), "og": (1200, 630), "square": (1080, 1080),
}  # fmt: skip
"""Width and height in pixels; og is what link previews ask for."""

FELT: Final = "#1f4d3d"
RAIL: Final = "#163a2e"
PALE: Final = "#f1ede2"
DEALERS: Final = "#7a1f1f"
ATTACKERS: Final = "#1f4b7a"
BACK: Final = "#3d5a80"
SIDES: Final = {"": BACK, "dealer": DEALERS, "partner": DEALERS, "attacker": ATTACKERS}
INDEX: Final = 0.76
"""Part of a card's width that its index needs."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat's panel and its play lie."""

    panel: Box
    play: Box


def picture(film: Film, position: Position, *, bottom: int, language: str,
            size: Size = "og") -> str:  # fmt: skip
    """The position as SVG.

    :param position: what is to be shown of it, already as a view has it.
    :param bottom: the seat that sits at the bottom.
    :returns: SVG, the same bytes on every machine.
    """
    return Painter(film, position, bottom, language, size).paint()


class Painter:
    """Draws one position."""

    def __init__(
        self, film: Film, position: Position, bottom: int, language: str, size: Size
    ) -> None:
        self.film = film
        self.position = position
        self.bottom = bottom
        self.words = words(language)
        self.order = order_of(position, film.rules)
        width, height = SIZES[size]
        self.unit = height / 630 if size != "square" else 1.25
        self.sheet = Drawing(width, height, self._title())

    def paint(self) -> str:
        sheet = self.sheet
        sheet.box(Box(0, 0, sheet.width, sheet.height), fill=FELT)
        self._status(Box(0, 0, sheet.width, 56 * self.unit))
        plays = {play.seat: play for play in self.position.table}
        self._kitty()
        for seat, place in self._places():
            self._panel(seat, place.panel)
            if seat in plays:
                self._play(plays[seat], place.play)
        return sheet.svg()

    def _title(self) -> str:
        names = " / ".join(name or write_seat(seat) for seat, name in enumerate(self.film.players))
        return f"{write_address(self.position.address)} · {names}"

    # -- where everything lies ------------------------------------------------------------------

    def _places(self) -> Iterator[tuple[int, Place]]:
        """The seats around the table: the next one is on the right (counter-clockwise)."""
        players = len(self.film.players)
        side = (players - 2) // 2
        around = [(self.bottom + place) % players for place in range(players)]
        gap, top = 10 * self.unit, 64 * self.unit
        width, height = self.sheet.width, self.sheet.height
        foot = 150 * self.unit
        head = 96 * self.unit
        column = width * 0.27
        middle = Box(column + gap, top + head + gap, width - 2 * column - 2 * gap,
                     height - top - head - foot - 3 * gap)  # fmt: skip
        own = Box(middle.x, middle.y + middle.height * 0.68, middle.width, middle.height * 0.32)
        yield around[0], Place(Box(gap, height - foot - gap, width - 2 * gap, foot), own)
        tall = height - top - foot - 2 * gap
        if self.position.kitty:
            tall -= self._kitty_box().height + gap
        yield from zip(
            around[1 : side + 1],
            self._column(Box(width - column, top, column - gap, tall), middle, right=True, of=side),
            strict=True,
        )
        yield from zip(
            around[side + 1 : players - side],
            self._head(Box(column + gap, top, middle.width, head), middle, players - 2 * side - 1),
            strict=True,
        )
        yield from zip(
            reversed(around[players - side :]),
            self._column(Box(gap, top, column - gap, tall), middle, right=False, of=side),
            strict=True,
        )

    def _column(self, box: Box, middle: Box, *, right: bool, of: int) -> list[Place]:
        """Panels at one side from the top down; on the right the order of play goes up."""
        height = min(box.height / of, 280 * self.unit)
        above = box.y + (box.height - of * height) / 2
        half = middle.width / 2
        part = middle.height * 0.36 / of
        places = [
            Place(
                Box(box.x, above + number * height, box.width, height - 6 * self.unit),
                Box(
                    middle.x + (half if right else 0),
                    middle.y + middle.height * 0.32 + number * part,
                    half,
                    part,
                ),
            )
            for number in range(of)
        ]
        return places[::-1] if right else places

    def _head(self, box: Box, middle: Box, of: int) -> list[Place]:
        """Panels at the top, in order of play from right to left."""
        width = box.width / of
        part = middle.width / of
        return [
            Place(
                Box(box.x + number * width, box.y, width - 4 * self.unit, box.height),
                Box(middle.x + number * part, middle.y, part, middle.height * 0.32),
            )
            for number in reversed(range(of))
        ]

    # -- what is drawn there --------------------------------------------------------------------

    def _status(self, box: Box) -> None:
        unit, sheet, position = self.unit, self.sheet, self.position
        sheet.box(box, fill=RAIL)
        badge = Box(12 * unit, 8 * unit, 108 * unit, 40 * unit)
        sheet.box(badge, fill=PAPER, round=6 * unit)
        level = "?" if position.level is None else write_level(Level(position.level))
        base = box.height * 0.68
        sheet.text(badge.x + 12 * unit, base, level, size=26 * unit, fill=INK)
        self._trump(badge, 26 * unit)
        at = badge.x + badge.width + 16 * unit
        points = position.attackers_points if position.total is None else position.total
        if points is not None:
            told = f"{self.words['term.attackers']} {points}"
            sheet.text(at, base, told, size=24 * unit, fill=PALE)
            at += breadth(told, 24 * unit) + 24 * unit
        where = write_address(position.address)
        sheet.text(box.width - 14 * unit, base, where, size=24 * unit, fill=PALE, at="end")
        names = self._title().partition(" · ")[2]
        room = box.width - at - breadth(where, 24 * unit) - 30 * unit
        sheet.text(at, base, shortened(names, room, 20 * unit), size=20 * unit, fill=PALE)

    def _trump(self, badge: Box, size: float) -> None:
        trump = self.position.trump
        x = badge.x + 48 * self.unit
        if trump is not None and trump >= 0:
            suit = SUITS[trump]
            y = badge.y + (badge.height - size) / 2
            self.sheet.shape(x, y, SHAPES[suit], size=size, fill=FOUR_COLOURS[suit])
            return
        told = "?" if trump is None else self.words["suit.none"]
        room = badge.width - 54 * self.unit
        small = min(20 * self.unit, 20 * self.unit * room / max(breadth(told, 20 * self.unit), 1))
        self.sheet.text(x, badge.y + badge.height * 0.66, told, size=small, fill=INK)

    def _kitty_box(self) -> Box:
        unit, width, height = self.unit, self.sheet.width, self.sheet.height
        return Box(width * 0.73, height - 234 * unit, width * 0.27 - 10 * unit, 64 * unit)

    def _kitty(self) -> None:
        """The cards of the kitty, where they are known, and the points of the trick."""
        if self.position.kitty:
            box, unit = self._kitty_box(), self.unit
            self.sheet.box(box, fill=RAIL, round=8 * unit)
            word = self.words["term.kitty"]
            wide = breadth(word, 17 * unit) + 18 * unit
            self.sheet.text(box.x + 8 * unit, box.y + 38 * unit, word, size=17 * unit, fill=PALE)
            cards = sorted_cards(self.position.kitty, self.order)
            room = Box(box.x + wide, box.y + 8 * unit, box.width - wide - 8 * unit, 48 * unit)
            self._fan(cards, room, 48 * unit)

    def _panel(self, seat: int, box: Box) -> None:
        moving = self.position.to_move == seat
        self.sheet.box(box, fill=RAIL, round=8 * self.unit,
                       line=GOLD if moving else "none", weight=2.5 * self.unit)  # fmt: skip
        self._header(seat, Box(box.x, box.y, box.width, 30 * self.unit))
        room = Box(box.x + 8 * self.unit, box.y + 34 * self.unit, box.width - 16 * self.unit,
                   box.height - 40 * self.unit)  # fmt: skip
        held = self.position.hands[seat]
        if held is None:
            self._backs(self.position.sizes[seat], room)
        elif seat == self.bottom or room.height < 90 * self.unit:
            self._fan(sorted_cards(held, self.order), room, 110 * self.unit)
        else:
            self._rows(rows(held, self.order), room)

    def _header(self, seat: int, box: Box) -> None:
        unit = self.unit
        base = box.y + 22 * unit
        letter = write_seat(seat)
        colour, chip = self._side(seat)
        label = f"{letter} {chip}".strip()
        wide = breadth(label, 17 * unit) + 14 * unit
        chipped = Box(box.x + 6 * unit, box.y + 4 * unit, wide, 24 * unit)
        self.sheet.box(chipped, fill=colour, round=5 * unit)
        self.sheet.text(chipped.x + 7 * unit, base, label, size=17 * unit, fill="#ffffff")
        gained = str(self.position.captured[seat]) if self.position.captured[seat] else ""
        room = box.width - wide - breadth(gained, 17 * unit) - 30 * unit
        name = shortened(self.film.players[seat], room, 18 * unit)
        self.sheet.text(chipped.x + wide + 8 * unit, base, name, size=18 * unit, fill=PALE)
        self.sheet.text(box.x + box.width - 8 * unit, base, gained, size=17 * unit, fill=GOLD,
                        at="end")  # fmt: skip

    def _side(self, seat: int) -> tuple[str, str]:
        """The colour of a seat's side, and the dealer's sign."""
        side = self.position.side(seat)
        return SIDES[side], "庄" if side == "dealer" else ""

    def _backs(self, size: int, room: Box) -> None:
        unit = self.unit
        high = min(44 * unit, room.height)
        back = Box(room.x, room.y, high * ASPECT, high)
        self.sheet.box(back, fill=BACK, line=PALE, weight=1.5 * unit, round=4 * unit)
        self.sheet.text(back.x + back.width + 8 * unit, back.y + high * 0.66, f"× {size}",
                        size=20 * unit, fill=PALE)  # fmt: skip

    def _rows(self, suits: Sequence[Cards], room: Box) -> None:
        filled = [cards for cards in suits if cards]
        if not filled:
            return
        high = min(room.height / len(filled), 44 * self.unit)
        for number, cards in enumerate(filled):
            self._fan(cards, Box(room.x, room.y + number * high, room.width, high), high - 4)

    def _fan(self, cards: Cards, room: Box, high: float) -> None:
        """Cards from left to right, overlapping but for their indices."""
        wide, step = _spread(len(cards), room.width, min(high, room.height))
        for place, card in enumerate(cards):
            self._card(card, Box(room.x + place * step, room.y, wide, wide / ASPECT))

    def _card(self, card: int, box: Box, *, struck: bool = False) -> None:
        draw_card(self.sheet, card, box, struck=struck)

    def _play(self, play: Card, box: Box) -> None:
        unit, position = self.unit, self.position
        laid = play.cards if play.attempted is None else play.attempted
        cards = sorted_cards(laid, self.order)
        wide, step = _spread(
            len(cards), box.width - 24 * unit, min(box.height - 12 * unit, 78 * unit)
        )
        high = wide / ASPECT
        total = wide + step * (len(cards) - 1)
        left = box.x + (box.width - total) / 2
        top = box.y + (box.height - high) / 2
        if position.winning == play.seat:
            frame = Box(left, top, total, high).inset(-6 * unit)
            self.sheet.box(frame, fill="#2b6350", line=GOLD, weight=3.5 * unit, round=8 * unit)
        kept = list(play.cards)
        for place, card in enumerate(cards):
            struck = card not in kept
            if not struck:
                kept.remove(card)
            self._card(card, Box(left + place * step, top, wide, high), struck=struck)


def _spread(cards: int, room: float, high: float) -> tuple[float, float]:
    """How wide cards may be, and how far apart, for every index to be seen."""
    wide = min(high * ASPECT, room / (1 + INDEX * max(cards - 1, 0)))
    return wide, min(wide + 3, (room - wide) / max(cards - 1, 1))
