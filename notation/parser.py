"""SJN text → records, a hand at a time; every fault of a file in one run.

Text is read in blocks of whole lines. The grammar tells sound lines from bad ones, sound lines
become statements and go to the builder, bad ones are diagnosed and the reading goes on behind them.
"""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from shengji.engine.values import value
from shengji.notation import diagnostics as codes
from shengji.notation.builder import Builder, HandRead, MatchClosed, MatchOpened, Piece
from shengji.notation.decoding import Block, blocks, text_blocks
from shengji.notation.diagnostics import Code, Diagnostic, Severity, Span, Value
from shengji.notation.limits import BAD_CHARACTERS_A_FILE, CHARACTERS_A_HAND, FAULTS_A_FILE
from shengji.notation.lines import LineError, read_line
from shengji.notation.positions import HandLines, MatchLines
from shengji.notation.record import Record
from shengji.notation.sound import BLOCK
from shengji.notation.spelling import spell

if TYPE_CHECKING:
    from shengji.notation.diagnosis import Finding

_NO_TEXT: Final = re.compile("[\ud800-\udfff]")
_BIDI: Final = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_TAG_LINE: Final = re.compile(r'\s*\[\s*\w+\s+"')


@value
class RecordLines:
    """Where the statements of one record stand."""

    head: MatchLines
    hands: tuple[HandLines, ...] = ()
    match: Span | None = None
    """The `match` line."""
    damaged: frozenset[int] = frozenset()
    """Indices of hands in which something was refused: they do not say all that was meant."""


@value
class Parsed:
    """All that a text holds."""

    records: tuple[Record, ...]
    lines: tuple[RecordLines, ...]
    """Beside each record, where its statements stand."""
    diagnostics: tuple[Diagnostic, ...]
    """In the order of the file."""

    @property
    def ok(self) -> bool:
        """No error was found; there may be warnings and notes."""
        return all(each.severity is not Severity.ERROR for each in self.diagnostics)


def loads(text: str | bytes, *, encoding: str | None = None) -> Parsed:
    """Every record in a text.

    `encoding` names the encoding of bytes that are not UTF-8 (:data:`decoding.ENCODINGS`).
    """
    if isinstance(text, str):
        return collect(_pieces(text_blocks(text)))
    return collect(read(io.BytesIO(text), encoding=encoding))


def read(stream: BinaryIO, *, encoding: str | None = None) -> Iterator[Piece]:
    """The records of a stream piece by piece: a match's head, its hands one by one, its end.

    Memory does not grow with the file.
    """
    return _pieces(blocks(stream, encoding))


def collect(pieces: Iterable[Piece]) -> Parsed:
    """Put the pieces of whole matches together."""
    records: list[Record] = []
    lines: list[RecordLines] = []
    found: list[Diagnostic] = []
    hands: list[HandRead] = []
    head: MatchOpened | None = None
    for piece in pieces:
        found.extend(piece.diagnostics)
        if isinstance(piece, MatchOpened):
            head, hands = piece, []
        elif isinstance(piece, HandRead):
            hands.append(piece)
        elif isinstance(piece, MatchClosed) and head is not None:
            records.append(_record(head.record, hands, piece))
            lines.append(_record_lines(head.lines, hands, piece))
    found.sort(key=_place)
    return Parsed(tuple(records), tuple(lines), tuple(found))


def _record(head: Record, hands: list[HandRead], end: MatchClosed) -> Record:
    read = tuple(each.hand for each in hands)
    return replace(head, hands=read, match=end.match, closing=end.closing)


def _record_lines(head: MatchLines, hands: list[HandRead], end: MatchClosed) -> RecordLines:
    damaged = frozenset(index for index, each in enumerate(hands) if each.damaged)
    return RecordLines(head, tuple(each.lines for each in hands), end.match_span, damaged)


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.line, span.column) if span else (0, 0)


def _pieces(source: Iterable[Block]) -> Iterator[Piece]:
    reader = _Reader()
    for block in source:
        reader.feed(block)
        yield from reader.take()
        if reader.stopped:
            break
    reader.finish()
    yield from reader.take()


class _Reader:
    def __init__(self) -> None:
        self.stopped = False
        self._builder = Builder()
        self._at = 1
        """The number of the next line."""
        self._errors = 0
        self._bad_characters = 0
        self._begun = False
        """Something that is not blank was met."""
        self._refused = False
        """Something was found wrong with the file as a whole, or with a line without end."""

    def take(self) -> list[Piece]:
        pieces, self._builder.pieces = self._builder.pieces, []
        return pieces

    def finish(self) -> None:
        if not (self._builder.matches or self._refused or self.stopped):
            self._builder.found.append(Diagnostic(codes.EMPTY_FILE))
        self._builder.finish()

    def feed(self, block: Block) -> None:
        for each in block.found:
            self._note(each)
        if block.text and not self._begun:
            self._begin(block.text)
        if not self.stopped:
            self._lines(block.text)

    def _begin(self, text: str) -> None:
        """Look at the first words of a file before reading it as SJN."""
        if not text.strip():
            return
        self._begun = True
        foreign = foreign_format(text)
        if foreign:
            self._note(Diagnostic(codes.FOREIGN_FORMAT, None, None, {"format": foreign}))
            self.stopped = True

    def _note(self, each: Diagnostic) -> None:
        self._builder.found.append(each)
        self._refused = self._refused or each.severity is Severity.ERROR
        if each.code in _STOPPING:
            self.stopped = True

    def _lines(self, text: str) -> None:
        lines = text.split("\n")
        lines.pop()
        self._builder.texts.extend(lines)
        plain = lines
        if not text.isascii():
            self._look_for_bidi(lines)
            plain = [line if line.isascii() else _plain(line) for line in lines]
            text = "\n".join(plain) + "\n"
        index, first = 0, self._at
        for sound, count in runs(text):
            end = index + count
            if sound:
                self._sound(plain[index:end], lines[index:end], first + index)
            else:
                self._bad(lines[index], first + index)
                if self.stopped:
                    return
            index = end
        self._at = first + index
        self._bound()

    def _bound(self) -> None:
        """Keep what is held of the file from growing with it."""
        builder = self._builder
        if builder.passing_over:
            builder.forget()
        elif sum(map(len, builder.texts)) > CHARACTERS_A_HAND:
            kind: dict[str, Value] = {"kind": "characters a hand", "limit": CHARACTERS_A_HAND}
            builder.report(codes.LIMIT, Span(self._at - 1), **kind)
            self.stopped = True

    def _sound(self, lines: list[str], written: list[str], first: int) -> None:
        add = self._builder.add
        for at, line in enumerate(lines, first):
            try:
                statement = read_line(line)
            except LineError as error:
                self._bad(written[at - first], at, error)
            else:
                add(statement, at)

    def _bad(self, line: str, at: int, error: LineError | None = None) -> None:
        """A line that the grammar refuses or, for the reason in `error`, the reader of the line."""
        if self._builder.passing_over and not line.lstrip().upper().startswith("%SJN"):
            return
        # Loaded with the first bad line: sound files, the usual ones, are to start fast.
        from shengji.notation.diagnosis import diagnose, refused

        self._bad_characters += len(line)
        for finding in diagnose(line) if error is None else [refused(line, error)]:
            self._report(finding, at)
        self._builder.bad(spell(line).split(), at)

    def _report(self, finding: "Finding", at: int) -> None:
        span = Span(at, finding.column, finding.length)
        self._builder.report(finding.code, span, **finding.arguments)
        self._count(finding.code, at)

    def _count(self, code: Code, at: int) -> None:
        self._errors += code.severity is Severity.ERROR
        enough = self._errors >= FAULTS_A_FILE or self._bad_characters > BAD_CHARACTERS_A_FILE
        if enough and not self.stopped:
            self._builder.report(codes.TOO_MANY_FAULTS, Span(at), limit=FAULTS_A_FILE)
            self.stopped = True

    def _look_for_bidi(self, lines: list[str]) -> None:
        for number, line in enumerate(lines):
            match = None if line.isascii() else _BIDI.search(line)
            if match:
                span = Span(self._at + number, match.start() + 1, 1)
                character = f"U+{ord(match[0]):04X}"
                self._builder.report(codes.BIDI_CONTROL, span, character=character)


def _plain(line: str) -> str:
    """The line as the grammar is to see it; a line that is no text, as one that it refuses."""
    return "\0" if _NO_TEXT.search(line) else spell(line)


_STOPPING: Final = (codes.BINARY_FILE, codes.WRONG_ENCODING)


def runs(text: str) -> Iterator[tuple[bool, int]]:
    """How many lines of a text are sound, how many then are not, and so on."""
    at = 0
    while at < len(text):
        if run := BLOCK.match(text, at):
            yield True, text.count("\n", at, run.end())
            at = run.end()
        else:
            yield False, 1
            at = text.index("\n", at) + 1


def foreign_format(text: str) -> str:
    """The format that a text seems to be in, if it is none of ours."""
    begin = text.lstrip("\ufeff \t\r\n")
    if begin.startswith("%SJN"):
        return ""
    if begin.startswith(("% PBN", "%PBN")):
        return "PBN"
    if begin.startswith("<"):
        return "XML"
    if begin.startswith("{") or (begin.startswith("[") and not _TAG_LINE.match(begin)):
        return "JSON"
    if begin.startswith("["):
        return "PGN" if re.search(r"^1\. ?[a-hKQRBNO]", text, re.MULTILINE) else ""
    return ""
