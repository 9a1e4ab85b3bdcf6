"""The notation on the site: every diagnostic has its page, and its examples can be tried."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from shengji.notation.diagnostics import CODES
from shengji.web.notation import definition, parsed


def test_the_definition_is_there_whole(client: FlaskClient) -> None:
    """Its headings, its examples to the letter, and the words of every cell of its tables."""
    spec = (Path(__file__).parents[2] / "notation" / "SPEC.md").read_text("utf-8")
    page = client.get("/notation").text
    shown = unescape(re.sub(r"</?\w[^>]*>", "", page))
    assert len(definition()) > 10
    headings = re.findall(r"^##+ (.*)$", spec, re.M)
    examples = re.findall(r"^```\w*\n(.*?)^```$", spec, re.M | re.S)
    cells = re.findall(r"(?<=\| )[\w ]+(?= \|)", spec)
    assert headings and examples and cells
    assert all(heading.replace("`", "") in shown for heading in headings)
    assert all(example in shown for example in examples)
    assert all(cell in shown for cell in cells)
    assert page.count("<table>") == len(re.findall(r"^ *\|[-: |]+\|$", spec, re.M))


def test_html_in_the_definition_is_shown_as_text(app: Flask) -> None:
    drawn = app.jinja_env.get_template("markdown.html").module.nodes
    assert drawn(parsed("a <img src=x> `<b>`\n")) == (
        "<p>a &lt;img src=x&gt; <code>&lt;b&gt;</code></p>"
    )


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_diagnostic_has_its_page(client: FlaskClient, language: str) -> None:
    for code in CODES:
        assert client.get(f"/notation/{code}?lang={language}").status_code == 200, code
    assert client.get("/notation/none").status_code == 404


def test_examples_with_a_hand_open_in_the_viewer(client: FlaskClient) -> None:
    """Of the definition the two that are whole files (1, 10), of a diagnostic each that has one."""
    for path, number in (
        ("/notation", 2),
        ("/notation/follow-shape", 2),
        ("/notation/unknown-card", 1),
    ):
        page = client.get(f"{path}?lang=en").text
        token = re.search('name="csrf_token" value="([^"]+)"', page)
        forms = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>(.*?)</form>", page, re.DOTALL)
        texts = [text for text, buttons in forms if 'formaction="/upload/watch' in buttons]
        assert token and len(texts) == number, path
        for text in texts:
            data = {"csrf_token": token[1], "text": unescape(text)}
            answer = client.post("/upload/watch", data=data)
            assert answer.status_code == 200
            assert "data-in-file" in answer.text


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
