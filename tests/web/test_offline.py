"""A hand in one file, opened from the disk in a browser that has no network."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page

from shengji.notation import loads
from shengji.replay.exports.errors import TooManyError, WrongPartError
from shengji.replay.exports.extract import Extract, parse_part
from shengji.web.bundling import BundleError, bundle
from shengji.web.offline import HTML

from .browsing import PLACES, READY, Watched, served
from .shelf import SAMPLES, Shelf

SHORT = "teaching/short-match.sjn"


def made(name: str, part: str | None, **how: object) -> bytes:
    record = loads((SAMPLES / name).read_bytes()).records[0]
    return HTML.make(Extract(record, None if part is None else parse_part(part), **how))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.html"
    path.write_bytes(made(SHORT, "1"))
    return path


def opened(watched: Watched, path: Path, at: str = "") -> Page:
    page = watched.page
    page.goto(f"{path.as_uri()}#{at}")
    page.wait_for_selector(READY, state="attached")
    return page


def test_a_hand_is_played_without_a_network(browser: Browser, file: Path) -> None:
    with Watched(browser, (1440, 900), offline=True) as watched:
        asked: list[str] = []
        watched.page.on("request", lambda request: asked.append(request.url))
        page = opened(watched, file)
        for key in ("End", "Home", "]", "ArrowRight", "ArrowLeft", "f", "o", "2", "?", "Escape"):
            page.keyboard.press(key)
        page.get_by_role("tab", name="Score").click()
        page.evaluate("document.querySelector('.slider').focus()")
        page.keyboard.press("PageUp")
        assert watched.faults == []
        assert [url for url in asked if not url.startswith("file:")] == []


def test_it_shows_what_the_site_shows(
    browser: Browser, file: Path, app: Flask, shelf: Shelf
) -> None:
    """Every place of some positions, but for where links lead."""
    name = shelf.ids["short-match"]
    alone = Watched(browser, (1440, 900), offline=True)
    with served(app) as base, Watched(browser, (1440, 900)) as site, alone:
        for at in ("1.x2", "1.1", "1.11.2", "1.end"):
            there = site.visit(f"{base}/g/{name}/{at}?lang=en").evaluate(PLACES)
            here = opened(alone, file, at).evaluate(PLACES)
            alone.page.goto("about:blank")
            assert places(here) == places(there)


def places(found: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in found.items() if not key.startswith("way") and key != "keep"}


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_it_can_be_used_by_everybody(browser: Browser, file: Path, size: tuple[int, int]) -> None:
    with Watched(browser, size, offline=True) as watched:
        page = opened(watched, file, "1.11.2")
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        violations = Axe().run(page).response["violations"]
        assert [each["id"] for each in violations] == []


def test_the_fragment_is_the_position(browser: Browser, file: Path) -> None:
    with Watched(browser, (390, 844), offline=True) as watched:
        page = opened(watched, file, "1.11.2")
        assert page.locator("[data-viewer] .where").inner_text() == "Trick 11/17, play 2/4"
        page.keyboard.press("ArrowRight")
        assert page.url.endswith("#1.11.3")
        page.locator(".tricks a").nth(2).click()
        page.go_back()
        assert page.locator("[data-viewer] .where").inner_text() == "Trick 11/17, play 3/4"
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_what_a_view_hides_is_not_in_the_file() -> None:
    """b holds both queens of clubs and plays them in trick 6; c never sees the kitty's ♥732."""
    page = made(SHORT, "1", view="seat", seat=2).decode()
    data = page[page.index('id="steps"') : page.index("<script>")]
    first = data[: data.index('"at":"1.1.1"')]
    assert '"c.T":"SQ HQ HQ DQ' in first
    assert '"b.T":""' in first
    assert "CQ CQ CA" not in data


def test_nothing_leads_elsewhere() -> None:
    page = made(SHORT, "1").decode()
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', page) == []
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in page


def test_markup_in_a_record_stays_text(browser: Browser, tmp_path: Path) -> None:
    record = SAMPLES / SHORT
    text = record.read_text(encoding="utf-8").replace("陈伟", "</script><script>alert(1)//")
    extract = Extract(loads(text).records[0], parse_part("1"))
    path = tmp_path / "evil.html"
    path.write_bytes(HTML.make(extract))
    with Watched(browser, (1440, 900), offline=True) as watched:
        watched.page.on("dialog", lambda dialog: watched.faults.append(dialog.message))
        page = opened(watched, path)
        assert "</script><script>alert(1)//" in page.locator(".seat.at-bottom h3").inner_text()
        assert watched.faults == []


def test_a_match_is_played_from_hand_to_hand(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "match.html"
    path.write_bytes(made(SHORT, None))
    with Watched(browser, (390, 844), offline=True) as watched:
        page = opened(watched, path)
        links = page.locator(".hands-of a")
        assert links.all_text_contents() == [f"Hand {number}" for number in (1, 2, 3, 4)]
        assert shown(page) == ("1", "Hand 1")
        links.nth(2).click()
        page.wait_for_selector("[data-viewer][data-hand='3'][data-ready]")
        assert shown(page) == ("3", "Hand 3")
        page.keyboard.press("]")
        page.keyboard.press("]")
        assert page.url.endswith("#3.1") or "#3." in page.url
        page.keyboard.press("n")
        page.wait_for_selector("[data-viewer][data-hand='4'][data-ready]")
        page.keyboard.press("p")
        page.wait_for_selector("[data-viewer][data-hand='3'][data-ready]")
        page.keyboard.press("g")
        page.fill("#goto input", "2.1.2")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-viewer][data-hand='2'][data-ready]")
        assert "Trick 1/" in page.locator("[data-viewer] .where").inner_text()
        page.go_back()
        page.wait_for_selector("[data-viewer][data-hand='3'][data-ready]")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert [each["id"] for each in Axe().run(page).response["violations"]] == []
        assert watched.faults == []


def shown(page: Page) -> tuple[str | None, str | None]:
    """The hand on the table, and the one that is marked among the links."""
    marked = page.locator(".hands-of [aria-current]").text_content()
    return page.get_attribute("[data-viewer]", "data-hand"), marked


def test_each_hand_of_a_match_is_the_hand_alone() -> None:
    """Its table and its steps, whether the file has others or not."""
    match = made(SHORT, None).decode()
    for number in ("2", "3", "4"):
        alone = made(SHORT, number).decode()
        steps = re.search(r'id="steps">(.*?)</script>', alone)
        assert steps and f'<script type="application/json">{steps[1]}</script>' in match
        table = alone[alone.index('<div class="page"') : alone.index("<template")]
        assert table.strip() in match
    assert len(match) < 4 * len(made(SHORT, "1"))


def test_a_file_holds_a_match_of_a_size_that_can_be_sent() -> None:
    record = loads((SAMPLES / SHORT).read_bytes()).records[0]
    hands = tuple(replace(record.hands[0], number=number) for number in range(1, 42))
    with pytest.raises(TooManyError, match="41 hands where a file holds 40: name one of them"):
        HTML.make(Extract(replace(record, hands=hands, match=None)))
    with pytest.raises(WrongPartError):
        made(SHORT, "1.2")


def test_the_same_bytes_each_time() -> None:
    assert made(SHORT, "1") == made(SHORT, "1")


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./b.js";\n',
        'import { b as c } from "./b.js";\n',
        "export default 1;\n",
        'import { a } from "./a.js";\n',
    ],
)
def test_a_module_in_a_form_that_is_not_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.js").write_text(text, encoding="utf-8")
    (tmp_path / "b.js").write_text("export const b = 1;\n", encoding="utf-8")
    with pytest.raises(BundleError):
        bundle("a", tmp_path)
