"""What each option on trumps, combinations, throws and the pack changes, with literal cards.

Every test tells the outcome for each value it names, by the source that has it; so it fails where
the option does not act.
"""

import re
from collections.abc import Mapping
from itertools import pairwise

import pytest

from shengji import notation
from shengji.engine.cards import NO_TRUMP, RANKS, SUITS, Cards, counts, name, points
from shengji.engine.events import Laid, Name
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.hand import Hand, Setup
from shengji.engine.order import RAINBOW, TRUMP, Order, compile_order
from shengji.engine.pack import points_of
from shengji.engine.play.follow import follow_fault, legal_follows, legal_leads
from shengji.engine.play.shapes import default_reading
from shengji.engine.play.throws import throw_stop
from shengji.engine.play.tricks import Lead, read_lead, winner
from shengji.engine.rules import LEVELS, RuleConflictError, RuleError, Rules, replace
from shengji.engine.scoring.points import most_kitty_points, most_points, throw_fine
from shengji.replay import check
from shengji.replay.generate import random_match

A, B, C, D = range(4)


def card(text: str) -> int:
    return 52 + "LB".index(text) if text in ("L", "B") else _suited(text)


def _suited(text: str) -> int:
    return SUITS.index(text[0]) * 13 + RANKS.index(text[1])


def cards(text: str) -> Cards:
    """`H2 H2 B`; a run of one suit may be written together: `S5566 HK`."""
    words = text.split()
    jokers = [card(word) for word in words if word in ("L", "B")]
    return tuple(
        sorted([*(_suited(w[0] + r) for w in words if len(w) > 1 for r in w[1:]), *jokers])
    )


def order(level: str, trump: str, **options: str) -> Order:
    """The order at a level; trump `-` is no-trump."""
    suit = NO_TRUMP if trump == "-" else SUITS.index(trump)
    return compile_order(replace(Rules(), options), LEVELS.index(level), suit)


def lead(at: Order, text: str) -> Lead:
    read = read_lead(at, cards(text))
    assert isinstance(read, Lead), read
    return read


def is_tractor(at: Order, text: str) -> bool:
    reading = default_reading(at, cards(text))
    return len(reading) == 1 and reading[0].length > 1


def legal(at: Order, led: str, hand: str, play: str) -> bool:
    """Whether the play answers the lead out of that hand; the list of legal plays says the same."""
    held = counts(cards(hand))
    found = follow_fault(at, lead(at, led), held, cards(play)) is None
    assert found == (cards(play) in set(legal_follows(at, lead(at, led), held)))
    return found


def wins(at: Order, led: str, *answers: str) -> int:
    return winner(at, lead(at, led), [cards(answer) for answer in answers])


def playing(*held: str, trump: str = "H", level: str = "2", **options: str) -> Hand:
    """A hand in which seat A is about to lead, and no kitty was exchanged."""
    rules = replace(Rules(), {"players": str(len(held)), **options})
    levels = (LEVELS.index(level),) * len(held)
    hand = Hand(Setup(rules, levels, A, tuple(map(cards, held)), first=False))
    hand.apply(Name(SUITS.index(trump), levels[A], A))
    hand.begin_play()
    return hand


def laid(text: str, beaten_by: int | None = None) -> Laid:
    """A lead as a record writes it: `S98844`, or failed `S98844/S9`."""
    attempted, _, forced = text.partition("/")
    return Laid(cards(attempted), (), cards(forced) if forced else None, beaten_by)


def rule(hand: Hand, text: str, beaten_by: int | None = None) -> Rule | str | None:
    """The rule that a lead of A breaks; with a question mark where it cannot be checked."""
    verdict = hand.verify_play(A, laid(text, beaten_by))
    return f"{verdict.rule}?" if isinstance(verdict, Unproved) else verdict and verdict.rule


# -- trumps ---------------------------------------------------------------------------------------


@pytest.mark.flips("permanent_trumps")
def test_permanent_trumps_002_193_195() -> None:
    plain, two = order("T", "S"), order("T", "S", permanent_trumps="2")
    assert plain.suit[card("H2")] == SUITS.index("H")
    assert two.suit[card("H2")] == TRUMP
    down = [two.strength[card(each)] for each in ("B", "L", "ST", "HT", "S2", "H2", "SA", "SK")]
    assert all(high > low for high, low in pairwise(down))


@pytest.mark.flips("no_trump_set")
def test_no_trump_set_000_111() -> None:
    assert order("7", "-").suit[card("D7")] == TRUMP
    assert order("7", "-", no_trump_set="jokers").suit[card("D7")] == SUITS.index("D")


@pytest.mark.parametrize(
    ("decks", "width", "accepted"),
    [("1", "2", True), ("2", "2", True), ("2", "3", False), ("3", "3", True), ("3", "4", False),
     ("4", "4", True)],
)  # fmt: skip
def test_a_tractor_is_no_wider_than_there_are_copies(
    decks: str, width: str, accepted: bool
) -> None:
    """A deck holds each card once (000:7); the usual width of two goes with one deck too."""
    options = {"decks": decks, "tractor_min_width": width, "titanic": "yes", "kitty_size": "auto"}
    if accepted:
        assert replace(Rules(), options).tractor_min_width == int(width)
        return
    with pytest.raises(RuleConflictError, match=f"{decks} at most") as caught:
        replace(Rules(), options)
    assert caught.value.option == "tractor_min_width"


# -- tractors -------------------------------------------------------------------------------------


@pytest.mark.flips(
    "tractor_min_length",
    "tractor_min_width",
    "tractor_level_gap",
    "tractor_level_natural",
    "tractor_jokers",
    "tractor_little_joker_main",
    "tractor_main_side_level",
    "tractor_side_level_ace",
    "tractor_no_trump_joker_level",
    "titanic",
)
@pytest.mark.parametrize(
    ("level", "trump", "text", "options", "expected"),
    [
        row
        for rows in {
            "tractor_min_length": [
                ("2", "H", "S7788", {}, True),  # 000:61,269
                ("2", "H", "S7788", {"tractor_min_length": "3"}, False),
                ("2", "H", "S778899", {"tractor_min_length": "3"}, True),
            ],
            "tractor_min_width": [
                ("2", "H", "S7788", {"decks": "3"}, True),
                ("2", "H", "S7788", {"decks": "3", "tractor_min_width": "3"}, False),
                ("2", "H", "S777888", {"decks": "3", "tractor_min_width": "3"}, True),
            ],
            "tractor_level_gap": [
                ("5", "H", "S4466", {}, True),  # 000:345; 002:117
                ("5", "H", "S4466", {"tractor_level_gap": "no"}, False),
            ],
            "tractor_level_natural": [
                ("4", "S", "S3344", {}, False),  # 000:347
                ("4", "S", "S3344", {"tractor_level_natural": "yes"}, True),  # godot
                ("4", "S", "S4455", {"tractor_level_natural": "yes"}, True),
            ],
            "tractor_jokers": [
                ("2", "S", "L L B B", {}, True),  # 000:65
                ("2", "S", "L L B B", {"tractor_jokers": "no"}, False),  # qian-loong
            ],
            "tractor_little_joker_main": [
                ("5", "S", "S55 L L", {}, True),  # 000:345; 002:117
                ("5", "S", "S55 L L", {"tractor_little_joker_main": "no"}, False),
            ],
            "tractor_main_side_level": [
                ("2", "S", "S22 C22", {}, True),  # 000:65
                ("2", "S", "S22 C22", {"tractor_main_side_level": "no"}, False),  # 003:18
            ],
            "tractor_side_level_ace": [
                ("T", "S", "SAA HTT", {}, True),  # 000:345; 002:117
                ("T", "S", "SAA HTT", {"tractor_side_level_ace": "no"}, False),
            ],
            "tractor_no_trump_joker_level": [
                ("5", "-", "S55 L L", {}, False),  # 002:117
                ("5", "-", "S55 L L", {"tractor_no_trump_joker_level": "yes"}, True),
            ],
            "titanic": [
                ("2", "H", "S777888", {"decks": "3"}, True),  # 000:275
                ("2", "H", "S777888", {"decks": "3", "titanic": "no"}, False),
                ("2", "H", "S7788", {"decks": "3", "titanic": "no"}, True),
            ],
        }.values()
        for row in rows
    ],
)
def test_tractors(
    level: str, trump: str, text: str, options: Mapping[str, str], expected: bool
) -> None:
    assert is_tractor(order(level, trump, **options), text) == expected


@pytest.mark.flips("titanic")
def test_triples_without_tractors_are_read_and_owed_alone_000_275() -> None:
    yes, no = order("2", "H", decks="3"), order("2", "H", decks="3", titanic="no")
    led, hand = "S555666", "S777888 STTT SK"
    assert [unit.run for unit in lead(yes, led).units] == [(3, 3)]
    assert [unit.run for unit in lead(no, led).units] == [(2, 2), (1,), (1,)]
    assert legal(yes, led, hand, "S777888") and not legal(yes, led, hand, "S777TTT")
    assert legal(no, led, hand, "S7788TK") and not legal(no, led, hand, "S77TTK8")


@pytest.mark.flips("titanic")
def test_a_set_of_six_draws_no_tractor_of_triples_without_titanic() -> None:
    yes, no = order("2", "H", decks="6"), order("2", "H", decks="6", titanic="no")
    for at, allowed in ((yes, False), (no, True)):
        assert legal(at, "S555555", "S777888TTT", "S777TTT") == allowed


# -- bombs: tractor-online settings 1 -------------------------------------------------------------

BOMB = {"decks": "4", "bombs": "any_suit"}
BOMB_IN_SUIT = {"decks": "4", "bombs": "led_suit"}


@pytest.mark.flips("bombs")
@pytest.mark.parametrize(
    ("options", "plain", "led", "trump"),
    [
        ({"decks": "4"}, False, False, False),
        (BOMB, True, True, True),
        (BOMB_IN_SUIT, False, True, True),
    ],
)
def test_which_bombs_may_be_played(
    options: Mapping[str, str], plain: bool, led: bool, trump: bool
) -> None:
    at, hand = order("4", "H", **options), "S335577TTTT D2222 H6666"
    assert legal(at, "S8899", hand, "D2222") == plain
    assert legal(at, "S88JJ", hand, "STTTT") or not led
    assert legal(at, "S8899", hand, "H6666") == trump


@pytest.mark.flips("bombs")
def test_a_bomb_of_the_led_suit_excuses_the_shape() -> None:
    for options, allowed in (({"decks": "4"}, False), (BOMB, True), (BOMB_IN_SUIT, True)):
        assert legal(order("4", "H", **options), "S8899", "S3355TTTT S66", "STTTT") == allowed


@pytest.mark.flips("bombs")
def test_a_bomb_beats_a_tractor_and_a_higher_trump_shape() -> None:
    off, on = order("4", "H", decks="4"), order("4", "H", **BOMB)
    assert wins(off, "S8899", "H5566", "D2222") == 1
    assert wins(on, "S8899", "H5566", "D2222") == 2
    assert wins(on, "S8899", "D2222", "H5566", "L L B B") == 1


@pytest.mark.parametrize(
    ("trump", "answers", "index"),
    [
        ("H", ("S2222", "SJJJJ", "S3333"), 2),
        ("H", ("SAAAA", "H2222", "SKKKK"), 2),
        ("H", ("DAAAA", "S2222"), 2),  # clubs, diamonds, spades from after the trump suit on
        ("H", ("S2222", "DAAAA"), 1),
        ("S", ("D2222", "CAAAA"), 1),  # hearts, clubs, diamonds
        ("D", ("C2222", "SAAAA"), 1),  # spades, hearts, clubs
        ("H", ("D4444", "C4444"), 1),  # level cards of other suits are alike
    ],
)
def test_of_two_bombs_the_higher_wins(trump: str, answers: tuple[str, ...], index: int) -> None:
    for compare in ("largest", "all", "highest", "units"):
        at = order("4", trump, throw_compare=compare, **BOMB)
        led = "S8899" if trump != "S" else "H8899"
        assert wins(at, led, *answers) == index


def test_a_bomb_that_is_led_is_beaten_by_a_higher_bomb_alone() -> None:
    at = order("4", "H", **BOMB)
    assert wins(at, "S8888", "S9999", "SAAKK") == 1
    assert wins(at, "S8888", "S7777", "D2222") == 0
    assert wins(at, "S8888", "H2233", "H3333") == 2


def test_a_bomb_whose_reading_is_announced_is_a_bomb_too() -> None:
    at = order("4", "H", ruff_structure="any_trump", **BOMB)
    led = cards("S8888")
    announced = read_lead(at, led, [led])
    assert isinstance(announced, Lead)
    assert announced == read_lead(at, led)
    assert winner(at, announced, [cards("H2567")]) == 0


# -- rainbows: tractor-online settings 1 ----------------------------------------------------------


@pytest.mark.flips("rainbow")
def test_what_is_a_rainbow() -> None:
    for fewest, led in (("0", False), ("4", True), ("5", False)):
        at = order("4", "S", rainbow=fewest)
        read = read_lead(at, cards("C5 D5 H5 S5"))
        assert isinstance(read, Lead) == led
        assert isinstance(read, Lead) or read.rule is Rule.LEAD_SUIT
        assert (cards("C5 D5 H5 S5") in set(legal_leads(at, counts(cards("C5 D5 H5 S5"))))) == led


@pytest.mark.parametrize(
    "text",
    [
        "C5 D5 H5 H5",  # three suits
        "C4 D4 H4 S4",  # level cards are all of one suit, trump
        "C5 D6 H5 S5",
        "C5 D5 H5 S5 B",  # no jokers
        "C5 D5 H5 S5 C6 D6 H6",  # every rank for itself
    ],
)
def test_what_is_no_rainbow(text: str) -> None:
    read = read_lead(order("4", "S", rainbow="4"), cards(text))
    assert isinstance(read, Fault) or read.suit != RAINBOW


def test_a_rainbow_is_answered_by_cards_of_one_rank() -> None:
    at, led = order("4", "S", decks="2", rainbow="4"), "C5 D5 H5 S5"
    hand = "C66 D66 H79 SJ"
    assert legal(at, led, hand, "C66 D66")
    assert not legal(at, led, hand, "C66 D6 H7")
    assert legal(at, led, "C66 D6 H79 SJ", "C66 D6 H7")
    assert legal(at, led, "C44 D44 H79", "C44 D44")


def test_the_highest_rank_wins_a_rainbow_whatever_the_trump() -> None:
    at, led = order("4", "S", decks="2", rainbow="4"), "C5 D5 H5 S5"
    assert wins(at, led, "C66 D66", "S3 L L B") == 1
    assert wins(at, led, "C44 D44", "C55 D55", "C7 D7 H7 S6") == 0


def test_rainbows_led_together_are_a_throw() -> None:
    held = ("C58 D58 H58 S58", "C666 D6 H3 S3 C2 D2", "C2 D2 H2 S2 C3 D3 H3 S3")
    hand = playing(*held, "C9999 D9 H9 S9 B", trump="S", level="4", rainbow="4", decks="4")
    assert rule(hand, "C5 D5 H5 S5 C8 D8 H8 S8") is Rule.THROW_FAILS
    assert rule(hand, "C5 D5 H5 S5 C8 D8 H8 S8/C5 D5 H5 S5", beaten_by=B) is None
    assert rule(hand, "C5 D5 H5 S5 C8 D8 H8 S8/C8 D8 H8 S8") is Rule.THROW_FORCED


# -- following ------------------------------------------------------------------------------------


@pytest.mark.flips(
    "follow_shape",
    "follow_longer_protected",
    "follow_new_tractor",
    "follow_tractor_partial",
    "follow_throw",
    "break_tractor_for_pair",
)
@pytest.mark.parametrize(
    ("options", "led", "hand", "play", "expected"),
    [
        row
        for rows in {
            "follow_shape": [
                ({}, "S99", "S5567", "S67", False),  # 000:131
                ({"follow_shape": "suit_only"}, "S99", "S5567", "S67", True),
            ],
            "follow_longer_protected": [
                ({"decks": "3"}, "S99", "S55567", "S67", False),  # tractor-online settings 6
                ({"decks": "3", "follow_longer_protected": "yes"}, "S99", "S55567", "S67", True),
            ],
            "follow_new_tractor": [
                ({"decks": "4"}, "S9999", "S336677K", "S3366", False),
                ({"decks": "4", "follow_new_tractor": "no"}, "S9999", "S336677K", "S3366", True),
            ],
            "follow_tractor_partial": [
                ({}, "S99TTJJ", "S33447788KK", "S3377KK", False),
                ({"follow_tractor_partial": "pairs"}, "S99TTJJ", "S33447788KK", "S3377KK", True),
            ],
            "follow_throw": [
                ({}, "S99A", "S5567", "S567", False),  # 000:337-339
                ({"follow_throw": "with_tractor"}, "S99A", "S5567", "S567", True),  # Botzone
                ({"follow_throw": "with_tractor"}, "S99TTA", "S55678J", "S5678J", False),
                ({"follow_throw": "with_tractor"}, "S99", "S5567", "S67", False),
            ],
            "break_tractor_for_pair": [
                ({}, "S99", "S4455KQ", "SKQ", False),  # 000:193; 002:218
                ({"break_tractor_for_pair": "protected"}, "S99", "S4455KQ", "SKQ", True),
            ],
        }.values()
        for row in rows
    ],
)
def test_following(
    options: Mapping[str, str], led: str, hand: str, play: str, expected: bool
) -> None:
    assert legal(order("2", "H", **options), led, hand, play) == expected


@pytest.mark.flips("decks")
@pytest.mark.parametrize(
    ("led", "hand", "right", "wrong"),
    [
        ("S999", "SKK356", "SKK3", "SK356"[:4]),
        ("S999", "S555KK3", "S555", "SKK3"),
        ("S999TTT", "S333667788", "S333667", "S667788"),
        ("S999TTT", "S333444667", "S333444", "S333667"),
        ("S9999", "S555KK3", "S5553", "S55KK"),
        ("S99999", "S5555KK3", "S5555K", "S555KK"),
    ],
)
def test_wide_sets_are_answered_as_nearly_as_can_be(
    led: str, hand: str, right: str, wrong: str
) -> None:
    """tractor-online settings 6; 000:275-283 names the units and no following rule."""
    at = order("2", "H", decks="5")
    assert legal(at, led, hand, right) and not legal(at, led, hand, wrong)


# -- tricks ---------------------------------------------------------------------------------------


@pytest.mark.flips("throw_compare")
@pytest.mark.parametrize(
    ("led", "first", "second", "over"),
    [
        ("S544", "H977", "H884", {"largest", "units"}),  # 002:222
        ("S567", "H977", "H884", set()),
        ("S544", "H338", "H446", {"largest", "units"}),
        ("S544", "H338", "H449", {"largest", "units", "highest", "all"}),
        ("S4477", "S22 H33", "C22 H44", {"units"}),
    ],
)
def test_how_ruffs_of_a_throw_compare(led: str, first: str, second: str, over: set[str]) -> None:
    for compare in ("largest", "units", "highest", "all"):
        at = order("2", "D", throw_compare=compare)
        first_, second_ = first.replace("H", "D"), second.replace("H", "D")
        assert wins(at, led, first_, second_) == (2 if compare in over else 1), compare


@pytest.mark.flips("ruff_structure")
def test_what_a_ruff_must_look_like() -> None:
    shape, loose = order("2", "H"), order("2", "H", ruff_structure="any_trump")
    assert wins(shape, "S99", "H35", "H4 H6") == 0  # 000:133,193
    assert wins(loose, "S99", "H35", "H46", "H36") == 2  # 003:33
    assert wins(loose, "S99", "H35", "H4 D6") == 1
    assert wins(loose, "H99", "H35", "HAK") == 0


# -- throws ---------------------------------------------------------------------------------------


@pytest.mark.flips("throw_allowed")
def test_where_throws_are_allowed_000_67_71() -> None:
    held = ("SAK HAK", "S34 H34", "S56 H56", "S78 H78")
    for allowed, spades, trumps in (
        ("yes", None, None),
        ("side_suits", None, Rule.THROW_FORBIDDEN),
        ("no", Rule.THROW_FORBIDDEN, Rule.THROW_FORBIDDEN),
    ):
        hand = playing(*held, throw_allowed=allowed)
        assert (rule(hand, "SAK"), rule(hand, "HAK")) == (spades, trumps)


@pytest.mark.flips("throw_check")
def test_whose_cards_stop_a_throw() -> None:
    held = ("SKKJJ D3", "SA S345 D45", "SA S678 D67", "S89 D89TT")
    by_partner = ("SKKJJ D3", "S3345 D45", "SAA S67 D67", "S89 D89TT")
    for checked, apart, partners in (
        ("others", None, Rule.THROW_FAILS),  # 000:67: hands are not pooled; 002:147
        ("opponents", None, None),
        ("seen", Rule.THROW_FAILS, Rule.THROW_FAILS),  # two aces of spades are still out
    ):
        assert rule(playing(*held, throw_check=checked), "SKKJJ") is apart
        assert rule(playing(*by_partner, throw_check=checked), "SKKJJ") is partners


@pytest.mark.flips("throw_check")
def test_a_throw_is_proved_by_what_was_played() -> None:
    """All cards of a small pack are in the hands; B and C lay down their aces of spades."""
    held = ("SKKJJ HQQ SQQ", "SA DAAKKJJ CQ", "SA CAAKKJJ CQ", "HAAKKJJ DQQ")
    small = {"decks": "2", "short_decks": "JLB,JLB", "kitty_size": "0", "start_level": "J"}
    for checked, at_first in (("others", None), ("seen", Rule.THROW_FAILS)):
        hand = playing(
            *held,
            level="Q",
            level_ladder="JQKA",
            tractor_level_gap="no",
            nobody_later="no_trump",
            throw_check=checked,
            **small,
        )
        assert rule(hand, "SKKJJ") is at_first
        for plays in ("HQ CQ CQ HJ", "HQ SA SA HJ"):
            for seat, text in enumerate(plays.split()):
                hand.apply_play(seat, Laid(cards(text)))
        assert rule(hand, "SKKJJ") is None


THROWN = "S98844"
WAYS = (
    "smallest_failing",
    "first_stopper",
    "fewest_failing",
    "failing_card",
    "smallest_part",
    "smallest_card",
)


@pytest.mark.flips("throw_fail_play")
@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # 002:216: with a jack out the 9 falls, with queens 44.
        (("SJ", "S3"), ("S9", "S9", "S9", "S9", "S44", "S4")),
        (("S3", "SQQ"), ("S44", "S9", "S9", "S4", "S44", "S4")),
        (("S55", "SJ"), ("S44", "S44", "S9", "S4", "S44", "S4")),
    ],
)
def test_what_a_failed_throw_must_play(hands: tuple[str, ...], expected: tuple[str, ...]) -> None:
    for way, forced in zip(WAYS, expected, strict=True):
        at = order("2", "H", throw_fail_play=way)
        held = [(seat, counts(cards(hand))) for seat, hand in enumerate(hands, 1)]
        stop = throw_stop(at, lead(at, THROWN), held)
        assert stop is not None and stop.choices == (cards(forced),), way


@pytest.mark.flips("throw_fail_play")
def test_a_failed_throw_may_be_followed_by_any_part_that_stands_002_147() -> None:
    held = ("S98844 D3", "SJ S3367 D4", "S3355 S7 D5", "S66 S7 DTTT")
    hand = playing(*held, throw_fail_play="free")
    for part, verdict in (
        ("S9", None),
        ("S88", None),
        ("S8", None),
        ("S8844", Rule.THROW_FORCED),  # 55 beats 44
        ("S98", Rule.THROW_FORCED),
        ("S98844", Rule.THROW_FORCED),
        ("SA", Rule.THROW_FORCED),
    ):
        assert rule(hand, f"{THROWN}/{part}") is verdict, part
    assert rule(playing(*held), f"{THROWN}/S88") is Rule.THROW_FORCED
    assert rule(hand, f"{THROWN}/S88", beaten_by=D) is None
    assert rule(hand, THROWN) is Rule.THROW_FAILS


@pytest.mark.flips("throw_whole_suit")
def test_a_throw_of_the_whole_suit_002_129() -> None:
    held = ("SAAKK7 D3", "S3345 D45", "S3567 D67", "S89 D89TT")
    assert rule(playing(*held), "SAAK") is None
    whole = playing(*held, throw_whole_suit="yes")
    found = whole.verify_play(A, laid("SAAK"))
    assert isinstance(found, Fault) and found.rule is Rule.THROW_FORBIDDEN
    assert (found.owed, found.option) == (cards("S7K"), "throw_whole_suit")
    assert rule(whole, "SAA") is None
    assert rule(playing("SAAK D3", *held[1:], throw_whole_suit="yes"), "SAAK") is None


@pytest.mark.flips("throw_penalty", "throw_penalty_basis")
@pytest.mark.parametrize(
    ("fine", "basis", "expected"),
    [
        ("none", "attempted", 0),
        ("10", "attempted", 10),  # 002:17
        ("5_per_card", "attempted", 25),  # 002:147
        ("5_per_card", "taken_back", 20),
        ("5_per_card", "beaten", 5),
        ("10_per_card", "attempted", 50),
    ],
)
def test_fines(fine: str, basis: str, expected: int) -> None:
    rules = replace(Rules(), {"throw_penalty": fine, "throw_penalty_basis": basis})
    assert throw_fine(rules, cards(THROWN), cards("S9"), cards("S9")) == expected


# -- the pack -------------------------------------------------------------------------------------


@pytest.mark.flips("decks", "players", "kitty_size")
@pytest.mark.parametrize(
    ("options", "kitty", "hand", "worth"),
    [
        ({}, 8, 25, 200),  # 000:7,93
        ({"decks": "1"}, 6, 12, 100),  # 000:207
        ({"decks": "3"}, 6, 39, 300),
        ({"kitty_size": "4"}, 4, 26, 200),
        ({"players": "6", "decks": "3"}, 6, 26, 300),
    ],
)
def test_sizes(options: Mapping[str, str], kitty: int, hand: int, worth: int) -> None:
    rules = replace(Rules(), options)
    assert (rules.kitty, rules.hand_size, points_of(rules.copies)) == (kitty, hand, worth)


@pytest.mark.flips("short_decks")
@pytest.mark.parametrize(
    ("short", "total", "worth", "lacking"),
    [
        ("none", 108, 200, {}),
        ("3", 104, 200, {"S2": 1, "C2": 1}),
        ("6LB", 90, 180, {"S2": 1, "D5": 1, "S6": 2, "L": 1, "B": 1}),
        ("3,3B", 99, 200, {"S2": 0, "B": 1, "L": 2}),
        ("JL", 71, 140, {"ST": 1, "SJ": 2, "L": 1}),
    ],
)
def test_short_decks(short: str, total: int, worth: int, lacking: Mapping[str, int]) -> None:
    """tractor-online settings 1: special_decks, and the points that such a deck has."""
    ladder = {"level_ladder": "3456789TJQKA", "start_level": "3"}
    rules = replace(Rules(), {"short_decks": short, **ladder})
    assert (rules.cards, points_of(rules.copies)) == (total, worth)
    assert {face: rules.copies[card(face)] for face in lacking} == lacking
    assert rules.hand_size * 4 + rules.kitty == total
    assert most_points(rules, 0, 0) == worth
    assert most_kitty_points(rules) == most(rules)


def most(rules: Rules) -> int:
    every = [face for face in range(54) for _ in range(rules.copies[face])]
    return sum(sorted((points((face,)) for face in every), reverse=True)[: rules.kitty])


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"short_decks": "2"}, "short_decks"),  # lacks nothing
        ({"short_decks": "1"}, "short_decks"),
        ({"short_decks": "3BL"}, "short_decks"),
        ({"short_decks": "3,,4"}, "short_decks"),
        ({"short_decks": ""}, "short_decks"),
        ({"short_decks": "3L B"}, "short_decks"),
        ({"short_decks": "3,3,3"}, "short_decks"),  # of two decks
        ({"short_decks": "3,3"}, "level_ladder"),  # nobody could declare at 2
        ({"kitty_size": "7"}, "kitty_size"),
        ({"rainbow": "3"}, "rainbow"),
        ({"titanic": "no", "tractor_min_width": "3"}, "tractor_min_width"),
        ({"decks": "1", "tractor_min_length": "3"}, "tractor_min_length"),  # one deck has no pairs
        ({"players": "12", "decks": "1", "kitty_size": "1", "odd_cards": "left_out"}, "kitty_size"),
    ],
)
def test_what_cannot_be_is_refused(options: Mapping[str, str], option: str) -> None:
    with pytest.raises(RuleError) as refused:
        replace(Rules(), options)
    assert refused.value.option == option


@pytest.mark.flips("odd_cards", "kitty_size")
@pytest.mark.parametrize(
    ("options", "levels", "due", "left_out"),
    [
        ({"kitty_size": "8"}, "2222", None, ""),
        ({"kitty_size": "7"}, "2222", None, "C3"),  # 2 is everybody's level
        ({"kitty_size": "7"}, "3333", None, "C2"),
        ({"kitty_size": "7"}, "2346", None, "C7"),  # 5 has points
        ({"kitty_size": "5"}, "2222", A, "C3 D3 H3"),  # the dealer's level is the lowest
        ({"kitty_size": "5"}, "5252", A, "C2 D2 H2"),
        ({"kitty_size": "1", "players": "8", "decks": "4"}, "55555555", A, "C22 D2 H2 S2 D2 H2"),
    ],
)
def test_cards_left_out(
    options: Mapping[str, str], levels: str, due: int | None, left_out: str
) -> None:
    """tractor-online settings 1: kitty_size."""
    rules = replace(Rules(), {**options, "odd_cards": "left_out"})
    ranks = [LEVELS.index(level) for level in levels]
    dealt = rules.copies_dealt(ranks, due, first=due is None)
    missing = [a - b for a, b in zip(rules.copies, dealt, strict=True)]
    found = tuple(face for face, number in enumerate(missing) for _ in range(number))
    assert [name(face) for face in found] == [name(face) for face in cards(left_out)]
    assert rules.hand_size * rules.players + rules.kitty == sum(dealt)


def test_which_cards_are_left_out_is_open_where_the_levels_are() -> None:
    rules = replace(Rules(), {"kitty_size": "7", "odd_cards": "left_out"})
    assert rules.copies_dealt([None] * 4, None, first=True) == rules.copies
    assert rules.copies_dealt([0] * 4, None, first=False) == rules.copies


@pytest.mark.flips("short_decks", "odd_cards")
@pytest.mark.parametrize(
    "rules",
    [
        "standard short_decks=3,5L decks=3",
        "standard short_decks=3 kitty_size=7 odd_cards=left_out",
        "standard kitty_size=5 odd_cards=left_out",
    ],
)
def test_a_match_of_another_pack_is_one_of_that_pack_alone(rules: str) -> None:
    text = notation.dumps(random_match(rules, 3, 5))
    assert check(text).diagnostics == ()
    told = next(line for line in text.splitlines() if line.startswith("[Rules "))
    plain = re.sub(r" (short_decks|odd_cards|kitty_size)=[^ \"]+", "", told)
    found = {each.code.id for each in check(text.replace(told, plain)).diagnostics}
    assert found & {"hand-size", "card-count"}


# -- random matches -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        "tractor-online decks=4 bombs=any_suit rainbow=9",
        "standard decks=4 bombs=led_suit rainbow=6 throw_penalty=10",
        "standard decks=4 titanic=no",
        "standard decks=3 follow_throw=with_tractor ruff_structure=any_trump",
        "standard throw_whole_suit=yes throw_fail_play=smallest_part",
        "standard throw_check=seen throw_fail_play=failing_card throw_penalty=5_per_card",
        "standard throw_fail_play=free throw_penalty=10",
        "standard throw_fail_play=smallest_card",
        "standard throw_fail_play=fewest_failing",
    ],
)
def test_random_matches_check_clean(rules: str) -> None:
    for seed in range(3):
        assert check(notation.dumps(random_match(rules, 3, seed))).diagnostics == ()


def test_the_generator_plays_bombs_and_rainbows() -> None:
    record = random_match("tractor-online decks=6 bombs=any_suit rainbow=6", 4, 0)
    tricks = [event for hand in record.hands for event in hand.events if hasattr(event, "plays")]
    leads = [trick.plays[0].played for trick in tricks]
    assert any(len({face // 13 for face in led}) == 4 for led in leads)
    follows = [(trick.plays[0].played, play.played) for trick in tricks for play in trick.plays[1:]]
    bombs = [play for led, play in follows if len(play) > 3 and len(set(play)) == 1]
    assert bombs
