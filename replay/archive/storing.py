"""Records into the tables and out of them again; every function runs in its caller's transaction.

The same record twice, among what its uploader may see, is one entry. Others' private and unlisted
entries never answer: a twin of one is stored beside it.
"""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from sqlite_utils import Database

from shengji.replay.archive.errors import ConflictError, NotFoundError
from shengji.replay.archive.examining import HandFacts, Player, Storable, now
from shengji.replay.archive.folding import fold_name, paired, tokens
from shengji.replay.archive.gate import (
    ALPHABET,
    ID_LENGTH,
    PUBLIC,
    Condition,
    one,
    rows,
    scalar,
    seen_by,
)
from shengji.replay.archive.model import (
    Added,
    Detail,
    Licence,
    Row,
    Viewer,
    Visibility,
    token_sha256,
)

_FACTS = tuple(field.name for field in fields(HandFacts))


def new_token() -> str:
    """128 bits that nobody guesses."""
    return secrets.token_urlsafe(16)


def share(db: Database, entry: int, token: str) -> None:
    """Let an entry be seen with a token, of which the hash is kept."""
    db.conn.execute(
        "insert into share (sha256, entry_id, created) values (?, ?, ?)",
        (token_sha256(token), entry, now()),
    )


def add(
    db: Database,
    found: Storable,
    viewer: Viewer,
    visibility: Visibility,
    licence: Licence,
    *,
    nameless: bool = False,
    token: str | None = None,
) -> Added:
    """Store a record as an entry of its own, unless the viewer may see one that has it.

    :param token: the edit token that it shall have, which nobody else knows; else a new one.
    """
    if known := find(db, found.record_id, viewer, visibility):
        return known
    token = token or new_token()
    when = now()
    values: dict[str, Any] = {
        "visibility": visibility.value,
        "licence": licence.value,
        "owner": token_sha256(token),
        "nameless": int(nameless),
        "created": when,
        "updated": when,
        "revision": 1,
        **columns_of(found),
    }
    entry_id, public_id = _insert_entry(db, values)
    _put_revision(db, entry_id, 1, found, when)
    put_facts(db, entry_id, found)
    return Added(public_id, 1, True, token)


def find(db: Database, record_id: str, viewer: Viewer, visibility: Visibility) -> Added | None:
    """The entry among those the viewer may see that has this record as one of its revisions.

    An operator, who sees all, is answered by what is public or as visible as the record shall be.
    """
    return _find(db, "record_id", record_id, viewer, visibility)


def has_bytes(db: Database, raw: bytes, viewer: Viewer, visibility: Visibility) -> bool:
    """Whether such an entry has these very bytes, which then need no judging."""
    digest = hashlib.sha256(raw).digest()
    return _find(db, "raw_sha256", digest, viewer, visibility) is not None


def _find(
    db: Database, column: str, value: str | bytes, viewer: Viewer, visibility: Visibility
) -> Added | None:
    seen = seen_by(viewer)
    if viewer.operator:
        seen = Condition(f"({PUBLIC.sql} or e.visibility = ?)", (visibility.value,))
    row = one(
        db,
        "select e.public_id, r.number from revision r join entry e on e.id = r.entry_id"
        f" where r.{column} = ? and {seen.sql}"
        f" order by {PUBLIC.sql} desc, e.id, r.number desc limit 1",
        value,
        *seen.values,
    )
    return None if row is None else Added(row["public_id"], row["number"], False)


def revise(db: Database, entry: dict[str, Any], found: Storable) -> Added:
    """Add a revision; the same record as the newest one makes none.

    :raises ConflictError: another public entry has this record.
    """
    if found.record_id == entry["record_id"]:
        return Added(entry["public_id"], entry["revision"], False)
    number, when = entry["revision"] + 1, now()
    refuse_twin(db, entry, found.record_id, entry["visibility"])
    _put_revision(db, entry["id"], number, found, when)
    update_entry(db, entry["id"], {"revision": number, "updated": when, **columns_of(found)})
    drop_facts(db, entry["id"])
    put_facts(db, entry["id"], found)
    return Added(entry["public_id"], number, True)


def refuse_twin(db: Database, entry: dict[str, Any], record_id: str, visibility: str) -> None:
    """:raises ConflictError: the entry would be public, and another public one has its record."""
    if visibility != Visibility.PUBLIC:
        return
    twin = scalar(
        db,
        f"select e.public_id from entry e where e.record_id = ? and {PUBLIC.sql} and e.id <> ?",
        record_id,
        entry["id"],
    )
    if twin is not None:
        raise ConflictError(f"{twin} is public and has the same record", twin)


def rewrite(db: Database, entry: dict[str, Any], revisions: Iterable[tuple[int, Storable]]) -> None:
    """Put other records in place of revisions, for ever: names that have to go are gone."""
    for number, found in revisions:
        columns = revision_columns(found)
        db.conn.execute(
            f"update revision set {', '.join(f'{name} = ?' for name in columns)}"
            " where entry_id = ? and number = ?",
            (*columns.values(), entry["id"], number),
        )
        if number == entry["revision"]:
            refuse_twin(db, entry, found.record_id, entry["visibility"])
            update_entry(db, entry["id"], {"updated": now(), **columns_of(found)})
            drop_facts(db, entry["id"])
            put_facts(db, entry["id"], found)
    drop_idle_players(db)


def erase(db: Database, entry_id: int) -> None:
    """Remove an entry with all its revisions."""
    drop_facts(db, entry_id)
    db.conn.execute("delete from entry where id = ?", (entry_id,))
    drop_idle_players(db)


def drop_idle_players(db: Database) -> None:
    """Players of no entry are forgotten, with their aliases."""
    db.conn.execute("delete from player where id not in (select player_id from seated)")


def update_entry(db: Database, entry_id: int, values: dict[str, Any]) -> None:
    pairs = ", ".join(f"{name} = ?" for name in values)
    db.conn.execute(f"update entry set {pairs} where id = ?", (*values.values(), entry_id))


def columns_of(found: Storable) -> dict[str, Any]:
    """What an entry has of its newest revision, by column."""
    facts = asdict(found.facts)
    players = [[player.seat, player.name] for player in found.facts.players]
    return {
        **facts,
        "players": json.dumps(players, ensure_ascii=False),
        "year": int(facts["played"][:4]) if facts["played"] else None,
        "record_id": found.record_id,
        "play_id": found.play_id,
        "levels": _mask(hand.level for hand in found.hands),
        "trumps": _mask(None if hand.trump is None else hand.trump + 1 for hand in found.hands),
        "results": _mask(hand.kept for hand in found.hands),
    }


def _mask(bits: Iterable[int | None]) -> int:
    """A number with these bits set."""
    return sum(1 << bit for bit in {bit for bit in bits if bit is not None})


def _insert_entry(db: Database, values: dict[str, Any]) -> tuple[int, str]:
    """The row id and the public id of a new entry."""
    names = ", ".join(("public_id", *values))
    marks = ", ".join("?" * (len(values) + 1))
    while True:
        public_id = "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
        try:
            cursor = db.conn.execute(
                f"insert into entry ({names}) values ({marks})", (public_id, *values.values())
            )
        except sqlite3.IntegrityError as error:
            if "entry.public_id" not in str(error):
                raise
        else:
            assert cursor.lastrowid is not None
            return cursor.lastrowid, public_id


def revision_columns(found: Storable) -> dict[str, str | bytes | None]:
    """What is stored of a revision, by column."""
    return {
        "record_id": found.record_id,
        "play_id": found.play_id,
        "raw": found.raw,
        "raw_sha256": hashlib.sha256(found.raw).digest(),
        "text": found.text,
    }


def _put_revision(db: Database, entry_id: int, number: int, found: Storable, when: str) -> None:
    columns = revision_columns(found)
    db.conn.execute(
        f"insert into revision ({', '.join(columns)}, entry_id, number, created)"
        f" values ({', '.join('?' * len(columns))}, ?, ?, ?)",
        (*columns.values(), entry_id, number, when),
    )


# -- what an entry is found by --------------------------------------------------------------


def put_facts(db: Database, entry_id: int, found: Storable) -> None:
    """Hands, flags, players and words of an entry's newest revision."""
    names = ", ".join(_FACTS)
    marks = ", ".join("?" * (len(_FACTS) + 2))
    db.conn.executemany(
        f"insert into hand (entry_id, place, {names}) values ({marks})",
        [(entry_id, place, *_hand_row(hand)) for place, hand in enumerate(found.hands)],
    )
    db.conn.executemany(
        "insert into flag (code, entry_id, number) values (?, ?, ?)",
        [(code, entry_id, number) for code, number in found.flags],
    )
    seats = {(player_of(db, player.name), entry_id, player.seat) for player in found.facts.players}
    db.conn.executemany(
        "insert into seated (player_id, entry_id, seat) values (?, ?, ?)", sorted(seats)
    )
    db.conn.execute(
        "insert into words (rowid, text, pairs) values (?, ?, ?)",
        (entry_id, found.words, paired(found.words)),
    )


def drop_facts(db: Database, entry_id: int) -> None:
    for table in ("hand", "flag", "seated"):
        db.conn.execute(f"delete from {table} where entry_id = ?", (entry_id,))
    db.conn.execute("delete from words where rowid = ?", (entry_id,))


def detail(db: Database, entry_id: int) -> Detail:
    """The facts of an entry as they are stored."""
    names = ", ".join(_FACTS)
    hands = rows(db, f"select {names} from hand where entry_id = ? order by place", entry_id)
    flags = rows(db, "select code, number from flag where entry_id = ? order by code", entry_id)
    return Detail(tuple(_hand(row) for row in hands), {row["code"]: row["number"] for row in flags})


def _hand_row(hand: HandFacts) -> list[Any]:
    """The columns of a hand; the seats of a side are the bits of a number."""
    side = None if hand.side is None else sum(1 << seat for seat in hand.side)
    return [side if name == "side" else getattr(hand, name) for name in _FACTS]


def _hand(row: dict[str, Any]) -> HandFacts:
    side = row["side"]
    seats = None if side is None else tuple(seat for seat in range(12) if side >> seat & 1)
    kept = None if row["kept"] is None else bool(row["kept"])
    decided = bool(row["decided_last"])
    return HandFacts(**{**row, "side": seats, "kept": kept, "decided_last": decided})


def seats_of(db: Database, entry_id: int) -> list[tuple[int, int]]:
    """The players of an entry by number, with their seats."""
    sql = "select player_id, seat from seated where entry_id = ? order by player_id, seat"
    return [(row["player_id"], row["seat"]) for row in rows(db, sql, entry_id)]


def seats_as_known(db: Database, found: Storable) -> list[tuple[int, int]]:
    """What :func:`seats_of` is to be, with the names that are known now; 0 is an unknown one."""
    sql = "select player_id from alias where folded = ?"
    known = (
        (scalar(db, sql, fold_name(player.name)) or 0, player.seat)
        for player in found.facts.players
    )
    return sorted(set(known))


def player_of(db: Database, name: str) -> int:
    """The player who goes by a name; a new one where nobody does."""
    folded = fold_name(name)
    known: int | None = scalar(db, "select player_id from alias where folded = ?", folded)
    if known is not None:
        return known
    slug = free_slug(db, name)
    cursor = db.conn.execute("insert into player (slug, name) values (?, ?)", (slug, name))
    assert cursor.lastrowid is not None
    db.conn.execute(
        "insert into alias (folded, name, player_id) values (?, ?, ?)",
        (folded, name, cursor.lastrowid),
    )
    return cursor.lastrowid


def tokens_of_name(name: str) -> list[str]:
    """The parts of a name, Chinese characters together."""
    return ["".join(words) for part in fold_name(name).split() if (words := tokens(part))]


def free_slug(db: Database, name: str) -> str:
    """What a player of this name is called in addresses."""
    slug = "-".join(tokens_of_name(name)) or "player"
    free, number = slug, 1
    while scalar(db, "select 1 from player where slug = ?", free):
        number += 1
        free = f"{slug}-{number}"
    return free


def row_of(entry: dict[str, Any]) -> Row:
    """What a list shows of an entry."""
    return Row(
        visibility=Visibility(entry["visibility"]),
        licence=Licence(entry["licence"]),
        players=tuple(Player(seat, name) for seat, name in json.loads(entry["players"])),
        nameless=bool(entry["nameless"]),
        **{name: entry[name] for name in _PLAIN},
    )


_PLAIN = tuple(
    field.name
    for field in fields(Row)
    if field.name not in ("visibility", "licence", "players", "nameless")
)


def revision_of(db: Database, entry_id: int, number: int) -> dict[str, Any]:
    """One revision.

    :raises NotFoundError: there is none of that number.
    """
    row = None
    if 0 < number < 1 << 31:
        row = one(db, "select * from revision where entry_id = ? and number = ?", entry_id, number)
    if row is None:
        raise NotFoundError(f"there is no revision r{number}")
    return row
