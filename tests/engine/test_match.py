"""Levels from hand to hand, who deals next, and who has won the match."""

import pytest

from shengji.engine import presets
from shengji.engine.rules import LEVELS, Rules, replace
from shengji.engine.scoring.match import (
    Level,
    advance,
    distance,
    next_dealer,
    settle,
    shift,
    start_levels,
)
from shengji.engine.scoring.points import Outcome

GATES = {"must_play_levels": "5TK", "must_play_semantics": "stop_at"}
COMPETITION = {
    "level_ladder": "25TJQKA",
    "must_play_levels": "2A",
    "must_play_semantics": "win_as_dealer",
}
WRAP = {"after_top": "wrap", "must_play_levels": "none"}
REACH = {"after_top": "win_on_reaching"}


def level(text: str) -> Level:
    rank, _, lap = text.partition(":")
    return Level(LEVELS.index(rank), int(lap or 1))


ADVANCES = {
    # 000:187: K, A, 2, 3
    "advance-01": (WRAP, "K", 3, True, "3:2", False, False),
    "advance-02": (WRAP, "A", 1, True, "2:2", False, False),
    # 002:8: seven levels; 2 and A must be played
    "advance-03": (COMPETITION, "2", 3, True, "J", False, False),
    "advance-04": (COMPETITION, "Q", 3, True, "A", True, False),
    "advance-05": (COMPETITION, "2", 2, False, "2", True, False),
    "between the ladder's steps": (COMPETITION, "3", 1, True, "5", False, False),
    # 001:147
    "advance-12": (REACH, "K", 1, False, "A", False, True),
    "reaching stops there": (REACH, "Q", 3, True, "A", False, True),
    # 360, rbtying/shengji issue 190 (R41)
    "R41 a": ({}, "A", 1, False, "A", True, False),
    "R41 b": ({}, "A", 1, True, "A", False, True),
    "R41 c": ({}, "K", 3, True, "A", True, False),
    "Q+3 with A must": ({}, "Q", 3, True, "A", True, False),
    # shengji-godot, design/gdd/upgrade-settlement.md
    "4+2 with 5 must": (GATES, "4", 2, True, "5", True, False),
    "4+1 with 5 must": (GATES, "4", 1, True, "5", False, False),
    "5+2 as dealer": (GATES, "5", 2, True, "7", False, False),
    "9+2 with 10 must": (GATES, "9", 2, False, "T", True, False),
    "Q+2 with K must": (GATES, "Q", 2, True, "K", True, False),
    "5+2 stop_at": (GATES, "5", 2, False, "7", False, False),
    "5+2 win_as_dealer": (
        GATES | {"must_play_semantics": "win_as_dealer"}, "5", 2, False, "5", True, False,
    ),
    "5+2 by_level": (
        {"must_play_levels": "5A", "must_play_semantics": "by_level"}, "5", 2, False, "7", False,
        False,
    ),
    "past A unless it must be played": ({"must_play_levels": "none"}, "K", 3, False, "A", False,
                                        True),
    "no gain": ({}, "A", 0, True, "A", False, False),
}  # fmt: skip


@pytest.mark.parametrize("name", ADVANCES)
def test_advance(name: str) -> None:
    changes, before, gain, dealt, after, blocked, wins = ADVANCES[name]
    found = advance(replace(Rules(), changes), level(before), gain, dealt=dealt)
    assert (found.level, found.blocked, found.wins) == (level(after), blocked, wins)


def test_levels_really_gained() -> None:
    """`up=ac+1` says what stops left of a gain."""
    assert advance(replace(Rules(), GATES), level("4"), 3, dealt=True).moved == 1
    assert advance(replace(Rules(), WRAP), level("K"), 3, dealt=True).moved == 3
    assert advance(Rules(), level("A"), 2, dealt=True).moved == 0


def test_the_no_trump_level_is_left_only_by_a_hand_at_that_level() -> None:
    """tractor-online: partners may stand at different levels."""
    rules = presets.find("tractor-online").rules
    at_two = advance(rules, level("N"), 2, dealt=True, played=0)
    assert (at_two.level, at_two.blocked) == (level("N"), True)
    at_n = advance(rules, level("N"), 2, dealt=True, played=13)
    assert (at_n.level, at_n.blocked) == (level("3:2"), False)
    assert advance(rules, level("A"), 2, dealt=True, played=0).level == level("N")


def test_start() -> None:
    assert start_levels(Rules()) == (level("2"),) * 4
    assert start_levels(replace(Rules(), {"start_level": "3", "players": "6"})) == (level("3"),) * 6


@pytest.mark.parametrize("before", LEVELS)
@pytest.mark.parametrize("text", ["standard", "tractor-online", "godot"])
def test_more_gain_never_leads_less_far(before: str, text: str) -> None:
    rules = presets.find(text).rules
    if before not in rules.level_ladder:
        return
    for dealt in (True, False):
        moved = [advance(rules, level(before), n, dealt=dealt).moved for n in range(20)]
        assert moved == sorted(moved)
        assert all(step <= n for n, step in enumerate(moved))


@pytest.mark.parametrize(
    ("text", "dealer", "held", "expected"),
    [
        # 000:189-191, 002:228-229
        ("standard", 0, True, 2),
        ("standard", 0, False, 1),
        ("standard", 3, False, 0),
        ("standard players=6 decks=3", 4, True, 0),
        ("standard players=6 decks=3", 5, True, 1),
        ("standard players=6 decks=3", 5, False, 0),
        ("standard rotation_win=same", 3, True, 3),
        ("godot", 3, True, 3),
        ("godot", 3, False, 0),
    ],
)
def test_next_dealer(text: str, dealer: int, held: bool, expected: int) -> None:
    _, rules = presets.rules_from_text(text)
    assert next_dealer(rules, dealer, held=held) == expected


def test_the_winner_of_the_last_trick_deals() -> None:
    rules = replace(Rules(), {"rotation_loss": "last_trick_winner"})
    assert next_dealer(rules, 0, held=False, last_trick_winner=3) == 3
    assert next_dealer(rules, 0, held=False, last_trick_winner=2) == 1
    assert next_dealer(rules, 0, held=False) is None
    assert next_dealer(rules, 0, held=True) == 2


def levels(text: str) -> tuple[Level, ...]:
    return tuple(map(level, text.split()))


def test_attackers_at_a_win_the_hand_r41() -> None:
    """They deal next, still at A; the match goes on."""
    state = settle(Rules(), levels("7 A 7 A"), 0, Outcome(False, 1))
    assert state.levels == levels("7 A 7 A")
    assert (state.moved, state.winners, state.next_dealer) == ((0, 0, 0, 0), (), 1)


def test_the_dealing_side_holds_at_a_r41() -> None:
    state = settle(Rules(), levels("A 7 A 7"), 2, Outcome(True, 1))
    assert (state.winners, state.next_dealer) == ((0, 2), None)
    assert state.levels == levels("A 7 A 7")


def test_a_change_of_dealer_alone() -> None:
    state = settle(Rules(), levels("5 2 5 2"), 2, Outcome(False, 0))
    assert (state.levels, state.moved, state.next_dealer) == (levels("5 2 5 2"), (0, 0, 0, 0), 3)


def test_seven_levels_and_two_must_be_played() -> None:
    """002:8: attackers at 2 make +2, take over and stay at 2."""
    state = settle(replace(Rules(), COMPETITION), levels("5 2 5 2"), 0, Outcome(False, 2))
    assert (state.levels, state.next_dealer) == (levels("5 2 5 2"), 1)


def test_partners_at_different_levels() -> None:
    rules = presets.find("tractor-online").rules
    state = settle(rules, levels("2 2 N 2"), 0, Outcome(True, 2))
    assert state.levels == levels("4 2 N 2")
    assert state.moved == (2, 0, 0, 0)


def test_a_side_that_is_not_every_second_seat() -> None:
    rules = replace(Rules(), {"players": "6", "decks": "3"})
    state = settle(rules, levels("2 2 2 2 2 2"), 0, Outcome(True, 1), side=(0, 3))
    assert state.moved == (1, 0, 0, 1, 0, 0)
    assert state.next_dealer == 3


@pytest.mark.parametrize(
    ("options", "before", "steps", "after"),
    [
        ({}, "2", 3, "5"),
        ({}, "9", -2, "7"),
        # Not below the first level of all.
        ({}, "3", -5, "2"),
        (WRAP, "A", 1, "2:2"),
        (WRAP, "2:2", -1, "A"),
        # Levels that must be played stop no ruling.
        (COMPETITION, "Q", 2, "A"),
        (COMPETITION, "5", -1, "2"),
    ],
)
def test_steps_that_were_decided(
    options: dict[str, str], before: str, steps: int, after: str
) -> None:
    rules = replace(Rules(), options)
    assert shift(rules, level(before), steps) == level(after)


@pytest.mark.parametrize(
    ("options", "low", "high", "steps"),
    [({}, "2", "5", 3), ({}, "5", "2", -3), (WRAP, "A", "2:2", 1), (COMPETITION, "2", "J", 3)],
)
def test_the_distance_of_levels(options: dict[str, str], low: str, high: str, steps: int) -> None:
    rules = replace(Rules(), options)
    assert distance(rules, level(low), level(high)) == steps
