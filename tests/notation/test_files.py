"""Files that are not what they should be: what they are is said, and nothing is guessed."""

import gzip
import io
import itertools
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from shengji.notation import HandRead, Severity, loads, read
from shengji.notation.decoding import UnknownEncodingError
from shengji.notation.limits import CHARACTERS_A_LINE as LINE
from shengji.notation.limits import FAULTS_A_FILE

TEXT = """%SJN 1
[Event "周五牌局，成都"]
[Rules "standard@1"]
[PlayerA "陈伟"]
[PlayerB "王强"]

hand 1 ac=2 bd=2 dealer=?
1 a S5 {好牌} S6
end
"""
TRADITIONAL = TEXT.translate(str.maketrans("陈伟强", "陳偉強"))


def codes(data: str | bytes, encoding: str | None = None) -> list[str]:
    return [each.code.id for each in loads(data, encoding=encoding).diagnostics]


@pytest.mark.parametrize(
    ("data", "code", "arguments"),
    [
        (b"", "empty-file", {}),
        (b" \n\n\t\n", "empty-file", {}),
        (b"# one\n\n  # two\n", "empty-file", {}),
        (
            "%SJN 1\n# 你好\n".encode("gb18030"),
            "wrong-encoding",
            {"encoding": "GB18030", "option": "gb18030"},
        ),
        (b'[Event "x"]\n[Site "y"]\n\n1. e4 e5 2. Nf3 *\n', "foreign-format", {"format": "PGN"}),
        (b'{"format": "shengji-notation"}', "foreign-format", {"format": "JSON"}),
        (b'[{"a": 1}]', "foreign-format", {"format": "JSON"}),
        (b"% PBN 2.1\n", "foreign-format", {"format": "PBN"}),
        (b"<html>", "foreign-format", {"format": "XML"}),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "binary-file", {"format": "PNG"}),
        (gzip.compress(TEXT.encode()), "binary-file", {"format": "gzip"}),
        (b"\0\1\2\3" * 100, "binary-file", {"format": ""}),
        (bytes(range(256)) * 20, "binary-file", {"format": ""}),
        (TEXT.encode("utf-16"), "wrong-encoding", {"encoding": "UTF-16", "option": "utf-16"}),
        (TEXT.encode("utf-16-le"), "wrong-encoding", {"encoding": "UTF-16", "option": "utf-16-le"}),
        (TEXT.encode("utf-16-be"), "wrong-encoding", {"encoding": "UTF-16", "option": "utf-16-be"}),
        (TEXT.encode("utf-32"), "wrong-encoding", {"encoding": "UTF-32", "option": ""}),
        (TEXT.encode("gb18030"), "wrong-encoding", {"encoding": "GB18030", "option": "gb18030"}),
        (
            "%SJN 1\n1 b ♠JJA ♠678 ♠25♥10 ♠346\n".encode("gb18030"),
            "wrong-encoding",
            {"encoding": "GB18030", "option": "gb18030"},
        ),
        (TRADITIONAL.encode("big5"), "wrong-encoding", {"encoding": "Big5", "option": "big5"}),
    ],
)
def test_unusable(data: bytes, code: str, arguments: dict[str, str]) -> None:
    parsed = loads(data)
    assert [(each.code.id, each.arguments) for each in parsed.diagnostics] == [(code, arguments)]
    assert parsed.records == ()


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "gb18030", "GBK", "utf-16", "utf-16-le"])
def test_a_named_encoding_is_read(encoding: str) -> None:
    assert loads(TEXT.encode(encoding), encoding=encoding) == loads(TEXT)


def test_big5_is_read_when_named() -> None:
    assert loads(TRADITIONAL.encode("big5"), encoding="big5").records == loads(TRADITIONAL).records


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(UnknownEncodingError):
        loads(b"", encoding="latin-1")


def test_a_bad_byte_has_a_place_and_the_rest_is_read() -> None:
    data = TEXT.encode().replace("陈".encode(), b"\xff")
    parsed = loads(data)
    assert [
        (each.code.id, each.span and (each.span.line, each.span.column), each.arguments)
        for each in parsed.diagnostics
    ] == [("bad-byte", (4, 11), {"byte": "FF", "encoding": "UTF-8"})]
    assert len(parsed.records[0].hands) == 1


def test_a_few_bytes_that_are_no_chinese_are_bad_bytes() -> None:
    assert codes("%SJN 1\n# Müller, Zoë\n".encode("latin-1")) == ["missing-tag", "bad-byte"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%SJN 1\r\n[Rules]\r# a\n# b\r\n# c\r", [("CRLF", 1), ("CR", 2)]),
        ("%SJN 1\n# a\r# b\r# c\r\n", [("CR", 2), ("CRLF", 4)]),
        ("# a\r\n" * 30_000 + "\r", [("CRLF", 1), ("CR", 30_001)]),
    ],
)
def test_each_kind_of_line_end_is_told_where_it_first_stands(
    text: str, expected: list[tuple[str, int]]
) -> None:
    found = [each for each in loads(text).diagnostics if each.code.id == "line-endings"]
    assert [(each.arguments["found"], each.span and each.span.line) for each in found] == expected


def test_a_file_cut_inside_a_character() -> None:
    assert codes(TEXT.encode()[: TEXT.encode().index("好".encode()) + 2]) == ["bad-byte"]


@pytest.mark.parametrize("character", ["\x1c", "\x85", "\v"])
def test_controls_are_no_blanks(character: str) -> None:
    assert codes(TEXT.replace("1 a S5", f"1{character}a S5")) == ["bad-character"]


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\x85", "\ud800"])
def test_control_characters_and_lone_surrogates(character: str) -> None:
    assert codes(TEXT.replace("陈伟", f"陈{character}伟")) == ["bad-character"]


def test_bidi_controls_in_names_are_warned_of() -> None:
    parsed = loads(TEXT.replace("陈伟", "\u202e陈伟"))
    assert [(each.code.id, each.severity) for each in parsed.diagnostics] == [
        ("bidi-control", Severity.WARNING)
    ]
    assert parsed.records[0].tag("PlayerA") == "\u202e陈伟"


def test_a_line_of_fifty_megabytes() -> None:
    line = "1 a " + "S5 " * 17_000_000
    start = time.perf_counter()
    parsed = loads(f"{TEXT}{line}\nhand 2 ac=2 bd=2 dealer=a\nend\n")
    assert time.perf_counter() - start < 20
    assert [(each.code.id, each.arguments) for each in parsed.diagnostics] == [
        ("limit", {"kind": "characters a line", "limit": LINE})
    ]
    assert len(parsed.records[0].hands) == 2


@pytest.mark.parametrize("length", [LINE - 1, LINE, LINE + 1, 2 * LINE, 3 * LINE + 5])
def test_lines_around_the_limit(length: int) -> None:
    text = f'%SJN 1\n[Rules "standard@1"]\n#{"x" * (length - 1)}\n# y\n'
    parsed = loads(text)
    assert codes(text) == (["limit"] if length > LINE else [])
    assert parsed.records[0].closing[-1] == "y"
    assert loads(text.encode()) == parsed


def test_after_many_faults_the_rest_is_not_read() -> None:
    found = codes('%SJN 1\n[Rules "standard@1"]\n' + "nonsense\n" * (3 * FAULTS_A_FILE))
    assert found[-1] == "too-many-faults" and len(found) == FAULTS_A_FILE + 1


def match_of(hands: int) -> Iterator[bytes]:
    yield b'%SJN 1\n[Rules "standard@1"]\n'
    for number in range(1, hands + 1):
        yield f"\nhand {number} ac=2 bd=2 dealer=a\n".encode() + b"1 a S5 S6 S7 S8\n" * 25
        yield b"end\n"


class Joined(io.RawIOBase):
    """A stream of pieces that are made as it is read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < size:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._rest += piece
        out, self._rest = self._rest[:size], self._rest[size:]
        return out


def peak(hands: int) -> int:
    tracemalloc.start()
    read_hands = sum(isinstance(piece, HandRead) for piece in read(Joined(match_of(hands))))  # type: ignore[arg-type]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read_hands == hands
    return most


def test_memory_does_not_grow_with_the_file() -> None:
    peak(10)
    assert peak(4000) < 1.5 * peak(1000)


def test_a_hand_or_a_head_without_end_is_not_read_to_its_end() -> None:
    head = '%SJN 1\n[Rules "standard@1"]\n'
    many = ("# " + "x" * 60_000 + "\n") * 200
    for text in (head + many, f"{head}hand 1 ac=2 bd=2 dealer=a\n{many}end\n"):
        found = loads(text).diagnostics
        assert [(each.code.id, each.arguments.get("kind")) for each in found] == [
            ("limit", "characters a hand")
        ]
        assert len(loads(text).records[0].closing) < 100


def test_a_match_of_a_newer_version_is_passed_over_without_being_held() -> None:
    lines = itertools.repeat(b"[Not of this version]\n", 200_000)
    tracemalloc.start()
    found = list(read(Joined(itertools.chain([b"%SJN 9\n"], lines))))  # type: ignore[arg-type]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3_000_000
    assert [each.code.id for piece in found for each in piece.diagnostics] == ["newer-version"]


def test_a_match_of_too_many_hands_and_a_hand_of_too_many_lines() -> None:
    head = '%SJN 1\n[Rules "standard@1"]\n'
    hand = "hand 1 ac=2 bd=2 dealer=a\n"
    assert codes(head + (hand + "end\n") * 10_001) == ["limit"]
    long = loads(head + hand + "1 a S5\n" * 10_100 + "end\n" + hand + "end\n")
    assert [each.code.id for each in long.diagnostics] == ["limit"]
    assert len(long.records[0].hands) == 2
