"""The notation on the site: every diagnostic has its page, and its examples can be tried."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from shengji.notation.diagnostics import CODES
from shengji.web.notation import definition


def test_the_definition_is_there_whole(client: FlaskClient) -> None:
    page = unescape(client.get("/notation").text)
    assert len(definition()) > 10
    assert all(heading in page and body[:60] in page for heading, body in definition())


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_diagnostic_has_its_page(client: FlaskClient, language: str) -> None:
    for code in CODES:
        assert client.get(f"/notation/{code}?lang={language}").status_code == 200, code
    assert client.get("/notation/none").status_code == 404


def test_an_example_is_tried_where_it_stands(client: FlaskClient) -> None:
    page = client.get("/notation/follow-shape?lang=en").text
    token = re.search('name="csrf_token" value="([^"]+)"', page)
    failing, mended = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert token
    for text, told in ((failing, True), (mended, False)):
        data = {"csrf_token": token[1], "text": unescape(text)}
        assert (
            "<code>follow-shape</code>" in client.post("/upload/preview", data=data).text
        ) is told
