"""Open texts: lines as the protocol ends them, places in the units of the client."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from lsprotocol import types as lsp

from shengji.notation.diagnostics import Span

_END: Final = re.compile("\r\n?|\n")
_UTF8: Final = lsp.PositionEncodingKind.Utf8
_UTF32: Final = lsp.PositionEncodingKind.Utf32


@dataclass(frozen=True, slots=True)
class Text:
    """One version of a text. A change makes another, so that a long question keeps its own."""

    uri: str
    version: int | None
    source: str
    encoding: str = lsp.PositionEncodingKind.Utf16
    """In what the client counts columns."""
    bounds: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Of each line where it begins and ends in the source, in code points."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bounds", tuple(_bounds(self.source)))

    @property
    def plain(self) -> str:
        """The source with the line ends that the notation writes."""
        return _END.sub("\n", self.source) if "\r" in self.source else self.source

    def line(self, number: int) -> str:
        """A line by its number from 0; nothing beyond the last."""
        if number >= len(self.bounds):
            return ""
        start, end = self.bounds[number]
        return self.source[start:end]

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """Line and column, from 1, in code points; what is beyond a line is its end."""
        column = _points(self.line(position.line), position.character, self.encoding)
        return position.line + 1, column + 1

    def range(self, span: Span, last: int | None = None) -> lsp.Range:
        """A span, or all from its line to the end of the line `last`."""
        first = max(0, min(span.line, len(self.bounds)) - 1)
        start = self._position(first, span.column - 1)
        if last is None:
            return lsp.Range(start, self._position(first, span.column - 1 + span.length))
        below = max(first, min(last, len(self.bounds)) - 1)
        return lsp.Range(start, self._position(below, len(self.line(below))))

    def whole(self) -> lsp.Range:
        """All of it."""
        return self.range(Span(1), len(self.bounds))

    def _position(self, line: int, column: int) -> lsp.Position:
        return lsp.Position(line, _units(self.line(line), column, self.encoding))

    def changed(self, version: int, change: lsp.TextDocumentContentChangeEvent) -> "Text":
        """The text after a change of a part of it, or of all."""
        if not isinstance(change, lsp.TextDocumentContentChangePartial):
            return replace(self, version=version, source=change.text)
        start, end = self._offset(change.range.start), self._offset(change.range.end)
        source = self.source[:start] + change.text + self.source[max(start, end) :]
        return replace(self, version=version, source=source)

    def _offset(self, position: lsp.Position) -> int:
        if position.line >= len(self.bounds):
            return len(self.source)
        column = _points(self.line(position.line), position.character, self.encoding)
        return self.bounds[position.line][0] + column


def _bounds(source: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(source):
        yield start, match.start()
        start = match.end()
    yield start, len(source)


def _points(line: str, units: int, encoding: str) -> int:
    """A column in units of the client, in code points."""
    if encoding == _UTF32 or line.isascii():
        return min(units, len(line))
    for column, sign in enumerate(line):
        if units <= 0:
            return column
        units -= _width(sign, encoding)
    return len(line)


def _units(line: str, column: int, encoding: str) -> int:
    """A column in code points, in units of the client."""
    if encoding == _UTF32 or line.isascii():
        return min(column, len(line))
    return sum(_width(sign, encoding) for sign in line[:column])


def _width(sign: str, encoding: str) -> int:
    if encoding == _UTF8:
        return len(sign.encode("utf-8", "surrogatepass"))
    return 2 if ord(sign) > 0xFFFF else 1
