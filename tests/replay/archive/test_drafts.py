"""Drafts on the server: tokens, versions, two devices, spectators, other formats."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji.replay.archive import Archive, Drafts, Live, NotFoundError
from shengji.replay.archive.publishing import publish
from shengji.replay.archive.remembering import Remembered
from shengji.replay.recording import (
    Conflict,
    Draft,
    DraftError,
    Enter,
    Trouble,
    opening,
    settle,
    to_json,
)

HAND = Enter(("hand 1 ac=2 bd=2 dealer=a",))
LINES = tuple(Enter((line,)) for line in ("trump S 2 a", "take a", "1 a SA"))


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as found:
        yield found


@pytest.fixture
def drafts(archive: Archive) -> Drafts:
    return Drafts(archive)


def begun() -> Draft:
    return opening("standard").do(HAND)


def test_each_change_is_kept(archive: Archive, drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    for place, action in enumerate(LINES):
        drafts.receive(name, token, 2 + place, [action])
    again = Drafts(archive).get(name, token)
    assert again.version == 5
    assert again.draft == begun().doing(LINES)


def test_only_the_hash_of_the_token_is_kept(archive: Archive, drafts: Drafts) -> None:
    _, token = drafts.start(begun())
    assert token.encode() not in archive.path.read_bytes()
    assert token.encode() not in archive.path.with_name("club.db-wal").read_bytes()


def test_wrong_and_revoked_tokens_open_nothing(drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    with pytest.raises(NotFoundError):
        drafts.get(name, "wrong")
    with pytest.raises(NotFoundError):
        drafts.get("nobody", token)
    fresh = drafts.renew(name, token)
    with pytest.raises(NotFoundError):
        drafts.receive(name, token, 2, LINES)
    assert drafts.get(name, fresh).version == 2
    drafts.erase(name, fresh)
    with pytest.raises(NotFoundError):
        drafts.get(name, fresh)


def test_an_answer_that_got_lost_does_no_harm(drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    drafts.receive(name, token, 2, LINES)
    drafts.receive(name, token, 2, LINES)
    assert drafts.get(name, token).version == 5


def test_what_another_program_wrote_is_seen(archive: Archive, drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    assert drafts.get(name, token).version == 2
    with Archive(archive.path) as other:
        rows = [(2, LINES[0]), (3, LINES[1])]
        with other.writing() as db:
            for number, action in rows:
                db.conn.execute(
                    "insert into draft_action select id, ?, 5.0, ? from draft",
                    (number, json.dumps(to_json(action))),
                )
    assert drafts.get(name, token).draft == begun().doing(LINES[:2])


def test_an_archive_put_back_from_a_copy_is_read_anew(archive: Archive, drafts: Drafts) -> None:
    """Its log is shorter than what was read before, or goes on in another way."""
    name, token = drafts.start(begun())
    drafts.receive(name, token, 2, LINES)
    assert drafts.get(name, token).version == 5
    with archive.writing() as db:
        db.conn.execute("delete from draft_action where number > 2")
    assert drafts.get(name, token).draft == begun().do(LINES[0])
    with archive.writing() as db:
        db.conn.execute(
            "update draft_action set action = ? where number = 2", (json.dumps(to_json(LINES[1])),)
        )
    assert drafts.get(name, token).draft == begun().do(LINES[1])


def test_drafts_that_nobody_asked_for_are_forgotten(archive: Archive, drafts: Drafts) -> None:
    remembered = Remembered(most=2)
    names = [drafts.start(begun().do(line))[0] for line in LINES]
    with archive.reading() as db:
        for _ in range(2):
            found = [remembered.draft(db, place, name) for place, name in enumerate(names, 1)]
            assert found == [begun().do(line) for line in LINES]


def test_a_device_starts_a_draft_under_its_own_id_as_often_as_it_asks(drafts: Drafts) -> None:
    name, token = "a" * 12, "b" * 22
    assert drafts.start_as(name, token, begun()).version == 2
    drafts.receive(name, token, 2, LINES)
    again = drafts.start_as(name, token, opening("godot").do(HAND))
    assert again.draft == begun().doing(LINES)
    assert drafts.get(name, token) == again


def test_an_id_that_is_taken_or_none_at_all_starts_nothing(drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    with pytest.raises(NotFoundError):
        drafts.start_as(name, "b" * 22, begun())
    for bad in (("short", token), (name, "weak"), ("a" * 11 + "/", token)):
        with pytest.raises(ValueError, match="no id and token"):
            drafts.start_as(*bad, begun())
    assert drafts.get(name, token).version == 2


def test_two_devices_that_part_are_told_and_nothing_is_written(drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    drafts.receive(name, token, 2, [LINES[0]])
    mine = Enter(("trump H 2 a",))
    conflict = drafts.receive(name, token, 2, [mine])
    assert conflict == Conflict(2, (mine,), (LINES[0],))
    assert drafts.get(name, token).version == 3
    settled = settle(drafts.get(name, token).draft, conflict, keep_mine=True)
    drafts.receive(name, token, 3, settled.log[3:])
    assert drafts.get(name, token).draft.lines[-1] == "trump H 2 a"


def test_changes_are_missing_in_between(drafts: Drafts) -> None:
    name, token = drafts.start(begun())
    with pytest.raises(DraftError) as error:
        drafts.receive(name, token, 5, LINES)
    assert error.value.trouble is Trouble.CUT


def test_a_draft_of_another_format_is_refused_with_the_reason(
    archive: Archive, drafts: Drafts
) -> None:
    name, token = drafts.start(begun())
    with archive.writing() as db:
        db.conn.execute("update draft set format = 99")
    with pytest.raises(DraftError) as error:
        drafts.get(name, token)
    assert (error.value.trouble, error.value.detail) == (Trouble.VERSION, "99")


def test_spectators_see_what_was_chosen_and_as_late(archive: Archive) -> None:
    now = 1_000_000.0
    drafts = Drafts(archive, lambda: now)
    name, token = drafts.start(begun())
    with pytest.raises(NotFoundError):
        drafts.watched(name)
    drafts.show(name, token, Live.TABLE, 60)
    now += 30
    drafts.receive(name, token, 2, LINES)
    now += 40
    late = drafts.watched(name)
    assert (late.version, late.pending, late.live) == (2, True, Live.TABLE)
    now += 30
    assert drafts.watched(name).version == 5
    assert not drafts.watched(name).pending


def test_published_copies_hold_no_draft(archive: Archive, drafts: Drafts, tmp_path: Path) -> None:
    drafts.start(opening("standard", players=("Sibylle",)))
    publish(archive, tmp_path / "public.db")
    assert b"Sibylle" not in (tmp_path / "public.db").read_bytes()
