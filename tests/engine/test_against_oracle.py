"""The engine against the naive judge of oracle.py, on random small hands."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeAlias

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shengji.engine.cards import NO_TRUMP, Cards, counts
from shengji.engine.faults import Fault
from shengji.engine.order import NO_LEVEL, TRUMP, compile_order
from shengji.engine.play.follow import follow_fault, legal_follows
from shengji.engine.play.shapes import Unit, readings
from shengji.engine.play.throws import throw_stop
from shengji.engine.play.tricks import Lead, read_lead, winner
from shengji.engine.rules import Rules, replace

from .oracle import Cut, Oracle, Part

Draw: TypeAlias = Callable[[Any], Any]

OPTIONS = {
    "tractor_level_gap": ["yes", "no"],
    "tractor_level_natural": ["no", "no", "yes"],
    "tractor_jokers": ["yes", "no"],
    "tractor_little_joker_main": ["yes", "no"],
    "tractor_main_side_level": ["yes", "no"],
    "tractor_side_level_ace": ["yes", "no"],
    "tractor_no_trump_joker_level": ["no", "yes"],
    "no_trump_set": ["jokers_level", "jokers"],
    "permanent_trumps": ["none", "none", "2", "25"],
}
FOLLOWING = {
    "follow_new_tractor": ["yes", "no"],
    "follow_tractor_partial": ["longest", "pairs"],
    "follow_throw": ["best", "in_turn", "with_tractor"],
    "follow_longer_protected": ["no", "no", "yes"],
    "break_tractor_for_pair": ["must", "protected"],
    "tractor_min_length": ["2", "2", "3"],
    "tractor_min_width": ["2", "2", "2", "3"],
    "titanic": ["yes", "no"],
}
BOMBS = {"bombs": ["any_suit", "led_suit"]}
COMPARING = {"throw_compare": ["largest", "units", "highest", "all"]}
RUFFING = {"ruff_structure": ["any_trump"], **BOMBS}
THROWING = {
    "throw_fail_play": [
        "smallest_failing",
        "first_stopper",
        "fewest_failing",
        "failing_card",
        "smallest_part",
        "smallest_card",
    ]
}


class Table:
    """Rules, level and trump for both judges."""

    def __init__(self, changes: dict[str, str], level: int, trump: int) -> None:
        self.told = changes, level, trump
        self.rules = replace(Rules(), changes)
        self.order = compile_order(self.rules, level, trump)
        self.oracle = Oracle(self.rules, level, trump)

    def __repr__(self) -> str:
        return repr(self.told)


@st.composite
def table(draw: st.DrawFn, *options: dict[str, list[str]]) -> Table:
    """Rules, level and trump: mostly the standard ones, some option changed now and then."""
    values = {name: choices for part in options for name, choices in part.items()}
    changes = {"decks": draw(st.sampled_from(["2", "2", "3", "4"]))}
    for name in draw(st.lists(st.sampled_from(sorted(values)), max_size=4, unique=True)):
        changes[name] = draw(st.sampled_from(values[name]))
    if changes.get("follow_throw") == "in_turn":
        changes.pop("follow_longer_protected", None)
        changes.pop("tractor_min_length", None)
        changes.pop("tractor_min_width", None)
        changes.pop("break_tractor_for_pair", None)
    if changes.get("titanic") == "no" or changes["decks"] == "2":
        changes.pop("tractor_min_width", None)
    if changes.get("follow_longer_protected") == "yes":
        changes.pop("break_tractor_for_pair", None)
    level = draw(st.sampled_from([0, 2, 3, 8, 11, 12, NO_LEVEL]))
    trump = draw(st.sampled_from([0, 1, 3, NO_TRUMP]))
    return Table(changes, level, trump)


@st.composite
def faces(draw: st.DrawFn, level: int, trump: int) -> list[int]:
    """Some faces that lie close together: a few ranks of a suit, level cards, jokers."""
    low = draw(st.integers(0, 9))
    suit = draw(st.sampled_from([2, 2, max(trump, 0)]))
    near = [suit * 13 + rank for rank in range(low, low + 4)]
    tops = [52, 53] + [other * 13 + level for other in range(4) if level < NO_LEVEL]
    tops += [max(trump, 0) * 13 + 12, max(trump, 0) * 13 + 11]
    pool = draw(st.sampled_from([near, near, [*near, *tops], tops]))
    return draw(st.lists(st.sampled_from(pool), min_size=2, max_size=5, unique=True))


def cards(draw: Draw, pool: list[int], decks: int, least: int, most: int) -> Cards:
    """A set of cards out of the pool, with copies."""
    every = [face for face in pool for _ in range(decks)]
    chosen = draw(
        st.lists(st.integers(0, len(every) - 1), min_size=least, max_size=most, unique=True)
    )
    return tuple(sorted(every[at] for at in chosen))


def led(draw: Draw, at: Table, pool: list[int], most: int) -> Lead:
    """A lead out of the pool, in any of its readings."""
    order, oracle = at.order, at.oracle
    suit = draw(st.sampled_from(sorted({oracle.suit(face) for face in pool}, key=str)))
    same = [face for face in pool if oracle.suit(face) == suit]
    lead = cards(draw, same, order.rules.decks, 1, most)
    reading = draw(st.sampled_from(list(readings(order, lead))))
    read = read_lead(order, lead, [unit.cards for unit in reading])
    assert isinstance(read, Lead)
    return read


def cut_of(oracle: Oracle, lead: Lead) -> Cut:
    """The units of a lead as the oracle writes them: widths and faces from low to high."""
    found = []
    for unit in lead.units:
        widths = (unit.width,) * unit.length
        found.append(next(run for run in oracle.runs(unit.cards) if run[0] == widths))
    return tuple(found)


NO_LEVEL_NATURAL = {
    "permanent_trumps": "2",
    "tractor_level_natural": "yes",
    "tractor_side_level_ace": "no",
}
"""At the no-trump level there is no level card, so none that joins its natural neighbours."""


@settings(max_examples=150, deadline=None)
@given(table(OPTIONS))
@example(Table(NO_LEVEL_NATURAL, NO_LEVEL, 0))
def test_neighbours(at: Table) -> None:
    order, oracle = at.order, at.oracle
    for low in range(54):
        assert (order.suit[low] == TRUMP) == (oracle.suit(low) == "trump")
        above = {high for high in range(54) if oracle.neighbours(low, high)}
        assert set(order.successors(low)) == above
        for high in range(54):
            if order.suit[low] == order.suit[high]:
                ours = order.strength[low] < order.strength[high]
                assert ours == (oracle.power(low) < oracle.power(high))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_readings(data: st.DataObject) -> None:
    at = data.draw(table(OPTIONS, FOLLOWING))
    order, oracle = at.order, at.oracle
    pool = data.draw(faces(order.level, order.trump))
    lead = led(data.draw, at, pool, 8)
    whole = tuple(sorted(card for unit in lead.units for card in unit.cards))
    ways = list(readings(order, whole))
    assert len(ways) == len(set(ways))
    cuts = oracle.units(whole)
    mine = {tuple(sorted(cut_of_reading(way))) for way in ways}
    assert mine <= {normal(cut) for cut in cuts}
    default = read_lead(order, whole)
    assert isinstance(default, Lead) and default.units in ways
    largest = max((sum(w), len(w) > 1) for cut in cuts for w, _ in cut)
    first = default.units[0]
    assert (first.size, first.length > 1) == largest


def normal(cut: Cut) -> Cut:
    return tuple(sorted((widths, tuple(sorted(faces))) for widths, faces in cut))


def cut_of_reading(way: tuple[Unit, ...]) -> Cut:
    return normal(((u.width,) * u.length, tuple(sorted(set(u.cards)))) for u in way)


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_follows(data: st.DataObject) -> None:
    at = data.draw(table(OPTIONS, FOLLOWING, BOMBS))
    order, oracle = at.order, at.oracle
    pool = data.draw(faces(order.level, order.trump))
    lead = led(data.draw, at, pool, 5)
    hand = cards(data.draw, pool, order.rules.decks, lead.size, 8)
    suit = "trump" if lead.suit == TRUMP else lead.suit
    runs = [(unit.width,) * unit.length for unit in lead.units]
    held = counts(hand)
    legal = oracle.legal_plays(suit, runs, hand)
    for play in set(combinations(hand, lead.size)):
        fault = follow_fault(order, lead, held, play)
        assert (fault is None) == (play in legal), (play, fault, legal)
        assert fault is None or (isinstance(fault, Fault) and fault.owed)
    listed = list(legal_follows(order, lead, held))
    assert len(listed) == len(set(listed))
    assert set(listed) == legal


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_winners(data: st.DataObject) -> None:
    at = data.draw(table(OPTIONS, COMPARING, RUFFING))
    order, oracle = at.order, at.oracle
    pool = data.draw(faces(order.level, order.trump))
    lead = led(data.draw, at, pool, 5)
    trumps = [face for face in range(54) if oracle.suit(face) == "trump"][-7:]
    answers: list[Cards] = []
    for _ in range(3):
        answer_pool = data.draw(st.sampled_from([pool, trumps, trumps]))
        if len(answer_pool) * order.rules.decks >= lead.size:
            answers.append(cards(data.draw, answer_pool, order.rules.decks, lead.size, lead.size))
    assert winner(order, lead, answers) == oracle.winner(cut_of(oracle, lead), answers)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_throws(data: st.DataObject) -> None:
    at = data.draw(table(OPTIONS, THROWING))
    order, oracle = at.order, at.oracle
    pool = data.draw(faces(order.level, order.trump))
    lead = led(data.draw, at, pool, 6)
    hands = [cards(data.draw, pool, order.rules.decks, 1, 6) for _ in range(3)]
    stop = throw_stop(order, lead, [(seat, counts(hand)) for seat, hand in enumerate(hands, 1)])
    cut = cut_of(oracle, lead)
    forced = oracle.forced(cut, hands) if len(cut) > 1 else []
    assert (stop is None) == (not forced)
    if stop is not None:
        assert sorted(stop.choices) == sorted(map(laid, forced))
        assert stop.forced == min(stop.choices)
        lost = [unit for unit in cut if any(oracle.beaten(unit, hand) for hand in hands)]
        counted = {"failing_card": oracle.lowest(lost), "smallest_part": lost}
        counted["smallest_card"] = lost
        units = counted.get(order.rules.throw_fail_play, forced)
        assert stop.seats == tuple(
            seat
            for seat, hand in enumerate(hands, 1)
            if any(oracle.beaten(unit, hand) for unit in units)
        )
        beaten = [laid(unit) for unit in lost]
        assert stop.beaten == tuple(sorted(card for cards in beaten for card in cards))


def laid(unit: Part) -> Cards:
    return tuple(sorted(f for width, f in zip(*unit, strict=True) for _ in range(width)))
