"""`shengji archive export`: records out of an archive again."""

from collections.abc import Iterator
from pathlib import Path

import click

from shengji.cli import options
from shengji.cli.archive.opening import as_of, database, opened
from shengji.cli.output import write_data
from shengji.cli.words import words
from shengji.replay.archive import Archive
from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.bundle import write_bundle
from shengji.replay.archive.exporting import export as export_all
from shengji.replay.archive.exporting import export_entry
from shengji.replay.archive.sharing import Wanted


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
@click.option("--all", "everything", is_flag=True, help="Unlisted and private entries too.")
@click.option("--nameless", "without_names", is_flag=True, help="Seats in place of names.")
@as_of
@options.language
def export(
    db: Path,
    ids: tuple[str, ...],
    out: Path | None,
    bundle: Path | None,
    everything: bool,
    without_names: bool,
    as_of: str,
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
    """
    if bundle is not None and (ids or out or everything):
        raise click.UsageError(
            "--bundle takes all public records, and goes with no ID, --out, --all"
        )
    with opened(db) as archive:
        if bundle is not None:
            number = write_bundle(
                archive, bundle, Wanted(as_of, without_names=without_names)
            ).records
        else:
            number = _write(_texts(archive, ids, everything, without_names), out)
    click.echo(words(language)("exported", number=number), err=True)


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
