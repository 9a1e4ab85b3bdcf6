"""Bulk import: everything once, refused records told with their place, and no kill loses any."""

import io
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from shengji import notation
from shengji.replay.archive import Archive, Row
from shengji.replay.archive.importing import Feed, Importer, Refusal, Step
from shengji.replay.archive.splitting import slices
from shengji.replay.archive.verifying import check_file, verify

Make = Callable[..., bytes]

PROGRAM = Path(sys.executable).with_name("shengji")
KILLS = 20
MANY = 9000
"""Records, so many that no run is over before its kill, however fast the machine is."""


@pytest.fixture
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as made:
        yield made


def feed(data: bytes, name: str = "friday.sjn", key: str = "") -> Feed:
    return Feed(name, lambda: io.BytesIO(data), len(data), key)


def run(archive: Archive, executor: Executor, *feeds: Feed) -> list[Step]:
    return [*Importer(archive, executor).run(feeds)]


def totals(steps: Iterable[Step]) -> tuple[int, int, list[Refusal]]:
    steps = list(steps)
    refused = [refusal for step in steps for refusal in step.refused]
    return sum(step.added for step in steps), sum(step.known for step in steps), refused


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_every_record_of_a_file_is_kept_as_it_came(
    archive: Archive, executor: Executor, make: Make, line_end: bytes
) -> None:
    records = [
        b"\xef\xbb\xbf# an evening\n" + make("a", event="1", comment="closing"),
        b"\n",
        b"# above the second\n" + make("b", event="2"),
        b'  %sjn 1\n[Rules "standard@1"]\n[Event "3"]\n\n# closing the third\n\n',
        b'# of the fourth\n\xe3\x80\x80%SJN 1\n[Rules "standard@1"]\n[Event "4"]',
    ]
    data = b"".join(records).replace(b"\n", line_end)
    added, known, refused = totals(run(archive, executor, feed(data)))
    # A word that begins with %sjn begins a record, and is wrong in small letters (SPEC 2.2).
    third = b"".join(records[:3]).count(b"\n") + 1
    assert (added, known, [each.line for each in refused]) == (3, 0, [third])
    kept = {archive.get(row.public_id).record.tag("Event"): archive.raw(row.public_id)
            for row in archive.every().rows}  # fmt: skip
    expected = {"1": records[0], "2": records[2], "4": records[4]}
    assert kept == {name: raw.replace(b"\n", line_end) for name, raw in expected.items()}


def test_slices_are_what_the_parser_reads_as_records(whole_match: bytes, make: Make) -> None:
    data = b"\n".join((whole_match, make("x"), whole_match))
    parsed = notation.loads(data)
    cut = [*slices(io.BytesIO(data))]
    assert b"".join(each.raw for each in cut) == data
    assert tuple(notation.loads(each.raw).records[0] for each in cut) == parsed.records
    first = [min(lines.head.magic, lines.head.first) for lines in parsed.lines]
    assert [each.line for each in cut] == first
    assert cut[-1].end == len(data)


@pytest.mark.parametrize("size", [1, 7, 64])
def test_slices_do_not_depend_on_how_a_stream_is_read(make: Make, size: int) -> None:
    class Slow(io.BytesIO):
        def read(self, number: int | None = -1, /) -> bytes:
            return super().read(size)

    data = b"\n".join(b"# c\n# d\n" + make(f"{number}") for number in range(5))
    assert [*slices(Slow(data))] == [*slices(io.BytesIO(data))]


def test_a_header_inside_a_comment_begins_no_record(
    archive: Archive, executor: Executor, make: Make
) -> None:
    """lichess-org/lila#2686: a comment split one game into two."""
    data = make("a").replace(b"end\n", b'end\nnote 1 "first\\n\\n%SJN 1\\n"\n# x\n\n# %SJN 1\n')
    assert totals(run(archive, executor, feed(data))) == (1, 0, [])


def test_refused_records_are_told_with_their_place(
    archive: Archive, executor: Executor, make: Make
) -> None:
    bad = make("b").replace(b"sheet", b"shet")
    data = b"\n".join((make("a"), bad, make("c")))
    added, _, (refused,) = totals(run(archive, executor, feed(data)))
    assert added == 2
    assert (refused.name, refused.line) == ("friday.sjn", data[: data.index(bad)].count(b"\n") + 1)
    (found,) = refused.diagnostics
    assert found.code.id == "unknown-statement" and found.span is not None
    assert data.split(b"\n")[found.span.line - 1] == b"shet"


def test_a_file_that_cannot_be_read_stops_nothing(
    archive: Archive, executor: Executor, make: Make, tmp_path: Path
) -> None:
    gone = Feed("gone.sjn", lambda: (tmp_path / "gone.sjn").open("rb"))
    added, _, (refused,) = totals(run(archive, executor, gone, feed(make("a"))))
    assert (added, refused.name) == (1, "gone.sjn")


def test_the_same_again_adds_nothing_and_judges_nothing(
    archive: Archive, executor: Executor, make: Make
) -> None:
    data = b"\n".join((make("a"), make("b"), make("a")))
    assert totals(run(archive, executor, feed(data)))[:2] == (2, 1)

    class Idle(Executor):
        def submit(self, *_: object, **__: object) -> Future[None]:  # type: ignore[override]
            raise AssertionError("something was judged again")

    again = data.removesuffix(make("a")) + make("b")
    assert totals(run(archive, Idle(), feed(again)))[:2] == (0, 3)


# -- runs that break ------------------------------------------------------------------------


def big_file(make: Make, number: int) -> bytes:
    """Records in several chunks, each seventh of which is refused."""
    note = "x" * 3000
    records = [make(f"player {n}", comment=note) for n in range(number)]
    return b"\n".join(
        raw if n % 7 else raw.replace(b"sheet", b"shet") for n, raw in enumerate(records)
    )


def test_a_run_that_broke_goes_on_where_it_was(
    archive: Archive, executor: Executor, make: Make
) -> None:
    data = big_file(make, 300)
    importer = Importer(archive, executor).run([feed(data, key="/friday")])
    first = next(importer)
    importer.close()
    assert 0 < first.added < 200
    earlier, *rest = run(archive, executor, feed(data, key="/friday"))
    assert (earlier.earlier, earlier.bytes, earlier.added) == (True, first.bytes, first.added)
    assert earlier.refused == first.refused
    added, known, refused = totals([earlier, *rest])
    assert (added, known) == (300 - 43, 0)
    assert [each.line for each in refused] == [
        data[: data.index(f'"player {n}"'.encode())].count(b"\n") - 3 for n in range(0, 300, 7)
    ]
    assert run(archive, executor, feed(b"", key="/friday"))[0].earlier is False


def test_a_file_that_is_another_one_begins_at_its_start(
    archive: Archive, executor: Executor, make: Make
) -> None:
    importer = Importer(archive, executor).run([feed(big_file(make, 300), key="/friday")])
    next(importer)
    importer.close()
    steps = run(archive, executor, feed(make("another"), key="/friday"))
    assert [step.earlier for step in steps] == [False]
    assert totals(steps)[:2] == (1, 0)


def test_kills_lose_nothing_and_double_nothing(tmp_path: Path, make: Make) -> None:
    """SIGKILL at random moments; after each the file is sound, and in the end all is there once."""
    path, source = tmp_path / "club.db", tmp_path / "big.sjn"
    data = big_file(make, MANY)
    source.write_bytes(data)
    Archive.init(path).close()
    command = [str(PROGRAM), "archive", "add", str(path), str(source), "--jobs", "1"]
    randomly, stored = random.Random(1), 0
    for _ in range(KILLS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and entries(path) == stored:
            time.sleep(0.005)
        time.sleep(randomly.uniform(0, 0.05))
        process.kill()
        assert process.wait() == -signal.SIGKILL
        stored = sound(path, stored)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1, done.stderr
    with Archive(path) as archive:
        numbers = [row.players[0].name for row in every(archive)]
        assert sorted(numbers) == sorted(f"player {n}" for n in range(MANY) if n % 7)
        assert check_file(archive) == ()
        assert archive.stats().revisions == len(numbers)


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as conn:
        (number,) = conn.execute("select count(*) from entry").fetchone()
    return int(number)


def sound(path: Path, before: int) -> int:
    """The number of entries of a file that is sound, and whose checkpoint agrees with it."""
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("pragma integrity_check").fetchone()[0] == "ok"
        (number,) = conn.execute("select count(*) from entry").fetchone()
        assert conn.execute("select added from import_run").fetchone() == (number,)
        assert conn.execute("select count(*) from words").fetchone() == (number,)
    assert number > before
    return int(number)


def every(archive: Archive) -> Iterator[Row]:
    after = ""
    while True:
        page = archive.every(after=after)
        yield from page.rows
        if not page.next:
            return
        after = page.next


@pytest.mark.parametrize("blocks", [600, 1500])
def test_a_full_disk_stores_whole_chunks_and_says_so(
    tmp_path: Path, make: Make, blocks: int
) -> None:
    path, source = tmp_path / "club.db", tmp_path / "big.sjn"
    source.write_bytes(big_file(make, 700))
    Archive.init(path).close()
    limited = f'ulimit -f {blocks}; exec "$@"'
    command = [str(PROGRAM), "archive", "add", str(path), str(source), "--jobs", "1"]
    done = subprocess.run(
        ["bash", "-c", limited, "-", *command], capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "disk" in done.stderr and "Traceback" not in done.stderr
    with Archive(path) as archive:
        assert check_file(archive) == ()
        stored = archive.stats().revisions
    finished = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert finished.returncode == 1
    with Archive(path) as archive:
        assert archive.stats().revisions == 700 - 100 > stored


def test_what_was_imported_is_verified(
    archive: Archive, executor: Executor, whole_match: bytes, make: Make
) -> None:
    data = b"\n".join((whole_match, make("a"), make("b")))
    run(archive, executor, feed(data))
    checked = [*verify(archive, executor)]
    assert sum(each.revisions for each in checked) == 3
    assert [difference for each in checked for difference in each.differences] == []
