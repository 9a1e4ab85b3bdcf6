"""Diagnostics of a text, its canonical form, and where an address in it leads."""

import re
from typing import Final

from shengji.notation import WriteError, dumps
from shengji.notation.address import parse_address
from shengji.notation.diagnostics import Diagnostic, Span
from shengji.replay.language.places import find
from shengji.replay.recording.judging import judge

_WORD: Final = re.compile(r"[0-9][0-9a-z.]*")


def diagnose(text: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with a text, or suspicious, or cannot be checked, in its order."""
    return judge(text).report.diagnostics


def formatted(text: str) -> str | None:
    """The canonical form of a text; None where not all of it can be read, so nothing is lost."""
    judged = judge(text)
    if judged.refused or not judged.parsed.records:
        return None
    try:
        return "\n".join(map(dumps, judged.parsed.records))
    except WriteError:
        return None


def definition(text: str, line: int, column: int) -> Span | None:
    """Where the address leads that stands at a place, as in `note 3.8.2` or in a comment."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return None
    for match in _WORD.finditer(lines[line - 1]):
        if match.start() < column <= match.end() + 1:
            try:
                return find(text, parse_address(match[0].rstrip(".")), near=line)
            except ValueError:
                return None
    return None
