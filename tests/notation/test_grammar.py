"""sjn.lark: its halves define the same lines, and sound.py is its BLOCK."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from shengji.notation import dumps, grammar
from shengji.notation.diagnosis import diagnose
from shengji.notation.parser import runs
from shengji.notation.sound import BLOCK

from .strategies import records
from .test_roundtrip import unhurried

VOCABULARY = (
    "hand deal hands start kitty declare overturn pass flip trump take bury friend join claim"
    " concede abandon forfeit redeal penalty ruling retract result sheet end note var endvar match"
    " %SJN rest fresh dealer=a ac=2 bd=A:2 ca=2 points=35 points=a20,c15 points=bd-10 level=bd-1"
    " lost=bd kitty=20x2 up=0 up=ac+1,bd-9 next=- next=? 1 12 999 1000 0 -5 1.2 a b ac ca l m ? -"
    " S5 SAKK S10T S?? .25 .0 LB BJ S5B.2 S34+S6/H2<a^revoke S5^turn S5/ S5<a SA! ! ?? $1 $0 $1000"
    ' ~12.3 ~1. {text} {a\\}b} {a\\x} "note" "a\\nb" =d+15 =b+? =d 3 3.8 3.8.2 3.v1.8.2 3.d23'
    " 3.end 3.0 3.x0 undeclared time S 2 N 10 A:1 C -"
)
WORDS = VOCABULARY.split()

lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)


def test_sound_is_the_grammar_s_block() -> None:
    assert BLOCK.pattern == grammar.text_parser().get_terminal("BLOCK").pattern.to_regexp()


def is_sound(line: str) -> bool:
    return BLOCK.fullmatch(line + "\n") is not None


def fits_its_rule(line: str) -> bool:
    """Whether the rules that read single words take the line."""
    word, _, rest = line.partition(" ")
    rule, text = word, f" {rest}" if rest else ""
    if re.fullmatch("[0-9]+", word):
        rule, text = "trick", line
    elif re.fullmatch("[a-l]", word):
        rule, text = "seat_line", line
    elif word == "%SJN":
        rule = "magic"
    elif word.startswith("["):
        rule, text = "tag", line
    if rule not in grammar.LINE_RULES:
        return False
    try:
        grammar.line_parser().parse(text, start=rule)
    except UnexpectedInput:
        return False
    return True


@settings(max_examples=1000, deadline=None)
@given(lines)
def test_both_halves_define_the_same_lines(line: str) -> None:
    assert is_sound(line) == fits_its_rule(line)


@unhurried
@given(records(), st.data())
def test_both_halves_agree_on_mutated_lines(record: object, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(dumps(record).splitlines()))  # type: ignore[arg-type]
    if not line or line.startswith(("x-", "#")) or " #" in line:
        return
    at = data.draw(st.integers(0, len(line)))
    for changed in (line, line[:at] + line[at + 1 :], line[:at] + "5" + line[at:]):
        if changed.strip(" ") == changed and "#" not in changed and changed[:1] not in ("", "x"):
            assert is_sound(changed) == fits_its_rule(changed), changed


@settings(max_examples=300, deadline=None)
@given(st.lists(lines | st.just("") | st.just("S5 ?"), max_size=8))
def test_text_is_cut_as_lark_cuts_it(many: list[str]) -> None:
    text = "".join(f"{line}\n" for line in many)
    tokens = grammar.text_parser().parse(text).children
    assert list(runs(text)) == [
        (token.type == "BLOCK", token.end_line - token.line)
        for token in tokens  # type: ignore[union-attr]
    ]


@settings(max_examples=500, deadline=None)
@given(lines.filter(lambda line: not is_sound(line)))
def test_what_is_not_sound_is_diagnosed_at_a_place_in_the_line(line: str) -> None:
    for finding in diagnose(line):
        assert 1 <= finding.column <= len(line) + 1
        assert 0 <= finding.length <= len(line) - finding.column + 1
        assert set(finding.arguments) == set(finding.code.arguments)


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    text = Path(grammar.__file__).with_name("sjn.lark").read_text(encoding="utf-8")
    with caplog.at_level("DEBUG", logger="lark"):
        Lark(text, parser="lalr", start=list(grammar.LINE_RULES), debug=True)
    assert not [each for each in caplog.messages if "conflict" in each.lower()]


def test_line_rules_are_the_rules_of_the_grammar() -> None:
    rules = {str(rule.origin.name) for rule in grammar.line_parser().rules}
    assert set(grammar.LINE_RULES) <= rules


@pytest.mark.parametrize("text", ["", "\n", "# x\n", " \t\n", "x-a\n", "%SJN 1\n"])
def test_sound_texts(text: str) -> None:
    assert all(sound for sound, _ in runs(text))


def test_a_parser_is_stored_and_a_damaged_store_is_passed_over(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Path(str(tmp_path))
    definition = Path(grammar.__file__).with_name("sjn.lark").read_bytes()
    (here / "sjn.lark").write_bytes(definition)
    monkeypatch.setattr(grammar, "_HERE", here)
    for damage in (None, b"", b"x" * 100):
        if damage is not None:
            next((here / "__pycache__").iterdir()).write_bytes(damage)
        assert grammar._parser(("sheet",)).parse("").data == "sheet"
    assert len(list((here / "__pycache__").iterdir())) == 1
