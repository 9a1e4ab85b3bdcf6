"""Paragraphs of help and rules, broken to the width of the terminal."""

import re
import shutil
import sys
from typing import Final

import click

from shengji.cli.output import width

_PIECE: Final = re.compile(r"[\u2e80-\uffef][，；：。、（）」]*\s*|[^\s\u2e80-\uffef]+\s*|\s+")


def wrap(text: str, columns: int) -> list[str]:
    """Text as lines of at most so many columns, broken at blanks and between Chinese characters."""
    lines, line = [], ""
    for piece in _PIECE.findall(text):
        if line and width(line + piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def echo(text: str, *, indent: int = 0, hang: int = 0, bold: bool = False) -> None:
    """Print a paragraph: in a terminal broken to its width, further lines `hang` columns deeper."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    lines = wrap(text, max(20, columns - indent - hang)) if columns else [text]
    for number, line in enumerate(lines):
        click.secho(" " * (indent + (hang if number else 0)) + line, bold=bold or None)
