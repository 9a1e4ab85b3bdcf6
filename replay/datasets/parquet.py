"""Rows as Parquet, compressed by Zstandard. Needs pyarrow, which the extra [data] brings."""

import io
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from shengji.replay.datasets.rows import Row
from shengji.replay.datasets.schema import Column, Kind, columns

_TYPES = {Kind.TEXT: pa.string(), Kind.NUMBER: pa.int32(), Kind.FLAG: pa.bool_()}


def to_parquet(table: str, rows: Sequence[Row]) -> bytes:
    """The file; equal rows make equal bytes with one version of pyarrow."""
    told = columns(table)
    schema = pa.schema([pa.field(each.name, _type(each), each.optional) for each in told])
    arrays = [
        pa.array([getattr(row, each.name) for row in rows], field.type)
        for each, field in zip(told, schema, strict=True)
    ]
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), stream, compression="zstd")
    return stream.getvalue()


def _type(column: Column) -> pa.DataType:
    kind = _TYPES[column.kind]
    for _ in range(column.lists):
        kind = pa.list_(kind)
    return kind
