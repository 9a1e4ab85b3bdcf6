"""LaTeX source; that it is set is tried by `make latex`, which needs a TeX distribution."""

import re

import pytest

from shengji.replay.exports.latex import SUITS, escaped

from .extracts import made

SHORT = "teaching/short-match.sjn"


def source(name: str, part: str | None = None, **how: object) -> str:
    return made("tex", name, part, **how).decode()


def test_a_trick_is_a_row() -> None:
    """`1 b SAJJ S678 S25HT S346 =b+15` in the file."""
    row = (
        r"1 & \wins{\seat{b}\spades{A J J}} & \seat{c}\spades{8 7 6} & "
        r"\seat{d}\spades{5 2} \hearts{10} & \seat{a}\spades{6 4 3} & 15 & 0 \\"
    )
    assert row in source(SHORT, "1").splitlines()


def test_a_failed_throw() -> None:
    row = r"\seat{a}\failed{\spades{A K Q}}\spades{Q}"
    assert row in source("teaching/failed-throw.sjn", "1")


@pytest.mark.parametrize("name", [SHORT, "teaching/notes.sjn", "teaching/six-players.sjn"])
def test_groups_and_environments_are_closed(name: str) -> None:
    text = source(name)
    assert text.replace(r"\{", "").count("{") == text.replace(r"\}", "").count("}")
    begun = re.findall(r"\\begin\{(\w+)\}", text)
    assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+)\}", text))
    assert [name for name in SUITS.values() if rf"\newcommand{{\{name}}}" not in text] == []


def test_what_a_record_says_commands_nothing() -> None:
    """The ten characters that TeX treats in a way of their own (The TeXbook, chapter 7)."""
    assert escaped(r"\input{x} $a_1^2$ 100% #1 & ~") == (
        r"\textbackslash{}input\{x\} \$a\_1\textasciicircum{}2\$ 100\% \#1 \& \textasciitilde{}"
    )
    assert escaped("one\n\ntwo") == "one two"


def test_what_a_view_hides_is_not_in_it() -> None:
    """a's diamonds of the first hand are ♦AKJJ986; four of them are led in trick 11."""
    diamonds = r"\diamonds{A K J J 9 8 6}"
    assert diamonds in source(SHORT, "1")
    assert diamonds not in source(SHORT, "1", view="seat", seat=2)
