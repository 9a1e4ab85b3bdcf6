"""The score so far of a draft, and hands of which only the result is told."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from shengji.replay.archive import Archive, Drafts
from shengji.replay.recording import Mode, resumed
from shengji.web import Config, create_app
from shengji.web.recorder.standings import Standing, standings

from .recording import POSITION

SHEETS = """\
%SJN 1
[Rules "standard@1"]
[PlayerA "Chen Wei"]
[PlayerC "Wu"]

hand 1 ac=2 bd=2 dealer=a
sheet
result 35 up=ac+2 next=c
end

hand 2 ac=4 bd=2 dealer=c
sheet
result 80 up=0 next=d
end
"""
"""Levels by the table of 000:289-299: under 40 two levels for the dealer's side, at 80 they change
places."""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as found:
        yield found


@pytest.fixture
def visitor(archive: Archive) -> FlaskClient:
    return create_app(Config(archive, limited=False)).test_client()


def test_what_each_hand_was_played_at_and_brought() -> None:
    assert standings(resumed(SHEETS, Mode.RESULT)) == (
        Standing(1, "A·C 2 B·D 2", "A Chen Wei", "35", "A·C +2"),
        Standing(2, "A·C 4 B·D 2", "C Wu", "80", "0"),
    )


def test_the_hand_that_is_played_has_its_levels() -> None:
    rows = standings(resumed(SHEETS + "\nhand 3 ac=4 bd=2 dealer=d\n", Mode.RESULT))
    assert rows[2:] == (Standing(3, "A·C 4 B·D 2", "D", "", ""),)


def test_where_there_is_nothing_to_tell_nothing_is() -> None:
    assert standings(resumed(POSITION, Mode.POSITION)) == ()


@pytest.mark.parametrize(("mode", "opened"), [(Mode.RESULT, " open"), (Mode.FULL, "")])
def test_the_desk_shows_it(visitor: FlaskClient, archive: Archive, mode: Mode, opened: str) -> None:
    name, token = Drafts(archive).start(resumed(SHEETS, mode))
    page = visitor.get(f"/record/{name}?token={token}&lang=en").text
    assert f"data-standings{opened}><summary>Score so far</summary>" in page
    assert "<td>A·C 4 B·D 2</td><td>C Wu</td><td>80</td><td>0</td>" in page


def test_a_sheet_is_published_with_levels_dealer_points_and_gain(
    visitor: FlaskClient, archive: Archive
) -> None:
    name = archive.add(SHEETS.encode()).public_id
    row = re.sub(r"\s+", " ", visitor.get(f"/g/{name}?lang=en").text)
    assert "<td>A·C 2 B·D 2</td>" in row
    assert "<td>Chen Wei</td><td>35</td><td>A·C +2</td>" in row
    hand = visitor.get(f"/g/{name}/1?lang=en").text
    assert "told-only" in hand and "<dd>A·C +2</dd>" in hand and "<dd>Chen Wei</dd>" in hand
    hidden = visitor.get(f"/g/{name}/1?lang=en&spoilers=off").text
    assert "told-only" in hidden and "<dd>A·C +2</dd>" not in hidden
    assert visitor.get(f"/g/{name}/1/offline.html").status_code in (200, 404)
