"""What the recorder's page asks, in words: one question, and what else may be said."""

from shengji.replay.recording import Draft, Enter, Mode, judge, opening, palette, take
from shengji.replay.wording import Language
from shengji.web.recorder.choices import Choice, choices
from shengji.web.recorder.keys import key_rows

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


def test_the_led_suit_comes_first() -> None:
    draft = begun(Mode.PLAYS, "trump h b", "sk")
    rows = key_rows(judge(draft.text), palette(draft))
    assert [row.row for row in rows] == ["S", "T", "D", "C"]
    assert [key.name for key in rows[0].keys][:3] == ["SA", "SK", "SQ"]
    trumps = [key.name for key in rows[1].keys]
    assert trumps[:3] == ["B", "L", "H5"], "5 is the level"
