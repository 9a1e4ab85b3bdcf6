"""What may be passed on: public entries under a licence that allows it, in a fixed order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlite_utils import Database

from shengji import notation
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.gate import PUBLIC, Condition, Value, rows
from shengji.replay.archive.model import Licence
from shengji.replay.archive.nameless import nameless

CHUNK: Final = 200

LICENCES: Final = {
    Licence.CC0: "https://creativecommons.org/publicdomain/zero/1.0/",
    Licence.CC_BY: "https://creativecommons.org/licenses/by/4.0/",
}
"""The licences that let anybody pass a record on, and where each is read."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are passed on, and how."""

    as_of: str
    """A day, `2026-11-29`: what came until its end, UTC."""
    since: str = ""
    """The first day, where not all of them are wanted."""
    without_names: bool = False

    @property
    def condition(self) -> Condition:
        """About the entry `e`."""
        return Condition(
            f"{PUBLIC.sql} and substr(e.created, 1, 10) between ? and ?", (self.since, self.as_of)
        )


@dataclass(frozen=True, slots=True)
class Shared:
    """A record on its way out, in canonical form."""

    record_id: str
    """Of the text as it is passed on."""
    licence: Licence
    text: str
    hands: int
    plays: int


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that a check finds in some of the records."""

    code: str
    records: int


def shared(archive: Archive, wanted: Wanted) -> Iterator[Shared]:
    """The newest revisions by licence and record id, so that equal contents come in equal order.

    Records that are the same without names come once.
    """
    for licence in LICENCES:
        met: set[str] = set()
        for row in _rows(archive, wanted, licence):
            each = _shared(row, licence, wanted)
            if each.record_id not in met:
                yield each
            if wanted.without_names:
                met.add(each.record_id)


def issues(archive: Archive, wanted: Wanted) -> tuple[Issue, ...]:
    """What is known to be wrong with them, by code."""
    licences = ", ".join("?" * len(LICENCES))
    sql, values = wanted.condition
    with archive.reading(None) as db:
        found = rows(
            db,
            "select f.code, count(*) as records from flag f join entry e on e.id = f.entry_id"
            f" where {sql} and e.licence in ({licences}) group by f.code order by f.code",
            *values,
            *map(str, LICENCES),
        )
    return tuple(Issue(**row) for row in found)


def licence_text(licences: list[Licence]) -> str:
    """What stands in the file LICENCE.txt beside records under these licences."""
    lines = ["The records are under these licences, and each is told with which:", ""]
    return "\n".join([*lines, *(f"{each}  {LICENCES[each]}" for each in licences), ""])


def _rows(archive: Archive, wanted: Wanted, licence: Licence) -> Iterator[dict[str, Value]]:
    last, (sql, values) = "", wanted.condition
    while True:
        with archive.reading(None) as db:
            found = _page(db, f"{sql} and e.licence = ? and e.record_id > ?",
                          (*values, licence.value, last))  # fmt: skip
        if not found:
            return
        yield from found
        last = str(found[-1]["record_id"])


def _page(db: Database, where: str, values: tuple[Value, ...]) -> list[dict[str, Value]]:
    return rows(
        db,
        "select e.record_id, e.hands, e.plays, e.nameless, r.text from entry e"
        " join revision r on r.entry_id = e.id and r.number = e.revision"
        f" where {where} order by e.record_id limit {CHUNK}",
        *values,
    )


def _shared(row: dict[str, Value], licence: Licence, wanted: Wanted) -> Shared:
    record_id, text = str(row["record_id"]), str(row["text"])
    if wanted.without_names and not row["nameless"]:
        record = nameless(notation.loads(text).records[0])
        record_id, text = notation.record_id(record), notation.dumps(record)
    return Shared(record_id, licence, text, int(row["hands"] or 0), int(row["plays"] or 0))
