"""The same work on a real Dask cluster over TCP: a scheduler and two workers, one of which dies."""

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from click.testing import Result

from shengji.cli import cluster
from shengji.replay.archive import Archive
from shengji.replay.archive.sharing import Wanted
from shengji.replay.datasets import exporting
from shengji.replay.datasets.encoding import Form
from shengji.replay.datasets.exporting import Order, export_dataset

Run = Callable[..., Result]
TEACHING = Path(__file__).parents[2] / "samples" / "teaching"
WORKERS = 2


class Cluster:
    """A scheduler and two workers without nannies: one that dies stays dead."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.stack = stack
        scheduler = folder / "scheduler.json"
        self.scheduler = self._begin(
            "scheduler", "--host=127.0.0.1", "--port=0", f"--scheduler-file={scheduler}"
        )
        self.workers = [
            self._begin("worker", f"--scheduler-file={scheduler}", "--nthreads=1", "--no-nanny",
                        f"--local-directory={folder}")
            for _ in range(WORKERS)
        ]  # fmt: skip
        self.address = _address(scheduler, self.scheduler)

    def _begin(self, kind: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options, "--no-dashboard"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process


def _address(scheduler: Path, begun: "subprocess.Popen[bytes]") -> str:
    """Once both workers are there."""
    from distributed import Client

    while not scheduler.exists() or not scheduler.read_text("utf-8"):
        assert begun.poll() is None, "the scheduler did not start"
        time.sleep(0.05)
    with Client(scheduler_file=str(scheduler), set_as_default=False) as client:
        client.wait_for_workers(WORKERS, timeout=60)
        return str(client.scheduler.address)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_check(dask: Cluster, run: Run) -> None:
    broken = TEACHING.parent / "broken" / "follow-shape.sjn"
    here = run("check", "--json", TEACHING, broken)
    there = run("check", "--json", TEACHING, broken, "--dask", dask.address)
    assert (there.exit_code, there.stdout) == (here.exit_code, here.stdout) and here.exit_code == 1


def test_import_verify_and_tables_with_a_worker_lost(
    dask: Cluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small chunks, of which both workers have some when one is killed."""
    monkeypatch.setattr(exporting, "RECORDS", 1)
    db, order = tmp_path / "club.db", Order(Wanted("2999-12-31"), Form.PARQUET, states=True)
    run("archive", "init", db)
    added = run("archive", "add", db, TEACHING, "--dask", dask.address)
    assert added.exit_code == 0 and "refused 0" in added.stdout
    assert run("archive", "verify", db, "--dask", dask.address).exit_code == 0
    with Archive(db) as archive, ThreadPoolExecutor(1) as executor:
        rows = export_dataset(archive, tmp_path / "here", order, executor)
    with Archive(db) as archive, cluster.workers(1, dask.address) as workers:
        there = export_dataset(
            archive, tmp_path / "there", order, workers, lambda _: dask.workers[0].kill()
        )
    assert dask.workers[0].wait() != 0 and dask.workers[1].poll() is None
    assert there == rows and rows["games"] > WORKERS
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


class Other:
    """What a client of a cluster answers that has other versions."""

    def __init__(self, workers: dict[str, str], scheduler: str) -> None:
        self.workers = workers
        self.scheduler = scheduler

    def run(self, task: object, program: str) -> dict[str, str]:
        return self.workers

    def run_on_scheduler(self, task: object, program: str) -> str:
        if not self.scheduler:
            raise PackageNotFoundError(program)
        return self.scheduler


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Other({"tcp://one": "0.0"}, version("shengji")), "tcp://one: has shengji 0.0, and"),
        (Other({"tcp://one": version("shengji")}, "0.0"), "tcp://all: has shengji 0.0, and"),
        (Other({}, version("shengji")), "has no workers yet"),
        (Other({}, ""), "has to be installed where the scheduler and the workers run"),
    ],
)
def test_other_versions(other: Other, said: str) -> None:
    with pytest.raises(cluster.NoWorkers) as told:
        cluster.compare("tcp://all", other)
    assert said in told.value.message


def test_nobody_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    done = run("check", TEACHING, "--dask", "tcp://127.0.0.1:9")
    assert done.exit_code == 2 and "no scheduler answers" in done.stderr
    wrong = run("check", TEACHING, "--dask", "my cluster")
    assert wrong.exit_code == 2 and "no scheduler answers" in wrong.stderr


def test_who_found_nobody_leaves_no_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is collected while another starts waits for ever for its lock."""
    from distributed import Client

    def clients() -> int:
        return sum(isinstance(each, Client) for each in gc.get_objects())

    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    gc.collect()
    before = clients()
    gc.disable()
    try:
        with pytest.raises(cluster.NoWorkers), cluster.workers(1, "tcp://127.0.0.1:9"):
            pass
        assert clients() == before
    finally:
        gc.enable()


def test_the_scheduler_is_lost(dask: Cluster) -> None:
    with (
        pytest.raises(cluster.NoWorkers, match="the scheduler is gone"),
        cluster.workers(1, dask.address) as workers,
    ):
        begun = workers.submit(time.sleep, 600)
        dask.scheduler.kill()
        begun.result()
