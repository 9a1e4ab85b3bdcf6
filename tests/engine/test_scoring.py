"""The kitty's multiplier, fines and level tables, against the published figures."""

from dataclasses import dataclass

import pytest

from shengji.engine import presets
from shengji.engine.cards import Cards
from shengji.engine.rules import RuleConflictError, RuleError, Rules, replace
from shengji.engine.scoring import leveltables, multipliers
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.points import (
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
    "kcomp_literal": {SINGLE: 2, PAIR: 2, TWO_PAIRS: 4, THREE_PAIRS: 4, FOUR_PAIRS: 4},
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
    # 000:203-215: with one deck the kitty is not said to count.
    "none": {SINGLE: 0, PAIR: 0, TWO_PAIRS: 0, THREE_PAIRS: 0, FOUR_PAIRS: 0},
    # iceburgy, by its own table: single 2, pair 4, a tractor 2 to the number of its cards.
    "1:2,2:4,2x2:16,2x3:64,2x4:256": {
        SINGLE: 2,
        PAIR: 4,
        TRIPLE: 4,
        TWO_PAIRS: 16,
        THREE_PAIRS: 64,
        FOUR_PAIRS: 256,
        TWO_TRIPLES: 16,
    },
}
STATED = [kind for kind in MULTIPLIER_TABLE if ":" in kind]


@pytest.mark.parametrize("kind", MULTIPLIER_TABLE)
def test_multiplier(kind: str) -> None:
    rules = replace(Rules(), {"kitty_multiplier": kind})
    for unit, expected in MULTIPLIER_TABLE[kind].items():
        assert kitty_multiplier(rules, [unit]) == expected, unit


def test_every_kind_has_its_figures() -> None:
    assert MULTIPLIER_TABLE.keys() - set(STATED) == multipliers.NAMED.keys()


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


def test_a_throw_counts_by_the_first_kind_of_the_list() -> None:
    """000:275-283: of a tractor of triples, a triple, a tractor and a pair the first there is; the
    others count no more, though a tractor of three pairs alone would give 16."""
    rules = replace(Rules(), {"kitty_multiplier": "kbf3", "decks": "3"})
    assert kitty_multiplier(rules, [TRIPLE, TWO_PAIRS, PAIR, SINGLE]) == 6
    assert kitty_multiplier(rules, [TRIPLE, THREE_PAIRS]) == 6
    assert kitty_multiplier(rules, [TWO_TRIPLES, FOUR_PAIRS, TRIPLE]) == 18
    assert kitty_multiplier(rules, [TWO_PAIRS, THREE_PAIRS, PAIR]) == 16
    assert kitty_multiplier(rules, [PAIR, SINGLE]) == 4


def test_a_throw_counts_as_a_single() -> None:
    """002:22: HT HT H9, and a throw with a tractor in it."""
    rules = replace(Rules(), {"kitty_throw": "single", "kitty_multiplier": "kcomp"})
    assert kitty_multiplier(rules, [PAIR, SINGLE]) == 2
    assert kitty_multiplier(rules, [TWO_PAIRS, SINGLE]) == 2
    assert kitty_multiplier(rules, [TWO_PAIRS]) == 8


def test_a_throw_counts_by_all_its_units() -> None:
    """Eighty: a pair and a single multiply by 6."""
    rules = replace(Rules(), {"kitty_throw": "sum", "kitty_multiplier": "kcard"})
    assert kitty_multiplier(rules, [PAIR, SINGLE]) == 6
    assert kitty_multiplier(rules, [TWO_PAIRS, SINGLE]) == 10
    assert kitty_multiplier(rules, [PAIR]) == 4


@pytest.mark.parametrize("kind", [*multipliers.NAMED, *STATED])
def test_more_cards_never_multiply_by_less(kind: str) -> None:
    multiplier = multipliers.read_multiplier(kind)
    for width in range(1, 5):
        for length in range(1, 13):
            here = multiplier(width, length)
            assert here >= (0 if kind == "none" else 1)
            assert multiplier(width + 1, length) >= here
            assert width == 1 or multiplier(width, length + 1) >= here


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k5n", multipliers.FORM),
        ("1:2, 2:4", multipliers.FORM),
        ("1x1:2", multipliers.FORM),
        ("1:0", multipliers.FORM),
        ("01:2", multipliers.FORM),
        ("2:4", multipliers.RISING),
        ("1:4,2:2", multipliers.RISING),
        ("1:2,1:2", multipliers.RISING),
        ("1:2,2:4,2x2:3", multipliers.RISING),
    ],
)
def test_a_multiplier_that_cannot_be(text: str, expected: str) -> None:
    with pytest.raises(RuleError) as caught:
        replace(Rules(), {"kitty_multiplier": text})
    assert (caught.value.option, caught.value.expected) == ("kitty_multiplier", expected)


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
        # Weipp7: 20 for each card; iceburgy: 10 for each attempted one
        ("20_per_card", "attempted", 100),
        ("40", "attempted", 40),
    ],
)
def test_fine(penalty: str, basis: str, fine: int) -> None:
    rules = replace(Rules(), {"throw_penalty": penalty, "throw_penalty_basis": basis})
    assert throw_fine(rules, THROWN, FORCED, BEATEN) == fine


@pytest.mark.parametrize("text", ["0", "7", "5_a_card", "05", "-10", "", "1005", "none_per_card"])
def test_a_fine_that_cannot_be(text: str) -> None:
    with pytest.raises(RuleError, match="expected none or points in fives, as in 10 or 5_per_card"):
        replace(Rules(), {"throw_penalty": text})


def gained(rules: Rules, points: int, *, last_trick_won: bool = False) -> str:
    result = outcome(rules, points, last_trick_won=last_trick_won)
    side = {True: "D", None: "draw", False: "A"}[result.dealer_side_wins]
    return f"{side}+{result.levels}"


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


# The first and the last score of each band, as the rule texts print them; the last goes on upwards.
PRINTED = {
    # 000:161-185
    "tsuper": [(0, 0, "D+6"), (5, 10, "D+5"), (15, 20, "D+4"), (25, 30, "D+3"), (35, 35, "D+2"),
               (40, 75, "D+1"), (80, 115, "A+0"), (120, 120, "A+1"), (125, 160, "A+2"),
               (165, 200, "A+3"), (205, 240, "A+4"), (245, 280, "A+5"), (285, 840, "A+6")],
    # 002:24-29
    "tcomp": [(0, 0, "D+3"), (5, 35, "D+2"), (40, 75, "D+1"), (80, 115, "A+0"), (120, 145, "A+2"),
              (150, 840, "A+3")],
    # 002:141-145; 0 stands in two bands, and is the better one
    "t80fen": [(0, 0, "D+5"), (5, 35, "D+3"), (40, 75, "D+1"), (80, 115, "A+0"), (120, 135, "A+1"),
               (140, 155, "A+2"), (160, 175, "A+3"), (820, 835, "A+36")],
    # 003:42-49,64-65
    "t003": [(0, 0, "D+3"), (5, 75, "D+2"), (80, 115, "A+1"), (120, 155, "A+2"), (160, 840, "A+3")],
    # benjialawyer.com
    "tx20": [(0, 0, "D+5"), (5, 40, "D+3"), (45, 60, "D+2"), (65, 75, "D+1"), (80, 95, "A+0"),
             (100, 115, "A+1"), (120, 135, "A+2")],
    # 000:211-215
    "td45": [(0, 35, "D+1"), (40, 40, "draw+0"), (45, 100, "A+1")],
    # The judge of Botzone, as a record states it
    "0:d3,5:d2,40:d1,80:a1,120:a2,160:a3": [
        (-20, 0, "D+3"), (5, 35, "D+2"), (40, 75, "D+1"), (80, 115, "A+1"), (120, 155, "A+2"),
        (160, 840, "A+3")],
}  # fmt: skip


@pytest.mark.parametrize("table", PRINTED)
def test_tables_as_printed(table: str) -> None:
    rules = replace(Rules(), {"level_table": table})
    for first, last, expected in PRINTED[table]:
        for points in range(first, last + 5, 5):
            assert gained(rules, points) == expected, points


def test_every_table_has_its_figures() -> None:
    assert leveltables.NAMED.keys() - PRINTED.keys() == {"t40", "tsteps"}


def test_the_last_trick_wins_the_hand() -> None:
    """000:211,215, and C33: the last trick decides before a draw does."""
    one_deck = {"decks": "1", "level_table": "td45", "kitty_award": "win"}
    rules = replace(Rules(), one_deck | {"kitty_multiplier": "none"})
    scores = (0, 35, 40, 45, 100)
    assert [gained(rules, points) for points in scores] == ["D+1", "D+1", "draw+0", "A+1", "A+1"]
    assert [gained(rules, points, last_trick_won=True) for points in scores] == [
        "A+1", "A+1", "A+1", "A+2", "A+2",
    ]  # fmt: skip
    with pytest.raises(RuleConflictError, match="not the kitty's points"):
        replace(Rules(), one_deck)


def test_the_last_trick_decides_only_where_the_rules_say_so() -> None:
    assert gained(Rules(), 60, last_trick_won=True) == "D+1"


@pytest.mark.parametrize(
    ("table", "fewest"), [("t40", 80), ("tsuper", 80), ("t003", 80), ("td45", 45), ("tx20", 80)]
)
def test_the_fewest_points_that_win(table: str, fewest: int) -> None:
    assert leveltables.read_table(table, decks=2).threshold == fewest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t50", leveltables.FORM),
        ("", leveltables.FORM),
        ("0:d3,40:a0", leveltables.FORM),
        ("0:d3,080:s", leveltables.FORM),
        ("0:d3, 80:s", leveltables.FORM),
        ("0:d3,80:s,+40,120:a1", leveltables.FORM),
        ("0:d3,7:s", leveltables.FIVES),
        ("0:d3,80:s,+7", leveltables.FIVES),
        ("-12,0:d3,80:s", leveltables.FIVES),
        ("0:d3,5:d2", leveltables.BOTH_SIDES),
        ("0:d3,40:draw", leveltables.BOTH_SIDES),
        ("0:s,80:a1", leveltables.BOTH_SIDES),
        ("0:d2,5:d3,80:s", leveltables.RISING),
        ("0:d2,80:s,40:a1", leveltables.RISING),
        ("0:d2,5:d2,80:s", leveltables.RISING),
        ("0:d2,40:draw,80:d1,120:s", leveltables.RISING),
    ],
)
def test_a_table_that_cannot_be(text: str, expected: str) -> None:
    with pytest.raises(RuleError) as caught:
        replace(Rules(), {"level_table": text})
    assert (caught.value.option, caught.value.expected) == ("level_table", expected)


def worth(result: Outcome) -> tuple[int, int]:
    """What an outcome is worth to the attackers, for comparing."""
    side = {True: 0, None: 1, False: 2}[result.dealer_side_wins]
    return side, -result.levels if result.dealer_side_wins else result.levels


@pytest.mark.parametrize("table", ["t40", "tsteps"])
@pytest.mark.parametrize("decks", range(1, 13))
def test_tables_of_steps_rise_evenly(table: str, decks: int) -> None:
    """From deep fines to the greatest kitty, with no level passed over."""
    rules = replace(Rules(), {"level_table": table, "decks": str(decks)})
    previous = None
    for points in range(-200 * decks, 1000 * decks, 5):
        result = outcome(rules, points)
        here = -result.levels if result.dealer_side_wins else result.levels + 1
        assert not result.dealer_side_wins or result.levels > 0
        assert previous is None or previous <= here <= previous + 2
        previous = here
    assert outcome(rules, 40 * decks - 5).dealer_side_wins
    assert not outcome(rules, 40 * decks).dealer_side_wins


@pytest.mark.parametrize("table", [*leveltables.NAMED, "-30,-10:d9,60:draw,65:s,+5"])
@pytest.mark.parametrize("decks", range(1, 5))
@pytest.mark.parametrize("award", ["points", "win"])
@pytest.mark.parametrize("last_trick_won", [False, True])
def test_tables_are_total_and_rise(
    table: str, decks: int, award: str, last_trick_won: bool
) -> None:
    """Every score that can be, whoever won the last trick: more is never worse for attackers."""
    options = {"level_table": table, "decks": str(decks), "kitty_award": award}
    if award == "win":
        options["kitty_multiplier"] = "none"
    rules = replace(Rules(), options)
    lowest = -10 * rules.hand_size * rules.hand_size
    most = most_points(replace(Rules(), {"decks": str(decks)}), None, None)
    found = [
        worth(outcome(rules, points, last_trick_won=last_trick_won))
        for points in range(lowest, most + 5, 5)
    ]
    assert found == sorted(found)
    assert {side for side, _ in found} >= ({2} if last_trick_won and award == "win" else {0, 2})


def test_a_level_more_for_a_small_side() -> None:
    """tractor-online bonus_level_policy: only where the dealer's side won."""
    rules = replace(Rules(), {"small_side_bonus": "yes"})
    assert outcome(rules, 0, small_side=True) == Outcome(True, 4)
    assert outcome(rules, 0) == Outcome(True, 3)
    assert outcome(rules, 120, small_side=True) == Outcome(False, 1)
    assert outcome(Rules(), 0, small_side=True) == Outcome(True, 3)


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


def test_all_units_together_may_give_more_than_a_tractor() -> None:
    """Four singles and a pair give 12, any tractor 8: no score is impossible that this brings."""
    rules = replace(Rules(), {"kitty_multiplier": "k248", "kitty_throw": "sum"})
    times = kitty_multiplier(rules, [PAIR, *[SINGLE] * 4])
    assert times == 12
    assert most_points(rules, None, None) >= most_points(rules, None, times) == 120 + 80 * 12


def test_most_points_of_a_kitty() -> None:
    """Eight of the sixteen tens and kings of two decks (000:139)."""
    assert most_kitty_points(Rules()) == 80
    assert most_kitty_points(replace(Rules(), {"decks": "1"})) == 60
