"""The first page: search, a table to step through, the newest games, the way to send one."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from shengji.replay.archive import Archive
from shengji.web import Config, create_app

from .browsing import Watched, served
from .shelf import SAMPLES


def test_an_archive_without_games(tmp_path: Path) -> None:
    with Archive.init(tmp_path / "none.db") as archive:
        page = create_app(Config(archive)).test_client().get("/")
    assert page.status_code == 200
    assert "<shengji-game" not in page.text


def test_what_is_offered_is_asked(client: FlaskClient) -> None:
    chips = re.findall(r'href="(/games\?[^"]+)"', client.get("/").text)
    assert chips == [
        "/games?failed_throw=yes",
        "/games?multiplier_from=4",
        "/games?tractor_from=3",
        "/games?decided_last=yes",
    ]
    for chip in chips:
        assert "aria-invalid" not in client.get(chip).text


def test_only_this_page_may_hold_a_frame_of_its_own_site(client: FlaskClient) -> None:
    assert "frame-src 'self'" in client.get("/").headers["Content-Security-Policy"]
    assert "frame-src" not in client.get("/games").headers["Content-Security-Policy"]


def test_the_sample_can_be_stepped_through(browser: Browser, app: Flask) -> None:
    with served(app) as site, Watched(browser, (1024, 768), locale="en") as watched:
        page = watched.page
        page.goto(f"{site}/")
        frame = page.frame_locator("shengji-game iframe")
        frame.locator("[data-viewer][data-ready]").wait_for(state="attached")
        table = frame.locator("[data-viewer]")
        assert frame.locator("[data-text=where]").first.text_content() == "Trick 1/17, play 4/4"
        frame.locator("[data-go=next]").click()
        assert frame.locator("[data-text=where]").first.text_content() == "Trick 2/17, play 1/4"
        assert page.url == f"{site}/"
        assert table.count() == 1
        assert watched.faults == []


GOOD = (SAMPLES / "games" / "godot-standard-log.sjn").read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        GOOD.partition("\n5 d")[0] + "\n",
        (SAMPLES / "broken" / "wrong-winner.sjn").read_text("utf-8"),
    ],
)
def test_a_hand_that_is_unfinished_or_breaks_a_rule_is_no_sample(tmp_path: Path, text: str) -> None:
    with Archive.init(tmp_path / "some.db") as archive:
        client = create_app(Config(archive)).test_client()
        archive.add(text.encode())
        assert "<shengji-game" not in client.get("/").text
        whole = archive.add(GOOD.encode())
        assert f'<shengji-game src="/embed/g/{whole.public_id}/1.' in client.get("/").text
