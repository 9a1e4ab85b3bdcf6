"""Other programs' formats, read into records; one file a program."""

from shengji.notation.foreign.importer import (
    MOST_BYTES,
    ForeignError,
    Imported,
    Importer,
    Place,
    Remark,
    RemarkKind,
)
from shengji.notation.foreign.registry import IMPORTERS, by_name, find, names

__all__ = [
    "IMPORTERS",
    "MOST_BYTES",
    "ForeignError",
    "Imported",
    "Importer",
    "Place",
    "Remark",
    "RemarkKind",
    "by_name",
    "find",
    "names",
]
