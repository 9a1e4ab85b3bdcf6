"""Bytes → blocks of whole lines, with what is wrong with the file as a whole.

UTF-8 is read; GB18030 and Big5 only when the caller names them. A guess goes into the message,
never into the text.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple

from shengji.notation import diagnostics as codes
from shengji.notation.diagnostics import Code, Diagnostic, Span, Value
from shengji.notation.limits import CHARACTERS_A_LINE

ENCODINGS: Final[dict[str, str]] = {
    "utf-8": "utf-8", "utf8": "utf-8",
    "gb18030": "gb18030", "gbk": "gb18030", "gb2312": "gb18030", "cp936": "gb18030",
    "big5": "big5hkscs", "big5hkscs": "big5hkscs", "cp950": "big5hkscs",
    "utf-16": "utf-16", "utf16": "utf-16", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be",
}  # fmt: skip
"""Names of encodings that a caller may state, and Python's codec for each."""

BLOCK: Final = 1 << 16
"""Bytes that are read at a time."""

_SIGNATURES: Final = (
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"%PDF", "PDF"),
    (b"PK\x03\x04", "ZIP"), (b"\x1f\x8b", "gzip"), (b"SQLite format 3", "SQLite"),
)  # fmt: skip
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32", ""), (codecs.BOM_UTF32_BE, "UTF-32", ""),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16"), (codecs.BOM_UTF16_BE, "UTF-16", "utf-16"),
)  # fmt: skip
_CONTROLS: Final = bytes(code for code in range(32) if code not in b"\t\n\f\r")
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_SUIT_SIGNS: Final = frozenset("♠♤♥♡♦♢♣♧")
_BREAK: Final = re.compile("\r\n?")
_LINE_END: Final = re.compile("\r\n?|\n")


class UnknownEncodingError(ValueError):
    """The caller named an encoding that is not read."""


class Block(NamedTuple):
    """Whole lines, each ending in a line feed, and what was found on the way."""

    text: str
    found: tuple[Diagnostic, ...] = ()


def codec_of(encoding: str | None) -> str:
    """Python's codec for an encoding that the caller named.

    :raises UnknownEncodingError: it is none of :data:`ENCODINGS`.
    """
    name = (encoding or "utf-8").lower().replace("_", "-")
    if name not in ENCODINGS:
        raise UnknownEncodingError(f"unknown encoding {encoding!r}; known: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def unusable(head: bytes, encoding: str | None) -> Diagnostic | None:
    """Why a file that begins with these bytes cannot be read at all."""
    if encoding is not None:
        return None
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return _refused(codes.BINARY_FILE, format=name)
    for mark, name, option in _MARKS:
        if head.startswith(mark):
            return _refused(codes.WRONG_ENCODING, encoding=name, option=option)
    if b"\0" in head and (option := _utf16(head)):
        return _refused(codes.WRONG_ENCODING, encoding="UTF-16", option=option)
    if len(head) - len(head.translate(None, _CONTROLS)) > len(head) // 100 + 3:
        return _refused(codes.BINARY_FILE, format="")
    return _not_utf8(head)


def _refused(code: Code, **arguments: Value) -> Diagnostic:
    return Diagnostic(code, None, None, arguments)


def _utf16(head: bytes) -> str:
    """The form of UTF-16 in which the bytes are a text, if any."""
    for option in ("utf-16-le", "utf-16-be"):
        text = head.decode(option, "replace")
        plain = sum(letter.isprintable() or letter.isspace() for letter in text)
        if plain > 0.9 * len(text) and sum(map(str.isascii, text)) > 0.2 * len(text):
            return option
    return ""


def _not_utf8(head: bytes) -> Diagnostic | None:
    """The encoding that a text which is not UTF-8 seems to have; None if it may be UTF-8."""
    good, bad = 0, 0
    for run in _HIGH.findall(head):
        text = run.decode("utf-8", "surrogateescape")
        wrong = sum("\udc80" <= letter <= "\udcff" for letter in text)
        good, bad = good + len(text) - wrong, bad + wrong
    if bad <= good:
        return None
    gb, big5 = _share(head, "gb18030"), _share(head, "big5")
    if bad <= 4 and (good or max(gb, big5) < 1):
        return None
    if max(gb, big5) < 0.7:
        return _refused(codes.BINARY_FILE, format="") if bad > len(head) // 4 else None
    if gb >= big5:
        return _refused(codes.WRONG_ENCODING, encoding="GB18030", option="gb18030")
    return _refused(codes.WRONG_ENCODING, encoding="Big5", option="big5")


def _share(head: bytes, encoding: str) -> float:
    """How much of the text beyond ASCII is common Chinese when read in this encoding."""
    text = "".join(letter for letter in head.decode(encoding, "replace") if letter > "\x7f")
    common = sum(_is_common(letter, encoding) for letter in text)
    return common / len(text) if text else 0.0


def _is_common(letter: str, encoding: str) -> bool:
    """Whether it is of the first level of its standard, a punctuation mark or a suit sign."""
    if letter == "\ufffd":
        return False
    if letter in _SUIT_SIGNS:
        return True
    lead = letter.encode(encoding)[0]
    if encoding == "big5":
        return 0xA1 <= lead <= 0xC6
    two = letter.encode(encoding)
    return len(two) == 2 and two[1] >= 0xA1 and (0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= 0xD7)


def blocks(stream: BinaryIO, encoding: str | None) -> Iterator[Block]:
    """The text of a stream in blocks of whole lines; one empty block where it is unusable.

    :raises UnknownEncodingError: the encoding named is none that is read.
    """
    codec = codec_of(encoding)
    head = stream.read(BLOCK)
    refused = unusable(head, encoding)
    if refused is not None:
        return iter([Block("", (refused,))])
    return cut(_decoded(stream, head, codec))


def _decoded(stream: BinaryIO, head: bytes, codec: str) -> Iterator[str]:
    errors = "replace" if codec.startswith("utf-16") else "surrogateescape"
    if codec == "utf-16" and not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        codec = "utf-16-be" if head.startswith(b"\0") else "utf-16-le"
    decoder = codecs.getincrementaldecoder(codec)(errors)
    while head:
        yield decoder.decode(head)
        head = stream.read(BLOCK)
    yield decoder.decode(b"", final=True)


def text_blocks(text: str) -> Iterator[Block]:
    """A text in blocks of whole lines."""
    return cut(text[start : start + BLOCK] for start in range(0, len(text), BLOCK))


def cut(pieces: Iterable[str]) -> Iterator[Block]:
    """Blocks of whole lines from text that arrives in pieces of at most :data:`BLOCK`."""
    cutter = _Cutter()
    for piece in pieces:
        yield cutter.feed(piece)
    yield cutter.end()


class _Cutter:
    """Makes all line ends LF; takes out a byte order mark and lines that are too long."""

    def __init__(self) -> None:
        self._rest = ""
        self._line = 1
        """The number of the line that `_rest` begins."""
        self._return = ""
        """A carriage return that ended the last piece: a line feed may belong to it."""
        self._skipping = False
        self._breaks_noted: set[str] = set()
        """The line ends other than LF that were met."""
        self._found: list[Diagnostic] = []

    def feed(self, piece: str) -> Block:
        if self._line == 1 and not self._rest and piece.startswith("\ufeff"):
            self._found.append(Diagnostic(codes.BYTE_ORDER_MARK, Span(1)))
            piece = piece[1:]
        piece, self._return = self._return + piece, ""
        if piece.endswith("\r"):
            piece, self._return = piece[:-1], "\r"
        if "\r" in piece:
            piece = self._line_feeds(piece)
        whole, feed, tail = piece.rpartition("\n")
        if not feed:
            self._grow(tail)
            return self._block("")
        text = self._rest + whole + "\n"
        end = text.index("\n")
        if self._skipping or end > CHARACTERS_A_LINE:
            self._too_long()
            text = text[end:]
        self._rest, self._skipping = tail, False
        return self._block(text)

    def end(self) -> Block:
        if self._return:
            self._line_feeds("\r")
        text = self._rest + "\n" if self._rest or self._skipping else ""
        return self._block(text)

    def _grow(self, tail: str) -> None:
        if not self._skipping:
            self._rest += tail
            if len(self._rest) > CHARACTERS_A_LINE:
                self._too_long()
                self._rest = ""

    def _too_long(self) -> None:
        if not self._skipping:
            self._skipping = True
            arguments: dict[str, Value] = {"kind": "characters a line", "limit": CHARACTERS_A_LINE}
            self._found.append(Diagnostic(codes.LIMIT, Span(self._line), None, arguments))

    def _line_feeds(self, piece: str) -> str:
        if len(self._breaks_noted) < 2:
            for match in _BREAK.finditer(piece):
                self._note_break("CRLF" if match[0] == "\r\n" else "CR", piece, match.start())
        return _BREAK.sub("\n", piece)

    def _note_break(self, found: str, piece: str, at: int) -> None:
        """Tell of the first line that ends in this way."""
        if found in self._breaks_noted:
            return
        self._breaks_noted.add(found)
        line = self._line + len(_LINE_END.findall(piece, 0, at))
        arguments: dict[str, Value] = {"found": found}
        self._found.append(Diagnostic(codes.LINE_ENDINGS, Span(line), None, arguments))

    def _block(self, text: str) -> Block:
        self._line += text.count("\n")
        found, self._found = tuple(self._found), []
        return Block(text, found)
