"""Drafts that were read a moment ago: a recorder comes back with every play.

A log only grows, so what was read of it is read no more; but the last action that is remembered has
to stand where it stood, with its time, or all is read again.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Final

from sqlite_utils import Database

from shengji.replay.recording import Action, Draft, DraftError, Trouble, from_json

REMEMBERED: Final = 64
"""Drafts; the one that was asked for the longest time ago is forgotten first."""

_LOG: Final = (
    "select number, at, action from draft_action where draft_id = ? and number >= ? order by number"
)


@dataclass(frozen=True, slots=True)
class _Read:
    draft: Draft
    last: tuple[int, float, str]
    """The row of its last action."""


class Remembered:
    """The drafts of one process; threads share it."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._read: OrderedDict[str, _Read] = OrderedDict()
        self._lock = Lock()

    def draft(self, db: Database, draft_id: int, public_id: str) -> Draft:
        """The draft as the archive has it.

        :raises DraftError: what is kept of it cannot be followed.
        """
        with self._lock:
            read = self._read.get(public_id)
        rows = list(_rows(db, draft_id, 0 if read is None else read.last[0]))
        if read is not None and rows and rows[0] == read.last:
            draft = read.draft.doing(map(_action, rows[1:])) if len(rows) > 1 else read.draft
        else:
            rows = list(_rows(db, draft_id, 0))
            draft = Draft.of(list(map(_action, rows)))
        self._keep(public_id, _Read(draft, rows[-1]))
        return draft

    def _keep(self, public_id: str, read: _Read) -> None:
        with self._lock:
            self._read[public_id] = read
            self._read.move_to_end(public_id)
            while len(self._read) > self._most:
                self._read.popitem(last=False)


def _rows(db: Database, draft_id: int, start: int) -> Iterator[tuple[int, float, str]]:
    yield from db.conn.execute(_LOG, (draft_id, start))


def _action(row: tuple[int, float, str]) -> Action:
    return read_action(row[2])


def read_action(text: str) -> Action:
    """An action as its row keeps it.

    :raises DraftError: it is none.
    """
    try:
        told = json.loads(text)
    except ValueError:
        raise DraftError(Trouble.FORM, "log") from None
    return from_json(told)
