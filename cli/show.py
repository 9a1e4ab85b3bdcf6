"""`shengji show`: a record at the table, with keys in a terminal, in short lines elsewhere."""

import shutil
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from shengji.cli import options, records
from shengji.cli.inputs import STDIN, Unusable, source
from shengji.cli.listing import listing
from shengji.cli.stepping import Reel, Viewer
from shengji.cli.table import Show, draw
from shengji.cli.words import words
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation.address import parse_address
from shengji.notation.record import Address, Record
from shengji.notation.tokens import SEATS
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
@click.option(
    "--view",
    type=click.Choice(("open", "seat", "table")),
    help="Who looks: all cards open, one seat (with --seat), or only what lies on the table.",
)
@click.option("--seat", type=click.Choice(tuple(SEATS)), help="The seat that looks.")
@click.option("--match", type=click.IntRange(1), default=1, help="Which match of the file.")
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
    show = Show(_view(view, seat), None if seat is None else SEATS.index(seat), words(language))
    loaded = records.load(source(file), language, encoding=encoding)
    record = records.first_record(loaded, match)
    _able(record, loaded, show)
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


def _view(view: View | None, seat: str | None) -> View:
    if view is None:
        return "open" if seat is None else "seat"
    if (view == "seat") != (seat is not None):
        raise click.UsageError("--seat names who looks in --view seat, and only there")
    return view


def _able(record: Record, loaded: records.Loaded, show: Show) -> None:
    """Is there something to show?

    :raises Unusable: there is not.
    """
    name = loaded.source.name
    try:
        _, rules = rules_from_text(record.tag("Rules") or "")
    except RuleError as error:
        raise Unusable(name, f"the record names no rules that are known: {error}") from None
    if show.seat is not None and show.seat >= rules.players:
        raise Unusable(name, f"there is no seat {SEATS[show.seat]} at this table")
    if not record.hands:
        raise Unusable(name, "the record has no hand")
