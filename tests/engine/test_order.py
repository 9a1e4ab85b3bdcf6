"""The order of the cards, against the rule texts."""

import pytest

from shengji.engine.cards import UNKNOWN, UNKNOWN_OF_SUIT, name
from shengji.engine.order import NOT_TOLD, TRUMP, Order, compile_order
from shengji.engine.rules import Rules

from .hands import card, order


def ladder(at: Order, suit: int) -> str:
    """The cards of an effective suit from high to low, equal ones joined."""
    found: dict[int, list[str]] = {}
    for face, strength in zip(at.suits[suit].faces, at.suits[suit].strengths, strict=True):
        found.setdefault(strength, []).append(name(face))
    return " ".join("=".join(found[strength]) for strength in sorted(found, reverse=True))


def above(at: Order, text: str) -> set[str]:
    return {name(face) for face in at.successors(card(text))}


def test_order_of_trumps_000_47() -> None:
    expected = "B L S7 H7=D7=C7 SA SK SQ SJ ST S9 S8 S6 S5 S4 S3 S2"
    assert ladder(order("7", "S"), TRUMP) == expected


def test_side_suit_without_the_level_card_000_49() -> None:
    assert ladder(order("7", "S"), 1) == "HA HK HQ HJ HT H9 H8 H6 H5 H4 H3 H2"


def test_no_trump_level_cards_are_alike_000_111() -> None:
    assert ladder(order("7", None), TRUMP) == "B L S7=H7=D7=C7"


def test_no_trump_of_jokers_alone() -> None:
    at = order("7", None, no_trump_set="jokers")
    assert ladder(at, TRUMP) == "B L"
    assert ladder(at, 0) == "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"


def test_no_trump_level_has_no_level_cards() -> None:
    assert ladder(order("N", None), TRUMP) == "B L"


def test_twos_always_trump_002_195() -> None:
    expected = "B L ST HT=DT=CT S2 H2=D2=C2 SA SK SQ SJ S9 S8 S7 S6 S5 S4 S3"
    assert ladder(order("T", "S", permanent_trumps="2"), TRUMP) == expected


def test_shandong_order_of_permanent_trumps() -> None:
    expected = "B L ST HT=DT=CT S5 H5=D5=C5 S3 H3=D3=C3 S2 H2=D2=C2 SA SK SQ SJ S9 S8 S7 S6 S4"
    assert ladder(order("T", "S", permanent_trumps="235"), TRUMP) == expected


def test_level_that_is_a_permanent_trump_stands_as_level() -> None:
    assert ladder(order("2", "S", permanent_trumps="2"), TRUMP) == ladder(order("2", "S"), TRUMP)


@pytest.mark.parametrize(
    ("low", "high"),
    [("S4", "S6"), ("H4", "H6"), ("SA", "D5"), ("D5", "S5"), ("S5", "L"), ("L", "B"), ("HK", "HA")],
)
def test_neighbours_at_level_5_000_345(low: str, high: str) -> None:
    assert high in above(order("5", "S"), low)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("S5", "S6"),
        ("S4", "S5"),
        ("H4", "H5"),
        ("H5", "D5"),
        ("HA", "H2"),
        ("H5", "L"),
        ("SA", "S5"),
    ],
)
def test_no_neighbours_at_level_5_000_347(low: str, high: str) -> None:
    at = order("5", "S")
    assert high not in above(at, low)
    assert low not in above(at, high)


def test_no_trump_level_pair_and_little_joker_002_117() -> None:
    assert above(order("5", None), "S5") == set()
    online = order("5", None, tractor_no_trump_joker_level="yes")
    assert above(online, "S5") == above(online, "H5") == {"L"}
    assert above(online, "SA") == set()


@pytest.mark.parametrize(
    ("option", "low", "high"),
    [
        ("tractor_level_gap", "H4", "H6"),
        ("tractor_jokers", "L", "B"),
        ("tractor_little_joker_main", "S5", "L"),
        ("tractor_main_side_level", "C5", "S5"),
        ("tractor_side_level_ace", "SA", "C5"),
    ],
)
def test_options_that_part_neighbours(option: str, low: str, high: str) -> None:
    assert high in above(order("5", "S"), low)
    assert high not in above(order("5", "S", **{option: "no"}), low)


def test_natural_neighbours_of_the_level_card() -> None:
    at = order("4", "S", tractor_level_natural="yes")
    assert above(at, "S3") == {"S4", "S5"}
    assert above(at, "S4") == {"S5", "L"}
    assert above(at, "H3") == {"H5"}


def test_lowest_and_highest_levels_have_one_neighbour() -> None:
    assert above(order("2", "S", tractor_level_natural="yes"), "S2") == {"S3", "L"}
    at = order("A", "S", tractor_level_natural="yes")
    assert above(at, "SK") == {"SA", "HA", "DA", "CA"}


def test_unknown_cards_have_no_suit() -> None:
    at = order("7", "S")
    assert {at.suit[code] for code in (UNKNOWN, *range(UNKNOWN_OF_SUIT, UNKNOWN))} == {NOT_TOLD}


def test_an_order_is_compiled_once() -> None:
    assert compile_order(Rules(), 3, 2) is compile_order(Rules(), 3, 2)


def test_every_face_has_one_place() -> None:
    for level in "2TAN":
        for trump in ("S", "C", None):
            at = order(level, trump, permanent_trumps="25")
            faces = [face for suit in at.suits for face in suit.faces]
            assert sorted(faces) == list(range(54))


def test_all_ranks_permanent_leaves_side_suits_empty() -> None:
    at = order("T", "S", permanent_trumps="23456789TJQKA")
    assert all(at.suit[face] == TRUMP for face in range(54))
    assert at.suits[1].pick([0] * 59) == ()
