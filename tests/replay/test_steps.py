"""Positions: a pure function of record and address; in views hidden cards are absent."""

from collections import Counter

import pytest

from shengji.engine.cards import DECK
from shengji.notation import loads
from shengji.notation.address import parse_address, write_address
from shengji.notation.record import Record
from shengji.replay import NoSuchPosition, Position, position, steps, view
from shengji.replay.generate import random_match

RECORD = random_match("standard", 2, 3)


def everything(step: Position) -> Counter[int]:
    """All cards of the deck, wherever they are in a position."""
    found: Counter[int] = Counter()
    for cards in (*step.hands, step.kitty):
        found.update(cards or ())
    return found


def test_a_hand_begins_with_the_deal_and_ends_with_empty_hands() -> None:
    first, *_, last = steps(RECORD, 1)
    assert first.sizes == (25, 25, 25, 25)
    assert first.kitty_size == 8
    assert everything(first) == Counter(DECK * 2)
    assert last.sizes == (0, 0, 0, 0)
    assert last.address.part == "end"
    assert last.total is not None


def test_the_kitty_is_in_a_hand_between_taking_and_burying() -> None:
    by_address = {write_address(step.address): step for step in steps(RECORD, 1)}
    taken, buried = by_address["1.t1"], by_address["1.k1"]
    assert sorted(taken.sizes) == [25, 25, 25, 33]
    assert taken.kitty is None and taken.kitty_size == 0
    assert buried.sizes == (25, 25, 25, 25)
    assert everything(taken) == everything(buried) == Counter(DECK * 2)


def test_jumping_is_stepping() -> None:
    for step in steps(RECORD, 2):
        assert (
            position(RECORD, step.address)
            == [each for each in steps(RECORD, 2) if each.address == step.address][-1]
        )


def test_two_names_of_one_position() -> None:
    assert position(RECORD, parse_address("1.3.4")) == position(RECORD, parse_address("1.3"))


def test_drawing() -> None:
    assert position(RECORD, parse_address("1.d100")).sizes == (25, 25, 25, 25)
    assert sum(position(RECORD, parse_address("1.d37")).sizes) == 37


@pytest.mark.parametrize("text", ["3", "1.d101", "1.x9", "1.99", "1.2.5", "1.v1.3", "1.t2"])
def test_no_such_position(text: str) -> None:
    with pytest.raises(NoSuchPosition, match=text.replace(".", r"\.")):
        position(RECORD, parse_address(text))


def test_table_view_has_no_hands() -> None:
    for step in steps(RECORD):
        seen = view(step, "table")
        assert seen.hands == (None, None, None, None)
        assert seen.sizes == step.sizes
        assert seen.kitty is None or step.phase == "over"


def test_seat_view_has_its_own_hand_alone() -> None:
    for step in steps(RECORD):
        seen = view(step, "seat", 2)
        assert seen.hands == (None, None, step.hands[2], None)
        if seen.kitty is not None and step.phase != "over":
            assert step.holder == 2


@pytest.mark.parametrize(("kind", "seat"), [("seat", None), ("open", 1), ("seat", 4)])
def test_views_that_do_not_exist(kind: str, seat: int | None) -> None:
    first = next(steps(RECORD))
    with pytest.raises(ValueError, match="seat"):
        view(first, kind, seat)  # type: ignore[arg-type]


def test_empty_record() -> None:
    assert list(steps(Record(RECORD.tags))) == []


def test_what_a_trick_line_says_of_its_winner_belongs_to_its_last_play() -> None:
    text = """%SJN 1
[Rules "standard@1"]
hand 1 ac=2 bd=2 dealer=a
hands
a SA7
b S33
c S44
d S66
start 24 a points=35
trump C 2 a
24 a SA S3 S4 S6 =b+0
25 a S7 S3 .1 S6 =a+0
result 40 next=d
end
"""
    (record,) = loads(text).records
    by_address = {write_address(step.address): step for step in steps(record)}
    assert by_address["1.24"].problems == ("wrong-winner",)
    assert by_address["1.25.1"].problems == ()
    assert by_address["1.25"].winning == 0
    assert by_address["1.end"].problems == ("wrong-next",)
