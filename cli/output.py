"""What goes to a terminal or a pipe: text that any encoding can carry, data that is UTF-8."""

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

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
