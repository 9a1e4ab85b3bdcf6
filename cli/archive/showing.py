"""`shengji archive show`: one entry."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from shengji.cli import options
from shengji.cli.archive.opening import Failed, database, opened
from shengji.cli.output import plain, write_data
from shengji.cli.show import address as address_argument
from shengji.cli.show import columns
from shengji.cli.table import Show, draw
from shengji.cli.tables import print_table
from shengji.cli.words import Say, words
from shengji.notation.record import Address
from shengji.replay import NoSuchPosition, position
from shengji.replay.archive import OPERATOR, Archive, Entry


@click.command()
@database
@click.argument("id")
@address_argument
@click.option("--revision", type=click.IntRange(1), metavar="N", help="Not the newest one.")
@click.option("--text", is_flag=True, help="Print the record itself.")
@click.option("--raw", is_flag=True, help="Print the bytes as they came.")
@options.language
def show(
    db: Path,
    id: str,
    address: Address | None,
    revision: int | None,
    text: bool,
    raw: bool,
    language: str,
) -> None:
    """Show an entry, or with ADDRESS a position of it.

    \b
      $ shengji archive show club.db 7KqzR4Mn
      $ shengji archive show club.db 7KqzR4Mn 2.14
      $ shengji archive show club.db 7KqzR4Mn --text > match.sjn
    """
    say = words(language)
    with opened(db) as archive:
        entry = archive.get(id, OPERATOR, revision)
        if raw:
            sys.stdout.buffer.write(archive.raw(id, OPERATOR, revision))
        elif text:
            write_data(entry.text)
        elif address is not None:
            _draw(entry, address, say)
        else:
            print_table(id, [*_rows(archive, entry, say)])


def _draw(entry: Entry, address: Address, say: Say) -> None:
    record = entry.record
    try:
        for line in draw(position(record, address), record, Show("open", None, say), columns()):
            click.echo(line)
    except NoSuchPosition as error:
        raise Failed(str(error)) from None


def _rows(archive: Archive, entry: Entry, say: Say) -> Iterator[tuple[str, str]]:
    row = entry.row
    revision = f"r{entry.revision}" + ("" if entry.is_newest else f" / r{row.revision}")
    yield say("archive.revision"), f"{revision} {entry.stored}"
    yield say("archive.visibility"), row.visibility
    yield say("archive.licence"), row.licence
    yield say("archive.date"), plain(row.date)
    yield say("archive.event"), plain(" · ".join(filter(None, (row.event, row.site))))
    yield say("archive.players"), plain(" ".join(player.name for player in row.players))
    yield say("archive.rules"), plain(row.rules)
    yield say("archive.hands"), str(row.hands)
    yield say("archive.plays"), str(row.plays)
    yield say("archive.points"), "" if row.points is None else str(row.points)
    detail = archive.detail(row.public_id, OPERATOR)
    yield say("archive.found"), " ".join(f"{code} {n}" for code, n in detail.flags.items())
    linked = archive.same_play(row.public_id, OPERATOR)
    yield say("archive.same-play"), " ".join(each.public_id for each in linked)
    yield say("archive.record-id"), entry.record_id
