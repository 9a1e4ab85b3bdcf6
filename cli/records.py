"""A file as records, whatever its format: SJN, the JSON twin, or another program's."""

from codecs import BOM_UTF8
from dataclasses import dataclass
from typing import Final

import click

from shengji import notation
from shengji.cli.findings import findings
from shengji.cli.inputs import Source, Unusable
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
    data = source.read()
    name = format or looks_like(data)
    if name == SJN:
        return _sjn(source, data, encoding, language)
    return _twin(source, data) if name == JSON else _foreign(source, data, name)


def looks_like(data: bytes) -> str:
    """The name of the format that the bytes seem to be in."""
    from shengji.notation import foreign

    importer = foreign.find(data)
    if importer is not None:
        return importer.name
    return JSON if data.removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[") else SJN


def _sjn(source: Source, data: bytes, encoding: str | None, language: str) -> Loaded:
    parsed = notation.loads(data, encoding=encoding)
    for found in parsed.diagnostics:
        if found.code.id in UNUSABLE:
            raise Unusable(source.name, say(found, language))
    return Loaded(source, SJN, parsed.records, parsed.diagnostics)


def _twin(source: Source, data: bytes) -> Loaded:
    from shengji.notation import twin

    try:
        return Loaded(source, JSON, twin.loads(data))
    except twin.TwinError as error:
        raise Unusable(source.name, f"JSON, but no record of this program: {error}") from None


def _foreign(source: Source, data: bytes, name: str) -> Loaded:
    from shengji.notation import foreign

    importer = foreign.by_name(name)
    if importer is None:
        raise Unusable(source.name, f"no format is called {name!r}")
    try:
        imported = importer.read(data)
    except foreign.ForeignError as error:
        raise Unusable(source.name, f"{importer.title}: {error}") from None
    return Loaded(source, name, imported.records, remarks=tuple(map(str, imported.remarks)))


def formats() -> tuple[str, ...]:
    """The names of all formats that can be read."""
    from shengji.notation import foreign

    return (SJN, JSON, *foreign.names())


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
