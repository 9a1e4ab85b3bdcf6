"""What a lead draws: the led shape, or the nearest to it that a hand holds (有拖出拖，无拖出对).

Shapes of one size are ordered by the widths in them, then by how these join in runs, the longest
first: of six cards from two decks, a tractor of three pairs, a tractor and a pair, three pairs, a
tractor and two singles, two pairs, and so on. A led unit may be weakened to any shape of its size
that is lower in this order. Of a lead with several units, what is owed is the best of all that can
come of weakening any of them; or, as in the tractor-online engine, they are weakened one at a time
in a fixed order (option follow_throw). Sources: 000:131-133,193,337-339; 002:131-133,218.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from shengji.engine.play.shapes import Run, Shape, shape_of, widest_tractor
from shengji.engine.rules import Rules

_MOST: Final = 16
"""Cards of a unit wider than a pair of which the shapes below, some thousands, are still listed."""
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
    max_width: int


def draw_of(rules: Rules) -> Draw:
    return Draw(
        rules.follow_new_tractor,
        rules.follow_tractor_partial == "longest",
        rules.follow_throw == "in_turn",
        rules.tractor_min_width,
        rules.tractor_min_length,
        widest_tractor(rules),
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


def is_in_turn(shape: Shape, draw: Draw) -> bool:
    """Whether the order in which units are weakened matters.

    Units with very many steps below them are left to the other way of weakening.
    """
    if not draw.one_at_a_time or any(max(run) > 2 and sum(run) > _MOST for run in shape):
        return False
    return sum(run != (1,) for run in shape) > 1


def fallback_shapes(shape: Shape, draw: Draw) -> list[Shape]:
    """What is owed in place of a led shape, in order, down to single cards."""
    return list(ladder(shape, draw)[1:])


@lru_cache(maxsize=512)
def ladder(shape: Shape, draw: Draw) -> tuple[Shape, ...]:
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
        if all(may_draw(run, part, draw) for run, part in zip(shape, now, strict=True)):
            result.append(shape_of([run for unit in turn for run in now[unit]]))


def _below(run: Run) -> list[Shape]:
    """The shapes below a run, the weakest first."""
    shapes = _shapes(tuple(sorted(run, reverse=True)))
    return [shape for shape in reversed(shapes) if shape != (run,)]


def may_draw(led: Run, part: Shape, draw: Draw) -> bool:
    """Whether these runs may be owed for a led unit."""
    for run in part:
        if len(run) == 1 or run == led:
            continue
        if not (draw.partial if len(led) > 1 else draw.new_tractor):
            return False
        if len(run) < draw.min_length or min(run) < draw.min_width or max(run) > draw.max_width:
            return False
    return True
