"""An archive as programs use it: one object, from any thread."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from shengji import notation
from shengji.replay.archive import connecting, people, searching, storing
from shengji.replay.archive.errors import ReadOnlyError
from shengji.replay.archive.examining import Examined, examine, now
from shengji.replay.archive.gate import (
    get_editable,
    get_visible,
    is_public,
    may_edit,
    one,
    rows,
    scalar,
)
from shengji.replay.archive.model import (
    STRANGER,
    Added,
    Detail,
    Entry,
    Licence,
    PlayerRow,
    Revision,
    Row,
    Stats,
    Viewer,
    Visibility,
    token_sha256,
)
from shengji.replay.archive.nameless import nameless
from shengji.replay.archive.query import Query
from shengji.replay.archive.searching import Count, Found, Page

T = TypeVar("T")


class Archive:
    """The records in one file.

    Every thread has connections of its own. Reading sees one state of the archive and ends after
    :data:`connecting.DEADLINE` seconds; each change is one transaction, so it is kept whole or not
    at all. Every method raises an :class:`ArchiveError` whose text a user can act on.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        """Open an archive that is there.

        :raises ArchiveError: it is missing, damaged, or of another version.
        """
        self.path = Path(path)
        self._own = threading.local()
        self._opened: list[Database] = []
        self._lock = threading.Lock()
        self.read_only = connecting.is_published(self._reader().conn) or read_only

    @classmethod
    def init(cls, path: Path | str) -> "Archive":
        """Make an archive, or bring an old one to the schema of this program, and open it."""
        connecting.create(Path(path))
        return cls(path)

    def close(self) -> None:
        """Close the connections of all threads; none may be in use."""
        with self._lock:
            for db in self._opened:
                db.conn.close()
            self._opened.clear()
            self._own = threading.local()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- connections ------------------------------------------------------------------------

    def _reader(self) -> Database:
        return self._connection("reader", write=False)

    def _connection(self, name: str, *, write: bool) -> Database:
        db: Database | None = getattr(self._own, name, None)
        if db is None:
            db = connecting.connect(self.path, write=write)
            setattr(self._own, name, db)
            with self._lock:
                self._opened.append(db)
        return db

    @contextmanager
    def reading(self, seconds: float | None = connecting.DEADLINE) -> Iterator[Database]:
        """Questions of one's own: one state of the archive, and a deadline.

        :raises TooBroadError: they take longer.
        """
        with connecting.reading(self._reader(), self.path, seconds) as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One change.

        :raises ReadOnlyError: the archive was opened for reading, or its file is read-only.
        """
        if self.read_only:
            raise ReadOnlyError(f"{self.path}: is published, or was opened for reading only")
        db = self._connection("writer", write=True)
        with connecting.writing(db, self.path):
            yield db

    # -- adding and changing ----------------------------------------------------------------

    @staticmethod
    def preview(raw: bytes) -> Examined:
        """What would be stored of a record, with everything that a check finds; nothing is.

        :raises RefusedError: it is no single record, or cannot be read as a whole.
        """
        return examine(raw)

    def add(
        self,
        record: bytes | Examined,
        *,
        viewer: Viewer = STRANGER,
        visibility: Visibility = Visibility.PUBLIC,
        licence: Licence = Licence.CC0,
        without_names: bool = False,
    ) -> Added:
        """Store a record; the one entry that the viewer may see with this record stays one.

        :raises RefusedError: see :meth:`preview`.
        """
        found = record if isinstance(record, Examined) else examine(record)
        if without_names:
            found = examine_nameless(found)
        with self.writing() as db:
            return storing.add(
                db, found.storable, viewer, visibility, licence, nameless=without_names
            )

    def revise(self, public_id: str, record: bytes | Examined, viewer: Viewer) -> Added:
        """Add a corrected record as the newest revision of an entry; older ones stay as they are.

        :raises NotFoundError, NotAllowedError: see :mod:`gate`.
        :raises ConflictError: another public entry has this very record.
        """
        found = record if isinstance(record, Examined) else examine(record)
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            if row["nameless"]:
                found = examine_nameless(found)
            return storing.revise(db, row, found.storable)

    def set_visibility(self, public_id: str, visibility: Visibility, viewer: Viewer) -> None:
        """:raises ConflictError: another public entry has this record."""
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            storing.refuse_twin(db, row, row["record_id"], visibility.value)
            storing.update_entry(db, row["id"], {"visibility": visibility.value, "updated": now()})

    def set_licence(self, public_id: str, licence: Licence, viewer: Viewer) -> None:
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            storing.update_entry(db, row["id"], {"licence": licence.value, "updated": now()})

    def anonymise(self, public_id: str, viewer: Viewer) -> None:
        """Put seats in place of names in all revisions, for ever: the names are not kept.

        :raises ConflictError: the entry is public, and a public nameless twin is there already.
        """
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            people.make_nameless(db, row)
            storing.update_entry(db, row["id"], {"nameless": 1})

    def erase(self, public_id: str, viewer: Viewer) -> None:
        """Remove an entry with all revisions and tokens."""
        with self.writing() as db:
            storing.erase(db, get_editable(db, public_id, viewer)["id"])

    def forget(self, name: str) -> int:
        """Take a person's names out of all records, for ever; the number of entries changed.

        :raises ConflictError: an entry would become the same as another public one.
        """
        with self.writing() as db:
            return people.forget(db, name)

    def merge_players(self, name: str, into: str) -> None:
        """Two names are one player's, who is listed under the second one.

        :raises NotFoundError: nobody has one of the names.
        """
        with self.writing() as db:
            people.merge(db, name, into)

    # -- share tokens -----------------------------------------------------------------------

    def share(self, public_id: str, viewer: Viewer) -> str:
        """A new token with which an unlisted entry can be seen; it is told once."""
        token = storing.new_token()
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            storing.share(db, row["id"], token)
        return token

    def revoke(self, public_id: str, viewer: Viewer, token: str | None = None) -> int:
        """Take back one share token, or all of an entry; how many there were."""
        with self.writing() as db:
            row = get_editable(db, public_id, viewer)
            sql, values = "delete from share where entry_id = ?", [row["id"]]
            if token is not None:
                sql, values = f"{sql} and sha256 = ?", [*values, token_sha256(token)]
            return db.conn.execute(sql, values).rowcount

    # -- reading ----------------------------------------------------------------------------

    def owns(self, public_id: str, token: str) -> bool:
        """It is the edit token of that entry."""
        with self.reading() as db:
            row = one(db, "select * from entry where public_id = ?", public_id)
        return row is not None and may_edit(row, Viewer((token,)))

    def get(self, public_id: str, viewer: Viewer = STRANGER, revision: int | None = None) -> Entry:
        """An entry at its newest revision, or at the one of that number.

        :raises NotFoundError: there is none, or not for this viewer.
        """
        with self.reading() as db:
            row = get_visible(db, public_id, viewer)
            number = row["revision"] if revision is None else revision
            shown = storing.revision_of(db, row["id"], number)
        return Entry(
            row=storing.row_of(row),
            revision=shown["number"],
            record_id=shown["record_id"],
            play_id=shown["play_id"],
            text=shown["text"],
            stored=shown["created"],
            may_edit=may_edit(row, viewer),
        )

    def raw(self, public_id: str, viewer: Viewer = STRANGER, revision: int | None = None) -> bytes:
        """The bytes of a revision as they came."""
        with self.reading() as db:
            row = get_visible(db, public_id, viewer)
            number = row["revision"] if revision is None else revision
            data: bytes = storing.revision_of(db, row["id"], number)["raw"]
        return data

    def detail(self, public_id: str, viewer: Viewer = STRANGER) -> Detail:
        """The hands and flags of an entry's newest revision, as search knows them."""
        with self.reading() as db:
            return storing.detail(db, get_visible(db, public_id, viewer)["id"])

    def revisions(self, public_id: str, viewer: Viewer = STRANGER) -> tuple[Revision, ...]:
        """All revisions of an entry, the first one first."""
        with self.reading() as db:
            row = get_visible(db, public_id, viewer)
            found = rows(
                db,
                "select number, record_id, created as stored from revision where entry_id = ?"
                " order by number",
                row["id"],
            )
        return tuple(Revision(**each) for each in found)

    def same_play(self, public_id: str, viewer: Viewer = STRANGER) -> tuple[Row, ...]:
        """Other public entries of the same play, under other names or with other notes.

        Only a public entry with names has any.
        """
        with self.reading() as db:
            row = get_visible(db, public_id, viewer)
            if not is_public(row) or row["nameless"]:
                return ()
            return searching.same_play(db, row["id"], row["play_id"])

    def search(self, query: Query) -> Page:
        """The public entries that a question finds, a page of them.

        :raises QueryError: its `after` is no answer's `next`.
        :raises TooBroadError: see :meth:`reading`.
        """
        return self._ask(lambda db: searching.search(db, query))

    def find(self, query: Query, facets: Iterable[str] = ()) -> Found:
        """The same with the number of all hits and some facets of them, in one state of it all.

        :raises QueryError, TooBroadError: see :meth:`search`.
        """
        return self._ask(lambda db: searching.find(db, query, facets))

    def every(
        self, visibility: Visibility | None = None, after: str = "", limit: int = 100
    ) -> Page:
        """All entries in the order in which they came: for the operator."""
        return self._ask(lambda db: searching.list_all(db, visibility, after, limit))

    def count(self, query: Query) -> Count:
        return self._ask(lambda db: searching.count(db, query))

    def facets(self, query: Query, facet: str) -> dict[str, int]:
        """Hits by value of `preset`, `year`, `level`, `trump` or `result` (1: declarer kept)."""
        return self._ask(lambda db: searching.facets(db, query, facet))

    def players(self, text: str = "", limit: int = 50, after: str = "") -> tuple[PlayerRow, ...]:
        """Players with public entries whose name begins like the text, by slug behind `after`."""
        return self._ask(lambda db: people.players(db, text, limit, after))

    def player(self, slug: str) -> PlayerRow:
        """:raises NotFoundError: no player with a public entry has this slug."""
        return self._ask(lambda db: people.player(db, slug))

    def entries_of(self, name: str) -> tuple[Row, ...]:
        """Every entry with this player, whoever may see it: for the operator."""
        with self.reading(None) as db:
            return people.entries_of(db, name)

    def stats(self) -> Stats:
        """How much there is, whoever may see it: for the operator."""
        with self.reading(None) as db:
            return Stats(
                entries=_numbers(db, "visibility"),
                revisions=scalar(db, "select count(*) from revision"),
                hands=scalar(db, "select ifnull(sum(hands), 0) from entry"),
                plays=scalar(db, "select ifnull(sum(plays), 0) from entry"),
                players=scalar(db, "select count(*) from player"),
                errors=scalar(db, "select count(*) from entry where errors > 0"),
                presets=_numbers(db, "preset"),
                bytes=scalar(db, "pragma page_count") * scalar(db, "pragma page_size"),
            )

    def _ask(self, question: Callable[[Database], T]) -> T:
        with self.reading() as db:
            return question(db)


def examine_nameless(found: Examined) -> Examined:
    """The same record without names, as if it had come so."""
    return examine(notation.dumps(nameless(found.record)).encode())


def _numbers(db: Database, column: str) -> dict[str, int]:
    found: list[dict[str, Any]] = rows(
        db, f"select {column} as value, count(*) as number from entry group by value order by value"
    )
    return {row["value"]: row["number"] for row in found}
