"""Pages for frames of other sites: nothing in them can be changed, and nobody is recognised."""

import html5lib
import pytest
from flask.testing import FlaskClient

from .shelf import Shelf

GAME = "godot-standard-log"


def test_a_frame_may_be_anywhere_and_sets_no_cookie(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/embed/g/{shelf.ids[GAME]}/1.3.2")
    assert page.status_code == 200
    assert page.headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert "Set-Cookie" not in page.headers
    tree = html5lib.parse(page.data, namespaceHTMLElements=False)
    assert {form.get("method") for form in tree.iter("form")} <= {"dialog"}


def test_steps_stay_in_the_frame(client: FlaskClient, shelf: Shelf) -> None:
    base = f"/embed/g/{shelf.ids[GAME]}"
    page = client.get(f"{base}/1.3.2?view=table")
    tree = html5lib.parse(page.data, namespaceHTMLElements=False)
    ways = [link.get("href", "") for link in tree.iter("a") if link.get("data-way")]
    assert ways and all(way.startswith(f"{base}/") for way in ways if way)
    assert all(way.endswith("?view=table") for way in ways if way)
    assert client.get(f"{base}?view=table").location == f"{base}/1?view=table"


@pytest.mark.parametrize(("query", "hidden"), [("", True), ("?panel=tricks", False)])
def test_the_panel_is_shown_where_it_is_wanted(
    client: FlaskClient, shelf: Shelf, query: str, hidden: bool
) -> None:
    page = client.get(f"/embed/g/{shelf.ids[GAME]}/1.3.2{query}")
    tree = html5lib.parse(page.data, namespaceHTMLElements=False)
    (panel,) = tree.iter("aside")
    assert ("hidden" in panel.attrib) is hidden
    bare = client.get(f"/embed/g/{shelf.ids[GAME]}/1.3.2?controls=none").text
    assert '<body class="viewer embed bare">' in bare


def test_what_is_not_there_cannot_be_framed(client: FlaskClient) -> None:
    for path in ("/embed/g/nothing1/1", "/embed/g/nothing1", "/embed/x"):
        assert client.get(path).status_code == 404
