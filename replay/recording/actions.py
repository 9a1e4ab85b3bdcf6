"""What a recorder does, as frozen values, and as JSON.

An action changes the lines of a draft. Its words are SJN as a person may type it: a form, a page of
cards and a terminal say the same thing, and nothing but the notation reads it.

| JSON | action |
|---|---|
| `{"do": "begin", "mode": "full", "lines": […]}` | :class:`Begin`, the first of every draft |
| `{"do": "enter", "lines": ["declare 23 b H2"]}` | :class:`Enter` |
| `{"do": "add", "word": "SKK"}` | :class:`Add` |
| `{"do": "tag", "name": "Event", "value": "…"}` | :class:`SetTag` |
| `{"do": "splice", "at": 12, "removed": 1, "lines": […]}` | :class:`Splice` |
| `{"do": "undo"}`, `{"do": "redo"}` | :class:`Undo`, :class:`Redo` |
| `{"do": "restore", "length": 40}` | :class:`Restore` |
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from shengji.engine.values import value
from shengji.notation.record import Seat
from shengji.notation.tokens import SEATS
from shengji.replay.recording.errors import DraftError, Trouble

LARGEST: Final = 10**9
"""No number of an action is larger; what is much larger could not even be told in an error."""


class Mode(StrEnum):
    """What a recorder means to write down; it decides what he is asked for, not what he may do."""

    FULL = "full"
    """The deal, the showings, the kitty and every play."""
    PLAYS = "plays"
    """No cards of the deal: hands are proved by what was played."""
    SEAT = "seat"
    """What one seat sees: its own hand, and what is laid on the table."""
    RESULT = "result"
    """A score sheet: levels, dealer and points of each hand."""
    POSITION = "position"
    """The hands that are left, and who leads: a problem for a book."""


@value
class Begin:
    """A draft begins with these lines: the magic line and the tags."""

    mode: Mode
    lines: tuple[str, ...]
    seat: Seat | None = None
    """Who looks, in :attr:`Mode.SEAT`."""


@value
class Enter:
    """Lines that are written below all others: one statement, or a `deal` with its seat lines."""

    lines: tuple[str, ...]


@value
class Add:
    """A word more on the line of the last trick: the next play, an annotation, or who won."""

    word: str


@value
class SetTag:
    """A tag of the match, in place of the one of that name if there is one."""

    name: str
    value: str


@value
class Splice:
    """`removed` lines from line `at` on (from 1) give way to others: a correction."""

    at: int
    removed: int
    lines: tuple[str, ...]


@value
class Undo:
    """The last action that stands is taken back."""


@value
class Redo:
    """The action that was taken back last stands again."""


@value
class Restore:
    """The lines are again what they were after the first `length` actions of the log."""

    length: int


Edit: TypeAlias = Begin | Enter | Add | SetTag | Splice
"""Actions that say themselves how the lines change."""
Action: TypeAlias = Edit | Restore | Undo | Redo


def to_json(action: Action) -> dict[str, object]:
    """An action as JSON writes it."""
    match action:
        case Begin(mode, lines, seat):
            told: dict[str, object] = {"do": "begin", "mode": mode.value, "lines": list(lines)}
            return told if seat is None else {**told, "seat": SEATS[seat]}
        case Enter(lines):
            return {"do": "enter", "lines": list(lines)}
        case Add(word):
            return {"do": "add", "word": word}
        case SetTag(name, text):
            return {"do": "tag", "name": name, "value": text}
        case Splice(at, removed, lines):
            return {"do": "splice", "at": at, "removed": removed, "lines": list(lines)}
        case Undo():
            return {"do": "undo"}
        case Redo():
            return {"do": "redo"}
        case Restore(length):
            return {"do": "restore", "length": length}


def from_json(told: object) -> Action:
    """An action that JSON tells.

    :raises DraftError: it is none.
    """
    if not isinstance(told, Mapping):
        raise DraftError(Trouble.FORM, "do")
    reader = _READERS.get(str(told.get("do")))
    if reader is None:
        raise DraftError(Trouble.FORM, "do")
    return reader(told)


def _begin(told: Mapping[str, object]) -> Begin:
    mode, seat = told.get("mode"), told.get("seat")
    if not isinstance(mode, str) or mode not in {*Mode}:
        raise DraftError(Trouble.FORM, "mode")
    if seat is not None and (not isinstance(seat, str) or len(seat) != 1 or seat not in SEATS):
        raise DraftError(Trouble.FORM, "seat")
    place = SEATS.index(seat) if isinstance(seat, str) else None
    return Begin(Mode(mode), _lines(told), place)


def _splice(told: Mapping[str, object]) -> Splice:
    return Splice(number_of(told, "at"), number_of(told, "removed"), _lines(told))


def number_of(told: Mapping[str, object], name: str) -> int:
    """A number that JSON tells.

    :raises DraftError: it is none.
    """
    number = told.get(name)
    if type(number) is not int or not 0 <= number <= LARGEST:
        raise DraftError(Trouble.FORM, name)
    return number


def text_of(told: Mapping[str, object], name: str) -> str:
    """A text that JSON tells.

    :raises DraftError: it is none.
    """
    text = told.get(name)
    if not isinstance(text, str):
        raise DraftError(Trouble.FORM, name)
    return text


def _lines(told: Mapping[str, object]) -> tuple[str, ...]:
    lines = told.get("lines")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise DraftError(Trouble.FORM, "lines")
    return tuple(lines)


_READERS: Final[dict[str, Callable[[Mapping[str, object]], Action]]] = {
    "begin": _begin,
    "enter": lambda told: Enter(_lines(told)),
    "add": lambda told: Add(text_of(told, "word")),
    "tag": lambda told: SetTag(text_of(told, "name"), text_of(told, "value")),
    "splice": _splice,
    "undo": lambda told: Undo(),
    "redo": lambda told: Redo(),
    "restore": lambda told: Restore(number_of(told, "length")),
}
