"""What the kitty's points are multiplied by (抠底倍数), under a name or as a record states it.

A stated multiplier is text without blanks: entries joined by commas, each of a unit, its copies of
a card and, where it has several ranks, their number, as in `1:2,2:4,2x2:8,2x3:16`.
"""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from shengji.engine.stated import StatedError

FORM: Final = "a kitty multiplier, as in 1:2,2:4,2x2:8"
RISING: Final = "a kitty multiplier from 1: on, each unit once, none below one that it contains"

NONE: Final = "none"
"""The kitty's points count for nobody."""

Multiplier: TypeAlias = Callable[[int, int], int]
"""From the copies of each rank and the number of ranks in a row, what a unit multiplies by."""


def _per_card(width: int, length: int) -> int:
    return 2 * width * length


def _per_rank(width: int, length: int) -> int:
    return 2 * int(width**length)


def _by_kind(width: int, length: int) -> int:
    return 8 if length > 1 else 4 if width > 1 else 2


def _by_kind_literally(width: int, length: int) -> int:
    return 4 if length > 1 else 2


def _power(width: int, length: int) -> int:
    return int(2 ** (width * length))


def _cards(width: int, length: int) -> int:
    return width * length


def _nothing(width: int, length: int) -> int:
    return 0


NAMED: Final[Mapping[str, Multiplier]] = {
    "k4n": _per_card,
    "kcard": _per_card,
    "kpow": _per_rank,
    "kbf3": _per_rank,
    "k248": _by_kind,
    "kcomp": _by_kind,
    "kcomp_literal": _by_kind_literally,
    "kcardpow": _power,
    "k2n": _cards,
    NONE: _nothing,
}
"""The tables of the sources name singles, pairs and tractors of pairs; for wider units each goes on
as the formula does that fits all of its entries."""


@functools.cache
def read_multiplier(text: str) -> Multiplier:
    """The multiplier of a name, or the one that a text states.

    :raises StatedError: the text is neither.
    """
    named = NAMED.get(text)
    return _stated(_parse(text)) if named is None else named


def of_largest(text: str, units: Sequence[tuple[int, int]]) -> int:
    """What a play multiplies by, where the largest of its units, copies and ranks each, decides.

    That is the unit which gives most; under kbf3 the first kind of its list (000:275-283), though
    a later one may give more: a triple comes before a tractor of pairs.
    """
    if text == "kbf3":
        units = _of_first_kind(units)
    return max(read_multiplier(text)(*unit) for unit in units)


def _of_first_kind(units: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Of tractors of triples, triples, tractors of pairs, pairs and singles the first there are."""
    kinds = [(width > 2, length > 1, width > 1) for width, length in units]
    return [unit for unit, kind in zip(units, kinds, strict=True) if kind == max(kinds)]


_ENTRY: Final = r"[1-9]\d?(?:x[1-9]\d?)?:[1-9]\d{0,3}"
_TEXT: Final = re.compile(rf"{_ENTRY}(?:,{_ENTRY})*", re.ASCII)

_Entries: TypeAlias = Mapping[tuple[int, int], int]


def _parse(text: str) -> _Entries:
    """By copies and ranks, what the entries say; every larger unit gives at least as much."""
    if not _TEXT.fullmatch(text) or "x1:" in text:
        raise StatedError(FORM)
    pairs = [entry.split(":") for entry in text.split(",")]
    entries = {_size(unit): int(times) for unit, times in pairs}
    smaller = (
        entries[one] > entries[other]
        for one, other in product(entries, entries)
        if one[0] <= other[0] and one[1] <= other[1]
    )
    if (1, 1) not in entries or len(entries) < len(pairs) or any(smaller):
        raise StatedError(RISING)
    return entries


def _size(unit: str) -> tuple[int, int]:
    width, _, length = unit.partition("x")
    return int(width), int(length or 1)


def _stated(entries: _Entries) -> Multiplier:
    """A unit that is not stated counts as the best stated one that it contains."""

    def multiplier(width: int, length: int) -> int:
        return max(
            times
            for (copies, ranks), times in entries.items()
            if copies <= width and ranks <= length
        )

    return multiplier
