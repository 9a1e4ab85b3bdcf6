"""What a draft becomes: one entry, that the draft's own token opens and no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji.replay.archive import (
    Archive,
    Drafts,
    Entry,
    Examined,
    Licence,
    NotFoundError,
    Viewer,
    Visibility,
    examine,
)
from shengji.replay.recording import Draft, resumed

from .conftest import match_text


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as found:
        yield found


@pytest.fixture
def drafts(archive: Archive) -> Drafts:
    return Drafts(archive)


def written(points: int = 80) -> Draft:
    return resumed(record(points).text)


def record(points: int = 80) -> Examined:
    return examine(match_text("Chen Wei", "Li Na", "Wang", "Zhao", points=points))


def publish(drafts: Drafts, name: str, token: str, points: int = 80, **choices: object) -> None:
    wanted = {"visibility": Visibility.UNLISTED, "licence": Licence.CC0, **choices}
    drafts.publish(name, token, record(points), **wanted)  # type: ignore[arg-type]


def entry(drafts: Drafts, name: str, token: str) -> tuple[Entry, str]:
    found = drafts.entry(name, token)
    assert found is not None
    return found


def test_a_draft_that_is_sent_twice_is_one_entry(archive: Archive, drafts: Drafts) -> None:
    name, token = drafts.start(written())
    assert drafts.entry(name, token) is None
    for _ in range(2):
        publish(drafts, name, token)
    assert archive.stats().entries == {"unlisted": 1}
    found, own = entry(drafts, name, token)
    assert found.may_edit and own != token
    archive.set_visibility(found.row.public_id, Visibility.PRIVATE, Viewer((own,)))
    assert drafts.get(name, token).draft == written()


def test_a_corrected_draft_is_a_revision_and_its_owners_choices_stay(
    archive: Archive, drafts: Drafts
) -> None:
    name, token = drafts.start(written())
    publish(drafts, name, token, without_names=True)
    publish(drafts, name, token, points=75, visibility=Visibility.PUBLIC)
    found, _ = entry(drafts, name, token)
    assert (found.revision, found.row.visibility) == (2, Visibility.UNLISTED)
    assert "Chen Wei" not in found.text and "result 75" in found.text


def test_other_drafts_of_the_same_record_are_other_entries(
    archive: Archive, drafts: Drafts
) -> None:
    for _ in range(2):
        publish(drafts, *drafts.start(written()))
    assert archive.stats().entries == {"unlisted": 2}


def test_what_is_public_already_is_told_and_not_taken_over(
    archive: Archive, drafts: Drafts
) -> None:
    theirs = archive.add(record())
    name, token = drafts.start(written())
    added = drafts.publish(name, token, record(), visibility=Visibility.PUBLIC, licence=Licence.CC0)
    assert (added.public_id, added.created, added.edit_token) == (theirs.public_id, False, None)
    assert drafts.entry(name, token) is None


def test_a_renewed_token_shuts_out_the_old_one_from_the_entry_too(
    archive: Archive, drafts: Drafts
) -> None:
    name, token = drafts.start(written())
    publish(drafts, name, token)
    found, old = entry(drafts, name, token)
    fresh = drafts.renew(name, token)
    with pytest.raises(NotFoundError):
        archive.get(found.row.public_id, Viewer((old,)))
    with pytest.raises(NotFoundError):
        drafts.entry(name, token)
    with pytest.raises(NotFoundError):
        publish(drafts, name, token)
    again, _ = entry(drafts, name, fresh)
    assert again.row.public_id == found.row.public_id
    publish(drafts, name, fresh)
    assert archive.stats().entries == {"unlisted": 1}


def test_the_entry_outlives_its_draft_and_the_draft_its_entry(
    archive: Archive, drafts: Drafts
) -> None:
    name, token = drafts.start(written())
    publish(drafts, name, token)
    found, own = entry(drafts, name, token)
    archive.erase(found.row.public_id, Viewer((own,)))
    assert drafts.entry(name, token) is None
    publish(drafts, name, token)
    found, own = entry(drafts, name, token)
    drafts.erase(name, token)
    assert archive.get(found.row.public_id, Viewer((own,))).may_edit


def test_neither_token_is_kept(archive: Archive, drafts: Drafts) -> None:
    name, token = drafts.start(written())
    publish(drafts, name, token)
    _, own = entry(drafts, name, token)
    kept = archive.path.read_bytes() + archive.path.with_name("club.db-wal").read_bytes()
    assert token.encode() not in kept and own.encode() not in kept
