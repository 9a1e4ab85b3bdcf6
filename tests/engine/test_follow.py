"""What a following play owes, against the rule texts and reported faults."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.engine.cards import cards_from, counts
from shengji.engine.faults import Rule
from shengji.engine.order import Order
from shengji.engine.play.cascade import draw_of, fallback_shapes
from shengji.engine.play.follow import follow_fault, legal_follows, legal_leads, monotone
from shengji.engine.play.tricks import Lead, read_lead
from shengji.engine.rules import Rules, replace

from .hands import cards, fault, lead, order

AT = order("2", "H")
THREE = order("2", "H", decks="3")
FOUR = order("2", "H", decks="4")


def legal(at: Order, led: str, hand: str, *plays: str) -> list[bool]:
    return [fault(at, led, hand, play) is None for play in plays]


def test_the_suit_must_be_followed_000_129() -> None:
    found = fault(AT, "S9", "S3 S5 D4 H5", "D4")
    assert found is not None
    assert (found.rule, found.cards, found.owed) == (Rule.FOLLOW_SUIT, cards("D4"), cards("S3"))


def test_a_level_card_is_not_of_its_printed_suit_000_129() -> None:
    assert legal(AT, "S9", "S2 D4", "D4", "S2") == [True, True]
    assert legal(AT, "H9", "S2 D4", "D4", "S2") == [False, True]


def test_jokers_follow_a_trump_lead() -> None:
    assert legal(AT, "HA", "L C5", "C5", "L") == [False, True]


def test_all_cards_of_a_short_suit_are_played() -> None:
    assert legal(AT, "S9988", "S55 SK D66", "S55 SK D6", "S55 D66") == [True, False]


def test_a_pair_is_owed_to_a_pair_000_131() -> None:
    found = fault(AT, "S99", "S3357 D4", "S57")
    assert found is not None
    assert (found.rule, found.owed, found.option) == (
        Rule.FOLLOW_SHAPE,
        cards("S33"),
        "follow_shape",
    )
    assert legal(AT, "S99", "S3357", "S33", "S35") == [True, False]
    assert legal(AT, "S99", "S357", "S35", "S37") == [True, True]


def test_a_pair_comes_out_of_a_tractor_002_218() -> None:
    assert legal(AT, "S99", "S44557", "S47", "S44", "S55", "S45") == [False, True, True, False]


def test_a_tractor_may_be_protected_r23() -> None:
    at = order("7", "H", break_tractor_for_pair="protected")
    assert legal(at, "S55", "S2 S3 SQQ SKK", "S23", "SQQ", "S2 SQ") == [True, True, True]
    assert legal(at, "S55", "S2 S3 S99 SQQ SKK", "S23", "SQQ", "S99") == [False, True, True]
    assert legal(at, "S5566", "S2 S3 S99 SQQ SKK", "S99 S23", "SQQKK") == [False, True]


def test_a_tractor_is_owed_to_a_tractor_000_133() -> None:
    at = order("2", "H")
    hand = "S445577 SK"
    assert legal(at, "S99TT", hand, "S4455", "S4477", "S5577") == [True, False, False]


def test_pairs_are_owed_where_there_is_no_tractor_r22() -> None:
    at = order("K", "S")
    hand = "SKK S23456T HK"
    plays = ("SKK S2345", "S23456T", "SKK S23T HK")
    assert legal(at, "S778899", hand, *plays) == [True, False, True]


def test_a_shorter_tractor_is_owed_to_a_longer() -> None:
    hand = "S3344668 SK SK"
    assert legal(AT, "S99TTJJ", hand, "S334466", "S3344 SKK", "S3366 SKK") == [True, True, False]
    pairs = order("2", "H", follow_tractor_partial="pairs")
    assert legal(pairs, "S99TTJJ", hand, "S3366 SKK", "S3344 S6 SK") == [True, False]


def test_a_led_tractor_is_drawn_from_a_longer() -> None:
    assert legal(AT, "S99TT", "S33445568", "S3344", "S4455", "S3355") == [True, True, False]


def test_a_throw_of_singles_draws_no_pair() -> None:
    assert legal(AT, "SKA", "S5567", "S67", "S56", "S55") == [True, True, True]


def test_a_throw_draws_its_tractor_and_its_pairs_000_337() -> None:
    hand = "S3344557799JJ SK"
    plays = ("S3344 S77", "S77 S99 SJJ", "S3344 S7 S9")
    assert legal(AT, "SKKAA STT", hand, *plays) == [True, False, False]


def test_a_throw_of_two_tractors_draws_as_many_pairs_as_there_are() -> None:
    """The tractor-online engine weakens the longer tractor first and then asks for four pairs."""
    hand, four_pairs = "D33 D55 D88 DTT DQQ D9 DA", "D33 D55 D88 DTT D9 DA"
    best, online = order("6", "H"), order("6", "H", follow_throw="in_turn")
    assert legal(best, "D223344 DKKAA", hand, four_pairs, "D33 D55 D88 DTT DQQ") == [False, True]
    assert legal(online, "D223344 DKKAA", hand, four_pairs) == [True]


def test_a_triple_draws_a_pair() -> None:
    assert legal(THREE, "S999", "S5567", "S556", "S567") == [True, False]
    assert legal(THREE, "S99", "S55567", "S67", "S55", "S56") == [False, True, False]


def test_a_triple_may_be_protected_from_a_pair() -> None:
    at = order("2", "H", decks="3", follow_longer_protected="yes")
    assert legal(at, "S99", "S55567", "S67", "S55", "S56") == [True, True, True]
    assert legal(at, "S99 SA", "S555 S66 S7", "S555", "S66 S5") == [False, True]
    found = fault(at, "S99 SA", "S555 S66 S7", "S555")
    assert found is not None
    assert (found.owed, found.option) == (cards("S66"), "follow_longer_protected")


def test_a_whole_holding_is_always_legal_r26() -> None:
    for protected in ("yes", "no"):
        at = order("2", "H", decks="3", follow_longer_protected=protected)
        assert legal(at, "S99TT SA", "S666 S88", "S666 S88") == [True]
    hand = "S666 S88 SJJ"
    protected_at = order("2", "H", decks="3", follow_longer_protected="yes")
    assert legal(protected_at, "S99TT SA", hand, "S666 S88") == [False]
    assert legal(THREE, "S99TT SA", hand, "S666 S88") == [True]


def test_four_of_a_kind_draw_down_a_documented_ladder_r27() -> None:
    draw = draw_of(replace(Rules(), {"decks": "4"}))
    assert fallback_shapes(((4,),), draw) == [
        ((3,), (1,)),
        ((2, 2),),
        ((2,), (2,)),
        ((2,), (1,), (1,)),
        ((1,), (1,), (1,), (1,)),
    ]
    assert legal(FOUR, "S9999", "S3344 S66 SK", "S3344", "S3366") == [True, False]
    only = order("2", "H", decks="4", follow_new_tractor="no")
    assert legal(only, "S9999", "S3344 S66 SK", "S3344", "S3366") == [True, True]


def test_suit_alone_by_option_r24() -> None:
    at = order("2", "H", follow_shape="suit_only")
    assert legal(at, "S99", "S3357 D4", "S57", "S33", "S5 D4") == [True, True, False]


def test_two_level_cards_are_no_pair_to_follow_r14() -> None:
    at = order("5", "H")
    assert legal(at, "H99", "S5 D5 H7 H8", "S5 D5", "H78") == [True, True]


def test_every_order_of_the_cards_gets_one_verdict_r13() -> None:
    at = order("3", "H")
    held = counts(cards("C33 D33 S33"))
    plays = list(legal_follows(at, lead(at, "H33"), held))
    assert sorted(plays) == sorted(map(cards, ("C33", "D33", "S33")))


def test_legal_plays_come_one_by_one() -> None:
    held = counts(cards("S33445566789TJQKA D3456789"))
    assert len(list(islice(legal_follows(AT, lead(AT, "C9TJQK"), held), 100))) == 100
    assert len(list(islice(legal_leads(AT, held), 1000))) == 1000


def test_legal_leads() -> None:
    held = counts(cards("S334 H2 DA"))
    leads = set(legal_leads(AT, held))
    assert leads == set(map(cards, ("S3", "S33", "S4", "H2", "DA", "S34", "S334")))
    assert all(isinstance(read_lead(AT, led), Lead) for led in leads)
    no_throws = order("2", "H", throw_allowed="no")
    assert cards("S34") not in set(legal_leads(no_throws, held))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, True),
        ({"follow_throw": "in_turn"}, True),
        ({"follow_longer_protected": "yes"}, False),
        ({"break_tractor_for_pair": "protected"}, False),
    ],
)
def test_which_rules_are_monotone(options: dict[str, str], expected: bool) -> None:
    assert monotone(replace(Rules(), options)) is expected


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_more_cards_never_make_a_play_legal(data: st.DataObject) -> None:
    at = order("2", "H", decks="3", follow_throw=data.draw(st.sampled_from(["best", "in_turn"])))
    faces = cards("S3456 D3 H2")
    every = st.lists(st.sampled_from(faces), min_size=4, max_size=9)
    hand = [face for face in sorted(data.draw(every))]
    held = [min(number, 3) for number in counts(hand)]
    led = lead(at, data.draw(st.sampled_from(["SKK", "SQQKK", "SQQKK S99", "SKKK SA", "SQQQKKK"])))
    more = held.copy()
    more[data.draw(st.sampled_from(faces))] += 1
    if sum(held) < led.size:
        return
    chosen = data.draw(st.permutations(cards_from(held)))[: led.size]
    play = tuple(sorted(chosen))
    if follow_fault(at, led, held, play) is not None:
        assert follow_fault(at, led, more, play) is not None
