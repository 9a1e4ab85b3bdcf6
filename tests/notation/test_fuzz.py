"""Whatever comes in, an answer goes out: never a traceback, never a time that explodes."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.notation import Severity, dumps, loads
from shengji.notation.record import Record

from .strategies import records
from .test_grammar import WORDS
from .test_roundtrip import unhurried

PIECES = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(["\n", " ", "\t", "\r", "#", "{", "}", '"', "\\", "[", "]", "%SJN 1\n", "\0"]),
    st.sampled_from(["局", "亮", "红桃", "♠️", "王", "１", "\u3000", "\ufeff", "\ud800", "𝐀", "×"]),
    st.text(max_size=3),
)


def check(text: str) -> None:
    """Reading and writing text that may be anything."""
    parsed = loads(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for each in parsed.diagnostics:
        assert set(each.arguments) <= set(each.code.arguments)
        if each.span is not None:
            assert 1 <= each.span.line <= len(lines)
            assert each.span.column + each.span.length <= len(lines[each.span.line - 1]) + 2
    if parsed.ok:
        for record in parsed.records:
            written = dumps(record)
            again = loads(written)
            assert [x for x in again.diagnostics if x.severity is Severity.ERROR] == []
            assert dumps(again.records[0]) == written


@settings(max_examples=700, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_random_text(pieces: list[str]) -> None:
    check(" ".join(pieces))
    check("".join(pieces))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    loads(data)
    for encoding in ("gb18030", "big5", "utf-16"):
        loads(data, encoding=encoding)


@unhurried
@given(records(), st.data())
def test_mutated_records(record: Record, data: st.DataObject) -> None:
    text = dumps(record)
    for _ in range(5):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(len(text), at + 6)))
        text = text[:at] + data.draw(PIECES) + text[end:]
        check(text)


HOSTILE = {
    "ranks": lambda n: "1 a S" + "5" * n + "x",
    "cards": lambda n: "1 a " + "S5" * (n // 2) + "x",
    "tens": lambda n: "1 a S" + "10" * (n // 2) + "x",
    "unknown ranks": lambda n: "1 a S" + "?" * n + "!",
    "jokers": lambda n: "1 a " + "LB" * (n // 2) + "J",
    "unknown cards": lambda n: "1 a " + ".9" * (n // 2) + "x",
    "units": lambda n: "1 a " + "S5+" * (n // 3),
    "forced": lambda n: "1 a " + "S5/" * (n // 3),
    "plays": lambda n: "1 a " + "S5 " * (n // 3) + "=",
    "glyphs": lambda n: "1 a S5 " + "! " * (n // 2) + "!!!",
    "marks": lambda n: "1 a S5" + "^revoke" * (n // 7),
    "times": lambda n: "1 a S5 ~" + "1" * n,
    "text": lambda n: "1 a S5 {" + "\\}" * (n // 2),
    "braces": lambda n: "1 a S5 " + "{" * n,
    "backslashes": lambda n: "1 a S5 {" + "\\" * n + "}",
    "quotes": lambda n: 'note 1 "' + '\\"' * (n // 2),
    "quote signs": lambda n: "note 1 " + '"' * n,
    "tag": lambda n: '[Event "' + '\\"' * (n // 2),
    "tag name": lambda n: "[" + "E" * n,
    "blanks": lambda n: "1 a" + " " * n + "x",
    "blanks in a tag": lambda n: "[" + " " * n + "Event",
    "seats": lambda n: "concede " + "ab" * (n // 2),
    "levels": lambda n: "hand 1 " + "a=2 " * (n // 4) + "x",
    "changes": lambda n: "result 1 up=" + "a+1," * (n // 4),
    "numbers": lambda n: "result " + "9" * n,
    "address": lambda n: "note 1" + ".1" * (n // 2),
    "reason": lambda n: "redeal " + "a" * n,
    "vendor": lambda n: "x-" + "a-" * (n // 2) + "\x01",
    "comment": lambda n: "#" * n + "\x01",
    "word": lambda n: "a" * n,
    "suit signs": lambda n: "1 a " + "♠️" * (n // 2),
    "signs behind ranks": lambda n: "1 a " + "5♠" * (n // 2) + "x",
    "chinese": lambda n: "局" * n,
    "chinese words": lambda n: "1 a " + "红桃 " * (n // 3),
    "full width": lambda n: "1 a " + "５" * n,
    "wide punctuation": lambda n: "1 a " + "；" * n,
    "combining": lambda n: '[Event "' + "\u0301" * n + '"',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_line_in_linear_time(kind: str) -> None:
    def cost(size: int) -> float:
        text = "%SJN 1\n" + HOSTILE[kind](size) + "\n"
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            loads(text)
            best = min(best, time.perf_counter() - start)
        return best

    cost(100)
    small, large = cost(6_000), cost(60_000)
    assert large < max(30 * small, 0.25), (small, large)
