"""What strangers may have: dumps of a month, and archives that are only read."""

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shengji import notation
from shengji.notation import twin
from shengji.replay.archive import (
    OPERATOR,
    Archive,
    ArchiveError,
    Licence,
    NotFoundError,
    Query,
    ReadOnlyError,
    Visibility,
)
from shengji.replay.archive.dumping import dump
from shengji.replay.archive.publishing import publish
from shengji.replay.archive.sharing import Wanted

Make = Callable[..., bytes]


@pytest.fixture
def full(archive: Archive, make: Make, whole_match: bytes) -> Archive:
    archive.add(whole_match)
    archive.add(make("Anna", "Bert"), licence=Licence.CC_BY)
    archive.add(make("Secret Sam"), licence=Licence.PRIVATE)
    archive.add(make("Hidden Hana"), visibility=Visibility.UNLISTED)
    return archive


@pytest.fixture
def october(full: Archive) -> Archive:
    """One of the entries came a month earlier."""
    with full.writing() as db:
        db.conn.execute("update entry set created = '2026-10-31T23:59:59+00:00' where hands = 4")
        db.conn.execute("update entry set created = '2026-11-01T00:00:00+00:00' where hands = 1")
    return full


def test_a_month(october: Archive, tmp_path: Path, whole_match: bytes) -> None:
    made = dump(october, tmp_path / "dumps", "2026-10", Wanted("2026-10-31", "2026-10-01"))
    text, lines, counts, licence, issues, sums = made.files
    record = notation.loads(whole_match).records[0]
    assert gzip.decompress(text.read_bytes()).decode() == notation.dumps(record)
    (line,) = gzip.decompress(lines.read_bytes()).decode().splitlines()
    told = json.loads(line)
    assert told["record_id"] == notation.record_id(record)
    assert twin.loads(json.dumps(told["sjn"])) == (record,)
    assert "records: 1\nhands: 4\nplays: 244\nCC0-1.0: 1\nCC-BY-4.0: 0" in counts.read_text("utf-8")
    assert "CC0-1.0" in licence.read_text("utf-8")
    assert "CC-BY" not in licence.read_text("utf-8")
    assert "shengji explain" in issues.read_text("utf-8")
    for row in sums.read_text("utf-8").splitlines():
        digest, name = row.split("  ")
        assert hashlib.sha256((tmp_path / "dumps" / name).read_bytes()).hexdigest() == digest


def test_a_dump_is_the_same_again_and_never_written_over(october: Archive, tmp_path: Path) -> None:
    wanted = Wanted("2026-11-30", "2026-11-01")
    first, again = (dump(october, tmp_path / name, "2026-11", wanted) for name in ("a", "b"))
    assert first.records == 1
    assert [p.read_bytes() for p in first.files] == [p.read_bytes() for p in again.files]
    with pytest.raises(ArchiveError, match="is there already"):
        dump(october, tmp_path / "a", "2026-11", wanted)


def test_a_published_archive_is_found_and_seen(full: Archive, tmp_path: Path) -> None:
    target = tmp_path / "public.db"
    assert publish(full, target) == 2
    with Archive(target) as public:
        assert public.read_only
        ids = {row.public_id for row in public.search(Query()).rows}
        assert ids == {r.public_id for r in full.search(Query()).rows if r.licence != "private"}
        for id in ids:
            assert public.get(id).text == full.get(id).text
        for change in (
            lambda: public.add(b"%SJN 1\n"),
            lambda: public.erase(min(ids), OPERATOR),
        ):
            with pytest.raises((ReadOnlyError, ArchiveError)):
                change()
        with pytest.raises(ReadOnlyError), public.writing():
            pass


def test_nothing_else_is_in_its_bytes(full: Archive, make: Make, tmp_path: Path) -> None:
    """Names of hidden entries are gone, also as the other name of somebody who is public."""
    full.add(make("Nickname"), visibility=Visibility.PRIVATE)
    full.merge_players("Anna", "Nickname")
    full.share(full.every(Visibility.UNLISTED).rows[0].public_id, OPERATOR)
    target = tmp_path / "public.db"
    publish(full, target)
    raw = target.read_bytes().lower()
    for name in (b"secret", b"hidden", b"nickname"):
        assert name not in raw, name
    with Archive(target) as public:
        assert [player.slug for player in public.players("anna")] == ["anna"]
        with public.reading() as db:
            assert db.conn.execute("select distinct owner from entry").fetchall() == [(bytes(32),)]
            assert db.conn.execute("select count(*) from share").fetchone() == (0,)


def test_published_without_names(full: Archive, make: Make, tmp_path: Path) -> None:
    full.add(make("Carl", "Dora"))
    target = tmp_path / "public.db"
    assert publish(full, target, without_names=True) == 2
    assert not any(name in target.read_bytes() for name in (b"Anna", b"Dora", "陈伟".encode()))
    with Archive(target) as public:
        assert public.players() == () and all(r.nameless for r in public.search(Query()).rows)


def test_no_edit_token_opens_it(full: Archive, make: Make, tmp_path: Path) -> None:
    target = tmp_path / "public.db"
    publish(full, target)
    with Archive(target) as public, pytest.raises(NotFoundError):
        public.get("AAAAAAAA")
    with pytest.raises(ArchiveError, match="is there already"):
        publish(full, target)
