"""Faults that people reported on other programs' readers, as cases for this one.

The ids are those of tests/data/cases/reported-faults.json. Others of them are in test_files (P02,
P20), test_import (P07, P10, P22, P26), test_diagnosis (P16, P26) and the tests of the twin (P25).
"""

import pytest

from shengji.notation import Severity, dumps, loads, match_play_id, record_id
from shengji.notation.record import Text, Trick

HEAD = '%SJN 1\n[Rules "standard@1"]\n'
HAND = "\nhand 1 ac=2 bd=2 dealer=a\n"


def codes(text: str) -> list[str]:
    return [each.code.id for each in loads(text).diagnostics]


def test_p04_a_tag_does_not_change_how_other_tags_are_read() -> None:
    text = '%SJN 1\n[Event "周五"]\n[Rules "standard@1"]\n[X-club-charset "GB18030"]\n'
    assert loads(text.encode()).records[0].tag("Event") == "周五"


@pytest.mark.parametrize("end", ["", "result 85\n", "abandon\n"])
def test_p12_a_hand_without_a_result_is_read(end: str) -> None:
    assert codes(HEAD + HAND + "1 a S5 S6\n" + end + "end\n") == []


def test_p15_a_brace_is_a_brace_only_where_no_text_or_comment_is() -> None:
    text = HEAD + HAND + "1 a SA {甩牌; then # S5} S6 # not } closed {\nend\n"
    parsed = loads(text)
    trick = parsed.records[0].hands[0].events[0]
    assert parsed.diagnostics == () and isinstance(trick, Trick)
    assert trick.plays[0].annotations == (Text("甩牌; then # S5"),)
    assert trick.remarks is not None and trick.remarks.beside == "not } closed {"


@pytest.mark.parametrize("blank", ["  ", "\t", "\u3000", "\u00a0", " \u2003 "])
def test_p17_all_blanks_are_alike(blank: str) -> None:
    plain = HEAD + HAND + "1 a S5 {x} S6 =a+5\nend\n"
    changed = plain.replace("S5 {x} S6", f"S5{blank}{{x}}{blank}S6")
    assert loads(changed).records == loads(plain).records


def test_p17_a_trick_does_not_go_on_in_the_next_line() -> None:
    assert codes(HEAD + HAND + "1 a S5\nS6 S7\nend\n") == ["line-continued"]
    assert codes(HEAD + HAND + "1 a\nS5 S6\nend\n") == ["line-ends", "line-continued"]


def test_p24_a_question_mark_is_a_value() -> None:
    text = (
        '%SJN 1\n[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Rules "standard@1"]\n'
        '[PlayerA "?"]\n[PlayerB "?"]\n[PlayerC "?"]\n[PlayerD "?"]\n'
        "\nhand 1 ac=? bd=2 dealer=?\ndeclare ? a S?\ntrump ? ? ?\n1 a .1 S? =a+?\n"
        "result 85 next=?\nend\n"
    )
    assert codes(text) == [] and dumps(loads(text).records[0]) == text


def test_p28_a_remark_anywhere_moves_nothing() -> None:
    plain = loads(HEAD + HAND + "1 a S5 S6\n2 b S7 S8\nend\n").records[0]
    remarked = loads(
        "# left\n" + HEAD + "# back\n" + HAND + "# c is away\n1 a S5 S6 # x\n# now d\n"
        '2 b S7 {tired} S8\nnote 1.1.1 "late"\nend\n# gone\n'
    ).records[0]
    assert match_play_id(remarked) == match_play_id(plain)


def test_p29_a_record_that_stops_within_a_trick() -> None:
    text = HEAD + HAND + "6 a S5 S6 S7 S8\n7 b S9 ST"
    hand = loads(text).records[0].hands[0]
    assert codes(text) == [] and not hand.ended
    assert dumps(loads(text).records[0]).endswith("7 b S9 ST\n")


def test_p31_annotations_side_by_side_are_read_back() -> None:
    text = (
        "# before\n"
        + HEAD
        + "# above the hand\n"
        + HAND
        + "1 a S5 {one} {two} ~1 $3 S6 {three}\n# last\nend # beside\n# behind\n"
    )
    once = dumps(loads(text).records[0])
    assert "S5 $3 ~1 {one} {two} S6 {three}" in once
    assert dumps(loads(once).records[0]) == once
    for comment in ("before", "above the hand", "last", "beside", "behind"):
        assert f"# {comment}" in once


def test_a12_line_ends_and_marks_change_no_id() -> None:
    text = HEAD + HAND + "1 a S5 {one\\n\\ntwo} S6\nend\n"
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert record_id(loads(changed).records[0]) == record_id(loads(text).records[0])


def test_a13_a_record_of_nothing_but_tags_and_comments() -> None:
    text = "# one\n" + HEAD + '# two\n[Event "x"] # three\n\n# four\n'
    written = dumps(loads(text).records[0])
    assert [line for line in written.splitlines() if "#" in line] == [
        "# one",
        "# two",
        '[Event "x"] # three',
        "# four",
    ]


def test_a14_the_cards_of_a_hand_that_ended_early_are_kept() -> None:
    text = HEAD + HAND + "deal a\na S5 .24\nkitty .8\nabandon time\nend\n"
    assert [each for each in loads(text).diagnostics if each.severity is Severity.ERROR] == []
    assert "a S5 .24\nkitty .8\nabandon time" in dumps(loads(text).records[0])
