"""Wrong lines, each with the diagnostic it gets and the part of the line that it points at."""

import pytest

from shengji.notation import loads
from shengji.notation.diagnosis import diagnose
from shengji.notation.diagnostics import CODES

LINES = [
    # cards
    ("1 a SA S11", "unknown-card", "S11"),
    ("1 a SX", "unknown-card", "SX"),
    ("1 a 5S", "unknown-card", "5S"),
    ("1 a SA-S5", "unknown-card", "SA-S5"),
    ("kitty S5 H0", "unknown-card", "H0"),
    ("friend S?", "unknown-card", "S?"),
    ("1 a AS", "unknown-card", "AS"),
    ("1 a A♠.1", "unknown-card", "A♠.1"),
    ("1 a XY", "unknown-card", "XY"),
    ("1 a no", "unexpected", "no"),
    ("5", "line-ends", ""),
    ("ac=2", "unknown-statement", "ac=2"),
    ("S9", "line-continued", "S9"),
    ("1 a BJ", "ambiguous-joker", "BJ"),
    ("1 a S5LJ", "ambiguous-joker", "LJ"),
    ("1 a 王", "ambiguous-joker", "王"),
    ("1 a 🃏", "ambiguous-joker", "🃏"),
    ("1 a S5 5 6", "rank-without-suit", "5"),
    ("1 a s5", "lower-case-card", "s5"),
    ("1 a 红桃1", "unknown-card", "红桃1"),
    ("1 a ♥X", "unknown-card", "♥X"),
    ("1 a SA^cheat", "unexpected", "cheat"),
    ("1 a HQQK/HK<z", "unexpected", "z"),
    ("1 a HQQK/", "unexpected", ""),
    # annotations
    ("1 a SA! S5", "touching-annotation", "SA!"),
    ("1 a SA S5{good} S6", "touching-annotation", "S5{good}"),
    ("1 a SA~3", "touching-annotation", "SA~3"),
    ("1 a {first} SA", "early-annotation", "{first}"),
    ("1 a $1 SA", "early-annotation", "$1"),
    ("1 a SA =a+5 {late}", "unexpected", "{late}"),
    ("1 a SA $0", "unexpected", "$0"),
    ("1 a SA ~1.", "unexpected", "~1."),
    ("1 a SA {open", "unclosed-text", "{open"),
    ("1 a SA {a\\b}", "bad-escape", "\\b"),
    ("note 3 \"x\\ny\\n\u0303\"", "combining-mark", "\u0303"),
    ("1 a S5 {\\n\u0301 \\x}", "bad-escape", "\\x"),
    ("1 a S5 {a}{b}", "touching-annotation", "{a}{b}"),
    ("1 a S5 $1!", "touching-annotation", "$1!"),
    ("1 a S5 !!!", "unexpected", "!!!"),
    ("1 a A♠!", "touching-annotation", "A♠!"),
    ("1 a A♠?", "touching-annotation", "A♠?"),
    ("pass b {no}", "unexpected", "{no}"),
    # seats, levels, numbers
    ("declare 23 z H2", "unknown-seat", "z"),
    ("take B", "unknown-seat", "B"),
    ("m SA S5", "unknown-seat", "m"),
    ("take", "line-ends", ""),
    ("HAND 1 ac=2 bd=2 dealer=a", "unknown-statement", "HAND"),
    ("Start 24 a", "unknown-statement", "Start"),
    ("concede db", "seat-order", "db"),
    ("concede bb", "seat-order", "bb"),
    ("hand 1 ca=2 bd=2 dealer=a", "seat-order", "ca=2"),
    ("result 5 up=ca+1", "seat-order", "up=ca+1"),
    ("hand 1 ac=1 dealer=a", "unexpected", "ac=1"),
    ("trump S 11 a", "unexpected", "11"),
    ("trump X 2 a", "unexpected", "X"),
    ("declare 99999 a S2", "number-size", "99999"),
    ("1000 a S2", "number-size", "1000"),
    ("result 123456", "number-size", "123456"),
    ("result 08", "number-size", "08"),
    # fields and words
    ("hand 1 ac=2 deler=a", "unexpected", "deler=a"),
    ("hand 1", "line-ends", ""),
    ("hand 1 ac=2 deale?=b", "unexpected", "deale?=b"),
    ("result 5 next=无主", "unexpected", "next=无主"),
    ("1 a ?♠", "unknown-card", "?♠"),
    ("result 85 kitty=20", "unexpected", "kitty=20"),
    ("result 85 85", "unexpected", "85"),
    ("claim a all", "unexpected", "all"),
    ("redeal", "line-ends", ""),
    ("forfeit b Cheating", "unexpected", "Cheating"),
    ("ruling 3 revoke b gain=b", "unexpected", "gain=b"),
    ("var 3.x", "unexpected", "3.x"),
    ("note 3.08 \"x\"", "unexpected", "3.08"),
    ("note 3.8 x", "unexpected", "x"),
    ("note 3.8 \"x", "unclosed-quote", "\"x"),
    ("end 3", "unexpected", "3"),
    ("deal z", "unknown-seat", "z"),
    # statements
    ("decalre 23 b H2", "unknown-statement", "decalre"),
    ("Hand 1 ac=2 dealer=a", "unknown-statement", "Hand"),
    ("洗牌", "unknown-statement", "洗牌"),
    ("% exported by x", "percent-line", "%"),
    ("  % exported by x", "percent-line", "%"),
    ("S5 S6", "line-continued", "S5"),
    ("=d+15", "line-continued", "=d+15"),
    ("{a comment}", "line-continued", "{a comment}"),
    ("%sjn 1", "unexpected", "%sjn"),
    ("%SJN one", "unexpected", "one"),
    ("x-z# a", "unexpected", "x-z#"),
    ("x-", "unexpected", "x-"),
    ("x-Club a", "unexpected", "x-Club"),
    ("ｘ-club a", "unknown-statement", "ｘ-club"),
    # tags
    ("[♠Site \"x\"]", "tag-form", "[♠Site \"x\"]"),
    ("[Boar红桃d \"x\"]", "tag-form", "[Boar红桃d \"x\"]"),
    ("[Event \"x\" 5", "tag-form", "5"),
    ("[Event]", "tag-form", "[Event]"),
    ("[Event \"x]", "unclosed-quote", "\"x]"),
    ("[Event \"A\"B\"]", "tag-form", "B\"]"),
    ("[Event \"C:\\dir\"]", "bad-escape", "\\d"),
    ("[Event “x”]", "full-width", "“"),
    ("【Event \"x\"】", "full-width", "【"),
    # full width outside of text
    ("1 a S5，S6", "full-width", "，"),
    ("1 a S5 ｛x｝", "full-width", "｛"),
    ("亮 23 b 红桃2！", "full-width", "！"),
    ("庄＝a", "full-width", "＝"),
    ("1 a S5；", "full-width", "；"),
    # what is no text
    ("1 a S5\x00", "bad-character", "\x00"),
    ("[Event \"a\x07b\"]", "bad-character", "\x07"),
    ("# \ud800", "bad-character", "\ud800"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "part"), LINES)
def test_wrong_line(line: str, code: str, part: str) -> None:
    parsed = loads("%SJN 1\n" + line)
    if code != "combining-mark":
        first = diagnose(line)[0]
        found = line[first.column - 1 : first.column - 1 + first.length]
        assert (first.code.id, found) == (code, part)
        assert set(first.arguments) == set(first.code.arguments)
    assert code in {each.code.id for each in parsed.diagnostics}


def test_every_code_about_one_line_has_an_example() -> None:
    about_lines = {code.id for code in CODES.values() if code.rests_on.startswith(LINE_SECTIONS)}
    assert about_lines - {code for _, code, _ in LINES} == ELSEWHERE


LINE_SECTIONS = ("SPEC 3", "SPEC 6")
ELSEWHERE = {"jack-or-joker"}


def test_every_wrong_card_of_a_line_is_told() -> None:
    assert [(each.code.id, each.column) for each in diagnose("a S5 SX H6 BJ SJ 7")] == [
        ("unknown-card", 6),
        ("ambiguous-joker", 12),
        ("rank-without-suit", 18),
        ("jack-or-joker", 15),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("friend H?", ["unknown-card"]),
        ("friend B3", ["unknown-card"]),
        ("friend 5 H?", ["rank-without-suit", "unexpected"]),
        ("bury a S5 {a}{b} SX", ["touching-annotation"]),
        ("1 a SX S5! SY", ["unknown-card", "touching-annotation"]),
        ("1 a no SX", ["unexpected"]),
        ("1 a " + "SX " * 9, ["unknown-card"] * 8),
        ("1 a " + "S5 " * 700 + "SX SX", ["unknown-card"]),
    ],
)
def test_what_is_judged_behind_a_bad_word(line: str, expected: list[str]) -> None:
    assert [each.code.id for each in diagnose(line)] == expected


def test_both_readings_of_a_joker_are_listed() -> None:
    assert diagnose("1 a BJ")[0].arguments == {"found": "BJ", "readings": ("B", "L")}


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("declre 1 b H2", "declare"),
        ("concede db", "bd"),
        ("1 a SA! S5", "SA !"),
        ("1 a 10♥?!", "10♥ ?!"),
        ("1 a S5{a b}$2", "S5 {a b} $2"),
        ("1 a sa", "SA"),
        ("1 a S5；", ";"),
    ],
)
def test_suggestions(line: str, suggestion: str) -> None:
    assert diagnose(line)[0].arguments["suggestion"] == suggestion


def test_what_was_expected_is_named() -> None:
    assert diagnose("declare 23 b")[0].arguments == {"expected": ("cards",)}
    assert diagnose("pass b b")[0].arguments == {"expected": ("end-of-line",), "found": "b"}
    assert diagnose("match ac 5")[0].arguments["expected"] == ("reason",)


def test_places_count_the_characters_that_were_written() -> None:
    finding = diagnose("３ ａ 红桃５ 黑桃1 梅花7")[0]
    assert (finding.column, finding.length, finding.arguments["found"]) == (9, 3, "黑桃1")


@pytest.mark.parametrize(
    ("line", "code", "part", "column"),
    [
        ("hand 1 ac=2 bcd=3 dealer=a", "repeated-seat", "bcd=3", 13),
        ("hand 1 ac=2 dealer=a dealer=a", "repeated-field", "dealer=a", 22),
        ("hand 1 ac=2 bd=2 # dealer=a", "missing-field", "hand", 1),
        ("结果 5 升=ac+1,ab+2", "repeated-seat", "升=ac+1,ab+2", 6),
        ("结果 5 下局庄=c 下局=c", "repeated-field", "下局=c", 12),
        ('note 1 "a\\n\u0303b"', "combining-mark", "\u0303", 12),
        ("埋 a .9 红桃5 .991", "number-size", ".991", 12),
        ("start 3 a points=a5,b0,a10", "repeated-seat", "points=a5,b0,a10", 11),
    ],
)
def test_what_the_grammar_takes_and_is_refused(
    line: str, code: str, part: str, column: int
) -> None:
    (found,) = (each for each in loads(f"{HEAD}{line}\n").diagnostics if each.code.id == code)
    assert found.span is not None
    assert (found.span.column, found.span.length) == (column, len(part))


HEAD = '%SJN 1\n[Rules "standard@1"]\n'


@pytest.mark.parametrize(
    ("line", "plain"),
    [("1 a S5，S6", " "), ("bury a S5、S6", " "), ("ruling 1.1 revoke a points=bd-10，ac+5", ",")],
)
def test_a_chinese_comma_is_a_blank_among_cards(line: str, plain: str) -> None:
    found = loads(f'%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=a\n{line}\n').diagnostics
    (wide,) = [each for each in found if each.code.id == "full-width"]
    assert wide.arguments["suggestion"] == plain
