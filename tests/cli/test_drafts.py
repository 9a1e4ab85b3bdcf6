"""`shengji archive drafts`, and archives made before there were drafts."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji.replay.archive import Archive, Drafts, Live
from shengji.replay.recording import Draft, Enter, opening

Run = Callable[..., Result]
DAY = 24 * 3600
OLD = 1_700_000_000.0
"""2023-11-14 22:13:20 UTC."""


def going(hands: int) -> Draft:
    lines = [f"hand {number} fresh ac=2 bd=2 dealer=a" for number in range(1, hands + 1)]
    return opening("standard").doing(Enter((line,)) for line in lines)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """An archive with a draft of long ago, one of 40 days ago and one of now."""
    path = tmp_path / "club.db"
    with Archive.init(path) as archive:
        for when, hands in ((OLD, 2), (time.time() - 40 * DAY, 1), (time.time(), 3)):
            Drafts(archive, lambda when=when: when).start(going(hands))
    return path


def ids(db: Path) -> list[str]:
    with sqlite3.connect(db) as conn:
        return [row[0] for row in conn.execute("select public_id from draft order by id")]


def test_drafts_are_listed_without_their_tokens(db: Path, run: Run) -> None:
    with Archive(db) as archive:
        drafts = Drafts(archive)
        name, token = drafts.start(going(0))
        drafts.show(name, token, Live.TABLE, 0)
    done = run("archive", "drafts", db)
    assert done.exit_code == 0
    first, *rows, last = [line.split() for line in done.stdout.splitlines()[1:]]
    assert first[:4] == ["id", "days", "hands", "actions"]
    assert [row[0] for row in rows] == ids(db)
    assert [row[2:4] for row in rows] == [["2", "3"], ["1", "2"], ["3", "4"], ["0", "1"]]
    assert rows[0][4:] == ["2023-11-14", "22:13", "nothing"]
    assert rows[1][1] == "40"
    assert rows[3][6:] == ["the", "table"]
    assert last == ["drafts", "4"]
    assert token not in done.stdout
    assert "草稿 4" in run("archive", "drafts", db, "--lang", "zh-Hant").stdout


def test_old_drafts_are_named_before_they_are_erased(db: Path, run: Run) -> None:
    long_ago, month_ago, today = ids(db)
    done = run("archive", "drafts", db, "--erase-older-than", 30)
    assert done.exit_code == 0
    assert long_ago in done.stdout and month_ago in done.stdout and today not in done.stdout
    assert "would be erased with --yes: 2; nothing was erased" in done.stdout
    assert ids(db) == [long_ago, month_ago, today]


def test_old_drafts_are_erased_with_all_their_actions(db: Path, run: Run) -> None:
    long_ago, month_ago, today = ids(db)
    done = run("archive", "drafts", db, "--erase-older-than", 365, "--yes")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "erased 1")
    assert long_ago in done.stdout and month_ago not in done.stdout
    assert ids(db) == [month_ago, today]
    with sqlite3.connect(db) as conn:
        assert conn.execute("select count(*) from draft_action").fetchone() == (6,)
    again = run("archive", "drafts", db, "--erase-older-than", 365, "--yes")
    assert again.stdout == "erased 0\n"


def test_nothing_is_erased_by_mistake(db: Path, run: Run) -> None:
    assert run("archive", "drafts", db, "--yes").exit_code == 2
    assert run("archive", "drafts", db, "--erase-older-than", 0, "--yes").exit_code == 2
    assert len(ids(db)) == 3


def test_drafts_of_another_version_and_damaged_ones_are_listed_all_the_same(
    db: Path, run: Run
) -> None:
    with sqlite3.connect(db) as conn:
        conn.execute("update draft set format = 99 where id = 1")
        conn.execute("update draft_action set action = '{' where draft_id = 2")
    done = run("archive", "drafts", db)
    assert done.exit_code == 0
    assert [line.split()[2] for line in done.stdout.splitlines()[2:5]] == ["?", "?", "3"]


# -- archives of before ---------------------------------------------------------------------------

COMMANDS = [
    ("serve", "--archive", "DB", "--port", "0"),
    ("archive", "drafts", "DB"),
    ("archive", "drafts", "DB", "--erase-older-than", "30", "--yes"),
    ("archive", "stats", "DB"),
]


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """An archive as it was before drafts came: two migrations back."""
    path = tmp_path / "before.db"
    Archive.init(path).close()
    with sqlite3.connect(path) as conn:
        conn.executescript(
            "drop table draft_action; drop table draft; drop index entry_owner;"
            "delete from _sqlite_migrations where name in ('drafts', 'owners');"
        )
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_an_archive_of_before_is_told_how_to_be_brought_up_to_date(
    before: Path, run: Run, command: tuple[str, ...]
) -> None:
    done = run(*(str(before) if word == "DB" else word for word in command))
    assert done.exit_code == 2
    assert "`shengji archive init` brings it up to date" in done.stderr
    assert run("archive", "init", before).exit_code == 0
    assert run("archive", "drafts", before).stdout == "drafts 0\n"
