"""Names, notes and addresses that somebody made to do harm: they are shown, and do nothing."""

import re
from pathlib import Path

import html5lib
import pytest
from flask.testing import FlaskClient

from shengji.notation import dumps
from shengji.notation.record import Record, Tag

from .shelf import Shelf

WEB = Path(__file__).parents[2] / "web"
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'onmouseover='alert(1)",
    "</title><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% raw %}",
)
QUERIES = (
    "%00", "%ED%A0%80", "'", '"', "*", "a NEAR b", "%25", "_" * 300, "-" * 50, "\\", "😀" * 40,
    "9" * 400, "<script>", "../../etc/passwd", "q%0d%0aX-Evil:1",
)  # fmt: skip


def evil(record: Record, text: str) -> bytes:
    """The record with this text in every name."""
    names = {"Event", "Site", "PlayerA", "PlayerB"}
    tags = tuple(Tag(tag.name, text if tag.name in names else tag.value) for tag in record.tags)
    written = dumps(Record(tags, record.hands))
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return (written + f'note 4.1 "{quoted}"\n').encode()


def elements(page: bytes) -> list[tuple[str, tuple[str, ...]]]:
    """Every element of a page with the names of its attributes."""
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    return [(str(each.tag), tuple(sorted(each.attrib))) for each in tree.iter()]


@pytest.mark.parametrize("text", EVIL)
def test_no_name_becomes_markup(client: FlaskClient, shelf: Shelf, text: str) -> None:
    record = shelf.records["short-match"]
    harmless = shelf.archive.add(evil(record, "harmless " + str(EVIL.index(text)))).public_id
    harmful = shelf.archive.add(evil(record, text)).public_id
    for path in ("/g/{}", "/g/{}/1.1", "/g/{}/1/all", "/g/{}/1.1?view=seat", "/g/{}/1.77"):
        plain, page = (client.get(path.format(game)) for game in (harmless, harmful))
        assert page.status_code == plain.status_code
        assert elements(page.data) == elements(plain.data), path
    for path in ("/", "/games?q=alert", "/players"):
        assert not any(
            name.startswith("on") for _, names in elements(client.get(path).data) for name in names
        )
        assert b"<script>alert" not in client.get(path).data


@pytest.mark.parametrize("query", QUERIES)
def test_no_question_breaks_the_site(client: FlaskClient, shelf: Shelf, query: str) -> None:
    game = shelf.ids["short-match"]
    fields = ("q", "player", "since", "points_from", "trump", "level", "flag", "after", "role")
    paths = [f"/games?{field}={query}" for field in fields]
    paths += [f"/players?q={query}", f"/players?after={query}", f"/g/{game}/1?seat={query}"]
    paths += [f"/g/{game}/1?view={query}&lang={query}&theme={query}&token={query}"]
    paths += [f"/players/{query}", f"/g/{query}", f"/g/{game}/{query}", f"/static/{query}/{query}"]
    for path in paths:
        answer = client.get(path)
        assert answer.status_code in (200, 301, 302, 308, 404), path
        assert "X-Evil" not in answer.headers


@pytest.mark.parametrize("path", ("/g/{}/01.3.2", "/embed/g/{}", "/g/{}/1.99"))
@pytest.mark.parametrize(
    "parameter", ("name", "at", "endpoint", "values", "_method", "_scheme", "_external", "_anchor")
)
def test_no_name_of_a_parameter_steers_where_one_is_led(
    client: FlaskClient, shelf: Shelf, path: str, parameter: str
) -> None:
    """`url_for` takes some names for itself, and a redirect repeats the parameters it was asked."""
    game = shelf.ids["godot-standard-log"]
    response = client.get(f"{path.format(game)}?{parameter}=javascript")
    assert response.status_code in (301, 302, 404)
    led = response.headers.get("Location", f"/g/{game}/")
    assert re.match(f"(/embed)?/g/{game}/", led)
    assert led.endswith(("/", f"?{parameter}=javascript"))


def test_a_link_longer_than_any_code_is_shared_without_one(
    client: FlaskClient, shelf: Shelf
) -> None:
    """A QR code of version 40 holds 2331 bytes at level M (ISO/IEC 18004, table 7)."""
    page = f"/g/{shelf.ids['godot-standard-log']}/1.3.2/share"
    assert b'class="qr"' in client.get(page).data
    long = client.get(f"{page}?token={'e' * 2400}")
    assert long.status_code == 200 and b'class="qr"' not in long.data


@pytest.mark.parametrize("path", ("/", "/g/nothing", "/api/v1/games"))
def test_a_host_that_can_be_none_is_refused(client: FlaskClient, path: str) -> None:
    """A label of a host name has 63 letters at most (RFC 1035, 2.3.4)."""
    response = client.get(path, headers={"Host": "a" * 64})
    assert response.status_code == 400 and response.mimetype == "text/plain"


def test_only_templates_that_escape_and_scripts_that_write_text() -> None:
    escaped = re.compile(r"\|\s*safe\b|Markup\(|autoescape")
    for path in [*WEB.rglob("*.py"), *(WEB / "templates").iterdir()]:
        assert escaped.search(path.read_text(encoding="utf-8")) is None, path
    unsafe = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(")
    for path in (WEB / "static").glob("*.js"):
        assert unsafe.search(path.read_text(encoding="utf-8")) is None, path
    for path in (WEB / "templates").iterdir():
        assert path.suffix == ".html"
        assert re.search(r"=\{\{", path.read_text(encoding="utf-8")) is None, "quote attributes"


def test_what_is_not_for_everybody_is_seen_with_its_token_alone(
    client: FlaskClient, shelf: Shelf
) -> None:
    from shengji.replay.archive import Viewer, Visibility

    raw = evil(shelf.records["short-match"], "unlisted")
    added = shelf.archive.add(raw, visibility=Visibility.UNLISTED)
    token = shelf.archive.share(added.public_id, Viewer(tokens=(added.edit_token or "",)))
    for path in ("", "/1.3", "/1/all", "/1/steps.json", "/1.88"):
        assert client.get(f"/g/{added.public_id}{path}").status_code == 404
        assert client.get(f"/g/{added.public_id}{path}?token=x").status_code == 404
        answer = client.get(f"/g/{added.public_id}{path}?token={token}")
        assert answer.status_code == (404 if path == "/1.88" else 200)
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Robots-Tag"] == "noindex"
    page = client.get(f"/g/{added.public_id}/1.3?token={token}").text
    page = re.sub(r'<link rel="canonical"[^>]*>', "", page)
    links = re.findall(rf'href="(/g/{added.public_id}[^"]*)"', page)
    assert links and all(f"token={token}" in link for link in links)
