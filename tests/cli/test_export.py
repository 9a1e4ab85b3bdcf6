"""`shengji export`: what it makes, and what it says where it cannot."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_the_ending_of_the_file_says_what_is_made(run: Run, friday: Path, tmp_path: Path) -> None:
    out = tmp_path / "plays.csv"
    assert run("export", friday, "2", "-o", out).exit_code == 0
    assert out.read_bytes() == run("export", friday, "2", "--to", "csv").stdout_bytes
    text = tmp_path / "match.txt"
    assert run("export", friday, "-o", text, "--lang", "zh-Hans").exit_code == 0
    assert "各轮出牌" in text.read_text(encoding="utf-8")


def test_a_picture_of_a_position(run: Run, friday: Path, tmp_path: Path) -> None:
    out = tmp_path / "position.png"
    assert run("export", friday, "1.14.2", "--seat", "b", "-o", out).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert run("export", friday, "1.14.2", "--to", "svg").stdout.startswith("<svg")


def test_a_file_that_is_there_stays_as_it_is(run: Run, friday: Path, tmp_path: Path) -> None:
    out = tmp_path / "plays.csv"
    out.write_text("mine", encoding="utf-8")
    refused = run("export", friday, "-o", out)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("export", friday, "-o", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("address,")


def test_nothing_is_left_where_nothing_could_be_made(
    run: Run, friday: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert run("export", friday, "9", "-o", folder / "x.csv").exit_code == 2
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("3.4.x", "--to", "csv"), "3.4.x"),
        (("1.14.2",), "--to is one of csv"),
        (("1.14.2", "-o", "x.doc"), "--to is one of csv"),
        (("9", "--to", "csv"), "9: this record has no such position"),
        (("1.99", "--to", "png"), "1.99: this record has no such position"),
        (("1.3", "--to", "csv"), "named was 1.3"),
        (("--to", "png"), "one position, as 3.8.2"),
        (("1-2", "--to", "svg"), "named was 1-2"),
        (("1", "--to", "text", "--seat", "e"), "there is no seat e at this table"),
        (("1", "--to", "text", "--view", "seat"), "--seat names who looks"),
        (("--to", "csv", "-o", "/nowhere/x.csv"), "no such file"),
        (("--to", "csv", "--match", "2"), "no match 2"),
    ],
)
def test_what_cannot_be_made_is_said(
    run: Run, friday: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused = run("export", friday, *arguments)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert refused.stdout == ""


def test_without_names(run: Run, tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "samples" / "teaching" / "short-match.sjn"
    for kind in (("--to", "csv"), ("--to", "text"), ("1.3", "--to", "svg")):
        assert "陈伟" in run("export", sample, *kind).stdout
        bare = run("export", sample, *kind, "--nameless").stdout
        assert [name for name in ("陈伟", "Li Na", "王强", "赵敏") if name in bare] == []


def test_a_faulty_text_is_exported_as_far_as_it_was_read(run: Run, friday: Path) -> None:
    friday.write_bytes(friday.read_bytes() + b"what is this\n")
    made = run("export", friday, "--to", "csv")
    assert made.exit_code == 0
    assert "see shengji check" in made.stderr
