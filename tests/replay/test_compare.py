"""Two records of one hand: what they say differently, and what is no difference."""

import pytest

from shengji import notation
from shengji.engine.cards import Cards
from shengji.notation.address import write_address
from shengji.notation.record import Record
from shengji.notation.tokens import read_cards
from shengji.replay.compare import Comparison, Support, compare, may_be_same

# The end of a hand: clubs are trump, two tricks are left, and the attackers (b, d) have 60.
TEXT = """\
%SJN 1
[Event "?"]
[Site "?"]
[Date "????-??-??"]
[Rules "standard@1"]
[PlayerA "?"]
[PlayerB "?"]
[PlayerC "?"]
[PlayerD "?"]

hand 1 ac=2 bd=2 dealer=a
hands
a SA H3
b SK S4
c S5 D6
d D9 C7
start 24 a points=60
trump C 2 a
24 a SA SK S5 C7 =d+15
25 d D9 H3 S4 D6 =d+0
end
"""


def read(text: str) -> Record:
    (record,) = notation.loads(text).records
    return record


def compared(old: str, new: str) -> Comparison:
    """The text against the one in which a piece is another."""
    assert TEXT.count(old) == 1
    return compare(read(TEXT), read(TEXT.replace(old, new)))


def told(comparison: Comparison) -> list[tuple[str, str, str | None, str | None]]:
    (hand,) = comparison.hands
    return [
        (write_address(each.address), each.kind, each.first, each.second)
        for each in hand.differences
        if each.address is not None
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[PlayerA "?"]', '[PlayerA "陈伟"]'),
        ('"standard@1"', '"standard"'),
        ("d D9 C7\n", "d .2\n"),
        ("d D9 C7\n", "d C? D?\n"),
        ("d D9 C7\n", ""),
        ("trump C 2 a", "trump ? 2 a # C, I think"),
        (" =d+15", ""),
        (" =d+15", " =d+?"),
        ("SA SK S5 C7", "SA $1 SK ~3.5 S5 {hm} C7"),
        ("24 a SA SK", "24 a SA .1"),
        ("end\n", 'end\nnote 1.24 "the kitty was C5 C5"\n'),
    ],
)
def test_what_is_left_open_or_beside_the_play_is_no_difference(old: str, new: str) -> None:
    assert compared(old, new).equal


@pytest.mark.parametrize(
    ("old", "new", "differences"),
    [
        ("dealer=a", "dealer=b", [("1", "dealer", "a", "b")]),
        ("bd=2", "bd=3", [("1", "level b", "2", "3"), ("1", "level d", "2", "3")]),
        ("c S5 D6\n", "c S5 D7\n", [("1", "cards c", "D6", "D7")]),
        ("d D9 C7\n", "d .1 H?\n", [("1", "cards d", "D9C7", "H?.1")]),
        ("trump C 2", "trump S 2", [("1", "trump", "C 2 a", "S 2 a")]),
        (
            "points=60",
            "points=65",
            [("1", "start", "start 24 a points=60", "start 24 a points=65")],
        ),
        ("S5 C7 =d", "D6 C7 =d", [("1.24.3", "play", "c S5", "c D6")]),
        ("S5 C7 =d", "S5^revoke C7 =d", [("1.24.3", "play", "c S5", "c S5^revoke")]),
        ("=d+15", "=a+15", [("1.24", "won", "d 15", "a 15")]),
        (" D6 =d+0", "", [("1.25.4", "play", "c D6", None), ("1.25", "won", "d 0", None)][:1]),
        ("end\n", "result 75 up=0\nend\n", []),
        ("end\n", "concede ac\nend\n", [("1.25", "concede", None, "concede ac")]),
    ],
)
def test_differences(old: str, new: str, differences: list[tuple[str, ...]]) -> None:
    comparison = compared(old, new)
    assert told(comparison) == differences
    assert comparison.equal == (not differences)


def test_of_results_each_part_is_compared() -> None:
    one = TEXT.replace("end\n", "result 75 kitty=0x2 up=0 next=b\nend\n")
    other = TEXT.replace("end\n", "result 80 kitty=0x2 up=0 next=d\nend\n")
    assert told(compare(read(one), read(other))) == [
        ("1.end", "result", "75", "80"),
        ("1.end", "next", "b", "d"),
    ]


def test_another_leader_makes_other_plays() -> None:
    comparison = compared("25 d D9 H3 S4 D6 =d+0", "25 a H3 S4 D6 D9 =a+0")
    assert told(comparison)[:2] == [
        ("1.25.1", "leader", "d", "a"),
        ("1.25.1", "play", "d D9", "a H3"),
    ]
    (hand,) = comparison.hands
    assert hand.support is Support.FIRST


def test_the_rules_support_the_account_without_a_fault() -> None:
    comparison = compared("24 a SA SK S5 C7", "24 a SA S4 S5 C7")
    (hand,) = comparison.hands
    assert not hand.errors[0]
    assert {each.code.id for each in hand.errors[1]} >= {"wrong-points"}
    assert hand.support is Support.FIRST
    assert compared("S4 D6 =d+0", "S4 D6 =d+5").hands[0].support is Support.FIRST


def test_what_both_get_wrong_decides_nothing() -> None:
    wrong = TEXT.replace("=d+15", "=d+20")
    other = wrong.replace("25 d D9 H3 S4 D6 =d+0", "25 d D9 H3 S4 D6 =a+0")
    (hand,) = compare(read(wrong), read(other)).hands
    assert [each.code.id for each in hand.errors[1]] == ["wrong-winner"]
    assert hand.support is Support.FIRST


def test_both_accounts_may_be_possible() -> None:
    lax = TEXT.replace("b SK S4\n", "").replace("c S5 D6\n", "").replace(" =d+15", "")
    other = lax.replace("24 a SA SK S5 C7", "24 a SA SQ S5 C7")
    (hand,) = compare(read(lax), read(other)).hands
    assert hand.support is Support.BOTH


def test_cards_that_one_record_states_judge_both() -> None:
    hands = TEXT[TEXT.index("hands\n") : TEXT.index("trump")]
    other = TEXT.replace(hands, "").replace("24 a SA SK S5 C7 =d+15", "24 a SA SQ S5 C7 =d+5")
    (hand,) = compare(read(TEXT), read(other)).hands
    assert [each.code.id for each in hand.errors[1]][:1] == ["play-not-held"]
    assert hand.support is Support.FIRST


def test_rules_hands_and_match_that_differ() -> None:
    sheet = "\nhand 2 ac=2 bd=2 dealer=b\nsheet\nresult 80\nend\n\nmatch bd time\n"
    one = TEXT.replace("standard@1", "standard throw_penalty=10") + sheet
    other = TEXT + sheet.replace("hand 2", "hand 3").replace("match bd", "match ac")
    comparison = compare(read(one), read(other))
    assert [(each.kind, each.first, each.second) for each in comparison.match] == [
        ("rules", "standard@1 throw_penalty=10", "standard@1"),
        ("match", "bd time", "ac time"),
        ("hand", "hand 2 ac=2 bd=2 dealer=b", None),
        ("hand", None, "hand 3 ac=2 bd=2 dealer=b"),
    ]
    assert not comparison.equal


def test_of_a_deal_in_order_the_first_card_drawn_otherwise_is_told() -> None:
    deal = TEXT.replace("hands\n", "deal a\n").replace("start 24 a points=60\n", "")
    other = deal.replace("a SA H3\n", "a H3 SA\n")
    assert told(compare(read(deal), read(other))) == [("1", "drawn a 1", "SA", "H3")]


@pytest.mark.parametrize(
    ("one", "other", "possible"),
    [
        ("SA", "SA", True),
        ("SA", "SK", False),
        ("SA", "SAK", False),
        ("SA.1", "SK.1", True),
        ("SA.1", "SKQ", False),
        ("S?", "H?", False),
        ("S?.1", "H?.1", True),
        ("S??", "S2H3", False),
        ("SA?", "SK?", True),
        ("SAA", "SA.1", True),
    ],
)
def test_cards_that_may_be_the_same(one: str, other: str, possible: bool) -> None:
    first, second = cards(one), cards(other)
    assert may_be_same(first, second) is possible
    assert may_be_same(second, first) is possible


def cards(word: str) -> Cards:
    return read_cards([word])
