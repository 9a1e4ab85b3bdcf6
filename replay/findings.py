"""Diagnostics as they are handed to other programs: with their words, place and source."""

import functools
from collections.abc import Mapping

from shengji.engine.catalogue import describe
from shengji.engine.values import value
from shengji.notation.address import write_address
from shengji.notation.diagnostics import Diagnostic, Severity, Value
from shengji.replay.wording import say


@value
class Finding:
    """One diagnostic; line and column count from 1, in code points."""

    code: str
    severity: Severity
    line: int | None
    """None where it concerns the file as a whole, or what came from no text."""
    column: int | None
    length: int | None
    address: str | None
    option: str | None
    """The rule option on which the verdict rests."""
    source: str | None
    """Where the rule is written."""
    arguments: Mapping[str, Value]
    message: str


def finding(diagnostic: Diagnostic, language: str) -> Finding:
    """A diagnostic in the words of a language."""
    span, address = diagnostic.span, diagnostic.address
    return Finding(
        code=diagnostic.code.id,
        severity=diagnostic.severity,
        line=span.line if span else None,
        column=span.column if span else None,
        length=span.length if span else None,
        address=write_address(address) if address else None,
        option=diagnostic.option or None,
        source=source_of(diagnostic),
        arguments=dict(diagnostic.arguments),
        message=say(diagnostic, language),
    )


def source_of(diagnostic: Diagnostic) -> str | None:
    """Where the rule is written: of the notation's, a section; of the game's, a rule text."""
    if diagnostic.option:
        return _sources().get(diagnostic.option)
    rests_on = diagnostic.code.rests_on
    return None if rests_on == "rules" else rests_on


@functools.cache
def _sources() -> dict[str, str]:
    return {option.id: option.source for option in describe()}
