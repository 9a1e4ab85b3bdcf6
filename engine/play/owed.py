"""What a hand owes to a lead: the first shape of the cascade that its cards can meet.

Shapes are not tried one by one, of which there can be very many, but built up: first the widths of
sets, the highest that the cards hold, then the longest runs into which these can be joined.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from shengji.engine.order import Columns, Suit
from shengji.engine.play.cascade import Draw, is_in_turn, ladder, may_draw, rank
from shengji.engine.play.shapes import Run, Shape, fits, packs, paths, shape_of

_KEPT: Final = 4096


@lru_cache(maxsize=_KEPT)
def owed(suit: Suit, columns: Columns, shape: Shape, draw: Draw) -> Shape:
    """The first shape that the cards can meet, of those that may be owed for the led one.

    The cards must be at least as many as were led: then single cards are always met.
    """
    met = _first_met(_Hand(suit, columns, shape, draw, exact=False))
    assert met is not None
    return met


@lru_cache(maxsize=_KEPT)
def owed_whole(suit: Suit, columns: Columns, shape: Shape, draw: Draw) -> Shape | None:
    """The same where no set need be broken: every face is given whole or not at all."""
    return _first_met(_Hand(suit, columns, shape, draw, exact=True))


def is_above(met: Shape, other: Shape, led: Shape, draw: Draw) -> bool:
    """Whether the first of two shapes is owed before the second."""
    if is_in_turn(led, draw):
        shapes = ladder(led, draw)
        return shapes.index(met) < shapes.index(other)
    return rank(met) > rank(other)


class _Hand:
    """The cards that must answer a lead, all of its effective suit."""

    __slots__ = ("columns", "draw", "exact", "led", "suit")

    def __init__(
        self, suit: Suit, columns: Columns, led: Shape, draw: Draw, *, exact: bool
    ) -> None:
        self.suit = suit
        self.columns = columns
        self.led = led
        self.draw = draw
        self.exact = exact
        """Every face is given whole or not at all."""

    def meets(self, shape: Shape) -> bool:
        test = fits_whole if self.exact else fits
        return test(self.suit, self.columns, shape)

    def holds(self, widths: tuple[int, ...]) -> bool:
        """Whether there are sets of these widths, from wide to narrow."""
        if self.exact:
            return Counter(widths) <= Counter(self.columns)
        return packs(self.columns, widths)

    def can_complete(self, widths: tuple[int, ...], left: int) -> bool:
        """Whether so many cards more, in sets no wider than the last, may be had besides."""
        if not self.exact:
            return True
        spare = Counter(count for count in self.columns if 0 < count <= widths[-1])
        spare[widths[-1]] -= widths.count(widths[-1])
        totals = 1
        for count in spare.elements():
            totals |= totals << count
        return bool(totals >> left & 1)


def _first_met(hand: _Hand) -> Shape | None:
    if hand.meets(hand.led):
        return hand.led
    if is_in_turn(hand.led, hand.draw):
        return next(filter(hand.meets, ladder(hand.led, hand.draw)), None)
    widths = next(_widths(hand), None)
    return None if widths is None else shape_of(_joined(hand, widths))


@lru_cache(maxsize=_KEPT)
def fits_whole(suit: Suit, columns: Columns, shape: Shape) -> bool:
    """Whether the shape can be filled with faces of which every copy is used."""
    runs = [run for run in shape if len(run) > 1]
    sets = Counter(run[0] for run in shape if len(run) == 1)
    return _fill_whole(suit, list(columns), runs, sets)


def _fill_whole(suit: Suit, counts: list[int], runs: Sequence[Run], sets: Counter[int]) -> bool:
    if not runs:
        return sets <= Counter(counts)
    for path in paths(suit, counts, runs[0]):
        used = [suit.steps[step].column for step in path]
        if all(counts[at] == width for at, width in zip(used, runs[0], strict=True)):
            left = [0 if at in used else count for at, count in enumerate(counts)]
            if _fill_whole(suit, left, runs[1:], sets):
                return True
    return False


# -- widths ---------------------------------------------------------------------------------------

_Unit: TypeAlias = tuple[bool, tuple[int, ...]]
"""A led unit, split so far: whether it is as led up to now, and what is left of it."""
_Units: TypeAlias = tuple[_Unit, ...]


def _widths(hand: _Hand) -> Iterator[tuple[int, ...]]:
    """Widths that the hand holds as sets and the led units can be split into, the highest first."""
    units = tuple(sorted((True, tuple(sorted(run, reverse=True))) for run in hand.led))
    top = min(max(hand.columns), max(map(max, hand.led)))
    return _split(hand, sum(map(sum, hand.led)), (), frozenset((units,)), top)


def _split(
    hand: _Hand, size: int, chosen: tuple[int, ...], states: frozenset[_Units], top: int
) -> Iterator[tuple[int, ...]]:
    left = size - sum(chosen)
    for width in range(min(top, left), 1, -1):
        longer = (*chosen, width)
        if not hand.holds(longer) or not hand.can_complete(longer, left - width):
            continue
        if following := frozenset(after for units in states for after in _give(units, width)):
            yield from _split(hand, size, longer, following, width)
    if hand.holds(whole := (*chosen, *((1,) * left))):
        yield whole


def _give(units: _Units, width: int) -> Iterator[_Units]:
    """The led units after one of them has given up a set of this width."""
    for at, (as_led, left) in enumerate(units):
        if not left or width > left[0] or (at and units[at - 1] == units[at]):
            continue
        whole = as_led and width == left[0]
        rest = left[1:] if whole else (sum(left) - width,)
        after = (whole, tuple(part for part in rest if part))
        yield tuple(sorted((*units[:at], *units[at + 1 :], after)))


# -- runs -----------------------------------------------------------------------------------------


def _joined(hand: _Hand, widths: tuple[int, ...]) -> list[Run]:
    """The longest runs into which sets of these widths can be joined, and the sets left alone."""
    wide = Counter(width for width in widths if width > 1)
    runs: list[Run] = [(1,)] * widths.count(1)
    longest, limit = wide.total(), tuple(sorted(wide.elements(), reverse=True))
    while longest > 1:
        run = _next_run(hand, runs, wide, longest, limit)
        if run is None:
            break
        runs.append(run)
        wide -= Counter(run)
        longest, limit = min(len(run), wide.total()), run
    return [*runs, *((width,) for width in wide.elements())]


def _next_run(
    hand: _Hand, runs: list[Run], wide: Counter[int], longest: int, limit: Run
) -> Run | None:
    """The highest run below the limit that some of the widths make, so that the whole is met."""
    starts = frozenset(range(len(hand.suit.steps)))
    for length in range(longest, 1, -1):
        below = limit if len(limit) == length else None
        for run in _grow(hand, runs, wide, length, (), starts):
            if below is None or run <= below:
                return run
    return None


def _grow(
    hand: _Hand,
    runs: list[Run],
    wide: Counter[int],
    length: int,
    run: Run,
    ends: frozenset[int],
) -> Iterator[Run]:
    """The runs of a length that begin with these widths and end on these steps, highest first."""
    if len(run) == length:
        yield run
        return
    steps, columns = hand.suit.steps, hand.columns
    for width in sorted(wide, reverse=True):
        fit = frozenset(step for step in ends if columns[steps[step].column] >= width)
        longer, rest = (*run, width), wide - Counter((width,))
        if not fit or not _may_begin(hand, runs, longer, rest, length):
            continue
        above = frozenset(step for below in fit for step in steps[below].above)
        yield from _grow(hand, runs, rest, length, longer, above)


def _may_begin(hand: _Hand, runs: list[Run], run: Run, rest: Counter[int], length: int) -> bool:
    """Whether a run may begin like this, or be this: the whole is owed and met."""
    if len(run) == 1:
        return True
    whole = shape_of([*runs, run, *((width,) for width in rest.elements())])
    draw = hand.draw
    if len(run) == length or (draw.partial and len(run) >= draw.min_length):
        return _can_be_owed(whole, hand.led, draw) and hand.meets(whole)
    return hand.meets(whole)


_Share: TypeAlias = tuple[Run, Run]
"""A led unit and the widths that it was given so far, from wide to narrow."""


@lru_cache(maxsize=_KEPT)
def _can_be_owed(whole: Shape, led: Shape, draw: Draw) -> bool:
    """Whether runs and sets can be shared out among the led units, each weakened or as it was.

    What the sets leave of a unit is single cards.
    """
    parts = sorted((run for run in whole if run != (1,)), key=lambda run: (len(run), run))
    units: tuple[_Share, ...] = tuple(sorted((run, ()) for run in led))
    return _share(tuple(parts), units, draw)


@lru_cache(maxsize=_KEPT)
def _share(parts: tuple[Run, ...], units: tuple[_Share, ...], draw: Draw) -> bool:
    if not parts:
        return True
    part, rest = parts[-1], parts[:-1]
    for at, (led, given) in enumerate(units):
        if (at and units[at - 1] == units[at]) or not may_draw(led, (part,), draw):
            continue
        widths = tuple(sorted((*given, *part), reverse=True))
        if not _is_weaker(widths, led):
            continue
        after = tuple(sorted((*units[:at], (led, widths), *units[at + 1 :])))
        if _share(rest, after, draw):
            return True
    return False


def _is_weaker(widths: Run, led: Run) -> bool:
    """Whether sets, filled up with single cards, are the led run or below it in the order."""
    spare = sum(led) - sum(widths)
    return spare >= 0 and (*widths, *((1,) * spare)) <= tuple(sorted(led, reverse=True))
