"""The names of players, which a match states once a seat and a file once a match."""

import re
from collections.abc import Iterator
from typing import Final

from shengji.notation.diagnostics import Span
from shengji.replay.language.mending import Edit

_PLAYER: Final = re.compile(r'\s*\[\s*Player[A-L]\s+"(?P<name>(?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r'["\\]')


class WrongNameError(ValueError):
    """A name that no tag can hold."""


def player_at(text: str, line: int, column: int) -> Span | None:
    """The name of a player that stands at a place (line and column from 1)."""
    found = next((span for span in _names(text) if span[0].line == line), None)
    if found is None:
        return None
    span = found[0]
    return span if span.column <= column <= span.column + span.length else None


def rename(text: str, line: int, column: int, name: str) -> tuple[Edit, ...]:
    """Another name for the player at a place, in every match of the text; none where none is.

    :raises WrongNameError: it is empty, or has a character that is none of a text.
    """
    if not name.strip() or not name.isprintable():
        raise WrongNameError(f"a player cannot be called {name!r}")
    at = player_at(text, line, column)
    if at is None:
        return ()
    names = list(_names(text))
    old = next(written for span, written in names if span == at)
    new = _ESCAPED.sub(lambda sign: f"\\{sign[0]}", name.strip())
    return tuple(Edit(span, new) for span, written in names if written == old)


def _names(text: str) -> Iterator[tuple[Span, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if match := _PLAYER.match(line):
            start, end = match.span("name")
            yield Span(number, start + 1, end - start), match["name"]
