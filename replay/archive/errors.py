"""What can go wrong with an archive, by who can mend it; each message says how."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shengji.notation.diagnostics import Diagnostic


class ArchiveError(ValueError):
    """Something about an archive; its text is for people."""


class NoArchiveError(ArchiveError):
    """There is no file, or one that is no archive."""


class SchemaError(ArchiveError):
    """The archive was made by another version of this program."""


class ReadOnlyError(ArchiveError):
    """The archive cannot be written to."""


class FullError(ArchiveError):
    """The disk is full; nothing was stored."""


class CorruptError(ArchiveError):
    """The file is damaged."""


class BusyError(ArchiveError):
    """Another process writes; the same may be tried again."""


class TooBroadError(ArchiveError):
    """The question takes longer than it may."""


class QueryError(ArchiveError):
    """A question that means nothing; `field` is the part of it that is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class NotFoundError(ArchiveError):
    """There is no such entry, or not for this viewer: which of the two, nobody is told."""


class NotAllowedError(ArchiveError):
    """The viewer may see the entry and not change it."""


class ConflictError(ArchiveError):
    """What is wanted contradicts what is there; `public_id` is the entry in the way."""

    def __init__(self, reason: str, public_id: str) -> None:
        super().__init__(reason)
        self.public_id = public_id


class RefusedError(ArchiveError):
    """A record that cannot be read as a whole; `diagnostics` say why and where."""

    def __init__(self, reason: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(reason)
        self.diagnostics = diagnostics


class BundleError(ArchiveError):
    """A bundle that is damaged, newer than this program, or made to do harm; nothing is taken."""


_BY_CODE: dict[int, tuple[type[ArchiveError], str]] = {
    sqlite3.SQLITE_READONLY: (ReadOnlyError, "cannot be written to: check who owns the file and"
                                             " its folder, or open it for reading"),
    sqlite3.SQLITE_PERM: (ReadOnlyError, "may not be opened by this user"),
    sqlite3.SQLITE_CANTOPEN: (NoArchiveError, "cannot be opened: check the path and the rights to"
                                              " its folder"),
    sqlite3.SQLITE_FULL: (FullError, "the disk is full; nothing of this step was stored"),
    sqlite3.SQLITE_IOERR: (FullError, "the disk refused to read or write: it may be full or broken;"
                                      " nothing of this step was stored"),
    sqlite3.SQLITE_CORRUPT: (CorruptError, "the file is damaged; restore a backup, or save what"
                                           " can be read with `sqlite3 DB .recover`"),
    sqlite3.SQLITE_NOTADB: (NoArchiveError, "is no archive: make one with `shengji archive init`"),
    sqlite3.SQLITE_BUSY: (BusyError, "another process has been writing for too long; try again"),
    sqlite3.SQLITE_LOCKED: (BusyError, "another process has been writing for too long; try again"),
    sqlite3.SQLITE_INTERRUPT: (TooBroadError, "too broad, add a filter"),
}  # fmt: skip


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Say in our words what SQLite says of an archive.

    :raises ArchiveError: in place of an error of the database that its user can mend.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        kind, reason = _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, (None, ""))
        if kind is None:
            raise
        raise kind(f"{path}: {reason}") from error
