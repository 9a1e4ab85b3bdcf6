"""Files that are missing, foreign, newer, read-only, full or damaged; copies of one in use."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlite_utils import Database

from shengji.replay.archive import (
    Archive,
    ArchiveError,
    CorruptError,
    NoArchiveError,
    Query,
    ReadOnlyError,
    Row,
    SchemaError,
)
from shengji.replay.archive.backup import backup, whole_or_nothing
from shengji.replay.archive.connecting import connect
from shengji.replay.archive.schema import migrations
from shengji.replay.archive.verifying import check_file, renew, verify

Make = Callable[..., bytes]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NoArchiveError, match="there is no archive"):
        Archive(tmp_path / "club.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ArchiveError, match=r"cannot be opened"):
        Archive.init(tmp_path / "no" / "folder" / "club.db")


def test_a_file_that_is_no_archive(tmp_path: Path, whole_match: bytes) -> None:
    path = tmp_path / "short-match.sjn"
    path.write_bytes(whole_match)
    for opening in (Archive, Archive.init):
        with pytest.raises(NoArchiveError, match="is no archive"):
            opening(path)
    assert path.read_bytes() == whole_match


def test_another_programs_tables_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with sqlite3.connect(path) as conn:
        conn.execute("create table photo (id integer)")
    conn.close()
    before = path.read_bytes()
    with pytest.raises(NoArchiveError, match="is no archive"):
        Archive(path)
    with pytest.raises(NoArchiveError, match="another program's tables"):
        Archive.init(path)
    assert path.read_bytes() == before


def test_an_archive_of_a_newer_version(archive: Archive) -> None:
    archive.close()
    with sqlite3.connect(archive.path) as conn:
        conn.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at)"
            " values ('shengji', 'moods', '2030-01-01')"
        )
    conn.close()
    for opening in (Archive, Archive.init):
        with pytest.raises(SchemaError, match=r"newer version .* moods"):
            opening(archive.path)


def test_an_archive_of_an_older_version(archive: Archive) -> None:
    archive.close()
    with sqlite3.connect(archive.path) as conn:
        conn.execute("delete from _sqlite_migrations")
    conn.close()
    with pytest.raises(SchemaError, match="archive init"):
        Archive(archive.path)


def test_migrations_again_change_nothing(archive: Archive, whole_match: bytes) -> None:
    public_id = archive.add(whole_match).public_id
    before = schema(archive.path)
    Archive.init(archive.path).close()
    assert schema(archive.path) == before
    assert archive.get(public_id).text
    assert all("strict" in sql.lower() for name, sql in before if ours(name, sql))


def ours(name: str, sql: str) -> bool:
    return sql.lower().startswith("create table") and not name.startswith(("words", "_sqlite"))


def schema(path: Path) -> list[tuple[str, str]]:
    conn = sqlite3.connect(path)
    found = conn.execute("select name, sql from sqlite_master where sql is not null").fetchall()
    conn.close()
    return [(str(name), str(sql)) for name, sql in found]


def test_an_archive_without_pairs_gets_them(archive: Archive, make: Make) -> None:
    """Pairs of characters were no words of their own in the first archives."""
    archive.add(make("陈伟"))
    before = archive.search(Query(text="陈伟")).rows
    assert before
    archive.close()
    with sqlite3.connect(archive.path) as conn:
        texts = conn.execute("select rowid, text from words").fetchall()
        conn.execute("drop table words")
        conn.execute("create virtual table words using fts5(text, tokenize='ascii', prefix='2 3')")
        conn.executemany("insert into words (rowid, text) values (?, ?)", texts)
        conn.execute("delete from _sqlite_migrations where name = 'pairs'")
    conn.close()
    with Archive.init(archive.path) as again:
        assert again.search(Query(text="陈伟")).rows == before
        assert differing(again) == set()


def test_statistics_know_a_new_index_too(archive: Archive, whole_match: bytes) -> None:
    archive.add(whole_match)
    archive.close()
    with sqlite3.connect(archive.path) as conn:
        conn.execute("drop index entry_key")
        conn.execute("delete from _sqlite_migrations where name = 'keys'")
        conn.execute("analyze")
    conn.close()
    Archive.init(archive.path).close()
    with sqlite3.connect(archive.path) as conn:
        known = {name for (name,) in conn.execute("select idx from sqlite_stat1")}
    conn.close()
    assert {"entry_key", "entry_played"} <= known


def test_an_archive_without_masks_gets_them(archive: Archive, whole_match: bytes) -> None:
    public_id = archive.add(whole_match).public_id
    before = archive.facets(Query(), "level"), archive.facets(Query(), "trump")
    archive.close()
    with sqlite3.connect(archive.path) as conn:
        conn.execute("drop index entry_facets")
        for column in ("levels", "trumps", "results"):
            conn.execute(f"alter table entry drop column {column}")
        conn.execute("delete from _sqlite_migrations where name = 'masks'")
    conn.close()
    with pytest.raises(SchemaError, match="archive init"):
        Archive(archive.path)
    with Archive.init(archive.path) as again:
        assert (again.facets(Query(), "level"), again.facets(Query(), "trump")) == before
        assert differing(again) == set()
        assert again.get(public_id).row.hands == 4


def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "club.db"

    @migrations()
    def broken(db: Database) -> None:
        db.conn.execute("create table mood (id integer) strict")
        raise RuntimeError("half way")

    try:
        with pytest.raises(RuntimeError, match="half way"):
            Archive.init(path)
        assert schema(path) == []
    finally:
        migrations._migrations.pop()
    Archive.init(path).close()
    assert "mood" not in dict(schema(path))


def test_every_connection_keeps_the_rules(archive: Archive) -> None:
    for write in (False, True):
        conn = connect(archive.path, write=write).conn
        told = {
            name: conn.execute(f"pragma {name}").fetchone()[0]
            for name in ("foreign_keys", "busy_timeout", "synchronous", "journal_mode",
                         "trusted_schema", "query_only")
        }  # fmt: skip
        assert told == {"foreign_keys": 1, "busy_timeout": 5000, "synchronous": 2,
                        "journal_mode": "wal", "trusted_schema": 0,
                        "query_only": int(not write)}  # fmt: skip
        conn.close()


def test_reading_only(archive: Archive, whole_match: bytes) -> None:
    public_id = archive.add(whole_match).public_id
    with Archive(archive.path, read_only=True) as reader:
        assert reader.get(public_id).text
        with pytest.raises(ReadOnlyError, match="reading only"):
            reader.add(whole_match + b"# x\n")
        with (
            pytest.raises(ReadOnlyError, match="cannot be written to"),
            reader.reading() as db,
        ):
            db.conn.execute("delete from entry")


NOBODY = 65534
READ_ONLY = """
import os, sys
from shengji.replay.archive import Archive, ArchiveError, Query, examine
found = examine(open(sys.argv[2], "rb").read())
with Archive(sys.argv[3]) as other:  # What is loaded on use is not nobody's to read.
    other.search(Query(text="x"))
if os.geteuid() == 0:
    os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})
archive = Archive(sys.argv[1])
print(len(archive.search(Query()).rows))
try:
    archive.add(found)
except ArchiveError as error:
    print(type(error).__name__, error)
"""


def test_a_file_and_folder_that_may_only_be_read(
    archive: Archive, whole_match: bytes, make: Make, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A medium that cannot be written to; root may write anything, and so becomes nobody."""
    archive.add(whole_match)
    archive.close()
    folder = tmp_path_factory.mktemp("readonly")
    copy, record = folder / "club.db", folder / "new.sjn"
    copy.write_bytes(archive.path.read_bytes())
    record.write_bytes(make("new"))
    copy.chmod(0o444)
    folder.chmod(0o555)
    opened = [*folder.parents][: len(folder.parents) - len(Path("/tmp").parts)]
    modes = {each: each.stat().st_mode for each in opened}
    for each in opened:
        each.chmod(0o755)
    try:
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY.format(nobody=NOBODY), str(copy), str(record),
             str(archive.path)],
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
    finally:
        for each, mode in modes.items():
            each.chmod(mode)
        folder.chmod(0o755)
    assert done.stderr == ""
    rows, refused = done.stdout.splitlines()
    assert rows == "1"
    assert refused.startswith("ReadOnlyError") and "cannot be written to" in refused


def test_damaged_pages_are_told(archive: Archive, make: Make) -> None:
    for number in range(60):
        archive.add(make(f"player {number}", comment="x" * 2000))
    archive.close()
    data = bytearray(archive.path.read_bytes())
    for page in range(len(data) // 8192, len(data) // 4096, 2):
        data[page * 4096 : page * 4096 + 2048] = b"\x5a" * 2048
    archive.path.write_bytes(data)
    with Archive(archive.path) as damaged:
        try:
            assert check_file(damaged) != ()
        except CorruptError as error:
            assert "restore a backup" in str(error)
        with pytest.raises(CorruptError, match="damaged"):
            backup(damaged, archive.path.with_name("copy.db"))
        with pytest.raises(CorruptError), ThreadPoolExecutor(1) as executor:
            list(verify(damaged, executor))
    assert {path.name for path in archive.path.parent.iterdir()} - {
        "club.db", "club.db-wal", "club.db-shm"} == set()  # fmt: skip


def test_what_is_stored_otherwise_is_told_and_renewed(archive: Archive, whole_match: bytes) -> None:
    public_id = archive.add(whole_match).public_id
    with archive.writing() as db:
        db.conn.execute("update entry set errors = 7, event = 'x'")
        db.conn.execute("update hand set tractor = 9 where number = 1")
        db.conn.execute("delete from seated where seat = 0")
        db.conn.execute("update words set text = 'x'")
    assert differing(archive) == {"errors", "event", "hands", "seats", "words"}
    renew(archive, public_id)
    assert differing(archive) == set()
    assert archive.search(Query(text="陈伟")).rows != ()
    with archive.writing() as db:
        db.conn.execute("update revision set text = text || '# x', raw_sha256 = zeroblob(32)")
    assert differing(archive) == {"text", "raw_sha256"}


def differing(archive: Archive) -> set[str]:
    with ThreadPoolExecutor(1) as executor:
        return {each.what for chunk in verify(archive, executor) for each in chunk.differences}


# -- copies ---------------------------------------------------------------------------------


def test_a_copy_of_an_archive_in_use_is_one_moment_of_it(
    archive: Archive, whole_match: bytes, tmp_path: Path, make: Make
) -> None:
    stop = threading.Event()
    written: list[str] = []

    def write() -> None:
        while not stop.is_set():
            written.append(archive.add(make(f"player {len(written)}")).public_id)

    archive.add(whole_match)
    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [backup(archive, tmp_path / f"copy-{number}.db") for number in range(3)]
    finally:
        stop.set()
        writer.join()
    for copy in copies:
        with Archive(copy.path) as restored:
            found = {row.public_id for row in entries(restored)}
            assert len(found) == copy.entries
            assert found - {*written[: copy.entries]} <= {row.public_id for row in entries(archive)}
            assert check_file(restored) == ()
            assert differing(restored) == set()
    assert [copy.entries for copy in copies] == sorted(copy.entries for copy in copies)


def entries(archive: Archive) -> list[Row]:
    rows: list[Row] = []
    after = ""
    while True:
        page = archive.every(after=after)
        rows += page.rows
        if not page.next:
            return rows
        after = page.next


def test_a_copy_is_one_file_with_its_checksum(archive: Archive, whole_match: bytes) -> None:
    archive.add(whole_match)
    folder = archive.path.parent / "copies"
    folder.mkdir()
    copy = backup(archive, folder / "club.db")
    assert {path.name for path in folder.iterdir()} == {"club.db", "club.db.sha256"}
    note = (folder / "club.db.sha256").read_text(encoding="utf-8")
    assert note == f"{copy.sha256}  club.db\n"
    assert copy.bytes == copy.path.stat().st_size


def test_no_copy_replaces_a_file(archive: Archive, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_bytes(b"mine")
    with pytest.raises(ArchiveError, match="is there already"):
        backup(archive, target)
    assert target.read_bytes() == b"mine"
    with pytest.raises(ArchiveError, match="no such file"):
        backup(archive, tmp_path / "no" / "folder.db")


def test_a_copy_that_does_not_fit_leaves_nothing(
    archive: Archive, make: Make, tmp_path: Path
) -> None:
    for number in range(40):
        archive.add(make(f"{number}", comment="x" * 3000))
    archive.close()
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    program = Path(sys.executable).with_name("shengji")
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 64; exec "$@"', "-", str(program), "archive", "backup",
         str(archive.path), str(target)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "disk" in done.stderr and "Traceback" not in done.stderr
    assert list(target.parent.iterdir()) == []


def test_whole_or_nothing(tmp_path: Path) -> None:
    target = tmp_path / "out.sjn"
    with pytest.raises(RuntimeError), whole_or_nothing(target) as made:
        made.write_bytes(b"half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    with whole_or_nothing(target) as made:
        made.write_bytes(b"whole")
    assert target.read_bytes() == b"whole"
    assert [*tmp_path.iterdir()] == [target]
