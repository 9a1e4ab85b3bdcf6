"""One record is one entry, among what its uploader may see; nobody learns of anything else."""

import itertools

import pytest

from shengji.replay.archive import (
    OPERATOR,
    STRANGER,
    Archive,
    ConflictError,
    Licence,
    NotAllowedError,
    NotFoundError,
    Query,
    RefusedError,
    Viewer,
    Visibility,
)
from shengji.replay.archive.gate import ALPHABET
from shengji.replay.archive.model import Added

VISIBILITIES = list(Visibility)


def owner_of(added: Added) -> Viewer:
    assert added.edit_token is not None
    return Viewer(tokens=(added.edit_token,))


def test_the_same_record_twice_is_one_entry(archive: Archive, whole_match: bytes) -> None:
    first = archive.add(whole_match)
    again = archive.add(whole_match.replace(b"\n", b"\r\n"))
    assert first.created and not again.created
    assert (again.public_id, again.revision, again.edit_token) == (first.public_id, 1, None)
    assert archive.count(Query()).number == 1


def test_ids_are_eight_letters_that_nobody_confuses(archive: Archive, whole_match: bytes) -> None:
    public_id = archive.add(whole_match).public_id
    assert len(public_id) == 8
    assert set(public_id) <= set(ALPHABET)
    assert not set(ALPHABET) & set("0O1lI")
    assert len(set(ALPHABET)) == 57


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_a_hidden_record_never_answers_a_stranger(
    archive: Archive, whole_match: bytes, visibility: Visibility
) -> None:
    hidden = archive.add(whole_match, visibility=visibility)
    twin = archive.add(whole_match)
    assert twin.created and twin.public_id != hidden.public_id
    own = archive.add(whole_match, viewer=owner_of(hidden), visibility=visibility)
    assert not own.created


@pytest.mark.parametrize(("visibility", "again"), [*itertools.product(VISIBILITIES, repeat=2)])
def test_the_operator_stores_nothing_twice(
    archive: Archive, whole_match: bytes, visibility: Visibility, again: Visibility
) -> None:
    archive.add(whole_match, viewer=OPERATOR, visibility=visibility)
    second = archive.add(whole_match, viewer=OPERATOR, visibility=again)
    assert second.created is (visibility is not Visibility.PUBLIC and visibility is not again)


def test_who_sees_what(archive: Archive, whole_match: bytes) -> None:
    """The matrix of viewer and visibility."""
    seen = {}
    for visibility in VISIBILITIES:
        added = archive.add(whole_match + visibility.encode().join([b"# ", b"\n"]),
                            visibility=visibility)  # fmt: skip
        owner = owner_of(added)
        shared = Viewer(tokens=(archive.share(added.public_id, owner),))
        other = owner_of(archive.add(b'%SJN 1\n[Rules "standard@1"]\n# ' + visibility.encode()))
        viewers = {"stranger": STRANGER, "other": other, "shared": shared, "owner": owner,
                   "operator": OPERATOR}  # fmt: skip
        seen[visibility.value] = {name for name, viewer in viewers.items()
                                  if sees(archive, added.public_id, viewer)}  # fmt: skip
    assert seen == {
        "public": {"stranger", "other", "shared", "owner", "operator"},
        "unlisted": {"shared", "owner", "operator"},
        "private": {"owner", "operator"},
    }


def sees(archive: Archive, public_id: str, viewer: Viewer) -> bool:
    """Whether an entry is there for a viewer, by every way of asking for it."""
    questions = (
        archive.get, archive.raw, archive.detail, archive.revisions, archive.same_play,
    )  # fmt: skip
    answers = set()
    for question in questions:
        try:
            question(public_id, viewer)
            answers.add(True)
        except NotFoundError as error:
            assert str(error) == f"there is no entry {public_id!r}"
            answers.add(False)
    assert len(answers) == 1
    return answers.pop()


def test_what_is_hidden_is_in_no_list(archive: Archive, whole_match: bytes) -> None:
    for visibility in (Visibility.UNLISTED, Visibility.PRIVATE):
        archive.add(whole_match, visibility=visibility)
    assert archive.search(Query()).rows == ()
    assert archive.count(Query()).number == 0
    assert archive.facets(Query(), "preset") == {}
    assert archive.players() == ()
    with pytest.raises(NotFoundError):
        archive.player("li-na")


def test_a_revoked_token_is_none(archive: Archive, whole_match: bytes) -> None:
    added = archive.add(whole_match, visibility=Visibility.UNLISTED)
    owner = owner_of(added)
    tokens = [archive.share(added.public_id, owner) for _ in range(3)]
    assert archive.revoke(added.public_id, owner, tokens[0]) == 1
    assert not sees(archive, added.public_id, Viewer(tokens=(tokens[0],)))
    assert sees(archive, added.public_id, Viewer(tokens=(tokens[0], tokens[1])))
    assert archive.revoke(added.public_id, owner) == 2
    assert not sees(archive, added.public_id, Viewer(tokens=tuple(tokens)))


def test_tokens_are_not_in_the_file(archive: Archive, whole_match: bytes) -> None:
    added = archive.add(whole_match)
    token = archive.share(added.public_id, owner_of(added))
    archive.close()
    data = b"".join(path.read_bytes() for path in archive.path.parent.iterdir())
    assert added.edit_token is not None
    assert added.edit_token.encode() not in data and token.encode() not in data


def test_only_the_owner_changes_an_entry(archive: Archive, whole_match: bytes) -> None:
    added = archive.add(whole_match)
    public_id = added.public_id
    token = archive.share(public_id, owner_of(added))
    for viewer in (STRANGER, Viewer(tokens=("x",)), Viewer(tokens=(token,))):
        for change in (
            lambda viewer: archive.revise(public_id, whole_match + b"# more\n", viewer),
            lambda viewer: archive.set_visibility(public_id, Visibility.PRIVATE, viewer),
            lambda viewer: archive.set_licence(public_id, Licence.PRIVATE, viewer),
            lambda viewer: archive.share(public_id, viewer),
            lambda viewer: archive.revoke(public_id, viewer),
            lambda viewer: archive.anonymise(public_id, viewer),
            lambda viewer: archive.erase(public_id, viewer),
        ):
            with pytest.raises(NotAllowedError):
                change(viewer)
    assert archive.get(public_id).row.visibility is Visibility.PUBLIC
    archive.erase(public_id, owner_of(added))
    with pytest.raises(NotFoundError):
        archive.get(public_id)
    assert archive.search(Query(text="Li Na")).rows == ()


def test_revisions_stay_as_they_were(archive: Archive, whole_match: bytes) -> None:
    added = archive.add(whole_match)
    owner = owner_of(added)
    corrected = whole_match + b"# corrected\n"
    revised = archive.revise(added.public_id, corrected, owner)
    assert (revised.revision, revised.created) == (2, True)
    assert archive.revise(added.public_id, corrected, owner).created is False
    newest, oldest = archive.get(added.public_id), archive.get(added.public_id, revision=1)
    assert (newest.revision, newest.is_newest, oldest.is_newest) == (2, True, False)
    assert "# corrected" in newest.text and "# corrected" not in oldest.text
    assert archive.raw(added.public_id, revision=1) == whole_match
    assert archive.raw(added.public_id) == corrected
    assert [each.number for each in archive.revisions(added.public_id)] == [1, 2]
    assert archive.add(whole_match).revision == 1
    assert archive.search(Query(text="corrected")).rows[0].public_id == added.public_id
    for number in (0, 3, -1, 1 << 70):
        with pytest.raises(NotFoundError):
            archive.get(added.public_id, revision=number)


def test_two_public_entries_never_have_one_record(archive: Archive, whole_match: bytes) -> None:
    public = archive.add(whole_match)
    hidden = archive.add(whole_match + b"# x\n", visibility=Visibility.PRIVATE)
    archive.revise(hidden.public_id, whole_match, owner_of(hidden))
    with pytest.raises(ConflictError) as error:
        archive.set_visibility(hidden.public_id, Visibility.PUBLIC, owner_of(hidden))
    assert error.value.public_id == public.public_id
    other = archive.add(whole_match + b"# y\n")
    with pytest.raises(ConflictError):
        archive.revise(other.public_id, whole_match, owner_of(other))
    assert archive.get(other.public_id).revision == 1


def test_the_same_play_is_linked_among_what_is_public(archive: Archive, whole_match: bytes) -> None:
    first = archive.add(whole_match)
    second = archive.add(whole_match.replace("陈伟".encode(), "小陈".encode()))
    hidden = archive.add(whole_match + b"# mine\n", visibility=Visibility.UNLISTED)
    assert [row.public_id for row in archive.same_play(first.public_id)] == [second.public_id]
    assert archive.same_play(hidden.public_id, owner_of(hidden)) == ()


def test_an_entry_without_names_is_linked_with_none(archive: Archive, whole_match: bytes) -> None:
    """Else the link would say who played it."""
    named = archive.add(whole_match)
    nameless = archive.add(whole_match, without_names=True)
    assert archive.get(nameless.public_id).play_id == archive.get(named.public_id).play_id
    assert archive.same_play(named.public_id) == ()
    assert archive.same_play(nameless.public_id) == ()


@pytest.mark.parametrize(
    "public_id", ["", "x", "00000000", "AAAAAAAA", "A" * 5000, "\0", "陈伟陈伟陈伟陈伟"]
)
def test_an_id_of_nothing(archive: Archive, public_id: str) -> None:
    with pytest.raises(NotFoundError):
        archive.get(public_id)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not all of it"),
        (b"\xff\xfe\x00", "not all of it"),
        (b'%SJN 1\n[Rules "standard@1"]\nhand 1 nonsense\n', "not all of it"),
        (b'%SJN 1\n[Event "x"]\n', "not all of it"),
        (b'%SJN 1\n[Rules "nobody@1"]\n', "no rules"),
        (b'%SJN 1\n[Rules "standard@1"]\n\n%SJN 1\n[Rules "standard@1"]\n', "2 matches"),
    ],
)
def test_what_cannot_be_read_as_a_whole_is_refused(
    archive: Archive, raw: bytes, reason: str
) -> None:
    with pytest.raises(RefusedError, match=reason) as error:
        archive.add(raw)
    assert error.value.diagnostics or "2 matches" in reason
    assert archive.stats().revisions == 0
