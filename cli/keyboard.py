"""Keys from a terminal, as they are pressed."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

try:
    import termios
    import tty
except ImportError:  # On Windows click reads the keys.
    HAS_MODES = False
else:
    HAS_MODES = True


class Keyboard:
    """While it is entered, keys come singly and without an echo; none typed meanwhile is lost."""

    def __init__(self) -> None:
        self._modes: list[Any] = []

    def __enter__(self) -> "Keyboard":
        if HAS_MODES:
            terminal = sys.stdin.fileno()
            self._modes = termios.tcgetattr(terminal)
            tty.setcbreak(terminal, termios.TCSADRAIN)
        return self

    def __exit__(self, *_: object) -> None:
        if HAS_MODES:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._modes)

    @contextmanager
    def lines(self) -> Iterator[None]:
        """For a while, whole lines can be typed and seen."""
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()

    def read(self) -> list[str]:
        """The keys of one reading; an arrow comes as several characters, fast typing as well."""
        if HAS_MODES:
            read = os.read(sys.stdin.fileno(), 32).decode("utf-8", "replace") or "q"
        else:
            read = click.getchar()
        return [read] if read[:1] in ("\x1b", "\xe0", "\x00") else list(read)
