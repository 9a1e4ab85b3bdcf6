"""A chunk of records → the bytes of its files: what a worker does, on this machine or another."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from shengji.replay.archive.sharing import Shared
from shengji.replay.datasets.reading import rows_of
from shengji.replay.datasets.rows import Row
from shengji.replay.datasets.schema import TABLES


class Form(StrEnum):
    """How the files of a data set are written."""

    PARQUET = "parquet"
    JSONL = "jsonl.gz"


@dataclass(frozen=True, slots=True)
class Task:
    """The work that one process is given at a time."""

    records: tuple[Shared, ...]
    form: Form
    states: bool
    """Also what each seat knew at its plays."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The rows of one chunk in one table, as a file."""

    table: str
    rows: int
    data: bytes


def tables_of(states: bool) -> tuple[str, ...]:
    """The tables that a data set has."""
    return tuple(table for table in TABLES if states or table != "states")


def encode(task: Task) -> tuple[Piece, ...]:
    """The files of a chunk; the same ones wherever they are made."""
    rows = rows_of(task.records, states=task.states)
    found = ((table, getattr(rows, table)) for table in tables_of(task.states))
    return tuple(Piece(table, len(each), _bytes(table, each, task.form)) for table, each in found)


def _bytes(table: str, rows: Sequence[Row], form: Form) -> bytes:
    # Each needs what the other does not: pyarrow comes with the extra [data].
    if form is Form.PARQUET:
        from shengji.replay.datasets.parquet import to_parquet

        return to_parquet(table, rows)
    from shengji.replay.datasets.jsonl import to_jsonl

    return to_jsonl(table, rows)
