"""Sending a record by the page, and what its owner can do with it afterwards."""

import base64
import re
import zlib
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from shengji.replay import check
from shengji.replay.archive import Archive, NotFoundError, Visibility
from shengji.web import Config, create_app

from .shelf import SAMPLES
from .test_forms import named_record

BROKEN = SAMPLES / "broken" / "follow-shape.sjn"
UNREADABLE = SAMPLES / "broken" / "unknown-statement.sjn"
CHOICES = {"visibility": "public", "licence": "CC0-1.0"}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "upload.db") as opened:
        yield opened


@pytest.fixture
def visitor(archive: Archive) -> FlaskClient:
    return create_app(Config(archive, limited=False)).test_client()


def token_of(page: str) -> str:
    """The token that guards the forms of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found
    return found[1]


def send(visitor: FlaskClient, path: str, **fields: object) -> TestResponse:
    """Fill in the form of the page and send it."""
    fields["csrf_token"] = token_of(visitor.get("/upload").text)
    return visitor.post(path, data=fields, content_type="multipart/form-data")


def stored(visitor: FlaskClient, raw: bytes, **choices: str) -> tuple[str, str]:
    """The id of a record that was stored, and its edit token."""
    page = send(visitor, "/upload", text=raw.decode(), **{**CHOICES, **choices})
    assert page.status_code == 201
    found = re.search(r"/g/(\w{8})/owner\?token=([\w-]+)", unescape(page.text))
    assert found
    return found[1], found[2]


def test_what_is_wrong_is_shown_with_its_line_before_anything_is_stored(
    visitor: FlaskClient, archive: Archive
) -> None:
    page = unescape(send(visitor, "/upload/preview", text=BROKEN.read_text("utf-8")).text)
    assert "Line 14:10" in page
    assert "<mark>S78</mark>" in page
    assert all(each.code.id in page for each in check(BROKEN.read_bytes()).diagnostics)
    assert archive.stats().entries == {}


def test_a_file_is_taken_as_the_text_is(visitor: FlaskClient, archive: Archive) -> None:
    file = (BytesIO(named_record()), "../../friday.sjn")
    page = send(visitor, "/upload", text="", file=file, **CHOICES)
    assert page.status_code == 201
    (row,) = archive.every().rows
    assert {player.name for player in row.players} == {"Chen Wei", "李娜"}


def test_what_cannot_be_read_is_not_stored(visitor: FlaskClient, archive: Archive) -> None:
    raw = UNREADABLE.read_text("utf-8")
    page = send(visitor, "/upload", text=raw, **CHOICES)
    assert page.status_code == 422
    assert "unknown-statement" in page.text
    assert archive.stats().entries == {}


DATA = Path(__file__).parents[1] / "data"


def test_a_file_of_another_program_becomes_a_record(visitor: FlaskClient, archive: Archive) -> None:
    file = (BytesIO((DATA / "botzone/sample_log.json").read_bytes()), "log.json")
    page = unescape(send(visitor, "/upload/preview", text="", file=file, **CHOICES).text)
    assert "It can be stored" in page
    assert "missing: the names of the players" in page
    assert '[Rules "botzone@1"]' in page
    assert archive.stats().entries == {}
    file = (BytesIO((DATA / "botzone/sample_log.json").read_bytes()), "log.json")
    assert send(visitor, "/upload", text="", file=file, **CHOICES).status_code == 201


def test_a_pasted_chat_becomes_a_record(visitor: FlaskClient, archive: Archive) -> None:
    text = (DATA / "tractor-online/issue-347.txt").read_text(encoding="utf-8")
    assert send(visitor, "/upload", text=text, **CHOICES).status_code == 201
    (row,) = archive.every().rows
    assert {player.name for player in row.players} == {"Yang", "Hook", "Lin", "S"}


def test_as_what_a_file_was_read_is_told(visitor: FlaskClient) -> None:
    text = (DATA / "tractor-online/issue-347.txt").read_text(encoding="utf-8")
    page = unescape(send(visitor, "/upload/preview?lang=zh-Hant", text=text, **CHOICES).text)
    assert "讀作 tractor-online（rbtying/shengji）：貼上的聊天記錄" in page
    own = unescape(send(visitor, "/upload/preview?lang=zh-Hant", text="%SJN 1", **CHOICES).text)
    assert "讀作" not in own


def test_why_a_file_of_another_program_is_refused(visitor: FlaskClient, archive: Archive) -> None:
    text = (DATA / "tractor-online/issue-347.txt").read_text(encoding="utf-8")
    cut = text.replace("S played K♠\n", "")
    for path in ("/upload/preview", "/upload"):
        page = unescape(send(visitor, path, text=cut, **CHOICES).text)
        assert "'Yang' plays where it is the turn of 'S'" in page
        assert "Nothing is wrong" not in page
    assert archive.stats().entries == {}


def test_the_edit_token_is_told_once(visitor: FlaskClient, archive: Archive) -> None:
    page = send(visitor, "/upload", text=named_record().decode(), **CHOICES)
    assert page.headers["Cache-Control"] == "private, no-store"
    again = send(visitor, "/upload", text=named_record().decode(), **CHOICES)
    (row,) = archive.every().rows
    assert (again.status_code, again.location) == (303, f"/g/{row.public_id}")


def test_without_names(visitor: FlaskClient, archive: Archive) -> None:
    name, token = stored(visitor, named_record(), nameless="yes")
    assert "李娜" not in visitor.get(f"/g/{name}.txt").text
    assert "There are no names in it." in visitor.get(f"/g/{name}/owner?token={token}").text


@pytest.mark.parametrize(
    "fields", [{"visibility": "all"}, {"licence": "GPL"}, {"visibility": ""}], ids=str
)
def test_choices_that_there_are_not(visitor: FlaskClient, fields: dict[str, str]) -> None:
    given = {**CHOICES, **fields}
    assert send(visitor, "/upload", text=named_record().decode(), **given).status_code == 400


class Owner:
    """Somebody with the edit token of a record."""

    def __init__(self, visitor: FlaskClient, **choices: str) -> None:
        self.visitor = visitor
        self.name, self.token = stored(visitor, named_record(), **choices)
        self.address = f"/g/{self.name}/owner?token={self.token}"

    def does(self, what: str, **fields: str) -> TestResponse:
        page = self.visitor.get(self.address)
        assert page.status_code == 200
        given = {"csrf_token": token_of(page.text), "do": what, **fields}
        return self.visitor.post(self.address, data=given)


def test_visibility_and_links(visitor: FlaskClient) -> None:
    owner = Owner(visitor)
    assert owner.does("visibility", visibility="unlisted").status_code == 303
    assert visitor.get(f"/g/{owner.name}").status_code == 404
    page = owner.does("share")
    link = re.search(r"http://localhost(/g/\w+\?token=[\w-]+)", page.text)
    assert link and owner.token not in link[1]
    shown = visitor.get(link[1])
    assert shown.status_code == 200
    assert shown.headers["Cache-Control"] == "private, no-store"
    assert shown.headers["Referrer-Policy"] == "no-referrer"
    assert shown.headers["X-Robots-Tag"] == "noindex"
    owner.does("visibility", visibility="private")
    assert visitor.get(link[1]).status_code == 404
    owner.does("visibility", visibility="unlisted")
    assert visitor.get(link[1]).status_code == 200
    owner.does("revoke")
    assert visitor.get(link[1]).status_code == 404


def test_a_correction_is_a_new_revision(visitor: FlaskClient) -> None:
    owner = Owner(visitor)
    page = visitor.get(owner.address)
    corrected = named_record().decode().replace("李娜", "李纳")
    address = owner.address.replace("/owner", "/owner/correct")
    guard = {"csrf_token": token_of(page.text)}
    assert visitor.post(address, data={**guard, "text": corrected}).status_code == 303
    assert "李纳" in visitor.get(f"/g/{owner.name}.txt").text
    assert "李娜" in visitor.get(f"/g/{owner.name}@r1.txt").text
    wrong = visitor.post(address, data={**guard, "text": "nonsense"})
    assert wrong.status_code == 422 and "unknown-statement" in wrong.text


def test_names_go_and_records_go_only_when_one_is_sure(
    visitor: FlaskClient, archive: Archive
) -> None:
    owner = Owner(visitor)
    assert owner.does("nameless").status_code == 400
    assert owner.does("nameless", sure="yes").status_code == 303
    assert "李娜" not in visitor.get(f"/g/{owner.name}@r1.txt").text
    assert owner.does("erase").status_code == 400
    assert owner.does("erase", sure="yes").status_code == 200
    assert visitor.get(f"/g/{owner.name}").status_code == 404
    with pytest.raises(NotFoundError):
        archive.get(owner.name)


def test_the_licence_is_changed(visitor: FlaskClient, archive: Archive) -> None:
    owner = Owner(visitor)
    owner.does("licence", licence="CC-BY-4.0")
    assert archive.get(owner.name).row.licence.value == "CC-BY-4.0"
    assert owner.does("licence", licence="none").status_code == 400
    assert owner.does("nothing").status_code == 400


def test_a_stranger_is_asked_for_the_token(visitor: FlaskClient) -> None:
    owner = Owner(visitor)
    page = visitor.get(f"/g/{owner.name}/owner")
    assert page.status_code == 403 and 'name="token"' in page.text
    assert visitor.get(f"/g/{owner.name}@r1/owner?token={owner.token}").status_code == 404


def test_a_public_twin_is_in_the_way(visitor: FlaskClient, archive: Archive) -> None:
    archive.add(named_record(), visibility=Visibility.PRIVATE)
    public = Owner(visitor)
    assert public.does("visibility", visibility="private").status_code == 303
    other = Owner(visitor)
    assert other.name != public.name
    conflict = public.does("visibility", visibility="public")
    assert (conflict.status_code, conflict.mimetype) == (409, "text/html")


def test_only_looking_is_of_the_hands_wanted_and_stores_nothing(
    visitor: FlaskClient, archive: Archive
) -> None:
    text = (SAMPLES / "games" / "godot-standard-log.sjn").read_text("utf-8")
    page = send(visitor, "/upload/watch", text=text, hand="2")
    assert page.status_code == 200
    assert 'data-at="2"' in page.text and 'data-hand-link="' not in page.text
    whole = send(visitor, "/upload/watch", text=text, hand="")
    assert whole.status_code == 200
    assert re.findall('data-hand-link="([0-9]+)"', whole.text) == ["1", "2", "3"]
    assert page.headers["Cache-Control"] == "private, no-store"
    policy = page.headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert send(visitor, "/upload/watch", text=text, hand="9").status_code == 400
    assert send(visitor, "/upload/watch", text="no record").status_code == 422
    assert archive.stats().entries == {}


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(raw)).decode()


def test_a_link_brings_a_record(visitor: FlaskClient, archive: Archive) -> None:
    raw = BROKEN.read_bytes()
    for text in (packed(raw), packed(raw).rstrip("=")):
        page = unescape(visitor.get(f"/upload?record={text}").text)
        assert raw.decode() in page
    assert archive.stats().entries == {}


@pytest.mark.parametrize(
    "text",
    [packed(bytes(5_000_000)), packed(b"%SJN 1")[:-6], "!", "AAAA", "A" * 8193, "%E5%8D%87"],
)
def test_a_link_that_brings_none_says_so(visitor: FlaskClient, text: str) -> None:
    page = visitor.get(f"/upload?record={text}")
    assert page.status_code == 200
    assert "The link holds no record that can be read" in page.text
