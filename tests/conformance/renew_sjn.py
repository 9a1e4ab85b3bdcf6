"""Writes the expectations of tests/conformance/sjn that a meant change of the project moves.

    python -m tests.conformance.renew_sjn

Twins come from the second reader and states, where it can, from the second replay; ids, the other
states and nothing else from the project itself. Read the difference before committing it.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from shengji import notation

from . import second_reader, second_replay
from .sjn_suite import REPLAYED_TWICE, SUITE, ids, record_of, sample_expectations, states, text_of


def main() -> None:
    for path in (SUITE / "valid").rglob("*.json"):
        _write(path, json.dumps(second_reader.read(text_of(path)), ensure_ascii=False, indent=1))
    for path in (SUITE / "replay").rglob("*.states.json"):
        if path.name.partition(".")[0] in REPLAYED_TWICE:
            (record,) = second_reader.read(text_of(path))["records"]
            _write(path, _rows(second_replay.states(record)))
        else:
            _write(path, _rows(states(record_of(path))))
    for path in (SUITE / "hash").glob("*.ids.json"):
        (record,) = notation.loads(text_of(path)).records
        _write(path, json.dumps(ids(record), indent=1))
    _write(SUITE / "invalid" / "samples.expect.json", _table(sample_expectations()))


def _rows(rows: Iterable[object]) -> str:
    """An array with an element a line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


def _table(table: dict[str, list[dict[str, object]]]) -> str:
    """An object with an element of each of its arrays a line."""
    parts = []
    for key, rows in table.items():
        lines = ",\n  ".join(json.dumps(row) for row in rows)
        parts.append(f" {json.dumps(key)}: [\n  {lines}\n ]")
    return "{\n" + ",\n".join(parts) + "\n}"


def _write(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
