"""`python -m bench.datasets`: bundles, tables, clusters; --write renews the page of it."""

import gzip
import lzma
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import psutil
from distributed import Client

from bench import ours, pages
from bench.report import Table
from shengji import notation
from shengji.replay.archive import Archive
from shengji.replay.archive.bundle import Bundle, write_bundle
from shengji.replay.archive.importing import Feed, Importer
from shengji.replay.archive.sharing import Wanted
from shengji.replay.datasets.encoding import Form
from shengji.replay.datasets.exporting import Order, export_dataset

PAGE: Final = Path(__file__).parents[1] / "docs" / "benchmarks-datasets.md"
DAY: Final = "2999-12-31"
MILLION: Final = 1_000_000

NOTES: Final = """\
# Benchmarks of bundles, data sets and clusters

Written by `.venv/bin/python -m bench.datasets --write`. Times are those of the processors, of the
one who asks and of all workers together, since other programs run on the machine as well.

The archive holds random matches of the rules `standard`. *Tables* are `archive export`: every
record is read and judged again and its rows written, in chunks, by processes of this machine or by
a Dask cluster of a scheduler and two workers on it, over TCP. *Tables that are there* is a run over
a finished folder: what the one who asks does alone, reading the archive and proving the files. What
a worker does first includes that it imports the program, which weighs in so small an archive.

*A million hands on paper*: nobody ran it. Chunks need nothing of each other, so the work takes the
time of one processor by the number of those that work, and never less than what the one who asks
does alone.
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    hands: int
    rounds: int
    jobs: tuple[int, ...]
    """Numbers of processes."""
    chunk: int
    """Plays in a chunk of tables."""


FULL: Final = Scale(hands=80, rounds=1, jobs=(1, 2), chunk=4_000)
QUICK: Final = Scale(hands=2, rounds=1, jobs=(1,), chunk=1_000)


@dataclass(frozen=True, slots=True)
class Measured:
    """Some work, and how long processors took for it."""

    what: str
    hands: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.hands / self.seconds

    @property
    def row(self) -> tuple[str, ...]:
        return (self.what, f"{self.rate:,.0f}", f"{MILLION / self.rate / 3600:,.1f}")


def processor_seconds() -> float:
    """Of this process and of those that it began and that live still."""
    spent = (process.cpu_times() for process in psutil.Process().children(recursive=True))
    return time.process_time() + float(sum(times.user + times.system for times in spent))


def compression(text: bytes) -> Table:
    """What else a part of a bundle could have been compressed by."""
    rows = []
    for name, pack, unpack in (
        ("gzip 9, as in bundles and dumps", lambda data: gzip.compress(data, 9), gzip.decompress),
        ("gzip 6", lambda data: gzip.compress(data, 6), gzip.decompress),
        ("xz 6", lzma.compress, lzma.decompress),
    ):
        begun = time.process_time()
        packed = pack(text)
        packing, begun = time.process_time() - begun, time.process_time()
        unpack(packed)
        unpacking = time.process_time() - begun
        size = len(text) / 1e6
        rows.append((name, f"{len(packed) / len(text):.3f}", f"{size / packing:.1f}",
                     f"{size / unpacking:.0f}"))  # fmt: skip
    header = ("compression of SJN", "of its size", "MB/s packed", "MB/s unpacked")
    return Table("Compression", header, tuple(rows))


class Bench:
    """An archive, and everything that is done with it."""

    def __init__(self, folder: Path, scale: Scale) -> None:
        self.folder = folder
        self.scale = scale
        self.text = "\n".join(map(notation.dumps, ours.matches(scale.hands))).encode()
        self.archive = Archive.init(folder / "games.db")
        (folder / "games.sjn").write_bytes(self.text)
        with ProcessPoolExecutor(2) as workers:
            self._take(self.archive, workers)
        self.hands = self.archive.stats().hands
        self.made = 0

    def _take(self, archive: Archive, workers: Executor) -> None:
        feed = Feed("games", lambda: (self.folder / "games.sjn").open("rb"))
        for step in Importer(archive, workers).run([feed]):
            assert not step.refused

    def measure(self, what: str, work: Callable[[], object]) -> Measured:
        times = []
        for _ in range(self.scale.rounds):
            begun = processor_seconds()
            work()
            times.append(processor_seconds() - begun)
        return Measured(what, self.hands, median(times))

    def fresh(self) -> Path:
        """A path where nothing is yet."""
        self.made += 1
        return self.folder / f"made-{self.made}"

    def order(self, form: Form, states: bool) -> Order:
        return Order(Wanted(DAY), form, states, self.scale.chunk)

    def bundles(self) -> list[Measured]:
        path = self.fresh()
        write_bundle(self.archive, path, Wanted(DAY))
        return [
            self.measure(
                "bundle written", lambda: write_bundle(self.archive, self.fresh(), Wanted(DAY))
            ),
            self.measure("bundle proved whole", lambda: Bundle(path)),
        ]

    def imported(self, where: str, workers: Executor) -> Measured:
        def add() -> None:
            with Archive.init(self.fresh()) as archive:
                self._take(archive, workers)

        return self.measure(f"import, {where}", add)

    def tables(self, where: str, workers: Executor, form: Form, states: bool) -> Measured:
        order = self.order(form, states)
        named = f"{form.split('.')[0]}{' with features' if states else ''}, {where}"
        return self.measure(
            named, lambda: export_dataset(self.archive, self.fresh(), order, workers)
        )

    def again(self, workers: Executor) -> Measured:
        folder, order = self.fresh(), self.order(Form.PARQUET, True)
        export_dataset(self.archive, folder, order, workers)
        return self.measure(
            "tables that are there", lambda: export_dataset(self.archive, folder, order, workers)
        )

    def sizes(self, workers: Executor) -> Table:
        """Bytes a hand of everything that is written."""
        bundle, tables = self.fresh(), self.fresh()
        write_bundle(self.archive, bundle, Wanted(DAY))
        export_dataset(self.archive, tables, self.order(Form.PARQUET, True), workers)
        found = {"archive": self.archive.stats().bytes, "SJN": len(self.text),
                 "bundle": bundle.stat().st_size}  # fmt: skip
        for table in ("games", "hands", "plays", "states"):
            files = (tables / table).glob("*.parquet")
            found[f"{table}, Parquet"] = sum(path.stat().st_size for path in files)
        rows = tuple(
            (name, f"{size / self.hands:,.0f}", f"{size / self.hands * MILLION / 1e9:,.2f}")
            for name, size in found.items()
        )
        return Table("Sizes", ("form", "bytes a hand", "GB for a million hands"), rows)


@contextmanager
def cluster(folder: Path) -> Iterator[Executor]:
    """A scheduler and two workers on this machine."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        for kind, *options in (
            ("scheduler", "--host=127.0.0.1", "--port=0"),
            *[("worker", "--nthreads=1", f"--local-directory={folder}")] * 2,
        ):
            command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options,
                       f"--scheduler-file={file}", "--no-dashboard"]  # fmt: skip
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        while not file.exists() or not file.read_text(encoding="utf-8"):
            time.sleep(0.05)
        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(2)
            yield client.get_executor()


def run(scale: Scale) -> list[Table]:
    """All tables."""
    with TemporaryDirectory() as name:
        bench = Bench(Path(name), scale)
        done = bench.bundles()
        for jobs in scale.jobs:
            where = f"{jobs} process{'es' * (jobs > 1)}"
            with ProcessPoolExecutor(jobs) as workers:
                done += _shared(bench, where, workers)
        with cluster(Path(name)) as workers:
            done += _shared(bench, "Dask, 2 workers", workers)
            sizes = bench.sizes(workers)
            alone = bench.again(workers)
        bench.archive.close()
    header = ("work", "hands a second of one processor", "hours for a million hands")
    rows = tuple(each.row for each in (*done, alone))
    work = next(each for each in done if each.what == "parquet with features, 1 process")
    return [Table("Rates", header, rows), sizes, million(work, alone), compression(bench.text)]


def million(work: Measured, alone: Measured) -> Table:
    """How long a million hands would take, by the number of workers."""
    rows = []
    for workers in (1, 2, 8, 32):
        rate = min(workers * work.rate, alone.rate)
        rows.append((f"{workers}", f"{rate:,.0f}", f"{MILLION / rate / 3600:.1f}"))
    header = ("workers for Parquet with features", "hands a second", "hours")
    return Table("A million hands on paper", header, tuple(rows))


def _shared(bench: Bench, where: str, workers: Executor) -> list[Measured]:
    """The work that workers share."""
    return [
        bench.imported(where, workers),
        bench.tables(where, workers, Form.PARQUET, False),
        bench.tables(where, workers, Form.JSONL, False),
        bench.tables(where, workers, Form.PARQUET, True),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    options = pages.parse(pages.parser("datasets", __doc__, PAGE), arguments)
    scale = QUICK if options.quick else FULL
    tables = run(scale)
    print("\n".join(map(str, tables)))
    if options.write:
        pages.write(PAGE, NOTES, tables, scale.rounds)


if __name__ == "__main__":
    main()
