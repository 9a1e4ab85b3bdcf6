"""What the checker itself would have written: proposals for a diagnostic, as edits of the text.

Only what is known is proposed: the word that was meant, the value that follows from the cards, the
line that is missing, or the mark that says that a fault was one of the players.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.engine.faults import Rule
from shengji.engine.presets import find
from shengji.notation import diagnostics as dia
from shengji.notation.diagnostics import Code, Diagnostic, Span
from shengji.replay.recording import irregular
from shengji.replay.wording import sentence

_WHOLE: Final[Mapping[Code, str]] = {
    dia.UNKNOWN_STATEMENT: "suggestion", dia.LOWER_CASE_CARD: "suggestion",
    dia.SEAT_ORDER: "suggestion", dia.FULL_WIDTH: "suggestion",
    dia.TOUCHING_ANNOTATION: "suggestion", dia.UNKNOWN_CARD: "card",
}  # fmt: skip
"""Codes whose place is the wrong word, and the argument that has the right one."""
_WITHIN: Final[Mapping[Code, tuple[str, str]]] = {
    dia.UNKNOWN_PRESET: ("{found}", "{suggestion}"),
    dia.UNKNOWN_PRESET_VERSION: ("{preset}@{found}", "{preset}@{newest}"),
    dia.PRESET_WITHOUT_VERSION: ("{preset}", "{preset}@{version}"),
    dia.UNKNOWN_OPTION: ("{found}", "{suggestion}"),
    dia.UNKNOWN_TAG: ("{name}", "{suggestion}"),
    **{
        code: ("{written}", "{derived}")
        for code in (
            dia.FAULTS[Rule.TRUMP_MISMATCH], dia.TRICK_NUMBER, dia.WRONG_WINNER,
            dia.WRONG_POINTS, dia.WRONG_JOIN, dia.WRONG_RESULT, dia.WRONG_KITTY, dia.WRONG_LEVELS,
            dia.WRONG_NEXT, dia.WRONG_PENALTY, dia.WRONG_MATCH, dia.WRONG_ID, dia.HAND_ORDER,
            dia.LEVEL_CARRY, dia.DEALER_CARRY,
        )
    },
}  # fmt: skip
"""Codes in whose place the first text gives way to the second, filled from the arguments."""
_READINGS: Final = (dia.AMBIGUOUS_JOKER, dia.JACK_OR_JOKER)
_LINES: Final[Mapping[Code, str]] = {
    dia.MISSING_RESULT: "result {derived}", dia.MISSING_TAKE: "take {seat}", dia.NO_MAGIC: "%SJN 1",
}  # fmt: skip
"""Codes of a line that is missing above their place."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A place, of one line, and what is to stand there instead; of no length where it is put in."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend what a diagnostic speaks of."""

    kind: str
    """`write` a word for another, `insert` a line, or `mark` that a play was no slip of the pen."""
    text: str
    """What it writes."""
    edit: Edit


def fixes(lines: Sequence[str], found: Diagnostic) -> tuple[Fix, ...]:
    """What may be done about a diagnostic of the text with these lines.

    The likeliest first, and often nothing.
    """
    span = found.span or Span(1)
    if not 0 < span.line <= len(lines):
        return ()
    return tuple(_fixes(lines[span.line - 1], span, found))


def apply(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits of places that do not overlap."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda each: (each.span.line, each.span.column), reverse=True):
        line, start = lines[edit.span.line - 1], edit.span.column - 1
        lines[edit.span.line - 1] = line[:start] + edit.text + line[start + edit.span.length :]
    return "\n".join(lines)


def say_fix(fix: Fix, language: str = "en") -> str:
    """What it does, in a few words.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"fix.{fix.kind}", language, text=fix.text)


def _fixes(line: str, span: Span, found: Diagnostic) -> Iterator[Fix]:
    code, told = found.code, _Told(found)
    if code in _WHOLE:
        if right := told.fill(f"{{{_WHOLE[code]}}}"):
            yield _write(span, right)
    elif code in _WITHIN:
        wrong, right = map(told.fill, _WITHIN[code])
        # No fine is due: then no other number is right.
        none = code is dia.WRONG_PENALTY and right == "-"
        place = _within(line, span, wrong) if wrong and right and not none else None
        if place is not None:
            yield _write(place, right)
    elif code in _READINGS:
        yield from (_write(span, reading) for reading in _others(line, span, found))
    elif code in _LINES:
        if missing := told.fill(_LINES[code]):
            yield Fix("insert", missing, Edit(Span(span.line), f"{missing}\n"))
    else:
        yield from _marked(line, span, found)


class _Told:
    """The arguments of a diagnostic as words."""

    def __init__(self, found: Diagnostic) -> None:
        self.words = {name: str(value) for name, value in found.arguments.items()}
        if found.code is dia.UNKNOWN_PRESET_VERSION:
            self.words["newest"] = str(find(self.words["preset"]).version)

    def fill(self, template: str) -> str:
        """A text with its gaps filled; empty where one of them is not known or is nothing."""
        try:
            text = template.format_map(self.words)
        except KeyError:
            return ""
        return "" if "?" in text else text


def _marked(line: str, span: Span, found: Diagnostic) -> Iterator[Fix]:
    """A play as the irregularity that it was."""
    ending = irregular(found)
    play = line[span.column - 1 : span.column - 1 + span.length]
    if ending.startswith("/") and "/" in play:
        yield _write(span, play.partition("/")[0] + ending)
    elif ending and not set("/^=") & set(play):
        yield Fix("mark", ending, Edit(Span(span.line, span.column + span.length), ending))


def _write(span: Span, text: str) -> Fix:
    return Fix("write", text, Edit(span, text))


def _within(line: str, span: Span, wrong: str) -> Span | None:
    """The one place of a word in a part of a line, or else in all of it."""
    word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(wrong)}(?![A-Za-z0-9])")
    start = span.column - 1
    for low, high in ((start, start + span.length), (0, len(line))):
        places = list(word.finditer(line[low:high]))
        if len(places) == 1:
            return Span(span.line, low + places[0].start() + 1, len(wrong))
    return None


def _others(line: str, span: Span, found: Diagnostic) -> Iterator[str]:
    """The readings of a word that are not what stands there."""
    written = line[span.column - 1 : span.column - 1 + span.length]
    readings = found.arguments["readings"]
    if isinstance(readings, tuple):
        yield from (reading for reading in readings if reading != written)
