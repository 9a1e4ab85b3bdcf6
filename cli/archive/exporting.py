"""`shengji archive export`: records out of an archive again."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

from shengji.cli import cluster, options
from shengji.cli.archive.opening import Failed, as_of, database, opened
from shengji.cli.bar import Bar
from shengji.cli.output import write_data
from shengji.cli.words import words
from shengji.replay.archive import Archive, Visibility
from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.bundle import write_bundle
from shengji.replay.archive.exporting import export as export_all
from shengji.replay.archive.exporting import export_entry
from shengji.replay.archive.sharing import Wanted
from shengji.replay.datasets.encoding import Form
from shengji.replay.datasets.exporting import Order, export_dataset


@click.command()
@database
@click.argument("ids", nargs=-1, metavar="[ID]…")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write this file, whole or not at all; else standard output.",
)
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a bundle for `archive add` of another installation.",
)
@click.option(
    "--parquet",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write tables of games, hands and plays for research, as Parquet.",
)
@click.option(
    "--jsonl",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the same tables as JSON lines, compressed by gzip.",
)
@click.option(
    "--features", is_flag=True, help="A table of what each seat knew before each play, too."
)
@click.option("--all", "everything", is_flag=True, help="Unlisted and private entries too.")
@click.option("--nameless", "without_names", is_flag=True, help="Seats in place of names.")
@as_of
@cluster.jobs
@cluster.dask
@options.language
def export(
    db: Path,
    ids: tuple[str, ...],
    out: Path | None,
    bundle: Path | None,
    parquet: Path | None,
    jsonl: Path | None,
    features: bool,
    everything: bool,
    without_names: bool,
    as_of: str,
    jobs: int,
    dask: str | None,
    language: str,
) -> None:
    """Write records out, in canonical form, one after the other.

    All public ones, or those of the IDs. What was written is counted at the end on standard error;
    without that line it is not whole.

    \b
      $ shengji archive export club.db --out club.sjn
      $ shengji archive export club.db 7KqzR4Mn | shengji check -

    A bundle is one file for another club's archive: the public records under CC0-1.0 or CC-BY-4.0,
    compressed, with their licences, counts, checksums and known issues. The same records as of the
    same day make the same file.

    \b
      $ shengji archive export club.db --bundle club.sjb --nameless

    Tables are made in several processes, or on a Dask cluster, and the same run goes on where it
    broke. docs/datasets.md tells what their columns mean.

    \b
      $ shengji archive export club.db --parquet club-data
      $ shengji archive export club.db --jsonl club-data --features --dask tcp://10.0.0.7:8786
    """
    asked = [each for each in (bundle, parquet, jsonl) if each is not None]
    if len(asked) > 1 or (asked and (ids or out or everything)):
        raise click.UsageError("--bundle, --parquet and --jsonl take all public records, each by"
                               " itself and with no ID, --out and --all")  # fmt: skip
    if features and parquet is None and jsonl is None:
        raise click.UsageError("--features goes with --parquet or --jsonl")
    say, wanted = words(language), Wanted(as_of, without_names=without_names)
    with opened(db) as archive:
        if bundle is not None:
            number = write_bundle(archive, bundle, wanted).records
        elif parquet is not None:
            order = Order(wanted, Form.PARQUET, features)
            number = _tables(archive, parquet, order, jobs, dask)
        elif jsonl is not None:
            order = Order(wanted, Form.JSONL, features)
            number = _tables(archive, jsonl, order, jobs, dask)
        else:
            number = _write(_texts(archive, ids, everything, without_names), out)
    click.echo(say("exported", number=number), err=True)


def _tables(archive: Archive, folder: Path, order: Order, jobs: int, dask: str | None) -> int:
    """How many records are in the tables that were written."""
    if order.form is Form.PARQUET and find_spec("pyarrow") is None:
        raise Failed("--parquet needs pyarrow: pip install 'shengji[data]'")
    entries = archive.stats().entries.get(Visibility.PUBLIC, 0)
    with cluster.workers(jobs, dask) as workers, Bar(entries) as bar:
        return export_dataset(archive, folder, order, workers, bar.step)["games"]


def _texts(
    archive: Archive, ids: tuple[str, ...], everything: bool, without_names: bool
) -> Iterator[str]:
    if ids:
        return (export_entry(archive, id, without_names=without_names) for id in ids)
    return export_all(archive, everything=everything, without_names=without_names)


def _write(texts: Iterator[str], out: Path | None) -> int:
    """How many records were written, with an empty line between each two."""
    number = 0
    if out is None:
        for number, text in enumerate(texts, 1):
            write_data(f"\n{text}" if number > 1 else text)
        return number
    with whole_or_nothing(out) as made, made.open("wb") as stream:
        for number, text in enumerate(texts, 1):
            stream.write((f"\n{text}" if number > 1 else text).encode())
    return number
