"""A question to an archive: every part may be left out, and all of them hold together."""

import re
from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from shengji.replay.archive.errors import QueryError
from shengji.replay.archive.model import Order, Role

MOST: Final = 100
"""Hits that are told at a time."""
MOST_TEXT: Final = 200
"""Characters of a text that is searched for."""
MOST_NUMBER: Final = 1_000_000
_DATE: Final = re.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


@dataclass(frozen=True, slots=True)
class Query:
    """What entries shall have. Whatever is asked of a hand holds for one and the same hand."""

    text: str = ""
    """Words in names, places and comments."""
    player: str = ""
    """A name or an alias of the player, or the player's slug."""
    role: Role = Role.ANY
    other: str = ""
    """Another player of the match."""
    since: str = ""
    """A date or the beginning of one: 2026, 2026-11, 2026-11-27."""
    until: str = ""
    event: str = ""
    """The whole name."""
    preset: str = ""
    """A rule system, without version."""
    rules: str = ""
    """A whole Rules tag, canonical."""
    flag: str = ""
    """The code of a diagnostic, `any` error or `none`."""
    has_notes: bool | None = None
    hands_from: int | None = None
    hands_to: int | None = None
    trump: int | None = None
    """Suit 0 to 3, -1 no-trump."""
    level: int | None = None
    """Rank 0 to 13."""
    kept: bool | None = None
    """The declarer's side won the hand."""
    points_from: int | None = None
    points_to: int | None = None
    kitty_from: int | None = None
    """At least so many card points in a kitty that the attackers captured."""
    multiplier_from: int | None = None
    """A kitty captured that counted at least so many times."""
    failed_throw: bool | None = None
    tractor_from: int | None = None
    """Pairs of the longest tractor."""
    decided_last: bool | None = None
    order: Order = Order.NEWEST
    limit: int = 20
    after: str = ""
    """The `next` of the page before."""

    def __post_init__(self) -> None:
        """:raises QueryError: a part means nothing."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str):
                _text(field.name, value)
            elif isinstance(value, int) and not isinstance(value, bool):
                _number(field.name, value)
        if not 1 <= self.limit <= MOST:
            raise QueryError("limit", f"from 1 to {MOST}")
        for name in ("since", "until"):
            _date(name, getattr(self, name))
        if self.role in (Role.PARTNER, Role.OPPONENT) and not (self.player and self.other):
            raise QueryError("role", "two players are needed for it")
        if self.role is not Role.ANY and not self.player:
            raise QueryError("role", "whose role it is must be told: name a player")

    @property
    def asks_of_hands(self) -> bool:
        """Whether anything is asked of a single hand."""
        return self.role in (Role.DECLARER, Role.ATTACKER) or any(
            getattr(self, name) is not None
            for name in (
                "trump", "level", "kept", "points_from", "points_to", "kitty_from",
                "multiplier_from", "failed_throw", "tractor_from", "decided_last",
            )
        )  # fmt: skip


def _text(name: str, value: str) -> None:
    if len(value) > MOST_TEXT:
        raise QueryError(name, f"no more than {MOST_TEXT} characters")
    if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in value):
        raise QueryError(name, "holds a character that no text has")


def _number(name: str, value: int) -> None:
    if abs(value) > MOST_NUMBER:
        raise QueryError(name, f"no more than {MOST_NUMBER:,}")


def _date(name: str, value: str) -> None:
    if value and not _is_date(value):
        raise QueryError(name, "a date such as 2026-11-27, 2026-11 or 2026")


def _is_date(value: str) -> bool:
    """A day of the calendar, or the month or the year of one."""
    match = _DATE.fullmatch(value)
    if match is None:
        return False
    year, month, day = (int(part or 1) for part in match.groups())
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
