"""Drafts of records, kept change by change in the file of an archive.

Nobody has an account: who shows the token of a draft may go on with it. Whoever watches needs no
token; he sees what the recorder lets be seen, as late as he chose.
"""

import json
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from sqlite_utils import Database

from shengji.replay.archive.archive import Archive
from shengji.replay.archive.errors import NotFoundError
from shengji.replay.archive.examining import Examined
from shengji.replay.archive.gate import rows, scalar
from shengji.replay.archive.handover import (
    entry_of,
    entry_token,
    hand_over,
    is_shared,
    pass_on,
    view_token,
)
from shengji.replay.archive.model import (
    Added,
    Entry,
    Licence,
    Viewer,
    Visibility,
    token_sha256,
)
from shengji.replay.archive.remembering import Remembered, read_action
from shengji.replay.archive.storing import new_token
from shengji.replay.recording import Action, Begin, Draft, DraftError, Mode, Trouble, to_json
from shengji.replay.recording.draft import VERSION
from shengji.replay.recording.merging import Conflict, overrule, receive

LONGEST_DELAY: Final = 24 * 3600
"""Seconds by which spectators may be behind."""
ID_BYTES: Final = 9

LONGEST_LOG: Final = 8_000_000
"""Characters of the actions of one draft: some twenty times the longest match that is taken."""

_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_LENGTH: Final = "select sum(length(action)) from draft_action where draft_id = ?"


class Live(StrEnum):
    """What spectators may see of a draft."""

    NOTHING = "nothing"
    TABLE = "table"
    """What lies open on the table."""
    AFTER = "after"
    """The table, and all hands once a hand is over."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A draft as it is kept."""

    id: str
    draft: Draft
    live: Live
    delay: int
    """Seconds by which spectators are behind."""

    @property
    def version(self) -> int:
        """How many actions it has; it only grows."""
        return len(self.draft.log)


@dataclass(frozen=True, slots=True)
class Watched:
    """What spectators may have of a draft."""

    draft: Draft
    live: Live
    delay: int
    version: int
    """How many actions are old enough."""
    pending: bool
    """There is more, which they may see later."""


class Drafts:
    """The drafts of one archive. Every change is one transaction."""

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.time) -> None:
        self._archive = archive
        self._clock = clock

    def start(self, draft: Draft) -> tuple[str, str]:
        """Keep a new draft; its id and its token, which is told this once."""
        token, public_id = new_token(), secrets.token_urlsafe(ID_BYTES)
        with self._archive.writing() as db:
            _insert(db, public_id, token, draft, self._clock())
        return public_id, token

    def start_as(self, public_id: str, token: str, draft: Draft) -> Kept:
        """Keep a new draft under an id and a token that a device drew by itself, without a network.

        Where the device has started it before, and did not hear of it, it is as it is kept.

        :raises NotFoundError: the id is taken, and the token is not its own.
        :raises ValueError: they are not of the form that :meth:`start` draws.
        """
        if not (_ID.fullmatch(public_id) and _TOKEN.fullmatch(token)):
            raise ValueError(f"no id and token of a draft: {public_id!r}")
        with self._archive.writing() as db:
            if not rows(db, "select 1 from draft where public_id = ?", public_id):
                _insert(db, public_id, token, draft, self._clock())
            return _kept(db, _row(db, public_id, token))

    def get(self, public_id: str, token: str) -> Kept:
        """A draft for whoever shows its token.

        :raises NotFoundError: there is none, or the token is not its own, or no longer.
        :raises DraftError: another version of the program wrote it.
        """
        with self._archive.reading() as db:
            return _kept(db, _row(db, public_id, token))

    def receive(
        self, public_id: str, token: str, base: int, actions: Sequence[Action]
    ) -> Kept | Conflict:
        """Keep what a device did behind the first `base` actions; nothing where others differ.

        :raises NotFoundError: as :meth:`get`.
        :raises DraftError: actions are missing in between, one of them cannot be done, or the draft
            would become longer than any is.
        """
        return self._change(public_id, token, lambda kept: receive(kept, base, actions))

    def overrule(
        self, public_id: str, token: str, base: int, over: int, actions: Sequence[Action]
    ) -> Kept | Conflict:
        """Keep what a device did behind the first `base` actions in the place of what others did,
        up to the first `over`; nothing where these went on since.

        :raises NotFoundError: as :meth:`get`.
        :raises DraftError: there are not so many actions, or one of them cannot be done.
        """
        return self._change(public_id, token, lambda kept: overrule(kept, base, over, actions))

    def _change(
        self, public_id: str, token: str, change: Callable[[Draft], Draft | Conflict]
    ) -> Kept | Conflict:
        with self._archive.writing() as db:
            row = _row(db, public_id, token)
            kept = _kept(db, row)
            after = change(kept.draft)
            if isinstance(after, Conflict):
                return after
            _put(db, row["id"], kept.version, after.log[kept.version :], self._clock())
            if scalar(db, _LENGTH, row["id"]) > LONGEST_LOG:
                raise DraftError(Trouble.TOO_LONG, str(LONGEST_LOG))
            db.table("draft").update(row["id"], {"touched": int(self._clock())})
            return replace(kept, draft=after)

    def show(self, public_id: str, token: str, live: Live, delay: int) -> None:
        """Choose what spectators see, and how late.

        :raises NotFoundError: as :meth:`get`.
        """
        values = {"live": live.value, "delay": max(0, min(delay, LONGEST_DELAY))}
        with self._archive.writing() as db:
            db.table("draft").update(_row(db, public_id, token)["id"], values)

    def renew(self, public_id: str, token: str) -> str:
        """A new token in the place of the one that is shown, which opens nothing any more; nor does
        the edit token of the entry that the draft has become.

        :raises NotFoundError: as :meth:`get`.
        """
        fresh = new_token()
        with self._archive.writing() as db:
            row = _row(db, public_id, token)
            db.table("draft").update(row["id"], {"owner": token_sha256(fresh)})
            pass_on(db, public_id, token, fresh)
        return fresh

    def publish(
        self,
        public_id: str,
        token: str,
        record: Examined,
        *,
        visibility: Visibility,
        licence: Licence,
        without_names: bool = False,
    ) -> Added:
        """Store what a draft has come to; once more, as a revision of the entry that it has become.

        The draft stays. No edit token: another public entry had this record already.

        :raises NotFoundError: as :meth:`get`.
        :raises ConflictError: it would become the same as another public entry.
        """
        with self._archive.writing() as db:
            _row(db, public_id, token)
            return hand_over(
                db, public_id, token, record, visibility, licence, without_names=without_names
            )

    def entry(self, public_id: str, token: str) -> tuple[Entry, str] | None:
        """The entry that a draft has become, and its edit token.

        :raises NotFoundError: as :meth:`get`.
        """
        with self._archive.reading() as db:
            _row(db, public_id, token)
            row = entry_of(db, public_id, token)
        if row is None:
            return None
        own = entry_token(public_id, token)
        return self._archive.get(row["public_id"], Viewer((own,))), own

    def view_token(self, public_id: str, token: str) -> str:
        """The share token of that entry; empty where it was taken back, or never given.

        :raises NotFoundError: as :meth:`get`.
        """
        with self._archive.reading() as db:
            _row(db, public_id, token)
            return view_token(public_id, token) if is_shared(db, public_id, token) else ""

    def erase(self, public_id: str, token: str) -> None:
        """:raises NotFoundError: as :meth:`get`."""
        with self._archive.writing() as db:
            row = _row(db, public_id, token)
            db.conn.execute("delete from draft where id = ?", (row["id"],))

    def watched(self, public_id: str) -> Watched:
        """What spectators may see by now.

        :raises NotFoundError: there is no such draft, or its recorder lets nobody watch.
        :raises DraftError: another version of the program wrote it.
        """
        with self._archive.reading() as db:
            found = rows(db, "select * from draft where public_id = ?", public_id)
            row = next(iter(found), None)
            if row is None or row["live"] == Live.NOTHING:
                raise NotFoundError(f"no draft {public_id!r} is shown")
            until = self._clock() - row["delay"]
            log = log_of(db, row)
        seen = sum(1 for at, _ in log if at <= until)
        # A draft may begin with a whole text; of one that is too new nothing is told.
        draft = Draft.of([action for _, action in log[:seen]] or [Begin(Mode.FULL, ())])
        return Watched(draft, Live(row["live"]), row["delay"], seen, seen < len(log))


def _insert(db: Database, public_id: str, token: str, draft: Draft, now: float) -> None:
    values = {
        "public_id": public_id, "format": VERSION, "owner": token_sha256(token),
        "live": Live.NOTHING.value, "delay": 0, "touched": int(now),
    }  # fmt: skip
    number: int = db.table("draft").insert(values).last_pk  # type: ignore[assignment]
    _put(db, number, 0, draft.log, now)


def _row(db: Database, public_id: str, token: str) -> dict[str, Any]:
    found = rows(db, "select * from draft where public_id = ?", public_id)
    row = next(iter(found), None)
    if row is None or not secrets.compare_digest(row["owner"], token_sha256(token)):
        raise NotFoundError(f"no draft {public_id!r}, or its token is another one")
    return row


_REMEMBERED: Final = Remembered()


def _kept(db: Database, row: dict[str, Any]) -> Kept:
    """:raises DraftError: another version of the program wrote it."""
    _check_version(row)
    draft = _REMEMBERED.draft(db, row["id"], row["public_id"])
    return Kept(row["public_id"], draft, Live(row["live"]), row["delay"])


def log_of(db: Database, row: dict[str, Any]) -> list[tuple[float, Action]]:
    """The actions with their times, in seconds.

    :raises DraftError: another version of the program wrote them.
    """
    _check_version(row)
    sql = "select at, action from draft_action where draft_id = ? order by number"
    return [(at, read_action(text)) for at, text in db.conn.execute(sql, (row["id"],))]


def _check_version(row: dict[str, Any]) -> None:
    if row["format"] != VERSION:
        raise DraftError(Trouble.VERSION, str(row["format"]))


def _put(db: Database, draft_id: int, start: int, actions: Sequence[Action], now: float) -> None:
    db.conn.executemany(
        "insert into draft_action values (?, ?, ?, ?)",
        [
            (draft_id, number, now, json.dumps(to_json(action), ensure_ascii=False))
            for number, action in enumerate(actions, start)
        ],
    )
