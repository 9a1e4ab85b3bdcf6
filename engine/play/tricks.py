"""Leads, and who wins a trick (比大小, 毙, 盖毙).

A lead can be beaten by a play that is wholly of the led suit or wholly trump and can be read in the
led shape. Equal never beats: the first played stands (同大先出为大). A play may be read in any way
that fits; any winning one counts. Sources: 000:81,131-137,193,323; 002:135,213,222.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from shengji.engine.cards import FACES, Cards
from shengji.engine.faults import Fault, Rule
from shengji.engine.order import (
    NOT_TOLD,
    RAINBOW,
    TRUMP,
    Columns,
    Order,
    Standing,
    Suit,
    standing_key,
    unit_key,
)
from shengji.engine.play.bombs import is_bomb
from shengji.engine.play.rainbows import rainbow_standing, rainbow_units
from shengji.engine.play.shapes import (
    Path,
    Run,
    Shape,
    Unit,
    columns_of,
    common_suit,
    default_reading,
    fillings,
    fits,
    path_key,
    paths,
    reading_of,
    shape_of,
)

_KEPT: Final = 4096


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead as read: what the others must answer and beat."""

    suit: int
    """Effective suit."""
    size: int
    shape: Shape
    units: tuple[Unit, ...]
    """The reading, strongest unit first."""
    standing: Standing
    """How the lead itself stands in the trick."""

    @property
    def is_throw(self) -> bool:
        """More than one unit (甩牌)."""
        return len(self.shape) > 1


def read_lead(order: Order, cards: Cards, announced: Sequence[Cards] = ()) -> Lead | Fault:
    """The lead that the cards are, in the announced reading or the default one.

    Whether it may be led is another question: :func:`lead_fault`.
    """
    if announced:
        return _read_announced(order, cards, announced)
    card = cards[0]
    if card == cards[-1] < FACES:
        standing = order.standing[card]
        if order.bombs and is_bomb(cards):
            standing = order.bombs[card]
        return _one_face(order.suit[card], cards, order.strength[card], standing)
    return _read_lead(order, cards)


@lru_cache(maxsize=_KEPT)
def _one_face(suit: int, cards: Cards, strength: int, standing: Standing) -> Lead:
    """A single card or a set: most leads are, and few are different over all orders."""
    unit = Unit(len(cards), 1, cards, unit_key(strength, strength))
    return Lead(suit, unit.size, (unit.run,), (unit,), standing)


@lru_cache(maxsize=_KEPT)
def _read_lead(order: Order, cards: Cards) -> Lead | Fault:
    suit = common_suit(order, cards)
    if suit == NOT_TOLD:
        return _read_rainbow(order, cards)
    return _lead(order, suit, cards, default_reading(order, cards))


def _read_rainbow(order: Order, cards: Cards) -> Lead | Fault:
    units = rainbow_units(order, cards)
    if units is None:
        return Fault(Rule.LEAD_SUIT, cards=cards)
    shape = shape_of([unit.run for unit in units])
    return Lead(RAINBOW, len(cards), shape, units, rainbow_standing(cards, shape) or ())


def _read_announced(order: Order, cards: Cards, announced: Sequence[Cards]) -> Lead | Fault:
    suit = common_suit(order, cards)
    if suit == NOT_TOLD:
        lead = _read_rainbow(order, cards)
        if isinstance(lead, Lead) and not _are_units(lead, announced):
            return Fault(Rule.LEAD_READING, cards=cards)
        return lead
    units = reading_of(order, cards, announced)
    if units is None:
        return Fault(Rule.LEAD_READING, cards=cards)
    return _lead(order, suit, cards, units)


def _lead(order: Order, suit: int, cards: Cards, units: tuple[Unit, ...]) -> Lead:
    shape = shape_of([unit.run for unit in units])
    return Lead(suit, len(cards), shape, units, _led_standing(order, suit, cards, shape, units))


def _are_units(lead: Lead, announced: Sequence[Cards]) -> bool:
    """Whether the units of a lead are those announced, in any order."""
    return sorted(unit.cards for unit in lead.units) == sorted(map(_sorted, announced))


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def lead_fault(order: Order, lead: Lead) -> Fault | None:
    """The rule that a lead of these units breaks, if any: where throws are forbidden."""
    allowed = order.rules.throw_allowed
    if lead.is_throw and (allowed == "no" or (allowed == "side_suits" and lead.suit == TRUMP)):
        return Fault(Rule.THROW_FORBIDDEN, option="throw_allowed")
    return None


def _led_standing(
    order: Order, suit: int, cards: Cards, shape: Shape, units: tuple[Unit, ...]
) -> Standing:
    if order.bombs and len(units) == 1 and is_bomb(cards):
        return order.bombs[cards[0]]
    keys = tuple(standing_key(unit.key, suit) for unit in units)
    compare = order.rules.throw_compare
    if len(shape) == 1 or compare == "largest":
        return keys[:1]
    if compare == "highest":
        return (_highest(order, cards),)
    return keys if compare == "all" else keys[: _that_count(shape)]


def _highest(order: Order, cards: Cards) -> int:
    return max(order.standing[card][0] for card in cards)


def beats(order: Order, lead: Lead, best: Standing, cards: Cards) -> Standing | None:
    """How `cards` stand if they beat what stands in the trick so far; None if they do not.

    A trick begins with `lead.standing`; what is returned is the `best` of the next call. The cards
    must be as many as were led.
    """
    if lead.suit == RAINBOW:
        return _higher(rainbow_standing(cards, lead.shape), best)
    if order.bombs and is_bomb(cards):
        return _higher(order.bombs[cards[0]], best)
    suit = order.suit[cards[0]]
    if suit != lead.suit:
        if suit != TRUMP:
            return None
        if order.any_ruff:
            return _loose_ruff(order, best, cards)
    if lead.shape[0][0] == lead.size:
        standing = order.standing[cards[0]]
        return standing if standing > best and cards[0] == cards[-1] else None
    if common_suit(order, cards) == NOT_TOLD:
        return None
    return _contend(order, lead.shape, best, cards, suit)


def _higher(standing: Standing | None, best: Standing) -> Standing | None:
    return standing if standing is not None and standing > best else None


def _loose_ruff(order: Order, best: Standing, cards: Cards) -> Standing | None:
    """A ruff that needs no shape: by its highest card."""
    if common_suit(order, cards) == NOT_TOLD:
        return None
    return _higher((_highest(order, cards),), best)


def _contend(
    order: Order, shape: Shape, best: Standing, cards: Cards, index: int
) -> Standing | None:
    suit = order.suits[index]
    columns = columns_of(order, suit, cards)
    compare = order.rules.throw_compare
    if not fits(suit, columns, shape):
        return None
    if compare == "all" and len(shape) > 1:
        # A bomb stands, or a ruff without the shape: neither has a key for each unit.
        if len(best) != len(shape):
            return None
        return _unit_by_unit(suit, columns, shape, best)
    standing = _standing(order, suit, columns, shape, cards)
    return standing if standing > best else None


def _standing(order: Order, suit: Suit, columns: Columns, shape: Shape, cards: Cards) -> Standing:
    """How a play that fits stands where one number or one row of them decides."""
    compare = order.rules.throw_compare
    if len(shape) == 1 or compare == "largest":
        return (standing_key(_largest_key(suit, columns, shape), suit.index),)
    if compare == "highest":
        return (_highest(order, cards),)
    return _in_order(suit, columns, shape)


@lru_cache(maxsize=_KEPT)
def _largest_key(suit: Suit, columns: Columns, shape: Shape) -> int:
    """The highest key that the largest unit can have in a reading of this shape."""
    run, rest = shape[0], shape[1:]
    best = -1
    counts = list(columns)
    for path in paths(suit, columns, run):
        key = path_key(suit, path)
        if key > best:
            left = tuple(_left(suit, counts, run, path))
            if fits(suit, left, rest):
                best = key
    return best


def _left(suit: Suit, counts: list[int], run: Run, path: Path) -> list[int]:
    left = counts.copy()
    for width, step in zip(run, path, strict=True):
        left[suit.steps[step].column] -= width
    return left


# -- comparing unit by unit -----------------------------------------------------------------------


def _in_order(suit: Suit, columns: Columns, shape: Shape) -> Standing:
    """The keys from the largest unit on, in the best reading; singles only where all are."""
    number = _that_count(shape)
    return max(standing[:number] for standing in _standings(suit, columns, shape))


def _that_count(shape: Shape) -> int:
    """How many units count where single cards do only if nothing else was led."""
    return sum(run != (1,) for run in shape) or len(shape)


def _unit_by_unit(suit: Suit, columns: Columns, shape: Shape, best: Standing) -> Standing | None:
    """The standing of a reading of which every unit beats its counterpart.

    Of several the one with the strongest single cards stands, then with the strongest pairs and so
    on to the longest tractors: as the tractor-online engine finds them.
    """
    winning = [
        standing
        for standing in _standings(suit, columns, shape)
        if all(ours > theirs for ours, theirs in zip(standing, best, strict=True))
    ]
    return max(winning, key=lambda standing: _precedence(standing, shape), default=None)


def _precedence(standing: Standing, shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Small units first; sets by their weakest, tractors by their strongest."""
    keys: dict[Run, list[int]] = {}
    for run, key in zip(shape, standing, strict=True):
        keys.setdefault(run, []).append(key)
    return tuple(tuple(sorted(keys[run], reverse=len(run) > 1)) for run in sorted(keys))


def _standings(suit: Suit, columns: Columns, shape: Shape) -> Iterator[Standing]:
    """Every standing that a play can have in a shape: keys by unit, equal runs from high down."""
    runs = [run for run in shape if run != (1,)]
    counts = list(columns)
    seen: set[Standing] = set()
    for filling in fillings(suit, counts, runs):
        keys = [standing_key(path_key(suit, path), suit.index) for path in filling]
        keys += _single_keys(suit, counts)
        standing = tuple(_sorted_in_shape(keys, shape))
        if standing not in seen:
            seen.add(standing)
            yield standing


def _single_keys(suit: Suit, counts: Sequence[int]) -> list[int]:
    return [
        standing_key(unit_key(strength, strength), suit.index)
        for strength, count in zip(reversed(suit.strengths), reversed(counts), strict=True)
        for _ in range(count)
    ]


def _sorted_in_shape(keys: list[int], shape: Shape) -> Iterator[int]:
    at = 0
    while at < len(shape):
        same = shape.count(shape[at])
        yield from sorted(keys[at : at + same], reverse=True)
        at += same


def winner(order: Order, lead: Lead, answers: Sequence[Cards]) -> int:
    """The index of the winning play: 0 for the lead, 1 for the first answer and so on."""
    best, won = lead.standing, 0
    for number, cards in enumerate(answers, 1):
        standing = beats(order, lead, best, cards)
        if standing is not None:
            best, won = standing, number
    return won
