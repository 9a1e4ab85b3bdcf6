"""`shengji archive dump` and `publish`: what strangers may have, as files and as an archive."""

import calendar
import re
from pathlib import Path

import click

from shengji.cli import options
from shengji.cli.archive.opening import as_of, database, opened
from shengji.cli.output import plain
from shengji.cli.words import words
from shengji.replay.archive.dumping import dump as write_dump
from shengji.replay.archive.publishing import publish as write_published
from shengji.replay.archive.sharing import Wanted


def _month(_ctx: click.Context, _option: click.Parameter, text: str) -> str:
    if not re.fullmatch(r"[12][0-9]{3}-(0[1-9]|1[0-2])", text):
        raise click.BadParameter(f"{text!r} is no month like 2026-11")
    return text


@click.command()
@database
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--month", required=True, callback=_month, metavar="YYYY-MM", help="Which month.")
@click.option("--nameless", "without_names", is_flag=True, help="Seats in place of names.")
@as_of
@options.language
def dump(
    db: Path, folder: Path, month: str, without_names: bool, as_of: str, language: str
) -> None:
    """Write the records that came in a month as files for everybody.

    SJN and JSON lines, compressed by gzip, with counts, licences, known issues and checksums: the
    public records under CC0-1.0 or CC-BY-4.0, in their newest revision. The checksums come last;
    without them a dump is not whole. A month is dumped once it is over.

    \b
      $ shengji archive dump club.db dumps --month 2026-10
    """
    end = f"{month}-{calendar.monthrange(int(month[:4]), int(month[5:]))[1]}"
    if as_of < end:
        raise click.UsageError(f"{month} is not over on {as_of}")
    wanted = Wanted(end, since=f"{month}-01", without_names=without_names)
    with opened(db) as archive:
        made = write_dump(archive, folder, month, wanted)
    for path in made.files:
        click.echo(plain(click.format_filename(path)))
    click.echo(words(language)("exported", number=made.records), err=True)


@click.command()
@database
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--nameless", "without_names", is_flag=True, help="Seats in place of names.")
@options.language
def publish(db: Path, target: Path, without_names: bool, language: str) -> None:
    """Write an archive for the public, which `shengji serve` shows as it is.

    It has the public entries under CC0-1.0 or CC-BY-4.0 with their ids and revisions, no tokens,
    and cannot be written to.

    \b
      $ shengji archive publish club.db public.db
      $ shengji serve --archive public.db
    """
    with opened(db) as archive:
        number = write_published(archive, target, without_names=without_names)
    click.echo(words(language)("published", number=number))
