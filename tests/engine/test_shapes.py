"""Units and readings."""

from itertools import islice

import pytest

from shengji.engine.cards import name
from shengji.engine.play.shapes import (
    Unit,
    default_reading,
    enumerate_shape,
    fits,
    packs,
    reading_of,
    readings,
)

from .hands import cards, order

AT = order("2", "C")


def written(units: tuple[Unit, ...]) -> list[tuple[int, int]]:
    return [(unit.width, unit.length) for unit in units]


def default(text: str, level: str = "2", trump: str | None = "C", **options: str) -> list[str]:
    units = default_reading(order(level, trump, **options), cards(text))
    return [" ".join(map(name, unit.cards)) for unit in units]


def test_identical_cards_make_a_pair_000_59() -> None:
    assert default("S33") == ["S3 S3"]
    assert default("L B") == ["B", "L"]


def test_level_cards_of_two_suits_are_no_pair_r14() -> None:
    assert default("S5 D5", "5", "H") == ["D5", "S5"]


@pytest.mark.parametrize("width", range(2, 13))
def test_sets_of_any_width(width: int) -> None:
    at = order("2", "C", decks="12")
    assert written(default_reading(at, cards("S" + "3" * width))) == [(width, 1)]


def test_tractor_of_pairs_over_the_level_rank_000_63() -> None:
    assert default("C5577", "6", "S") == ["C5 C5 C7 C7"]
    assert default("C5577", "6", "S", tractor_level_gap="no") == ["C7 C7", "C5 C5"]


def test_tractor_over_side_level_main_level_and_jokers_002_117() -> None:
    assert default("D55 S55 L L B B", "5", "S") == ["S5 S5 D5 D5 L L B B"]


def test_only_one_of_two_side_level_pairs_joins() -> None:
    assert default("SAA H55 D55 S55", "5", "S") == ["S5 S5 SA SA D5 D5", "H5 H5"]


def test_three_side_level_pairs_in_any_order_r13() -> None:
    assert default("C33 D33 S33", "3", "H") == ["C3 C3", "D3 D3", "S3 S3"]


def test_natural_tractors_and_their_order() -> None:
    at = order("4", "S", tractor_level_natural="yes")
    texts = ["S3344", "S3355", "S4455", "S5566"]
    units = [default_reading(at, cards(text)) for text in texts]
    assert [len(reading) for reading in units] == [1, 1, 1, 1]
    keys = [reading[0].key for reading in units]
    assert keys == sorted(set(keys))


def test_natural_and_ladder_neighbours_do_not_mix() -> None:
    assert default("S33 S44 L L", "4", "S", tractor_level_natural="yes") == [
        "S3 S3 S4 S4",
        "L L",
    ]


def test_least_length_and_width_of_a_tractor() -> None:
    assert default("S3344", tractor_min_length="3") == ["S4 S4", "S3 S3"]
    assert default("S333444", decks="3", tractor_min_width="3") == ["S3 S3 S3 S4 S4 S4"]


def test_the_largest_unit_is_the_default() -> None:
    at = order("4", "H", decks="3")
    assert written(default_reading(at, cards("S66677"))) == [(2, 2), (1, 1)]
    assert written(default_reading(at, cards("S6667788899"))) == [(2, 4), (1, 1), (1, 1)]


def test_low_cards_are_read_as_sets_where_the_largest_unit_leaves_a_choice() -> None:
    at = order("4", "H", decks="3")
    units = default_reading(at, cards("S22233 S77788"))
    assert [unit.cards for unit in units] == [
        cards("S7788"),
        cards("S222"),
        cards("S33"),
        cards("S7"),
    ]


def test_announced_readings() -> None:
    at = order("4", "H", decks="3")
    whole = cards("S66677")
    units = reading_of(at, whole, [cards("S77"), cards("S666")])
    assert units is not None
    assert written(units) == [(3, 1), (2, 1)]
    assert reading_of(at, whole, [cards("S66"), cards("S6"), cards("S77")]) is None
    assert reading_of(at, whole, [cards("S666")]) is None
    assert reading_of(at, cards("S6677"), [cards("S66"), cards("S77")]) is None


def test_readings_are_made_one_by_one() -> None:
    at = order("2", "C", decks="12")
    long = cards(" ".join(f"S{rank * 7}" for rank in "3579JKA") + " S" + "468TQ" * 5)
    assert len(list(islice(readings(at, long), 50))) == 50
    assert sum(unit.size for unit in default_reading(at, long)) == len(long)


def test_sets_can_be_taken_out_at_once() -> None:
    assert packs((3, 3), (3, 2))
    assert packs((4,), (2, 2))
    assert not packs((3, 1), (2, 2))
    assert packs((5, 4), (3, 2, 2, 2))
    assert packs((5, 4), (4, 3, 2))
    assert not packs((5, 3), (4, 4))


def test_longer_runs_fill_shorter_ones() -> None:
    spades = AT.suits[0]
    three_pairs = (2, 2, 2, *(0,) * (len(spades.faces) - 3))
    assert fits(spades, three_pairs, ((2, 2), (2,)))
    assert fits(spades, three_pairs, ((2, 2), (1,), (1,)))
    assert not fits(spades, three_pairs, ((2, 2), (2, 2)))


def test_ways_to_fill_a_shape_strongest_first() -> None:
    ways = enumerate_shape(AT, cards("S334455"), ((2, 2), (2,)))
    assert list(ways) == [(cards("S4455"), cards("S33")), (cards("S3344"), cards("S55"))]
