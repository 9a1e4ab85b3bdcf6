"""An archive for the public: a copy with what may be passed on and nothing else, only read."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from shengji.replay.archive import people, storing
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.connecting import PUBLISHED
from shengji.replay.archive.errors import ArchiveError, ConflictError, translated
from shengji.replay.archive.folding import fold_name
from shengji.replay.archive.gate import PUBLIC, rows, scalar
from shengji.replay.archive.sharing import LICENCES

READ_ONLY = 0o444


def publish(archive: Archive, target: Path, *, without_names: bool = False) -> int:
    """Write the public entries under a licence that can be passed on; how many there are.

    Ids, revisions and links stay. Edit and share tokens, drafts, imports that broke off and the
    names of those who only played in other entries are not in it, nor anywhere in the bytes of the
    file.

    :raises ArchiveError: there is something at `target`, or the disk does not take it.
    """
    if target.exists():
        raise ArchiveError(f"{target}: is there already; name another file")
    with whole_or_nothing(target) as made, translated(target):
        copy = sqlite3.connect(made, isolation_level=None)
        try:
            with archive.reading(None) as db:
                db.conn.backup(copy)
            entries = _strip(Database(copy), without_names)
        finally:
            copy.close()
        made.chmod(READ_ONLY)
    return entries


def _strip(db: Database, without_names: bool) -> int:
    """Take out what strangers may not have, and seal the file."""
    conn = db.conn
    conn.execute("pragma foreign_keys = on")
    conn.execute("begin")
    licences = ", ".join(f"'{licence}'" for licence in LICENCES)
    hidden = f"select * from entry e where not ({PUBLIC.sql}) or e.licence not in ({licences})"
    for row in rows(db, hidden):
        storing.erase(db, row["id"])
    for row in rows(db, "select * from entry where nameless = 0") if without_names else ():
        _make_nameless(db, row)
    _drop_unused_names(db)
    for table in ("share", "import_run", "draft"):
        conn.execute(f"delete from {table}")
    conn.execute("update entry set owner = zeroblob(32)")
    entries: int = scalar(db, "select count(*) from entry")
    conn.execute("commit")
    conn.execute(f"pragma user_version = {PUBLISHED}")
    conn.execute("pragma journal_mode = delete")
    conn.execute("insert into words(words) values ('optimize')")
    conn.execute("vacuum")
    return entries


def _make_nameless(db: Database, row: dict[str, Any]) -> None:
    """Seats in place of names; of two entries that so become one the first stays."""
    db.conn.execute("savepoint entry")
    try:
        people.make_nameless(db, row)
    except ConflictError:
        db.conn.execute("rollback to entry")
        storing.erase(db, row["id"])
    else:
        storing.update_entry(db, row["id"], {"nameless": 1})
    db.conn.execute("release entry")


def _drop_unused_names(db: Database) -> None:
    """Names of players that stand in none of the entries that are left."""
    seated = {
        fold_name(name)
        for row in rows(db, "select players from entry")
        for _, name in json.loads(row["players"])
    }
    for alias in rows(db, "select folded from alias"):
        if alias["folded"] not in seated:
            db.conn.execute("delete from alias where folded = ?", (alias["folded"],))
    for player in rows(db, "select id, name from player"):
        if fold_name(player["name"]) not in seated:
            sql = "select name from alias where player_id = ? order by folded limit 1"
            name = scalar(db, sql, player["id"])
            db.conn.execute(
                "update player set name = ?, slug = ? where id = ?",
                (name, storing.free_slug(db, name), player["id"]),
            )
