"""What the recorder's page asks, in words: one question, and what else may be said."""

import json

from shengji.replay.recording import Draft, Enter, Mode, judge, opening, palette, take
from shengji.replay.wording import Language
from shengji.web.recorder.choices import Choice, choices
from shengji.web.recorder.keys import key_rows
from shengji.web.recorder.remarks import remark, remarks
from shengji.web.recorder.sitting import sitting

NAMES = ("陈伟", "李娜", "王强", "赵敏")


def begun(mode: Mode, *texts: str, hand: str = "hand 1 ac=2 bd=5 dealer=b") -> Draft:
    draft = opening("standard", mode, players=NAMES).do(Enter((hand,)))
    taken = take(draft, [{"do": "type", "text": text} for text in texts])
    assert taken.entries == len(texts)
    return taken.draft


def asked(draft: Draft, language: Language = "en") -> tuple[Choice, ...]:
    return choices(draft, palette(draft), language)


def test_hands_are_asked_for_by_name_behind_tabs() -> None:
    first, *_ = asked(begun(Mode.FULL))
    assert first.title == "Which cards does A 陈伟 have?"
    tabs = [(tab.words, tab.label, tab.size) for tab in first.tabs]
    assert tabs == [
        ("", "A 陈伟", 25), ("b", "B 李娜", 25), ("c", "C 王强", 25), ("d", "D 赵敏", 25),
        ("kitty", "kitty", 8),
    ]  # fmt: skip


def test_plays_alone_begin_with_trump() -> None:
    first, *others = asked(begun(Mode.PLAYS))
    assert (first.kind, first.fields) == ("trump", ("suit", "level"))
    assert first.seats == (("b", "B 李娜"),), "the dealer of a later hand is known"
    assert "declare" in [each.kind for each in others]
    fresh, *_ = asked(begun(Mode.PLAYS, hand="hand 1 ac=2 bd=2 dealer=?"))
    assert [letter for letter, _ in fresh.seats] == ["a", "b", "c", "d"]


def test_who_declared_is_told_in_the_button() -> None:
    draft = begun(Mode.PLAYS, "declare ? b H2", hand="hand 1 ac=2 bd=2 dealer=?")
    first, *others = asked(draft)
    assert first.answer == "No: hearts, level 2, dealer B 李娜"
    overturns = next(each for each in others if each.kind == "declare")
    assert {shower.name for shower in overturns.showers} == {"A 陈伟", "B 李娜", "C 王强", "D 赵敏"}


def test_the_next_hand_is_told_in_words() -> None:
    """35 points: the dealer's side goes up two, and the deal to the partner (000:251-262)."""
    draft = begun(Mode.RESULT, "35")
    first, *_ = asked(draft)
    assert first.answer == "Hand 2: AC 2 · BD 7 · dealer D 赵敏"
    chinese, *_ = asked(draft, "zh-Hans")
    assert chinese.answer == "第 2 局：AC 2 · BD 7 · 庄家 D 赵敏"


def test_the_palette_keeps_its_rows_and_marks_what_was_led() -> None:
    """Who taps ahead of the answer finds the card where it was."""
    draft = begun(Mode.PLAYS, "trump h b")
    before = key_rows(judge(draft.text), palette(draft))
    led = begun(Mode.PLAYS, "trump h b", "sk")
    after = key_rows(judge(led.text), palette(led))
    for rows in (before, after):
        assert [row.row for row in rows] == ["T", "S", "D", "C"]
    assert [row.row for row in after if row.led] == ["S"]
    assert not any(row.led for row in before)
    assert [key.name for key in after[0].keys][:3] == ["B", "L", "H5"], "5 is the level"


def test_where_one_is_asked_after_the_other_a_showing_writes_who_passed() -> None:
    """godot asks from a on; c may show once a and b have passed."""
    draft = opening("godot@1", Mode.PLAYS).do(Enter(("hand 3 ac=3 bd=2 dealer=a",)))
    declare = next(each for each in asked(draft) if each.kind == "declare")
    by_name = {shower.name: shower.picks for shower in declare.showers}
    assert set(by_name) == {"A", "B", "C", "D"}
    jokers = next(pick for pick in by_name["C"] if pick.names == ("B", "B"))
    taken = take(draft, [json.loads(jokers.entry)])
    assert taken.refused is None
    assert taken.draft.lines[-3:] == ("pass a", "pass b", "declare ? c BB")
    assert by_name["A"][0].entry == "", "nobody is asked before a"


def test_a_problem_position_asks_for_hands_beginning_and_trump() -> None:
    """Of a position the kitty is no part, and nobody takes it."""
    draft = begun(Mode.POSITION, hand="hand 1 ac=2 bd=2 dealer=a")
    assert remarks(draft, "en") == ()
    for cards, then in (("SAKK H2", "b"), ("S778 D5", "c"), ("S9T D34", "d"), ("SJ HA D67", "")):
        draft = take(draft, [{"do": "type", "text": cards}]).draft
        first = asked(draft)[0]
        assert remarks(draft, "en") == (), "how many cards are left is told below"
        assert first.kind == ("seat-line" if then else "start")
    draft = take(draft, [{"do": "type", "text": "start 23 a"}]).draft
    assert asked(draft)[0].kind == "trump"
    draft = take(draft, [{"do": "type", "text": "trump c a"}]).draft
    assert draft.lines[-1] == "trump C 2 a"
    assert asked(draft)[0].kind == "lead"


def test_seats_are_called_by_their_names() -> None:
    draft = begun(Mode.FULL)
    taken = take(draft, [{"do": "type", "text": "SAKQ"}])
    assert taken.refused is not None and taken.action is not None
    told = [remark(each, sitting(draft), "en").text for each in taken.refused.found]
    assert any("A 陈伟" in text for text in told)
