"""`shengji diff`: where two scorers part, and whom the rules support."""

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]
Changed = Callable[[str, str], Path]


def test_the_same_play(run: Run, friday: Path, changed: Changed) -> None:
    path = changed('[Site "?"]', '[Site "成都"] # typed on Saturday')
    result = run("diff", friday, path)
    assert result.exit_code == 0
    assert result.stdout == "both say the same: hands 2, plays 184\n"


def test_the_rules_decide(run: Run, friday: Path, changed: Changed) -> None:
    path = changed("14 d S379/S3<a D2", "14 d S379/S3<a S9")
    lines = run("diff", path, friday).stdout.splitlines()
    assert lines[:2] == ["hand 1: they part at 1.14.2", "  1.14.2 play: a S9 | a D2"]
    assert lines[2].startswith("  A: 1.22.3 error play-not-held: ")
    assert lines[-1] == "  the rules support B"
    assert run("diff", friday, path).stdout.endswith("the rules support A\n")
    assert run("diff", friday, path).exit_code == 1
    assert "规则支持 A" in run("diff", "--lang", "zh-Hans", friday, path).stdout


def test_long_lists_are_cut(run: Run, friday: Path, changed: Changed) -> None:
    text = friday.read_text(encoding="utf-8")
    tricks = text[text.index("\n10 a D6") : text.index("\nresult 100")]
    result = run("diff", friday, changed(tricks, ""))
    assert "\n  and 52 more\n" in result.stdout


def test_what_cannot_be_compared(run: Run, friday: Path, tmp_path: Path) -> None:
    result = run("diff", friday, tmp_path / "missing.sjn")
    assert (result.exit_code, "no such file" in result.stderr) == (2, True)
    result = run("diff", friday, "-", given=b"")
    assert (result.exit_code, "<stdin>: the file is empty" in result.stderr) == (2, True)
    assert run("diff", "-", "-").exit_code == 2


def test_matches_that_only_one_of_them_has(run: Run, friday: Path, tmp_path: Path) -> None:
    twice = tmp_path / "twice.sjn"
    twice.write_bytes(friday.read_bytes() + b"\n" + friday.read_bytes())
    result = run("diff", friday, twice)
    assert result.exit_code == 1
    assert result.stdout == "A has 1 matches, B 2\n"
