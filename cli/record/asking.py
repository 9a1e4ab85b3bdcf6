"""Asides at a terminal: `:aside` lists what may be said, `:aside note . he smiled` says it."""

from collections.abc import Iterator, Mapping
from typing import Final

from shengji.replay.recording import (
    Draft,
    DraftError,
    Field,
    Fill,
    Trouble,
    asides,
    say_aside,
    say_choice,
    say_field,
)

LIKELIEST: Final = "."
"""In the place of the first choice: the last play, say."""
NOTHING: Final = "-"
"""In the place of a field that is left out."""
SHOWN: Final = 6
_REST: Final = (Fill.TEXT, Fill.LINE, Fill.CARDS)
"""What takes the rest of the line."""


def entry_of(draft: Draft, line: str) -> Mapping[str, object]:
    """The entry that `KIND FIELD …` means, the fields in their order.

    :raises DraftError: there is no such kind now, or more is said than it has fields.
    """
    kind, _, rest = line.partition(" ")
    aside = next((each for each in asides(draft) if each.kind == kind), None)
    if aside is None:
        raise DraftError(Trouble.NO_PLACE, kind)
    fields = {}
    for field in aside.fields:
        rest = rest.strip()
        word, _, after = (rest, "", "") if field.fill in _REST else rest.partition(" ")
        likeliest = word == LIKELIEST and bool(field.choices)
        fields[field.name] = field.choices[0].value if likeliest else word
        if word == NOTHING and not field.needed:
            fields[field.name] = ""
        rest = after
    if rest.strip():
        raise DraftError(Trouble.FIELD, rest.strip())
    return {"do": "aside", "kind": kind, "fields": fields}


def listed(draft: Draft, language: str) -> Iterator[tuple[str, str]]:
    """What may be typed behind `:aside`, and what it says."""
    for aside in asides(draft):
        yield " ".join((aside.kind, *map(_shape, aside.fields))), say_aside(aside, language)


def explained(draft: Draft, kind: str, language: str) -> Iterator[tuple[str, str]]:
    """The fields of a kind: their names, and what may stand there."""
    for field in _fields(draft, kind):
        some = ", ".join(say_choice(field, each, language) for each in field.choices[:SHOWN])
        more = ", …" if len(field.choices) > SHOWN or (some and field.free) else ""
        told = f"{say_field(field, language)}: {some}{more}" if some else say_field(field, language)
        yield _shape(field), told


def completed(draft: Draft, words: list[str]) -> Iterator[str]:
    """The next word behind `:aside` and some words."""
    if not words:
        yield from (each.kind for each in asides(draft))
        return
    fields = _fields(draft, words[0])
    if len(words) <= len(fields):
        yield from (choice.value for choice in fields[len(words) - 1].choices)


def _fields(draft: Draft, kind: str) -> tuple[Field, ...]:
    return next((each.fields for each in asides(draft) if each.kind == kind), ())


def _shape(field: Field) -> str:
    """A field as usage lines show it."""
    return field.name.upper() if field.needed else f"[{field.name.upper()}]"
