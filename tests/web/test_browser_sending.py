"""In a real browser: sending a record, being its owner, giving it away, and the pages of text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from shengji.replay.archive import Archive
from shengji.web import Config, create_app

from .browsing import READY, Watched, assert_fits, assert_usable, served
from .shelf import SAMPLES, Shelf
from .test_forms import named_record

WIDE, NARROW = (1440, 900), (390, 844)
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
RULED = SAMPLES / "teaching" / "short-match.sjn"
ZIPPED = Path(__file__).parents[1] / "data" / "written" / "tractor-lan.zip"
TEXTS = (
    "/rules",
    "/rules/popular",
    "/rules/popular?all=yes",
    "/rules/popular/diff/qq",
    "/rules/option/throw_fail_play",
    "/notation",
    "/notation/follow-shape",
    "/api",
    "/upload",
)
DROP = """
([name, bytes]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], name));
  for (const kind of ["dragover", "drop"]) {
    const given = { dataTransfer: transfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent(kind, given));
  }
}
"""


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    """The samples, to be read."""
    with served(app) as address:
        yield address


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "sent.db") as opened:
        yield opened


@pytest.fixture
def desk(archive: Archive) -> Iterator[str]:
    """An empty site, to be written to."""
    with served(create_app(Config(archive, limited=False))) as address:
        yield address


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    with Watched(browser, (1024, 768), locale="en") as found:
        yield found
        assert found.faults == []


def follow(page: Page, selector: str) -> None:
    """Click, and be on the page that follows."""
    with page.expect_navigation():
        page.click(selector)


# -- sending --------------------------------------------------------------------------------------


def paste(page: Page) -> None:
    page.fill("textarea[name=text]", RULED.read_text("utf-8"))


def drop(page: Page) -> None:
    page.evaluate(DROP, [RULED.name, list(RULED.read_bytes())])
    page.wait_for_selector("[data-text-field]:not(:placeholder-shown)")


def choose(page: Page) -> None:
    page.set_input_files("input[type=file]", RULED)


@pytest.mark.parametrize("way", [paste, drop, choose])
def test_from_a_record_to_its_viewer(
    watched: Watched, desk: str, archive: Archive, way: object
) -> None:
    page = watched.page
    page.goto(f"{desk}/upload")
    way(page)
    follow(page, "button:has-text('Check')")
    assert page.text_content("#found-title") == "It can be stored"
    assert_usable(page)
    assert archive.stats().entries == {}
    follow(page, "button:has-text('Store it')")
    assert_usable(page)
    assert len(page.text_content(".secret")) >= 22
    follow(page, "a:has-text('Look at it')")
    follow(page, "a.btn.main")
    page.wait_for_selector(READY, state="attached")
    assert archive.stats().entries == {"public": 1}


def test_only_looking_stores_nothing(watched: Watched, desk: str, archive: Archive) -> None:
    page = watched.page
    page.goto(f"{desk}/upload")
    paste(page)
    follow(page, "button:has-text('Only look at it')")
    page.wait_for_selector(READY, state="attached")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash").startswith("#1.")
    assert_usable(page)
    assert archive.stats().entries == {}


def test_a_dropped_file_that_is_no_text_is_sent_as_it_is(watched: Watched, desk: str) -> None:
    """Two replays in a zip: one match at once is taken, so the page says what it made of them."""
    page = watched.page
    page.goto(f"{desk}/upload")
    page.evaluate(DROP, [ZIPPED.name, list(ZIPPED.read_bytes())])
    page.wait_for_selector("input[type=file]:focus")
    follow(page, "button:has-text('Check')")
    assert "Read as Tractor LAN" in page.text_content(".outcome")
    assert "%SJN 1" in page.input_value("[data-text-field]")
    assert_usable(page)


def test_a_fault_is_shown_at_its_place(watched: Watched, desk: str) -> None:
    page = watched.page
    page.goto(f"{desk}/upload")
    page.fill("textarea[name=text]", (SAMPLES / "broken" / "follow-shape.sjn").read_text("utf-8"))
    follow(page, "button:has-text('Check')")
    assert page.text_content(".marks mark") == "S78"
    assert_usable(page)


# -- the owner ------------------------------------------------------------------------------------


def test_what_an_owner_does(
    browser: Browser, watched: Watched, desk: str, archive: Archive
) -> None:
    added = archive.add(named_record())
    page = watched.page
    page.goto(f"{desk}/g/{added.public_id}/owner?token={added.edit_token}")
    assert_usable(page)
    page.click("label:has-text('Unlisted')")
    follow(page, "section[aria-labelledby=see] button")
    assert page.locator("input[value=unlisted]").is_checked()
    follow(page, "button:has-text('Make a link')")
    link = page.input_value("section[aria-labelledby=links] [data-copied]").strip()
    assert_usable(page)
    assert status(browser, link) == 200
    follow(page, "button:has-text('Take all links back')")
    assert status(browser, link) == 404
    take_names_out(page)
    assert "Chen Wei" not in page.input_value("textarea")
    assert_usable(page)
    page.check("section[aria-labelledby=gone] [name=sure]")
    follow(page, "section[aria-labelledby=gone] button")
    assert page.text_content("h1") == "Erased"
    assert_usable(page)
    assert archive.stats().entries == {}


def take_names_out(page: Page) -> None:
    """Not without a tick: the browser itself asks for it."""
    page.click("section[aria-labelledby=names] button")
    assert page.locator("section[aria-labelledby=names] :invalid").count() == 2
    page.check("section[aria-labelledby=names] [name=sure]")
    follow(page, "section[aria-labelledby=names] button")
    assert page.locator("text=There are no names in it.").is_visible()


def status(browser: Browser, address: str) -> int:
    """What a stranger is answered."""
    context = browser.new_context()
    answer = context.request.get(address)
    context.close()
    return answer.status


# -- giving away ----------------------------------------------------------------------------------


def test_the_share_dialog(browser: Browser, site: str, shelf: Shelf) -> None:
    base = f"{site}/g/{shelf.ids['short-match']}"
    allowed = ["clipboard-read", "clipboard-write"]
    with Watched(browser, (1024, 768), locale="en", permissions=allowed) as watched:
        page = watched.visit(f"{base}/1.3.2")
        page.keyboard.press("ArrowRight")
        page.click("[data-share]")
        page.wait_for_selector("#share[open]")
        assert_usable(page)
        page.select_option("#share select[name=view]", "seat")
        has_link(page, "view=seat")
        page.check("#share input[name=spoilers]")
        has_link(page, "spoilers=off")
        page.click("#share [data-copy] >> nth=0")
        page.wait_for_selector("#share [data-copy]:has-text('Copied')")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "/1.3.3?" in copied and "view=seat" in copied and "spoilers=off" in copied
        page.keyboard.press("Escape")
        assert not page.locator("#share").is_visible()
        page = watched.visit(copied)
        assert page.locator("#tab-score").count() == 0
        page.keyboard.press("ArrowRight")
        assert page.evaluate("location.pathname").endswith("/1.3")
        assert watched.faults == []


def has_link(page: Page, part: str) -> None:
    """Wait for a link that has this; a policy against eval leaves no other way to wait for it."""
    page.wait_for_selector(f"#share [data-copied] >> text=/{part}/ >> nth=0", state="attached")


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_share_page(browser: Browser, site: str, shelf: Shelf, size: tuple[int, int]) -> None:
    with Watched(browser, size, locale="en") as watched:
        page = watched.page
        page.goto(f"{site}/g/{shelf.ids['short-match']}/1.3.2/share")
        assert_usable(page)
        page.check("input[name=names]")
        follow(page, "button:has-text('Apply')")
        assert "names=off" in page.input_value("textarea >> nth=0")
        follow(page, ".back a")
        page.wait_for_selector(READY, state="attached")
        assert watched.faults == []


def test_a_position_in_a_page_of_another_site(
    browser: Browser, watched: Watched, site: str, shelf: Shelf
) -> None:
    """The very markup that the share page gives, on another origin."""
    page = watched.page
    page.goto(f"{site}/g/{shelf.ids['short-match']}/1.3.2/share")
    frame, element = (page.input_value(f"textarea >> nth={number}") for number in (1, 2))
    head = "<!doctype html><title>Foreign</title><link rel=icon href='data:,'>"
    foreign = Flask("foreign")
    foreign.add_url_rule("/", "show", lambda: head + frame + element)
    with served(foreign) as elsewhere:
        page.goto(elsewhere.replace("127.0.0.1", "localhost"))
        page.wait_for_selector("shengji-game iframe:not([height='560'])")
        assert len(page.frames) == 3
        for shown in page.frames[1:]:
            shown.wait_for_selector(READY, state="attached")
            shown.click("[data-go=next]")
            assert shown.evaluate("location.pathname").endswith("/1.3.3")
            shown.focus("[data-go=next]")
            page.keyboard.press("m")
            assert shown.locator(".marks a").all_text_contents() == ["1.3.3"]
        height = int(page.get_attribute("shengji-game iframe", "height"))
        assert height >= page.frames[2].evaluate("document.body.scrollHeight") > 560


# -- pages of text --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1440", "390"])
@pytest.mark.parametrize("path", TEXTS)
def test_pages_of_text(browser: Browser, site: str, path: str, size: tuple[int, int]) -> None:
    """Every language fits; axe looks at one of them at each width."""
    looked_at = LANGUAGES[(TEXTS.index(path) + (size == NARROW)) % len(LANGUAGES)]
    with Watched(browser, size) as watched:
        page = watched.page
        for language in LANGUAGES:
            page.goto(f"{site}{path}{'&' if '?' in path else '?'}lang={language}&theme=dark")
            assert page.get_attribute("html", "lang") == language
            for folded in page.locator("main details").all()[:3]:
                folded.locator("summary").click()
            assert_fits(page)
            if language == looked_at:
                assert_usable(page)
        assert watched.faults == []
