"""The language in which the catalogue of wording writes its messages.

`{name}` is an argument, `{name:card/cards}` a number with its noun, `{name@table}` an argument that
is looked up in a table of words first. `[…]` vanishes when an argument inside is missing;
`[…|…]` shows the first alternative that lacks nothing. Doubled, `{{ }} [[ ]]` stand for themselves.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from shengji.notation.diagnostics import Value

LONGEST: Final = 120
"""Characters of an argument that are shown; a record can hold words of any length."""
_UNKNOWN: Final = "?"
"""A missing argument outside of brackets, as the notation writes what is not known."""


class TemplateError(ValueError):
    """A template that is not in the language."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an argument goes."""

    name: str
    one: str = ""
    many: str = ""
    """The noun that follows a number, or nothing."""
    table: str = ""


Sentence: TypeAlias = tuple["str | Slot", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The first of these that lacks no argument, or nothing."""

    alternatives: tuple[Sentence, ...]


Template: TypeAlias = tuple["str | Slot | Choice", ...]

_TOKEN: Final = re.compile(
    r"(?P<escape>\{\{|\}\}|\[\[|\]\])"
    r"|\{(?P<name>[a-z]+)(?::(?P<one>[^{}/]+)/(?P<many>[^{}/]+)|@(?P<table>[a-z]+))?\}"
    r"|(?P<mark>[\[\]|])"
    r"|(?P<text>[^{}\[\]|]+)"
)


@functools.cache
def read_template(text: str) -> Template:
    """What a template says.

    :raises TemplateError: a brace or bracket has no partner, or brackets stand within brackets.
    """
    template: list[str | Slot | Choice] = []
    alternatives: list[list[str | Slot]] | None = None
    for mark, piece in _tokens(text):
        if mark and (mark == "[") != (alternatives is None):
            raise TemplateError(text)
        if mark == "[":
            alternatives = [[]]
        elif mark == "|" and alternatives:
            alternatives.append([])
        elif mark == "]" and alternatives:
            template.append(Choice(tuple(map(tuple, alternatives))))
            alternatives = None
        else:
            (template if alternatives is None else alternatives[-1]).append(piece)
    if alternatives is not None:
        raise TemplateError(text)
    return tuple(template)


def _tokens(text: str) -> Iterator[tuple[str, str | Slot]]:
    """The brackets and bars of a template, and what stands between them."""
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise TemplateError(text)
        at = token.end()
        if token["name"]:
            slot = Slot(
                token["name"], token["one"] or "", token["many"] or "", token["table"] or ""
            )
            yield "", slot
        elif token["escape"]:
            yield "", token["escape"][0]
        else:
            yield token["mark"] or "", token["text"] or ""


def fill(
    template: Template,
    arguments: Mapping[str, Value],
    words: Mapping[str, str],
) -> str:
    """The sentence that a template and its arguments make.

    `words` has the words of the tables as `table.word`, and how several are joined as `list.comma`
    and `list.or`.
    """
    return "".join(
        _first(piece, arguments, words)
        if isinstance(piece, Choice)
        else _piece(piece, arguments, words)
        for piece in template
    )


def _first(choice: Choice, arguments: Mapping[str, Value], words: Mapping[str, str]) -> str:
    for sentence in choice.alternatives:
        slots = [piece for piece in sentence if isinstance(piece, Slot)]
        if all(arguments.get(slot.name) not in (None, "", ()) for slot in slots):
            return "".join(_piece(piece, arguments, words) for piece in sentence)
    return ""


def _piece(piece: str | Slot, arguments: Mapping[str, Value], words: Mapping[str, str]) -> str:
    if isinstance(piece, str):
        return piece
    value = arguments.get(piece.name, "")
    if isinstance(value, int):
        noun = piece.one if value == 1 else piece.many
        return f"{value} {noun}" if noun else str(value)
    parts = (value,) if isinstance(value, str) else value
    shown = [words.get(f"{piece.table}.{part}") or _safe(part) for part in parts if part]
    if not shown:
        return _UNKNOWN
    if len(shown) == 1:
        return shown[0]
    return words["list.comma"].join(shown[:-1]) + words["list.or"] + shown[-1]


def _safe(text: str) -> str:
    """Text from a record as it may be printed: short, and without anything invisible."""
    if len(text) > LONGEST:
        text = text[:LONGEST] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)
