"""What a check found in a text, each with its line and the place in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.replay.findings import Finding, finding
from shengji.replay.wording import say_basis
from shengji.web.language import language

SHOWN: Final = 200
"""So many are shown; the rest is counted."""
AROUND: Final = 60
"""Characters of a line that are shown before the place, and behind it."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding beside the text that it concerns, which is in three parts."""

    finding: Finding
    basis: str
    """What it rests on, in words."""
    before: str
    place: str
    after: str


def marked(text: str, found: Sequence[Diagnostic]) -> list[Marked]:
    """The first findings of a text, errors before the rest."""
    lines = text.split("\n")
    worst = sorted(found, key=lambda each: each.severity is not Severity.ERROR)
    return [
        Marked(finding(each, language()), say_basis(each, language()), *_parts(lines, each))
        for each in worst[:SHOWN]
    ]


def _parts(lines: Sequence[str], each: Diagnostic) -> Iterator[str]:
    span = each.span
    line = lines[span.line - 1] if span and span.line <= len(lines) else ""
    start = span.column - 1 if span else 0
    end = start + max(span.length, 1) if span else 0
    cut = start > AROUND
    yield ("…" if cut else "") + line[start - AROUND if cut else 0 : start]
    yield line[start:end][:AROUND] or " "
    yield line[end : end + AROUND]
