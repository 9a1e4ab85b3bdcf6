"""Singles, sets of one face, tractors, and every reading of a set of cards (牌型).

A *run* is what fills one part of a shape: widths of neighbouring ranks from low to high. `(1,)` is
a single, `(2,)` a pair, `(3,)` a triple, `(2, 2)` a tractor of two pairs; an uneven run such as
`(3, 2)` is never led, but may be what comes nearest to a led run. Cards may be wider or longer than
a shape asks: a pair fills two singles, a tractor of three pairs a tractor and a pair.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from shengji.engine.cards import Cards
from shengji.engine.order import NOT_TOLD, Columns, Order, Step, Suit, unit_key
from shengji.engine.rules import Rules

Run: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[Run, ...]
"""Runs, the largest first, see :func:`shape_of`."""
Path: TypeAlias = tuple[int, ...]
"""The steps of a suit's ladder that a run stands on, from low to high."""

_ANY_WIDTH: Final = 99
_KEPT: Final = 4096
"""How many results of one kind are remembered."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A single, a set of one face or a tractor, as read in a play."""

    width: int
    """Copies of each rank."""
    length: int
    """Consecutive ranks."""
    cards: Cards
    key: int
    """Rank among units of the same width and length."""

    @property
    def run(self) -> Run:
        return (self.width,) * self.length

    @property
    def size(self) -> int:
        return self.width * self.length


def run_size(run: Run) -> tuple[int, int]:
    """What makes a run the larger: its cards, then being a tractor."""
    return sum(run), len(run)


def shape_of(runs: Sequence[Run]) -> Shape:
    """Runs in canonical order, the largest first; of two tractors of one size the longer."""
    return tuple(sorted(runs, key=lambda run: (*run_size(run), run), reverse=True))


def columns_of(order: Order, suit: Suit, cards: Sequence[int]) -> Columns:
    """Cards of one effective suit as counts by column."""
    counts = [0] * len(suit.faces)
    column = order.column
    for card in cards:
        counts[column[card]] += 1
    return tuple(counts)


def common_suit(order: Order, cards: Sequence[int]) -> int:
    """The effective suit of all the cards, or NOT_TOLD where they have more than one."""
    suit = order.suit[cards[0]]
    return suit if all(order.suit[card] == suit for card in cards) else NOT_TOLD


# -- filling a shape ------------------------------------------------------------------------------


def paths(suit: Suit, counts: Sequence[int], run: Run) -> Iterator[Path]:
    """Where the counts hold a run; the strongest first."""
    steps = suit.steps
    for start in range(len(steps) - 1, -1, -1):
        if counts[steps[start].column] >= run[0]:
            yield from _continue(steps, counts, run, (start,))


def _continue(
    steps: tuple[Step, ...], counts: Sequence[int], run: Run, path: Path
) -> Iterator[Path]:
    if len(path) == len(run):
        yield path
        return
    width = run[len(path)]
    for step in reversed(steps[path[-1]].above):
        column = steps[step].column
        if counts[column] >= width and all(steps[below].column != column for below in path):
            yield from _continue(steps, counts, run, (*path, step))


def path_key(suit: Suit, path: Path) -> int:
    """The key of the unit that stands on a path."""
    return unit_key(suit.steps[path[-1]].place, suit.steps[path[0]].place)


def path_cards(suit: Suit, run: Run, path: Path) -> Cards:
    """The cards of a run on a path, in canonical order."""
    widths = zip(run, path, strict=True)
    return tuple(
        sorted(suit.faces[suit.steps[step].column] for width, step in widths for _ in range(width))
    )


def _take(suit: Suit, counts: list[int], run: Run, path: Path, sign: int) -> None:
    for width, step in zip(run, path, strict=True):
        counts[suit.steps[step].column] -= sign * width


def fillings(suit: Suit, counts: list[int], shape: Sequence[Run]) -> Iterator[tuple[Path, ...]]:
    """Every way in which the counts hold all runs of a shape, the strongest first.

    Equal runs must stand side by side in the shape; which of them stands where does not matter.
    The counts are what the runs leave over while a filling is looked at.
    """
    if not shape:
        yield ()
        return
    yield from _fill(suit, counts, shape, 0, None)


def _fill(
    suit: Suit, counts: list[int], shape: Sequence[Run], at: int, limit: Path | None
) -> Iterator[tuple[Path, ...]]:
    run = shape[at]
    for path in paths(suit, counts, run):
        if limit is not None and path > limit:
            continue
        _take(suit, counts, run, path, 1)
        if at + 1 == len(shape):
            yield (path,)
        else:
            following = path if shape[at + 1] == run else None
            for rest in _fill(suit, counts, shape, at + 1, following):
                yield (path, *rest)
        _take(suit, counts, run, path, -1)


@lru_cache(maxsize=_KEPT)
def fits(suit: Suit, columns: Columns, shape: Shape) -> bool:
    """Whether the cards hold the shape; single cards fill what is left."""
    if sum(columns) < sum(map(sum, shape)):
        return False
    runs = [run for run in shape if len(run) > 1]
    sets = tuple(sorted((run[0] for run in shape if len(run) == 1), reverse=True))
    if not runs:
        return packs(columns, sets)
    counts = list(columns)
    return any(packs(counts, sets) for _ in fillings(suit, counts, runs))


def packs(counts: Sequence[int], widths: tuple[int, ...]) -> bool:
    """Whether sets of these widths, from wide to narrow, can be taken out of the counts at once."""
    wide = tuple(width for width in widths if width > 1)
    if sum(counts) < sum(widths) or (wide and max(counts) < wide[0]):
        return False
    if not wide or wide[0] == 2:
        return sum(count >> 1 for count in counts) >= len(wide)
    return _packs(tuple(sorted(count for count in counts if count >= wide[-1])), wide)


@lru_cache(maxsize=_KEPT)
def _packs(counts: tuple[int, ...], widths: tuple[int, ...]) -> bool:
    """The same for sets wider than one. Counts ascend: sets are cut from the smallest that do."""
    if not widths:
        return True
    width, rest = widths[0], widths[1:]
    for at, count in enumerate(counts):
        if count >= width and (at == 0 or counts[at - 1] != count):
            left = sorted((*counts[:at], *counts[at + 1 :], count - width))
            if _packs(tuple(left), rest):
                return True
    return False


# -- readings of a lead ---------------------------------------------------------------------------


def _as_unit(suit: Suit, width: int, path: Path) -> Unit:
    cards = path_cards(suit, (width,) * len(path), path)
    return Unit(width, len(path), cards, path_key(suit, path))


def _strongest_first(units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda u: (u.size, u.length, u.key, u.cards), reverse=True))


def widest_tractor(rules: Rules) -> int:
    """The most copies of each rank that a tractor can have."""
    return _ANY_WIDTH if rules.titanic else 2


def _tractors(
    order: Order, suit: Suit, counts: Sequence[int], start: int
) -> list[tuple[int, Path]]:
    """The tractors that begin on a step, each as wide as its run allows, the shortest first."""
    steps = suit.steps
    found: list[tuple[int, Path]] = []
    widest = widest_tractor(order.rules)
    growing: list[tuple[int, Path]] = [(min(widest, counts[steps[start].column]), (start,))]
    while growing:
        longer: list[tuple[int, Path]] = []
        for width, path in growing:
            for step in steps[path[-1]].above:
                narrow = min(width, counts[steps[step].column])
                if narrow >= order.rules.tractor_min_width and _is_new(steps, path, step):
                    longer.append((narrow, (*path, step)))
        found += [part for part in longer if len(part[1]) >= order.rules.tractor_min_length]
        growing = longer
    return found


def _is_new(steps: tuple[Step, ...], path: Path, step: int) -> bool:
    """A face is not used twice, on two of its steps."""
    return all(steps[below].column != steps[step].column for below in path)


def _begins(order: Order, suit: Suit, counts: Sequence[int], start: int) -> list[tuple[int, Path]]:
    """What the lowest step can be read as: tractors, the shortest first, then all its copies.

    Copies are not read on their own where all tractors fit exactly: that would only tear them.
    """
    steps = suit.steps
    begins = _tractors(order, suit, counts, start)
    exact = all(counts[steps[step].column] == width for width, path in begins for step in path)
    if begins and exact and not _is_lower_twin(suit, start):
        return begins
    return [*begins, (counts[steps[start].column], (start,))]


def _is_lower_twin(suit: Suit, step: int) -> bool:
    """The second step of a face, which also stands higher up."""
    return any(other.column == suit.steps[step].column for other in suit.steps[step + 1 :])


def _without(suit: Suit, counts: Sequence[int], width: int, path: Path) -> list[int]:
    left = list(counts)
    _take(suit, left, (width,) * len(path), path, 1)
    return left


def _next_step(suit: Suit, counts: Sequence[int], start: int) -> int:
    steps = suit.steps
    while not counts[steps[start].column]:
        start += 1
    return start


def readings(order: Order, cards: Cards) -> Iterator[tuple[Unit, ...]]:
    """Every maximal reading of cards of one effective suit, each once, strongest unit first.

    Units are taken from the lowest card on; a tractor is as wide as its run, a set as the face.
    There can be very many: they are made one by one.
    """
    suit = order.suits[order.suit[cards[0]]]
    seen: set[tuple[Unit, ...]] = set()
    for parts in _read(order, suit, columns_of(order, suit, cards), 0):
        reading = _strongest_first([_as_unit(suit, *part) for part in parts])
        if reading not in seen:
            seen.add(reading)
            yield reading


def _read(
    order: Order, suit: Suit, counts: Sequence[int], start: int
) -> Iterator[tuple[tuple[int, Path], ...]]:
    if not any(counts):
        yield ()
        return
    start = _next_step(suit, counts, start)
    for width, path in _begins(order, suit, counts, start):
        if len(path) == 1 and _is_lower_twin(suit, start):
            yield from _read(order, suit, counts, start + 1)
            continue
        for rest in _read(order, suit, _without(suit, counts, width, path), start):
            yield ((width, path), *rest)


@lru_cache(maxsize=_KEPT)
def default_reading(order: Order, cards: Cards) -> tuple[Unit, ...]:
    """The reading that counts unless another is announced: one with the largest unit.

    A tractor is larger than a set of as many cards. Where several readings have it, low cards are
    rather read as sets. Source: tractor-online settings 6; of 666 77 it is 6677 and 6.
    """
    suit = order.suits[order.suit[cards[0]]]
    counts: Sequence[int] = columns_of(order, suit, cards)
    if not _has_tractor(order, suit, counts):
        return _strongest_first(
            [
                Unit(count, 1, (face,) * count, unit_key(strength, strength))
                for face, strength, count in zip(suit.faces, suit.strengths, counts, strict=True)
                if count
            ]
        )
    parts: list[tuple[int, Path]] = []
    start, largest = 0, _largest(order, suit, counts, 0)
    while any(counts):
        start = _next_step(suit, counts, start)
        counts, start, part = _best_begin(order, suit, counts, start, largest)
        if part is not None:
            parts.append(part)
            if _part_size(part) == largest:
                largest = (0, 0)
    return _strongest_first([_as_unit(suit, *part) for part in parts])


def _has_tractor(order: Order, suit: Suit, counts: Sequence[int]) -> bool:
    """Whether two neighbouring faces are wide enough for one."""
    least, steps = order.rules.tractor_min_width, suit.steps
    for step in steps:
        if counts[step.column] >= least:
            for above in step.above:
                if counts[steps[above].column] >= least:
                    return True
    return False


def _part_size(part: tuple[int, Path]) -> tuple[int, int]:
    width, path = part
    return width * len(path), min(len(path), 2)


def _largest(order: Order, suit: Suit, counts: Sequence[int], start: int) -> tuple[int, int]:
    """The size of the largest unit in any reading."""
    begins = (
        part
        for step in range(start, len(suit.steps))
        if counts[suit.steps[step].column]
        for part in _begins(order, suit, counts, step)
    )
    return max(map(_part_size, begins), default=(0, 0))


def _best_begin(
    order: Order, suit: Suit, counts: Sequence[int], start: int, largest: tuple[int, int]
) -> tuple[Sequence[int], int, tuple[int, Path] | None]:
    """The last way to begin that still leads to a unit of the largest size: what is left, it."""
    for part in reversed(_begins(order, suit, counts, start)):
        if len(part[1]) == 1 and _is_lower_twin(suit, start):
            if _largest(order, suit, counts, start + 1) >= largest:
                return counts, start + 1, None
            continue
        left = _without(suit, counts, *part)
        if _part_size(part) == largest or _largest(order, suit, left, start) >= largest:
            return left, start, part
    raise AssertionError("a unit of the largest size is in some reading")


def reading_of(order: Order, cards: Cards, announced: Sequence[Cards]) -> tuple[Unit, ...] | None:
    """The reading that was announced unit by unit, or None if it is none of the readings."""
    suit = order.suits[order.suit[cards[0]]]
    if sorted(card for unit in announced for card in unit) != sorted(cards):
        return None
    named = sorted(tuple(sorted(unit)) for unit in announced)
    parts = _read_as(order, suit, columns_of(order, suit, cards), 0, named)
    if parts is None:
        return None
    return _strongest_first([_as_unit(suit, *part) for part in parts])


def _read_as(
    order: Order, suit: Suit, counts: Sequence[int], start: int, named: list[Cards]
) -> tuple[tuple[int, Path], ...] | None:
    """One of the ways to read the counts that consists of the named units."""
    if not any(counts):
        return ()
    start = _next_step(suit, counts, start)
    for width, path in _begins(order, suit, counts, start):
        if len(path) == 1 and _is_lower_twin(suit, start):
            if (rest := _read_as(order, suit, counts, start + 1, named)) is not None:
                return rest
            continue
        cards = path_cards(suit, (width,) * len(path), path)
        if cards not in named:
            continue
        left = _without(suit, counts, width, path)
        others = named.copy()
        others.remove(cards)
        if (rest := _read_as(order, suit, left, start, others)) is not None:
            return ((width, path), *rest)
    return None


def enumerate_shape(
    order: Order, cards: Cards, shape: Shape, limit: int | None = None
) -> Iterator[tuple[Cards, ...]]:
    """The distinct ways in which cards of one suit fill a shape, by run, the strongest first."""
    suit = order.suits[order.suit[cards[0]]]
    counts = list(columns_of(order, suit, cards))
    for filling in islice(fillings(suit, counts, shape), limit):
        yield tuple(path_cards(suit, run, path) for run, path in zip(shape, filling, strict=True))
