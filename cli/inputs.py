"""From the paths of a command line to files that can be read, or a clear word why not."""

import io
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import click

from shengji.engine.values import value

SUFFIX = ".sjn"
STDIN = "-"


@value
class Source:
    """A file to read, or standard input, already read."""

    name: str
    """As it is shown."""
    path: Path | None = None
    data: bytes | None = None

    def stream(self) -> BinaryIO:
        """The bytes, from the start.

        :raises OSError: it cannot be read.
        """
        if self.path is None:
            return io.BytesIO(self.data or b"")
        stream = self.path.open("rb")
        if stream.seekable():
            return stream
        with stream:
            return io.BytesIO(stream.read())

    @property
    def size(self) -> int:
        """Bytes, as far as that is known without reading; else 0."""
        if self.path is None:
            return len(self.data or b"")
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def read(self) -> bytes:
        """All the bytes.

        :raises Unusable: it cannot be read.
        """
        try:
            with self.stream() as stream:
                return stream.read()
        except OSError as error:
            raise Unusable(self.name, reason(error)) from None


@value
class Unreadable:
    """A path that gives nothing to read."""

    name: str
    reason: str


class Unusable(click.ClickException):
    """An input with which nothing can be done; the program ends with 2."""

    exit_code = 2

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def source(path: str) -> Source:
    """One path or `-` as a file to read; whether it is there shows when it is read."""
    if path == STDIN:
        return Source("<stdin>", data=sys.stdin.buffer.read())
    return Source(click.format_filename(path), Path(path))


def sources(paths: Iterable[str]) -> Iterator[Source | Unreadable]:
    """Every file that the paths name, folders searched for `*.sjn` in alphabetical order."""
    for path in paths:
        if path == STDIN:
            yield source(path)
        elif Path(path).is_dir():
            yield from _folder(path)
        elif Path(path).exists():
            yield source(path)
        else:
            yield Unreadable(click.format_filename(path), "no such file or folder")


def _folder(top: str) -> Iterator[Source | Unreadable]:
    failed: list[Unreadable] = []
    found = 0

    def note(error: OSError) -> None:
        failed.append(Unreadable(click.format_filename(str(error.filename)), reason(error)))

    for folder, folders, files in os.walk(top, onerror=note):
        folders.sort()
        for name in sorted(files):
            if name.endswith(SUFFIX):
                found += 1
                yield source(os.path.join(folder, name))
    yield from failed
    if not found and not failed:
        yield Unreadable(click.format_filename(top), f"no {SUFFIX} file in this folder")
