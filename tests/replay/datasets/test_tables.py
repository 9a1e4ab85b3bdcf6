"""The tables, read back by those who will read them: pyarrow and DuckDB."""

import gzip
import hashlib
import json
import re
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from shengji.replay.archive import Archive, ArchiveError
from shengji.replay.archive.sharing import Wanted, shared
from shengji.replay.datasets import exporting
from shengji.replay.datasets.encoding import Form, Piece, Task, encode
from shengji.replay.datasets.exporting import Order, export_dataset
from shengji.replay.datasets.schema import TABLES, columns

ROOT = Path(__file__).parents[3]
DAY = "2999-12-31"
PARQUET = Order(Wanted(DAY), Form.PARQUET, states=True)


def ask(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """What DuckDB answers; `{plays}` stands for the files of a table."""
    files = {table: f"read_parquet('{folder}/{table}/*.parquet')" for table in TABLES}
    with duckdb.connect() as db:
        return db.execute(sql.format(**files)).fetchall()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_rows_are_those_of_the_archive(samples: Archive, parquet: Path) -> None:
    stats = samples.stats()
    assert ask(parquet, "select count(*), sum(hands), sum(plays) from {games}") == [
        (sum(stats.entries.values()), stats.hands, stats.plays)
    ]
    assert ask(parquet, "select count(*) from {hands}") == [(stats.hands,)]
    assert ask(parquet, "select count(*) from {plays}") == [(stats.plays,)]


def test_points_of_a_teaching_match(parquet: Path) -> None:
    """short-match.sjn states its results, and its plays hold the points that they say."""
    text = (ROOT / "samples/teaching/short-match.sjn").read_text("utf-8")
    stated = [int(number) for number in re.findall(r"^result (-?\d+)", text, re.MULTILINE)]
    found = ask(
        parquet,
        "select points from {hands} join (select game_id from {games} where list_contains(players,"
        " '陈伟') and plays = 244) using (game_id) order by hand",
    )
    assert stated and [row[0] for row in found] == stated


def test_both_readers_see_the_same_types(parquet: Path) -> None:
    for table in TABLES:
        (file, *_) = sorted((parquet / table).glob("*.parquet"))
        schema = pq.read_schema(file)
        assert schema.names == [column.name for column in columns(table)]
        told = ask(parquet, f"describe select * from {{{table}}}")
        assert [row[0] for row in told] == schema.names
        rows = pq.read_table(file).to_pylist()
        with duckdb.connect() as db:
            again = db.execute(f"select * from read_parquet('{file}')").fetchall()
        assert [tuple(row.values()) for row in rows] == again


def test_json_lines_say_the_same(samples: Archive, parquet: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        order = Order(Wanted(DAY), Form.JSONL, states=True)
        export_dataset(samples, tmp_path / "lines", order, executor)
    for table in TABLES:
        lines = gzip.decompress((tmp_path / "lines" / table / "000000.jsonl.gz").read_bytes())
        rows = [json.loads(line) for line in lines.decode().splitlines()]
        assert rows == pq.read_table(parquet / table / "000000.parquet").to_pylist()


def test_every_column_is_documented() -> None:
    text = (ROOT / "docs/datasets.md").read_text("utf-8")
    for table in TABLES:
        section = text.partition(f"## `{table}`\n")[2].partition("\n## ")[0]
        told = re.findall(r"^\| `(\w+)` +\| ([a-z ?]+?) +\|", section, re.MULTILINE)
        assert told == [(column.name, column.told) for column in columns(table)], table


def test_the_manifest_tells_every_file(parquet: Path) -> None:
    manifest = json.loads((parquet / "manifest.json").read_text("utf-8"))
    assert manifest["rows"]["games"] == ask(parquet, "select count(*) from {games}")[0][0]
    for file in manifest["files"]:
        data = (parquet / file["path"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])


class Counting(ThreadPoolExecutor):
    """Counts the chunks that are worked on, and breaks off before the one of a number."""

    def __init__(self, breaks: int = 1 << 30) -> None:
        super().__init__(1)
        self.chunks = 0
        self.breaks = breaks

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        self.chunks += 1
        if self.chunks == self.breaks:
            raise KeyboardInterrupt
        return super().submit(*args, **kwargs)


def test_a_broken_run_goes_on(
    samples: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "RECORDS", 3)
    monkeypatch.setattr("shengji.replay.working.AHEAD", 1)
    order = Order(Wanted(DAY), Form.PARQUET)
    with Counting() as whole:
        export_dataset(samples, tmp_path / "whole", order, whole)
    assert whole.chunks > 6
    with Counting(breaks=6) as first, pytest.raises(KeyboardInterrupt):
        export_dataset(samples, tmp_path / "broken", order, first)
    assert not (tmp_path / "broken" / "manifest.json").exists()
    left = len(list((tmp_path / "broken" / "plays").iterdir()))
    assert 0 < left < whole.chunks
    with Counting() as second:
        export_dataset(samples, tmp_path / "broken", order, second)
    assert second.chunks == whole.chunks - left
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


def test_a_damaged_file_is_made_again(samples: Archive, parquet: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        export_dataset(samples, tmp_path / "x", PARQUET, executor)
        (tmp_path / "x/plays/000000.parquet").write_bytes(b"PAR1")
        (tmp_path / "x/plays/000007.parquet").write_bytes(b"left by a larger archive")
        export_dataset(samples, tmp_path / "x", PARQUET, executor)
    assert contents(tmp_path / "x") == contents(parquet)


def test_another_folder_for_another_data_set(samples: Archive, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine", encoding="utf-8")
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(ArchiveError, match="is not empty"):
            export_dataset(samples, tmp_path / "mine", PARQUET, executor)
        export_dataset(samples, tmp_path / "x", Order(Wanted("2000-01-01"), Form.PARQUET), executor)
        with pytest.raises(ArchiveError, match="another data set was begun here"):
            export_dataset(samples, tmp_path / "x", PARQUET, executor)


def test_names_are_left_out(samples: Archive) -> None:
    for without_names, there in ((False, True), (True, False)):
        records = tuple(shared(samples, Wanted(DAY, without_names=without_names)))
        pieces: tuple[Piece, ...] = encode(Task(records, Form.JSONL, False))
        text = b"".join(gzip.decompress(piece.data) for piece in pieces).decode()
        assert ("陈伟" in text) is there
