"""Bytes in any format that is read → records: SJN, its JSON twin, or another program's format.

What the command line converts, what an archive takes and what a site is sent come through here.
"""

from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shengji import notation
from shengji.notation import foreign
from shengji.notation.decoding import codec_of
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.foreign import ForeignError, Remark
from shengji.notation.record import Record

SJN: Final = "sjn"
JSON: Final = "json"
HEAD: Final = 1 << 16
"""Bytes at the beginning of a file by which its format is known."""
_MOST: Final = {SJN: 1 << 30, JSON: 1 << 30}
"""Bytes of our own formats that are read at once."""


class IntakeError(ValueError):
    """Bytes that give no record, with the reason."""


@dataclass(frozen=True, slots=True)
class Intake:
    """What some bytes hold."""

    format: str
    """The name of their format."""
    records: tuple[Record, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    """What reading SJN found; nothing is judged yet."""
    remarks: tuple[Remark, ...] = ()
    """What an importer inferred, missed or left out."""

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """What was found that is an error."""
        return tuple(found for found in self.diagnostics if found.severity is Severity.ERROR)


def formats() -> tuple[str, ...]:
    """The names of all formats."""
    return (SJN, JSON, *foreign.names())


def format_of(head: bytes) -> str:
    """The name of the format that bytes seem to be in, by the first :data:`HEAD` of them."""
    importer = foreign.find(head)
    if importer is not None:
        return importer.name
    return JSON if head.removeprefix(BOM_UTF8).lstrip()[:1] in (b"{", b"[") else SJN


def refuse_size(format: str, size: int) -> None:
    """What is longer than any file of its format is refused before it is read.

    :raises IntakeError: it is too long.
    """
    most = _MOST.get(format, foreign.MOST_BYTES)
    if size > most:
        raise IntakeError(
            f"{size >> 20} MiB, and a file in the format {format} is read up to {most >> 20} MiB"
        )


def take_in(data: bytes, *, format: str = "", encoding: str | None = None) -> Intake:
    """Read all records of some bytes, in the named format or in the one that they seem to be in.

    :raises IntakeError: they are in none, or cannot be read as a whole.
    """
    name = format or format_of(data[:HEAD])
    refuse_size(name, len(data))
    if name == SJN:
        parsed = notation.loads(data, encoding=encoding)
        return Intake(name, parsed.records, parsed.diagnostics)
    if name == JSON:
        return _twin(data)
    return _foreign(data if encoding is None else _utf8(data, encoding), name)


def _utf8(data: bytes, encoding: str) -> bytes:
    """The same text in UTF-8."""
    try:
        return data.decode(codec_of(encoding)).encode()
    except UnicodeError as error:
        raise IntakeError(f"no text in {encoding}: {error}") from None


def _twin(data: bytes) -> Intake:
    from shengji.notation import twin

    try:
        return Intake(JSON, twin.loads(data))
    except twin.TwinError as error:
        raise IntakeError(f"JSON, but no record of this program: {error}") from None


def _foreign(data: bytes, name: str) -> Intake:
    importer = foreign.by_name(name)
    if importer is None:
        raise IntakeError(f"no format is called {name!r}")
    try:
        imported = importer.read(data)
    except ForeignError as error:
        raise IntakeError(f"{importer.title}: {error}") from None
    return Intake(name, imported.records, remarks=imported.remarks)


def to_sjn(records: Sequence[Record]) -> str:
    """Records as one SJN text.

    :raises IntakeError: one holds what the text cannot say.
    """
    try:
        return "\n".join(map(notation.dumps, records))
    except notation.WriteError as error:
        raise IntakeError(f"this cannot be written as SJN: {error}") from None
