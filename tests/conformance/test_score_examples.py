"""The worked examples on the kitty's multiplier and on level tables, by the options they name.

Their presets are still to come. What their texts say of these two options is written here, so the
examples already hold the engine to a second source.
"""

from typing import Any

import pytest

from shengji.engine.rules import Rules, replace
from shengji.engine.scoring import kitty_multiplier, outcome
from shengji.engine.shapes import default_reading

from .cases import OWN_CASES, Case, read
from .kinds_play import example_order
from .settings import cards

MULTIPLIERS: dict[str, dict[str, str]] = {
    "s000_super": {"kitty_multiplier": "k4n"},  # 000:147-155
    "s002_80fen": {"kitty_multiplier": "k4n"},  # 002:137
    "s002_competition": {"kitty_multiplier": "kcomp", "kitty_throw": "single"},  # 002:22
    "s000_bianfeng": {"kitty_multiplier": "kbf3"},  # 000:275-283
    "s000_bianfeng_3deck": {"kitty_multiplier": "kbf3", "decks": "3"},
    "s003_popular": {"kitty_multiplier": "kpow"},  # 003:51-53
    "ext_power": {"kitty_multiplier": "kcardpow"},
    "ext_tractor_hlp": {"kitty_multiplier": "kpow"},
}
LITERAL = "kitty-14"
"""002:22 read as 2, 2, 4 rather than 2, 4, 8: a reading that no option has yet."""

TABLES: dict[str, dict[str, str]] = {
    "s000_bianfeng": {},  # 000:289-299
    "s002_qq": {},  # 002:235-245
    "s000_step20_1deck": {"decks": "1"},  # 000:353
    "s000_step60_3deck": {"decks": "3"},  # 000:353
}
"""Rule systems with the table of 40 points, which is 20 for each deck."""


def examples(kind: str) -> list[Case]:
    return [
        case
        for path in sorted(OWN_CASES.glob("*.json"))
        for case in read(path)
        if case.form == "example" and case.data["kind"] == kind
    ]


KITTIES = [case for case in examples("kitty") if case.data["id"] != LITERAL]
LEVELS = [case for case in examples("level") if case.data["preset"] in TABLES]


def test_there_are_examples() -> None:
    assert (len(KITTIES), len(LEVELS)) == (21, 34)


def test_the_literal_reading_is_the_only_one_left_out() -> None:
    assert len(examples("kitty")) == len(KITTIES) + 1


@pytest.mark.parametrize("example", KITTIES, ids=lambda case: case.id)
def test_a_multiplier_of_the_kitty(example: Case) -> None:
    data: dict[str, Any] = example.data
    rules = replace(Rules(), MULTIPLIERS[data["preset"]])
    laid = cards(data["input"]["winning_last_play"])
    multiplier = kitty_multiplier(rules, default_reading(example_order(data, rules), laid))
    assert multiplier == data["expect"]["multiplier"]
    assert multiplier * data["input"]["kitty_points"] == data["expect"]["added"]


@pytest.mark.parametrize("example", LEVELS, ids=lambda case: case.id)
def test_a_level_table(example: Case) -> None:
    data: dict[str, Any] = example.data
    found = outcome(replace(Rules(), TABLES[data["preset"]]), data["input"]["attackers_score"])
    expect = data["expect"]
    assert found.dealer_side_wins is not expect["attackers_take_over"]
    assert found.levels == expect["levels"]
