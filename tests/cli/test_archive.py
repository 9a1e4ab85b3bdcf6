"""`shengji archive`: what its commands print, and with which code they end."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji import notation
from shengji.replay.archive import OPERATOR, Archive, Visibility

Run = Callable[..., Result]
TEACHING = Path(__file__).parents[2] / "samples" / "teaching"
SHORT = TEACHING / "short-match.sjn"
MATCHES = sum(path.read_bytes().count(b"%SJN 1") for path in TEACHING.glob("*.sjn"))


@pytest.fixture
def db(tmp_path: Path, run: Run) -> Path:
    """An archive with a match of four hands."""
    path = tmp_path / "club.db"
    assert run("archive", "init", path).exit_code == 0
    done = run("archive", "add", path, SHORT, "--jobs", 1)
    assert (done.exit_code, done.stdout) == (0, "added 1, known before 0, refused 0\n")
    return path


def id_of(db: Path) -> str:
    with Archive(db) as archive:
        return archive.every().rows[0].public_id


def test_add_tells_what_it_refused(db: Path, run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sjn"
    bad.write_text(
        '%SJN 1\n[Rules "standard@1"]\n\n%SJN 1\n[Rules "standard@1"]\nshet\n', encoding="utf-8"
    )
    done = run("archive", "add", db, SHORT, bad, tmp_path / "none.sjn", "--jobs", 1)
    assert done.exit_code == 1
    assert done.stdout == "added 1, known before 1, refused 2\n"
    assert f"{tmp_path / 'none.sjn'}: no such file or folder\n" in done.stderr
    assert f"{bad}:4: not all of it can be read\n" in done.stderr
    assert f"{bad}:6:1: error unknown-statement" in done.stderr


def test_add_takes_folders_and_standard_input(db: Path, run: Run) -> None:
    done = run("archive", "add", db, "-", "--jobs", 1, given=SHORT.read_bytes())
    assert done.stdout == "added 0, known before 1, refused 0\n"
    done = run("archive", "add", db, TEACHING, "--jobs", 2, "--lang", "zh-Hans")
    assert done.stdout == f"新增 {MATCHES - 1}，已有 1，拒收 0\n"


def test_add_of_another_encoding(db: Path, run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.sjn"
    text = SHORT.read_text(encoding="utf-8").replace("陈伟", "陳大文")
    old.write_bytes(text.encode("gb18030"))
    refused = run("archive", "add", db, old, "--jobs", 1)
    assert refused.exit_code == 1 and "--encoding gb18030" in refused.stderr
    done = run("archive", "add", db, old, "--encoding", "gb18030", "--jobs", 1)
    assert done.stdout == "added 1, known before 0, refused 0\n"
    assert run("archive", "search", db, "大文").exit_code == 0


def test_visibility_and_licence(db: Path, run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.sjn"
    mine.write_bytes(SHORT.read_bytes() + b"# mine\n")
    done = run("archive", "add", db, mine, "--visibility", "private", "--licence", "CC-BY-4.0",
               "--jobs", 1)  # fmt: skip
    assert done.exit_code == 0
    listed = run("archive", "list", db, "--visibility", "private", "--json")
    (row,) = map(json.loads, listed.stdout.splitlines())
    assert (row["visibility"], row["licence"]) == ("private", "CC-BY-4.0")
    assert len(run("archive", "search", db, "--json").stdout.splitlines()) == 1
    wrong = run("archive", "add", db, mine, "--licence", "GPL")
    assert wrong.exit_code == 2 and "none of CC0-1.0, CC-BY-4.0, private" in wrong.stderr


def test_search(db: Path, run: Run) -> None:
    public_id = id_of(db)
    found = run("archive", "search", db, "陳偉", "--failed-throw", "--trump", "S", "--level", "K")
    assert found.exit_code == 0
    assert public_id in found.stdout and "hits 1" in found.stdout
    nothing = run("archive", "search", db, "--trump", "-")
    assert (nothing.exit_code, nothing.stdout) == (1, "hits 0\n")
    for wrong in (["--trump", "X"], ["--level", "1"], ["--since", "yesterday"],
                  ["--role", "partner"], ["--after", "x"]):  # fmt: skip
        done = run("archive", "search", db, *wrong)
        assert done.exit_code == 2, wrong
        assert "Error" in done.stderr


def test_lists_go_on(db: Path, run: Run) -> None:
    run("archive", "add", db, TEACHING, "--jobs", 1)
    first = run("archive", "list", db, "--limit", 2, "--json")
    after = first.stderr.split()[-1]
    rest = run("archive", "list", db, "--limit", 100, "--after", after, "--json")
    ids = [json.loads(line)["public_id"] for line in (first.stdout + rest.stdout).splitlines()]
    assert len(set(ids)) == len(ids) == MATCHES


def test_show(db: Path, run: Run) -> None:
    public_id = id_of(db)
    shown = run("archive", "show", db, public_id)
    assert "陈伟 Li Na 王强 赵敏" in shown.stdout and "public" in shown.stdout
    assert run("archive", "show", db, public_id, "--raw").stdout_bytes == SHORT.read_bytes()
    text = run("archive", "show", db, public_id, "--text").stdout
    assert text == notation.dumps(notation.loads(SHORT.read_bytes()).records[0])
    assert run("archive", "show", db, public_id, "2.3").stdout.startswith("2.3 ·")
    for wrong in ([public_id, "9.9"], ["AAAAAAAA"], [public_id, "--revision", "7"]):
        assert run("archive", "show", db, *wrong).exit_code == 2


def test_export_comes_back_in(db: Path, run: Run, tmp_path: Path) -> None:
    run("archive", "add", db, TEACHING, "--jobs", 1)
    out, copy = tmp_path / "out.sjn", tmp_path / "copy.db"
    done = run("archive", "export", db, "--out", out)
    assert (done.exit_code, done.stderr) == (0, f"records {MATCHES}\n")
    run("archive", "init", copy)
    again = run("archive", "add", copy, out, "--jobs", 1)
    assert again.stdout == f"added {MATCHES}, known before 0, refused 0\n"
    nameless = run("archive", "export", db, id_of(db), "--nameless")
    assert "陈伟" not in nameless.stdout and '[PlayerA "?"]' in nameless.stdout
    failed = run("archive", "export", db, "AAAAAAAA", "--out", tmp_path / "x.sjn")
    assert failed.exit_code == 2 and not (tmp_path / "x.sjn").exists()


def test_export_of_hidden_entries_is_asked_for(db: Path, run: Run) -> None:
    with Archive(db) as archive:
        archive.set_visibility(id_of(db), Visibility.UNLISTED, OPERATOR)
    assert run("archive", "export", db).stdout == ""
    assert run("archive", "export", db, "--all").stdout.startswith("%SJN 1")


def test_verify_tells_and_renews(db: Path, run: Run) -> None:
    sound = run("archive", "verify", db, "--jobs", 1)
    assert (sound.exit_code, sound.stdout) == (0, "revisions 1, differences 0\n")
    with Archive(db) as archive, archive.writing() as writer:
        writer.conn.execute("update entry set plays = 1")
    told = run("archive", "verify", db, "--jobs", 1, "--renew")
    assert told.exit_code == 1
    assert f"{id_of(db)}@r1: plays is 1, and would be 244\n" in told.stdout
    assert run("archive", "verify", db, "--jobs", 1).exit_code == 0


def test_backup_and_stats(db: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    done = run("archive", "backup", db, target)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    assert f"sha256 {digest}" in done.stdout
    assert run("archive", "backup", db, target).exit_code == 2
    stats = run("archive", "stats", target).stdout
    assert "public 1" in stats and "standard 1" in stats


def test_rm_asks_before_it_erases(db: Path, run: Run) -> None:
    public_id = id_of(db)
    assert run("archive", "rm", db, public_id, given=b"n\n").exit_code != 0
    assert run("archive", "rm", db, public_id, "--names", "--yes").exit_code == 0
    assert "陈伟" not in run("archive", "show", db, public_id, "--raw").stdout
    assert run("archive", "rm", db, public_id, "AAAAAAAA", "--yes").exit_code == 2
    assert run("archive", "rm", db, public_id, given=b"y\n").exit_code == 0
    assert run("archive", "show", db, public_id).exit_code == 2


def test_person(db: Path, run: Run) -> None:
    assert id_of(db) in run("archive", "person", db, "陳偉").stdout
    forgotten = run("archive", "person", db, "陈伟", "--forget", "--yes")
    assert "entries without this name now: 1" in forgotten.stdout
    assert run("archive", "person", db, "陈伟").stdout == ""


@pytest.mark.parametrize("command", ["add", "list", "search", "show", "export", "dump", "publish",
                                     "verify", "backup", "stats", "rm", "person"])  # fmt: skip
def test_no_archive_no_traceback(run: Run, tmp_path: Path, command: str) -> None:
    words = {"add": [SHORT], "show": ["AAAAAAAA"], "rm": ["AAAAAAAA"], "person": ["x"],
             "backup": [tmp_path / "copy.db"], "publish": [tmp_path / "copy.db"],
             "dump": [tmp_path / "d", "--month", "2026-01"]}.get(command, [])  # fmt: skip
    done = run("archive", command, tmp_path / "none.db", *words)
    assert done.exit_code == 2
    assert "there is no archive; make it with `shengji archive init`" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_between_two_archives(db: Path, run: Run, tmp_path: Path) -> None:
    bundle, other = tmp_path / "club.sjb", tmp_path / "other.db"
    made = run("archive", "export", db, "--bundle", bundle, "--as-of", "2999-12-31")
    assert (made.exit_code, made.stderr) == (0, "records 1\n")
    run("archive", "init", other)
    for told in ("added 1, known before 0, refused 0\n", "added 0, known before 1, refused 0\n"):
        done = run("archive", "add", other, bundle, "--jobs", 1)
        assert (done.exit_code, done.stdout) == (0, told)
    nameless = run("archive", "add", other, bundle, "--nameless", "--jobs", 1)
    assert nameless.stdout == "added 1, known before 0, refused 0\n"
    assert run("archive", "export", db, "--bundle", tmp_path / "x", "--all").exit_code == 2
    assert run("archive", "export", db, "--bundle", tmp_path / "x", "--as-of", "1").exit_code == 2


def test_nothing_of_a_broken_bundle_and_all_else(db: Path, run: Run, tmp_path: Path) -> None:
    bundle, other = tmp_path / "club.sjb", tmp_path / "other.db"
    run("archive", "export", db, "--bundle", bundle)
    bundle.write_bytes(bundle.read_bytes()[:-100])
    run("archive", "init", other)
    done = run("archive", "add", other, bundle, SHORT, "--jobs", 1)
    assert done.exit_code == 1
    assert done.stdout == "added 1, known before 0, refused 1\n"
    assert done.stderr == f"{bundle}: damaged or cut off: fetch it again\n"
    piped = run("archive", "add", other, "-", "--jobs", 1, given=bundle.read_bytes())
    assert piped.exit_code == 1 and "a bundle is read from a file" in piped.stderr


def test_dump_of_a_month_that_is_over(db: Path, run: Run, tmp_path: Path) -> None:
    with Archive(db) as archive:
        month = archive.every().rows[0].created[:7]
    early = run("archive", "dump", db, tmp_path / "d", "--month", month, "--as-of", f"{month}-01")
    assert early.exit_code == 2 and "is not over" in early.stderr
    done = run("archive", "dump", db, tmp_path / "d", "--month", month, "--as-of", "2999-12-31")
    assert (done.exit_code, done.stderr) == (0, "records 1\n")
    names = {path.name.removeprefix(f"shengji-{month}.") for path in (tmp_path / "d").iterdir()}
    assert names == {"sjn.gz", "jsonl.gz", "counts.txt", "LICENCE.txt", "known-issues.txt",
                     "sha256sums.txt"}  # fmt: skip
    assert run("archive", "dump", db, tmp_path / "d", "--month", "2026-13").exit_code == 2


def test_publish(db: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "public.db"
    assert run("archive", "publish", db, target).stdout == "entries 1\n"
    assert run("archive", "search", target, "陈伟").exit_code == 0
    refused = run("archive", "add", target, SHORT, "--jobs", 1)
    assert refused.exit_code == 2 and "is published" in refused.stderr
    assert run("archive", "publish", db, target).exit_code == 2


def test_tables(db: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("archive", "export", db, "--parquet", tmp_path / "p", "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "records 1\n")
    assert (tmp_path / "p" / "plays" / "000000.parquet").read_bytes().startswith(b"PAR1")
    assert not (tmp_path / "p" / "states").exists()
    done = run("archive", "export", db, "--jsonl", tmp_path / "j", "--features", "--nameless",
               "--jobs", 1)  # fmt: skip
    assert done.exit_code == 0
    rows = json.loads((tmp_path / "j" / "manifest.json").read_text("utf-8"))["rows"]
    assert rows == {"games": 1, "hands": 4, "plays": 244, "states": 244}
    for wrong in (["--features"], ["--parquet", tmp_path / "x", "--jsonl", tmp_path / "y"],
                  ["--jsonl", tmp_path / "x", "--all"], ["--jsonl", tmp_path / "p"]):  # fmt: skip
        assert run("archive", "export", db, *wrong).exit_code == 2, wrong
    monkeypatch.setattr("shengji.cli.archive.exporting.find_spec", lambda name: None)
    lacking = run("archive", "export", db, "--parquet", tmp_path / "x")
    assert lacking.exit_code == 2 and "pip install 'shengji[data]'" in lacking.stderr
    assert not (tmp_path / "x").exists()
