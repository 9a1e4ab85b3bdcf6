"""A draft becomes a record only after the checker has spoken."""

from dataclasses import dataclass

from shengji.notation import WriteError, dumps
from shengji.notation import record as rec
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import judge


@dataclass(frozen=True, slots=True)
class Finished:
    """What a draft comes to as a record."""

    record: rec.Record | None
    """The match that was written last; None where something of its text cannot be read, or holds
    no record."""
    text: str
    """The canonical text of all its matches; empty without a record."""
    errors: tuple[Diagnostic, ...]
    unchecked: tuple[Diagnostic, ...]
    """What could not be checked, and has to be said."""
    remarks: tuple[Diagnostic, ...]
    """Warnings and notes."""


def finish(draft: Draft) -> Finished:
    """The canonical record of a draft, with all that the check says of it.

    Errors do not stand in the way of a record: it tells what happened. What cannot be read does.
    """
    judged = judge(draft.text)
    record = None if judged.refused else judged.record
    text = ""
    if record is not None:
        try:
            text = "\n".join(map(dumps, judged.parsed.records))
        except WriteError:
            record = None
    found = judged.report.diagnostics
    return Finished(
        record,
        text,
        tuple(each for each in found if each.severity is Severity.ERROR),
        tuple(each for each in found if each.severity is Severity.UNCHECKED),
        tuple(each for each in found if each.severity in (Severity.WARNING, Severity.NOTE)),
    )
