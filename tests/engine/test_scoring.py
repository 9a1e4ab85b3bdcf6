"""The kitty's multiplier, fines and level tables, against the published figures."""

from dataclasses import dataclass

import pytest

from shengji.engine import presets
from shengji.engine.cards import Cards
from shengji.engine.rules import Rules, replace
from shengji.engine.scoring import (
    MULTIPLIERS,
    TABLES,
    Outcome,
    ScoreError,
    kitty_multiplier,
    most_kitty_points,
    most_points,
    outcome,
    throw_fine,
)


@dataclass(frozen=True)
class Unit:
    width: int
    length: int


SINGLE, PAIR, TRIPLE = Unit(1, 1), Unit(2, 1), Unit(3, 1)
TWO_PAIRS, THREE_PAIRS, FOUR_PAIRS = Unit(2, 2), Unit(2, 3), Unit(2, 4)
TWO_TRIPLES = Unit(3, 2)

# Columns of the side-by-side table (parameters.md, section 3); a dash there is no row here.
MULTIPLIER_TABLE = {
    "k4n": {SINGLE: 2, PAIR: 4, TWO_PAIRS: 8, THREE_PAIRS: 12, FOUR_PAIRS: 16},
    "kbf3": {
        SINGLE: 2,
        PAIR: 4,
        TRIPLE: 6,
        TWO_PAIRS: 8,
        THREE_PAIRS: 16,
        FOUR_PAIRS: 32,
        TWO_TRIPLES: 18,
    },
    "kpow": {SINGLE: 2, PAIR: 4, TWO_PAIRS: 8, THREE_PAIRS: 16, FOUR_PAIRS: 32},
    "kcomp": {SINGLE: 2, PAIR: 4, TWO_PAIRS: 8, THREE_PAIRS: 8, FOUR_PAIRS: 8},
    "k248": {SINGLE: 2, PAIR: 4, TWO_PAIRS: 8, THREE_PAIRS: 8, FOUR_PAIRS: 8},
    "kcard": {
        SINGLE: 2,
        PAIR: 4,
        TRIPLE: 6,
        TWO_PAIRS: 8,
        THREE_PAIRS: 12,
        FOUR_PAIRS: 16,
        TWO_TRIPLES: 12,
    },
    "kcardpow": {
        SINGLE: 2,
        PAIR: 4,
        TRIPLE: 8,
        TWO_PAIRS: 16,
        THREE_PAIRS: 64,
        FOUR_PAIRS: 256,
        TWO_TRIPLES: 64,
    },
    # shengji-godot, design/gdd/rule-config.md
    "k2n": {SINGLE: 1, PAIR: 2, TWO_PAIRS: 4, THREE_PAIRS: 6, FOUR_PAIRS: 8},
}


@pytest.mark.parametrize("kind", MULTIPLIER_TABLE)
def test_multiplier(kind: str) -> None:
    rules = replace(Rules(), {"kitty_multiplier": kind})
    for unit, expected in MULTIPLIER_TABLE[kind].items():
        assert kitty_multiplier(rules, [unit]) == expected, unit


def test_every_kind_has_its_figures() -> None:
    assert MULTIPLIER_TABLE.keys() == MULTIPLIERS.keys()


# The last trick's kitty of 15 points, as R36 of reported-faults.json gives them: single, pair,
# tractor of two pairs, pair and single, tractor of three pairs.
R36 = {
    "k248": (30, 60, 120, 60, 120),
    "kcard": (30, 60, 120, 60, 180),
    "kcardpow": (30, 60, 240, 60, 960),
    "k4n": (30, 60, 120, 60, 180),
    "kbf3": (30, 60, 120, 60, 240),
    "kcomp kitty_throw=single": (30, 60, 120, 30, 120),
}
R36_PLAYS = ([SINGLE], [PAIR], [TWO_PAIRS], [PAIR, SINGLE], [THREE_PAIRS])


@pytest.mark.parametrize("kind", R36)
def test_three_engines_three_multipliers_r36(kind: str) -> None:
    _, rules = presets.rules_from_text(f"standard@1 kitty_multiplier={kind}")
    assert tuple(15 * kitty_multiplier(rules, play) for play in R36_PLAYS) == R36[kind]


def test_a_throw_counts_by_its_largest_unit() -> None:
    """000:153-155, 002:137,173: not by the sum, and by the longest tractor."""
    rules = Rules()
    assert kitty_multiplier(rules, [SINGLE] * 5) == 2
    assert kitty_multiplier(rules, [SINGLE, PAIR, PAIR]) == 4
    assert kitty_multiplier(rules, [TWO_PAIRS, SINGLE]) == 8
    assert kitty_multiplier(rules, [TWO_PAIRS, THREE_PAIRS]) == 12


def test_a_throw_counts_as_a_single() -> None:
    """002:22: HT HT H9, and a throw with a tractor in it."""
    rules = replace(Rules(), {"kitty_throw": "single", "kitty_multiplier": "kcomp"})
    assert kitty_multiplier(rules, [PAIR, SINGLE]) == 2
    assert kitty_multiplier(rules, [TWO_PAIRS, SINGLE]) == 2
    assert kitty_multiplier(rules, [TWO_PAIRS]) == 8


@pytest.mark.parametrize("kind", MULTIPLIERS)
def test_more_cards_never_multiply_by_less(kind: str) -> None:
    for width in range(1, 5):
        for length in range(1, 13):
            here = MULTIPLIERS[kind](width, length)
            assert here >= 1
            assert MULTIPLIERS[kind](width + 1, length) >= here
            assert width == 1 or MULTIPLIERS[kind](width, length + 1) >= here


THROWN: Cards = (3, 3, 5, 8, 8)
FORCED: Cards = (5,)
BEATEN: Cards = (5,)


@pytest.mark.parametrize(
    ("penalty", "basis", "fine"),
    [
        # 002:17, 002:147 and the three readings of 甩錯的每張牌 (98844, the jack is out)
        ("none", "attempted", 0),
        ("10", "attempted", 10),
        ("10", "beaten", 10),
        ("5_per_card", "attempted", 25),
        ("5_per_card", "taken_back", 20),
        ("5_per_card", "beaten", 5),
        ("10_per_card", "attempted", 50),
        ("10_per_card", "taken_back", 40),
        ("10_per_card", "beaten", 10),
    ],
)
def test_fine(penalty: str, basis: str, fine: int) -> None:
    rules = replace(Rules(), {"throw_penalty": penalty, "throw_penalty_basis": basis})
    assert throw_fine(rules, THROWN, FORCED, BEATEN) == fine


def gained(rules: Rules, points: int) -> str:
    result = outcome(rules, points)
    return f"{'D' if result.dealer_side_wins else 'A'}+{result.levels}"


# 000:289-299 and 000:353: first and last score of each band.
T40 = {
    1: [(0, 0, "D+3"), (5, 15, "D+2"), (20, 35, "D+1"), (40, 55, "A+0"), (60, 75, "A+1"),
        (80, 95, "A+2"), (100, 115, "A+3")],
    2: [(0, 0, "D+3"), (5, 35, "D+2"), (40, 75, "D+1"), (80, 115, "A+0"), (120, 155, "A+1"),
        (160, 195, "A+2"), (200, 235, "A+3"), (240, 275, "A+4")],
    3: [(0, 0, "D+3"), (5, 55, "D+2"), (60, 115, "D+1"), (120, 175, "A+0"), (180, 235, "A+1"),
        (240, 295, "A+2"), (300, 355, "A+3")],
}  # fmt: skip


@pytest.mark.parametrize("table", ["t40", "tsteps"])
@pytest.mark.parametrize("decks", T40)
def test_bands(table: str, decks: int) -> None:
    rules = replace(Rules(), {"level_table": table, "decks": str(decks)})
    for first, last, expected in T40[decks]:
        for points in range(first, last + 5, 5):
            assert gained(rules, points) == expected, points


def test_below_nothing() -> None:
    """Fines can bring less than nothing (tractor-online: another level for each 40)."""
    steps = replace(Rules(), {"level_table": "tsteps"})
    assert [gained(steps, points) for points in (-5, -35, -40, -75, -80, -115, -120)] == [
        "D+3", "D+3", "D+4", "D+4", "D+5", "D+5", "D+6",
    ]  # fmt: skip
    assert {gained(Rules(), points) for points in range(-400, 5, 5)} == {"D+3"}


def test_cap_and_no_cap_r39() -> None:
    scores = (0, 5, 35, 40, 75, 80, 115, 120, 155, 160, 195, 200, 240)
    expected = ["D+3", "D+2", "D+2", "D+1", "D+1", "A+0", "A+0", "A+1", "A+1", "A+2", "A+2", "A+3"]
    capped = replace(Rules(), {"level_cap": "3"})
    assert [gained(capped, points) for points in scores] == [*expected, "A+3"]
    assert [gained(Rules(), points) for points in scores] == [*expected, "A+4"]


def test_the_kitty_is_counted_once_r37() -> None:
    assert 70 + 10 * kitty_multiplier(Rules(), [PAIR]) == 110
    assert outcome(Rules(), 110) == Outcome(False, 0)


@pytest.mark.parametrize("points", [1, 42, -3, 199])
def test_a_score_that_cannot_be_r39(points: int) -> None:
    with pytest.raises(ScoreError, match=f"a score of {points}: expected a multiple of 5"):
        outcome(Rules(), points)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("decks", range(1, 13))
def test_tables_are_total_and_rise(table: str, decks: int) -> None:
    """More points are never worse for the attackers, from deep fines to the greatest kitty."""
    rules = replace(Rules(), {"level_table": table, "decks": str(decks)})
    previous = None
    for points in range(-200 * decks, 1000 * decks, 5):
        result = outcome(rules, points)
        worth = -result.levels if result.dealer_side_wins else result.levels + 1
        assert not result.dealer_side_wins or result.levels > 0
        assert previous is None or previous <= worth <= previous + 2
        previous = worth
    assert outcome(rules, 40 * decks - 5).dealer_side_wins
    assert not outcome(rules, 40 * decks).dealer_side_wins


@pytest.mark.parametrize(
    ("options", "kitty", "multiplier", "most"),
    [
        ({}, 10, 4, 230),
        ({}, 0, 2, 200),
        ({}, 20, 0, 200),
        ({}, 80, 2, 280),
        ({"decks": "1"}, 10, 2, 110),
        ({"decks": "3"}, 60, 6, 600),
    ],
)
def test_more_than_the_cards_allow_cannot_be_scored(
    options: dict[str, str], kitty: int, multiplier: int, most: int
) -> None:
    assert most_points(replace(Rules(), options), kitty, multiplier) == most


def test_most_points_of_a_kitty() -> None:
    """Eight of the sixteen tens and kings of two decks (000:139)."""
    assert most_kitty_points(Rules()) == 80
    assert most_kitty_points(replace(Rules(), {"decks": "1"})) == 60
