"""Players by name, and what an operator does for people who are named in records."""

from collections.abc import Collection
from typing import Any, Final

from sqlite_utils import Database

from shengji import notation
from shengji.replay.archive.errors import NotFoundError
from shengji.replay.archive.examining import examine
from shengji.replay.archive.folding import fold_name
from shengji.replay.archive.gate import PUBLIC, one, rows, scalar
from shengji.replay.archive.model import PlayerRow, Row
from shengji.replay.archive.nameless import nameless, people_of
from shengji.replay.archive.storing import drop_idle_players, rewrite, row_of

MOST: Final = 100
"""Players that are told at a time."""

_GAMES = (
    "select count(distinct e.id) from seated s join entry e on e.id = s.entry_id"
    f" where s.player_id = p.id and {PUBLIC.sql}"
)
_PLAYS_IN_PUBLIC = (
    "exists (select 1 from seated s join entry e on e.id = s.entry_id"
    f" where s.player_id = p.id and {PUBLIC.sql})"
)


def players(db: Database, text: str, limit: int, after: str) -> tuple[PlayerRow, ...]:
    """Players with public entries, in the order of their slugs."""
    start = fold_name(text)
    named = "p.id in (select player_id from alias where folded >= ? and folded < ?)"
    found = rows(
        db,
        f"select p.id, p.slug, p.name, ({_GAMES}) as games from player p where p.slug > ? and"
        f" {named if start else '? = ?'} and {_PLAYS_IN_PUBLIC} order by p.slug limit ?",
        after,
        start,
        f"{start}\U0010ffff" if start else start,
        max(1, min(limit, MOST)),
    )
    return tuple(_player(db, row) for row in found)


def player(db: Database, slug: str) -> PlayerRow:
    """:raises NotFoundError: no player with a public entry has this slug."""
    row = one(
        db,
        f"select p.id, p.slug, p.name, ({_GAMES}) as games from player p where p.slug = ?",
        slug,
    )
    if row is None or not row["games"]:
        raise NotFoundError(f"there is no player {slug!r}")
    return _player(db, row)


def _player(db: Database, row: dict[str, Any]) -> PlayerRow:
    found = rows(db, "select name from alias where player_id = ? order by folded", row["id"])
    names = tuple(each["name"] for each in found if each["name"] != row["name"])
    return PlayerRow(row["slug"], row["name"], names, row["games"])


def merge(db: Database, name: str, into: str) -> None:
    """Two names are one player's: the second name's player has both from now on.

    :raises NotFoundError: nobody goes by one of the names.
    """
    gone, stays = _known(db, name), _known(db, into)
    if gone == stays:
        return
    db.conn.execute("update alias set player_id = ? where player_id = ?", (stays, gone))
    db.conn.execute("update or ignore seated set player_id = ? where player_id = ?", (stays, gone))
    db.conn.execute("delete from player where id = ?", (gone,))


def _known(db: Database, name: str) -> int:
    found: int | None = scalar(db, "select player_id from alias where folded = ?", fold_name(name))
    if found is None:
        raise NotFoundError(f"there is no player {name!r}")
    return found


def entries_of(db: Database, name: str) -> tuple[Row, ...]:
    """Every entry that names the owner of a name, in any revision, whoever may see it."""
    return tuple(map(row_of, _entries(db, names_of(db, name))))


def _entries(db: Database, names: Collection[str]) -> list[dict[str, Any]]:
    """The entries of which a revision has one of these names in a tag of a person.

    Search knows the players of newest revisions alone. A referee, and a player whom a correction
    took out, are looked for in the texts: that takes seconds, and is asked for by the operator.
    """
    folded = frozenset(map(fold_name, names))
    seated = (
        "select entry_id from seated s join alias a on a.player_id = s.player_id"
        f" where a.folded in ({', '.join('?' * len(folded))})"
    )
    found = {row["entry_id"] for row in rows(db, seated, *folded)}
    texts = db.conn.execute("select entry_id, text from revision order by entry_id, number")
    for entry_id, text in texts:
        if entry_id not in found and _may_name(text, folded) and _names(text, folded):
            found.add(entry_id)
    by_id = (one(db, "select * from entry where id = ?", each) for each in sorted(found))
    return [row for row in by_id if row is not None]


def _may_name(text: str, folded: frozenset[str]) -> bool:
    """Whether the lines of tags hold one of these names at all: not every record is then read.

    Backslashes, which escape what stands in a tag, are left out on both sides.
    """
    tags = fold_name(" ".join(line for line in text.splitlines() if line.startswith("[")))
    bare = tags.replace("\\", "")
    return any(name.replace("\\", "") in bare for name in folded)


def _names(text: str, folded: frozenset[str]) -> bool:
    return not folded.isdisjoint(people_of(notation.loads(text).records[0]))


def names_of(db: Database, name: str) -> tuple[str, ...]:
    """A name and all others of its player, if a player goes by it."""
    found = rows(
        db,
        "select name from alias where player_id = (select player_id from alias where folded = ?)",
        fold_name(name),
    )
    return tuple(row["name"] for row in found) or (name,)


def make_nameless(
    db: Database, entry: dict[str, Any], names: Collection[str] | None = None
) -> None:
    """Put seats in place of names, or of these names only, in all revisions of an entry."""
    found = rows(
        db, "select number, text from revision where entry_id = ? order by number", entry["id"]
    )
    rewrite(
        db, entry, [(row["number"], examine(_bare(row["text"], names)).storable) for row in found]
    )
    drop_idle_players(db)


def _bare(text: str, names: Collection[str] | None) -> bytes:
    return notation.dumps(nameless(notation.loads(text).records[0], names)).encode()


def forget(db: Database, name: str) -> int:
    """Take a person's names out of every record; the number of entries that had them."""
    names = names_of(db, name)
    entries = _entries(db, names)
    for entry in entries:
        make_nameless(db, entry, names)
    return len(entries)
