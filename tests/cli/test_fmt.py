"""`shengji fmt`: canonical text in place, whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Changed = Callable[[str, str], Path]


def test_a_lax_record_becomes_canonical(run: Run, friday: Path) -> None:
    canonical = friday.read_bytes()
    text = (
        canonical.decode().replace("trump S 2 c", "主 黑桃 2 c").replace("1 d C3 CQ", "1 d ♣3  ♣Q")
    )
    friday.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert run("fmt", "--check", friday).exit_code == 1
    result = run("fmt", friday)
    assert (result.exit_code, result.stderr) == (0, f"{friday}\n")
    assert friday.read_bytes() == canonical
    assert run("fmt", "--check", friday).exit_code == 0


def test_another_encoding_becomes_utf_8(run: Run, changed: Changed) -> None:
    path = changed('[PlayerA "?"]', '[PlayerA "陈伟"]')
    canonical = path.read_bytes()
    path.write_bytes(canonical.decode().encode("gb18030"))
    assert run("fmt", "--encoding", "gb18030", path).exit_code == 0
    assert path.read_bytes() == canonical


def test_check_lists_what_differs_and_changes_nothing(
    run: Run, friday: Path, changed: Changed
) -> None:
    path = changed("take c\n", "")
    before = path.read_bytes()
    result = run("fmt", "--check", friday, path)
    assert (result.exit_code, result.stdout) == (1, f"{path}\n")
    assert path.read_bytes() == before


def test_a_file_that_was_not_read_whole_is_left_alone(run: Run, friday: Path) -> None:
    with friday.open("ab") as stream:
        stream.write(b"frobnicate\n")
    before = friday.read_bytes()
    result = run("fmt", friday, "missing.sjn")
    assert result.exit_code == 2
    assert "unknown-statement" in result.stderr
    assert f"{friday}: not rewritten" in result.stderr
    assert "missing.sjn: no such file or folder" in result.stderr
    assert friday.read_bytes() == before


def test_comments_alone_are_not_thrown_away(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.sjn"
    path.write_bytes(b"# to be written up\n")
    result = run("fmt", path)
    assert (result.exit_code, "of comments only" in result.stderr) == (2, True)
    assert path.read_bytes() == b"# to be written up\n"
    assert run("check", path).exit_code == 2


def test_wrong_assertions_stay(run: Run, changed: Changed) -> None:
    path = changed("result 100", "result  95")
    assert run("fmt", path).exit_code == 0
    assert "\nresult 95 " in path.read_text(encoding="utf-8")


def test_mode_and_link_are_kept(run: Run, changed: Changed, tmp_path: Path) -> None:
    path = changed("result 100", "result  100")
    path.chmod(0o640)
    link = tmp_path / "link.sjn"
    link.symlink_to(path)
    assert run("fmt", link).exit_code == 0
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert "result 100" in path.read_text(encoding="utf-8")


def test_a_write_that_fails_leaves_the_file_and_nothing_else(
    run: Run, changed: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = changed("result 100", "result  100")
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    result = run("fmt", path)
    assert result.exit_code == 2
    assert "no space left on device" in result.stderr
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_standard_input_goes_to_standard_output(run: Run, friday: Path) -> None:
    canonical = friday.read_bytes()
    result = run("fmt", "-", given=canonical.replace(b"\n", b"\r\n"))
    assert (result.exit_code, result.stdout_bytes) == (0, canonical)


def test_several_matches_stay_in_one_file(run: Run, friday: Path) -> None:
    one = friday.read_bytes()
    friday.write_bytes(one + b"\n" + one)
    assert run("fmt", "--check", friday).exit_code == 0
