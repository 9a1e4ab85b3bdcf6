"""The words of the notation one by one: cards, seats, levels, plays, addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, UNKNOWN
from shengji.notation import WriteError, dumps, tokens
from shengji.notation import record as rec
from shengji.notation.address import (
    address_order,
    canonical_address,
    parse_address,
    write_address,
)
from shengji.notation.record import Address
from shengji.notation.tokens import TokenError

from .strategies import addresses, drawn, levels, plays, seat_sets, sets


@given(sets)
def test_a_set_of_cards_is_one_word(cards: tuple[int, ...]) -> None:
    assert tokens.CARDS[tokens.write_cards(cards)] == cards


@given(drawn)
def test_drawn_cards_keep_their_order(cards: tuple[int, ...]) -> None:
    assert tokens.read_drawn(tokens.write_drawn(cards).split()) == cards


@pytest.mark.parametrize(
    ("word", "cards"),
    [
        ("S5566", (3, 3, 4, 4)),
        ("SAKK", (11, 11, 12)),
        ("S34H5", (1, 2, 16)),
        ("S10T", (8, 8)),
        ("BL", (LITTLE_JOKER, BIG_JOKER)),
        ("C3L", (40, LITTLE_JOKER)),
        ("S?", (54,)),
        ("SA.2", (12, UNKNOWN, UNKNOWN)),
        (".2SA", (12, UNKNOWN, UNKNOWN)),
        ("SJ", (9,)),
    ],
)
def test_words_for_cards(word: str, cards: tuple[int, ...]) -> None:
    assert tokens.CARDS[word] == cards


@pytest.mark.parametrize(
    "word",
    ["", "S", "5", "SH5", "S5H", "S1", "S11", "X5", "s5", "BJ", "L5", ".", ".0", ".1000", "S5 S6",
     "S5!", "王", "S٣"],
)  # fmt: skip
def test_words_for_no_cards(word: str) -> None:
    with pytest.raises(TokenError):
        tokens.CARDS[word]


@pytest.mark.parametrize("cards", [(-1,), (59,), (0, 99)])
def test_ints_that_are_no_cards_are_not_written(cards: tuple[int, ...]) -> None:
    with pytest.raises(TokenError):
        tokens.write_cards(cards)


@given(plays())
def test_plays(play: object) -> None:
    from dataclasses import replace

    bare = replace(play, annotations=())  # type: ignore[type-var]
    assert tokens.PLAYS[tokens.write_play(bare)] == bare  # type: ignore[arg-type]


@given(seat_sets)
def test_sets_of_seats(seats: tuple[int, ...]) -> None:
    assert tokens.read_seats(tokens.write_seats(seats)) == seats


@pytest.mark.parametrize("word", ["", "ba", "aa", "m", "a?", "A"])
def test_no_sets_of_seats(word: str) -> None:
    with pytest.raises(TokenError):
        tokens.read_seats(word)


@given(levels)
def test_levels(level: object) -> None:
    assert tokens.read_level(tokens.write_level(level)) == level  # type: ignore[arg-type]


def test_a_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MEMORY", 3)
    memory = tokens.Memory(str.upper)
    assert [memory[word] for word in "abcdefa"] == list("ABCDEFA")
    assert len(memory) <= 3


@given(st.integers(1, 99_999).flatmap(addresses))
def test_addresses(address: Address) -> None:
    assert parse_address(write_address(address)) == address


def test_addresses_in_the_order_of_a_hand() -> None:
    written = ["3", "3.d23", "3.x2", "3.t1", "3.k1", "3.0", "3.8.1", "3.8.3", "3.8", "3.9.1"]
    written += ["3.end", "3.v1.8.2", "3.v2.0", "4"]
    shuffled = sorted(written, key=lambda text: text[::-1])
    ordered = sorted(map(parse_address, shuffled), key=address_order)
    assert list(map(write_address, ordered)) == written


@pytest.mark.parametrize(
    "text",
    ["", "0", "3.", "3.x0", "3.08", "3.8.0", "3.v1", "3.v0.8", "3.v1.x2", "3.End", "3.8.2.1", "3 "],
)
def test_no_addresses(text: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("3.8.4", "3.8"), ("3.8.3", "3.8.3"), ("3.v1.8.4", "3.v1.8"), ("3.8", "3.8"), ("3.0", "3.0")],
)
def test_the_shorter_address_is_canonical(text: str, canonical: str) -> None:
    assert write_address(canonical_address(parse_address(text), 4)) == canonical


@pytest.mark.parametrize("word", [".999.1", "S5.500.500", ".999+.1", "S5/.999.1"])
def test_more_unknown_cards_than_a_word_can_name(word: str) -> None:
    with pytest.raises(tokens.TooManyUnknownError):
        tokens.PLAYS[word]


def test_what_cannot_be_read_again_is_not_written() -> None:
    trick = rec.Trick(1, 0, (rec.Play((UNKNOWN,) * 1000),))
    note = rec.Note(Address(1), "a\n\u0303b")
    for hand in (rec.Hand(1, (), 0, events=(trick,)), rec.Hand(1, (), 0, appendix=(note,))):
        with pytest.raises(WriteError):
            dumps(rec.Record((), (hand,)))
