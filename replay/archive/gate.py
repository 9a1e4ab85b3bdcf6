"""Who may see and change what: every question about one entry comes through here."""

import sqlite3
from typing import Any, Final, NamedTuple, TypeAlias

from sqlite_utils import Database

from shengji.replay.archive.errors import NotAllowedError, NotFoundError
from shengji.replay.archive.model import Viewer, Visibility

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Of public ids: no 0 and O, no 1, l and I."""
ID_LENGTH: Final = 8
_LETTERS: Final = frozenset(ALPHABET)

Value: TypeAlias = str | int | bytes | None


class Condition(NamedTuple):
    """A condition in SQL about the entry `e`, and the values of its question marks."""

    sql: str
    values: tuple[Value, ...] = ()


PUBLIC: Final = Condition("e.visibility = 'public'")


def seen_by(viewer: Viewer) -> Condition:
    """The entries that a viewer may see."""
    if viewer.operator:
        return Condition("1")
    if not viewer.tokens:
        return PUBLIC
    hashes, owned = viewer.hashes, (*viewer.hashes, *viewer.looks)
    marks = ", ".join("?" * len(hashes))
    shared = f"select entry_id from share where sha256 in ({marks})"
    sql = (
        f"(e.visibility = 'public' or e.owner in ({', '.join('?' * len(owned))})"
        f" or e.visibility = 'unlisted' and e.id in ({shared}))"
    )
    return Condition(sql, (*owned, *hashes))


def get_visible(db: Database, public_id: str, viewer: Viewer) -> dict[str, Any]:
    """The row of an entry.

    :raises NotFoundError: there is none, or not for this viewer.
    """
    row = None
    if len(public_id) == ID_LENGTH and _LETTERS.issuperset(public_id):
        sql, values = seen_by(viewer)
        row = one(
            db, f"select e.* from entry e where e.public_id = ? and {sql}", public_id, *values
        )
    if row is None:
        raise NotFoundError(f"there is no entry {public_id!r}")
    return row


def get_editable(db: Database, public_id: str, viewer: Viewer) -> dict[str, Any]:
    """The row of an entry that the viewer may change.

    :raises NotFoundError: the viewer may not even see it.
    :raises NotAllowedError: the viewer shows no edit token of it.
    """
    row = get_visible(db, public_id, viewer)
    if not may_edit(row, viewer):
        raise NotAllowedError(f"changing {public_id} needs its edit token")
    return row


def may_edit(row: dict[str, Any], viewer: Viewer) -> bool:
    return viewer.operator or row["owner"] in viewer.hashes


def is_public(row: dict[str, Any]) -> bool:
    return bool(row["visibility"] == Visibility.PUBLIC)


def one(db: Database, sql: str, *values: Value) -> dict[str, Any] | None:
    """The first row of an answer, by column."""
    return next(iter(rows(db, sql, *values)), None)


def rows(db: Database, sql: str, *values: Value) -> list[dict[str, Any]]:
    """The rows of an answer, by column."""
    cursor = db.conn.execute(sql, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def scalar(db: Database, sql: str, *values: Value) -> Any:
    """The first value of the first row; None where there is no row."""
    row: sqlite3.Row | tuple[Any, ...] | None = db.conn.execute(sql, values).fetchone()
    return None if row is None else row[0]
