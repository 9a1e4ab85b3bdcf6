"""The one place where an archive is opened: it owns the pragmas, writing and deadlines."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from shengji.replay.archive.errors import (
    NoArchiveError,
    ReadOnlyError,
    SchemaError,
    translated,
)
from shengji.replay.archive.schema import APPLICATION_ID, is_current, migrate, refuse_newer

BUSY: Final = 5.0
"""Seconds that a writer waits for another."""
DEADLINE: Final = 2.0
"""Seconds that a question may take."""
_CACHE: Final = 32_768
"""Kilobytes of the file that a connection keeps at most: a question meets hundreds of entries."""
PUBLISHED: Final = 1
"""The `user_version` of a published archive; that of all others is 0."""
_STEPS: Final = 100_000
"""Steps of SQLite's machine between two looks at the clock, some two milliseconds: each look waits
for the other threads of the program."""


def create(path: Path) -> None:
    """Make an archive, or bring an old one to this schema.

    :raises ArchiveError: the file is there and no archive, or of a newer version, or the folder
        cannot be written to.
    """
    with translated(path):
        conn = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        try:
            _refuse_other(conn, path)
            conn.execute("pragma journal_mode = wal")
            _prepare(conn)
            db = Database(conn)
            with writing(db, path):
                conn.execute(f"pragma application_id = {APPLICATION_ID}")
                migrate(db)
        finally:
            conn.close()


def connect(path: Path, *, write: bool = False) -> Database:
    """Open an archive that is there; for reading only unless `write`.

    :raises ArchiveError: it is missing, no archive, damaged, of another version, or read-only.
    """
    if not path.is_file():
        raise NoArchiveError(f"{path}: there is no archive; make it with `shengji archive init`")
    if write and not os.access(path, os.W_OK):
        raise ReadOnlyError(f"{path}: cannot be written to: check who owns the file")
    with translated(path):
        conn = _open(path, "rw" if write else "ro&immutable=1" if _is_frozen(path) else "ro")
        try:
            _check(conn, path, write)
        except BaseException:
            conn.close()
            raise
    return Database(conn)


def _is_frozen(path: Path) -> bool:
    """The file lies on a medium that cannot be written to, where SQLite can keep no log beside it.

    So it is taken when neither file nor folder may be written and no log is there.
    """
    log = path.with_name(f"{path.name}-wal")
    return not (log.exists() or os.access(path, os.W_OK) or os.access(path.parent, os.W_OK))


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY,
        isolation_level=None,
        check_same_thread=False,
    )


def _check(conn: sqlite3.Connection, path: Path, write: bool) -> None:
    _prepare(conn)
    if conn.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise NoArchiveError(f"{path}: is no archive: make one with `shengji archive init`")
    db = Database(conn)
    refuse_newer(db)
    if not is_current(db):
        raise SchemaError(
            f"{path}: an older version of shengji made this archive;"
            " `shengji archive init` brings it up to date"
        )
    if not write:
        conn.execute("pragma query_only = on")
    elif is_published(conn):
        raise ReadOnlyError(f"{path}: is a published archive, which does not change")
    elif conn.execute("pragma journal_mode = wal").fetchone()[0] != "wal":
        raise ReadOnlyError(f"{path}: is on a disk without shared memory, which writing needs")


def is_published(conn: sqlite3.Connection) -> bool:
    """The file is a copy for the public, which nobody writes to."""
    return bool(conn.execute("pragma user_version").fetchone()[0] == PUBLISHED)


def _prepare(conn: sqlite3.Connection) -> None:
    conn.execute("pragma foreign_keys = on")
    conn.execute(f"pragma busy_timeout = {int(1000 * BUSY)}")
    conn.execute("pragma synchronous = full")
    conn.execute("pragma trusted_schema = off")
    conn.execute("pragma secure_delete = on")
    conn.execute("pragma temp_store = memory")
    conn.execute(f"pragma cache_size = -{_CACHE}")


def _refuse_other(conn: sqlite3.Connection, path: Path) -> None:
    """A file that holds another program's tables is left alone."""
    number = conn.execute("select count(*) from sqlite_master").fetchone()[0]
    if number and conn.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        raise NoArchiveError(f"{path}: holds another program's tables; name another file")


@contextmanager
def writing(db: Database, path: Path) -> Iterator[Database]:
    """A transaction that writes: it takes the lock at once, and keeps all or nothing.

    :raises ArchiveError: the archive cannot be written to, or not now; nothing was stored.
    """
    with translated(path):
        _begin(db.conn)
        try:
            yield db
            db.conn.execute("commit")
        except BaseException:
            if db.conn.in_transaction:
                db.conn.execute("rollback")
            raise


def _begin(conn: sqlite3.Connection) -> None:
    """SQLite serves waiting writers in no order, so one that was unlucky asks once more."""
    try:
        conn.execute("begin immediate")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        conn.execute("begin immediate")


@contextmanager
def reading(db: Database, path: Path, seconds: float | None = DEADLINE) -> Iterator[Database]:
    """Questions that see one state of the archive and end in time.

    :raises TooBroadError: they take longer than `seconds` (None: as long as they need).
    """
    end = None if seconds is None else time.monotonic() + seconds
    with translated(path):
        if end is not None:
            limit = end
            db.conn.set_progress_handler(lambda: time.monotonic() > limit, _STEPS)
        db.conn.execute("begin")
        try:
            yield db
        finally:
            db.conn.set_progress_handler(None, 0)
            if db.conn.in_transaction:
                db.conn.execute("rollback")
