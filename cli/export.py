"""`shengji export`: a game, a hand or a position as a file for others."""

import sys
from pathlib import Path
from typing import Final

import click

from shengji.cli import looking, options, records
from shengji.cli.inputs import Unusable, reason, source
from shengji.cli.output import plain, write_bytes
from shengji.cli.saving import save
from shengji.notation.record import Record
from shengji.replay import NoSuchPosition, View
from shengji.replay.exports.errors import ExportError
from shengji.replay.exports.extract import Extract, Part, parse_part
from shengji.replay.exports.picture import SIZES, Size
from shengji.replay.exports.registry import EXPORTS, Export
from shengji.replay.wording import Language

OFFLINE: Final = "html"
"""Made by the floor of the pages."""
KINDS: Final = (*EXPORTS, OFFLINE)


def _part(_ctx: click.Context, _argument: click.Parameter, text: str | None) -> Part | None:
    try:
        return None if text is None else parse_part(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is none; 3, 3.8.2 and 3.4-3.8.2 are") from None


@click.command()
@click.argument("file")
@click.argument("part", metavar="[ADDRESS|RANGE]", required=False, callback=_part)
@click.option("--to", "kind", type=click.Choice(KINDS), help="What to make; else as OUT ends.")
@click.option("-o", "--output", metavar="OUT", help="Write to this file, not to standard output.")
@click.option("--force", is_flag=True, help="Write over OUT where it is there already.")
@looking.options
@click.option("--nameless", is_flag=True, help="Seats in place of the names of the players.")
@click.option("--no-outcome", is_flag=True, help="Without what tells how a hand ended.")
@click.option("--size", type=click.Choice(tuple(SIZES)), default="card", help="Of pictures.")
@click.option(
    "--delay", type=click.IntRange(20, 60_000), default=1200, metavar="MS",
    help="Milliseconds between two plays of an animation.",
)  # fmt: skip
@options.language
@options.encoding
def export(
    file: str,
    part: Part | None,
    kind: str | None,
    output: str | None,
    force: bool,
    view: View | None,
    seat: str | None,
    match: int,
    nameless: bool,
    no_outcome: bool,
    size: Size,
    delay: int,
    language: Language,
    encoding: str | None,
) -> None:
    """Make a file for others of a game, a hand or a position.

    FILE is a record in any format that is read, or - for standard input. ADDRESS is a hand, as 3,
    or a position, as 3.8.2; RANGE is a part of a hand, as 3.4-3.8.2.

    \b
      csv   the plays, a row each        of a game or a hand
      text  to be read by people         of a game or a hand
      tex   source for LaTeX             of a game or a hand
      pdf   sheets to print              of a game or a hand
      svg   a picture                    of a position
      png   a picture                    of a position
      gif   an animation                 of a hand or a part of it
      webp  the same, smaller            of a hand or a part of it
      html  a page that plays it offline of a game or a hand

    \b
      $ shengji export friday.sjn --to csv > friday.csv
      $ shengji export friday.sjn 1.14.2 --seat b -o position.png

    What the view hides is not in the file. With --no-outcome pictures and animations show no score
    and pages no panel that tells it; what lists a hand to its end is not made.

    One version of this program makes the same bytes everywhere. OUT is written whole or not at
    all, and never over a file unless --force is given.
    """
    wanted = _kind(kind, output)
    who = looking.seat_of(seat)
    looks = looking.view_of(view, seat)
    loaded = records.load(source(file), language, encoding=encoding)
    record = records.first_record(loaded, match)
    looking.check(record, loaded, who)
    if nameless:
        record = _without_names(record)
    extract = Extract(record, part, looks, who or 0, language, size, delay, not no_outcome)
    data = _made(wanted, extract, loaded.source.name)
    if output is None:
        _print(data, wanted)
    else:
        _save(Path(output), data, force=force)
    if loaded.faults:
        name = plain(loaded.source.name)
        click.echo(f"{name}: {len(loaded.faults)} faults of the text; see shengji check", err=True)


def _kind(kind: str | None, output: str | None) -> Export:
    """What is to be made: as it is named, or as the name of the file ends."""
    ending = Path(output or "").suffix.removeprefix(".")
    name = kind or {"txt": "text"}.get(ending, ending)
    if name not in KINDS:
        raise click.UsageError(f"what shall it be? --to is one of {', '.join(KINDS)}")
    if name == OFFLINE:
        from shengji.web.offline import HTML

        return HTML
    return EXPORTS[name]


def _without_names(record: Record) -> Record:
    from shengji.replay.archive.nameless import nameless

    return nameless(record)


def _made(wanted: Export, extract: Extract, name: str) -> bytes:
    try:
        return wanted.make(extract)
    except (ExportError, NoSuchPosition) as error:
        raise Unusable(name, f"{wanted.name}: {error}") from None


def _print(data: bytes, wanted: Export) -> None:
    """To standard output, but no pictures to a terminal."""
    if sys.stdout.isatty() and b"\0" in data:
        raise click.UsageError(f"{wanted.name} is not to be read in a terminal: name a file by -o")
    write_bytes(data)


def _save(path: Path, data: bytes, *, force: bool) -> None:
    try:
        save(path, data, over=force)
    except FileExistsError:
        raise Unusable(str(path), "there is such a file; --force writes over it") from None
    except OSError as error:
        raise Unusable(str(path), reason(error)) from None
