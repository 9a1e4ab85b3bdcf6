"""What is said of an action before it is written down, and of a correction."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from shengji.replay import recording, wording
from shengji.replay.recording import (
    Action,
    Add,
    Draft,
    DraftError,
    Enter,
    Grade,
    Mode,
    Refused,
    SetTag,
    Splice,
    Trouble,
    Verdict,
    enter,
    expected,
    finish,
    judge,
    lay,
    opening,
    palette,
    propose,
    result_from_points,
    resumed,
)

from .entering import canonical_records, entered

SAMPLES = Path(__file__).parents[3] / "samples"
LOG = (SAMPLES / "games" / "godot-standard-log.sjn").read_text(encoding="utf-8")

# To a pair of spades b owes its pair of sevens (000:131-133); to a single either of its spades.
POSITION = """\
%SJN 1
[Rules "standard@1 throw_penalty=10"]
hand 1 fresh ac=2 bd=2 dealer=a
hands
a SAKK H2
b S778 D5
c S9T D34
d SJ HA D67
start 23 a
trump C 2 a
"""


def codes(verdict: Verdict) -> list[str]:
    return [found.code.id for found in verdict.found]


def at_table(*words: str) -> Draft:
    """The position, with these plays of its first trick."""
    draft = resumed(POSITION)
    for word in words:
        draft = draft.do(lay(draft, word))
    return draft


def test_a_play_in_order_is_fine() -> None:
    verdict = propose(at_table("SKK"), Add("S77"))
    assert verdict.grade is Grade.FINE
    assert verdict.after.lines[-1] == "23 a SKK S77"


def test_a_pair_that_is_owed_is_named_with_its_cards() -> None:
    verdict = propose(at_table("SKK"), Add("S78"))
    assert (verdict.grade, codes(verdict)) == (Grade.BREAKS, ["follow-shape"])
    assert verdict.found[0].arguments["owed"] == "S77"
    assert verdict.instead == (Add("S78^revoke"),)


def test_what_really_happened_is_entered_anyway() -> None:
    draft = at_table("SKK")
    with pytest.raises(Refused) as refused:
        enter(draft, Add("S78"))
    assert refused.value.verdict.grade is Grade.BREAKS
    assert enter(draft, Add("S78"), anyway=True).lines[-1] == "23 a SKK S78"
    assert enter(draft, Add("S78^revoke")).lines[-1] == "23 a SKK S78^revoke"


IMPOSSIBLE: list[tuple[Sequence[str], str, str]] = [
    (("SKK",), "S88", "play-not-held"),
    (("SKK",), "S7", "play-count"),
    (("SKK",), "S778", "play-count"),
    (("SA",), "SQ", "play-not-held"),
]


@pytest.mark.parametrize(("before", "word", "code"), IMPOSSIBLE)
def test_cards_that_are_not_there_are_impossible(
    before: Sequence[str], word: str, code: str
) -> None:
    verdict = propose(at_table(*before), Add(word))
    assert verdict.grade is Grade.IMPOSSIBLE
    assert code in codes(verdict)


UNREADABLE: list[tuple[Action, str]] = [
    (Add("S7x"), "unknown-card"),
    (Add("s77"), "lower-case-card"),
    (Enter(("declare 5 a C2",)), "misplaced"),
    (Enter(("hands",)), "misplaced"),
    (Enter(("buzz",)), "unknown-statement"),
    (Enter(("result x",)), "unexpected"),
]


@pytest.mark.parametrize(("action", "code"), UNREADABLE)
def test_what_is_no_statement_cannot_be_entered(action: Action, code: str) -> None:
    draft = at_table("SKK")
    verdict = propose(draft, action)
    assert verdict.grade is Grade.UNREADABLE
    assert codes(verdict) == [code]
    with pytest.raises(Refused):
        enter(draft, action, anyway=True)


def test_a_failed_throw_is_offered_as_it_has_to_be_written() -> None:
    """002:214-216: who throws what another can beat plays the unit that fails."""
    verdict = propose(resumed(POSITION), Enter(("23 a SAKK",)))
    assert verdict.grade is Grade.FINE
    throw = POSITION.replace("a SAKK H2", "a S88K H2").replace("b S778 D5", "b S997 D5")
    draft = resumed(throw)
    verdict = propose(draft, lay(draft, "S88K"))
    assert "throw-fails" in codes(verdict)
    assert verdict.instead == (Enter(("23 a S88K/S88<b",)),)
    assert enter(draft, verdict.instead[0]).lines[-1] == "23 a S88K/S88<b"


def test_the_fine_of_a_throw_is_offered() -> None:
    throw = POSITION.replace("a SAKK H2", "a S88K H2").replace("b S778 D5", "b S997 D5")
    draft = resumed(throw)
    for word in (
        "S88K/S88<b",
        "S99",
        "S9T",
        "SJ+H?",
    ):
        action = lay(draft, word)
        if word == "SJ+H?":
            action = Add("SJD6")
        draft = enter(draft, action, anyway=True)
    offers = {offer.kind: offer for offer in expected(draft)}
    assert offers["penalty"].text == "penalty ac 10 throw"
    assert offers["won"].text == "=b+10"


def test_a_lead_out_of_turn_is_offered_with_its_mark() -> None:
    draft = resumed(POSITION)
    verdict = propose(draft, lay(draft, "D5", seat=1))
    assert "leader" in codes(verdict)
    assert Enter(("23 b D5^turn",)) in verdict.instead


def test_nobody_knows_who_leads() -> None:
    draft = resumed('%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=?\n')
    with pytest.raises(DraftError) as refused:
        lay(draft, "SA")
    assert refused.value.trouble is Trouble.NO_LEADER
    assert lay(draft, "SA", seat=2) == Enter(("1 c SA",))


def test_a_correction_tells_what_no_longer_fits() -> None:
    """The first trick of a real game with another card: it was held by another seat, and its own
    holder plays it again later."""
    draft = resumed(LOG)
    at = next(i for i, line in enumerate(draft.lines) if line.startswith("1 "))
    words = draft.lines[at].split()
    verdict = propose(draft, Splice(at + 1, 1, (" ".join([*words[:2], words[3], *words[3:]]),)))
    assert verdict.grade >= Grade.BREAKS
    assert verdict.found[0].address is not None
    assert {found.address.hand for found in verdict.found if found.address} == {1}
    back = propose(verdict.after, Splice(at + 1, 1, (draft.lines[at],)))
    assert back.grade is Grade.FINE
    assert len(back.settled) >= 1
    assert finish(back.after).text == finish(draft).text


def test_rules_that_change_after_play_began_are_not_taken_in_passing() -> None:
    draft = at_table("SKK", "S77")
    verdict = propose(draft, SetTag("Rules", "standard@1 throw_penalty=20"))
    assert verdict.rules_changed
    assert verdict.grade is Grade.BREAKS
    assert propose(draft, Splice(2, 1, ('[Rules "qq@1"]',))).rules_changed, "by a correction"
    with pytest.raises(Refused):
        enter(draft, SetTag("Rules", "qq@1"))
    assert judge(enter(draft, SetTag("Rules", "qq@1"), anyway=True).text).rules is not None
    before = resumed('%SJN 1\n[Rules "standard@1"]\n')
    assert propose(before, SetTag("Rules", "qq@1")).grade is Grade.FINE


def test_rules_that_do_not_exist_are_refused() -> None:
    draft = resumed('%SJN 1\n[Rules "standard@1"]\n')
    verdict = propose(draft, SetTag("Rules", "nobody@1"))
    assert (verdict.grade, codes(verdict)) == (Grade.BREAKS, ["unknown-preset"])
    assert expected(verdict.after) == ()
    assert palette(verdict.after) is None


def test_a_paste_past_the_limit_of_hands() -> None:
    draft = opening("standard")
    hand = ("hand 1 ac=2 bd=2 dealer=?", "end")
    verdict = propose(draft, Enter(hand * 10_001))
    assert verdict.grade is Grade.UNREADABLE
    assert "limit" in codes(verdict)


# -- cards ----------------------------------------------------------------------------------------


def test_copies_count_down_while_a_deal_is_entered() -> None:
    draft = opening("standard")
    for line in ("hand 1 ac=2 bd=2 dealer=?", "hands"):
        draft = enter(draft, Enter((line,)))
    shown = palette(draft)
    assert shown is not None and set(shown.left) == {2}
    draft = draft.do(Enter(("a S22334455667788H22334455667",)))
    shown = palette(draft)
    assert shown is not None
    assert shown.left[:13] == (0,) * 7 + (2,) * 6
    assert shown.left[13:26] == (0,) * 5 + (1,) + (2,) * 7
    again = propose(draft, Enter(("b S2AAKKQQJJTT99H778899TTJJQQ",)))
    assert "card-count" in codes(again)
    assert again.grade is Grade.IMPOSSIBLE
    few = propose(draft, Enter(("b SAA",)))
    assert (few.grade, codes(few)) == (Grade.IMPOSSIBLE, ["hand-size"])


def test_legal_follows_are_those_of_the_engine() -> None:
    shown = palette(at_table("SKK"))
    assert shown is not None
    assert (shown.seat, shown.complete) == (1, True)
    assert shown.legal == ((5, 5),)
    assert shown.owed == (5, 5, 6)
    singles = palette(at_table("SA"))
    assert singles is not None and set(singles.legal or ()) == {(5,), (6,)}


def test_copies_count_down_while_only_plays_are_entered() -> None:
    draft = opening("standard", Mode.PLAYS)
    for line in ("hand 1 ac=2 bd=2 dealer=a", "trump S 2 a", "take a", "bury a .8", "1 a HA HA"):
        draft = enter(draft, Enter((line,)))
    shown = palette(draft)
    assert shown is not None
    assert shown.left[25] == 0, "both aces of hearts lie on the table"
    assert shown.left[24] == 2
    assert shown.legal is None, "nobody knows what c holds"
    third = propose(draft, Add("HA"))
    assert third.grade is Grade.IMPOSSIBLE


# -- ways to record -------------------------------------------------------------------------------


def first_kind(draft: Draft) -> str:
    return expected(draft)[0].kind


def test_each_way_to_record_asks_for_what_it_needs() -> None:
    line = Enter(("hand 1 ac=2 bd=2 dealer=?",))
    asked = {mode: first_kind(opening("standard", mode, seat=2).do(line)) for mode in Mode}
    assert asked == {
        Mode.FULL: "seat-line",
        Mode.PLAYS: "trump",
        Mode.SEAT: "seat-line",
        Mode.RESULT: "result",
        Mode.POSITION: "seat-line",
    }
    seat = opening("standard", Mode.SEAT, seat=2).doing((line, Enter(("hands",))))
    assert [each.text for each in expected(seat) if each.kind == "seat-line"] == ["c "]
    position = opening("standard", Mode.POSITION).doing((line, Enter(("hands", "a SA", "b SK"))))
    assert [each.kind for each in expected(position)][:3] == ["seat-line", "seat-line", "start"]


def test_a_score_sheet_is_a_line_a_hand() -> None:
    """000:139-155 under the table of `standard`: with 85 points the attackers take over; with 40
    the dealer's side goes on and gains one level."""
    draft = opening("standard", Mode.RESULT)
    draft = draft.do(Enter(("hand 1 ac=2 bd=2 dealer=a", "sheet")))
    line = result_from_points(draft.text, 85)
    assert line == "result 85 up=0 next=b"
    draft = enter(draft, Enter((line, "end")))
    assert expected(draft)[0].text == "hand 2 ac=2 bd=2 dealer=b"
    draft = draft.do(Enter((expected(draft)[0].text, "sheet")))
    assert result_from_points(draft.text, 40) == "result 40 up=bd+1 next=d"
    odd = propose(draft, Enter(("result 42",)))
    assert odd.grade is Grade.IMPOSSIBLE


# -- irregularities -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["irregular", "failed-throw", "redeals", "early-ends", "levels"])
def test_every_irregularity_of_the_samples_is_entered_without_force(name: str) -> None:
    text = canonical_records((SAMPLES / "teaching" / f"{name}.sjn").read_bytes())[0]
    drafts = entered(text)
    before = next(drafts)
    for draft in drafts:
        verdict = propose(before, draft.log[-1])
        assert verdict.grade < Grade.UNREADABLE, (draft.lines[-1], codes(verdict))
        before = draft
    assert finish(before).text == text


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", wording.LANGUAGES)
def test_everything_that_is_told_has_its_words(language: str) -> None:
    for trouble in Trouble:
        assert recording.say_trouble(DraftError(trouble, "3"), language)
    for grade in Grade:
        assert recording.say_grade(grade, language)
    kinds = {key.partition(".")[2] for key in wording.words(language) if key.startswith("next.")}
    for kind in kinds:
        offer = recording.Expected(kind, seats=(1,), size=2)
        assert "{" not in recording.say_expected(offer, language)


def test_what_is_expected_is_told() -> None:
    draft = at_table("SKK")
    assert recording.say_expected(expected(draft)[0]) == "b plays 2 cards"
    assert recording.say_expected(expected(draft)[0], "zh-Hans") == "b 出 2 张"
