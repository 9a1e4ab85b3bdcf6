"""Declaring, overturning and turning the kitty, against the rule texts and reported faults."""

import itertools
import random
from collections.abc import Mapping, Sequence

import pytest

from shengji.engine import presets
from shengji.engine.cards import (
    CODES,
    NO_TRUMP,
    RANKS,
    SUITS,
    UNKNOWN,
    UNKNOWN_OF_SUIT,
    Cards,
    counts,
)
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.declaring.calls import Call, beats
from shengji.engine.declaring.flips import flip_suit, turned
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.rules import LEVELS, Rules, replace

HIGHER_SUIT = {"overturn_order": "length_joker_suit"}
JOKER_LEVEL = {"declare_cards": "level_joker"}
JOKERS_OPEN = {"joker_declare_first": "yes"}


def cards(text: str) -> Cards:
    """`H2 H2 B`, with `H?` and `?` for unknown cards; sorted."""
    return tuple(sorted(map(one, text.split())))


def one(text: str) -> int:
    if text in ("L", "B", "?"):
        return {"L": 52, "B": 53, "?": UNKNOWN}[text]
    suit = SUITS.index(text[0])
    return UNKNOWN_OF_SUIT + suit if text[1] == "?" else suit * 13 + RANKS.index(text[1])


def in_order(text: str) -> Cards:
    return tuple(map(one, text.split()))


def bidding(
    changes: Mapping[str, str] | None = None,
    *,
    levels: str = "2222",
    due: int | None = None,
    preset: str = "standard",
) -> Bidding:
    rules = replace(presets.find(preset).rules, changes or {})
    return Bidding(rules, [None if x == "?" else LEVELS.index(x) for x in levels], due)


def run(table: Bidding, shown: Sequence[tuple[int, str]]) -> list[bool]:
    """Show what is legal, one after another; say which were."""
    verdicts = []
    for seat, text in shown:
        held = [9] * CODES
        verdict = table.verify_show(seat, cards(text), held, after=100)
        verdicts.append(verdict is None)
        if verdict is None:
            table.show(seat, cards(text), 100)
    return verdicts


def faults(verdict: Verdict) -> tuple[Rule, str]:
    assert isinstance(verdict, Fault)
    return verdict.rule, verdict.option


# What each rule text says of a row of showings. A showing is all that the seat has face up then.
EXAMPLES = {
    # 000:97-121, the super edition: pairs rank by suit.
    "declare-02": (HIGHER_SUIT, [(1, "H2"), (2, "D2 D2")], [1, 1], "D", 2),
    "declare-04": (HIGHER_SUIT, [(1, "C2"), (2, "H2 H2"), (3, "D2 D2")], [1, 1, 0], "H", 2),
    "declare-05": (HIGHER_SUIT, [(1, "C2"), (2, "H2 H2"), (3, "S2 S2")], [1, 1, 1], "S", 3),
    "declare-07": (HIGHER_SUIT, [(1, "C2"), (2, "B B"), (3, "L L")], [1, 1, 0], "-", 2),
    "declare-09": (
        HIGHER_SUIT,
        [(1, "H2"), (1, "H2 H2"), (2, "D2 D2"), (3, "S2 S2")],
        [1, 1, 0, 1],
        "S",
        3,
    ),
    "declare-10": (HIGHER_SUIT, [(1, "H2"), (1, "S2 S2")], [1, 0], "H", 1),
    "declare-11": (HIGHER_SUIT, [(1, "H2"), (2, "D2 D2"), (1, "S2 S2")], [1, 1, 1], "S", 1),
    "declare-12": (HIGHER_SUIT, [(1, "B")], [0], None, None),
    # 001:29-55, a joker of the colour goes with the level cards.
    "declare-14": (JOKER_LEVEL, [(1, "H2 L")], [0], None, None),
    "declare-15": (JOKER_LEVEL, [(1, "S2 L")], [1], "S", 1),
    "declare-17": (JOKER_LEVEL, [(1, "H2 B"), (2, "S2 S2 L")], [1, 1], "S", 2),
    "declare-18": (JOKER_LEVEL, [(1, "H2 B"), (2, "S2 S2")], [1, 0], "H", 1),
    # 002:9-10, the competition sheet.
    "declare-22": ({}, [(1, "H2"), (2, "D2 D2")], [1, 1], "D", 2),
    "declare-23": ({"self_overturn": "forbidden"}, [(1, "H2"), (1, "S2 S2")], [1, 0], "H", 1),
    "declare-24": (
        {"self_overturn": "forbidden"},
        [(1, "H2"), (1, "H2 H2"), (2, "S2 S2"), (3, "L L")],
        [1, 1, 0, 1],
        "-",
        3,
    ),
    # 002:103: a pair over a single, jokers over a pair, big over little.
    "declare-26": ({}, [(1, "D2"), (2, "C2 C2"), (3, "S2 S2")], [1, 1, 0], "C", 2),
    "declare-27": ({}, [(1, "D2"), (2, "C2 C2"), (3, "L L"), (0, "B B")], [1, 1, 1, 1], "-", 0),
    # 003:61
    "declare-30": ({}, [(0, "S2"), (1, "H2 H2")], [1, 1], "H", 1),
    # rbtying/shengji issue 101, pull request 442; abadcafe/tractor-game 43c30a7
    "R30": (JOKERS_OPEN, [(0, "D2"), (1, "L L"), (2, "B B"), (3, "S2 S2")], [1, 1, 1, 0], "-", 2),
    "R32 reinforced": ({}, [(1, "S2"), (1, "S2 S2"), (1, "H2 H2")], [1, 1, 0], "S", 1),
    "R32 allowed": (
        {"self_overturn": "allowed"} | HIGHER_SUIT,
        [(1, "H2"), (1, "H2 H2"), (1, "S2 S2")],
        [1, 1, 1],
        "S",
        1,
    ),
    "R32 overturned": ({}, [(1, "S2"), (2, "H2 H2"), (1, "S2 S2")], [1, 1, 0], "H", 2),
    "R32 when equal": (
        {"reinforce_when_equal": "yes"},
        [(1, "S2"), (2, "H2 H2"), (1, "S2 S2"), (2, "H2 H2")],
        [1, 1, 1, 0],
        "S",
        1,
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    changes, shown, legal, suit, declarer = EXAMPLES[name]
    table = bidding(changes)
    assert run(table, shown) == [bool(verdict) for verdict in legal]
    settled = table.outcome()
    trumps = {None: None, "-": NO_TRUMP} | {letter: n for n, letter in enumerate(SUITS)}
    assert (settled.suit, settled.declarer) == (trumps[suit], declarer)
    assert settled.undeclared == (suit is None)


def test_a_second_pair_takes_trump_only_where_suits_rank_r31() -> None:
    shown = [(0, "D4"), (1, "S4 S4"), (2, "C4 C4")]
    for changes in ({}, HIGHER_SUIT):
        table = bidding(changes, levels="4444")
        assert run(table, shown) == [True, True, False]
    assert run(bidding(HIGHER_SUIT, levels="4444"), [(0, "D4 D4"), (1, "C4 C4")]) == [True, True]


def test_after_the_burying_a_pair_takes_the_kitty_r33() -> None:
    table = bidding({"kitty_theft": "yes"}, levels="8888", due=0)
    assert run(table, [(0, "H8")]) == [True]
    assert table.taker() == 0
    table.take()
    assert table.taker() is None
    held = [9] * CODES
    single = table.verify_show(1, cards("S8"), held, later=True)
    assert faults(single) == (Rule.DECLARE_TOO_LOW, "overturn_order")
    for seat, text in ((1, "S8 S8"), (2, "L L"), (0, "B B")):
        assert table.verify_show(seat, cards(text), held, later=True) is None
        table.show(seat, cards(text))
        assert table.taker() == seat
        assert table.verify_take(seat) is None
        assert faults(table.verify_take((seat + 1) % 4)) == (Rule.TAKE_SEAT, "")
        table.take()
        assert table.outcome().named_by == seat
    assert table.outcome().suit == NO_TRUMP
    assert table.outcome().declarer == 0


def test_an_overturn_without_taking_the_kitty_is_no_trump_yet() -> None:
    table = bidding({"kitty_theft": "yes"}, levels="8888", due=0)
    run(table, [(0, "H8")])
    table.take()
    table.show(1, cards("S8 S8"))
    assert table.outcome().suit == SUITS.index("H")


def test_overturning_after_the_burying_needs_the_rule() -> None:
    table = bidding(levels="8888", due=0)
    run(table, [(0, "H8")])
    table.take()
    verdict = table.verify_show(1, cards("S8 S8"), [9] * CODES, later=True)
    assert faults(verdict) == (Rule.DECLARE_WINDOW, "kitty_theft")


@pytest.mark.parametrize(
    ("order", "beaten"),
    [
        ("length", 0),
        # Little jokers beat four pairs, big ones these and the little ones.
        ("length_joker", 9),
        # Besides, C over D; H over D, C; S over D, C, H.
        ("length_joker_suit", 15),
    ],
)
def test_among_two_cards_each(order: str, beaten: int) -> None:
    rules = replace(Rules(), {"overturn_order": order})
    calls = [Call(kind, 2) for kind in range(6)]
    pairs = [(a, b) for a in calls for b in calls if beats(rules, a, b)]
    assert len(pairs) == beaten
    assert not any((b, a) in pairs for a, b in pairs)


@pytest.mark.parametrize("order", ["length", "length_joker", "length_joker_suit"])
def test_more_cards_always_beat_fewer(order: str) -> None:
    rules = replace(Rules(), {"overturn_order": order, "decks": "3"})
    for more, fewer in itertools.product(range(6), repeat=2):
        assert beats(rules, Call(more, 3), Call(fewer, 2))
        assert not beats(rules, Call(fewer, 2), Call(more, 3))


def test_suits_rank_only_from_two_cards_on() -> None:
    rules = replace(Rules(), HIGHER_SUIT)
    spades, diamonds = SUITS.index("S"), SUITS.index("D")
    assert beats(rules, Call(spades, 2), Call(diamonds, 2))
    assert not beats(rules, Call(spades, 1), Call(diamonds, 1))


OPTIONS = [
    {},
    HIGHER_SUIT,
    JOKERS_OPEN,
    JOKER_LEVEL | JOKERS_OPEN,
    {"overturn_order": "length", "decks": "3"},
    {"reinforce_when_equal": "yes", "decks": "3"} | JOKERS_OPEN,
    {"self_overturn": "allowed", "joker_declare": "decks"},
    {"self_overturn": "forbidden", "reinforce": "none", "joker_declare": "off"},
    {"joker_declare": "decks_big_less_one", "decks": "3"} | JOKERS_OPEN,
]


@pytest.mark.parametrize("changes", OPTIONS, ids=str)
def test_bidding_comes_to_an_end_r30(changes: Mapping[str, str]) -> None:
    """Whatever is shown, out of all the cards there are, a last showing comes."""
    for seed in range(40):
        chance = random.Random(seed)
        table = bidding(changes)
        held = [table.rules.decks] * CODES
        for shown in range(21):
            choices = [(seat, to) for seat in range(4) for to in table.options(seat, held)]
            if not choices:
                break
            assert shown < 20
            table.show(*chance.choice(choices))


@pytest.mark.parametrize("changes", OPTIONS, ids=str)
def test_options_are_what_is_legal(changes: Mapping[str, str]) -> None:
    """Every set out of a hand is legal if and only if it is among the options."""
    held = cards("S5 S5 H5 D7 L L B B")
    sets = {
        chosen
        for size in range(1, 5)
        for chosen in itertools.combinations(held, size)
    }  # fmt: skip
    for before in ([], [(1, "D5")], [(0, "S5"), (1, "C5 C5")], [(0, "H5 B")], [(0, "H5")]):
        table = bidding(changes, levels="5555")
        run(table, before)
        legal = {c for c in sets if table.verify_show(0, c, counts(held), after=100) is None}
        assert set(table.options(0, counts(held))) == legal


def test_cards_that_name_no_trump() -> None:
    table = bidding(levels="5555", due=0)
    held = [9] * CODES
    for text, option in {
        "S6": "declare_level",
        "S5 H5": "declare_cards",
        "S5 S5 S5": "declare_cards",
        "H5 B": "declare_cards",
        "B": "joker_declare",
        "L B": "joker_declare",
        "L L L": "joker_declare",
        "B B": "joker_declare_first",
    }.items():
        verdict = table.verify_show(1, cards(text), held, after=3)
        assert faults(verdict) == (Rule.DECLARE_CARDS, option), text


def test_the_level_to_show() -> None:
    """Whose level counts: the due dealer's, each his own in a first hand or always (000:209)."""
    held = [9] * CODES
    for changes, due, wanted in (({}, 0, "5"), ({}, None, "7"), ({"declare_level": "own"}, 0, "7")):
        table = bidding(changes, levels="5757", due=due)
        shown = {rank for rank in "57" if not table.verify_show(1, cards(f"S{rank}"), held)}
        assert shown == {wanted}


def test_who_deals_and_at_which_level() -> None:
    shown = [(1, "H7"), (2, "D5 D5")]
    own = {"declare_level": "own"}
    for changes, due, declarer, level in (
        ({}, None, 2, "5"),
        ({"first_dealer": "first_declarer"}, None, 1, "7"),
        (own, 0, 0, "5"),
        (own | {"declarer_deals": "always"}, 3, 2, "5"),
        (own | {"declarer_deals": "never"}, 3, 3, "7"),
        ({"declarer_deals": "never"}, None, None, None),
    ):
        table = bidding(changes, levels="5757", due=due)
        assert run(table, shown) == [True, True]
        settled = table.outcome()
        assert (settled.suit, settled.declarer, settled.named_by) == (2, declarer, 2)
        assert settled.level == (None if level is None else LEVELS.index(level))


def test_at_the_no_trump_level_of_the_due_dealer_nothing_is_shown() -> None:
    table = bidding(levels="N2N2", due=0, preset="tractor-online")
    for text in ("B", "B B", "S2"):
        verdict = table.verify_show(0, cards(text), [9] * CODES, after=50)
        assert faults(verdict) == (Rule.DECLARE_WINDOW, "level_ladder")
    assert table.options(0, [9] * CODES) == ()
    settled = table.outcome()
    assert (settled.suit, settled.level, settled.declarer) == (NO_TRUMP, 13, 0)


def test_who_stands_at_the_no_trump_level_shows_one_joker_in_a_first_hand() -> None:
    table = bidding(levels="N2N2", preset="tractor-online")
    assert run(table, [(1, "S2"), (0, "S2"), (0, "L"), (1, "S2 S2")]) == [True, False, True, True]
    assert table.outcome().level == 0
    table = bidding(levels="N2N2", preset="tractor-online")
    assert run(table, [(1, "S2"), (0, "B")]) == [True, True]
    assert (table.outcome().suit, table.outcome().level) == (NO_TRUMP, 13)


def test_before_the_deal_is_over() -> None:
    table = bidding({"declare_window": "after_deal"})
    held = counts(cards("H2"))
    early = table.verify_show(1, cards("H2"), held, after=99)
    assert faults(early) == (Rule.DECLARE_WINDOW, "declare_window")
    assert isinstance(early, Fault)
    assert (early.expected, early.found) == (100, 99)
    assert table.verify_show(1, cards("H2"), held, after=None) == Unproved(Rule.DECLARE_WINDOW, 1)
    assert table.verify_show(1, cards("H2"), held, after=100) is None
    assert faults(table.verify_show(1, cards("H2"), held, after=101)) == (Rule.DECLARE_WINDOW, "")


def test_asked_in_turn() -> None:
    table = bidding(preset="godot", due=2)
    held = [9] * CODES
    early = table.verify_show(3, cards("H2 B"), held, after=100)
    assert faults(early) == (Rule.DECLARE_TURN, "declare_order")
    assert isinstance(early, Fault)
    assert early.other == 2
    assert faults(table.verify_pass(3)) == (Rule.DECLARE_TURN, "declare_order")
    for seat in (2, 3):
        assert table.verify_pass(seat) is None
        table.passed(seat)
    assert table.verify_show(0, cards("H2 B"), held, after=100) is None
    table.show(0, cards("H2 B"), 100)
    assert table.outcome().declarer == 0
    for verdict in (table.verify_pass(1), table.verify_show(1, cards("S2 S2 L"), held, after=100)):
        assert faults(verdict) == (Rule.DECLARE_TURN, "declare_order")


def test_in_a_first_hand_anybody_may_be_asked_first() -> None:
    table = bidding(preset="godot")
    assert table.verify_pass(1) is None
    table.passed(1)
    assert table.verify_pass(2) is None
    assert table.verify_pass(0) is not None


def test_everybody_passed() -> None:
    table = bidding(preset="godot", due=3)
    for seat in (3, 0, 1, 2):
        table.passed(seat)
    assert table.verify_pass(3) is not None
    settled = table.outcome()
    assert (settled.suit, settled.declarer, settled.undeclared) == (NO_TRUMP, 3, True)


def test_a_showing_that_names_nothing_does_not_stand() -> None:
    table = bidding()
    table.show(1, cards("S5"))
    assert table.standing is None
    table.show(1, cards("S2"))
    table.show(2, cards("H2"))
    assert table.standing is not None
    assert table.standing.seat == 2, "too low, but it was made"


def test_cards_not_held() -> None:
    table = bidding()
    verdict = table.verify_show(1, cards("H2 H2"), counts(cards("H2 H3 S2")), after=20)
    assert verdict == Fault(Rule.DECLARE_NOT_HELD, 1, cards("H2"))


def test_too_low_names_what_would_have_been_legal() -> None:
    table = bidding()
    table.show(0, cards("D2"))
    verdict = table.verify_show(1, cards("S2"), counts(cards("S2 C2 C2 L L")), after=20)
    assert verdict == Fault(
        Rule.DECLARE_TOO_LOW, 1, cards("S2"), cards("C2 C2"), other=0, option="overturn_order"
    )


@pytest.mark.parametrize(
    ("held", "legal", "proved"),
    [
        ("H2 S3", True, True),
        ("H? S3", False, False),
        ("? S3", False, False),
        ("S? S3", False, True),
        ("L B", False, True),
    ],
)
def test_partly_known_holdings(held: str, legal: bool, proved: bool) -> None:
    verdict = bidding().verify_show(1, cards("H2"), counts(cards(held)), after=20)
    expected: Verdict = None if legal else Unproved(Rule.DECLARE_NOT_HELD, 1)
    if proved and not legal:
        expected = Fault(Rule.DECLARE_NOT_HELD, 1, cards("H2"))
    assert verdict == expected


@pytest.mark.parametrize(
    ("shown", "held", "fault"),
    [
        ("H?", "H2 S3", False),
        ("H?", "H3 S3", True),
        ("H?", "S2 D2", True),
        ("H? H?", "H2 H2", False),
        ("H? H?", "H2 ?", False),
        ("?", "D2", False),
        ("?", "D3", True),
        ("? ?", "D2 H2 L B", True),
        ("? ?", "D2 D2 L B", False),
    ],
)
def test_partly_known_showings(shown: str, held: str, fault: bool) -> None:
    table = bidding()
    verdict = table.verify_show(1, cards(shown), counts(cards(held)), after=20)
    assert isinstance(verdict, Fault) == fault


def test_hands_whose_order_is_not_known() -> None:
    table = bidding()
    held = counts(cards("H2 H2 S3"))
    assert table.verify_show(1, cards("H2"), held, exact=False) == Unproved(
        Rule.DECLARE_NOT_HELD, 1
    )
    verdict = table.verify_show(1, cards("H2 H2"), held, exact=False, at_most=1, after=3)
    assert verdict == Fault(Rule.DECLARE_NOT_HELD, 1, cards("H2 H2"), expected=2, found=1)
    assert table.verify_show(1, cards("H2"), None, after=3) == Unproved(Rule.DECLARE_NOT_HELD, 1)


def test_a_showing_of_unknown_cards() -> None:
    """What the cards can be decides, and what the seat holds (`declare 100 d .2`)."""
    table = bidding(preset="godot", due=2)
    two = cards("? ?")
    for held, verdict in {
        "L L H5": None,
        "L L H2 B": Unproved(Rule.DECLARE_CARDS, 2),
        "L B S5 H5": Fault(Rule.DECLARE_NOT_HELD, 2, two),
    }.items():
        assert table.verify_show(2, two, counts(cards(held)), after=100) == verdict
    table.show(2, two, 100, held=counts(cards("L L H5")))
    assert table.outcome().suit == NO_TRUMP
    other = bidding(preset="godot", due=2)
    other.show(2, two, 100)
    assert other.outcome().suit is None
    assert other.outcome().declarer == 2


def test_against_a_standing_that_is_not_known() -> None:
    table = bidding(JOKERS_OPEN)
    table.show(1, cards("? ?"))
    held = [9] * CODES
    assert table.verify_show(2, cards("L L"), held) == Unproved(Rule.DECLARE_TOO_LOW, 2)
    single = table.verify_show(2, cards("S2"), held)
    assert faults(single) == (Rule.DECLARE_TOO_LOW, "overturn_order")


def test_a_level_that_is_not_known() -> None:
    table = bidding(levels="????")
    held = [9] * CODES
    assert table.verify_show(1, cards("S5"), held) == Unproved(Rule.DECLARE_CARDS, 1)
    assert faults(table.verify_show(1, cards("S5 H5"), held)) == (
        Rule.DECLARE_CARDS,
        "declare_cards",
    )
    table.show(1, cards("S5"))
    assert table.outcome().suit == SUITS.index("S")
    assert table.outcome().level is None


NOBODY = {
    # 000:105, 002:11, 002:95, 002:209; run-reveal-* of tractor-engine.json
    "nobody-01": ({}, "2", "H3 D4 C9 SA H8 H9 D7 D8", "C9", "C"),
    "nobody-02": ({}, "2", "H3 D4 B SA H8 H9 D7 D8", "B", "-"),
    "nobody-03": ({"nobody_later": "kitty_first"}, "2", "D4 H3 C9 SA H8 H9 D7 D8", "D4", "D"),
    "nobody-04": ({"nobody_later": "kitty_first"}, "2", "L H3 C9 SA H8 H9 D7 D8", "L", "-"),
    "nobody-06": ({"nobody_joker": "next_card"}, "5", "H3 D4 B SA C5 H9 D7 D8", "B SA", "S"),
    "all jokers": ({"nobody_joker": "next_card", "kitty_size": "4"}, "5", "H3 D4 B L", "B L", "-"),
    "first level card": (
        {"nobody_later": "kitty_level_or_highest"},
        "2",
        "D5 H2 DK D3 D4 D6 D7 D8",
        "D5 H2",
        "H",
    ),
    "first joker": (
        {"nobody_later": "kitty_level_or_highest"},
        "2",
        "D5 L DK D3 D4 D6 D7 D8",
        "D5 L",
        "-",
    ),
    "no level card": (
        {"nobody_later": "kitty_level_or_highest"},
        "2",
        "D5 H9 DK D3 D4 D6 D7 CA",
        "D5 H9 DK D3 D4 D6 D7 CA",
        "H",
    ),
}


@pytest.mark.parametrize("name", NOBODY)
def test_nobody_declared(name: str) -> None:
    changes, level, kitty, shown, suit = NOBODY[name]
    table = bidding(changes, levels=level * 4, due=1)
    assert turned(table.rules, in_order(kitty), LEVELS.index(level)) == in_order(shown)
    assert table.verify_flip(in_order(shown), in_order(kitty), ordered=True) is None
    for wrong in (shown + " S9", " ".join(shown.split()[:-1]), "HQ"):
        verdict = table.verify_flip(in_order(wrong), in_order(kitty), ordered=True)
        assert verdict == Fault(
            Rule.FLIP_CARDS, 1, in_order(wrong), in_order(shown), option="nobody_later"
        )
    table.flip(in_order(shown))
    trump = NO_TRUMP if suit == "-" else SUITS.index(suit)
    assert table.outcome().suit == trump
    assert faults(table.verify_show(2, cards(f"S{level}"), [9] * CODES, after=100)) == (
        Rule.DECLARE_WINDOW,
        "nobody_later",
    )


def test_nobody_declared_and_the_kitty_is_in_no_order() -> None:
    table = bidding(levels="5555", due=0)
    kitty = cards("H3 D4 C9 SA H8 H9 D7 D8")
    assert table.verify_flip(cards("C9"), kitty, ordered=False) == Unproved(Rule.FLIP_CARDS, 0)
    for wrong in ("CT", "C9 SA"):
        verdict = table.verify_flip(in_order(wrong), kitty, ordered=False)
        assert faults(verdict) == (Rule.FLIP_CARDS, "nobody_later")
    assert table.verify_flip(cards("CT"), None, ordered=False) == Unproved(Rule.FLIP_CARDS, 0)


def test_unknown_cards_in_the_kitty() -> None:
    rules = Rules()
    assert turned(rules, in_order("? ? ? ? ? ? ? ?"), 0) == (UNKNOWN,)
    assert flip_suit(rules, in_order("H?"), 0) == SUITS.index("H")
    assert flip_suit(rules, in_order("?"), 0) is None
    on = replace(rules, {"nobody_joker": "next_card"})
    assert turned(on, in_order("H3 D4 ? ? ? ? ? ?"), 0) is None
    highest = replace(rules, {"nobody_later": "kitty_level_or_highest"})
    assert turned(highest, in_order("H3 ? ? ? ? ? ? ?"), 0) is None
    assert flip_suit(highest, in_order("H3 D?"), 0) is None


def test_a_dealer_who_is_due_but_not_known() -> None:
    """Nothing is proved that hangs on him: whose level is shown, who deals, what is turned."""
    table = Bidding(Rules(), [3, 0, 3, 0], None, first=False)
    held = [9] * CODES
    for text in ("H5", "H2"):
        assert table.verify_show(1, cards(text), held) == Unproved(Rule.DECLARE_CARDS, 1)
    assert faults(table.verify_show(1, cards("H5 D5"), held)) == (
        Rule.DECLARE_CARDS,
        "declare_cards",
    )
    table.show(1, cards("H5"))
    settled = table.outcome()
    assert (settled.suit, settled.level, settled.declarer) == (SUITS.index("H"), None, None)
    assert table.verify_take(3) == Unproved(Rule.TAKE_SEAT, 3)
    kitty = in_order("H3 D4 C9 SA H8 H9 D7 D8")
    table = Bidding(Rules(), [3, 0, 3, 0], None, first=False)
    assert table.verify_flip(in_order("C9"), kitty, ordered=True) is None
    assert not table.outcome().redeal


def test_nothing_is_turned_in_a_first_hand_or_after_a_showing() -> None:
    kitty = in_order("H3 D4 C9 SA H8 H9 D7 D8")
    first = bidding()
    assert faults(first.verify_flip(in_order("C9"), kitty, ordered=True)) == (
        Rule.FLIP_CARDS,
        "nobody_first",
    )
    assert first.outcome().redeal
    later = bidding(due=0)
    run(later, [(1, "H2")])
    assert later.verify_flip(in_order("C9"), kitty, ordered=True) is not None


def test_who_takes_the_kitty_is_open_while_nothing_is_settled() -> None:
    table = bidding()
    assert table.verify_take(2) == Unproved(Rule.TAKE_SEAT, 2)
    run(table, [(1, "H2")])
    assert table.verify_take(1) is None
    assert table.verify_take(2) == Fault(Rule.TAKE_SEAT, 2, other=1)
