"""Rows as JSON lines, compressed by gzip: an object a row, with all columns in their order."""

import gzip
import json
from collections.abc import Iterator, Sequence

from shengji.replay.datasets.rows import Row
from shengji.replay.datasets.schema import columns


def to_jsonl(table: str, rows: Sequence[Row]) -> bytes:
    """The file without name and time, so that equal rows make equal bytes."""
    return gzip.compress("".join(_lines(table, rows)).encode(), mtime=0)


def _lines(table: str, rows: Sequence[Row]) -> Iterator[str]:
    names = [column.name for column in columns(table)]
    for row in rows:
        told = {name: getattr(row, name) for name in names}
        yield json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
