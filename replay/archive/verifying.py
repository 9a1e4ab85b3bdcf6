"""Everything in an archive read and judged again, and compared with what is stored."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, Final

from sqlite_utils import Database

from shengji.replay.archive import storing
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.examining import Storable
from shengji.replay.archive.folding import paired
from shengji.replay.archive.gate import one, rows
from shengji.replay.archive.importing import AHEAD, Judged, judge

CHUNK: Final = 100
"""Revisions that are looked at together."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is stored otherwise than it would be now."""

    public_id: str
    """Empty where it is not about one entry."""
    revision: int
    what: str
    stored: str
    found: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What a chunk of revisions came to."""

    revisions: int
    differences: tuple[Difference, ...]


def check_file(archive: Archive) -> tuple[Difference, ...]:
    """What SQLite itself finds wrong with the file: pages, indexes, references.

    :raises CorruptError: so much that it cannot be looked through.
    """
    with archive.reading(None) as db:
        pages = [str(row[0]) for row in db.conn.execute("pragma integrity_check(20)")]
        keys = rows(db, "pragma foreign_key_check")
    found = [Difference("", 0, "file", line, "") for line in pages if line != "ok"]
    found += [Difference("", 0, "reference", f"{row['table']} {row['rowid']}", "") for row in keys]
    return tuple(found)


def verify(archive: Archive, executor: Executor) -> Iterator[Verified]:
    """Read and judge every revision again, a chunk at a time."""
    waiting: deque[tuple[list[dict[str, Any]], Future[list[Judged]]]] = deque()
    for found in _chunks(archive):
        waiting.append((found, executor.submit(judge, [row["raw"] for row in found])))
        if len(waiting) > AHEAD:
            yield _compare(archive, *waiting.popleft())
    while waiting:
        yield _compare(archive, *waiting.popleft())


def renew(archive: Archive, public_id: str) -> None:
    """Store anew what an entry is found by, from the bytes of its newest revision.

    For an engine that has become better: the record, its text and its ids stay.

    :raises RefusedError: the bytes cannot be read any more.
    """
    with archive.writing() as db:
        entry = one(db, "select * from entry where public_id = ?", public_id)
        if entry is None:
            return
        raw = storing.revision_of(db, entry["id"], entry["revision"])["raw"]
        found = archive.preview(raw).storable
        columns = storing.columns_of(found)
        storing.update_entry(db, entry["id"], columns)
        storing.drop_facts(db, entry["id"])
        storing.put_facts(db, entry["id"], found)
        storing.drop_idle_players(db)


def _chunks(archive: Archive) -> Iterator[list[dict[str, Any]]]:
    last = (0, 0)
    while True:
        with archive.reading(None) as db:
            found = rows(
                db,
                "select r.*, e.public_id, e.revision as newest from revision r"
                " join entry e on e.id = r.entry_id where (r.entry_id, r.number) > (?, ?)"
                " order by r.entry_id, r.number limit ?",
                *last,
                CHUNK,
            )
        if not found:
            return
        yield found
        last = (found[-1]["entry_id"], found[-1]["number"])


def _compare(
    archive: Archive, stored: list[dict[str, Any]], future: Future[list[Judged]]
) -> Verified:
    differences: list[Difference] = []
    for row, judged in zip(stored, future.result(), strict=True):
        if not isinstance(judged, Storable):
            differences.append(_difference(row, "record", "", str(judged)))
            continue
        differences += _of_revision(row, judged)
        if row["number"] == row["newest"]:
            with archive.reading(None) as db:
                differences += _of_entry(db, row, judged)
    return Verified(len(stored), tuple(differences))


def _of_revision(row: dict[str, Any], found: Storable) -> Iterator[Difference]:
    derived = storing.revision_columns(found)
    for name, value in derived.items():
        if row[name] != value:
            yield _difference(row, name, row[name], value)


def _of_entry(db: Database, row: dict[str, Any], found: Storable) -> Iterator[Difference]:
    """The columns, hands, flags, players and words of an entry's newest revision."""
    entry = one(db, "select * from entry where id = ?", row["entry_id"])
    if entry is None:
        return
    for name, value in storing.columns_of(found).items():
        if entry[name] != value:
            yield _difference(row, name, entry[name], value)
    detail = storing.detail(db, entry["id"])
    if detail.hands != found.hands:
        yield _difference(row, "hands", detail.hands, found.hands)
    if detail.flags != dict(found.flags):
        yield _difference(row, "flags", detail.flags, dict(found.flags))
    words = one(db, "select text, pairs from words where rowid = ?", entry["id"])
    derived = {"text": found.words, "pairs": paired(found.words)}
    if words != derived:
        yield _difference(row, "words", words, derived)
    seats = storing.seats_of(db, entry["id"])
    expected = storing.seats_as_known(db, found)
    if seats != expected:
        yield _difference(row, "seats", seats, expected)


def _difference(row: dict[str, Any], what: str, stored: object, found: object) -> Difference:
    return Difference(row["public_id"], row["number"], what, _short(stored), _short(found))


def _short(value: object) -> str:
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
