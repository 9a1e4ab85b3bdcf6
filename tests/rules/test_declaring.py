"""Options of declaring, overturning, the turned kitty and the burying: each test turns its option.

What each value must say is taken from the rule text or program that is cited.
"""

from collections.abc import Sequence

import pytest

from shengji.engine import events
from shengji.engine.cards import CODES, NO_TRUMP, RANKS, SUITS, UNKNOWN, Cards, counts
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.declaring.burying import kitty_seers, verify_points
from shengji.engine.declaring.flips import turned
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.hand import Hand, Setup
from shengji.engine.rules import LEVELS, RuleConflictError, Rules, replace
from shengji.notation import dumps, loads
from shengji.notation.address import parse_address
from shengji.notation.diagnostics import Severity
from shengji.replay import check, position, view
from shengji.replay.generate import random_match
from shengji.replay.stakes import stake_of

HELD = [9] * CODES
AFTER = 100
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)


def cards(text: str) -> Cards:
    """`H2 H2 B`, with `?` for an unknown card; sorted."""
    return tuple(sorted(map(one, text.split())))


def one(text: str) -> int:
    if text in ("L", "B", "?"):
        return {"L": 52, "B": 53, "?": UNKNOWN}[text]
    return SUITS.index(text[0]) * 13 + RANKS.index(text[1])


def bidding(
    *changes: str,
    due: int | None = None,
    level: str = "2",
    hands: Sequence[str] | None = None,
) -> Bidding:
    rules = replace(Rules(), dict(change.split("=") for change in changes))
    held = None if hands is None else [counts(cards(hand)) for hand in hands]
    return Bidding(rules, [LEVELS.index(level)] * rules.players, due, hands=held)


def show(table: Bidding, seat: int, text: str, *, later: bool = False) -> str:
    """The option for which a showing is refused, `?` where it is not proved, else nothing."""
    after = None if later else AFTER
    verdict = table.verify_show(seat, cards(text), HELD, after=after, later=later)
    if verdict is None:
        table.show(seat, cards(text), after)
    return told(verdict)


def told(verdict: Verdict) -> str:
    if isinstance(verdict, Unproved):
        return "?"
    return "" if verdict is None else verdict.option


# -- who may show, and what --------------------------------------------------------------------


@pytest.mark.flips("declare_window")
def test_a_showing_while_cards_are_dealt() -> None:
    """000:99 during the deal; 000:253 after it; 002:71,79 both."""

    def early(window: str) -> str:
        table = bidding(f"declare_window={window}")
        return told(table.verify_show(1, cards("H2"), HELD, after=5))

    assert early("during_deal") == early("both") == ""
    assert early("after_deal") == "declare_window"


@pytest.mark.flips("declare_pair_first")
def test_a_pair_opens() -> None:
    """001:57 has a pair shown at once; 002:91 opens with one card."""
    assert show(bidding(), 1, "H2 H2") == ""
    table = bidding("declare_pair_first=no")
    assert show(table, 1, "H2 H2") == "declare_pair_first"
    assert [show(table, 1, "H2"), show(table, 1, "H2 H2")] == ["", ""]


SIDE_FIRST = "later_declarers=dealer_side_first"


@pytest.mark.flips("later_declarers")
def test_an_attacker_declares_though_the_dealers_side_can() -> None:
    """001:33: the others only where neither of the dealer's side can; then the deal changes."""
    hands = ["D5", "H5", "", ""]
    table = bidding(SIDE_FIRST, due=0, level="5", hands=hands)
    refused = table.verify_show(1, cards("H5"), HELD, after=AFTER)
    assert isinstance(refused, Fault)
    assert (refused.rule, refused.other, refused.option) == (
        Rule.DECLARE_TURN,
        0,
        "later_declarers",
    )
    assert show(bidding(due=0, level="5", hands=hands), 1, "H5") == ""


@pytest.mark.flips("later_declarers")
def test_an_attacker_who_may_declare_has_the_deal() -> None:
    hands = ["D6", "H5", "", ""]
    for changes, dealer in (((SIDE_FIRST,), 1), ((), 0), ((SIDE_FIRST, "declarer_deals=never"), 0)):
        table = bidding(*changes, due=0, level="5", hands=hands)
        assert show(table, 1, "H5") == ""
        assert table.outcome().declarer == dealer


def test_an_attacker_shows_the_level_that_is_then_played() -> None:
    table = Bidding(replace(Rules(), {"later_declarers": "dealer_side_first"}), [3, 0, 3, 0], 0)
    for seat in (0, 2):
        table.passed(seat)
    assert show(table, 1, "H5") == "declare_level"
    assert show(table, 1, "H2") == ""
    assert (table.outcome().declarer, table.outcome().level) == (1, 0)
    assert [show(table, 2, "S5 S5"), show(table, 2, "S2 S2")] == ["declare_level", ""]
    assert (table.outcome().declarer, table.outcome().level) == (1, 0)


@pytest.mark.parametrize(
    ("hands", "passes", "verdict"),
    [
        (None, (), "?"),
        (["? ?", "", "? ?", ""], (), "?"),
        (["? ?", "", "? ?", ""], (0,), "?"),
        (["? ?", "", "? ?", ""], (0, 2), ""),
        (["D5 ?", "", "? ?", ""], (2,), "later_declarers"),
        (["D6 D7", "", "? ?", ""], (2,), ""),
    ],
)
def test_what_the_dealers_side_can_show_is_never_guessed(
    hands: list[str] | None, passes: tuple[int, ...], verdict: str
) -> None:
    table = bidding(SIDE_FIRST, due=0, level="5", hands=hands)
    for seat in passes:
        table.passed(seat)
    assert show(table, 3, "H5") == verdict


def test_the_dealers_side_is_always_free_to_declare() -> None:
    for seat in (0, 2):
        assert show(bidding(SIDE_FIRST, due=0, level="5"), seat, "H5") == ""
    assert show(bidding(SIDE_FIRST), 1, "H2") == ""


# -- what stands over what ---------------------------------------------------------------------


@pytest.mark.flips("overturn_single")
def test_a_pair_of_a_lower_suit_over_a_single() -> None:
    """000:23: a pair of any suit over a single card, where no table asks for a higher one."""
    for option, refused in (("any_suit", ""), ("higher_suit", "overturn_single")):
        table = bidding(f"overturn_single={option}")
        assert [show(table, 1, "S2"), show(table, 2, "D2 D2")] == ["", refused]
    table = bidding("overturn_single=higher_suit")
    assert [show(table, 1, "H2"), show(table, 2, "S2 S2"), show(table, 3, "L L")] == ["", "", ""]


@pytest.mark.flips("reinforced_beaten_by")
def test_what_overturns_a_reinforced_card() -> None:
    """000:121 a higher suit or jokers; 002:10 and 001:57 jokers alone."""

    def verdicts(option: str) -> list[str]:
        table = bidding("overturn_order=length_joker_suit", f"reinforced_beaten_by={option}")
        assert [show(table, 1, "H2"), show(table, 1, "H2 H2")] == ["", ""]
        return [show(table, 2, "D2 D2"), show(table, 3, "S2 S2"), show(table, 0, "L L")]

    locked = "reinforced_beaten_by"
    assert verdicts("stronger") == ["overturn_order", "", ""]
    assert verdicts("jokers") == [locked, locked, ""]
    assert verdicts("nothing") == [locked, locked, locked]


@pytest.mark.flips("self_overturn")
def test_who_declared_may_not_overturn_and_the_other_three_may() -> None:
    """002:10: 其他三方均可翻主, and only who declared may not; who overturned has not declared."""
    for option, refused in (("forbidden", "self_overturn"), ("after_another", "")):
        table = bidding(f"self_overturn={option}")
        assert [show(table, 0, "H2"), show(table, 1, "D2 D2"), show(table, 2, "L L")] == [""] * 3
        assert show(table, 0, "B B") == refused
        if refused:
            assert show(table, 1, "B B") == ""


def test_an_overturn_is_no_reinforcement_and_an_opening_pair_is_one() -> None:
    """001:57: who declares with the pair at once has fixed trump."""
    options = ("overturn_order=length_joker_suit", "reinforced_beaten_by=jokers")
    table = bidding(*options)
    assert [show(table, 1, "C2"), show(table, 2, "H2 H2"), show(table, 3, "S2 S2")] == ["", "", ""]
    table = bidding(*options)
    assert [show(table, 2, "H2 H2"), show(table, 3, "S2 S2")] == ["", "reinforced_beaten_by"]


@pytest.mark.flips("partner_reinforce")
def test_the_partner_adds_the_second_card() -> None:
    """TRACTOR.HLP 对家保: what stands is then a pair, and still the declarer's."""
    table = bidding("partner_reinforce=yes", "overturn_order=length_joker_suit")
    assert [show(table, 1, "H2"), show(table, 3, "H2")] == ["", ""]
    assert table.outcome().declarer == table.outcome().named_by == 1
    assert [show(table, 2, "D2 D2"), show(table, 2, "S2 S2")] == ["overturn_order", ""]
    assert show(bidding("partner_reinforce=yes"), 3, "H2") == ""
    table = bidding()
    assert [show(table, 1, "H2"), show(table, 3, "H2")] == ["", "overturn_order"]


def test_nobody_else_adds_to_a_showing_and_no_other_suit_does() -> None:
    table = bidding("partner_reinforce=yes")
    assert [show(table, 1, "H2"), show(table, 2, "H2")] == ["", "overturn_order"]
    assert show(table, 3, "S2") == "overturn_order"


def test_a_partners_card_reinforces() -> None:
    table = bidding(
        "partner_reinforce=yes", "overturn_order=length_joker_suit", "reinforced_beaten_by=jokers"
    )
    assert [show(table, 1, "H2"), show(table, 3, "H2")] == ["", ""]
    assert [show(table, 2, "S2 S2"), show(table, 2, "L L")] == ["reinforced_beaten_by", ""]


@pytest.mark.flips("overturn_count")
def test_a_second_overturn() -> None:
    """002:207: of reinforcing, overturning and self-overturn only the first; no-trump beats it."""
    for option, refused in (("unlimited", ""), ("once", "overturn_count")):
        table = bidding("overturn_order=length_joker_suit", f"overturn_count={option}")
        assert [show(table, 1, "C2"), show(table, 2, "H2 H2")] == ["", ""]
        assert show(table, 3, "S2 S2") == refused
        assert show(table, 0, "L L") == ""


# -- after the burying -------------------------------------------------------------------------


AFTER_BURYING = ("kitty_theft=yes", "overturn_later=after_burying")


@pytest.mark.flips("overturn_later")
def test_an_overturn_before_the_dealer_has_buried() -> None:
    """000:115: from the second hand on after the burying; 002:10: while cards are dealt."""
    table = bidding(*AFTER_BURYING, due=0, level="5")
    assert [show(table, 0, "H5"), show(table, 1, "S5 S5")] == ["", "overturn_later"]
    # 000:121: his own second card he shows while cards are dealt.
    assert show(table, 0, "H5 H5") == ""
    table.take(0)
    assert show(table, 1, "L L", later=True) == ""
    table = bidding("kitty_theft=yes", due=0, level="5")
    assert [show(table, 0, "H5"), show(table, 1, "S5 S5")] == ["", ""]


@pytest.mark.flips("overturn_later")
def test_in_a_first_hand_nobody_overturns_after_the_burying() -> None:
    """000:113: in the first hand before the dealer takes the kitty, and not after he has buried."""
    for changes, refused in ((AFTER_BURYING, "overturn_later"), (("kitty_theft=yes",), "")):
        table = bidding(*changes)
        assert [show(table, 0, "H2"), show(table, 1, "S2 S2")] == ["", ""]
        table.take(1)
        assert show(table, 2, "L L", later=True) == refused


@pytest.mark.flips("theft_order")
def test_who_passed_is_not_asked_again_before_the_next_burying() -> None:
    """000:115: the seats are asked in order of play from the dealer on."""
    for option, refused in (("free", ""), ("from_dealer", "theft_order")):
        table = bidding("kitty_theft=yes", f"theft_order={option}", due=0, level="5")
        assert show(table, 0, "H5") == ""
        table.take(0)
        assert table.verify_pass(2, later=True) is None
        table.passed(2)
        assert told(table.verify_pass(1, later=True)) == refused
        assert show(table, 1, "S5 S5", later=True) == refused


def test_each_burying_begins_the_asking_anew() -> None:
    table = bidding("kitty_theft=yes", "theft_order=from_dealer", due=0, level="5")
    show(table, 0, "H5")
    table.take(0)
    for seat in (1, 2):
        assert table.verify_pass(seat, later=True) is None
        table.passed(seat)
    assert show(table, 3, "S5 S5", later=True) == ""
    table.take(3)
    assert [show(table, 1, "L L", later=True), table.taker()] == ["", 1]
    table.take(1)
    # 000:119: whoever overturns takes the kitty and buries; the dealer is asked last.
    assert [show(table, 0, "B B", later=True), table.taker()] == ["", 0]
    assert (table.outcome().declarer, table.outcome().suit) == (0, NO_TRUMP)


TURNED = ("kitty_theft=yes", "nobody_later=kitty_first")


@pytest.mark.flips("overturn_turned")
def test_a_card_turned_is_overturned_after_the_burying() -> None:
    """000:111: in every hand, by a pair or by jokers; tractor-online lets nobody overturn it."""
    for option, refused in (("yes", ""), ("no", "overturn_turned")):
        table = bidding(*TURNED, f"overturn_turned={option}", due=0, level="5")
        table.flip(cards("H7"))
        assert show(table, 1, "S5 S5") == "nobody_later"
        table.take(0)
        assert show(table, 1, "S5", later=True) == "overturn_turned"
        assert show(table, 1, "S5 S5", later=True) == refused
        if refused:
            continue
        table.take(1)
        assert (table.outcome().declarer, table.outcome().suit) == (0, SPADES)
        assert show(table, 2, "H5 H5", later=True) == "overturn_order"
        assert show(table, 3, "L L", later=True) == ""


def test_over_a_card_turned_the_level_of_its_dealer_is_shown() -> None:
    """000:11: who can match the card turned deals, at the level of his own side."""
    options = {"kitty_theft": "yes", "overturn_turned": "yes", "match_dealer": "yes",
               "nobody_later": "kitty_match"}  # fmt: skip
    hands = [counts(cards(held)) for held in ("D6", "H7", "D7", "D8")]
    table = Bidding(replace(Rules(), options), [3, 5, 3, 5], 0, hands=hands)
    table.flip(cards("H7"))
    table.take(1)
    assert show(table, 2, "S5 S5", later=True) == "declare_level"
    assert show(table, 2, "S7 S7", later=True) == ""


TURNED_RECORD = """%SJN 1
[Rules "shuangsheng-super@1"]
[Stake "100"]
hand 1 fresh ac=7 bd=5 dealer=a
hands
b S77.23
kitty S3H4C5D6789T
flip C5
trump C 7 a
take a
bury a .8
overturn b S77
take b
bury b .8
abandon
end
"""


def test_a_record_of_an_overturned_card() -> None:
    """000:111 lets b overturn, and 000:123-125 counts that; the dealer stays (000:115)."""
    found = check(TURNED_RECORD).diagnostics
    assert not [each for each in found if each.severity is Severity.ERROR]
    (record,) = loads(TURNED_RECORD).records
    end = position(record, parse_address("1.k2"))
    line = stake_of(record, record.hands[0], replace(Rules(), {"stake_doubling": "yes"}),
                    end.showings)  # fmt: skip
    assert line is not None
    assert (line.overturns, line.due) == (1, 200)


# -- nobody declares ---------------------------------------------------------------------------


MATCHING = ("nobody_later=kitty_match", "match_dealer=yes")
KITTY = cards("H7 D3 D4 C9 SA H8 H9 B")


@pytest.mark.flips("match_dealer")
@pytest.mark.parametrize(
    ("changes", "hands", "dealer", "redeal"),
    [
        # 001:35: who can match the card that was drawn deals.
        (MATCHING, ["", "", "", "H7"], 3, False),
        (("nobody_later=kitty_match",), ["", "", "", "H7"], 0, False),
        # 001:35 of the source that both descend from: no match, and cards are dealt again.
        (MATCHING, ["S7", "", "", ""], None, True),
        ((*MATCHING, "decks=3"), ["H7", "H7", "", ""], None, True),
        # Which of two partners deals is not said.
        ((*MATCHING, "decks=3"), ["", "H7", "", "H7"], None, False),
        # Unknown cards may be the match.
        (MATCHING, ["", "?", "", ""], None, False),
        (MATCHING, ["", "?", "H7", ""], 2, False),
    ],
)
def test_a_drawn_card_is_matched(
    changes: tuple[str, ...], hands: list[str], dealer: int | None, redeal: bool
) -> None:
    table = bidding(*changes, due=0, hands=hands)
    assert table.verify_flip(cards("H7"), KITTY, ordered=False) is None
    table.flip(cards("H7"), KITTY)
    outcome = table.outcome()
    assert (outcome.suit, outcome.declarer, outcome.redeal) == (HEARTS, dealer, redeal)


def test_cards_are_turned_at_the_level_of_the_seat_due_whoever_deals_then() -> None:
    """c is due at 5, so a five ends the turning; b, who stands at 2, matches it."""
    changes = {"nobody_later": "kitty_level_or_highest", "match_dealer": "yes"}
    held = [counts(cards(hand)) for hand in ("", "D5", "", "")]
    table = Bidding(replace(Rules(), changes), [3, 0, 3, 0], 2, hands=held)
    kitty = tuple(map(one, ["CA", "D5", "S3"]))
    assert table.verify_flip(kitty[:2], kitty, ordered=True) is None
    table.flip(kitty[:2], kitty)
    outcome = table.outcome()
    assert (outcome.suit, outcome.declarer, outcome.level) == (DIAMONDS, 1, 0)


@pytest.mark.flips("nobody_later")
def test_which_kitty_cards_are_turned() -> None:
    """000:105 the third, 002:11 the first, 001:35 any."""
    suits = {"kitty_third": "D4", "kitty_first": "H7"}
    for option, owed in suits.items():
        table = bidding(f"nobody_later={option}", due=0)
        kitty = tuple(map(one, ["H7", "D3", "D4", "C9", "SA", "H8", "H9", "B"]))
        assert table.verify_flip(cards(owed), kitty, ordered=True) is None
        assert told(table.verify_flip(cards("C9"), kitty, ordered=True)) == "nobody_later"
        assert turned(table.rules, kitty, 0) == cards(owed)
    table = bidding("nobody_later=kitty_match", due=0)
    assert table.verify_flip(cards("C9"), KITTY, ordered=True) is None
    assert told(table.verify_flip(cards("S9"), KITTY, ordered=True)) == "nobody_later"
    assert told(table.verify_flip(cards("C9 SA"), KITTY, ordered=True)) == "nobody_later"
    assert told(table.verify_flip(cards("S9"), None, ordered=False)) == "?"
    for option, trump, redeal in (("no_trump", NO_TRUMP, False), ("redeal", None, True)):
        outcome = bidding(f"nobody_later={option}", due=0).outcome()
        assert (outcome.suit, outcome.redeal) == (trump, redeal)


@pytest.mark.flips("nobody_first")
def test_nobody_declares_in_a_first_hand() -> None:
    """002:95 deals again; 000:11 draws a card whose match deals."""
    assert bidding().outcome().redeal
    table = bidding("nobody_first=kitty_match", "match_dealer=yes", hands=["", "H7", "", ""])
    assert table.verify_flip(cards("H7"), KITTY, ordered=False) is None
    table.flip(cards("H7"), KITTY)
    assert (table.outcome().declarer, table.outcome().suit) == (1, HEARTS)
    assert told(bidding().verify_flip(cards("H7"), KITTY, ordered=False)) == "nobody_first"


@pytest.mark.flips("nobody_joker")
def test_a_joker_is_turned() -> None:
    """000:105 no-trump; 002:95 the next card; benjialawyer.com big hearts, little spades."""

    def trump(option: str, kitty: str) -> int | None:
        table = bidding("nobody_later=kitty_first", f"nobody_joker={option}", due=0)
        order = tuple(map(one, kitty.split()))
        flipped = turned(table.rules, order, 0)
        assert flipped is not None
        assert table.verify_flip(flipped, order, ordered=True) is None
        table.flip(flipped, order)
        return table.outcome().suit

    big, little = "B C3 D4", "L C3 D4"
    assert [trump("no_trump", kitty) for kitty in (big, little)] == [NO_TRUMP, NO_TRUMP]
    assert [trump("next_card", kitty) for kitty in (big, little)] == [CLUBS, CLUBS]
    assert [trump("suit_by_joker", kitty) for kitty in (big, little)] == [HEARTS, SPADES]


# -- hands dealt again, the deal, the burying --------------------------------------------------


POOR = "S2346789JQ H2346789J D2346789 CT"


def record(rules: str, *lines: str, dealer: str = "a", number: int = 2) -> list[str]:
    """The codes that a short record gets, each with its option."""
    head = ["%SJN 1", f'[Rules "{rules}"]', f"hand {number} ac=2 bd=2 dealer={dealer}"]
    report = check("\n".join([*head, *lines, "end", ""]))
    return [f"{found.code.id} {found.option}".strip() for found in report.diagnostics]


@pytest.mark.flips("mutiny_points")
def test_a_poor_hand_is_thrown_in() -> None:
    """001:37: an attacker with fewer than 15 points, before the kitty is taken."""
    poor, rich = ["hands", f"b {POOR}"], ["hands", f"b {POOR.replace('D2', 'D5')}"]
    assert record("standard@1 mutiny_points=15", *poor, "redeal mutiny b") == []
    assert record("standard@1 mutiny_points=10", *poor, "redeal mutiny b") == [
        "redeal-reason mutiny_points"
    ]
    assert record("standard@1 mutiny_points=15", *rich, "redeal mutiny b") == [
        "redeal-reason mutiny_points"
    ]
    assert record("standard@1 mutiny_points=15", *rich, "redeal mutiny") == ["not-checkable-redeal"]
    assert record("standard@1", *poor, "redeal mutiny b") == ["not-checkable-redeal"]
    assert record("standard@1 mutiny_points=15", *poor, "redeal mutiny d") == [
        "not-checkable-redeal"
    ]


@pytest.mark.flips("first_drawer")
def test_who_draws_first() -> None:
    """000:207 leaves it to a guess in a first hand."""
    lines = ["deal b", "b C2 .24", "abandon"]
    assert record("standard@1 first_drawer=dealer", *lines) == ["first-drawer first_drawer"]
    assert record("standard@1", *lines) == []
    assert record("standard@1 first_drawer=dealer", *lines, dealer="b") == []
    assert record("standard@1 first_drawer=dealer", *lines, dealer="?", number=1) == []
    assert record("standard@1 first_drawer=dealer", "deal ?", "b C2 .24", "abandon") == []


@pytest.mark.flips("nobody_later")
def test_an_undeclared_hand_is_dealt_again() -> None:
    """003:24 deals again where 000:105 turns a card."""
    redeal = "redeal undeclared"
    assert record("standard@1 nobody_later=redeal", redeal) == []
    assert record("standard@1", redeal) == ["redeal-reason nobody_later"]
    assert record("standard@1", redeal, dealer="?", number=1) == []
    assert record("standard@1", redeal, dealer="?", number=3) == ["not-checkable-redeal"]
    shown = ["hands", "b H2 .24", "declare 100 b H2"]
    assert record("standard@1 nobody_later=redeal", *shown, redeal) == [
        "redeal-reason nobody_later"
    ]
    assert record("standard@1", *shown, "redeal misdeal") == []


@pytest.mark.flips("match_dealer")
def test_a_card_that_nobody_matches_has_the_hand_dealt_again() -> None:
    cards_out = ["kitty H77 D3344 C34", "flip H7"]
    rules = "standard@1 nobody_later=kitty_match"
    assert record(f"{rules} match_dealer=yes", *cards_out, "redeal undeclared") == []
    assert record(rules, *cards_out, "redeal undeclared") == ["redeal-reason nobody_later"]
    assert record(f"{rules} match_dealer=yes", *cards_out, "trump H 2 a", "abandon") == [
        "trump-mismatch"
    ]


def bury(limit: str, held: str, buried: str) -> Verdict:
    rules = replace(Rules(), {"kitty_points_limit": limit})
    hands = (cards(held), *(((UNKNOWN,) * 25,) * 3))
    hand = Hand(Setup(rules, (0,) * 4, 0, hands, cards("D3 D4 D5 D6 D7 D8 D9 DT")))
    hand.apply(events.Take(0))
    return hand.verify(events.Bury(0, cards(buried)))


LOW = " ".join(f"{suit}{rank}" for suit in "SH" for rank in "234679JQA") + " C2 C3 C4 C6 C7 C8 C9"


@pytest.mark.flips("kitty_points_limit")
def test_points_in_the_kitty() -> None:
    """002:109 lets the dealer bury points; other tables limit them."""
    fifteen = "D3 D4 D5 D6 D7 D8 D9 DT"
    assert bury("auto", LOW, fifteen) is None
    refused = bury("10", LOW, fifteen)
    assert isinstance(refused, Fault)
    assert (refused.rule, refused.found, refused.expected) == (Rule.BURY_POINTS, 15, 10)
    assert bury("15", LOW, fifteen) is None
    # Whoever holds nothing cheaper breaks no rule.
    tight = replace(Rules(), {"kitty_points_limit": "5"})
    assert verify_points(tight, 0, cards("S5 S5 ST ST"), cards("S5 S5")) is None
    unknown = " ".join("?" * 25)
    assert told(bury("10", unknown, "D3 D4 D6 D7 D8 D9 ? ?")) == "?"


@pytest.mark.flips("kitty_visible")
def test_who_may_look_at_the_kitty() -> None:
    """000:109,115: who buried last alone, not even the dealer."""

    def seers(option: str) -> tuple[int, ...]:
        return kitty_seers(replace(Rules(), {"kitty_visible": option}), 0, 3)

    assert seers("last_burier") == (3,)
    assert seers("dealer") == (0, 3)
    assert seers("all") == (0, 1, 2, 3)


BURIED = """%SJN 1
[Rules "standard@1 kitty_theft=yes kitty_visible=RULE"]
hand 2 ac=2 bd=2 dealer=a
kitty H8899D34C34
take a
bury a H8899D34C34
overturn d BB
take d
bury d H8899D34C34
end
"""


@pytest.mark.flips("kitty_visible")
@pytest.mark.parametrize(
    ("option", "seen"), [("last_burier", "d"), ("dealer", "ad"), ("all", "abcd-")]
)
def test_views_show_the_kitty_to_those_alone(option: str, seen: str) -> None:
    (record,) = loads(BURIED.replace("RULE", option)).records
    buried = position(record, parse_address("2.k2"))
    views = {letter: view(buried, "seat", seat) for seat, letter in enumerate("abcd")}
    views["-"] = view(buried, "table")
    assert "".join(who for who, shown in views.items() if shown.kitty is not None) == seen


@pytest.mark.parametrize(
    ("rules", "met"),
    [
        ("shuangsheng-super@1", {"declare", "flip", "overturn", "pass"}),
        ("joker-level@1 mutiny_points=40", {"declare", "flip", "pass", "redeal"}),
        ("chaodi@1 kitty_points_limit=5 partner_reinforce=yes", {"declare", "flip"}),
    ],
)
def test_random_matches_meet_these_rules_and_check_clean(rules: str, met: set[str]) -> None:
    match = random_match(rules, 40, 12)
    assert check(dumps(match)).diagnostics == ()
    kinds = {event.kind for hand in match.hands for event in hand.events}
    assert met <= kinds


SILENCE = """%SJN 1
[Rules "godot@1"]
hand 1 fresh ac=5 bd=7 dealer=a
pass a
pass b
pass c
pass d
trump - 5 -
take {seat}
bury {seat} .8
abandon
end
"""


@pytest.mark.parametrize(("seat", "codes"), [("a", []), ("b", ["take-seat"])])
def test_where_nobody_declared_the_seat_due_is_the_declarer(seat: str, codes: list[str]) -> None:
    """SPEC 4.3, also where whoever declares would have dealt."""
    found = check(SILENCE.format(seat=seat)).diagnostics
    assert [each.code.id for each in found if each.code.id != "missing-tag"] == codes


# -- what contradicts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"overturn_later": "after_burying"}, "overturn_later"),
        ({"theft_order": "from_dealer"}, "theft_order"),
        ({"overturn_turned": "yes"}, "overturn_turned"),
        ({"nobody_first": "kitty_match"}, "nobody_first"),
        ({"decks": "4", "kitty_size": "0"}, "nobody_later"),
        (
            {"decks": "4", "kitty_size": "0", "nobody_first": "kitty_match", "match_dealer": "yes"},
            "nobody_first",
        ),
        (
            {"later_declarers": "dealer_side_first", "declare_order": "asked"},
            "later_declarers",
        ),
    ],
)
def test_contradictions_are_refused(changes: dict[str, str], option: str) -> None:
    with pytest.raises(RuleConflictError) as caught:
        replace(Rules(), changes)
    assert caught.value.option == option
