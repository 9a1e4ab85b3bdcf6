"""The files of tests/data that stand for programs of which no game is public."""

from pathlib import Path

import pytest

from shengji import replay
from shengji.notation import foreign
from shengji.notation.diagnostics import Severity

DATA = Path(__file__).parents[2] / "data"
FILES = {
    "eighty.json": ("eighty", 2),
    "jerryyyu.jsonl": ("jerryyyu", 2),
    "tractor-lan.zip": ("tractor-lan", 2),
    "tractor-online-dump.json": ("tractor-online", 1),
}
"""By file, the importer and the hands in it."""


@pytest.mark.parametrize("name", FILES)
def test_it_is_known_by_its_look_and_nothing_in_it_is_wrong(name: str) -> None:
    data = (DATA / "written" / name).read_bytes()
    importer = foreign.find(data)
    assert importer is not None
    assert importer.name == FILES[name][0]
    records = importer.read(data).records
    assert sum(len(record.hands) for record in records) == FILES[name][1]
    for record in records:
        assert replay.check_record(record).number(Severity.ERROR) == 0


FOLDERS = ("written", "godot", "botzone")
JSON = [path for path in sorted(DATA.rglob("*.*")) if path.suffix in (".json", ".jsonl", ".zip")]


@pytest.mark.parametrize("path", JSON)
def test_one_importer_at_most_claims_a_file(path: Path) -> None:
    data = path.read_bytes()
    claims = [each.name for each in foreign.IMPORTERS if each.looks_like(data[: 1 << 16])]
    assert len(claims) <= 1
    assert bool(claims) == (path.parent.name in FOLDERS and "expected" not in path.name)
