"""`shengji archive drafts`: which drafts a site keeps, and an end to those left behind."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from shengji.cli import options
from shengji.cli.archive.opening import database, opened
from shengji.cli.tables import print_table
from shengji.cli.words import Say, words
from shengji.replay.archive.draftlist import Listed, erase_drafts, list_drafts

DAY: Final = 24 * 3600


@click.command()
@database
@click.option(
    "--erase-older-than", "days", type=click.IntRange(1, 36500), metavar="DAYS",
    help="The drafts that were not changed for so many days; with --yes they are erased.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Erase them, rather than tell which they are.")
@options.language
def drafts(db: Path, days: int | None, yes: bool, language: str) -> None:
    """List the drafts that are being recorded on a site, that changed longest ago first.

    Their tokens are not kept, so nobody can open them from here. Drafts never expire by themselves:
    with --erase-older-than and --yes those left behind are erased for ever; without --yes it is
    told which these would be.

    \b
      $ shengji archive drafts club.db
      $ shengji archive drafts club.db --erase-older-than 365 --yes
    """
    if yes and days is None:
        raise click.UsageError("--yes erases nothing without --erase-older-than DAYS.")
    say, now = words(language), time.time()
    with opened(db, write=yes) as archive:
        if days is None:
            found = list_drafts(archive)
        else:
            before = int(now) - days * DAY
            found = (erase_drafts if yes else list_drafts)(archive, before)
    if found:
        print_table(say("drafts.title"), list(_rows(found, now, say)))
    if days is None:
        click.echo(say("drafts.number", number=len(found)))
    else:
        click.echo(say("drafts.erased" if yes else "drafts.would", number=len(found)))


def _rows(found: Sequence[Listed], now: float, say: Say) -> Iterator[tuple[str, ...]]:
    columns = ("id", "age", "hands", "actions", "changed", "watched")
    yield tuple(say(f"drafts.{column}") for column in columns)
    for each in found:
        yield (
            each.id,
            f"{max(0, int((now - each.begun) // DAY))}",
            "?" if each.hands is None else f"{each.hands}",
            f"{each.actions}",
            time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.touched)),
            say(f"drafts.live-{each.live.value}"),
        )
