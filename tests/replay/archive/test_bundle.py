"""Bundles: the same bytes for the same records, and nothing of one that is not whole."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shengji.replay.archive import Archive, BundleError, Licence, Visibility
from shengji.replay.archive.bundle import Bundle, write_bundle
from shengji.replay.archive.importing import Feed, Importer, Step
from shengji.replay.archive.sharing import Wanted

Make = Callable[..., bytes]
DAY = "2999-12-31"


@pytest.fixture
def full(archive: Archive, make: Make, whole_match: bytes) -> Archive:
    """Records of two licences, one that is nobody's to pass on, one unlisted, one with errors."""
    archive.add(whole_match)
    archive.add(make("陈伟", "Li Na", "王强", "赵敏"), licence=Licence.CC_BY)
    archive.add(make("Zoe", event="lost", points=333))
    archive.add(make("Secret"), licence=Licence.PRIVATE)
    archive.add(make("Hidden"), visibility=Visibility.UNLISTED)
    return archive


@pytest.fixture
def path(full: Archive, tmp_path: Path) -> Path:
    write_bundle(full, tmp_path / "club.sjb", Wanted(DAY))
    return tmp_path / "club.sjb"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "other.db") as made:
        yield made


def feeds(bundle: Bundle, licence: Licence) -> list[Feed]:
    return [
        Feed(part.name, lambda part=part: bundle.stream(part), part.bytes, part.sha256)  # type: ignore[misc]
        for part in bundle.manifest.parts
        if part.licence is licence
    ]


def take(archive: Archive, bundle: Bundle) -> list[Step]:
    """Bring a bundle into an archive."""
    steps: list[Step] = []
    with ThreadPoolExecutor(1) as executor:
        for licence in bundle.manifest.licences:
            importer = Importer(archive, executor, licence=licence)
            steps += importer.run(feeds(bundle, licence))
    return steps


def contents(archive: Archive) -> set[tuple[str, str]]:
    return {
        (archive.get(row.public_id).record_id, row.licence)
        for row in archive.every(Visibility.PUBLIC).rows
    }


def test_only_what_may_be_passed_on(path: Path) -> None:
    manifest = Bundle(path).manifest
    assert [(part.licence, part.records) for part in manifest.parts] == [
        (Licence.CC0, 2),
        (Licence.CC_BY, 1),
    ]
    assert manifest.parts[0].plays == 244
    with zipfile.ZipFile(path) as file:
        everything = b"".join(file.read(name) for name in file.namelist())
        told = json.loads(file.read("manifest.json"))
        licence = file.read("LICENCE.txt").decode()
    assert b"Secret" not in everything and b"Hidden" not in everything
    assert (told["version"], told["as_of"], told["records"], told["hands"]) == (1, DAY, 3, 6)
    assert "creativecommons.org/licenses/by/4.0" in licence
    for part in told["parts"]:
        with zipfile.ZipFile(path) as file:
            data = file.read(part["name"])
        assert (len(data), hashlib.sha256(data).hexdigest()) == (part["bytes"], part["sha256"])


def test_known_issues_are_told(full: Archive, path: Path) -> None:
    """Of the entries that are in it, and no others."""
    counted: dict[str, int] = {}
    with full.reading() as db:
        sql = (
            "select code, count(*) from flag join entry on id = entry_id where visibility ="
            " 'public' and licence <> 'private' group by code"
        )
        counted.update(db.conn.execute(sql).fetchall())
    assert counted and {i.code: i.records for i in Bundle(path).manifest.issues} == counted


def test_equal_records_make_equal_bytes(full: Archive, other: Archive, tmp_path: Path) -> None:
    """Whatever the order was in which they came."""
    for row in reversed(full.every(Visibility.PUBLIC).rows):
        if row.licence is not Licence.PRIVATE:
            other.add(full.get(row.public_id).text.encode(), licence=row.licence)
    write_bundle(full, tmp_path / "a", Wanted(DAY))
    write_bundle(other, tmp_path / "b", Wanted(DAY))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_day_bounds_it(full: Archive, tmp_path: Path) -> None:
    assert write_bundle(full, tmp_path / "empty", Wanted("2000-01-01")).records == 0
    assert Bundle(tmp_path / "empty").manifest.parts == ()


def test_it_goes_into_another_archive_once(full: Archive, other: Archive, path: Path) -> None:
    bundle = Bundle(path)
    first, again = take(other, bundle), take(other, bundle)
    assert sum(step.added for step in first) == 3
    assert (sum(s.added for s in again), sum(s.known for s in again)) == (0, 3)
    assert contents(other) == {each for each in contents(full) if each[1] != "private"}


def test_without_names(full: Archive, other: Archive, make: Make, tmp_path: Path) -> None:
    """Two records that differ in names alone become one."""
    full.add(make("Anna", "Bert", "Carl", "Dora"), licence=Licence.CC_BY)
    target = tmp_path / "nameless"
    manifest = write_bundle(full, target, Wanted(DAY, without_names=True))
    assert manifest.nameless and manifest.records == 3
    take(other, Bundle(target))
    texts = [other.get(row.public_id).text for row in other.every().rows]
    assert len(texts) == 3
    assert not any(name in text for text in texts for name in ("陈伟", "Li Na", "Anna", "Zoe"))


def test_names_can_be_left_out_by_whoever_takes_it(other: Archive, path: Path) -> None:
    bundle = Bundle(path)
    with ThreadPoolExecutor(1) as executor:
        for _ in range(2):
            importer = Importer(other, executor, licence=Licence.CC_BY, without_names=True)
            list(importer.run(feeds(bundle, Licence.CC_BY)))
    (row,) = other.every().rows
    assert row.nameless and "陈伟" not in other.raw(row.public_id).decode()


def test_a_broken_import_goes_on(
    full: Archive, other: Archive, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.replay.archive.importing.CHUNK_RECORDS", 1)
    bundle = Bundle(path)
    with ThreadPoolExecutor(1) as executor:
        run = Importer(other, executor).run(feeds(bundle, Licence.CC0))
        next(run)
        run.close()
    assert len(other.every().rows) == 1
    steps = take(other, bundle)
    assert steps[0].earlier and sum(step.added for step in steps[1:]) == 2
    assert len(contents(other)) == 3


def test_what_is_there_is_not_written_over(full: Archive, path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError, match="is there already"):
        write_bundle(full, path, Wanted(DAY))
    assert path.read_bytes() == before


# -- made to do harm ------------------------------------------------------------------------


def remade(path: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The bundle with other members, as a ZIP file in order."""
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    made = path.with_name("made.sjb")
    with zipfile.ZipFile(made, "w") as file:
        for name, data in members.items():
            stored = name == "mimetype"
            file.writestr(name, data, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    return made


def retold(members: dict[str, bytes], **changes: object) -> None:
    told = json.loads(members["manifest.json"]) | changes
    members["manifest.json"] = json.dumps(told).encode()


def part_retold(members: dict[str, bytes], **changes: object) -> None:
    told = json.loads(members["manifest.json"])
    told["parts"][0] |= changes
    told["records"] = sum(part["records"] for part in told["parts"])
    members["manifest.json"] = json.dumps(told).encode()


def bomb(members: dict[str, bytes]) -> None:
    """A part of zeros that fits all that the manifest says of it."""
    data = bytes(64 << 20)
    members["000001.sjn"] = data
    part_retold(members, bytes=len(data), sha256=hashlib.sha256(data).hexdigest())


def test_every_flipped_bit_is_noticed_or_harmless(path: Path) -> None:
    """Nothing of a part or of the manifest can become another."""
    raw, truth = path.read_bytes(), Bundle(path)
    parts = [truth.stream(part).read() for part in truth.manifest.parts]
    refused = 0
    for place in range(0, len(raw), 7):
        flipped = bytearray(raw)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        try:
            found = Bundle(path)
        except BundleError:
            refused += 1
        else:
            assert found.manifest == truth.manifest
            assert [found.stream(part).read() for part in found.manifest.parts] == parts
    assert refused > len(raw) // 7 // 2


def test_cut_off_anywhere(path: Path) -> None:
    raw = path.read_bytes()
    for length in range(0, len(raw), 97):
        path.write_bytes(raw[:length])
        with pytest.raises(BundleError, match="damaged or cut off"):
            Bundle(path)


HARM: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "missing part": (lambda m: m.pop("000002.sjn"), "'000002.sjn' is missing"),
    "no manifest": (lambda m: m.pop("manifest.json"), "no manifest.json"),
    "no JSON": (lambda m: m.update({"manifest.json": b"{"}), "not JSON, or cut off"),
    "deep JSON": (lambda m: m.update({"manifest.json": b"[" * 100_000}), "nested too deeply"),
    "newer version": (lambda m: retold(m, version=2), "newer than this program, which knows 1"),
    "other format": (lambda m: retold(m, format="zip"), "expected 'shengji-bundle'"),
    "wrong sum": (lambda m: retold(m, records=7), "expected 3, the sum of its parts"),
    "no day": (lambda m: retold(m, as_of="yesterday"), "expected a day like"),
    "path outside": (lambda m: part_retold(m, name="../../000001.sjn"), "a name like '000001.sjn'"),
    "absolute path": (lambda m: part_retold(m, name="/etc/passwd"), "a name like '000001.sjn'"),
    "member outside": (lambda m: m.update({"../evil": b"x"}), "'../evil', of which its manifest"),
    "no licence": (lambda m: part_retold(m, licence="private"), "'CC0-1.0' or 'CC-BY-4.0'"),
    "part twice": (lambda m: part_retold(m, name="000002.sjn"), "parts with different names"),
    "other contents": (lambda m: m.update({"000001.sjn": m["000002.sjn"]}), "is not what it was"),
    "longer than told": (
        lambda m: m.update({"000001.sjn": m["000001.sjn"] + b"#"}),
        "unpacks to more than",
    ),
    "more records than told": (lambda m: part_retold(m, records=1), "has 2 records, and not 1"),
    "too long": (lambda m: part_retold(m, bytes=1 << 40), "a whole number from 1 to"),
    "bomb": (bomb, "would unpack to 67108864 bytes from"),
    "bomb that hides": (
        lambda m: m.update({"000001.sjn": bytes(64 << 20)}),
        "unpacks to more than",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HARM)
def test_what_is_wrong_is_told(path: Path, name: str) -> None:
    change, said = HARM[name]
    made = remade(path, change)
    with pytest.raises(BundleError) as told:
        Bundle(made)
    assert said in str(told.value) and str(made) in str(told.value)


def test_a_member_twice(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("000001.sjn", b"x")
    with pytest.raises(BundleError, match=r"'000001\.sjn' twice"):
        Bundle(path)


def test_a_bundle_that_changes_while_it_is_taken(other: Archive, path: Path) -> None:
    bundle = Bundle(path)
    path.write_bytes(remade(path, lambda m: m.update({"000001.sjn": b"%SJN 1\n"})).read_bytes())
    steps = take(other, bundle)
    assert [refusal.reason for step in steps for refusal in step.refused] == [
        f"{path}: '000001.sjn' is not what it was: fetch the bundle again"
    ]
    assert {row.licence for row in other.every().rows} == {Licence.CC_BY}
