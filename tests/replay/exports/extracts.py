"""Extracts of samples, for the tests of exports."""

from pathlib import Path
from typing import Any

from shengji.notation import loads
from shengji.notation.record import Record
from shengji.replay.exports.extract import Extract, parse_part
from shengji.replay.exports.registry import EXPORTS

SAMPLES = Path(__file__).parents[3] / "samples"


def record(name: str) -> Record:
    return loads((SAMPLES / name).read_bytes()).records[0]


def extract(name: str, part: str | None = None, **how: Any) -> Extract:
    return Extract(record(name), None if part is None else parse_part(part), **how)


def made(kind: str, name: str, part: str | None = None, **how: Any) -> bytes:
    """The bytes of an export."""
    return EXPORTS[kind].make(extract(name, part, **how))
