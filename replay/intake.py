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
from shengji.notation.diagnostics import Diagnostic, Severity, Value
from shengji.notation.foreign import ForeignError, Remark
from shengji.notation.record import Record
from shengji.replay.remarking import say_format, say_refusal
from shengji.replay.wording import catalogue, fill_in, language_of

SJN: Final = "sjn"
JSON: Final = "json"
HEAD: Final = 1 << 16
"""Bytes at the beginning of a file by which its format is known."""
_MOST: Final = {SJN: 1 << 30, JSON: 1 << 30}
"""Bytes of our own formats that are read at once."""


class IntakeError(ValueError):
    """Bytes that give no record: as what they were read, and why that failed."""

    def __init__(self, id: str, format: str, place: str = "", **arguments: Value) -> None:
        super().__init__(id, format, place, arguments)
        self.id = id
        """Its sentence in the catalogue of wording."""
        self.format = format
        """The name of the format that was recognised, or asked for."""
        self.arguments = arguments
        """What fills the gaps of the sentence."""
        self.place = place
        """Of the value that is wrong, in a document: a path or a JSON pointer."""

    def say(self, language: str = "en") -> str:
        """The reason in words.

        :raises LanguageError: the catalogue does not speak this language.
        """
        tongue = language_of(language)
        sentence = catalogue("imports")["intake"][self.id][tongue]
        return fill_in(tongue, sentence, {"format": self.format, **self.arguments})


class RefusedFormatError(IntakeError):
    """A file of another program that its importer cannot read."""

    def __init__(self, format: str, why: ForeignError) -> None:
        super().__init__(why.id, format, why.place.path, **why.arguments)
        self.why = why

    def say(self, language: str = "en") -> str:
        tongue = language_of(language)
        title = {"format": say_format(self.format, tongue)}
        named = fill_in(tongue, catalogue("imports")["refusal"]["of"][tongue], title)
        return named + say_refusal(self.why, tongue)


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
        raise IntakeError("too-long", format, size=size >> 20, most=most >> 20)


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
    return _foreign(data if encoding is None else _utf8(data, encoding, name), name)


def _utf8(data: bytes, encoding: str, name: str) -> bytes:
    """The same text in UTF-8."""
    try:
        return data.decode(codec_of(encoding)).encode()
    except UnicodeError as error:
        raise IntakeError("encoding", name, encoding=encoding, detail=str(error)) from None


def _twin(data: bytes) -> Intake:
    from shengji.notation import twin

    try:
        return Intake(JSON, twin.loads(data))
    except twin.TwinError as error:
        raise IntakeError("no-twin", JSON, error.place, detail=str(error)) from None


def _foreign(data: bytes, name: str) -> Intake:
    importer = foreign.by_name(name)
    if importer is None:
        raise IntakeError("no-format", name)
    try:
        imported = importer.read(data)
    except ForeignError as error:
        raise RefusedFormatError(name, error) from None
    return Intake(name, imported.records, remarks=imported.remarks)


def to_sjn(records: Sequence[Record]) -> str:
    """Records as one SJN text.

    :raises IntakeError: one holds what the text cannot say.
    """
    try:
        return "\n".join(map(notation.dumps, records))
    except notation.WriteError as error:
        raise IntakeError("unwritable", SJN, detail=str(error)) from None
