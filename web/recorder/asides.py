"""Notes, rulings, irregularities and early ends, as forms."""

from collections.abc import Iterator
from dataclasses import dataclass

from shengji.notation.tokens import SEATS
from shengji.replay.recording import Draft, asides, say_aside, say_choice, say_field
from shengji.replay.recording.asides import Field, Fill
from shengji.replay.wording import Language
from shengji.web.recorder.sitting import sitting


@dataclass(frozen=True, slots=True)
class Blank:
    """A field to be filled in."""

    name: str
    label: str
    fill: str
    options: tuple[tuple[str, str], ...]
    """What may be chosen, and its words."""
    needed: bool
    free: bool
    """Something else may be typed."""


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of what may be said at any time."""

    kind: str
    title: str
    blanks: tuple[Blank, ...]


def forms(draft: Draft, language: Language) -> Iterator[Form]:
    """All that may be said now."""
    names = sitting(draft)
    for each in asides(draft):
        blanks = tuple(_blank(field, names, language) for field in each.fields)
        yield Form(each.kind, say_aside(each, language), blanks)


def _blank(field: Field, names: dict[str, str], language: Language) -> Blank:
    words = {choice.value: say_choice(field, choice, language) for choice in field.choices}
    if field.fill in (Fill.SEAT, Fill.SEATS):
        words = {seats: _seats(seats, names) for seats in words}
    return Blank(
        name=field.name,
        label=say_field(field, language),
        fill=field.fill.value,
        options=tuple(words.items()),
        needed=field.needed,
        free=field.free,
    )


def _seats(letters: str, names: dict[str, str]) -> str:
    """Who sits there: `ac` is both by name."""
    known = all(letter in SEATS and letter in names for letter in letters)
    return " + ".join(names[letter] for letter in letters) if known else letters
