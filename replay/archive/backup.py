"""A copy of an archive while it is in use: whole and proved sound, or not there at all."""

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shengji.replay.archive.archive import Archive
from shengji.replay.archive.errors import ArchiveError, CorruptError, translated


@dataclass(frozen=True, slots=True)
class Copy:
    path: Path
    bytes: int
    sha256: str
    entries: int


def backup(archive: Archive, target: Path) -> Copy:
    """Copy an archive as it is at this moment, check the copy, and put it in its place.

    Beside it comes `TARGET.sha256`, in the form that `sha256sum --check` reads. Writers are not
    held up.

    :raises ArchiveError: there is something at `target`, the disk is full, or the copy is damaged;
        then nothing is left of it.
    """
    if target.exists():
        raise ArchiveError(f"{target}: is there already; name another file")
    with whole_or_nothing(target) as made, translated(target):
        with archive.reading(None) as db:
            copy = sqlite3.connect(made)
            try:
                db.conn.backup(copy)
                entries = _checked(copy, archive)
            finally:
                copy.close()
        digest = _sha256(made)
    with whole_or_nothing(target.with_name(f"{target.name}.sha256")) as note:
        note.write_text(f"{digest}  {target.name}\n", encoding="utf-8")
    return Copy(target, target.stat().st_size, digest, entries)


def _checked(copy: sqlite3.Connection, archive: Archive) -> int:
    """How many entries a sound copy has. It becomes a single file, without a log beside it."""
    copy.execute("pragma journal_mode = delete")
    found = copy.execute("pragma integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise CorruptError(f"{archive.path}: is damaged, so no copy was made: {found}")
    number: int = copy.execute("select count(*) from entry").fetchone()[0]
    return number


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def whole_or_nothing(target: Path) -> Iterator[Path]:
    """A file to write that becomes `target` once all of it is on the disk.

    :raises ArchiveError: the folder or the disk does not take it; nothing is left behind.
    """
    try:
        made = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        made.open("xb").close()
        try:
            yield made
            _sync(made)
            made.replace(target)
        except BaseException:
            for left in (made, *made.parent.glob(f"{made.name}-*")):
                left.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ArchiveError(f"{target}: {(error.strerror or str(error)).lower()}") from error


def _sync(path: Path) -> None:
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
