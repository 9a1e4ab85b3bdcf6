"""Following: the suit, the number, the shape (跟牌). What a play breaks, and what would be legal.

With the cards of the led suit running out, all of them are played and the rest is free. With
enough, all cards are of the led suit and meet the best shape that the hand can meet, see
:mod:`shengji.engine.play.cascade`. Sources: 000:129-133,193; 002:129-133,218.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Final

from shengji.engine.cards import FACES, Cards
from shengji.engine.faults import Fault, Rule
from shengji.engine.order import RAINBOW, TRUMP, Columns, Order, Suit
from shengji.engine.play.bombs import FEWEST, bombs_held, is_bomb
from shengji.engine.play.cascade import Draw, draw_of
from shengji.engine.play.owed import is_above, owed, owed_whole
from shengji.engine.play.rainbows import (
    can_answer,
    rainbow_answers,
    rainbow_leads,
    rainbow_standing,
)
from shengji.engine.play.shapes import (
    Path,
    Run,
    Shape,
    columns_of,
    default_reading,
    fillings,
    fits,
    path_cards,
    paths,
    widest_tractor,
)
from shengji.engine.play.tricks import Lead
from shengji.engine.rules import Rules

_LOOKED_AT: Final = 256
"""How many ways to meet a shape are looked at for a weak one to show."""


def monotone(rules: Rules) -> bool:
    """Whether more cards in hand can only forbid more: a play illegal with some stays so with all.

    A protected set or tractor may appear with one more card, and then nothing is owed from it.
    """
    return not _protects(rules)


def _protects(rules: Rules) -> bool:
    return rules.follow_longer_protected or rules.break_tractor_for_pair == "protected"


def follow_fault(order: Order, lead: Lead, held: Sequence[int], cards: Cards) -> Fault | None:
    """The rule that a following play breaks, if any.

    `held` are the counts of the hand before the play; it holds the cards, and they are as many as
    were led.
    """
    suit_of, suit = order.suit, lead.suit
    if lead.size == 1:
        if suit_of[cards[0]] == suit or not any(order.suits[suit].pick(held)):
            return None
        return _kept_back(order, lead, held, cards)
    if lead.suit == RAINBOW:
        return _rainbow_fault(lead, held, cards)
    for card in cards:
        if suit_of[card] != suit:
            break
    else:
        if _meets_shape(order, lead, held, cards) or _is_free_bomb(order, lead, cards):
            return None
        return _shape_fault(order, lead, held, cards)
    followed = sum(suit_of[card] == suit for card in cards)
    if followed == sum(order.suits[suit].pick(held)) or _is_free_bomb(order, lead, cards):
        return None
    return _kept_back(order, lead, held, cards)


def _is_free_bomb(order: Order, lead: Lead, cards: Cards) -> bool:
    """A bomb that may be played whatever is owed; without the led suit any play is free anyway."""
    if not order.bombs or not is_bomb(cards):
        return False
    return order.rules.bombs == "any_suit" or order.suit[cards[0]] in (lead.suit, TRUMP)


def _rainbow_fault(lead: Lead, held: Sequence[int], cards: Cards) -> Fault | None:
    """A rainbow is to be answered by cards of one rank where the hand has them."""
    if rainbow_standing(cards, lead.shape) is not None or not can_answer(held, lead.shape):
        return None
    owed = next(rainbow_answers(held, lead.shape))
    return Fault(Rule.FOLLOW_SHAPE, cards=cards, owed=owed, option="rainbow")


def _kept_back(order: Order, lead: Lead, held: Sequence[int], cards: Cards) -> Fault:
    """Cards of the led suit were kept back; owed are the lowest of them, as many as were due."""
    suit = order.suits[lead.suit]
    kept = [face for face in suit.faces for _ in range(held[face] - cards.count(face))]
    others = tuple(card for card in cards if order.suit[card] != lead.suit)
    return Fault(Rule.FOLLOW_SUIT, cards=others, owed=tuple(sorted(kept[: len(others)])))


def _meets_shape(order: Order, lead: Lead, held: Sequence[int], cards: Cards) -> bool:
    """Whether cards of the led suit are as near to the led shape as the hand can come."""
    if not asks_shape(order.rules, lead.shape):
        return True
    run = lead.shape[0]
    if run[0] == lead.size and cards[0] == cards[-1]:
        return True
    suit = order.suits[lead.suit]
    columns = suit.pick(held)
    if max(columns) < 2:
        return True
    play = columns_of(order, suit, cards)
    if _protects(order.rules):
        return _meets_protected(order, lead, columns, play)
    return fits(suit, play, owed(suit, columns, lead.shape, _draw(order)))


def asks_shape(rules: Rules, shape: Shape) -> bool:
    """Whether more is owed to a lead than its suit and number."""
    if shape[0] == (1,) or rules.follow_shape == "suit_only":
        return False
    if len(shape) == 1 or rules.follow_throw != "with_tractor":
        return True
    return any(len(run) > 1 for run in shape)


@lru_cache(maxsize=256)
def _draw(order: Order) -> Draw:
    return draw_of(order.rules)


# -- protected sets and tractors ------------------------------------------------------------------


def _meets_protected(order: Order, lead: Lead, columns: Columns, play: Columns) -> bool:
    suit, draw, shape = order.suits[lead.suit], _draw(order), lead.shape
    met = owed(suit, play, shape, draw)
    due = _protected_due(order, lead, columns)
    if due is not None and is_above(due, met, shape, draw):
        return False
    return not order.rules.follow_longer_protected or not _hidden_set(columns, play, met)


def _protected_due(order: Order, lead: Lead, columns: Columns) -> Shape | None:
    """The first shape that the hand can meet without breaking what is protected."""
    suit, rules = order.suits[lead.suit], order.rules
    if rules.break_tractor_for_pair == "protected" and all(len(run) == 1 for run in lead.shape):
        columns = _without_tractors(order, suit, columns)
    find = owed_whole if rules.follow_longer_protected else owed
    return find(suit, columns, lead.shape, _draw(order))


def _without_tractors(order: Order, suit: Suit, columns: Columns) -> Columns:
    """The same number of cards, those that lie in a tractor as if each had a face of its own."""
    run = (order.rules.tractor_min_width,) * order.rules.tractor_min_length
    inside = {suit.steps[step].column for path in paths(suit, columns, run) for step in path}
    kept = tuple(1 if at in inside else count for at, count in enumerate(columns))
    return kept + (1,) * (sum(columns) - sum(kept))


def _hidden_set(columns: Columns, play: Columns, met: Shape) -> int:
    """The width of sets kept in hand while a wider one was broken in their place; 0 if none."""
    left = [held - played for held, played in zip(columns, play, strict=True)]
    for width in {run[0] for run in met if len(run) == 1 and run[0] > 1}:
        missing = met.count((width,)) - play.count(width)
        if 0 < missing <= left.count(width):
            return width
    return 0


# -- what would have been legal -------------------------------------------------------------------


def _shape_fault(order: Order, lead: Lead, held: Sequence[int], cards: Cards) -> Fault:
    """The led shape was not met as nearly as it could be; owed are the sets and runs of a way."""
    suit, shape, draw = order.suits[lead.suit], lead.shape, _draw(order)
    columns = suit.pick(held)
    if not _protects(order.rules):
        due: Shape | None = owed(suit, columns, shape, draw)
        example = _weakest(suit, columns, due or shape)
        return Fault(Rule.FOLLOW_SHAPE, cards=cards, owed=example, option="follow_shape")
    play = columns_of(order, suit, cards)
    met, due = owed(suit, play, shape, draw), _protected_due(order, lead, columns)
    if due is not None and is_above(due, met, shape, draw):
        example = _weakest(suit, columns, due)
        return Fault(Rule.FOLLOW_SHAPE, cards=cards, owed=example, option="follow_shape")
    width = _hidden_set(columns, play, met)
    left = [held_ - played for held_, played in zip(columns, play, strict=True)]
    example = (suit.faces[left.index(width)],) * width
    return Fault(Rule.FOLLOW_SHAPE, cards=cards, owed=example, option="follow_longer_protected")


def _weakest(suit: Suit, columns: Columns, shape: Shape) -> Cards:
    """A weak way to fill the sets and runs of a shape: they come strongest first."""
    runs = [run for run in shape if run != (1,)]
    ways = list(islice(fillings(suit, list(columns), runs), _LOOKED_AT))
    return _laid(suit, runs, ways[-1])


def _laid(suit: Suit, runs: Sequence[Run], filling: Sequence[Path]) -> Cards:
    parts = (path_cards(suit, run, path) for run, path in zip(runs, filling, strict=True))
    return tuple(sorted(chain.from_iterable(parts)))


@dataclass(frozen=True, slots=True)
class Duty:
    """What a hand owes to a lead; a bomb may excuse it (option bombs)."""

    suit: int
    """The effective suit to follow; RAINBOW where cards of one rank answer, of any suits."""
    number: int
    """How many such cards must be played; 0 where the hand holds none and may play anything."""
    shape: Shape
    """The sets and runs that must be among them, the largest first; empty where any cards do."""
    cards: Cards
    """An example of these sets and runs; all cards of the suit where these run out."""


def duty(order: Order, lead: Lead, held: Sequence[int]) -> Duty:
    """What a hand owes to a lead."""
    if lead.suit == RAINBOW:
        return _rainbow_duty(lead, held)
    suit = order.suits[lead.suit]
    columns = suit.pick(held)
    number = sum(columns)
    if number <= lead.size:
        cards = tuple(sorted(face for face in suit.faces for _ in range(held[face])))
        return Duty(lead.suit, number, (), cards)
    due: Shape | None = None
    if asks_shape(order.rules, lead.shape):
        due = _protected_due(order, lead, columns)
    runs = tuple(run for run in due or () if run != (1,))
    return Duty(lead.suit, lead.size, runs, _weakest(suit, columns, runs) if runs else ())


def _rainbow_duty(lead: Lead, held: Sequence[int]) -> Duty:
    answer = next(rainbow_answers(held, lead.shape), ())
    return Duty(RAINBOW, len(answer), lead.shape if answer else (), answer)


def legal_follows(order: Order, lead: Lead, held: Sequence[int]) -> Iterator[Cards]:
    """Every legal play, each once and in canonical order, one by one."""
    if lead.suit == RAINBOW:
        yield from _rainbow_follows(lead, held)
    elif order.bombs and lead.size >= FEWEST:
        yield from _bombs_and_follows(order, lead, held)
    else:
        yield from _plain_follows(order, lead, held)


def _rainbow_follows(lead: Lead, held: Sequence[int]) -> Iterator[Cards]:
    if can_answer(held, lead.shape):
        yield from rainbow_answers(held, lead.shape)
    else:
        yield from _choices(range(FACES), held[:FACES], lead.size)


def _bombs_and_follows(order: Order, lead: Lead, held: Sequence[int]) -> Iterator[Cards]:
    """Bombs come first."""
    every = bombs_held(held, lead.size)
    bombs = [cards for cards in every if follow_fault(order, lead, held, cards) is None]
    yield from bombs
    for cards in _plain_follows(order, lead, held):
        if cards not in bombs:
            yield cards


def _plain_follows(order: Order, lead: Lead, held: Sequence[int]) -> Iterator[Cards]:
    suit = order.suits[lead.suit]
    columns = suit.pick(held)
    if sum(columns) <= lead.size:
        forced = tuple(face for face in suit.faces for _ in range(held[face]))
        others = [face for face in range(FACES) if order.suit[face] != lead.suit]
        for rest in _choices(others, [held[face] for face in others], lead.size - len(forced)):
            yield tuple(sorted(forced + rest))
    elif not asks_shape(order.rules, lead.shape):
        for cards in _choices(suit.faces, columns, lead.size):
            yield tuple(sorted(cards))
    else:
        yield from _shaped(order, lead, held, columns)


def _shaped(order: Order, lead: Lead, held: Sequence[int], columns: Columns) -> Iterator[Cards]:
    suit = order.suits[lead.suit]
    if _protects(order.rules):
        for cards in _choices(suit.faces, columns, lead.size):
            if _meets_shape(order, lead, held, whole := tuple(sorted(cards))):
                yield whole
        return
    runs = [run for run in owed(suit, columns, lead.shape, _draw(order)) if run != (1,)]
    counts = list(columns)
    seen: set[Cards] = set()
    for filling in fillings(suit, counts, runs):
        laid = _laid(suit, runs, filling)
        for rest in _choices(suit.faces, counts, lead.size - len(laid)):
            if (cards := tuple(sorted(laid + rest))) not in seen:
                seen.add(cards)
                yield cards


def _choices(faces: Sequence[int], counts: Sequence[int], size: int) -> Iterator[Cards]:
    """Every set of so many cards out of the counts."""
    total = sum(counts)
    if size > total:
        return
    if not size:
        yield ()
        return
    face, count = faces[0], counts[0]
    for copies in range(min(count, size), -1, -1):
        if size - copies <= total - count:
            for rest in _choices(faces[1:], counts[1:], size - copies):
                yield (face,) * copies + rest


def legal_leads(order: Order, held: Sequence[int]) -> Iterator[Cards]:
    """Everything that may be led: single units of each suit, then throws, which may yet fail."""
    suits = [suit for suit in order.suits if any(suit.pick(held))]
    for suit in suits:
        yield from _units(order, suit, suit.pick(held))
    allowed = order.rules.throw_allowed
    for suit in suits:
        if allowed == "yes" or (allowed == "side_suits" and suit.index != TRUMP):
            yield from _throws(order, suit, suit.pick(held))
    yield from rainbow_leads(order, held, throws=allowed != "no")


def _units(order: Order, suit: Suit, columns: Columns) -> Iterator[Cards]:
    for face, count in zip(suit.faces, columns, strict=True):
        for width in range(1, count + 1):
            yield (face,) * width
    seen: set[Cards] = set()
    widest = min(max(columns), widest_tractor(order.rules))
    for width in range(order.rules.tractor_min_width, widest + 1):
        for length in range(order.rules.tractor_min_length, len(suit.steps) + 1):
            run = (width,) * length
            for path in paths(suit, columns, run):
                if (cards := path_cards(suit, run, path)) not in seen:
                    seen.add(cards)
                    yield cards


def _throws(order: Order, suit: Suit, columns: Columns) -> Iterator[Cards]:
    whole = sum(columns)
    for size in range(whole if order.rules.throw_whole_suit else 2, whole + 1):
        for cards in _choices(suit.faces, columns, size):
            if len(default_reading(order, thrown := tuple(sorted(cards)))) > 1:
                yield thrown
