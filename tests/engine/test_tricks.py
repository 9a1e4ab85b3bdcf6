"""Leads and winners, against the rule texts and reported faults."""

from itertools import permutations
from time import perf_counter

import pytest

from shengji.engine.faults import Fault, Rule
from shengji.engine.order import Order
from shengji.engine.play.tricks import Lead, lead_fault, read_lead, winner

from .hands import cards, lead, order

COMPARES = ["largest", "units", "highest", "all"]
ENOUGH = 5.0
"""Seconds that guard against hanging alone."""


def wins(at: Order, led: str, *answers: str) -> int:
    return winner(at, lead(at, led), [cards(answer) for answer in answers])


def test_equal_cards_the_first_played_stands_000_81() -> None:
    at = order("2", "S")
    assert wins(at, "HA", "HA", "HK", "H3") == 0
    assert wins(at, "D3", "H2", "C2", "D4") == 1
    assert wins(at, "D3", "D4", "H4", "S2", "S2") == 3


def test_a_discard_never_wins_000_193() -> None:
    at = order("T", "S")
    assert wins(at, "D3", "HA", "CA", "H3") == 0
    assert wins(at, "H77", "S3 H9", "SAK") == 0


def test_shapes_do_not_compare_000_73() -> None:
    at = order("5", "S")
    assert wins(at, "H77", "SAK", "L B") == 0
    assert wins(at, "H7788", "S33 SAA", "SQQ SAA", "S3344") == 3


def test_two_level_cards_are_no_pair_r14() -> None:
    assert wins(order("5", "H"), "H99", "S5 D5", "H23", "H46") == 0


def test_ruff_with_at_least_the_led_structure_000_193() -> None:
    at = order("T", "S")
    assert wins(at, "HAK5544", "S998872") == 1
    assert wins(at, "HAA5544", "S998872") == 0
    assert wins(at, "HA4KQ", "S9988") == 1


@pytest.mark.parametrize("compare", COMPARES)
def test_over_ruffs_of_pair_and_single(compare: str) -> None:
    """Pair against pair where something longer than a single was led: 000:193, R07."""
    at = order("T", "S", throw_compare=compare)
    winning = {"largest": 2, "units": 2, "highest": 1, "all": 1}
    assert wins(at, "H544", "S977", "S884") == winning[compare]
    assert wins(at, "HAAK", "S338", "S446") == winning[compare]


@pytest.mark.parametrize("compare", COMPARES)
def test_over_ruffs_of_singles(compare: str) -> None:
    """The highest card decides; equal ones pass on to the next only in `units`."""
    at = order("T", "S", throw_compare=compare)
    assert wins(at, "H567", "S977", "S884") == 1
    assert wins(at, "HAK", "S24", "S35") == 2
    assert wins(at, "HAK", "S29", "S39") == (2 if compare == "units" else 1)


@pytest.mark.parametrize("compare", COMPARES)
def test_equal_largest_units(compare: str) -> None:
    at = order("2", "S", decks="3", throw_compare=compare)
    winning = {"largest": 1, "units": 2, "highest": 1, "all": 1}
    assert wins(at, "HAKKK H99", "S555 SJJ SA", "S555 SQQ S4") == winning[compare]


@pytest.mark.parametrize("compare", COMPARES)
def test_a_ruff_may_be_read_in_any_way_r01(compare: str) -> None:
    at = order("2", "C", throw_compare=compare)
    assert wins(at, "D88JQ", "C55A S2", "S33 C78", "C66 C22") == 3


def test_a_standing_play_counts_in_its_best_reading() -> None:
    at = order("2", "C", throw_compare="largest")
    assert wins(at, "D88JQ", "C7755", "C6634") == 1
    assert wins(order("2", "C", throw_compare="units"), "D88JQ", "C7755", "C6634") == 1


@pytest.mark.parametrize("compare", COMPARES)
def test_the_same_cards_played_later_never_win(compare: str) -> None:
    at = order("2", "C", decks="4", throw_compare=compare)
    for play in ("CAAKK", "CAAAK", "C3456", "C5566"):
        assert wins(at, "D8856", play, play) <= 1
        assert wins(at, "D5678", play, play) == 1


@pytest.mark.parametrize("compare", COMPARES)
def test_every_spelling_of_a_play_is_one_r03(compare: str) -> None:
    at = order("7", "S", throw_compare=compare)
    for first in permutations("24"):
        for second in permutations("35"):
            answers = ("S" + "".join(first), "S" + "".join(second), "H36")
            assert wins(at, "HAK", *answers) == 2


@pytest.mark.parametrize("compare", COMPARES)
def test_loose_trumps_are_a_discard_r10(compare: str) -> None:
    at = order("2", "H", throw_compare=compare)
    assert wins(at, "D99A", "HAKQ", "D346", "H334") == 3


@pytest.mark.parametrize("compare", COMPARES)
def test_a_long_throw_ruffed_twice_r02(compare: str) -> None:
    at = order("2", "H", throw_compare=compare)
    plays = ("HAAKKQQ987", "B B L L H22 HJTT", "C34567 S3456")
    started = perf_counter()
    assert wins(at, "DAAKKQQJ98", *plays) == 2
    assert perf_counter() - started < ENOUGH


@pytest.mark.parametrize("compare", COMPARES)
def test_many_ways_to_read_a_long_ruff(compare: str) -> None:
    at = order("2", "H", decks="4", throw_compare=compare)
    led = "SAA SQQ STT S88 S66 S44 SK SJ S9 S7 S5 S3"
    low, high = "H334455667788 H9TJQKA", "H99TTJJQQKKAA H345678"
    started = perf_counter()
    assert wins(at, led, low, high) == (1 if compare in ("all", "highest") else 2)
    assert perf_counter() - started < ENOUGH


def test_largest_is_the_tractor_before_the_pairs() -> None:
    """A lead of tractor and pair: the tractor decides, whatever the pairs are."""
    at = order("2", "C")
    assert wins(at, "D5566 DAA", "C3344 CAA", "C4455 C66") == 2
    assert wins(at, "D5566 DAA", "C4455 C77", "C3344 CAA") == 1


def test_natural_tractors_compare_by_top_then_bottom() -> None:
    at = order("4", "S", tractor_level_natural="yes")
    assert wins(at, "H5566", "S3344", "S3355", "S4455", "S5566") == 4
    assert wins(at, "H5566", "S4455", "S3355") == 1


def test_in_no_trump_every_level_card_is_alike_000_111() -> None:
    at = order("4", None)
    assert wins(at, "S9", "H4", "L", "SA") == 2
    assert wins(at, "S9", "H4", "D4", "C4") == 1


def faulty(at: Order, text: str, *units: str) -> Rule:
    read = read_lead(at, cards(text), [cards(unit) for unit in units])
    assert isinstance(read, Fault)
    return read.rule


def test_leads_that_are_none() -> None:
    at = order("4", "S")
    assert faulty(at, "H3 D3") is Rule.LEAD_SUIT
    assert faulty(at, "H43") is Rule.LEAD_SUIT
    assert faulty(at, "H3355", "H3 H3", "H55") is Rule.LEAD_READING
    assert isinstance(read_lead(at, cards("H4 S3")), Lead)


def test_throws_that_are_not_allowed_001_69() -> None:
    never, sided = order("4", "S", throw_allowed="no"), order("4", "S", throw_allowed="side_suits")
    assert lead_fault(never, lead(never, "HAK")) == Fault(
        Rule.THROW_FORBIDDEN, option="throw_allowed"
    )
    assert lead_fault(never, lead(never, "S3355")) is None
    assert lead_fault(sided, lead(sided, "SAK")) is not None
    assert lead_fault(sided, lead(sided, "HAK")) is None
    assert lead_fault(order("4", "S"), lead(sided, "SAK")) is None


def test_an_announced_reading_is_what_must_be_answered() -> None:
    at = order("2", "C", decks="3")
    assert lead(at, "S66677").shape == ((2, 2), (1,))
    assert lead(at, "S66677", "S666", "S77").shape == ((3,), (2,))
    assert winner(at, lead(at, "S66677", "S666", "S77"), [cards("C33344")]) == 1
    assert winner(at, lead(at, "S66677", "S666", "S77"), [cards("C33445")]) == 0
