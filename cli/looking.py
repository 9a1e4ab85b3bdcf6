"""Who looks at a record, and which match of a file: for the commands that show one."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from shengji.cli.inputs import Unusable
from shengji.cli.records import Loaded
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation.record import Record
from shengji.notation.tokens import SEATS
from shengji.replay import View

F = TypeVar("F", bound=Callable[..., Any])


def options(command: F) -> F:
    """--view, --seat and --match."""
    looks = click.option(
        "--view",
        type=click.Choice(("open", "seat", "table")),
        help="Who looks: all cards open, one seat (with --seat), or only what lies on the table.",
    )
    seat = click.option("--seat", type=click.Choice(tuple(SEATS)), help="The seat that looks.")
    match = click.option(
        "--match", type=click.IntRange(1), default=1, help="Which match of the file."
    )
    return looks(seat(match(command)))


def view_of(view: View | None, seat: str | None) -> View:
    """The view that the two options name.

    :raises click.UsageError: they do not fit together.
    """
    if view is None:
        return "open" if seat is None else "seat"
    if (view == "seat") != (seat is not None):
        raise click.UsageError("--seat names who looks in --view seat, and only there")
    return view


def seat_of(letter: str | None) -> int | None:
    return None if letter is None else SEATS.index(letter)


def check(record: Record, loaded: Loaded, seat: int | None) -> None:
    """Is there something to show to that seat?

    :raises Unusable: there is not.
    """
    name = loaded.source.name
    try:
        _, rules = rules_from_text(record.tag("Rules") or "")
    except RuleError as error:
        raise Unusable(name, f"the record names no rules that are known: {error}") from None
    if seat is not None and seat >= rules.players:
        raise Unusable(name, f"there is no seat {SEATS[seat]} at this table")
    if not record.hands:
        raise Unusable(name, "the record has no hand")
