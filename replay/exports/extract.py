"""What of a record is exported, and as whom it is seen."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from shengji.notation import record as rec
from shengji.notation.address import parse_address, write_address
from shengji.notation.tokens import write_seat
from shengji.replay.exports.errors import SeatError, WrongPartError
from shengji.replay.exports.picture import Size
from shengji.replay.film import Film, Step, drawing, film, films
from shengji.replay.steps import NoSuchPosition, Position
from shengji.replay.views import View, view, without_score
from shengji.replay.wording import Language


class Scope(Enum):
    """What an export can be of."""

    GAME = "a whole game, or one hand of it as 3"
    HAND = "one hand, as 3"
    POSITION = "one position, as 3.8.2"
    RANGE = "one hand, as 3, or a part of it, as 3.4-3.8.2"


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a game that is meant: from one position up to another, or one alone."""

    first: rec.Address
    last: rec.Address | None = None

    @property
    def whole_hand(self) -> bool:
        return self.last is None and self.first == rec.Address(self.first.hand)

    def __str__(self) -> str:
        first = write_address(self.first)
        return first if self.last is None else f"{first}-{write_address(self.last)}"


def parse_part(text: str) -> Part:
    """`3`, `3.8.2` or `3.4-3.8.2`.

    :raises ValueError: it is none of these.
    """
    first, dash, last = text.partition("-")
    return Part(parse_address(first), parse_address(last) if dash else None)


@dataclass(frozen=True, slots=True)
class Extract:
    """A part of a record as somebody sees it."""

    record: rec.Record
    part: Part | None = None
    """None: all of it."""
    view: View = "open"
    seat: int = 0
    """Who sits at the bottom of a picture; in the seat's view, whose hand is seen."""
    language: Language = "en"
    size: Size = "card"
    """Of pictures."""
    delay: int = 1200
    """Milliseconds between two plays of an animation."""
    outcome: bool = True
    """False: nothing is told of how a hand ended."""

    def see(self, position: Position) -> Position:
        """The position as far as the view lets it be seen."""
        seen = view(position, self.view, self.seat if self.view == "seat" else None)
        return seen if self.outcome else without_score(seen)

    def films(self) -> Iterator[Film]:
        """The hands of the part, in order.

        :raises NoSuchPosition: the record has no such hand.
        :raises WrongPartError: the part is less than a hand.
        """
        if self.part is None:
            yield from map(self._checked, films(self.record))
        elif self.part.whole_hand:
            yield self.film()
        else:
            raise WrongPartError(Scope.GAME.value, str(self.part))

    def film(self) -> Film:
        """The one hand that is meant.

        :raises NoSuchPosition: the record has no such hand.
        :raises WrongPartError: the part is more or less than one.
        """
        number = self._number(Scope.HAND)
        if self.part is not None and not self.part.whole_hand:
            raise WrongPartError(Scope.HAND.value, str(self.part))
        return self._checked(film(self.record, number))

    def step(self) -> tuple[Film, Step]:
        """The one position that is meant.

        :raises NoSuchPosition: the record has no such position.
        :raises WrongPartError: the part is not one position.
        """
        if self.part is None or self.part.last is not None:
            raise WrongPartError(Scope.POSITION.value, self._named())
        at = self.part.first
        shown = self._checked(film(self.record, at.hand, at.variation))
        if at.part == "draw":
            return shown, drawing(self.record, at)
        return shown, shown.steps[_place(shown, at)]

    def range(self) -> tuple[Film, tuple[Step, ...]]:
        """The steps of one hand, or of a part of it.

        :raises NoSuchPosition: the record lacks one of the ends.
        :raises WrongPartError: the ends are not of one hand, or in the wrong order.
        """
        number = self._number(Scope.RANGE)
        if self.part is None or self.part.whole_hand:
            shown = self._checked(film(self.record, number))
            return shown, self._told(shown.steps)
        first, last = self.part.first, self.part.last
        if last is None or first.hand != last.hand or first.variation != last.variation:
            raise WrongPartError(Scope.RANGE.value, self._named())
        shown = self._checked(film(self.record, number, first.variation))
        begin, end = _place(shown, first), _place(shown, last)
        if begin > end:
            raise WrongPartError(Scope.RANGE.value, self._named())
        return shown, self._told(shown.steps[begin : end + 1])

    def _told(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps without the end, where that is not to be told and there are others."""
        if self.outcome:
            return steps
        return tuple(step for step in steps if step.position.event != "end") or steps

    def _number(self, scope: Scope) -> int:
        """The number of the hand: that of the part, or the only one there is."""
        if self.part is not None:
            return self.part.first.hand
        numbers = [hand.number for hand in self.record.hands]
        if len(numbers) != 1:
            raise WrongPartError(scope.value, self._named())
        return numbers[0]

    def _checked(self, shown: Film) -> Film:
        if self.seat >= len(shown.players):
            raise SeatError(write_seat(self.seat))
        return shown

    def _named(self) -> str:
        return "a game" if self.part is None else str(self.part)


def _place(shown: Film, address: rec.Address) -> int:
    place = shown.find(address)
    if place is None:
        raise NoSuchPosition(address)
    return place
