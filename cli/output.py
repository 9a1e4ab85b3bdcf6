"""What goes to a terminal or a pipe: text that any encoding can carry, data that is UTF-8."""

import codecs
import re
import shutil
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

import click

_ASCII: Final = {
    **dict(zip("♠♥♦♣", "SHDC", strict=True)),
    **dict(zip("─│┌┐└┘├┤┬┴┼", "-|+++++++++", strict=True)),
    **dict(zip("·×▸◂★“”‘’–—", ".x><*\"\"''--", strict=True)),
    "…": "...",
    "→": "->",
}


def letters(error: UnicodeError) -> tuple[str, int]:
    """A codec error handler: signs that a terminal's encoding lacks become plain letters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_ASCII.get(sign, "?") for sign in missing), error.end


def prepare_streams() -> None:
    """Make printing safe whatever the terminal's encoding: gbk, for one, has no suit signs."""
    codecs.register_error("shengji", letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="shengji")


def write_data(text: str) -> None:
    """Write a record to standard output, in UTF-8 as records are, whatever the terminal."""
    write_bytes(text.encode())


def write_bytes(data: bytes) -> None:
    """Write a file to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def plain(text: str) -> str:
    """Text from a stranger's file as it can be printed: nothing in it steers the terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "\ufffd" if unicodedata.category(sign) in _HARMFUL else sign
        for sign in text.replace("\t", " ")
    )


def width(text: str) -> int:
    """The columns that text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else unicodedata.category(sign) != "Mn"
        for sign in text
    )


def pad(text: str, columns: int) -> str:
    """Text with blanks behind it, up to so many columns."""
    return text + " " * (columns - width(text))


def fit(text: str, columns: int) -> str:
    """Text cut to so many columns."""
    if width(text) <= columns:
        return text
    used = 0
    for place, sign in enumerate(text):
        used += width(sign)
        if used >= columns:
            return text[:place] + "…"
    return text


def wrap(text: str, columns: int) -> list[str]:
    """Text as lines of at most so many columns, broken at blanks and between Chinese characters."""
    lines, line = [], ""
    for piece in _PIECE.findall(text):
        if line and width(line + piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def echo(text: str, *, indent: int = 0, hang: int = 0, bold: bool = False) -> None:
    """Print a paragraph: in a terminal broken to its width, further lines `hang` columns deeper."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    lines = wrap(text, max(20, columns - indent - hang)) if columns else [text]
    for number, line in enumerate(lines):
        click.secho(" " * (indent + (hang if number else 0)) + line, bold=bold or None)


_PIECE: Final = re.compile(r"[\u2e80-\uffef][，；：。、（）」]*\s*|[^\s\u2e80-\uffef]+\s*|\s+")
