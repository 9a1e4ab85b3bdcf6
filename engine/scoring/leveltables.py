"""Level tables (升级表): what the attackers' points bring, under a name or as a record states it.

A table is text without blanks: entries joined by commas, each from its points up to the next, as in
`0:d3,5:d2,40:d1,80:s,120:a1,160:a2,+40`. The first entry holds for every lower score too.
"""

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from shengji.engine.stated import StatedError

FORM: Final = "a level table, as in 0:d3,5:d2,40:d1,80:s,120:a1,+40"
FIVES: Final = "a level table in fives of points"
RISING: Final = "a level table in which more points bring the attackers more"
BOTH_SIDES: Final = "a level table from a win of the dealer's side to one of the attackers"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand's score means; no levels for the side that lost."""

    dealer_side_wins: bool | None
    """None: a draw (平局), in which nobody gains anything."""
    levels: int


DRAW: Final = Outcome(None, 0)


@dataclass(frozen=True, slots=True)
class Band:
    """From `start` points on, what a score means."""

    start: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Table:
    """A level table: total over every score, from the lowest that fines can bring."""

    bands: tuple[Band, ...]
    """Ascending; the first holds below its start too."""
    sinks: int = 0
    """A further level for the dealer's side for each so many points below the first; 0: none."""
    rises: int = 0
    """A further level for the attackers for each so many points above the last; 0: none."""

    def outcome(self, points: int) -> Outcome:
        """What so many points of the attackers mean."""
        first, last = self.bands[0], self.bands[-1]
        if points >= last.start:
            return _further(last.outcome, points - last.start, self.rises)
        if points < first.start:
            return _further(first.outcome, first.start - points, self.sinks)
        return next(band.outcome for band in reversed(self.bands) if band.start <= points)

    @property
    def threshold(self) -> int:
        """The fewest points with which the attackers win (上台分)."""
        return next(band.start for band in self.bands if band.outcome.dealer_side_wins is False)


def _further(outcome: Outcome, beyond: int, step: int) -> Outcome:
    if not step:
        return outcome
    return Outcome(outcome.dealer_side_wins, outcome.levels + beyond // step)


def _steps(decks: int, below: str = "") -> str:
    """Bands of 20 points a deck (000:289-299 for two decks, 000:353 for one and three)."""
    step = 20 * decks
    return f"{below}0:d3,5:d2,{step}:d1,{2 * step}:s,{3 * step}:a1,+{step}"


def _as_printed(text: str) -> Callable[[int], str]:
    return lambda _: text


NAMED: Final[Mapping[str, Callable[[int], str]]] = {
    "t40": _steps,
    "tsteps": lambda decks: _steps(decks, below=f"-{20 * decks},"),
    "tsuper": _as_printed(
        "0:d6,5:d5,15:d4,25:d3,35:d2,40:d1,80:s,120:a1,125:a2,165:a3,205:a4,245:a5,285:a6"
    ),
    "tcomp": _as_printed("0:d3,5:d2,40:d1,80:s,120:a2,150:a3"),
    "t80fen": _as_printed("0:d5,5:d3,40:d1,80:s,120:a1,+20"),
    "t003": _as_printed("0:d3,5:d2,80:a1,120:a2,160:a3"),
    "td45": _as_printed("0:d1,40:draw,45:a1"),
    "tx20": _as_printed("0:d5,5:d3,45:d2,65:d1,80:s,100:a1,+20"),
}
"""By name, the table for a number of decks. Only t40 and tsteps grow with it; td45 is for one deck,
the others for two. t40: 000:289-299,353. tsteps: tractor-online, with another level for each step
below zero. tsuper: 000:161-185. tcomp: 002:24-29. t80fen: 002:141-145. t003: 003:42-49. td45:
000:211-215. tx20: benjialawyer."""


@functools.cache
def read_table(text: str, decks: int) -> Table:
    """The table of a name, or the one that a text states.

    :raises StatedError: the text is neither.
    """
    named = NAMED.get(text)
    table = _parse(text if named is None else named(decks))
    _check(table)
    return table


_TEXT: Final = re.compile(
    r"(?:-(?P<sinks>[1-9]\d{0,3}),)?"
    r"(?P<bands>-?\d{1,4}:(?:[da]\d{1,2}|s|draw)(?:,-?\d{1,4}:(?:[da]\d{1,2}|s|draw))*)"
    r"(?:,\+(?P<rises>[1-9]\d{0,3}))?",
    re.ASCII,
)
_LEADING_ZERO: Final = re.compile(r"(?<!\d)0\d|-0|a0", re.ASCII)


def _parse(text: str) -> Table:
    found = _TEXT.fullmatch(text)
    if found is None or _LEADING_ZERO.search(text):
        raise StatedError(FORM)
    entries = (entry.split(":") for entry in found["bands"].split(","))
    bands = tuple(Band(int(start), _meaning(outcome)) for start, outcome in entries)
    return Table(bands, int(found["sinks"] or 0), int(found["rises"] or 0))


def _meaning(text: str) -> Outcome:
    if text == "draw":
        return DRAW
    return Outcome(text[0] == "d", int(text[1:] or 0))


def _check(table: Table) -> None:
    """Refuse what is no use as a table, though it has the form of one."""
    numbers = [table.sinks, table.rises, *(band.start for band in table.bands)]
    if any(number % 5 for number in numbers):
        raise StatedError(FIVES)
    first, last = table.bands[0].outcome, table.bands[-1].outcome
    if first.dealer_side_wins is not True or last.dealer_side_wins is not False:
        raise StatedError(BOTH_SIDES)
    if any(low.start >= high.start or _worth(low) >= _worth(high)
           for low, high in pairwise(table.bands)):  # fmt: skip
        raise StatedError(RISING)


def _worth(band: Band) -> tuple[int, int]:
    """What an outcome is worth to the attackers, to compare with others."""
    match band.outcome.dealer_side_wins:
        case True:
            return 0, -band.outcome.levels
        case None:
            return 1, 0
        case False:
            return 2, band.outcome.levels
