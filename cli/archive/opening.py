"""The archive that a command names, and what can be wrong with it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click

from shengji.cli.output import plain
from shengji.replay.archive import Archive, ArchiveError
from shengji.replay.archive.examining import now
from shengji.replay.archive.manifest import is_day

E = TypeVar("E", bound=StrEnum)
F = TypeVar("F", bound=Callable[..., Any])


class Failed(click.ClickException):
    """The archive could not do what was wanted; the program ends with 2."""

    exit_code = 2


class Word(click.ParamType[E]):
    """One of the words of an enum."""

    name = "word"

    def __init__(self, words: type[E]) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self.words)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> E:
        try:
            return self.words(value)
        except ValueError:
            self.fail(f"{value!r} is none of {', '.join(self.words)}", param, ctx)


def database(command: F) -> F:
    """The argument that names the archive."""
    return click.argument("db", type=click.Path(path_type=Path))(command)


def as_of(command: F) -> F:
    """The option that names the day of a state."""
    return click.option(
        "--as-of",
        default=lambda: now()[:10],
        callback=_day,
        metavar="DATE",
        help="What came until the end of this day, UTC; today when it is not said.",
    )(command)


def _day(_ctx: click.Context, _option: click.Parameter, text: str) -> str:
    if not is_day(text):
        raise click.BadParameter(f"{text!r} is no day like 2026-11-29")
    return text


@contextmanager
def opened(path: Path, *, write: bool = False) -> Iterator[Archive]:
    """The archive, open while a command works with it.

    :raises Failed: it cannot be used.
    """
    with told(), Archive(path, read_only=not write) as archive:
        yield archive


@contextmanager
def told() -> Iterator[None]:
    """Say what is wrong with an archive and leave."""
    try:
        yield
    except ArchiveError as error:
        raise Failed(plain(str(error))) from None
