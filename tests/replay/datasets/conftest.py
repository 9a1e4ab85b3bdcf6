"""An archive of sample games, real ones and teaching records, and its tables."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shengji.replay.archive import Archive
from shengji.replay.archive.importing import Feed, Importer
from shengji.replay.archive.sharing import Wanted
from shengji.replay.datasets.encoding import Form
from shengji.replay.datasets.exporting import Order, export_dataset

SAMPLES = Path(__file__).parents[3] / "samples"
DAY = "2999-12-31"


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    path = tmp_path_factory.mktemp("samples") / "club.db"
    files = sorted((SAMPLES / "games").rglob("*.sjn")) + sorted(
        (SAMPLES / "teaching").glob("*.sjn")
    )
    assert files
    feeds = [Feed(file.name, lambda file=file: file.open("rb")) for file in files]  # type: ignore[misc]
    with Archive.init(path) as archive, ThreadPoolExecutor(1) as executor:
        assert not [step.refused for step in Importer(archive, executor).run(feeds) if step.refused]
        yield archive


@pytest.fixture(scope="session")
def parquet(samples: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set with all tables, made by one thread."""
    folder = tmp_path_factory.mktemp("tables") / "parquet"
    with ThreadPoolExecutor(1) as executor:
        export_dataset(samples, folder, Order(Wanted(DAY), Form.PARQUET, states=True), executor)
    return folder
