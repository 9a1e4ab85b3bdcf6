"""`shengji check`: what is printed, where, and with which exit code."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from click.testing import Result

Run = Callable[..., Result]
Changed = Callable[[str, str], Path]

DIAGNOSTIC = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        *("code", "severity", "line", "column", "length"),
        *("address", "option", "source", "arguments", "message"),
    ],
    "properties": {
        "code": {"type": "string", "pattern": "^[a-z-]+$"},
        "severity": {"enum": ["error", "warning", "unchecked", "note"]},
        "line": {"type": ["integer", "null"], "minimum": 1},
        "column": {"type": ["integer", "null"], "minimum": 1},
        "length": {"type": ["integer", "null"], "minimum": 0},
        "address": {"type": ["string", "null"]},
        "option": {"type": ["string", "null"]},
        "source": {"type": ["string", "null"]},
        "arguments": {"type": "object"},
        "message": {"type": "string", "minLength": 1},
    },
}
ANSWER = {
    "type": "object",
    "additionalProperties": False,
    "required": ["file", "usable"],
    "properties": {
        "file": {"type": "string"},
        "usable": {"type": "boolean"},
        "unreadable": {"type": "string"},
        **{
            name: {"type": "integer", "minimum": 0}
            for name in ("records", "hands", "plays", "confirmed")
        },
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "diagnostics": {"type": "array", "items": DIAGNOSTIC},
    },
}


def test_a_sound_match_is_confirmed(run: Run, friday: Path) -> None:
    result = run("check", friday)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith("files 1, matches 1, hands 2, plays 184, statements confirmed ")
    assert second == "errors 0, warnings 0, not checkable 0, notes 0"


def test_a_fault_is_told_with_its_line_and_place(run: Run, changed: Changed) -> None:
    result = run("check", changed("12 c S5 S3 S5 S6 =b+10", "12 c S5 S3 S5 S6 =b+5"))
    assert result.exit_code == 1
    told, line, mark, *_ = result.stdout.splitlines()
    assert ":33:18: 1.12 error wrong-points: " in told
    assert told.endswith("[see SPEC 9]")
    assert line == "    12 c S5 S3 S5 S6 =b+5"
    assert mark == "    " + " " * 17 + "^^^^"


def test_the_option_and_its_source_are_named(run: Run, changed: Changed) -> None:
    told = run("check", changed("5 d HAA HTJ HKK", "5 d HAA HTJ HJK")).stdout
    first = told.partition("\n")[0]
    assert " 1.5.3 error follow-shape: " in first
    assert first.endswith("[under follow_shape (跟牌牌型), source 000:131-133,193;"
                          " tractor-online NoFormatBasedDraw]")  # fmt: skip


EMPTY = b""
PGN = b'[Event "x"]\n[White "a"]\n\n1. e4 e5 2. Nf3 *\n'
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
NAMED = """%SJN 1
[Event "周五牌局"]
[Site "成都"]
[Date "2026-11-27"]
[Rules "standard@1"]
[PlayerA "陈伟"]
[PlayerB "李娜"]
[PlayerC "王强"]
[PlayerD "赵敏"]

hand 1 ac=2 bd=2 dealer=?
end
"""


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (EMPTY, "empty-file", "empty"),
        (PGN, "foreign-format", "PGN"),
        (b'{"a": 1}', "foreign-format", "JSON"),
        (PNG, "binary-file", "PNG"),
        (b"%SJN 2\n", "newer-version", "versions up to 1"),
        (NAMED.encode("utf-16"), "wrong-encoding", "--encoding utf-16"),
        (NAMED.encode("gb18030"), "wrong-encoding", "--encoding gb18030"),
    ],
)
def test_input_that_is_no_record(
    run: Run, tmp_path: Path, data: bytes, code: str, message: str
) -> None:
    path = tmp_path / "given.sjn"
    path.write_bytes(data)
    result = run("check", path)
    assert result.exit_code == 2
    assert f" error {code}: " in result.stdout
    assert message in result.stdout


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16"])
def test_an_encoding_that_is_named_is_read(run: Run, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "given.sjn"
    path.write_bytes(NAMED.encode(encoding))
    assert run("check", "--encoding", encoding, path).exit_code == 0


def test_an_unknown_encoding_is_refused_with_those_that_are_known(run: Run, friday: Path) -> None:
    result = run("check", "--encoding", "klingon", friday)
    assert result.exit_code == 2
    assert "gb18030" in result.stderr


def test_line_ends_and_byte_order_mark_are_noted(run: Run, friday: Path) -> None:
    friday.write_bytes(b"\xef\xbb\xbf" + friday.read_bytes().replace(b"\n", b"\r\n"))
    result = run("check", friday)
    assert result.exit_code == 0
    assert "note byte-order-mark" in result.stdout
    assert "note line-endings" in result.stdout


def test_what_cannot_be_read_does_not_stop_the_rest(run: Run, friday: Path) -> None:
    folder = friday.parent / "empty"
    folder.mkdir()
    (friday.parent / "lost.sjn").symlink_to(friday.parent / "nowhere")
    result = run("check", "missing.sjn", folder, friday.parent)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "missing.sjn: no such file or folder",
        f"{folder}: no .sjn file in this folder",
        f"{friday.parent / 'lost.sjn'}: no such file or directory",
    ]
    assert "plays 184" in result.stdout
    assert "files not usable 3" in result.stdout


def test_unusable_wins_over_faults(run: Run, changed: Changed) -> None:
    path = changed("result 100", "result 95")
    assert run("check", path).exit_code == 1
    assert run("check", path, "missing.sjn").exit_code == 2
    assert run("check", "missing.sjn", path).exit_code == 2


def test_standard_input(run: Run, friday: Path) -> None:
    result = run("check", "-", given=friday.read_bytes() + b"foo\n")
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:")


def test_folders_are_searched_in_order(run: Run, tmp_path: Path) -> None:
    for name in ("b/2.sjn", "a/1.sjn", "a/skipped.txt", "3.sjn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"%SJN 2\n")
    told = [line for line in run("check", tmp_path).stdout.splitlines() if "error" in line[:200]]
    names = [line.partition(".sjn:")[0].removeprefix(f"{tmp_path}/") for line in told[:3]]
    assert names == ["3", "a/1", "b/2"]


def test_jobs_change_nothing_but_the_time(run: Run, friday: Path, changed: Changed) -> None:
    folder = changed("result 100", "result 95").parent
    for number in range(3):
        (folder / f"copy{number}.sjn").write_bytes(friday.read_bytes() + b"?\n" * number)
    for form in ([], ["--json"]):
        one, two = (run("check", *form, "--jobs", jobs, folder, "missing") for jobs in (1, 2))
        assert (one.stdout, one.stderr) == (two.stdout, two.stderr)
        assert one.exit_code == two.exit_code == 2


def test_json_is_an_object_a_line(run: Run, friday: Path, changed: Changed) -> None:
    path = changed("14 d S379/S3<a D2", "14 d S379/S3<a S9")
    result = run("check", "--json", friday, path, "missing.sjn")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    for answer in answers:
        jsonschema.validate(answer, ANSWER)
    sound, faulty, missing = answers
    assert sound["usable"] and sound["diagnostics"] == []
    assert sound["counts"] == {"error": 0, "warning": 0, "unchecked": 0, "note": 0}
    assert sum(faulty["counts"].values()) == len(faulty["diagnostics"]) == 3
    first = faulty["diagnostics"][0]
    assert (first["code"], first["address"]) == ("play-not-held", "1.22.3")
    assert missing == {
        "file": "missing.sjn",
        "usable": False,
        "unreadable": "no such file or folder",
    }
    assert result.exit_code == 2


def test_languages(run: Run, changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    path = changed("result 100", "result 95")
    assert "错误 wrong-result" in run("check", "--lang", "zh-Hans", path).stdout
    assert "錯誤 wrong-result" in run("check", "--lang", "zh-Hant", path).stdout
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "錯誤 wrong-result" in run("check", path).stdout
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "error wrong-result" in run("check", path).stdout
    monkeypatch.setenv("SHENGJI_LANG", "zh-Hans")
    assert "错误 wrong-result" in run("check", path).stdout
    assert "error wrong-result" in run("check", "--lang", "en", path).stdout


def test_other_rules_than_those_of_the_record(run: Run, friday: Path) -> None:
    result = run("check", "--rules", "standard throw_penalty=10", friday)
    assert result.exit_code == 1
    assert "tricks 100, fines -10" in result.stdout
    result = run("check", "--rules", "standard kity=1", friday)
    assert result.exit_code == 2
    assert "there is no rule option 'kity'" in result.stderr


def test_quiet_prints_errors_only(run: Run, friday: Path, changed: Changed) -> None:
    assert run("check", "-q", friday).stdout == ""
    friday.write_bytes(b"\xef\xbb\xbf" + friday.read_bytes())
    assert run("check", "-q", friday).stdout == ""
    told = run("check", "-q", changed("result 100", "result 95")).stdout
    assert "wrong-result" in told
    assert "files 1" not in told


def test_a_strange_file_cannot_steer_the_terminal(run: Run, changed: Changed) -> None:
    path = changed('[Site "?"]', '[Site "\x1b[2J\u202e\x07"]')
    told = run("check", path).stdout
    assert not {"\x1b", "\u202e", "\x07"} & set(told)


def test_of_a_long_line_the_place_is_shown(run: Run, friday: Path) -> None:
    with friday.open("ab") as stream:
        stream.write(b"# " + b"x" * 9000 + b"\x01" + b"y" * 9000 + b"\n")
    *_, line, mark, _, _ = run("check", friday).stdout.splitlines()
    assert len(line) < 120
    assert line[mark.index("^")] == "\ufffd"
