"""What a question asks, as conditions in SQL that are quick whether few entries have it or most.

A condition that few entries have is looked up, and what it finds is sorted. One that many have is
held as a set while entries are walked in their order, until a page is full; one that most have is
asked of each entry on the way. Which of the three it is, an index tells by counting so far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlite_utils import Database

from shengji.replay.archive.folding import fold_name, match_expression
from shengji.replay.archive.gate import PUBLIC, Condition, Value, scalar
from shengji.replay.archive.model import Role
from shengji.replay.archive.query import Query

FEW: Final = 2_000
MANY: Final = 20_000

_PLAYER: Final = (
    "(select player_id from alias where folded = ? union select id from player where slug = ?)"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that entries have or have not."""

    source: Condition | None
    """A select that yields the ids of entries that have it; None where only `each` can tell."""
    each: Condition
    """The same, asked of the entry `e`."""
    number: int
    """About how many have it, up to one more than :data:`MANY`."""

    def condition(self, *, looked_up: bool, whole: bool) -> Condition:
        """The condition on `e`.

        `looked_up`: some entries are looked up by another one. `whole`: else all are looked at.
        """
        if self.source is None:
            return self.each
        if self.number <= FEW:
            return Condition(f"e.id in ({self.source.sql})", self.source.values)
        if (self.number <= MANY or whole) and not looked_up:
            # The sign keeps SQLite from looking up what the set holds.
            return Condition(f"+e.id in ({self.source.sql})", self.source.values)
        return self.each


class Question:
    """A query, and how many have each of the things that it asks: that is found out once."""

    def __init__(self, db: Database, query: Query) -> None:
        self.query = query
        self._asked = [*_asked(db, query)]
        self.looked_up = any(each.number <= FEW for each in self._asked)
        """Hits are looked up by something that few entries have."""

    def where(self, *, whole: bool = False) -> Condition:
        """All that is asked, as one condition on the public entry `e`.

        `whole`: every hit is wanted, and not only a page of them.
        """
        conditions = [PUBLIC, *_of_entry(self.query)]
        conditions += [
            each.condition(looked_up=self.looked_up, whole=whole) for each in self._asked
        ]
        return every(conditions)


def every(conditions: list[Condition]) -> Condition:
    """All of these."""
    values = tuple(value for condition in conditions for value in condition.values)
    return Condition(" and ".join(condition.sql for condition in conditions), values)


def _of_entry(query: Query) -> Iterator[Condition]:
    """What the row of an entry tells."""
    if query.text.strip() and match_expression(query.text) is None:
        yield Condition("0")
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
    if query.flag in ("any", "none"):
        yield Condition("e.errors > 0" if query.flag == "any" else "e.errors = 0")


def _asked(db: Database, query: Query) -> Iterator[Asked]:
    """What is looked up in other tables."""
    if match := match_expression(query.text):
        found = Condition("from words where words match ?", (match,))
        yield _linked(db, found, "rowid")
    if query.flag not in ("", "any", "none"):
        yield _linked(db, Condition("from flag where code = ?", (query.flag,)), "entry_id")
    for name in (query.player, query.other):
        if name.strip():
            found = Condition(f"from seated where player_id in {_PLAYER}", _names(name))
            yield _linked(db, found, "entry_id")
    if query.role in (Role.PARTNER, Role.OPPONENT):
        yield Asked(None, _sides(query), MANY + 1)
    if query.asks_of_hands:
        yield _of_hands(db, query)


def _linked(db: Database, found: Condition, column: str) -> Asked:
    """Rows of another table that name their entry in a column."""
    source = Condition(f"select {column} {found.sql}", found.values)
    each = Condition(f"exists (select 1 {found.sql} and {column} = e.id)", found.values)
    return Asked(source, each, _number(db, source))


def _number(db: Database, source: Condition) -> int:
    sql = f"select count(*) from ({source.sql} limit ?)"
    number: int = scalar(db, sql, *source.values, MANY + 1)
    return number


def _names(name: str) -> tuple[Value, ...]:
    return (fold_name(name), name)


def _sides(query: Query) -> Condition:
    """Both players on one side, or not, in one of the hands."""
    sign = "=" if query.role is Role.PARTNER else "<>"
    return Condition(
        "exists (select 1 from seated a join seated b on a.entry_id = b.entry_id where"
        f" a.player_id in {_PLAYER} and b.player_id in {_PLAYER} and a.entry_id = e.id"
        f" and a.seat <> b.seat and case when e.fixed_sides then a.seat % 2 {sign} b.seat % 2"
        " else exists (select 1 from hand h where h.entry_id = e.id and"
        f" h.side >> a.seat & 1 {sign} h.side >> b.seat & 1) end)",
        (*_names(query.player), *_names(query.other)),
    )


# -- one hand that has all that is asked of a hand ------------------------------------------


def _of_hands(db: Database, query: Query) -> Asked:
    indexed = [*_by_index(query)]
    one = every([*indexed, *_by_look(query)])
    number = min(
        (_number(db, Condition(f"select 1 from hand h where {each.sql}", each.values))
         for each in indexed),
        default=MANY + 1,
    )  # fmt: skip
    source = Condition(f"select h.entry_id from hand h where {one.sql}", one.values)
    each = Condition(
        f"exists (select 1 from hand h where h.entry_id = e.id and {one.sql})", one.values
    )
    return Asked(source, each, number)


def _by_index(query: Query) -> Iterator[Condition]:
    """What an index of hands finds, and counts."""
    if query.trump is not None and query.level is not None:
        yield Condition("h.trump = ? and h.level = ?", (query.trump, query.level))
    elif query.trump is not None:
        yield Condition("h.trump = ?", (query.trump,))
    elif query.level is not None:
        yield Condition("h.level = ?", (query.level,))
    if query.points_from is not None or query.points_to is not None:
        low = -(1 << 30) if query.points_from is None else query.points_from
        high = 1 << 30 if query.points_to is None else query.points_to
        yield Condition("h.points between ? and ?", (low, high))
    if query.kitty_from is not None:
        yield Condition("h.multiplier >= 1 and h.kitty_points >= ?", (query.kitty_from,))
    if query.multiplier_from is not None:
        yield Condition("h.multiplier >= 1 and h.multiplier >= ?", (query.multiplier_from,))
    if query.failed_throw:
        yield Condition("h.failed_throws >= 1")
    if query.tractor_from is not None:
        yield Condition("h.tractor >= 2 and h.tractor >= ?", (query.tractor_from,))
    if query.decided_last:
        yield Condition("h.decided_last = 1")


def _by_look(query: Query) -> Iterator[Condition]:
    """What has to be looked at hand by hand, since half of them have it."""
    if query.kept is not None:
        yield Condition("h.kept = ?", (int(query.kept),))
    if query.failed_throw is False:
        yield Condition("h.failed_throws = 0")
    if query.decided_last is False:
        yield Condition("h.decided_last = 0")
    if query.role in (Role.DECLARER, Role.ATTACKER):
        sits = "s.seat = h.declarer" if query.role is Role.DECLARER else "h.side >> s.seat & 1 = 0"
        yield Condition(
            "exists (select 1 from seated s where s.entry_id = h.entry_id and"
            f" s.player_id in {_PLAYER} and {sits})",
            _names(query.player),
        )
