"""Questions to SQL: conditions with bound values, pages by key, counts of facets.

Search shows public entries alone, whoever asks: unlisted and private ones are in no list.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlite_utils import Database

from shengji.replay.archive.conditions import Question, every
from shengji.replay.archive.errors import QueryError
from shengji.replay.archive.gate import PUBLIC, Condition, Value, rows, scalar
from shengji.replay.archive.model import Order, Row, Visibility
from shengji.replay.archive.query import Query
from shengji.replay.archive.storing import row_of

COUNTED: Final = 1_000
"""Up to so many hits are counted."""
FACETS: Final = ("preset", "year", "level", "trump", "result")

_SORTED: Final = {
    Order.NEWEST: ("e.played", "desc"),
    Order.OLDEST: ("e.played", "asc"),
    Order.POINTS: ("ifnull(e.points, -1000000)", "desc"),
    Order.FLAGS: ("e.errors", "desc"),
}
_AFTER: Final = re.compile(r"([0-9-]{0,10})~([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the hits."""

    rows: tuple[Row, ...]
    next: str = ""
    """What to ask for `after` these; empty behind the last."""


@dataclass(frozen=True, slots=True)
class Count:
    number: int
    exact: bool
    """False: there are more than :data:`COUNTED`."""


@dataclass(frozen=True, slots=True)
class Found:
    """All that can be said of the hits of a question."""

    page: Page
    count: Count
    facets: dict[str, dict[str, int]]
    """Of each facet that was asked for, how many hits there are for each value, the most first."""


def find(db: Database, query: Query, facets: Iterable[str] = ()) -> Found:
    """A page of the hits of a question, their number, and some facets of them.

    :raises QueryError: there is no such facet, or its `after` is no answer's `next`.
    """
    question = Question(db, query)
    page, number = (_both if question.looked_up else _each)(db, question)
    return Found(page, number, {facet: _facet(db, question, facet) for facet in facets})


def search(db: Database, query: Query) -> Page:
    """The hits of a question in its order, from where the page before ended."""
    return _page(db, Question(db, query))


def count(db: Database, query: Query) -> Count:
    """How many hits there are."""
    return _count(db, Question(db, query))


def facets(db: Database, query: Query, facet: str) -> dict[str, int]:
    """How many hits there are for each value of a facet, the most first.

    A hit counts once for each level, trump or result among its hands.

    :raises QueryError: there is no such facet.
    """
    return _facet(db, Question(db, query), facet)


def _both(db: Database, question: Question) -> tuple[Page, Count]:
    """Page and number of hits that are looked up: all are met anyway, so they are met once."""
    query, asked = question.query, question.where(whole=True)
    key, direction = _SORTED[query.order]
    order = f"sort_key {direction}, id {direction}"
    after = _after(query, direction, "sort_key", "id") if query.after else Condition("1")
    found = rows(
        db,
        "with hit (id, sort_key) as materialized"
        f" (select e.id, {key} from entry e where {asked.sql})"
        " select e.*, sort_key, (select count(*) from hit) as number from"
        f" (select * from hit where {after.sql} order by {order} limit ?) join entry e using (id)"
        f" order by {order}",
        *asked.values,
        *after.values,
        query.limit + 1,
    )
    # Behind the last hit there is no row that tells the number.
    number = _counted(found[0]["number"]) if found else _count(db, question)
    return _paged(found, query.limit), number


def _each(db: Database, question: Question) -> tuple[Page, Count]:
    """Page and number of hits of which only so many are met as each of the two needs."""
    return _page(db, question), _count(db, question)


def _page(db: Database, question: Question) -> Page:
    query, asked = question.query, question.where()
    key, direction = _SORTED[query.order]
    if query.after:
        asked = every([asked, _after(query, direction, key, "e.id")])
    found = rows(
        db,
        f"select e.*, {key} as sort_key from entry e where {asked.sql}"
        f" order by {key} {direction}, e.id {direction} limit ?",
        *asked.values,
        query.limit + 1,
    )
    return _paged(found, query.limit)


def _paged(found: list[dict[str, Any]], limit: int) -> Page:
    """A page of rows of which one more was asked for."""
    shown = found[:limit]
    more = len(found) > len(shown)
    following = f"{shown[-1]['sort_key']}~{shown[-1]['id']}" if more else ""
    return Page(tuple(map(row_of, shown)), following)


def _count(db: Database, question: Question) -> Count:
    asked = question.where(whole=True)
    number: int = scalar(
        db,
        f"select count(*) from (select 1 from entry e where {asked.sql} limit ?)",
        *asked.values,
        COUNTED + 1,
    )
    return _counted(number)


def _counted(number: int) -> Count:
    return Count(min(number, COUNTED), number <= COUNTED)


def _facet(db: Database, question: Question, facet: str) -> dict[str, int]:
    if facet not in FACETS:
        raise QueryError("facet", f"one of {', '.join(FACETS)}")
    asked = question.where(whole=True)
    if facet in _BITS:
        counted = _counted_bits(db, asked, *_BITS[facet])
    else:
        counted = {
            str(row["value"]): row["number"]
            for row in rows(
                db,
                f"select e.{facet} as value, count(*) as number from entry e"
                f" where {asked.sql} group by value",
                *asked.values,
            )
            if row["value"] is not None
        }
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def list_all(db: Database, visibility: Visibility | None, after: str, limit: int) -> Page:
    """Entries in the order in which they came, whoever may see them: for the operator."""
    if not re.fullmatch("[0-9]{0,18}", after):
        raise QueryError("after", "what `next` of the page before said")
    wanted = "" if visibility is None else "and e.visibility = ?"
    values = (int(after or 0), *(() if visibility is None else (visibility.value,)), limit + 1)
    found = rows(
        db, f"select e.* from entry e where e.id > ? {wanted} order by e.id limit ?", *values
    )
    shown = found[:limit]
    following = str(shown[-1]["id"]) if len(found) > limit else ""
    return Page(tuple(map(row_of, shown)), following)


_BITS: Final = {
    "level": ("levels", range(14)),
    "trump": ("trumps", range(-1, 4)),
    "result": ("results", range(2)),
}
"""Facets of hands: the column with their bits, and what each bit stands for, from the lowest."""


def _counted_bits(db: Database, asked: Condition, column: str, meanings: range) -> dict[str, int]:
    sums = ", ".join(f"sum(e.{column} >> {bit} & 1)" for bit in range(len(meanings)))
    row = db.conn.execute(f"select {sums} from entry e where {asked.sql}", asked.values).fetchone()
    return {str(meaning): number for meaning, number in zip(meanings, row, strict=True) if number}


def same_play(db: Database, entry_id: int, play_id: str | None) -> tuple[Row, ...]:
    """Public entries of the same play; a nameless one is linked with none, nor shown here."""
    if play_id is None:
        return ()
    found = rows(
        db,
        f"select e.* from entry e where e.play_id = ? and e.id <> ? and e.nameless = 0"
        f" and {PUBLIC.sql} order by e.id limit 100",
        play_id,
        entry_id,
    )
    return tuple(map(row_of, found))


def _after(query: Query, direction: str, key: str, id: str) -> Condition:
    """:raises QueryError: its `after` is no answer's `next`."""
    match = _AFTER.fullmatch(query.after)
    if match is None:
        raise QueryError("after", "what `next` of the page before said")
    value: Value = match[1]
    if query.order in (Order.POINTS, Order.FLAGS):
        try:
            value = int(match[1])
        except ValueError:
            raise QueryError("after", "what `next` of the page before said") from None
    sign = "<" if direction == "desc" else ">"
    return Condition(f"({key}, {id}) {sign} (?, ?)", (value, int(match[2])))
