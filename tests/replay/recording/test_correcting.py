"""A correction of an earlier line: what followed from it follows anew, in one action.

The levels of the score sheets are those of the table t40 (`tests/engine/test_scoring.py`): below 40
points the declarer's side goes up by two, below 80 by one, with none by three; from 120 points on
the attackers go up by one, from 160 on by two.
"""

from pathlib import Path

import pytest

from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.replay.recording import (
    Draft,
    DraftError,
    Grade,
    Mode,
    Splice,
    Taken,
    Undo,
    finish,
    first_hand,
    judge,
    opening,
    resumed,
    take,
)
from shengji.replay.recording.correcting import play_words

from .test_intake import blank, entered, typed_lines
from .test_intake import first_hand as log_hand

TRICKS = 25
"""Of each sample, so that this takes no longer than it has to."""
SAMPLES = Path(__file__).parents[3] / "samples"


def sample(name: str) -> Draft:
    return resumed((SAMPLES / name).read_text(encoding="utf-8"))


def line_of(draft: Draft, start: str) -> int:
    return next(n for n, line in enumerate(draft.lines, 1) if line.startswith(start))


def tried(draft: Draft, at: int, text: str) -> Taken:
    return take(draft, [{"do": "correct", "at": at, "text": text}])


def corrected(draft: Draft, at: int, text: str) -> Draft:
    """With what then does not fit told, and done all the same."""
    taken = take(draft, [{"do": "correct", "at": at, "text": text, "anyway": True}])
    assert taken.entries == 1, (taken.refused, taken.trouble)
    return taken.draft


def without_comments(draft: Draft) -> list[str]:
    return [line for line in draft.lines if line and line[0] not in "#%["]


# -- score sheets ---------------------------------------------------------------------------------


def test_a_result_of_a_sheet_moves_all_hands_behind_it() -> None:
    draft = sample("teaching/sheet.sjn")
    taken = tried(draft, line_of(draft, "result 35"), "result 45 up=ac+2 next=c")
    assert taken.refused is None
    assert without_comments(taken.draft) == [
        "hand 1 ac=2 bd=2 dealer=a", "sheet", "result 45 up=ac+1 next=c", "end",
        "hand 2 ac=3 bd=2 dealer=c", "sheet", "result 120 up=bd+1 next=d", "end",
        "hand 3 ac=3 bd=3 dealer=d", "sheet", "result 0 up=bd+3 next=b", "end",
        "hand 4 ac=3 bd=6 dealer=b", "sheet", "result 165 kitty=10x4 up=ac+2 next=c", "end",
        "match - time",
    ]  # fmt: skip


def test_another_winner_moves_the_deal() -> None:
    draft = sample("teaching/sheet.sjn")
    after = corrected(draft, line_of(draft, "result 35"), "result 100")
    assert without_comments(after)[2:7] == [
        "result 100 up=0 next=b", "end", "hand 2 ac=2 bd=2 dealer=b", "sheet",
        "result 120 up=ac+1 next=c",
    ]  # fmt: skip
    assert finish(after).errors == ()


def test_what_is_put_right_again_is_the_text_that_was() -> None:
    draft = sample("teaching/sheet.sjn")
    at = line_of(draft, "result 35")
    there = corrected(draft, at, "result 100")
    assert corrected(there, at, draft.lines[at - 1]).text == draft.text


def test_one_undo_takes_a_correction_back_and_one_redo_brings_it_again() -> None:
    draft = sample("teaching/sheet.sjn")
    after = corrected(draft, line_of(draft, "result 35"), "result 45")
    assert len(after.log) == len(draft.log) + 1
    back = take(after, [{"do": "back"}]).draft
    assert back.text == draft.text
    assert take(back, [{"do": "again"}]).draft.text == after.text


def test_what_somebody_stated_otherwise_stays_and_is_told() -> None:
    """Hand 2 is written with a level that the table does not give: it was played at that."""
    draft = sample("teaching/sheet.sjn")
    odd = corrected(draft, line_of(draft, "hand 3"), "hand 3 ac=5 bd=3 dealer=d")
    taken = tried(odd, line_of(odd, "result 120"), "result 120 up=bd+1 next=b")
    assert taken.refused is not None
    after = corrected(odd, line_of(odd, "result 35"), "result 45")
    assert after.lines[line_of(after, "hand 3") - 1] == "hand 3 ac=5 bd=3 dealer=d"
    assert after.lines[line_of(after, "hand 4") - 1] == "hand 4 ac=5 bd=6 dealer=b"


def test_a_match_that_is_not_won_any_more_has_no_end() -> None:
    draft = opening("standard@1 start_level=A", Mode.RESULT)
    draft = draft.do(first_hand("standard@1 start_level=A", {}, "a"))
    draft = entered(draft, "35", "match ac")
    after = corrected(draft, line_of(draft, "result"), "result 100")
    assert without_comments(after)[-2:] == ["result 100 up=0 next=b", "end"]
    again = corrected(after, line_of(after, "result"), "result 35")
    assert again.text == draft.text


# -- plays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "games/godot-standard-log.sjn",
        "teaching/friend-by-card.sjn",
        "teaching/failed-throw.sjn",
        "teaching/fry.sjn",
        "teaching/notes.sjn",
    ],
)
def test_each_trick_made_another_one_and_put_right_again(name: str) -> None:
    draft, tricks = sample(name), 0
    for at, line in enumerate(draft.lines, 1):
        if tricks < TRICKS and len(plays := play_words(line)) > 1:
            entry = {"do": "correct", "at": at, "play": 1, "cards": plays[1], "anyway": True}
            other = take(draft, [entry]).draft
            assert corrected(other, at, line).text == draft.text, line
            tricks += 1
    assert tricks


def plays_of_log() -> tuple[Draft, list[str]]:
    """The first hand of the log without its deal, typed; and what was typed."""
    kept = ("trump", "hand")
    lines = [
        line
        for line in typed_lines(log_hand())
        if line.startswith(kept) or not line.startswith(
            ("deal", "a ", "b ", "c ", "d ", "kitty", "pass", "declare", "bury")
        )
    ]  # fmt: skip
    return played(lines), lines


def played(lines: list[str]) -> Draft:
    draft = opening("godot@1", Mode.PLAYS)
    return entered(draft, *lines, anyway=True)


def test_a_card_of_an_early_trick_moves_who_leads_behind_it() -> None:
    """As it would have been written, had the right card been typed at once."""
    draft, lines = plays_of_log()
    trick = line_of(draft, "2 a SA S5 S9 S4 =a+5")
    place = lines.index("sa")
    taken = take(draft, [{"do": "correct", "at": trick, "play": 1, "cards": "s3", "anyway": True}])
    anew = played([*lines[:place], "s3", *lines[place + 1 :]])
    assert taken.draft.lines[trick - 1] == "2 a S3 S5 S9 S4 =c+5"
    assert taken.draft.lines[trick].startswith("3 c S77 ")
    assert taken.draft.lines == anew.lines


def test_another_trump_has_other_winners() -> None:
    draft, lines = plays_of_log()
    at = line_of(draft, "trump C 2 b")
    anew = played([line.replace("trump C 2 b", "trump D 2 b") for line in lines])
    assert anew.text != draft.text.replace("trump C 2 b", "trump D 2 b")
    assert corrected(draft, at, "trump D 2 b").lines == anew.lines


def test_another_dealer_takes_the_kitty_and_leads() -> None:
    draft, lines = plays_of_log()
    anew = played([line.replace("trump C 2 b", "trump C 2 d") for line in lines])
    after = corrected(draft, line_of(draft, "trump C 2 b"), "trump C 2 d")
    assert after.lines == anew.lines
    assert {"take d", "bury d .8"} <= set(after.lines)


def test_where_hands_are_told_the_seats_of_the_plays_stay() -> None:
    """The cards that were played say who played them; who led is told as a contradiction."""
    draft = entered(blank(), *typed_lines(log_hand()))
    at = line_of(draft, "2 a SA")
    taken = take(draft, [{"do": "correct", "at": at, "play": 1, "cards": "S3"}])
    assert taken.refused is not None
    assert taken.refused.grade >= Grade.BREAKS
    assert taken.draft.text == draft.text
    assert [line[:4] for line in taken.refused.after.lines[at : at + 2]] == ["3 a ", "4 a "]


def test_a_winner_stated_otherwise_stays() -> None:
    draft, _ = plays_of_log()
    at = line_of(draft, "2 a SA")
    odd = corrected(draft, at, draft.lines[at - 1].replace("=a+5", "=b+5"))
    before = line_of(odd, "1 ")
    words = odd.lines[before - 1].split()
    after = corrected(odd, before, " ".join([*words[:2], *reversed(words[2:6])]))
    assert after.lines[at - 1].endswith("=b+5")


def test_a_play_keeps_its_mark_and_what_was_said_of_it() -> None:
    draft, _ = plays_of_log()
    at = line_of(draft, "2 a SA")
    said = corrected(draft, at, "2 a SA ! ~3 S5^revoke {so} S9 S4 =a+5")
    after = take(said, [{"do": "correct", "at": at, "play": 2, "cards": "s6", "anyway": True}])
    assert after.draft.lines[at - 1] == "2 a SA $1 ~3 S6^revoke {so} S9 S4 =a+0"


def test_what_a_failed_throw_cost_goes_with_it() -> None:
    draft = sample("teaching/whole-hand.sjn")
    at = line_of(draft, "5 c SKA/SK<d")
    taken = take(draft, [{"do": "correct", "at": at, "play": 1, "cards": "SK", "anyway": True}])
    after = taken.draft.lines
    assert after[at - 1] == "5 c SK SA ST S5 =d+25"
    assert "penalty ac 10 throw" not in after
    penalised = corrected(taken.draft, at, draft.lines[at - 1]).lines
    assert penalised[at - 1 : at + 1] == (draft.lines[at - 1], "penalty ac 10 throw")


def test_the_cards_of_a_hand_are_put_in_the_place_of_those_that_stood() -> None:
    draft = sample("teaching/position.sjn")
    at = line_of(draft, "a ")
    cards = draft.lines[at - 1].split(" ", 1)[1]
    taken = take(draft, [{"do": "correct", "at": at, "cards": cards.lower(), "anyway": True}])
    assert taken.actions == ()
    fewer = take(draft, [{"do": "correct", "at": at, "cards": "sak", "anyway": True}])
    assert fewer.draft.lines[at - 1] == "a SAK"


def test_a_variation_repeats_the_corrected_trick() -> None:
    draft = sample("games/godot-standard-log.sjn")
    hand = judge(draft.text).record
    assert hand is not None
    varied = take(resumed(dumps(rec.Record(hand.tags, hand.hands[:1]))), [
        {"do": "type", "text": "var 1.2.2"}, {"do": "type", "text": "sj s4"},
        {"do": "type", "text": "endvar"},
    ]).draft  # fmt: skip
    inside = varied.lines[line_of(varied, "var ")]
    assert inside.startswith("2 a SA S5 SJ S4 =a+5")
    after = take(varied, [{
        "do": "correct", "at": line_of(varied, "2 a SA"), "play": 1, "cards": "ST",
        "anyway": True,
    }]).draft  # fmt: skip
    assert after.lines[line_of(after, "var ")].startswith("2 a ST S5 SJ S4 =c+15")


# -- what cannot be done --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "trouble"),
    [
        ({"at": 900, "text": "x"}, "no-line"),
        ({"at": 0, "text": "x"}, "no-line"),
        ({"at": 900, "play": 1, "cards": "S3"}, "no-line"),
        ({"at": 1, "play": 1, "cards": "S3"}, "no-line"),
        ({"at": 1, "text": "a\nb"}, "line-break"),
    ],
)
def test_what_cannot_be_corrected(entry: dict[str, object], trouble: str) -> None:
    taken = take(sample("teaching/sheet.sjn"), [{"do": "correct", **entry}])
    assert taken.trouble is not None
    assert taken.trouble.trouble.value == trouble


@pytest.mark.parametrize("entry", [{}, {"at": "1"}, {"at": 1}, {"at": 1, "cards": 2}])
def test_what_is_no_correction(entry: dict[str, object]) -> None:
    with pytest.raises(DraftError, match="form"):
        take(sample("teaching/sheet.sjn"), [{"do": "correct", **entry}])


def test_a_line_that_cannot_be_read_is_refused_whatever_followed() -> None:
    draft = sample("teaching/sheet.sjn")
    taken = tried(draft, line_of(draft, "result 35"), "resalt 35")
    assert taken.refused is not None
    assert taken.refused.grade is Grade.UNREADABLE


def test_the_raw_splice_renews_nothing() -> None:
    draft = sample("teaching/sheet.sjn")
    at = line_of(draft, "result 35")
    after = draft.do(Splice(at, 1, ("result 45 up=ac+1 next=c",)))
    assert "hand 2 ac=4 bd=2 dealer=c" in after.lines
    assert after.do(Undo()).text == draft.text
