"""Throws that stand and throws that fall, against the rule texts and reported faults."""

import pytest

from shengji.engine.cards import counts
from shengji.engine.order import Order
from shengji.engine.play.throws import Stop, throw_stop

from .hands import cards, lead, order

AT = order("2", "S")
FIRST = order("2", "S", throw_fail_play="first_stopper")


def stop(at: Order, thrown: str, *hands: str) -> Stop | None:
    held = [(seat, counts(cards(hand))) for seat, hand in enumerate(hands, 1)]
    return throw_stop(at, lead(at, thrown), held)


def forced(at: Order, thrown: str, *hands: str) -> tuple[int, ...]:
    found = stop(at, thrown, *hands)
    assert found is not None
    return found.forced


@pytest.mark.parametrize(
    ("hand", "unit"), [("HJ", "H9"), ("HQQ", "H44"), ("H55", "H44"), ("HJ55", "H44")]
)
def test_the_lowest_failing_unit_is_forced_002_216(hand: str, unit: str) -> None:
    assert forced(AT, "H98844", hand) == cards(unit)


@pytest.mark.parametrize(
    ("thrown", "hands"),
    [
        ("H98844", ("H73", "H6", "H22")),
        ("HAAK", ("HKQQ",)),
        ("HAKK", ("HAQQ",)),
        ("HAQQJJ", ("HAKK99",)),
        ("CTJQ", ("C9", "C34")),
        ("CKJJ", ("CKTT",)),
    ],
)
def test_throws_that_stand_000_67_002_214(thrown: str, hands: tuple[str, ...]) -> None:
    assert stop(AT, thrown, *hands) is None


def test_trumps_do_not_stop_a_throw_in_a_side_suit() -> None:
    assert stop(AT, "HKQ", "L B S22 SA") is None


def test_jokers_and_level_cards_stop_a_throw_of_trumps_000_71() -> None:
    found = stop(AT, "SKKA", "HA", "B")
    assert found is not None
    assert (found.forced, found.seats, found.beaten) == (cards("SA"), (2,), cards("SA"))


def test_equal_cards_do_not_stop_r16() -> None:
    at = order("4", "S")
    assert stop(at, "S4 H4", "D4 S2", "S33", "S67") is None
    assert forced(at, "S4 H4", "D4 L", "S33", "S67") == cards("H4")


def test_lower_tractors_do_not_stop_r17() -> None:
    at = order("4", "H")
    assert stop(at, "SAKKQQ", "S22335", "SA H33 H56", "D2 D33 D56") is None
    assert forced(at, "SJJQQ SA", "SQQKK") == cards("SJJQQ")
    assert forced(at, "SJJQQ SA", "SQQQKKKAAA") == cards("SJJQQ")


def test_hands_are_not_pooled_r18() -> None:
    at = order("2", "H")
    assert stop(at, "DQQA", "DK34", "DK56", "S345") is None
    assert forced(at, "DQQA", "DKK3", "D456", "S345") == cards("DQQ")


def test_wider_sets_stop_narrower_ones() -> None:
    at = order("2", "H", decks="3")
    assert forced(at, "D99A", "DTTT") == cards("D99")
    assert forced(at, "D7788 DA", "D888999") == cards("D7788")


def test_all_beaten_units_are_told_for_fines_by_the_card() -> None:
    found = stop(AT, "H98844", "HJ", "H55")
    assert found is not None
    assert (found.forced, found.seats, found.beaten) == (cards("H44"), (2,), cards("H944"))


def test_rank_counts_before_the_number_of_cards() -> None:
    assert forced(AT, "H44 H9", "HTT") == cards("H44")
    assert forced(FIRST, "H44 H9", "HTT") == cards("H9")


def test_the_first_seat_that_can_stop_anything_decides_by_option() -> None:
    hands = ("HJ3", "HTT", "HK")
    assert forced(AT, "HQ99", *hands) == forced(FIRST, "HQ99", *hands) == cards("H99")
    hands = ("HA3", "HTT", "HK")
    assert forced(AT, "HQ99", *hands) == cards("H99")
    assert forced(FIRST, "HQ99", *hands) == cards("HQ")


def test_equal_units_are_a_choice() -> None:
    found = stop(order("4", "S"), "H4 D4", "L", "S4")
    assert found is not None
    assert found.choices == (cards("H4"), cards("D4"))
    assert found.forced == cards("H4")
    assert found.seats == (1, 2)


def test_a_single_unit_is_no_throw() -> None:
    assert stop(AT, "H3344", "HKKAA") is None
