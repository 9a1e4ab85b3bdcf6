"""A variation that is being recorded (SPEC 4.9): judged before it ends, nothing wrong offered."""

import pytest

from shengji.notation import record as rec
from shengji.replay.recording import (
    Draft,
    Enter,
    Grade,
    expected,
    finish,
    palette,
    propose,
    resumed,
    take,
)

# To a pair of spades b owes its pair of sevens (000:131-133).
PLAYED = """\
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
23 a SKK S77 S9T SJD6 =a+30
24 a SA S8 D3 D7 =a+0
"""
WHOLE = f"{PLAYED}25 a H2 D5 D4 HA =a+5\nresult 0 up=ac+3 next=c\nend\n"


def typed(draft: Draft, *texts: str, anyway: bool = False) -> Draft:
    taken = take(draft, [{"do": "type", "text": text, "anyway": anyway} for text in texts])
    assert taken.entries == len(texts), (texts[taken.entries], taken.refused, taken.trouble)
    return taken.draft


def kinds(draft: Draft) -> list[str]:
    return [each.kind for each in expected(draft)]


def test_what_is_the_same_writes_itself_and_the_rest_is_played() -> None:
    draft = typed(resumed(WHOLE), "var 1.23.2")
    assert draft.lines[-1] == "23 a SKK S77"
    assert kinds(draft) == ["play", "endvar"]
    shown = palette(draft)
    assert shown is not None and shown.seat == 2 and shown.legal == ((7, 8),)
    draft = typed(draft, "s9t sjd7", "=a+30")
    assert draft.lines[-1] == "23 a SKK S77 S9T SJD7 =a+30"
    assert kinds(draft) == ["lead", "claim", "concede", "endvar"]
    draft = typed(draft, "h2 d5 d3 ha", "endvar")
    assert draft.lines[-2:] == ("24 a H2 D5 D3 HA =a+5", "endvar")
    finished = finish(draft)
    assert finished.errors == ()
    assert finished.record is not None
    line = finished.record.hands[0].appendix[0]
    assert isinstance(line, rec.Variation) and len(line.events) == 2


@pytest.mark.parametrize("text", [PLAYED, WHOLE])
def test_a_rule_is_held_against_a_play_before_the_variation_ends(text: str) -> None:
    draft = typed(resumed(text), "var 1.23.1")
    held = take(draft, [{"do": "type", "text": "s78"}])
    assert held.refused is not None
    assert (held.refused.grade, held.refused.found[0].code.id) == (Grade.BREAKS, "follow-shape")
    assert held.refused.found[0].arguments["owed"] == "S77"


def test_what_was_said_once_is_not_said_again_at_its_end() -> None:
    draft = typed(resumed(WHOLE), "var 1.23.1", "s78", anyway=True)
    assert take(draft, [{"do": "type", "text": "endvar"}]).entries == 1


def test_a_variation_that_does_not_depart_is_told_at_its_end() -> None:
    draft = typed(resumed(WHOLE), "var 1.23.1")
    held = take(draft, [{"do": "type", "text": "endvar"}])
    assert held.refused is not None
    assert held.refused.found[0].code.id == "wrong-variation"


def test_a_variation_from_a_whole_trick_begins_with_the_next_one() -> None:
    draft = typed(resumed(WHOLE), "var 1.23")
    assert draft.lines[-1] == "var 1.23"
    offers = expected(draft)
    assert (offers[0].kind, offers[0].text, offers[-1].kind) == ("lead", "24 a ", "endvar")


def test_the_next_hand_waits_for_the_end_of_the_variation() -> None:
    """It would leave the variation open, and out of the record."""
    draft = typed(resumed(WHOLE), "var 1.23.1", "s77 s9t sjd7", anyway=True)
    held = take(draft, [{"do": "type", "text": "hand 2 ac=5 bd=2 dealer=c"}])
    assert held.refused is not None and held.refused.grade is Grade.UNREADABLE
    assert held.refused.found[0].code.id == "unclosed-variation"
    assert finish(draft).record is None


def test_a_hand_without_its_end_is_told_when_the_next_one_begins() -> None:
    verdict = propose(resumed(PLAYED), Enter(("hand 2 fresh ac=2 bd=2 dealer=a",)))
    assert verdict.grade is Grade.ODD
    assert [each.code.id for each in verdict.found] == ["unfinished-hand"]
    assert propose(resumed(PLAYED), Enter(("25 a H2",))).found == ()


def test_the_hand_goes_on_behind_a_variation_in_the_middle_of_a_trick() -> None:
    led = PLAYED.replace("24 a SA S8 D3 D7 =a+0\n", "24 a SA S8\n")
    draft = typed(resumed(led), "var 1.24.1", "d5", "endvar", anyway=True)
    assert draft.lines[-3:] == ("var 1.24.1", "24 a SA D5", "endvar")
    draft = typed(draft, "d3 d7")
    assert draft.lines[-4:] == ("24 a SA S8 D3 D7 =a+0", "var 1.24.1", "24 a SA D5", "endvar")
    assert kinds(draft)[0] == "lead"


def test_what_is_said_of_a_play_stands_in_the_variation() -> None:
    draft = typed(resumed(WHOLE), "var 1.23.1", "s77 !", "{so}")
    assert draft.lines[-1] == "23 a SKK S77 ! {so}"
    told = {"address": "1.v1.23.2", "sign": "?"}
    taken = take(draft, [{"do": "aside", "kind": "sign", "fields": told}])
    assert taken.draft.lines[-1] == "23 a SKK S77 ! {so} $2"
    assert WHOLE.splitlines()[10] in taken.draft.lines


def test_of_a_variation_that_cannot_be_read_only_the_end_is_offered() -> None:
    assert kinds(resumed(f"{WHOLE}var 1.end\n23 a SKK\n")) == ["endvar"]
    assert kinds(resumed(f"{WHOLE}var 1.7\n")) == ["endvar"]
    assert kinds(resumed(f"{WHOLE}var 1.23\nclaim a rest\n")) == ["endvar"]
