"""What every page shares: headers, language, static files, errors."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import LanguageAccept

from shengji.replay.wording import LANGUAGES
from shengji.web.language import accepted, texts
from shengji.web.presentation import CHOICES

from .shelf import Shelf

STATIC = Path(__file__).parents[2] / "web" / "static"
GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-MO", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("en-GB", "en"),
        ("de", "en"),
    ],
)
def test_language_of_a_browser(client: FlaskClient, header: str, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": header})
    assert f'<html lang="{language}"' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_the_first_language_that_there_is() -> None:
    assert accepted(LanguageAccept([("de", 1), ("zh-TW", 0.8), ("en", 0.5)])) == "zh-Hant"
    assert accepted(LanguageAccept([("zh-TW", 0), ("zh-CN", 0.5)])) == "zh-Hans"


def test_the_address_outweighs_the_browser(client: FlaskClient) -> None:
    page = client.get("/?lang=zh-Hans", headers={"Accept-Language": "en"})
    assert '<html lang="zh-Hans"' in page.text
    assert '<html lang="en"' in client.get("/?lang=xx", headers={"Accept-Language": "en"}).text


def test_every_text_is_in_every_language() -> None:
    for language in LANGUAGES:
        say = texts(language)
        for name, choices in CHOICES.items():
            assert all(say(f"{name}.{choice}") for choice in choices)


def test_headers(client: FlaskClient) -> None:
    headers = client.get("/").headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers


def test_static_files_are_kept_for_ever_under_a_name_of_their_content(client: FlaskClient) -> None:
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text)
    assert found
    for address in found:
        with client.get(address) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    stale = re.sub("/static/[^/]+/", "/static/0000000000/", found[0])
    assert client.get(stale).location == found[0]


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/0/../app.py", "/static/x/%2e%2e/app.py", "/g/%00", "/?lang=%00"]
)
def test_what_is_not_there_is_a_page(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code in (200, 302, 404)
    assert response.mimetype == "text/html"


def test_only_embeds_can_be_framed(app: Flask) -> None:
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if not rule.arguments and rule.methods and "GET" in rule.methods:
            policy = client.get(rule.rule).headers["Content-Security-Policy"]
            framed = rule.endpoint.startswith("embed.")
            assert ("frame-ancestors 'none'" in policy) != framed, rule.rule


def test_the_first_view_of_a_position_is_small(client: FlaskClient, shelf: Shelf) -> None:
    """Page, styles, scripts and steps together: no more than 60 KB, and compressed on the way."""
    page = client.get(f"/g/{shelf.ids['godot-standard-log']}/2.8.3", headers=GZIP)
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    text = gzip.decompress(page.data).decode()
    steps = re.search(r'href="([^"]+)" data-steps', text)
    assert steps is not None
    addresses = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', text), steps[1]}
    folder = next(iter(re.findall(r"/static/[^/]+/", text)))
    scripts = [each.removeprefix(folder) for each in addresses if each.endswith(".js")]
    addresses |= {f"{folder}{name}" for name in modules(scripts)}
    total = len(page.data)
    for address in addresses:
        with client.get(address.replace("&amp;", "&"), headers=GZIP) as answer:
            assert answer.status_code == 200
            total += len(answer.data)
    assert total < 60_000


def modules(names: list[str]) -> set[str]:
    """These scripts, and those that they import, directly or not."""
    found: set[str] = set()
    wanted = list(names)
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / name).read_text("utf-8")
            wanted += re.findall(r"""(?:from|import\()\s*["']\./([\w-]+\.js)["']""", text)
    return found


def test_what_is_not_asked_for_compressed_is_not(client: FlaskClient) -> None:
    assert "Content-Encoding" not in client.get("/").headers
