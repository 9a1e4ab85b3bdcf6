"""Names go where they have to go: from tags, comments, notes, lists, search and the file itself."""

from collections.abc import Callable

import pytest

from shengji import notation
from shengji.replay.archive import (
    OPERATOR,
    Archive,
    ConflictError,
    NotFoundError,
    Query,
    Viewer,
    Visibility,
    nameless,
)
from shengji.replay.archive.verifying import check_file

Make = Callable[..., bytes]

NAMED = """\
%SJN 1
# 陈伟 wrote this, and Li Na, not Li Nan, agreed
[Event "陈伟's birthday"]
[Site "?"]
[Date "2026-11-27"]
[Rules "standard@1"]
[PlayerA "陈伟"]
[PlayerB "Li Na"] # Li  na sat down late
[PlayerC "王强"]
[PlayerD "?"]
[Referee "周婷"]
[Annotator "陈伟"]
x-club 陈伟 pays

hand 1 ac=2 bd=2 dealer=a
[PlayerC "小明"]
sheet # LI NA was tired
result 80
end
note 1 "王强 had to leave; 小明 sat in"

# 陈伟 and 王强 won
"""
NAMES = ("陈伟", "Li Na ", '"Li Na"', "Li  na", "LI NA", "王强", "小明", "周婷")


def record_of(text: str) -> notation.Parsed:
    parsed = notation.loads(text)
    assert parsed.ok, parsed.diagnostics
    return parsed


def test_seats_stand_where_names_stood() -> None:
    text = notation.dumps(nameless(record_of(NAMED).records[0]))
    assert (
        text
        == """\
%SJN 1
# (a) wrote this, and (b), not Li Nan, agreed
[Event "(a)'s birthday"]
[Site "?"]
[Date "2026-11-27"]
[Rules "standard@1"]
[PlayerA "?"]
[PlayerB "?"] # (b) sat down late
[PlayerC "?"]
[PlayerD "?"]
[Referee "?"]
[Annotator "?"]
x-club (a) pays

hand 1 ac=2 bd=2 dealer=a
[PlayerC "?"]
sheet # (b) was tired
result 80
end
note 1 "(c) had to leave; (c) sat in"
# (a) and (c) won
"""
    )
    assert notation.match_play_id(record_of(text).records[0]) == notation.match_play_id(
        record_of(NAMED).records[0]
    )


def test_only_one_name_goes() -> None:
    text = notation.dumps(nameless(record_of(NAMED).records[0], ["陳偉"]))
    assert "陈伟" not in text and '[PlayerB "Li Na"]' in text and '[Referee "周婷"]' in text
    referee = notation.dumps(nameless(record_of(NAMED).records[0], ["周婷"]))
    assert "周婷" not in referee and "陈伟 wrote this" in referee


def test_a_record_without_names_stays_as_it_is(whole_match: bytes) -> None:
    record = nameless(notation.loads(whole_match).records[0])
    assert nameless(record) == record


def test_a_record_id_goes_with_the_names(whole_match: bytes) -> None:
    record = notation.loads(whole_match).records[0]
    stated = f'%SJN 1\n[RecordId "{notation.record_id(record)}"]\n'.encode()
    record = notation.loads(whole_match.replace(b"%SJN 1\n", stated, 1)).records[0]
    assert nameless(record).tag("RecordId") is None


def test_names_are_gone_from_the_file(archive: Archive) -> None:
    added = archive.add(NAMED.encode())
    assert added.edit_token is not None
    owner = Viewer(tokens=(added.edit_token,))
    archive.revise(added.public_id, NAMED.replace("80", "85").encode(), owner)
    assert archive.search(Query(player="陈伟")).rows
    archive.anonymise(added.public_id, owner)
    for revision in (1, 2):
        entry = archive.get(added.public_id, revision=revision)
        assert not any(name in entry.text for name in NAMES)
        assert archive.raw(added.public_id, revision=revision).decode() == entry.text
    assert archive.get(added.public_id).row.players == ()
    assert archive.get(added.public_id).row.nameless
    assert archive.players() == ()
    assert archive.search(Query(player="陈伟")).rows == ()
    assert archive.search(Query(text="陈伟")).rows == ()
    assert check_file(archive) == ()
    with archive.writing() as db:
        db.conn.execute("insert into words (words) values ('optimize')")
    archive.close()
    Archive(archive.path).close()
    data = archive.path.read_bytes()
    assert not any(name.encode() in data for name in NAMES)


def test_a_correction_of_a_nameless_entry_is_nameless(archive: Archive) -> None:
    added = archive.add(NAMED.encode(), without_names=True)
    assert added.edit_token is not None
    corrected = NAMED.replace("80", "85").encode()
    archive.revise(added.public_id, corrected, Viewer(tokens=(added.edit_token,)))
    assert not any(name in archive.get(added.public_id).text for name in NAMES)
    assert archive.players() == ()


def test_a_public_nameless_twin_is_in_the_way(archive: Archive) -> None:
    first = archive.add(NAMED.encode(), without_names=True)
    second = archive.add(NAMED.encode())
    with pytest.raises(ConflictError) as error:
        archive.anonymise(second.public_id, OPERATOR)
    assert error.value.public_id == first.public_id
    assert "陈伟" in archive.get(second.public_id).text


def test_the_operator_finds_and_forgets_a_person(archive: Archive, make: Make) -> None:
    public = archive.add(make("陈伟", "Li Na", event="one", comment="陈伟 led")).public_id
    private = archive.add(
        make("小陈", event="two", comment="小陳 slept"), visibility=Visibility.PRIVATE
    ).public_id
    other = archive.add(make("陈伟伟", event="three")).public_id
    archive.merge_players("小陈", "陈伟")
    assert {row.public_id for row in archive.entries_of("陳偉")} == {public, private}
    assert archive.forget("陈伟") == 2
    assert archive.entries_of("陈伟") == ()
    text = archive.get(public).text
    assert "陈伟" not in text and "(a) led" in text and "Li Na" in text
    hidden = archive.get(private, OPERATOR).text
    assert "小陈" not in hidden and "小陳" not in hidden
    assert "陈伟伟" in archive.get(other).text
    with pytest.raises(NotFoundError):
        archive.merge_players("陈伟", "Li Na")


def test_a_referee_is_nobody_in_notes_either() -> None:
    told = NAMED.replace("[Annotator", '[Source "周婷, on paper"]\n[Annotator').replace(
        "小明 sat in", "周婷 let 小明 sit in"
    )
    text = notation.dumps(nameless(record_of(told).records[0]))
    assert "周婷" not in text and '[Source "(?), on paper"]' in text
    assert "(?) let (c) sit in" in text


@pytest.mark.parametrize("name", ("陈伟", "周婷"))
def test_a_person_is_forgotten_in_revisions_that_a_correction_replaced(
    archive: Archive, name: str
) -> None:
    """Older revisions keep their addresses, and people other than players stand in tags too."""
    added = archive.add(NAMED.encode())
    assert added.edit_token is not None
    corrected = NAMED.replace(name, "赵六").encode()
    archive.revise(added.public_id, corrected, Viewer(tokens=(added.edit_token,)))
    assert [row.public_id for row in archive.entries_of(name)] == [added.public_id]
    assert archive.forget(name) == 1
    assert name not in archive.get(added.public_id, revision=1).text
    assert name not in archive.raw(added.public_id, revision=1).decode()
    assert archive.get(added.public_id).text.count("赵六") == corrected.decode().count("赵六")
    assert archive.entries_of(name) == () and archive.forget(name) == 0
    assert check_file(archive) == ()


def test_a_referee_of_the_newest_revision_is_forgotten(archive: Archive) -> None:
    added = archive.add(NAMED.encode())
    assert archive.forget("周婷") == 1
    text = archive.get(added.public_id).text
    assert "周婷" not in text and '[PlayerB "Li Na"]' in text
    assert archive.search(Query(text="周婷")).rows == ()


def test_an_erased_entry_takes_its_players_along(archive: Archive, make: Make) -> None:
    gone = archive.add(make("陈伟", "Li Na", event="one")).public_id
    archive.add(make("Li Na", event="two"))
    archive.erase(gone, OPERATOR)
    assert [player.name for player in archive.players()] == ["Li Na"]
    assert archive.stats().revisions == 1
    assert check_file(archive) == ()
