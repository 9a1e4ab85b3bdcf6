"""A bar on standard error that moves while many files, or bytes, are worked on."""

import sys
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

MANY: Final = 20
"""From so many files on there is a bar."""
PAUSE: Final = 0.1
"""Seconds between two pictures of it."""
ERASE: Final = "\r\x1b[2K"


class Bar:
    """Nothing at all where the files are few or nobody watches."""

    def __init__(self, number: int) -> None:
        self._progress: Progress | None = None
        self._next = 0.0
        if number >= MANY and sys.stderr.isatty():
            self._progress, self._task = _progress(number)

    def __enter__(self) -> "Bar":
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def make_way(self) -> None:
        """Something is printed to the same terminal; the next picture comes below it."""
        if self._progress is not None:
            click.echo(ERASE, nl=False, err=True, color=True)

    def step(self, number: int = 1) -> None:
        """A file is done, or whatever is counted."""
        if self._progress is None:
            return
        self._progress.advance(self._task, number)
        if (now := monotonic()) >= self._next:
            self._next = now + PAUSE
            self._progress.refresh()


def _progress(number: int) -> "tuple[Progress, TaskID]":
    from rich.console import Console
    from rich.progress import Progress

    # It is painted from here, not from a thread of its own, which would paint between our lines.
    progress = Progress(
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    return progress, progress.add_task("", total=number)
