"""The language in which the catalogue of wording writes its messages.

`{name}` is an argument, `{name:card/cards}` a number with its noun, `{name@table}` an argument that
is looked up in a table of words first. `[…]` vanishes when an argument inside is missing;
`[…|…]` shows the first alternative that lacks nothing. Doubled, `{{ }} [[ ]]` stand for themselves.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from shengji.engine.values import value
from shengji.notation.diagnostics import Value

LONGEST: Final = 120
"""Characters of an argument that are shown; a record can hold words of any length."""
_UNKNOWN: Final = "?"
"""A missing argument outside of brackets, as the notation writes what is not known."""


class TemplateError(ValueError):
    """A template that is not in the language."""


@value
class Slot:
    """Where an argument goes."""

    name: str
    one: str = ""
    many: str = ""
    """The noun that follows a number, or nothing."""
    table: str = ""


Sentence: TypeAlias = tuple["str | Slot", ...]


@value
class Choice:
    """The first of these that lacks no argument, or nothing."""

    alternatives: tuple[Sentence, ...]


Template: TypeAlias = tuple["str | Slot | Choice", ...]
Look: TypeAlias = Callable[[str, str], str | None]
"""What a table says for a word; None where it has nothing."""

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


def fill(template: Template, arguments: Mapping[str, Value], look: Look) -> str:
    """The sentence that a template and its arguments make.

    The table `list` says how several words are joined: by `comma`, before the last one by `or`.
    """
    return _join(_filled(template, arguments, look))


def _filled(template: Template, arguments: Mapping[str, Value], look: Look) -> Iterator[str]:
    for piece in template:
        if isinstance(piece, Choice):
            yield from _filled(_first(piece, arguments), arguments, look)
        elif isinstance(piece, Slot):
            yield _argument(piece, arguments.get(piece.name, ""), look)
        else:
            yield piece


def _join(pieces: Iterable[str]) -> str:
    """Pieces one behind the other, a blank between a Chinese character and a letter or figure."""
    text = ""
    for piece in pieces:
        if text and piece and _touches(text[-1], piece[0]):
            text += " "
        text += piece
    return text


def _touches(last: str, first: str) -> bool:
    if last.isascii() == first.isascii():
        return False
    letters = last + first
    return letters.isalnum()


def _first(choice: Choice, arguments: Mapping[str, Value]) -> Sentence:
    for sentence in choice.alternatives:
        slots = [piece for piece in sentence if isinstance(piece, Slot)]
        if all(arguments.get(slot.name) not in (None, "", ()) for slot in slots):
            return sentence
    return ()


def _argument(slot: Slot, value: Value, look: Look) -> str:
    if isinstance(value, int):
        noun = slot.one if value == 1 else slot.many
        return f"{value} {noun}" if noun else str(value)
    parts = (value,) if isinstance(value, str) else value
    shown = [_word(slot.table, part, look) for part in parts if part]
    if not shown:
        return _UNKNOWN
    *others, last = shown
    pieces = [piece for word in others for piece in (word, look("list", "comma") or "")]
    if others:
        pieces[-1] = look("list", "or") or ""
    return _join([*pieces, last])


def _word(table: str, word: str, look: Look) -> str:
    known = look(table, word) if table else None
    return _safe(word) if known is None else known


def _safe(text: str) -> str:
    """Text from a record as it may be printed: short, and without anything invisible."""
    if len(text) > LONGEST:
        text = text[:LONGEST] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)
