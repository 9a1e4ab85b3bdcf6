"""Rainbows (彩虹): cards of one rank over four suits led together, and what answers them.

A rainbow is answered by as many cards of one rank where the hand has them, of any suits; the
highest rank wins. Several rainbows led together are a throw. No trump and no bomb beats one.
Source: tractor-online settings 1 (compound_formats.rainbows).
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from shengji.engine.cards import LITTLE_JOKER, Cards, face_of
from shengji.engine.order import Columns, Order, Standing, unit_key
from shengji.engine.play.shapes import Run, Shape, Unit, packs

_SUITS: Final = 4
"""Effective suits that a rainbow must have."""
_HIGH_TO_LOW: Final = range(12, -1, -1)


def ranks_held(held: Sequence[int]) -> Columns:
    """By rank from two to ace, how many cards of it a holding (counts by face) has."""
    return tuple(sum(held[face_of(suit, rank)] for suit in range(4)) for rank in range(13))


def rainbow_units(order: Order, cards: Cards) -> tuple[Unit, ...] | None:
    """The rainbows that cards led together are, strongest first, or None where they are none."""
    fewest = order.rules.rainbow
    if not fewest or len(cards) < fewest or cards[-1] >= LITTLE_JOKER:
        return None
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(card % 13, []).append(card)
    for group in groups.values():
        if len(group) < fewest or len({order.suit[card] for card in group}) < _SUITS:
            return None
    units = [
        Unit(len(group), 1, tuple(group), unit_key(rank, rank)) for rank, group in groups.items()
    ]
    return tuple(sorted(units, key=lambda unit: (unit.size, unit.key), reverse=True))


def rainbow_standing(cards: Sequence[int], shape: Shape) -> Standing | None:
    """The ranks in which cards fill the units of a rainbow lead, high ones first; None if not.

    The largest unit takes the highest rank that has cards enough.
    """
    left = [0] * 13
    for card in cards:
        if card < LITTLE_JOKER:
            left[card % 13] += 1
    ranks: list[int] = []
    for (width,) in shape:
        rank = next((rank for rank in _HIGH_TO_LOW if left[rank] >= width), None)
        if rank is None:
            return None
        left[rank] -= width
        ranks.append(rank)
    return tuple(sorted(ranks, reverse=True))


def can_answer(held: Sequence[int], shape: Shape) -> bool:
    """Whether a holding has cards of one rank for every unit of a rainbow lead."""
    return packs(ranks_held(held), tuple(run[0] for run in shape))


def rainbow_answers(held: Sequence[int], shape: Shape) -> Iterator[Cards]:
    """Every set of cards that answers a rainbow lead alike, each once; none where none can."""
    numbers = {tuple(taken) for taken in _ranks_taken(list(ranks_held(held)), shape)}
    for taken in sorted(numbers):
        ways = [list(_of_rank(held, rank, taken[rank])) for rank in range(13) if taken[rank]]
        for chosen in product(*ways):
            yield tuple(sorted(card for cards in chosen for card in cards))


def _ranks_taken(left: list[int], shape: Sequence[Run]) -> Iterator[list[int]]:
    """By rank, how many cards of it the units of a rainbow can take."""
    if not shape:
        yield [0] * 13
        return
    width = shape[0][0]
    for rank in range(13):
        if left[rank] >= width:
            left[rank] -= width
            for taken in _ranks_taken(left, shape[1:]):
                taken[rank] += width
                yield taken
            left[rank] += width


def _of_rank(held: Sequence[int], rank: int, number: int, suit: int = 0) -> Iterator[Cards]:
    """Every set of so many cards of a rank."""
    if suit == 4:
        if not number:
            yield ()
        return
    face = face_of(suit, rank)
    for copies in range(min(held[face], number), -1, -1):
        for rest in _of_rank(held, rank, number - copies, suit + 1):
            yield (face,) * copies + rest


def rainbow_leads(
    order: Order, held: Sequence[int], rank: int = 0, *, throws: bool
) -> Iterator[Cards]:
    """Every rainbow of a rank or higher ones that may be led, and throws of several of them."""
    if not order.rules.rainbow or rank == 13:
        return
    for size in range(order.rules.rainbow, ranks_held(held)[rank] + 1):
        for cards in _of_rank(held, rank, size):
            if rainbow_units(order, cards) is not None:
                yield cards
                if throws:
                    for others in rainbow_leads(order, held, rank + 1, throws=True):
                        yield tuple(sorted(cards + others))
    yield from rainbow_leads(order, held, rank + 1, throws=throws)


def rainbow_beaten_by(hands: Sequence[tuple[int, Sequence[int]]], unit: Unit) -> tuple[int, ...]:
    """The seats that hold as many cards of a higher rank."""
    above = unit.cards[0] % 13 + 1
    return tuple(
        seat for seat, held in hands if any(n >= unit.width for n in ranks_held(held)[above:])
    )
