"""Stepping through a record with keys."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import click

from shengji.cli.keyboard import Keyboard
from shengji.cli.table import Show, draw
from shengji.notation.address import parse_address
from shengji.notation.record import Address, Record
from shengji.notation.tokens import write_seat
from shengji.replay import NoSuchPosition, Position, position, steps

SAME: Final = frozenset({"deal", "hands", "kitty", "vendor"})
"""Events that show nothing but what the start of the hand shows."""

CLEAR: Final = "\x1b[2J\x1b[H"
NEXT: Final = ("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\xe0M")
BACK: Final = ("p", "\x7f", "\b", "\x1b[D", "\x1bOD", "\xe0K")
QUIT: Final = ("q", "\x1b", "\x04")


class Reel:
    """The positions of a record in order, replayed as far as somebody looked."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._seen: list[Position] = []
        self._rest = (
            position
            for position in steps(record)
            if position.event not in SAME or position.problems
        )

    def at(self, place: int) -> Position | None:
        """The position at a place, from 0; None before the first and behind the last."""
        while place >= len(self._seen):
            following = next(self._rest, None)
            if following is None:
                return None
            self._seen.append(following)
        return self._seen[place] if place >= 0 else None

    def find(self, address: Address) -> int | None:
        """The place of the last position with that address."""
        place = 0
        while (found := self.at(place)) is not None and found.address != address:
            place += 1
        if found is None:
            return None
        while (found := self.at(place + 1)) is not None and found.address == address:
            place += 1
        return place

    def jump(self, start: int, step: int, key: Callable[[Position], object]) -> int:
        """The first place of the next part, by `key`; going back, of the part before."""
        here = self.at(start)
        place = start
        while (found := self.at(place)) is not None and here and key(found) == key(here):
            place += step
        if found is None:
            return max(0, min(start if step > 0 else 0, place))
        while step < 0 and (before := self.at(place - 1)) and key(before) == key(found):
            place -= 1
        return place


class Viewer:
    """One reel on a terminal."""

    def __init__(self, reel: Reel, show: Show) -> None:
        self.reel = reel
        self.show = show
        self.place = 0
        self.aside: Position | None = None
        """A position that is not on the reel: of a variation, or while the cards are drawn."""
        self.message = ""
        self.keyboard = Keyboard()
        self.keys: dict[str, Callable[[], None]] = {
            **dict.fromkeys(NEXT, lambda: self.move(1)),
            **dict.fromkeys(BACK, lambda: self.move(-1)),
            "t": lambda: self.leap(1, _trick),
            "T": lambda: self.leap(-1, _trick),
            "h": lambda: self.leap(1, _hand),
            "H": lambda: self.leap(-1, _hand),
            "g": self.ask,
            "s": self.turn,
        }

    def run(self, address: Address | None) -> None:
        """Show, wait for a key, and so on until somebody leaves.

        :raises NoSuchPosition: the record has no such address.
        """
        if address is not None:
            self.go(address)
        with self.keyboard:
            while True:
                self.paint()
                for key in self.keyboard.read():
                    if key in QUIT:
                        return
                    self.keys.get(key, _nothing)()

    def paint(self) -> None:
        here = self.aside or self.reel.at(self.place)
        assert here is not None
        width = shutil.get_terminal_size().columns
        # Not click.clear, which clears nothing where colours are not wanted.
        click.echo(CLEAR, nl=False, color=True)
        for line in draw(here, self.reel.record, self.show, width):
            click.echo(line)
        click.echo()
        who = self.show.say(self.show.view, seat=self._seat_letter())
        click.secho(f"{self.show.say('view')}: {who}   {self.show.say('keys')}", dim=True)
        if self.message:
            click.secho(self.message, fg="red")
        self.message = ""

    def _seat_letter(self) -> str:
        return "" if self.show.seat is None else write_seat(self.show.seat)

    def move(self, step: int) -> None:
        self.aside = None
        if self.reel.at(self.place + step) is not None:
            self.place += step

    def leap(self, step: int, key: Callable[[Position], object]) -> None:
        self.aside = None
        self.place = self.reel.jump(self.place, step, key)

    def go(self, address: Address) -> None:
        """To an address of the record.

        :raises NoSuchPosition: there is none.
        """
        wanted = position(self.reel.record, address)
        place = self.reel.find(wanted.address)
        self.aside = wanted if place is None else None
        self.place = self.place if place is None else place

    def ask(self) -> None:
        with self.keyboard.lines():
            text = click.prompt(self.show.say("go-to"), default="", show_default=False)
        if text:
            try:
                self.go(parse_address(text.strip()))
            except (NoSuchPosition, ValueError) as error:
                self.message = str(error)

    def turn(self) -> None:
        """The next view: open, from each seat, of the table alone."""
        show = self.show
        here = self.reel.at(self.place)
        assert here is not None
        if show.view == "open":
            self.show = replace(show, view="seat", seat=0)
        elif show.view == "table":
            self.show = replace(show, view="open")
        elif show.seat is not None and show.seat + 1 < len(here.hands):
            self.show = replace(show, seat=show.seat + 1)
        else:
            self.show = replace(show, view="table", seat=None)


def _trick(position: Position) -> object:
    return position.address.hand, position.trick


def _hand(position: Position) -> object:
    return position.address.hand


def _nothing() -> None:
    """A key that means nothing."""
