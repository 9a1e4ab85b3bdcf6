"""The order of the cards under (rules, level, trump), compiled once into tables (大小, 主牌, 相邻).

An *effective suit* is what has to be followed: the four side suits without their trumps, and the
trumps. Within one, cards have strengths, equal for cards that do not beat one another (副级牌同大),
and steps to the next higher cards that continue a tractor. Sources: 000:37-65,111,311-321,345-347;
001:47,109; 002:117,193-201; tractor-online settings 6.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from shengji.engine.cards import (
    BIG_JOKER,
    CODES,
    FACES,
    LITTLE_JOKER,
    NO_TRUMP,
    Cards,
    face_of,
)
from shengji.engine.play.bombs import bomb_key
from shengji.engine.rules import LEVELS, Rules

TRUMP: Final = 4
"""The effective suit of all trumps; side suits are 0 to 3 as printed."""
RAINBOW: Final = 5
"""In place of an effective suit: a lead of one rank over four suits, see the rainbows."""
NOT_TOLD: Final = -1
"""In place of an effective suit: an unknown card, which may be a level card, does not tell."""
NO_LEVEL: Final = 13
"""In place of a level rank: the no-trump level, at which no rank is trump."""

Columns: TypeAlias = tuple[int, ...]
"""How many cards of each face of one effective suit, from low to high."""
Standing: TypeAlias = tuple[int, ...]
"""How a play stands in its trick: the keys of what counts, see :mod:`.play.tricks`."""

_KEY_BASE: Final = 64
_TRUMP_KEY: Final = _KEY_BASE * _KEY_BASE
"""Added to the keys of trumps, so that any trump is above any other card."""

# Strengths in trump. Cards of the trump suit have their rank, 0 to 12.
_PERMANENT: Final = 20
_SIDE_LEVEL: Final = 50
_MAIN_LEVEL: Final = 51
_LITTLE: Final = 52
_BIG: Final = 53


def unit_key(top: int, bottom: int) -> int:
    """The rank of a unit among units of one shape: by its top, then by its bottom.

    Where the level rank keeps its natural neighbours too, 3355 at level 4 is below 4455.
    """
    return _KEY_BASE * top + bottom


def key_bottom(key: int) -> int:
    """The place of the lowest card of the unit with this key."""
    return key % _KEY_BASE


def standing_key(key: int, suit: int) -> int:
    """A unit's key as it counts in a trick, where trump is above all."""
    return key + _TRUMP_KEY if suit == TRUMP else key


_STANDINGS: Final = tuple(
    tuple((standing_key(unit_key(strength, strength), suit),) for strength in range(_BIG + 1))
    for suit in (0, TRUMP)
)
"""How a set of one face stands, by whether it is trump and by its strength."""


class Step(NamedTuple):
    """One rung of the ladder on which tractors are built.

    Every face has one; the level card of the trump suit has a second, lower one where it also joins
    its natural neighbours.
    """

    column: int
    """Place of the face within its effective suit."""
    place: int
    """Height on the ladder; the strength, but for that second step."""
    above: tuple[int, ...]
    """The steps that may come next in a tractor."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Suit:
    """The cards of one effective suit, from low to high."""

    index: int
    faces: Cards
    strengths: tuple[int, ...]
    """By column."""
    steps: tuple[Step, ...]
    """From low to high."""
    pick: Callable[[Sequence[int]], Columns]
    """Its columns out of the counts of a holding."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Order:
    """The compiled order. Compared by identity: :func:`compile_order` gives one for each case."""

    rules: Rules
    level: int
    trump: int
    suit: tuple[int, ...]
    """Effective suit by code; NOT_TOLD for unknown cards."""
    strength: tuple[int, ...]
    """By face; comparable within one effective suit only."""
    column: tuple[int, ...]
    """Place of a face within its effective suit."""
    suits: tuple[Suit, ...]
    """By effective suit."""
    standing: tuple[Standing, ...]
    """By face: how it stands when played alone, or as copies of itself."""
    bombs: tuple[Standing, ...]
    """By face: how a bomb of it stands; empty under rules without bombs."""
    any_ruff: bool
    """Any trumps ruff, whatever their shape (option ruff_structure)."""

    def successors(self, face: int) -> Cards:
        """The faces that may stand next above a face in a tractor."""
        suit = self.suits[self.suit[face]]
        own = (step for step in suit.steps if suit.faces[step.column] == face)
        above = {suit.faces[suit.steps[other].column] for step in own for other in step.above}
        return tuple(sorted(above))


@lru_cache(maxsize=256)
def compile_order(rules: Rules, level: int, trump: int) -> Order:
    """The order of a hand. `level` is a rank or NO_LEVEL, `trump` a suit or NO_TRUMP."""
    return _compile(rules, level, trump)


def _compile(rules: Rules, level: int, trump: int) -> Order:
    special = _special_ranks(rules, level, trump)
    sides = _sides(special, rules.tractor_level_gap)
    trumps = _trump_suit(rules, level, trump, special)
    if trump == NO_TRUMP:
        return _tables(rules, level, trump, (*sides.suits, trumps), sides)
    suits = (*sides.suits[:trump], _no_suit(trump), *sides.suits[trump + 1 :], trumps)
    return _tables(rules, level, trump, suits, sides)


@lru_cache(maxsize=256)
def _trump_suit(rules: Rules, level: int, trump: int, special: tuple[int, ...]) -> Suit:
    """The trumps; whichever suit is trump, only the faces differ."""
    if trump > 0:
        spades = _trump_suit(rules, level, 0, special)
        mapped = (_swapped(face, trump) for face in spades.faces)
        faces = tuple(face for _, face in sorted(zip(spades.strengths, mapped, strict=True)))
        return Suit(TRUMP, faces, spades.strengths, spades.steps, _picker(faces))
    ladder = _trump_rungs(rules, level, trump, special)
    natural = None
    if trump != NO_TRUMP:
        joined = rules.tractor_side_level_ace and bool(special)
        ladder = _join(_side_rungs(trump, special, rules.tractor_level_gap), ladder, joined)
        if rules.tractor_level_natural and level != NO_LEVEL:
            natural = face_of(trump, level)
    return _suit(TRUMP, ladder, natural)


def _swapped(face: int, suit: int) -> int:
    """The face with spades and another suit in each other's place."""
    if face >= LITTLE_JOKER:
        return face
    printed, rank = divmod(face, 13)
    return face_of({0: suit, suit: 0}.get(printed, printed), rank)


def _special_ranks(rules: Rules, level: int, trump: int) -> tuple[int, ...]:
    """The ranks whose cards are trump in every suit, from low to high, the level rank last."""
    if trump == NO_TRUMP and rules.no_trump_set == "jokers":
        return ()
    named = "" if rules.permanent_trumps == "none" else rules.permanent_trumps
    permanent = tuple(rank for rank in map(LEVELS.index, named) if rank != level)
    return permanent if level == NO_LEVEL else (*permanent, level)


@dataclass(slots=True)
class _Rung:
    """Faces of one strength, and whether the rung above continues a tractor."""

    faces: Cards
    strength: int
    joined: bool = True


@dataclass(frozen=True, slots=True)
class _Sides:
    """The four side suits, and the tables of an order in which there is nothing else."""

    suits: tuple[Suit, ...]
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    column: tuple[int, ...]
    standing: tuple[Standing, ...]


@lru_cache(maxsize=64)
def _sides(special: tuple[int, ...], gap: bool) -> _Sides:
    """The side suits are the same whichever suit is trump, so what is known of them is shared."""
    spades = _suit(0, _side_rungs(0, special, gap))
    suits = [spades]
    for suit in range(1, 4):
        faces = tuple(face_of(suit, rank) for rank in spades.faces)
        suits.append(Suit(suit, faces, spades.strengths, spades.steps, _picker(faces)))
    suit_of, strength, column = [NOT_TOLD] * CODES, [0] * FACES, [0] * FACES
    standing: list[Standing] = [()] * FACES
    for each in suits:
        _enter(each, suit_of, strength, column, standing)
    return _Sides(tuple(suits), tuple(suit_of), tuple(strength), tuple(column), tuple(standing))


@lru_cache(maxsize=4)
def _no_suit(index: int) -> Suit:
    return _suit(index, [])


def _side_rungs(suit: int, special: tuple[int, ...], gap: bool) -> list[_Rung]:
    """What is left of a printed suit once the special ranks are taken out; gaps close or not."""
    ranks = [rank for rank in range(13) if rank not in special]
    rungs = [_Rung((face_of(suit, rank),), rank) for rank in ranks]
    for rung, rank, above in zip(rungs, ranks, ranks[1:], strict=False):
        rung.joined = gap or above == rank + 1
    return rungs


def _join(lower: list[_Rung], upper: list[_Rung], joined: bool) -> list[_Rung]:
    if lower:
        lower[-1].joined = joined
    return [*lower, *upper]


def _trump_rungs(rules: Rules, level: int, trump: int, special: tuple[int, ...]) -> list[_Rung]:
    """Trumps above the trump suit: permanent ranks, level cards, jokers."""
    ladder: list[_Rung] = []
    for number, rank in enumerate(special):
        side = _SIDE_LEVEL if rank == level else _PERMANENT + 2 * number
        ladder = _join(
            ladder, _special_rungs(rules, trump, rank, side), rules.tractor_side_level_ace
        )
    with_trump = rules.tractor_little_joker_main and level in special
    joined = rules.tractor_no_trump_joker_level if trump == NO_TRUMP else with_trump
    jokers = [_Rung((LITTLE_JOKER,), _LITTLE, rules.tractor_jokers), _Rung((BIG_JOKER,), _BIG)]
    return _join(ladder, jokers, joined and level in special)


def _special_rungs(rules: Rules, trump: int, rank: int, side: int) -> list[_Rung]:
    """The cards of a special rank: all alike in no-trump, else that of the trump suit on top."""
    others = tuple(face_of(suit, rank) for suit in range(4) if suit != trump)
    if trump == NO_TRUMP:
        return [_Rung(others, side)]
    main = _Rung((face_of(trump, rank),), side + 1)
    return [_Rung(others, side, rules.tractor_main_side_level), main]


def _suit(index: int, ladder: list[_Rung], natural: int | None = None) -> Suit:
    faces = tuple(face for rung in ladder for face in rung.faces)
    strengths = tuple(rung.strength for rung in ladder for _ in rung.faces)
    steps = _plain_steps(ladder)
    if natural is not None:
        steps = _with_natural_step(steps, faces, natural)
    return Suit(index, faces, strengths, steps, _picker(faces))


def _plain_steps(ladder: list[_Rung]) -> tuple[Step, ...]:
    """A step for each face: those of one rung are alike, and lead to all of the next."""
    steps: list[Step] = []
    for rung, higher in zip_longest(ladder, ladder[1:]):
        end = len(steps) + len(rung.faces)
        above = tuple(range(end, end + len(higher.faces))) if higher and rung.joined else ()
        steps += [Step(column, rung.strength, above) for column in range(len(steps), end)]
    return tuple(steps)


def _with_natural_step(steps: tuple[Step, ...], faces: Cards, main: int) -> tuple[Step, ...]:
    """The steps with a second one for the main level card, between its natural neighbours."""
    below, higher = _neighbour(faces, main, -1), _neighbour(faces, main, 1)
    at = sum(step.place < main % 13 for step in steps)

    def moved(step: int) -> int:
        return step + (step >= at)

    result = [
        Step(
            step.column,
            step.place,
            (*((at,) if faces[step.column] == below else ()), *map(moved, step.above)),
        )
        for step in steps
    ]
    continues = () if higher is None else (moved(faces.index(higher)),)
    result.insert(at, Step(faces.index(main), main % 13, continues))
    return tuple(result)


def _neighbour(faces: Cards, main: int, distance: int) -> int | None:
    """The card next to the main level card by rank, if it is an ordinary card of the trump suit."""
    rank = main % 13 + distance
    if not 0 <= rank < 13:
        return None
    face = main + distance
    return face if face in faces[: faces.index(main)] and _is_ordinary(faces, face, main) else None


def _is_ordinary(faces: Cards, face: int, main: int) -> bool:
    """Not a permanent trump: no card of its rank in another suit is trump."""
    return not any(other % 13 == face % 13 and other != face for other in faces if other < 52)


def _picker(faces: Cards) -> Callable[[Sequence[int]], Columns]:
    """Two faces or more can be picked out of a list in one call."""
    if len(faces) >= 2:
        return itemgetter(*faces)

    def pick(held: Sequence[int]) -> Columns:
        return tuple(held[face] for face in faces)

    return pick


def _tables(rules: Rules, level: int, trump: int, suits: tuple[Suit, ...], sides: _Sides) -> Order:
    suit_of, strength = list(sides.suit), list(sides.strength)
    column, standing = list(sides.column), list(sides.standing)
    _enter(suits[TRUMP], suit_of, strength, column, standing)
    return Order(
        rules,
        level,
        trump,
        tuple(suit_of),
        tuple(strength),
        tuple(column),
        suits,
        tuple(standing),
        _bombs(rules, trump, suit_of, strength),
        rules.ruff_structure == "any_trump",
    )


def _bombs(
    rules: Rules, trump: int, suit_of: Sequence[int], strength: Sequence[int]
) -> tuple[Standing, ...]:
    if rules.bombs == "off":
        return ()
    return tuple((bomb_key(suit_of[face], strength[face], trump),) for face in range(FACES))


def _enter(
    suit: Suit,
    suit_of: list[int],
    strength: list[int],
    column: list[int],
    standing: list[Standing],
) -> None:
    """Write the faces of a suit into the tables by face."""
    standings = _STANDINGS[suit.index == TRUMP]
    for place, face in enumerate(suit.faces):
        value = suit.strengths[place]
        suit_of[face], strength[face], column[face] = suit.index, value, place
        standing[face] = standings[value]
