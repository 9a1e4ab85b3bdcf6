"""What an importer is: it knows a format by its look and turns it into records, with remarks."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from shengji.notation.diagnostics import Value
from shengji.notation.record import Record

MOST_BYTES: Final = 64 << 20
"""No file of another program is read that is longer, packed or unpacked."""


class RemarkKind(StrEnum):
    """Why something is remarked."""

    INFERRED = "inferred"
    """The record says it, the source does not; it follows from what the source says."""
    MISSING = "missing"
    """The source does not say it and nothing proves it; the record has it as unknown."""
    DROPPED = "dropped"
    """The source says it and the record has no place for it, or says it otherwise."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about an import that its user should know."""

    kind: RemarkKind
    id: str
    """Its sentence in the catalogue of wording."""
    hand: int | None = None
    """Number of the hand concerned; None for the whole match."""
    arguments: tuple[tuple[str, Value], ...] = ()
    """What fills the gaps of the sentence."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an importer made of a file."""

    records: tuple[Record, ...]
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something is, as far as that can be told; nothing: the whole file is meant.

    Lines and columns count from 1.
    """

    path: str = ""
    """Of a value in a document: `rounds[2].tricks[0].winner`."""
    line: int = 0
    column: int = 0
    file: str = ""
    """In a zip."""


class ForeignError(ValueError):
    """A file that its importer cannot read: what is wrong with it, and where."""

    def __init__(self, id: str, place: Place | None = None, **arguments: Value) -> None:
        super().__init__(id, place, arguments)
        self.id = id
        """Its sentence in the catalogue of wording."""
        self.place = place or Place()
        self.arguments = arguments
        """What fills the gaps of the sentence."""


class Importer(Protocol):
    """One program's format."""

    @property
    def name(self) -> str:
        """The word by which it is asked for; the catalogue of wording has one for people."""

    def looks_like(self, data: bytes) -> bool:
        """Whether data claims to be in this format; a damaged file still does. Cheap, no reading.

        Formats are asked in turn, so it must not claim what another program writes.
        """

    def read(self, data: bytes) -> Imported:
        """Every record of the file.

        :raises ForeignError: it is damaged, or holds what cannot be written as a record.
        """
