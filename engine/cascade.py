"""What a lead draws: the led shape, or the nearest to it that a hand holds (有拖出拖，无拖出对).

Shapes of one size are ordered by the widths in them, then by how these join in runs, the longest
first: of six cards from two decks, a tractor of three pairs, a tractor and a pair, three pairs, a
tractor and two singles, two pairs, and so on. A led unit may be weakened to any shape of its size
that is lower in this order. Of a lead with several units, what is owed is the best of all that can
come of weakening any of them; or, as in the tractor-online engine, they are weakened one at a time
in a fixed order (option follow_throw). Sources: 000:131-133,193,337-339; 002:131-133,218.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from shengji.engine.order import Columns, Suit
from shengji.engine.rules import Rules
from shengji.engine.shapes import Run, Shape, fits, packs, paths, shape_of

_KEPT: Final = 8192
Rank: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, Run], ...]]


@dataclass(frozen=True, slots=True)
class Draw:
    """The options that say what may be owed: a part of the rules that is cheap to compare."""

    new_tractor: bool
    """A run may be owed where a set of one face was led."""
    partial: bool
    """A shorter run may be owed where a tractor was led."""
    one_at_a_time: bool
    min_width: int
    min_length: int


def draw_of(rules: Rules) -> Draw:
    return Draw(
        rules.follow_new_tractor,
        rules.follow_tractor_partial == "longest",
        rules.follow_throw == "in_turn",
        rules.tractor_min_width,
        rules.tractor_min_length,
    )


def rank(shape: Shape) -> Rank:
    """The place of a shape among those of its size; higher is stronger."""
    widths = tuple(sorted((width for run in shape for width in run), reverse=True))
    return widths, tuple(sorted(((len(run), run) for run in shape), reverse=True))


def shapes_of_size(size: int) -> list[Shape]:
    """Every shape of so many cards, the strongest first."""
    return _shapes_up_to((size,))


@lru_cache(maxsize=256)
def _shapes(widths: tuple[int, ...]) -> tuple[Shape, ...]:
    return tuple(_shapes_up_to(widths))


def _shapes_up_to(widths: tuple[int, ...]) -> list[Shape]:
    """The shapes whose widths are these or lower, the strongest first."""
    result: list[Shape] = []
    for lower in _lower_widths(widths):
        joined = {shape_of(runs) for runs in _joins(lower)}
        result += sorted(joined, key=rank, reverse=True)
    return result


def _lower_widths(widths: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Partitions of the same total from these widths down."""

    def split(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        for width in range(min(left, most), 0, -1):
            for rest in split(left - width, width):
                yield (width, *rest)

    return (lower for lower in split(sum(widths), widths[0]) if lower <= widths)


def _joins(widths: tuple[int, ...]) -> Iterator[tuple[Run, ...]]:
    """Every way to join widths above one into runs; singles stay alone."""
    wide = Counter(width for width in widths if width > 1)
    singles = ((1,),) * widths.count(1)
    for runs in _runs_of(wide, None):
        yield (*runs, *singles)


def _runs_of(wide: Counter[int], limit: Run | None) -> Iterator[tuple[Run, ...]]:
    if not wide.total():
        yield ()
        return
    for run in _sequences(wide, wide.total()):
        if limit is None or (len(run), run) <= (len(limit), limit):
            for rest in _runs_of(wide - Counter(run), run):
                yield (run, *rest)


def _sequences(wide: Counter[int], longest: int) -> Iterator[Run]:
    """The runs that can be made of some of the widths, each once."""
    for width in sorted(+wide, reverse=True):
        yield (width,)
        if longest > 1:
            for rest in _sequences(wide - Counter((width,)), longest - 1):
                yield (width, *rest)


# -- ladders --------------------------------------------------------------------------------------


def fallback_shapes(shape: Shape, draw: Draw) -> list[Shape]:
    """What is owed in place of a led shape, in order, down to single cards."""
    return list(_ladder(shape, draw)[1:])


@lru_cache(maxsize=512)
def _ladder(shape: Shape, draw: Draw) -> tuple[Shape, ...]:
    """The led shape and what is owed in its place, one unit weakened at a time.

    It is always the unit with the most steps left; of equals the one that came first so far.
    """
    left = [_below(run) for run in shape]
    now: list[Shape] = [(run,) for run in shape]
    result = [shape]
    turn = list(range(len(shape)))
    while True:
        turn.sort(key=lambda unit: len(left[unit]), reverse=True)
        if not left[turn[0]]:
            return tuple(dict.fromkeys(result))
        now[turn[0]] = left[turn[0]].pop()
        if all(_may_draw(run, part, draw) for run, part in zip(shape, now, strict=True)):
            result.append(shape_of([run for unit in turn for run in now[unit]]))


def _below(run: Run) -> list[Shape]:
    """The shapes below a run, the weakest first."""
    shapes = _shapes(tuple(sorted(run, reverse=True)))
    return [shape for shape in reversed(shapes) if shape != (run,)]


def _may_draw(led: Run, part: Shape, draw: Draw) -> bool:
    """Whether these runs may be owed for a led unit."""
    for run in part:
        if len(run) == 1 or run == led:
            continue
        if not (draw.partial if len(led) > 1 else draw.new_tractor):
            return False
        if len(run) < draw.min_length or min(run) < draw.min_width:
            return False
    return True


# -- what a hand owes -----------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def owed(suit: Suit, columns: Columns, shape: Shape, draw: Draw) -> Shape:
    """The first shape that the cards can meet, of those that may be owed for the led one.

    The cards must be at least as many as were led: then single cards are always met.
    """
    met = _first_met(suit, columns, shape, draw, exact=False)
    assert met is not None
    return met


@lru_cache(maxsize=_KEPT)
def owed_whole(suit: Suit, columns: Columns, shape: Shape, draw: Draw) -> Shape | None:
    """The same where no set need be broken: every face is given whole or not at all."""
    return _first_met(suit, columns, shape, draw, exact=True)


def _first_met(
    suit: Suit, columns: Columns, shape: Shape, draw: Draw, *, exact: bool
) -> Shape | None:
    meets = fits_whole if exact else fits
    if meets(suit, columns, shape):
        return shape
    if not is_in_turn(shape, draw):
        return _best(suit, columns, shape, draw, exact=exact)
    return next((lower for lower in _ladder(shape, draw) if meets(suit, columns, lower)), None)


def is_in_turn(shape: Shape, draw: Draw) -> bool:
    """Whether the order in which units are weakened matters."""
    return draw.one_at_a_time and sum(run != (1,) for run in shape) > 1


def is_above(met: Shape, other: Shape, led: Shape, draw: Draw) -> bool:
    """Whether the first of two shapes is owed before the second."""
    if is_in_turn(led, draw):
        ladder = _ladder(led, draw)
        return ladder.index(met) < ladder.index(other)
    return rank(met) > rank(other)


@lru_cache(maxsize=_KEPT)
def fits_whole(suit: Suit, columns: Columns, shape: Shape) -> bool:
    """Whether the shape can be filled with faces of which every copy is used."""
    runs = [run for run in shape if len(run) > 1]
    sets = Counter(run[0] for run in shape if len(run) == 1)
    return _fill_whole(suit, list(columns), runs, sets)


def _fill_whole(suit: Suit, counts: list[int], runs: list[Run], sets: Counter[int]) -> bool:
    if not runs:
        return _packs_whole(counts, sets)
    for path in paths(suit, counts, runs[0]):
        columns = [suit.steps[step].column for step in path]
        if all(counts[at] == width for at, width in zip(columns, runs[0], strict=True)):
            left = [0 if at in columns else count for at, count in enumerate(counts)]
            if _fill_whole(suit, left, runs[1:], sets):
                return True
    return False


def _packs_whole(counts: Sequence[int], sets: Counter[int]) -> bool:
    return sets <= Counter(counts)


def _best(suit: Suit, columns: Columns, shape: Shape, draw: Draw, *, exact: bool) -> Shape | None:
    """The highest shape the cards can meet that comes of weakening any of the led units."""
    for widths in _widths(columns, shape, exact=exact):
        singles = widths.count(1)
        wide = widths[: len(widths) - singles]
        ones = ((1,),) * singles
        runs, sets = _best_runs(suit, columns, shape, draw, wide, ones, exact=exact)
        return shape_of([*runs, *((width,) for width in sets), *ones])
    return None


def _widths(columns: Columns, shape: Shape, *, exact: bool) -> Iterator[tuple[int, ...]]:
    """Widths that the cards hold as sets and the led units can be split into, the highest first."""
    size = sum(map(sum, shape))
    states = frozenset((tuple(sorted((_led_state(run) for run in shape), key=repr)),))
    top = min(max(columns), max(map(max, shape)))
    return _split(columns, size, (), states, top, exact=exact)


def _split(
    columns: Columns,
    size: int,
    chosen: tuple[int, ...],
    states: frozenset[tuple["_State", ...]],
    top: int,
    *,
    exact: bool,
) -> Iterator[tuple[int, ...]]:
    left = size - sum(chosen)
    for width in range(min(top, left), 1, -1):
        following = frozenset(after for state in states for after in _give(state, width))
        if following and _holds(columns, (*chosen, width), exact=exact):
            yield from _split(columns, size, (*chosen, width), following, width, exact=exact)
    if _holds(columns, whole := (*chosen, *((1,) * left)), exact=exact):
        yield whole


def _holds(columns: Columns, widths: tuple[int, ...], *, exact: bool) -> bool:
    return _packs_whole(columns, Counter(widths)) if exact else packs(columns, widths)


_State: TypeAlias = tuple[bool, tuple[int, ...]]
"""A led unit, split so far: whether as led up to now, and what is left of it."""


def _led_state(run: Run) -> _State:
    return True, tuple(sorted(run, reverse=True))


def _give(state: tuple[_State, ...], width: int) -> Iterator[tuple[_State, ...]]:
    """The states after one of the led units has given up a set of this width."""
    for at, (as_led, left) in enumerate(state):
        if at and state[at - 1] == state[at]:
            continue
        if not left or (width > left[0]):
            continue
        rest = left[1:] if as_led and width == left[0] else (sum(left) - width,)
        after = (as_led and width == left[0], tuple(part for part in rest if part))
        yield tuple(sorted((*state[:at], *state[at + 1 :], after), key=repr))


def _best_runs(
    suit: Suit,
    columns: Columns,
    shape: Shape,
    draw: Draw,
    wide: tuple[int, ...],
    ones: Shape,
    *,
    exact: bool,
) -> tuple[list[Run], tuple[int, ...]]:
    """The longest runs into which sets of these widths can be joined, and the sets left alone."""
    runs: list[Run] = []
    left = Counter(wide)
    meets = fits_whole if exact else fits
    longest, limit = len(wide), wide
    while longest > 1:
        for run in _joined_runs(suit, columns, left, longest, limit):
            sets = tuple((width,) for width in (left - Counter(run)).elements())
            whole = shape_of([*runs, run, *sets, *ones])
            if _can_be_owed(whole, shape, draw) and meets(suit, columns, whole):
                runs.append(run)
                left -= Counter(run)
                longest, limit = min(len(run), left.total()), run
                break
        else:
            break
    return runs, tuple(sorted(left.elements(), reverse=True))


def _joined_runs(
    suit: Suit, columns: Columns, widths: Counter[int], longest: int, limit: Run
) -> Iterator[Run]:
    """The runs that some of these widths make and the cards hold, from the limit down."""
    for length in range(longest, 1, -1):
        for run in _held_runs(suit, columns, widths, length):
            if len(limit) > length or run <= limit:
                yield run


def _held_runs(suit: Suit, columns: Columns, widths: Counter[int], length: int) -> Iterator[Run]:
    """The runs of a length, drawn from these widths, of which the cards hold one; highest first."""
    starts = frozenset(range(len(suit.steps)))
    yield from _grow(suit, columns, widths, length, (), starts)


def _grow(
    suit: Suit,
    columns: Columns,
    widths: Counter[int],
    length: int,
    run: Run,
    ends: frozenset[int],
) -> Iterator[Run]:
    if len(run) == length:
        yield run
        return
    for width in sorted(+widths, reverse=True):
        fit = frozenset(step for step in ends if columns[suit.steps[step].column] >= width)
        last = len(run) + 1 == length
        following = fit if last else frozenset(up for step in fit for up in suit.steps[step].above)
        if following:
            rest = widths - Counter((width,))
            yield from _grow(suit, columns, rest, length, (*run, width), following)


@lru_cache(maxsize=_KEPT)
def _can_be_owed(whole: Shape, led: Shape, draw: Draw) -> bool:
    """Whether runs and sets can be shared out among the led units, each weakened or as it was.

    What the sets leave of a unit is single cards.
    """
    units = sorted(led, key=lambda run: (len(run), run), reverse=True)
    parts = sorted((run for run in whole if run != (1,)), key=lambda run: (len(run), run))
    return _share(parts, [(run, ()) for run in units], draw)


def _share(parts: list[Run], units: list[tuple[Run, tuple[Run, ...]]], draw: Draw) -> bool:
    if not parts:
        return True
    part, rest = parts[-1], parts[:-1]
    for at, (led, given) in enumerate(units):
        if at and units[at - 1] == units[at]:
            continue
        after = (*given, part)
        if not (_is_weaker(after, led) and _may_draw(led, after, draw)):
            continue
        if _share(rest, [*units[:at], (led, after), *units[at + 1 :]], draw):
            return True
    return False


def _is_weaker(parts: tuple[Run, ...], led: Run) -> bool:
    """Whether parts, filled up with single cards, are the led run or below it in the order."""
    spare = sum(led) - sum(map(sum, parts))
    if spare < 0:
        return False
    widths = sorted((width for run in parts for width in run), reverse=True) + [1] * spare
    return widths <= sorted(led, reverse=True)
