"""Questions to SQL: conditions with bound values, pages by key, counts of facets.

Search shows public entries alone, whoever asks: unlisted and private ones are in no list.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlite_utils import Database

from shengji.replay.archive.errors import QueryError
from shengji.replay.archive.folding import fold_name, match_expression
from shengji.replay.archive.gate import PUBLIC, Condition, Value, rows, scalar
from shengji.replay.archive.model import Order, Role, Row, Visibility
from shengji.replay.archive.query import Query
from shengji.replay.archive.storing import row_of

COUNTED: Final = 10_000
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


def search(db: Database, query: Query) -> Page:
    """The hits of a question in its order, from where the page before ended."""
    key, direction = _SORTED[query.order]
    where = _where(query)
    if query.after:
        where = _both(where, _after(query, key, direction))
    found = rows(
        db,
        f"select e.*, {key} as sort_key from entry e where {where.sql}"
        f" order by {key} {direction}, e.id {direction} limit ?",
        *where.values,
        query.limit + 1,
    )
    shown = found[: query.limit]
    more = len(found) > len(shown)
    following = f"{shown[-1]['sort_key']}~{shown[-1]['id']}" if more else ""
    return Page(tuple(map(row_of, shown)), following)


def every(db: Database, visibility: Visibility | None, after: str, limit: int) -> Page:
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


def count(db: Database, query: Query) -> Count:
    """How many hits there are."""
    where = _where(query)
    number: int = scalar(
        db,
        f"select count(*) from (select 1 from entry e where {where.sql} limit ?)",
        *where.values,
        COUNTED + 1,
    )
    return Count(min(number, COUNTED), number <= COUNTED)


def facets(db: Database, query: Query, facet: str) -> dict[str, int]:
    """How many hits there are for each value of a facet, the most first.

    A hit counts once for each level, trump or result among its hands.

    :raises QueryError: there is no such facet.
    """
    if facet not in FACETS:
        raise QueryError("facet", f"one of {', '.join(FACETS)}")
    where = _where(query)
    if facet in ("preset", "year"):
        sql = f"select e.{facet} as value, count(*) as number from entry e where {where.sql}"
    else:
        column = "kept" if facet == "result" else facet
        sql = (
            f"select h.{column} as value, count(distinct e.id) as number from entry e"
            f" join hand h on h.entry_id = e.id where {where.sql}"
        )
    found = rows(db, f"{sql} group by value order by number desc, value", *where.values)
    return {str(row["value"]): row["number"] for row in found if row["value"] is not None}


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


# -- conditions -----------------------------------------------------------------------------


def _both(first: Condition, second: Condition) -> Condition:
    return Condition(f"{first.sql} and {second.sql}", (*first.values, *second.values))


def _after(query: Query, key: str, direction: str) -> Condition:
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
    return Condition(f"({key}, e.id) {sign} (?, ?)", (value, int(match[2])))


def _where(query: Query) -> Condition:
    """All that is asked, as one condition on the entry `e`."""
    where = PUBLIC
    for condition in _conditions(query):
        where = _both(where, condition)
    return where


def _conditions(query: Query) -> Iterator[Condition]:
    yield from _of_entry(query)
    if query.text.strip():
        match = match_expression(query.text)
        sql = "e.id in (select rowid from words where words match ?)"
        yield Condition("0") if match is None else Condition(sql, (match,))
    yield from _of_flags(query.flag)
    yield from _of_players(query)
    if query.asks_of_hands:
        yield _of_hands(query)


def _of_entry(query: Query) -> Iterator[Condition]:
    if query.since:
        yield Condition("e.played >= ?", (query.since,))
    if query.until:
        yield Condition("e.played <> '' and e.played < ?", (f"{query.until}~",))
    for column in ("event", "preset", "rules"):
        if value := getattr(query, column):
            yield Condition(f"e.{column} = ?", (value,))
    if query.has_notes is not None:
        yield Condition("e.notes > 0" if query.has_notes else "e.notes = 0")
    if query.hands_from is not None:
        yield Condition("e.hands >= ?", (query.hands_from,))
    if query.hands_to is not None:
        yield Condition("e.hands <= ?", (query.hands_to,))


def _of_flags(flag: str) -> Iterator[Condition]:
    match flag:
        case "":
            return
        case "any":
            yield Condition("e.errors > 0")
        case "none":
            yield Condition("e.errors = 0")
        case _:
            yield Condition("e.id in (select entry_id from flag where code = ?)", (flag,))


_PLAYER: Final = (
    "(select player_id from alias where folded = ? union select id from player where slug = ?)"
)
_WITH_PLAYER: Final = f"(select entry_id from seated where player_id in {_PLAYER})"


def _of_players(query: Query) -> Iterator[Condition]:
    first, other = _names(query.player), _names(query.other)
    if query.role in (Role.PARTNER, Role.OPPONENT):
        sign = "=" if query.role is Role.PARTNER else "<>"
        yield Condition(
            "exists (select 1 from seated a join seated b on a.entry_id = b.entry_id where"
            f" a.player_id in {_PLAYER} and b.player_id in {_PLAYER} and a.entry_id = e.id"
            f" and a.seat <> b.seat and case when e.fixed_sides then a.seat % 2 {sign} b.seat % 2"
            " else exists (select 1 from hand h where h.entry_id = e.id and"
            f" h.side >> a.seat & 1 {sign} h.side >> b.seat & 1) end)",
            (*first, *other),
        )
        yield Condition(f"e.id in {_WITH_PLAYER}", first)
        return
    for names in (first, other):
        if names:
            yield Condition(f"e.id in {_WITH_PLAYER}", names)


def _names(name: str) -> tuple[str, ...]:
    return (fold_name(name), name) if name.strip() else ()


_RARE: Final = ("multiplier_from", "failed_throw", "tractor_from", "decided_last")
"""Questions that few hands answer: there the hands are asked first, and then their entries."""


def _of_hands(query: Query) -> Condition:
    """One hand that has all that is asked of a hand."""
    parts = [*_of_hand(query)]
    sql = " and ".join(part.sql for part in parts)
    values = tuple(value for part in parts for value in part.values)
    if any(getattr(query, name) for name in _RARE):
        return Condition(f"e.id in (select h.entry_id from hand h where {sql})", values)
    return Condition(f"exists (select 1 from hand h where h.entry_id = e.id and {sql})", values)


def _of_hand(query: Query) -> Iterator[Condition]:
    for column in ("trump", "level"):
        if (value := getattr(query, column)) is not None:
            yield Condition(f"h.{column} = ?", (value,))
    if query.kept is not None:
        yield Condition("h.kept = ?", (int(query.kept),))
    if query.points_from is not None:
        yield Condition("h.points >= ?", (query.points_from,))
    if query.points_to is not None:
        yield Condition("h.points <= ?", (query.points_to,))
    if query.kitty_from is not None:
        yield Condition("h.multiplier >= 1 and h.kitty_points >= ?", (query.kitty_from,))
    if query.multiplier_from is not None:
        yield Condition("h.multiplier >= 1 and h.multiplier >= ?", (query.multiplier_from,))
    if query.failed_throw is not None:
        yield Condition("h.failed_throws >= 1" if query.failed_throw else "h.failed_throws = 0")
    if query.tractor_from is not None:
        yield Condition("h.tractor >= 2 and h.tractor >= ?", (query.tractor_from,))
    if query.decided_last is not None:
        yield Condition(f"h.decided_last = {int(query.decided_last)}")
    if query.role in (Role.DECLARER, Role.ATTACKER):
        yield _in_role(query)


def _in_role(query: Query) -> Condition:
    sits = "s.seat = h.declarer"
    if query.role is Role.ATTACKER:
        sits = "h.side >> s.seat & 1 = 0"
    return Condition(
        "exists (select 1 from seated s where s.entry_id = h.entry_id and"
        f" s.player_id in {_PLAYER} and {sits})",
        _names(query.player),
    )
