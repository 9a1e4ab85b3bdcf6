"""The drafts of an archive as its operator sees them: how old they are, and those left behind.

A draft is nobody's but its recorder's, so nothing here opens one: tokens are kept as their hash.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlite_utils import Database

from shengji.notation.spelling import spell
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.drafts import Live, log_of
from shengji.replay.archive.gate import rows
from shengji.replay.recording import Draft, DraftError


@dataclass(frozen=True, slots=True)
class Listed:
    """A draft, without what is in it. Times are seconds since 1970."""

    id: str
    begun: float
    touched: float
    """When it was changed last."""
    actions: int
    hands: int | None
    """None: this version of the program cannot read it."""
    live: Live


_ALL: Final = (
    "select draft.*, (select count(*) from draft_action where draft_id = draft.id) as actions,"
    " (select at from draft_action where draft_id = draft.id and number = 0) as begun"
    " from draft where touched < ? order by touched, id"
)
_EVER: Final = 1 << 62


def list_drafts(archive: Archive, before: int = _EVER) -> tuple[Listed, ...]:
    """The drafts that were changed last before some moment, that longest ago first."""
    with archive.reading(None) as db:
        return tuple(_listed(db, before))


def erase_drafts(archive: Archive, before: int) -> tuple[Listed, ...]:
    """Erase those drafts for ever, and tell which; all or none.

    :raises ReadOnlyError: the archive cannot be written to.
    """
    with archive.writing() as db:
        found = tuple(_listed(db, before))
        db.conn.execute("delete from draft where touched < ?", (before,))
    return found


def _listed(db: Database, before: int) -> Iterator[Listed]:
    for row in rows(db, _ALL, before):
        yield Listed(
            row["public_id"],
            row["touched"] if row["begun"] is None else row["begun"],
            row["touched"],
            row["actions"],
            _hands(db, row),
            Live(row["live"]),
        )


def _hands(db: Database, row: dict[str, Any]) -> int | None:
    try:
        lines = Draft.of([action for _, action in log_of(db, row)]).lines
    except DraftError:
        return None
    return sum(spell(line).split()[:1] == ["hand"] for line in lines)
