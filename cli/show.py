"""`shengji show`: a record at the table, with keys in a terminal, in short lines elsewhere."""

import shutil
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from shengji.cli import looking, options, records
from shengji.cli.inputs import STDIN, Unusable, source
from shengji.cli.listing import listing
from shengji.cli.stepping import Reel, Viewer
from shengji.cli.table import Show, draw
from shengji.cli.words import words
from shengji.notation.address import parse_address
from shengji.notation.record import Address
from shengji.replay import NoSuchPosition, View, position

F = TypeVar("F", bound=Callable[..., Any])


def _address(_ctx: click.Context, _argument: click.Parameter, text: str | None) -> Address | None:
    try:
        return None if text is None else parse_address(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is none; 3.8.2 is one") from None


def address(command: F) -> F:
    """The argument that names a position."""
    return click.argument("address", required=False, callback=_address)(command)


@click.command()
@click.argument("file")
@address
@looking.options
@options.language
@options.encoding
def show(
    file: str,
    address: Address | None,
    view: View | None,
    seat: str | None,
    match: int,
    language: str,
    encoding: str | None,
) -> None:
    """Show a record at the table, step by step.

    FILE is a record, or - for standard input. ADDRESS is a position: 3 is the start of hand 3,
    3.x1 after its first showing, 3.k1 after the kitty was buried, 3.8 after trick 8, 3.8.2 after
    the second play of that trick, 3.end after the hand.

    \b
      $ shengji show friday.sjn 1.14.2
      $ shengji show friday.sjn 1.14.2 --seat b
      $ shengji show friday.sjn | less

    In a terminal keys move on: n, blank or → the next step, p or ← the one before, t and T by
    tricks, h and H by hands, g to an address, s through the seats' views, q leaves. In a pipe
    every trick is a line, or with ADDRESS that position is drawn.
    """
    show = Show(looking.view_of(view, seat), looking.seat_of(seat), words(language))
    loaded = records.load(source(file), language, encoding=encoding)
    record = records.first_record(loaded, match)
    looking.check(record, loaded, show.seat)
    try:
        if file != STDIN and sys.stdin.isatty() and sys.stdout.isatty():
            Viewer(Reel(record), show).run(address)
        elif address is None:
            for line in listing(record, show):
                click.echo(line)
        else:
            for line in draw(position(record, address), record, show, columns()):
                click.echo(line)
    except NoSuchPosition as error:
        raise Unusable(loaded.source.name, str(error)) from None
    if loaded.faults:
        click.echo(show.say("text-faults", number=len(loaded.faults)), err=True)


def columns() -> int:
    return shutil.get_terminal_size().columns
