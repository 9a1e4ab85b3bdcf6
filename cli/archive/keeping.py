"""`shengji archive verify`, `backup` and `stats`: is all of it there, twice, and how much is it?"""

from pathlib import Path

import click

from shengji.cli import cluster, options
from shengji.cli.archive.opening import database, opened
from shengji.cli.bar import Bar
from shengji.cli.output import plain
from shengji.cli.tables import print_table
from shengji.cli.words import words
from shengji.replay.archive.backup import backup as make_backup
from shengji.replay.archive.verifying import Difference, check_file, renew
from shengji.replay.archive.verifying import verify as verify_all

DIFFERS = 1


@click.command()
@database
@click.option(
    "--renew",
    "renewing",
    is_flag=True,
    help="Store anew what entries are found by; the records stay as they are.",
)
@cluster.jobs
@cluster.dask
@options.language
@click.pass_context
def verify(
    ctx: click.Context, db: Path, renewing: bool, jobs: int, dask: str | None, language: str
) -> None:
    """Read and judge every record again, and tell what is stored otherwise.

    The file is looked through as well: pages, indexes, references. A newer version of this program
    may find more in a record than the one that stored it; --renew then brings search up to date.

    \b
      $ shengji archive verify club.db

    The exit code is 0; 1 when something differs; 2 when the archive could not be used.
    """
    say = words(language)
    number, stale, differing = 0, set(), 0
    with opened(db, write=renewing) as archive, cluster.workers(jobs, dask) as workers:
        for found in check_file(archive):
            differing += 1
            click.echo(_line(found, language))
        with Bar(archive.stats().revisions) as bar:
            for step in verify_all(archive, workers):
                number += step.revisions
                for found in step.differences:
                    bar.make_way()
                    click.echo(_line(found, language))
                    stale.add(found.public_id)
                differing += len(step.differences)
                bar.step(step.revisions)
        for public_id in sorted(stale) if renewing else ():
            renew(archive, public_id)
    told = say("verified", number=number, differences=differing)
    click.secho(told, fg="red" if differing else "green")
    ctx.exit(DIFFERS if differing else 0)


def _line(found: Difference, language: str) -> str:
    if not found.public_id:
        return plain(f"{found.what}: {found.stored}")
    told = words(language)("differs", what=found.what, stored=found.stored, found=found.found)
    return plain(f"{found.public_id}@r{found.revision}: {told}")


@click.command()
@database
@click.argument("target", type=click.Path(path_type=Path))
@options.language
def backup(db: Path, target: Path, language: str) -> None:
    """Copy an archive, also while it is being served or written to.

    The copy is checked before it is put in its place, and TARGET.sha256 comes beside it.

    \b
      $ shengji archive backup club.db club-2026-11-29.db
      $ sha256sum --check club-2026-11-29.db.sha256
    """
    with opened(db) as archive:
        copy = make_backup(archive, target)
    numbers = {"entries": copy.entries, "bytes": copy.bytes, "sha256": copy.sha256}
    click.echo(words(language)("copied", **numbers))


@click.command()
@database
@options.language
def stats(db: Path, language: str) -> None:
    """Tell how much an archive holds, whoever may see it.

    \b
      $ shengji archive stats club.db
    """
    say = words(language)
    with opened(db) as archive:
        told = archive.stats()
    rows = [(say("archive.entries"), _numbers(told.entries)),
            (say("archive.revisions"), f"{told.revisions}"),
            (say("archive.hands"), f"{told.hands}"),
            (say("archive.plays"), f"{told.plays}"),
            (say("archive.players"), f"{told.players}"),
            (say("archive.with-errors"), f"{told.errors}"),
            (say("archive.rules"), _numbers(told.presets)),
            (say("archive.bytes"), f"{told.bytes}")]  # fmt: skip
    print_table(plain(click.format_filename(db)), rows)


def _numbers(numbers: dict[str, int]) -> str:
    return ", ".join(f"{plain(name)} {number}" for name, number in numbers.items())
