"""The hand as a state machine: each verdict, and what follows, as literal values.

Hands are small: four cards a seat prove as much as twenty-five.
"""

from typing import NamedTuple

import pytest

from shengji.engine.cards import NO_TRUMP, SUITS, UNKNOWN, UNKNOWN_OF_SUIT, Cards
from shengji.engine.events import Adjust, Bury, Flip, Laid, Mark, Name, Play, Show, Take
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.hand import Count, Hand, Phase, Setup
from shengji.engine.rules import LEVELS, Rules, replace

from . import hands

A, B, C, D = range(4)


def cards(text: str) -> Cards:
    """As in the other tests; besides `.3` for three cards of which nothing is known, and `S?`."""
    words = text.split()
    unknown = [UNKNOWN for word in words if word[0] == "." for _ in range(int(word[1:]))]
    hints = [UNKNOWN_OF_SUIT + SUITS.index(word[0]) for word in words if word[1:] == "?"]
    named = " ".join(word for word in words if word[0] != "." and word[1:] != "?")
    return (*hands.cards(named), *hints, *unknown)


def dealt(
    *held: str, kitty: str = "", due: int | None = A, level: str = "2", **options: str
) -> Hand:
    """A hand before any showing; every seat at the same level."""
    rules = replace(Rules(), {"players": str(len(held)), **options})
    levels = (LEVELS.index(level),) * len(held)
    first = due is None
    return Hand(Setup(rules, levels, due, tuple(map(cards, held)), cards(kitty), first=first))


def playing(*held: str, trump: str = "H", declarer: int = A, **how: str) -> Hand:
    """A hand in which the declarer is about to lead, without a kitty exchange."""
    hand = dealt(*held, due=declarer, **how)
    suit = NO_TRUMP if trump == "-" else SUITS.index(trump)
    hand.apply(Name(suit, hand.setup.levels[declarer], declarer))
    hand.begin_play()
    return hand


def laid(text: str, mark: Mark | None = None, beaten_by: int | None = None) -> Laid:
    """A play as a record writes it: `S6677+S6`, `S98844/S9`."""
    attempted, _, forced = text.partition("/")
    units = attempted.split("+")
    return Laid(
        tuple(sorted(card for unit in units for card in cards(unit))),
        tuple(map(cards, units)) if len(units) > 1 else (),
        cards(forced) if forced else None,
        beaten_by,
        mark,
    )


def rule(hand: Hand, seat: int, play: str, mark: Mark | None = None) -> Rule | str | None:
    """The rule that a play breaks; with a question mark where it cannot be checked."""
    verdict = hand.verify_play(seat, laid(play, mark))
    return f"{verdict.rule}?" if isinstance(verdict, Unproved) else verdict and verdict.rule


class TrickDone(NamedTuple):
    """What a finished trick comes to."""

    leader: int
    winner: int | None
    points: int
    points_known: bool


def last(hand: Hand) -> TrickDone:
    done = hand.done[-1]
    return TrickDone(done.leader, done.winner, done.points, done.points_known)


def play(hand: Hand, leader: int, *plays: str) -> TrickDone:
    """A trick in which nothing is wrong."""
    for step, text in enumerate(plays):
        seat = (leader + step) % hand.seats
        assert rule(hand, seat, text) is None, (seat, text)
        hand.apply_play(seat, laid(text))
    return last(hand)


def happens(hand: Hand, leader: int, *plays: str) -> TrickDone:
    """A trick as it was played, whatever is wrong with it."""
    for step, text in enumerate(plays):
        hand.apply_play((leader + step) % hand.seats, laid(text))
    return last(hand)


# -- turn, cards, number --------------------------------------------------------------------------


def test_the_declarer_leads_then_who_won_000_127() -> None:
    hand = playing("S3 S9", "S4 S8", "S5 S7", "S6 SK")
    assert hand.verify_play(B, laid("S4")) == Fault(Rule.LEADER, B, cards("S4"), other=A)
    assert play(hand, A, "S9", "S8", "S7", "SK") == TrickDone(A, D, 10, True)
    assert rule(hand, A, "S3") is Rule.LEADER
    hand.apply_play(D, laid("S6"))
    assert hand.verify_play(B, laid("S4")) == Fault(Rule.TURN, B, cards("S4"), other=A)


def test_only_cards_in_hand_are_played() -> None:
    hand = playing("S3 S9", "S4 S8", "S5 S7", "S6 SK")
    assert hand.verify_play(A, laid("S33")) == Fault(Rule.PLAY_NOT_HELD, A, cards("S3"))
    assert hand.verify_play(A, laid("S4")) == Fault(Rule.PLAY_NOT_HELD, A, cards("S4"))


def test_as_many_cards_as_led_000_193() -> None:
    hand = playing("S33 S9", "S44 S8", "S5 S7 D3", "S6 SK D4")
    hand.apply_play(A, laid("S33"))
    fault = Fault(Rule.PLAY_COUNT, B, cards("S4"), expected=2, found=1)
    assert hand.verify_play(B, laid("S4")) == fault
    assert rule(hand, B, "S448") is Rule.PLAY_COUNT


def test_an_empty_play_is_none() -> None:
    hand = playing("S3", "S4", "S5", "S6")
    assert rule(hand, A, "") is Rule.PLAY_COUNT


# -- leads ----------------------------------------------------------------------------------------


def test_a_lead_is_of_one_suit_000_67() -> None:
    hand = playing("S3 D9 H2", "S4 D8 D2", "S5 D7 C2", "S6 DK S2")
    assert rule(hand, A, "S3 D9") is Rule.LEAD_SUIT
    assert rule(hand, A, "S3") is None


def test_behind_a_lead_of_two_suits_only_the_number_is_judged() -> None:
    hand = playing("S3 D9 H3", "S4 D8 D3", "S5 D7 C3", "S6 DK S7")
    hand.apply_play(A, laid("S3 D9"))
    assert rule(hand, B, "S4 D8") == "follow-suit?"
    assert rule(hand, B, "S4") is Rule.PLAY_COUNT
    assert happens(hand, B, "S4 D8", "S5 D7", "S6 DK") == TrickDone(A, None, 15, True)
    assert rule(hand, C, "C3") == "leader?"


def test_an_announced_reading_must_be_one() -> None:
    hand = playing("S66677", "S345 D33", "S345 D44", "S345 D55", decks="3")
    assert rule(hand, A, "S6677+S6") is None
    assert rule(hand, A, "S666+S77") is None
    assert rule(hand, A, "S66+S677") is Rule.LEAD_READING


def test_units_that_are_no_reading_leave_the_default_one() -> None:
    """The lead is still a tractor and a card, and draws them."""
    hand = playing("S66677", "S8899 D3", "S345 D44", "STJQ D55", decks="3")
    hand.apply_play(A, laid("S66+S677"))
    owed = hand.owes(B)
    assert owed is not None
    assert owed.shape == ()
    assert (owed.number, owed.cards) == (4, cards("S8899"))
    assert happens(hand, B, "S8899 D3", "S345 D44", "STJQ D55").winner == A


def test_a_throw_may_be_forbidden_and_is_still_answered_001_69() -> None:
    hand = playing("SAKK D3", "S5566", "SQ S34 D4", "STT S9 D5", throw_allowed="no")
    fault = Fault(Rule.THROW_FORBIDDEN, A, cards("SAKK"), option="throw_allowed")
    assert hand.verify_play(A, laid("SAKK")) == fault
    assert rule(hand, A, "SKK") is None
    hand.apply_play(A, laid("SAKK"))
    assert rule(hand, B, "S556") is None
    hand.apply_play(B, laid("S556"))
    assert rule(hand, C, "SQ S3 D4") is Rule.FOLLOW_SUIT
    hand.apply_play(C, laid("SQ S34"))
    assert happens(hand, D, "STT S9") == TrickDone(A, A, 50, True)


def test_throws_of_side_suits_alone_may_be_allowed_000_67() -> None:
    hand = playing("SAK HAK", "S34 H34", "S56 H56", "S78 H78", throw_allowed="side_suits")
    assert rule(hand, A, "SAK") is None
    assert rule(hand, A, "HAK") is Rule.THROW_FORBIDDEN


# -- throws ---------------------------------------------------------------------------------------

THROWN = "S98844 D3"


@pytest.mark.parametrize(
    ("others", "forced"),
    [("SJ S3 S5 S67 D4", "S9"), ("SQQ S3 S57 D4", "S44"), ("S55 S3 S67 D4", "S44")],
)
def test_what_a_failed_throw_must_play_002_216(others: str, forced: str) -> None:
    hand = playing(THROWN, others, "C345678", "C9TJQKA")
    found = hand.verify_play(A, laid("S98844"))
    assert found == Fault(Rule.THROW_FAILS, A, cards("S98844"), owed=cards(forced), other=B)
    assert rule(hand, A, f"S98844/{forced}") is None
    for other in {"S9", "S88", "S44"} - {forced}:
        assert hand.verify_play(A, laid(f"S98844/{other}")) == Fault(
            Rule.THROW_FORCED, A, cards(other), owed=cards(forced)
        )
    assert rule(hand, A, "S98844/S8") is Rule.THROW_FORCED


def test_a_throw_that_stands_may_not_fail_000_67() -> None:
    hand = playing("SAKK D3", "S34 S56", "S78 S9T", "C3456")
    assert rule(hand, A, "SAKK") is None
    assert rule(hand, A, "SAKK/SKK") is Rule.THROW_STANDS
    assert rule(hand, A, "SKK/SK") is Rule.THROW_STANDS


def test_trumps_stop_no_throw_in_a_side_suit_000_67() -> None:
    hand = playing("SKQ D3", "H34 B", "D45 D6", "C345")
    assert rule(hand, A, "SKQ") is None


def test_hands_are_not_pooled_against_a_throw() -> None:
    hand = playing("SQQJJ D3", "SK S345 D4", "SK S678 D5", "C34567")
    assert rule(hand, A, "SQQJJ") is None


def test_whose_hands_stop_a_throw_002_147() -> None:
    held = ("SKQ D3", "S345", "SA S67", "S89T")
    assert rule(playing(*held), A, "SKQ") is Rule.THROW_FAILS
    assert rule(playing(*held, throw_check="opponents"), A, "SKQ") is None
    assert rule(playing(*held, throw_check="opponents"), A, "SKQ/SQ") is Rule.THROW_STANDS


def test_who_stopped_it_must_be_able_to() -> None:
    hand = playing("SKQ D3", "S345", "SA S67", "S89T")
    assert hand.verify_play(A, laid("SKQ/SQ", beaten_by=C)) is None
    fault = Fault(Rule.THROW_BEATEN_BY, A, cards("SQ"), other=D)
    assert hand.verify_play(A, laid("SKQ/SQ", beaten_by=D)) == fault


def test_of_equal_units_either_is_played() -> None:
    """Level cards of two side suits are equal: neither is the smaller part."""
    hand = playing("D2 C2 S3", "H2 S45", "D345", "C345")
    assert rule(hand, A, "D2 C2/D2") is None
    assert rule(hand, A, "D2 C2/C2") is None


def test_of_an_announced_throw_an_announced_unit_is_played() -> None:
    """S66677 is by default S6677 and S6, announced it may be S666 and S77."""
    hand = playing("S66677 D3", "S88 S345 D4", "C334455", "C667788", decks="3")
    assert rule(hand, A, "S66677/S6") is None
    assert rule(hand, A, "S66677/S77") is Rule.THROW_FORCED
    assert rule(hand, A, "S66677/S6677") is Rule.THROW_FORCED
    assert rule(hand, A, "S666+S77/S77") is None
    assert rule(hand, A, "S666+S77/S6") is Rule.THROW_FORCED
    assert rule(hand, A, "S666+S77/S666") is Rule.THROW_FORCED


def test_a_failed_throw_leads_the_forced_unit_alone() -> None:
    hand = playing("SKQ D3", "S345", "SA S67", "S89T")
    assert play(hand, A, "SKQ/SQ", "S3", "SA", "S8") == TrickDone(A, C, 0, True)
    assert hand.holdings.cards(A) == cards("SK D3")


@pytest.mark.parametrize(
    ("penalty", "basis", "points"),
    [
        ("none", "attempted", 0),
        ("10", "attempted", 10),
        ("5_per_card", "attempted", 25),
        ("5_per_card", "taken_back", 20),
        ("5_per_card", "beaten", 5),
        ("10_per_card", "attempted", 50),
    ],
)
def test_fines_by_the_card_002_147(penalty: str, basis: str, points: int) -> None:
    options = {"throw_penalty": penalty, "throw_penalty_basis": basis}
    hand = playing(THROWN, "SJ S3 S5 S67 D4", "C345678", "C9TJQKA", **options)
    hand.apply_play(A, laid("S98844/S9"))
    assert (hand.last_fine, hand.fines) == (points, points)
    hand = playing("C345678", THROWN, "SJ S3 S5 S67 D4", "C9TJQKA", **options)
    hand.to_move = B
    hand.apply_play(B, laid("S98844/S9"))
    assert (hand.last_fine, hand.fines) == (points, -points)


def test_a_fine_needs_no_trump_but_the_beaten_cards_do() -> None:
    unknown = dealt("SKQ D3", "S345", "SA S67", "S89T", throw_penalty="10")
    unknown.apply(Name(None, None, A))
    unknown.begin_play()
    unknown.apply_play(A, laid("SKQ/SQ"))
    assert (unknown.fines, unknown.points_are_known()) == (10, True)
    basis = {"throw_penalty": "5_per_card", "throw_penalty_basis": "beaten"}
    hidden = playing("SKQ D3", ".3", "SA S67", "S89T", **basis)
    hidden.apply_play(A, laid("SKQ/SQ"))
    assert (hidden.last_fine, hidden.points_are_known()) == (None, False)


# -- marks ----------------------------------------------------------------------------------------


def test_a_marked_revoke_must_be_one_and_excuses_itself_alone() -> None:
    hand = playing("S9 D3", "S4 D8", "D5 D7", "S6 DK")
    hand.apply_play(A, laid("S9"))
    assert rule(hand, B, "D8") is Rule.FOLLOW_SUIT
    assert rule(hand, B, "D8", "revoke") is None
    assert rule(hand, B, "S4", "revoke") is Rule.MARK_FALSE
    assert rule(hand, B, "DT", "revoke") is Rule.PLAY_NOT_HELD
    assert rule(hand, B, "S4 D8", "revoke") is Rule.PLAY_COUNT
    assert rule(hand, C, "D7", "revoke") is Rule.TURN


@pytest.mark.parametrize("mark", ["revoke", "count"])
def test_a_lead_is_no_revoke_and_has_no_wrong_number(mark: Mark) -> None:
    hand = playing("S9 D3", "S4 D8", "D5 D7", "S6 DK")
    assert rule(hand, A, "S9", mark) is Rule.MARK_FALSE
    assert rule(hand, A, "S9 D3", mark) is Rule.LEAD_SUIT
    hand = dealt("S9 D3", "S4 D8", "D5 D7", "S6 DK")
    hand.begin_play()
    hand.to_move = A
    assert rule(hand, A, "S9 D3", mark) is Rule.MARK_FALSE


def test_a_lead_out_of_turn() -> None:
    hand = playing("S9 D3", "S4 D8", "D5 D7", "S6 DK")
    assert rule(hand, C, "D5", "turn") is None
    assert rule(hand, A, "S9", "turn") is Rule.MARK_FALSE
    assert rule(hand, C, "S5", "turn") is Rule.PLAY_NOT_HELD
    assert rule(hand, B, "S4 D8", "turn") is Rule.LEAD_SUIT


def test_a_follower_out_of_turn_or_with_an_exposed_card_proves_nothing() -> None:
    hand = playing("S9 D3", "S4 D8", "D5 D7", "S6 DK")
    hand.apply_play(A, laid("S9"))
    for mark in ("turn", "exposed"):
        assert hand.verify_play(B, laid("S4", mark)) is None
        found = hand.verify_play(B, laid("D8", mark))
        assert isinstance(found, Fault)
        assert found.rule is Rule.FOLLOW_SUIT


def test_a_play_of_another_number_never_wins() -> None:
    hand = playing("S99 D3", "SKK D8", "D57 C3", "S66 HK")
    hand.apply_play(A, laid("S99"))
    assert rule(hand, B, "SKK D8", "count") is None
    assert rule(hand, B, "SKK", "count") is Rule.MARK_FALSE
    assert rule(hand, B, "SKK D8") is Rule.PLAY_COUNT
    hand.apply_play(B, laid("SKK D8", "count"))
    assert rule(hand, C, "D57") is None
    hand.apply_play(C, laid("D57"))
    assert rule(hand, D, "S6 HK") is Rule.FOLLOW_SUIT
    assert happens(hand, D, "S66") == TrickDone(A, A, 25, True)
    assert hand.cards_left() == (1, 0, 1, 1)
    assert hand.uncounted == {B}


def test_a_hand_too_short_gives_what_it_has() -> None:
    hand = playing("S9 D33", "SK D89", "D57 C3", "S6 HKQ")
    happens(hand, A, "S9", "SK D9", "D5", "S6")
    assert hand.to_move == A
    hand.apply_play(A, laid("D33"))
    assert rule(hand, B, "D8") is None


# -- unknown cards --------------------------------------------------------------------------------


def test_with_unknown_cards_only_what_is_certain_is_said() -> None:
    hand = playing("S99 D3", "S4 .2", ".3", "S66 HK")
    hand.apply_play(A, laid("S99"))
    assert rule(hand, B, "D45") is Rule.FOLLOW_SUIT
    assert rule(hand, B, "S4 D5") == "follow-suit?"
    assert rule(hand, B, "S45") == "follow-shape?"
    assert rule(hand, B, "S44") == "play-not-held?"
    assert rule(hand, B, ".2") == "follow-suit?"
    assert rule(hand, B, "S4 D34") is Rule.PLAY_COUNT


def test_what_the_record_proves_of_a_hand_is_held() -> None:
    setup = Setup(
        Rules(), (0,) * 4, A, tuple(map(cards, ("S9 D3", ".2", ".2", "S6 HK"))),
        proved=tuple(map(cards, ("S9 D3", "S4 D5", "", ""))),
    )  # fmt: skip
    hand = Hand(setup)
    hand.apply(Name(1, 0, A))
    hand.begin_play()
    hand.apply_play(A, laid("S9"))
    assert rule(hand, B, "S4") is None
    assert rule(hand, B, "D5") is Rule.FOLLOW_SUIT


def test_proof_that_contradicts_the_hand_teaches_nothing() -> None:
    setup = Setup(
        Rules(), (0,) * 4, A, tuple(map(cards, ("S9 D3", "S4 .1", ".2", "S6 HK"))),
        proved=tuple(map(cards, ("", "S5 D5", "", ""))),
    )  # fmt: skip
    hand = Hand(setup)
    hand.apply(Name(1, 0, A))
    hand.begin_play()
    assert hand.holdings.cards(B) == cards("S4 .1")


def test_a_hint_of_the_suit_counts() -> None:
    hand = playing("S9 D3", "S? D4", "C34", "S6 HK")
    assert hand.holdings.lacking(B, cards("C5")) == cards("C5")
    assert hand.holdings.lacking(B, cards("S5")) == ()
    assert hand.holdings.lacking(B, cards("S55")) == cards("S5")


def test_an_unknown_card_leaves_the_winner_and_the_next_leader_open() -> None:
    hand = playing("S9 D3", "S4 D8", ".2", "S6 DK")
    assert happens(hand, A, "S9", "S4", ".1", "S6") == TrickDone(A, None, 0, False)
    assert rule(hand, C, "D5") == "leader?"
    assert rule(hand, A, "D3", "turn") == "mark-false?"
    hand.assign(C)
    assert hand.done[-1].winner == C
    assert rule(hand, A, "D3") is Rule.LEADER
    assert rule(hand, C, "D5") == "play-not-held?"


def test_the_next_lead_tells_who_won() -> None:
    hand = playing("S9 DK", "S5 D8", ".2", "S6 D4")
    happens(hand, A, "S9", "S5", ".1", "S6")
    assert (hand.captured, hand.unassigned) == ([0, 0, 0, 0], 5)
    hand.apply_play(A, laid("DK"))
    assert (hand.captured, hand.unassigned) == ([5, 0, 0, 0], 0)


def test_a_hand_from_which_an_unknown_card_was_played_is_unknown() -> None:
    hand = playing("S9 D3", "S4 D8", "S57", "S6 DK")
    happens(hand, A, "S9", "S4", ".1", "S6")
    assert hand.holdings.cards(C) == cards(".1")


def test_who_played_what_he_did_not_hold_proves_nothing_any_more() -> None:
    hand = playing("S9 D3", "S4 D8", "S57", "S6 DK")
    happens(hand, A, "S9", "ST", "S7", "S6")
    assert hand.uncounted == {B}
    assert hand.holdings.cards(B) == cards(".1")
    assert hand.to_move == B
    assert rule(hand, B, "DQ") == "play-not-held?"


def test_a_throw_with_unknown_hands() -> None:
    hand = playing("SKQ D3", "S345", ".3", "S89T")
    assert rule(hand, A, "SKQ") == "throw-fails?"
    assert rule(hand, A, "SKQ/SQ") == "throw-forced?"
    assert hand.verify_play(A, laid("SKQ/SQ", beaten_by=B)) == Fault(
        Rule.THROW_BEATEN_BY, A, cards("SQ"), other=B
    )
    lost = Fault(Rule.THROW_FAILS, A, cards("SKQ"), owed=cards("SQ"), other=B)
    assert playing("SKQ D3", "SA S4 .1", ".3", "S89T").verify_play(A, laid("SKQ")) == lost


def test_a_throw_that_fails_while_what_is_forced_is_open() -> None:
    """The jack is beaten by b; c may have a pair above the nines, and these are lower."""
    hand = playing("S99J D3", "SQ S345", ".4", "S6678")
    fault = Fault(Rule.THROW_FAILS, A, cards("S99J"), other=B)
    assert hand.verify_play(A, laid("S99J")) == fault
    assert rule(hand, A, "S99J/SJ") == "throw-forced?"
    assert rule(hand, A, "S99J/S99") == "throw-forced?"
    assert rule(hand, A, "S99J/S9") is Rule.THROW_FORCED


def test_a_throw_stands_if_the_cards_above_it_are_seen() -> None:
    hand = playing("SAAK D3", "S3456", ".4", "S89TJ", decks="2")
    assert rule(hand, A, "SAAK") is None
    assert rule(hand, A, "SAAK/SK") is Rule.THROW_STANDS


def test_trump_that_is_known_late() -> None:
    hand = dealt("S93 D3", "S4 D89", "D57 C3", "S6 HKQ", due=None)
    hand.begin_play()
    assert rule(hand, A, "S9") == "leader?"
    hand.to_move = A
    assert rule(hand, A, "S9") is None
    assert rule(hand, A, "S93") == "lead-suit?"
    hand.apply_play(A, laid("S9"))
    assert rule(hand, B, "D8") == "follow-suit?"
    assert rule(hand, B, "D89") is Rule.PLAY_COUNT
    assert happens(hand, B, "S4", "D5", "S6") == TrickDone(A, None, 5, True)
    hand.apply(Name(1, 0, A))
    hand.assign(A)
    hand.apply_play(A, laid("D3"))
    assert rule(hand, B, "S4") is Rule.PLAY_NOT_HELD
    assert play(hand, B, "D9", "D7", "HQ") == TrickDone(A, D, 0, True)


# -- declaring and the kitty ----------------------------------------------------------------------

KITTY = "C33456789"


def test_taking_and_burying() -> None:
    hand = dealt("S2 S9", "S4 S8", "S5 S7", "S6 SK", kitty=KITTY, due=None)
    assert hand.verify(Take(A)) == Unproved(Rule.TAKE_SEAT, A)
    hand.apply(Show(A, cards("S2"), 100))
    assert hand.verify(Name(0, 0, A)) is None
    assert hand.verify(Name(1, 0, A)) == Fault(Rule.TRUMP_MISMATCH, A)
    assert hand.verify(Take(B)) == Fault(Rule.TAKE_SEAT, B, other=A)
    assert hand.verify(Bury(A, cards(KITTY))) == Fault(Rule.WRONG_PHASE, A, cards(KITTY))
    assert hand.verify(Play(A, laid("S9"))) == Fault(Rule.WRONG_PHASE, A, cards("S9"))
    hand.apply(Take(A))
    assert (hand.trump, hand.level, hand.declarer, hand.phase) == (0, 0, A, Phase.BURYING)
    assert hand.verify(Take(B)) == Fault(Rule.WRONG_PHASE, B)
    assert hand.verify(Bury(B, cards(KITTY))) == Fault(Rule.TAKE_SEAT, B, other=A)
    short = Fault(Rule.BURY_COUNT, A, cards("C345"), expected=8, found=3)
    assert hand.verify(Bury(A, cards("C345"))) == short
    fault = Fault(Rule.BURY_NOT_HELD, A, cards("SK"))
    assert hand.verify(Bury(A, cards("SK C3345678"))) == fault
    hand.apply(Bury(A, cards("S9 C3345678")))
    assert hand.holdings.cards(A) == cards("S2 C9")
    assert hand.kitty == cards("S9 C3345678")
    assert hand.verify(Play(A, laid("C9"))) is None
    assert rule(hand, B, "S4") is Rule.LEADER


def test_a_bury_from_an_unknown_hand_is_not_proved() -> None:
    hand = dealt(".2", "S4 S8", "S5 S7", "S6 SK", kitty=KITTY)
    hand.apply(Name(0, 0, A))
    hand.apply(Take(A))
    assert hand.verify(Bury(A, cards(KITTY))) is None
    assert hand.verify(Bury(A, cards("S9 C3345678"))) == Unproved(Rule.BURY_NOT_HELD, A)
    assert hand.verify(Bury(A, cards("S39T C33456"))) == Fault(Rule.BURY_NOT_HELD, A, cards("ST"))
    hand.apply(Bury(A, cards(".8")))
    assert hand.holdings.cards(A) == cards(".2")


def test_the_kitty_is_overturned_again_and_again_000_19() -> None:
    hand = dealt(
        "S2 C3 H9 HA", "HK HQ C22", "H34 C67", "H56 L L",
        kitty="D33456788", due=None, kitty_theft="yes",
    )  # fmt: skip
    hand.apply(Show(A, cards("S2"), 100))
    hand.apply(Take(A))
    assert hand.verify(Show(B, cards("C22"))) == Fault(Rule.DECLARE_WINDOW, B, cards("C22"))
    hand.apply(Bury(A, cards("D345678 C3 H9")))
    assert hand.kitty == cards("D345678 C3 H9")
    assert hand.verify(Show(B, cards("C22"))) is None
    hand.apply(Show(B, cards("C22")))
    assert hand.trump == 0
    assert hand.verify(Take(D)) == Fault(Rule.TAKE_SEAT, D, other=B)
    hand.apply(Take(B))
    assert (hand.trump, hand.declarer, hand.taker) == (3, A, B)
    assert hand.holdings.cards(B) == cards("HKQ C22 D345678 C3 H9")
    hand.apply(Bury(B, cards("D345678 HQ")[:8]))
    hand.apply(Show(D, cards("L L")))
    hand.apply(Take(D))
    assert (hand.trump, hand.declarer, hand.taker) == (NO_TRUMP, A, D)
    hand.apply(Bury(D, hand.holdings.cards(D)[:8]))
    hand.begin_play()
    assert hand.to_move == A


def test_an_overturn_by_unknown_cards_leaves_trump_unknown_until_it_is_named() -> None:
    hand = dealt(
        "S2 C3 H9 HA", "HK HQ .2", "H34 C67", "H56 L L",
        kitty="D33456788", due=None, kitty_theft="yes",
    )  # fmt: skip
    hand.apply(Show(A, cards("S2"), 100))
    hand.apply(Take(A))
    hand.apply(Bury(A, cards("D33456788")))
    hand.apply(Show(B, cards(".2")))
    hand.apply(Take(B))
    assert (hand.trump, hand.order, hand.declarer, hand.level) == (None, None, A, 0)
    hand.apply(Name(3, 0, A))
    assert hand.order is not None
    assert (hand.order.trump, hand.declarer) == (3, A)


def test_showings_left_out_settle_no_trump() -> None:
    hand = dealt("S2 S9", "S4 S8", "S5 S7", "S6 SK", kitty=KITTY, due=C)
    assert hand.settled() == (None, 0, C)
    assert hand.verify(Name(2, 0, C)) is None
    assert hand.verify(Name(2, 0, A)) == Fault(Rule.TRUMP_MISMATCH, A)
    assert hand.verify(Name(2, 5, C)) == Fault(Rule.TRUMP_MISMATCH, C)
    hand.apply(Name(2, 0, C))
    assert hand.verify(Take(C)) is None


def test_where_declaring_moves_the_deal_a_record_may_name_any_declarer_000_113() -> None:
    hand = dealt("S2", "S4", "S5", "S6", kitty=KITTY, due=C, declarer_deals="always")
    assert hand.settled() == (None, None, None)
    assert hand.verify(Name(2, 0, A)) is None
    assert hand.verify(Name(2, 5, A)) == Fault(Rule.TRUMP_MISMATCH, A)
    hand.apply(Name(2, 0, A))
    assert hand.verify(Take(A)) is None
    assert hand.verify(Take(C)) == Fault(Rule.TAKE_SEAT, C, other=A)


def test_nothing_is_settled_where_nothing_is_known() -> None:
    hand = dealt("S2", "S4", "S5", "S6", kitty=KITTY, due=None)
    assert hand.settled() == (None, None, None)
    hand.apply(Name(None, None, None))
    assert (hand.trump, hand.level, hand.declarer) == (None, None, None)
    hand.apply(Take(B))
    assert (hand.trump, hand.level, hand.declarer) == (None, 0, B)


def test_the_turned_card_names_trump_000_105() -> None:
    rules = Rules()
    kitty = tuple(map(hands.card, ("D3", "S5", "H9", "C6", "D4", "S8", "HJ", "C9")))
    hand = Hand(Setup(rules, (0,) * 4, B, (cards(".25"),) * 4, kitty, kitty_ordered=True))
    assert hand.verify(Flip(cards("H9"))) is None
    hand.apply(Flip(cards("H9")))
    assert hand.settled() == (1, 0, B)
    hand.apply(Take(B))
    assert hand.verify(Flip(cards("H9"))) == Fault(Rule.WRONG_PHASE, cards=cards("H9"))


def test_level_n_knows_no_level_cards_000_39() -> None:
    ladder = {"level_ladder": "23456789TJQKAN"}
    hand = dealt("S9A S2", "S4 D8 B", "S57 C2", "S6 DK L", level="N", **ladder)
    assert hand.settled() == (NO_TRUMP, 13, A)
    hand.apply(Name(None, None, None))
    hand.begin_play()
    assert play(hand, A, "S9", "S4", "S5", "S6") == TrickDone(A, A, 5, True)
    hand.apply_play(A, laid("S2"))
    assert rule(hand, B, "B") is None
    hand.apply_play(B, laid("B"))
    assert rule(hand, C, "C2") is Rule.FOLLOW_SUIT


def test_without_a_kitty_play_begins_at_once() -> None:
    hand = playing("S9 D3", "S4 D8", "D5 D7", "S6 DK", kitty_size="0", decks="4",
                   nobody_later="no_trump")  # fmt: skip
    play(hand, A, "S9", "S4", "D5", "S6")
    happens(hand, A, "D3", "D8", "D7", "DK")
    assert hand.phase is Phase.OVER
    assert hand.count() == Count(10, 0, True, 0, 2, 10)


# -- positions, tables of six ---------------------------------------------------------------------


def test_play_goes_on_from_a_position() -> None:
    hand = dealt("S9 D3", "S4 D8", "D5 D7", "S6 DK", kitty="D5 C34678 S3 S5")
    hand.apply(Name(1, 0, A))
    hand.resume(C, (0, 0, 0, 0), 35)
    assert rule(hand, A, "S9") is Rule.LEADER
    assert play(hand, C, "D5", "DK", "D3", "D8") == TrickDone(C, D, 15, True)
    assert hand.attackers_points() == 50
    play(hand, D, "S6", "S9", "S4", "D7")
    assert hand.count() == Count(50, 0, False, 10, 0, 50)


def test_every_second_of_six_plays_against_the_declarer() -> None:
    held = ("S9", "SK", "SJ", "ST", "SQ", "S8")
    hand = playing(*held, declarer=1, decks="3")
    assert hand.attackers() == (0, 2, 4)
    assert play(hand, 1, "SK", "SJ", "ST", "SQ", "S8", "S9") == TrickDone(1, 1, 20, True)
    assert hand.attackers_points() == 0


# -- the count ------------------------------------------------------------------------------------


def ended(
    *tricks: tuple[int, tuple[str, ...]], held: tuple[str, ...], kitty: str, **how: str
) -> Count:
    hand = playing(*held, kitty=kitty, **how)
    for leader, plays in tricks:
        happens(hand, leader, *plays)
    assert hand.phase is Phase.OVER
    return hand.count()


POINTS = "D5 DT DK D34678"


def test_the_last_trick_takes_the_kitty_000_145() -> None:
    pairs = ("S33", "S44", "S56", "S78")
    tricks = ((A, ("S33", "S44", "S56", "S78")),)
    assert ended(*tricks, held=pairs, kitty=POINTS) == Count(5, 0, True, 25, 4, 105)
    tricks = ((B, ("S44", "S56", "S78", "S33")),)
    assert ended(*tricks, held=pairs, kitty=POINTS) == Count(5, 0, True, 25, 4, 105)


def test_the_kitty_of_the_dealers_side_counts_nothing_000_143() -> None:
    held, tricks = ("SA", "S4", "S5", "SK"), ((A, ("SA", "S4", "S5", "SK")),)
    assert ended(*tricks, held=held, kitty=POINTS) == Count(0, 0, False, 25, 0, 0)


def test_the_multiplier_is_that_of_the_winning_play_or_of_the_lead_000_273() -> None:
    """A throw of S567 won by H977: a pair by what won, a single by what was led."""
    held, tricks = ("S567", "H977", "S89T", "SJQK"), ((A, ("S567", "H977", "S89T", "SJQK")),)
    assert ended(*tricks, held=held, kitty=POINTS) == Count(25, 0, True, 25, 4, 125)
    by_lead = ended(*tricks, held=held, kitty=POINTS, kitty_basis="lead")
    assert by_lead == Count(25, 0, True, 25, 2, 75)


@pytest.mark.flips("last_trick_points")
def test_points_of_the_last_trick_may_be_excluded_000_213() -> None:
    held, tricks = ("S4", "SA", "S5", "SK"), ((A, ("S4", "SA", "S5", "SK")),)
    count = ended(*tricks, held=held, kitty=POINTS, last_trick_points="excluded")
    assert count == Count(0, 0, True, 25, 2, 50)


def test_what_is_not_known_is_not_counted() -> None:
    held = ("S4", "SA", ".1", "SK")
    tricks = ((A, ("S4", "SA", ".1", "SK")),)
    assert ended(*tricks, held=held, kitty=POINTS) == Count(None, 0, None, 25, None, None)
    held, tricks = ("S4", "SA", "S5", "SK"), ((A, ("S4", "SA", "S5", "SK")),)
    assert ended(*tricks, held=held, kitty=".8") == Count(15, 0, True, None, 2, None)
    held, tricks = ("SA", "S4", "S5", "SK"), ((A, ("SA", "S4", "S5", "SK")),)
    assert ended(*tricks, held=held, kitty=".8") == Count(0, 0, False, None, 0, 0)


def test_a_director_moves_points() -> None:
    hand = playing("S9", "S4", "S5", "S6")
    hand.apply(Adjust((B, D), 10))
    assert hand.fines == -10
    hand.apply(Adjust((A,), 25))
    assert hand.fines == 15
    hand.apply(Adjust((), 5))
    assert hand.fines == 15


# -- what may be played ---------------------------------------------------------------------------


def test_what_may_be_led_and_what_follows() -> None:
    hand = playing("S33 S9", "S44 S8", "S5 S7 D3", "D444")
    assert sorted(hand.legal_plays()) == [
        cards("S3"), cards("S33"), cards("S9"),
    ]  # fmt: skip
    hand.apply_play(A, laid("S33"))
    assert list(hand.legal_plays()) == [cards("S44")]
    hand.apply_play(B, laid("S44"))
    assert list(hand.legal_plays()) == [cards("S57")]
    hand.apply_play(C, laid("S57"))
    assert list(hand.legal_plays()) == [cards("D44")]


def test_throws_that_stand_may_be_led() -> None:
    hand = playing("SAK D3", "S345", "S678", "S9TJ")
    assert cards("SAK") in list(hand.legal_plays())
    assert cards("SAK") in list(playing("SAK D3", ".3", "S678", "S9TJ").legal_plays())
    assert cards("SAK") not in list(
        playing("SAK D3", "S345", "S678", "SA S9T", decks="2").legal_plays()
    )
    assert len(list(hand.legal_plays(2))) == 2


def test_of_an_unknown_hand_nothing_is_enumerated() -> None:
    assert list(playing("SAK .1", "S345", "S678", "S9TJ").legal_plays()) == []


def test_what_is_owed() -> None:
    hand = playing("S33 S9", "S44 S8", "S7 D33", "D444")
    assert hand.owes(A) is None
    hand.apply_play(A, laid("S33"))
    owed = hand.owes(B)
    assert owed is not None
    assert (owed.suit, owed.number, owed.shape, owed.cards) == (0, 2, ((2,),), cards("S44"))
    owed = hand.owes(C)
    assert owed is not None
    assert (owed.suit, owed.number, owed.shape, owed.cards) == (0, 1, (), cards("S7"))
    owed = hand.owes(D)
    assert owed is not None
    assert (owed.number, owed.cards) == (0, ())
