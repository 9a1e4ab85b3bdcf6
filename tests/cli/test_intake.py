"""Files of other programs: into an archive, or refused, the largest before they are read."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji.notation.foreign import MOST_BYTES
from shengji.replay.archive import Archive

Run = Callable[..., Result]
DATA = Path(__file__).parents[1] / "data"
BOTZONE = DATA / "botzone/sample_log.json"
GODOT = DATA / "godot/standard_log.json"


@pytest.fixture
def db(tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "club.db"
    run("archive", "init", path)
    return path


def entries(db: Path) -> int:
    with Archive(db) as archive:
        return len(archive.every().rows)


def test_an_archive_takes_what_other_programs_wrote(db: Path, run: Run) -> None:
    done = run("archive", "add", db, BOTZONE, GODOT, "--jobs", 1)
    assert (done.exit_code, done.stdout) == (0, "added 2, known before 0, refused 0\n")
    assert f"{BOTZONE}: missing: the names of the players\n" in done.stderr
    again = run("archive", "add", db, BOTZONE, "--jobs", 1, "--lang", "zh-Hans")
    assert (again.exit_code, again.stdout) == (0, "新增 0，已有 1，拒收 0\n")
    assert f"{BOTZONE}: 缺：牌手姓名\n" in again.stderr


def test_nothing_half_read_enters_it(db: Path, run: Run, tmp_path: Path) -> None:
    document = json.loads(GODOT.read_text(encoding="utf-8"))
    document["rounds"][2]["tricks"][3]["plays"][1]["cards"] = ["♠1"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document), encoding="utf-8")
    done = run("archive", "add", db, bad, "--jobs", 1)
    assert (done.exit_code, done.stdout) == (1, "added 0, known before 0, refused 1\n")
    assert "rounds[2].tricks[3].plays[1].cards[0]: expected a card" in done.stderr
    assert entries(db) == 0


def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(
    db: Path, run: Run, tmp_path: Path
) -> None:
    for name, head in (("log.json", GODOT.read_bytes()[:4000]), ("text", b"hello\n")):
        path = tmp_path / name
        with path.open("wb") as stream:
            stream.write(head)
            stream.truncate(2 << 30)
        done = run("convert", path)
        assert done.exit_code == 2
        assert "2048 MiB, and a file in the format " in done.stderr
    done = run("archive", "add", db, tmp_path / "log.json", "--jobs", 1)
    assert done.exit_code == 1
    assert f"is read up to {MOST_BYTES >> 20} MiB" in done.stderr
    assert entries(db) == 0


def test_a_log_of_an_unknown_program(db: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"game": "mahjong", "log": []}', encoding="utf-8")
    assert "JSON, but no record of this program" in run("convert", path).stderr
    done = run("archive", "add", db, path, "--jobs", 1)
    assert (done.exit_code, entries(db)) == (1, 0)
    named = run("convert", path, "--from", "godot")
    assert named.exit_code == 2
    assert "'rounds' is missing" in named.stderr


def test_a_chat_in_another_encoding(run: Run, tmp_path: Path) -> None:
    text = (DATA / "tractor-online/server-text.txt").read_text(encoding="utf-8")
    path = tmp_path / "chat.txt"
    path.write_bytes(text.replace("P1", "小明").encode("gb18030"))
    assert "not UTF-8 text" in run("convert", path).stderr
    done = run("convert", path, "--encoding", "gb18030")
    assert (done.exit_code, '[PlayerA "小明"]' in done.stdout) == (0, True)
