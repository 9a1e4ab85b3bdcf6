"""A file as records, whatever its format: SJN, the JSON twin, or another program's."""

from dataclasses import dataclass
from typing import Final

import click

from shengji.cli.findings import findings
from shengji.cli.inputs import Source, Unusable, reason
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.record import Record
from shengji.replay.checking import UNUSABLE
from shengji.replay.wording import say

SJN: Final = "sjn"
JSON: Final = "json"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file holds."""

    source: Source
    format: str
    records: tuple[Record, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    """What reading SJN found; nothing is judged yet."""
    remarks: tuple[str, ...] = ()
    """What an importer inferred or dropped."""

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self.diagnostics if found.severity is Severity.ERROR)


def load(
    source: Source, language: str, *, format: str | None = None, encoding: str | None = None
) -> Loaded:
    """Read a file in the named format, or in the one that it looks like.

    :raises Unusable: it is none of them, or cannot be read.
    """
    from shengji.replay.intake import IntakeError, take_in
    from shengji.replay.remarking import say_remark

    try:
        taken = take_in(_read(source, format or ""), format=format or "", encoding=encoding)
    except IntakeError as error:
        raise Unusable(source.name, error.say(language)) from None
    for found in taken.diagnostics:
        if found.code.id in UNUSABLE:
            raise Unusable(source.name, say(found, language))
    remarks = tuple(say_remark(remark, language) for remark in taken.remarks)
    return Loaded(source, taken.format, taken.records, taken.diagnostics, remarks)


def _read(source: Source, format: str) -> bytes:
    """All the bytes, unless there are too many for what they seem to be."""
    from shengji.replay.intake import HEAD, format_of, refuse_size

    try:
        with source.stream() as stream:
            head = stream.read(HEAD)
            refuse_size(format or format_of(head), source.size)
            return head + stream.read()
    except OSError as error:
        raise Unusable(source.name, reason(error)) from None


def formats() -> tuple[str, ...]:
    """The names of all formats that can be read."""
    from shengji.replay import intake

    return intake.formats()


def tell_faults(loaded: Loaded, encoding: str | None, language: str) -> None:
    """Print what is wrong with the text of a file, on standard error."""
    with loaded.source.stream() as stream:
        name = loaded.source.name
        for line in findings(name, loaded.faults, stream, encoding, language):
            click.echo(line, err=True)


def first_record(loaded: Loaded, match: int) -> Record:
    """The match of that number, from 1.

    :raises Unusable: the file has no such match.
    """
    if match > len(loaded.records):
        raise Unusable(loaded.source.name, f"no match {match}, there are {len(loaded.records)}")
    return loaded.records[match - 1]
