"""Rows of words: a table in a terminal, tabs in a pipe."""

import sys
from collections.abc import Sequence

import click

from shengji.cli.output import pad, width


def print_table(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Print rows of equally many cells, the last of which may be long."""
    if sys.stdout.isatty():
        _rich(title, rows)
        return
    click.secho(title, bold=True)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (pad(cell, size) for cell, size in zip(row, widths, strict=True))
        click.echo("  " + "  ".join(padded).rstrip())


def _rich(title: str, rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2))
    for number in range(len(rows[0])):
        # The first cell names what the row is about; the others may be broken.
        table.add_column(no_wrap=number == 0, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
