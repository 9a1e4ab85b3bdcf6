"""What is given away of a position: links that keep their meaning, codes, frames, pictures."""

import re
from html import unescape

import html5lib
import pytest
from flask.testing import FlaskClient

from shengji.replay.archive import Viewer, Visibility

from .shelf import SAMPLES, Shelf

GAME = "godot-standard-log"


def fields(page: str) -> list[str]:
    """What stands in the fields that can be copied."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return [(area.text or "").strip() for area in tree.iter("textarea")]


def test_the_link_is_of_this_revision_position_and_view(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    page = client.get(f"/g/{name}/1.3.2/share?view=seat&seat=b&theme=dark").text
    link, frame, element = fields(page)
    assert link == f"http://localhost/g/{name}@r1/1.3.2?view=seat&seat=b"
    assert client.get(link).status_code == 200
    source = re.search('src="([^"]+)"', frame)
    assert source and client.get(unescape(source[1])).status_code == 200
    assert f'<shengji-game src="{link.replace("&", "&amp;")}"' in element
    script = re.search('src="([^"]+)"', element)
    assert script
    with client.get(script[1]) as loaded:
        assert loaded.mimetype == "text/javascript"


def test_choices_of_the_form_are_in_the_link(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    query = "view=table&seat=a&lang=zh-Hant&names=off&spoilers=off"
    link = fields(client.get(f"/g/{name}/1.3.2/share?{query}").text)[0]
    for part in ("view=table", "lang=zh-Hant", "names=off", "spoilers=off"):
        assert part in link
    assert "lang=" not in fields(client.get(f"/g/{name}/1.3.2/share?lang=").text)[0]


def test_pictures_and_files_are_there(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.ids[GAME]}/1.3.2/share").text
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    links = [link.get("href", "") for link in tree.iter("a") if "download" in link.attrib]
    kinds = [client.get(link).mimetype for link in links]
    assert kinds == [
        "image/png", "image/png", "image/png", "image/svg+xml",
        "text/plain", "text/plain", "application/json",
    ]  # fmt: skip


def test_the_code_is_drawn_on_white(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.ids[GAME]}/1.3.2/share").text
    assert 'src="data:image/svg+xml' in page


def test_an_edit_token_is_in_nothing_that_is_given_away(client: FlaskClient, shelf: Shelf) -> None:
    raw = (SAMPLES / "teaching" / "short-match.sjn").read_text("utf-8")
    added = shelf.archive.add(
        raw.replace('[Event "', '[Event "unlisted: ').encode(), visibility=Visibility.UNLISTED
    )
    edit = added.edit_token or ""
    try:
        share = shelf.archive.share(added.public_id, Viewer((edit,)))
        page = client.get(f"/g/{added.public_id}/1/share?token={edit}", follow_redirects=True).text
        assert edit not in page
        assert fields(page) == [], "an address that answers 404 to others is not offered"
        assert "/owner?token=" in page
        assert all(share in each for each in fields(
            client.get(f"/g/{added.public_id}/1/share?token={share}").text
        ))  # fmt: skip
    finally:
        shelf.archive.erase(added.public_id, Viewer((edit,)))


@pytest.mark.parametrize("path", ["1.99/share", "x/share", "1.3.2/share/more"])
def test_nothing_to_share(client: FlaskClient, shelf: Shelf, path: str) -> None:
    assert client.get(f"/g/{shelf.ids[GAME]}/{path}").status_code == 404


def test_without_the_outcome_no_panel_tells_it(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    page = client.get(f"/g/{name}/1.3.2?spoilers=off").text
    for panel in ("tricks", "score", "hands", "notes"):
        assert f'<section id="{panel}"' not in page
    assert 'class="slider"' in page
    assert "♛ " not in page.partition('class="panel"')[2]
    overview = client.get(f"/g/{name}?spoilers=off&lang=en").text
    assert "chart" not in overview
    assert re.search(r"[ab][ac]*d? [+-]\d", overview) is None
