"""The other forms of a game: what suffix and Accept ask for, caching, heads, pictures."""

import json
import re
import struct
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest
from flask import Flask
from flask.testing import FlaskClient

from shengji.notation import dumps, loads, twin
from shengji.notation.record import Remarks, Tag
from shengji.replay.archive import Archive, Viewer, Visibility
from shengji.replay.exports.art import SHAPES
from shengji.web import Config, create_app

from .shelf import SAMPLES, Shelf

GAME = "godot-standard-log"


def named_record() -> bytes:
    """A record in which players are named, also in a comment."""
    record = loads((SAMPLES / "games" / f"{GAME}.sjn").read_bytes()).records[0]
    others = tuple(tag for tag in record.tags if not tag.name.startswith("Player"))
    said = Remarks(("李娜 deals cards to Chen Wei.",))
    named = (Tag("PlayerA", "Chen Wei", said), Tag("PlayerB", "李娜"))
    return dumps(replace(record, tags=(*others, *named))).encode()


def test_a_game_as_text_and_as_its_twin(client: FlaskClient, shelf: Shelf) -> None:
    name, record = shelf.ids[GAME], shelf.records[GAME]
    text = client.get(f"/g/{name}.sjn")
    assert text.mimetype == "text/plain"
    assert loads(text.data).records == (record,)
    assert client.get(f"/g/{name}.txt").data == text.data
    assert twin.loads(client.get(f"/g/{name}.json").data) == (record,)


@pytest.mark.parametrize(
    ("accept", "game", "position"),
    [
        ("", "text/html", "text/html"),
        ("*/*", "text/html", "text/html"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html", "text/html"),
        ("text/plain", "text/plain", "text/plain"),
        ("application/json", "application/json", "application/json"),
        ("image/png", "text/html", "image/png"),
        ("image/svg+xml, image/png;q=0.5", "text/html", "image/svg+xml"),
        ("image/avif;q=0.9, text/html;q=0.2, text/plain;q=0.1", "text/html", "text/html"),
    ],
)
def test_accept(client: FlaskClient, shelf: Shelf, accept: str, game: str, position: str) -> None:
    headers = {"Accept": accept} if accept else {}
    found = client.get(f"/g/{shelf.ids[GAME]}", headers=headers)
    assert found.mimetype == game
    assert "Accept" in found.headers["Vary"].split(", ")
    assert client.get(f"/g/{shelf.ids[GAME]}/1.3.2", headers=headers).mimetype == position


def test_the_suffix_outweighs_accept(client: FlaskClient, shelf: Shelf) -> None:
    headers = {"Accept": "text/html"}
    assert client.get(f"/g/{shelf.ids[GAME]}.json", headers=headers).mimetype == "application/json"
    picture = client.get(f"/g/{shelf.ids[GAME]}/1.3.2.svg", headers=headers)
    assert picture.mimetype == "image/svg+xml"


def test_a_position_by_accept_is_the_one_of_the_api(client: FlaskClient, shelf: Shelf) -> None:
    name, query = shelf.ids["short-match"], "?view=seat&seat=c"
    page = client.get(f"/g/{name}/1.3.2{query}", headers={"Accept": "application/json"})
    assert page.json == client.get(f"/api/v1/games/{name}/positions/1.3.2{query}").json


def test_a_position_in_words_tells_what_its_view_shows(client: FlaskClient, shelf: Shelf) -> None:
    """The record: all of b's cards, of which AJJ of spades, then an ace of diamonds went."""
    address = f"/g/{shelf.ids['short-match']}/1.3.2?lang=en"
    headers = {"Accept": "text/plain"}
    text = client.get(f"{address}&view=seat&seat=b", headers=headers).text
    assert text.startswith("Hand 1, Trick 3/17, play 2/4 · 1.3.2\n")
    assert "b Li Na: ♠3 4 5 7 9 10 K ♥K ♦7 7 10 10 ♣3 7 7 J Q Q K A → BJ" in text and "→ ♣3" in text
    table = client.get(f"{address}&view=table", headers=headers).text
    assert "♠K" not in table and "→ BJ" in table


@pytest.mark.parametrize("path", ["", "/1", "/1.3.2", "/1.3.2?lang=zh-Hans"])
def test_a_page_that_did_not_change_is_not_sent_again(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    """Also of a revision, which never changes itself: its page does, with the program."""
    for name in (shelf.ids[GAME], f"{shelf.ids[GAME]}@r1"):
        first = client.get(f"/g/{name}{path}", headers={"Accept-Encoding": "gzip"})
        assert first.headers["Cache-Control"] == "no-cache"
        headers = {"If-None-Match": first.headers["ETag"]}
        again = client.get(f"/g/{name}{path}", headers=headers)
        assert (again.status_code, again.data) == (304, b"")
        other = {**headers, "Accept-Language": "zh-Hant"}
        if "lang" not in path:
            assert client.get(f"/g/{name}{path}", headers=other).status_code == 200


def test_a_page_that_is_not_for_everybody_is_never_kept(tmp_path: Path) -> None:
    with Archive.init(tmp_path / "a.db") as archive:
        added = archive.add(named_record(), visibility=Visibility.PRIVATE)
        client = create_app(Config(archive, limited=False)).test_client()
        for path in ("", "/1"):
            # Whoever may edit it reads by a token that opens nothing more.
            sent_on = client.get(f"/g/{added.public_id}{path}?token={added.edit_token}")
            assert sent_on.status_code == 302 and added.edit_token not in sent_on.location
            page = client.get(sent_on.location)
            assert page.status_code == 200
            for answer in (sent_on, page):
                assert answer.headers["Cache-Control"] == "private, no-store"
                assert "ETag" not in answer.headers


@pytest.mark.parametrize("path", [".json", ".txt", ".sjn", "/1.3.2.svg", "/1/steps.json"])
def test_what_did_not_change_is_not_sent_again(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    for name, kept in ((shelf.ids[GAME], "no-cache"), (f"{shelf.ids[GAME]}@r1", "immutable")):
        first = client.get(f"/g/{name}{path}")
        assert kept in first.headers["Cache-Control"]
        again = client.get(f"/g/{name}{path}", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_the_record_of_a_revision_stays(shelf: Shelf, tmp_path: Path) -> None:
    with Archive.init(tmp_path / "one.db") as archive:
        client = create_app(Config(archive)).test_client()
        added = archive.add(named_record())
        changed = named_record().replace("李娜".encode(), "李纳".encode())
        archive.revise(added.public_id, changed, Viewer((added.edit_token or "",)))
        assert "李娜" in client.get(f"/g/{added.public_id}@r1.txt").text
        assert "李纳" in client.get(f"/g/{added.public_id}.txt").text
        assert client.get(f"/g/{added.public_id}@r3.txt").status_code == 404


@pytest.mark.parametrize(
    ("size", "pixels"), [("card", (800, 520)), ("og", (1200, 630)), ("square", (1080, 1080))]
)
def test_pictures_have_their_size(
    client: FlaskClient, shelf: Shelf, size: str, pixels: tuple[int, int]
) -> None:
    data = client.get(f"/g/{shelf.ids[GAME]}/1.3.2.png?size={size}").data
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == pixels


def test_a_picture_of_no_known_size_is_refused(client: FlaskClient, shelf: Shelf) -> None:
    assert client.get(f"/g/{shelf.ids[GAME]}/1.3.2.png?size=huge").status_code == 400
    assert client.get(f"/g/{shelf.ids[GAME]}/1.99.png").status_code == 404
    assert client.get(f"/g/{shelf.ids[GAME]}/x.png").status_code == 404


def test_a_picture_while_cards_are_dealt(client: FlaskClient, shelf: Shelf) -> None:
    assert client.get(f"/g/{shelf.ids[GAME]}/1.d3.svg").status_code == 200


def shapes(svg: str) -> int:
    root = ElementTree.fromstring(svg)
    return len(root.findall(".//{http://www.w3.org/2000/svg}path"))


def test_a_picture_hides_what_its_view_hides(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[GAME]}/1.0.svg"
    open_, seat, table = (
        shapes(client.get(address + query).text)
        for query in ("", "?view=seat&seat=b", "?view=table")
    )
    assert open_ > seat > table


def test_suits_are_drawn_alike_in_pages_and_pictures(client: FlaskClient, shelf: Shelf) -> None:
    page = html5lib.parse(client.get(f"/g/{shelf.ids[GAME]}/1").data, namespaceHTMLElements=False)
    drawn = {
        symbol.get("id"): next(iter(symbol)).get("d")
        for symbol in page.iter("{http://www.w3.org/2000/svg}symbol")
    }
    assert {drawn[f"suit-{suit}"] for suit in "SHDC"} == {SHAPES[suit] for suit in "SHDC"}
    assert drawn["suit-star"] == SHAPES["J"]


def head(page: str) -> dict[str, str]:
    """The properties of a page that link previews read."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    metas = {
        meta.get("property") or meta.get("name"): meta.get("content", "")
        for meta in tree.iter("meta")
    }
    links = {
        f"{link.get('rel')} {link.get('hreflang') or link.get('type') or ''}".strip(): link.get(
            "href", ""
        )
        for link in tree.iter("link")
    }
    return {str(key): value for key, value in {**metas, **links}.items()}


def test_the_head_of_a_position(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    told = head(client.get(f"/g/{name}/1.3.2?view=seat&seat=b&theme=dark&suits=hd").text)
    assert told["canonical"] == f"http://localhost/g/{name}/1.3.2?view=seat&seat=b"
    assert told["og:url"] == told["canonical"] == told["alternate x-default"]
    assert told["alternate zh-Hant"].endswith("?view=seat&seat=b&lang=zh-Hant")
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["twitter:card"] == "summary_large_image"
    picture = client.get(told["og:image"])
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)
    assert "view=seat" in told["og:image"] and "seat=b" in told["og:image"]
    assert client.get(told["alternate text/plain"]).mimetype == "text/plain"


def test_names_can_be_hidden_everywhere(tmp_path: Path) -> None:
    with Archive.init(tmp_path / "one.db") as archive:
        name = archive.add(named_record()).public_id
        client = create_app(Config(archive)).test_client()
        paths = ("", ".json", ".txt", "/1", "/1/steps.json", "/1/all", "/1.3.2.svg", "/1.end")
        for path in paths:
            for prefix in ("/g/", "/embed/g/") if path.startswith("/1") else ("/g/",):
                shown = client.get(f"{prefix}{name}{path}", headers={"Accept": "*/*"})
                if shown.status_code == 404 and prefix == "/embed/g/":
                    continue
                hidden = client.get(f"{prefix}{name}{path}?names=off")
                assert hidden.status_code == 200
                for person in ("Chen Wei", "李娜"):
                    told = json.dumps(person).strip('"')
                    assert person not in hidden.text and told not in hidden.text, path
        assert "李娜" in client.get(f"/g/{name}/1").text


def test_spoilers_off_draws_no_score(tmp_path: Path, client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.ids[GAME]}/1.end.svg?lang=en"
    assert re.search(r">[Aa]ttackers \d+<", client.get(address).text)
    assert not re.search(r">[Aa]ttackers", client.get(f"{address}&spoilers=off").text)


def test_share_tokens_go_with_links_and_edit_tokens_never(tmp_path: Path) -> None:
    with Archive.init(tmp_path / "one.db") as archive:
        added = archive.add(named_record(), visibility=Visibility.UNLISTED)
        edit = added.edit_token or ""
        share = archive.share(added.public_id, Viewer((edit,)))
        client = create_app(Config(archive)).test_client()
        address = f"/g/{added.public_id}/1.3.2"
        assert client.get(address).status_code == 404
        told = head(client.get(f"{address}?token={share}").text)
        assert f"token={share}" in told["og:image"] and f"token={share}" in told["canonical"]
        assert edit not in "".join(
            value for key, value in head(client.get(f"{address}?token={edit}").text).items()
            if key.startswith(("og:", "canonical", "alternate application/json+oembed"))
        )  # fmt: skip


def test_whoever_asks_for_an_oembed(client: FlaskClient, shelf: Shelf, app: Flask) -> None:
    name = shelf.ids[GAME]
    link = f"http://localhost/g/{name}/1.3.2?view=table&theme=dark"
    told = client.get("/oembed", query_string={"url": link, "maxwidth": "400"})
    data = told.get_json()
    assert (data["version"], data["type"], data["width"]) == ("1.0", "rich", 400)
    assert f'src="http://localhost/embed/g/{name}/1.3.2?view=table"' in data["html"]
    assert told.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get(data["thumbnail_url"]).mimetype == "image/png"
    assert client.get("/oembed", query_string={"url": link, "format": "xml"}).status_code == 501


@pytest.mark.parametrize(
    "link",
    ["", "http://evil.example/g/x/1", "javascript:alert(1)", "http://localhost/games", "http://[",
     "http://localhost/g/nothing1/1", "//localhost/g/x/1", "http://localhost/static/x/y"],
)  # fmt: skip
def test_no_oembed_of_anything_else(client: FlaskClient, link: str) -> None:
    assert client.get("/oembed", query_string={"url": link}).status_code == 404
