"""The site in a real browser: what it shows, how it is driven, and whether everybody can use it."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from .browsing import PLACES, READY, Watched, assert_usable, served
from .shelf import Shelf

SIZES = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}
KINDS = {
    "deal": ("short-match", "1", ""),
    "declaring": ("short-match", "1.x1", ""),
    "kitty": ("short-match", "1.t1", ""),
    "bury": ("short-match", "1.k1", ""),
    "lead": ("short-match", "1.1.1", ""),
    "ruff": ("short-match", "1.12", ""),
    "seat": ("short-match", "1.11.3", "view=seat&seat=c"),
    "table": ("short-match", "1.11", "view=table"),
    "failed-throw": ("failed-throw", "1.23.1", ""),
    "flag": ("follow-shape", "1.23.2", ""),
    "end": ("short-match", "1.end", ""),
    "unknown-cards": ("unknown-cards", "1.1.1", ""),
    "variation": ("notes", "7.v1.23.2", ""),
    "note": ("notes", "7.22.1", ""),
    "six-players": ("six-players", "1.25.3", ""),
}
LOOKS = (
    "lang=en&theme=light",
    "lang=zh-Hans&theme=dark",
    "lang=zh-Hant&theme=light&suits=hd",
    "lang=en&theme=dark&suits=2",
)
PAGES = ("/", "/games", "/players", "/g/{game}", "/g/{game}/1/all", "/g/{game}/1.99")


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    with Watched(browser, SIZES["1024"], locale="en") as found:
        yield found
        assert found.faults == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_position(
    browser: Browser, site: str, shelf: Shelf, kind: str, size: str
) -> None:
    name, at, query = KINDS[kind]
    look = LOOKS[(list(KINDS).index(kind) + list(SIZES).index(size)) % len(LOOKS)]
    with Watched(browser, SIZES[size], has_touch=size == "390") as watched:
        page = watched.visit(f"{site}/g/{shelf.ids[name]}/{at}?{look}&{query}")
        assert page.get_attribute("[data-viewer]", "data-at") == at
        assert_usable(page)
        assert watched.faults == []


@pytest.mark.parametrize("path", PAGES)
def test_other_pages(browser: Browser, site: str, shelf: Shelf, path: str) -> None:
    for place, size in enumerate(("1024", "390")):
        with Watched(browser, SIZES[size]) as watched:
            look = LOOKS[(PAGES.index(path) + place) % len(LOOKS)]
            address = path.format(game=shelf.ids["short-match"])
            watched.page.goto(f"{site}{address}?{look}")
            assert_usable(watched.page)
            assert [fault for fault in watched.faults if "404" not in fault] == []


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_head_of_a_page_on_a_phone(browser: Browser, site: str, language: str) -> None:
    """One line with the name and a menu that opens without a script; nothing of it is too small."""
    for width in (390, 320):
        context = browser.new_context(
            java_script_enabled=False, locale="en", viewport={"width": width, "height": 844},
            has_touch=True,
        )  # fmt: skip
        page = context.new_page()
        page.goto(f"{site}/games?lang={language}")
        assert page.locator("header.bar").bounding_box()["height"] < 60
        assert page.locator("header.bar a:visible").count() == 2  # The name, and the recorder.
        page.locator("header summary").tap()
        links = page.locator("header .menu a:visible")
        boxes = [links.nth(place).bounding_box() for place in range(links.count())]
        assert len(boxes) == 6 + 3 + 3 + 3 + 3 + 2
        assert all(box["height"] >= 44 and box["x"] + box["width"] <= width for box in boxes)
        assert page.locator("header .menu nav a[aria-current]").get_attribute("href") == (
            f"/games?lang={language}"
        )
        context.close()


def test_a_card_in_a_hand_leads_to_its_play(watched: Watched, site: str, shelf: Shelf) -> None:
    """In the record: `14 d HJA H9J S5T C6J`, so b plays its five as third to trick 14."""
    base = f"/g/{shelf.ids['short-match']}"
    page = watched.visit(f"{site}{base}/1.1.1")
    page.locator("[data-cards='b.S'] [data-c=S5]").click()
    assert page.evaluate("location.pathname") == f"{base}/1.14.3"
    page.go_back()
    assert page.evaluate("location.pathname") == f"{base}/1.1.1"


# -- one state, however it is reached -------------------------------------------------------------


def test_forward_back_jump_and_reload_show_the_same(
    watched: Watched, site: str, shelf: Shelf
) -> None:
    base = f"{site}/g/{shelf.ids['short-match']}"
    page = watched.visit(f"{base}/1?seat=b")
    states = {at(page): page.evaluate(PLACES)}
    while page.get_attribute("[data-go=next]", "href"):
        page.keyboard.press("ArrowRight")
        states[at(page)] = page.evaluate(PLACES)
    assert len(states) > 60 and at(page) == "1.end"
    for name in reversed(list(states)[:-1]):
        page.keyboard.press("ArrowLeft")
        assert at(page) == name
        assert page.evaluate(PLACES) == states[name], name
    for name in list(states)[::6]:
        page = watched.visit(f"{base}/{name}?seat=b")
        assert page.evaluate(PLACES) == states[name], name
    for name in list(states)[5::15]:
        goto(page, name)
        assert page.evaluate(PLACES) == states[name], name


def test_a_page_without_script_shows_the_same(
    browser: Browser, watched: Watched, site: str, shelf: Shelf
) -> None:
    for name, at_, query in list(KINDS.values())[::2]:
        address = f"{site}/g/{shelf.ids[name]}/{at_}?{query}"
        with_script = watched.visit(address).evaluate(PLACES)
        context = browser.new_context(
            java_script_enabled=False, locale="en", viewport={"width": 1024, "height": 768}
        )
        page = context.new_page()
        page.goto(address)
        for place, text in with_script.items():
            kind, _, target = place.partition(" ")
            if kind == "text":
                found = page.locator(f'[data-text="{target}"]').first.text_content()
                assert found == text, place
        assert page.locator(".js:visible").count() == 0
        context.close()


def at(page: Page) -> str:
    """The position in the address, as the page itself sees it at once."""
    return page.evaluate("location.pathname").split("/")[-1]


def goto(page: Page, name: str) -> None:
    page.keyboard.press("g")
    page.fill("#goto input", name)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/{re.escape(name)}(\?|$)"))


# -- driving --------------------------------------------------------------------------------------


def test_keys(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    for key, name in (
        ("l", "1.3.3"), ("h", "1.3.2"), ("]", "1.3"), ("Shift+ArrowRight", "1.4"), ("[", "1.3"),
        ("ArrowDown", "1.4"), ("ArrowUp", "1.3"), ("End", "1.end"), ("ArrowRight", "1.end"),
        ("Home", "1"), ("ArrowLeft", "1"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert at(page) == name, key
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("ArrowRight")
    assert at(page) == "1"
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    page.keyboard.press("k")
    assert not page.locator(".kitty").is_visible()
    page.keyboard.press("m")
    assert page.locator(".marks a").all_text_contents() == ["1"]
    page.keyboard.press("m")
    assert page.locator(".marks a").count() == 0
    page.keyboard.press("t")
    assert page.locator("#tab-score[aria-selected=true]").count() == 1
    with page.expect_navigation():
        page.keyboard.press("n")
    page.wait_for_selector(READY, state="attached")
    assert at(page) == "2"


def test_after_a_click_the_arrows_go_on_stepping(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    page.click("[data-go=next]")
    page.keyboard.press("ArrowRight")
    assert at(page) == "1.3"


def test_keys_of_a_field_are_its_own(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    page.fill("header input[type=search]", "hl")
    for key in ("l", "ArrowLeft", "x", "n"):
        page.keyboard.press(key)
    assert at(page) == "1.3.2"


def test_views_by_keys(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    page.keyboard.press("ArrowRight")
    with page.expect_navigation():
        page.keyboard.press("3")
    assert page.url.endswith("/1.3.3?seat=c")
    page = watched.visit(page.url)
    with page.expect_navigation():
        page.keyboard.press("o")
    assert "view=seat" in page.url and "seat=c" in page.url and at(page) == "1.3.3"


def test_cards_just_played_stay_in_outline_until_the_trick_is_gone(
    watched: Watched, site: str, shelf: Shelf
) -> None:
    address = f"{site}/g/{shelf.ids['short-match']}/1.2.1"
    page = watched.visit(address)
    assert page.locator(".ghosts:visible").count() == 0
    page = watched.visit(f"{address}?ghosts=on")
    played = page.locator(".play [data-c]").all()
    ghosts = page.locator(".ghosts [data-c]:visible").all()
    assert (
        [each.get_attribute("data-c") for each in ghosts]
        == ([each.get_attribute("data-c") for each in played])
        != []
    )
    assert_usable(page)
    for name, seats in (("1.2.2", 2), ("1.2.3", 3), ("1.2", 4), ("1.3.1", 1)):
        page.keyboard.press("ArrowRight")
        assert at(page) == name
        assert page.locator(".ghosts:visible").count() == seats


def test_flagged_plays_are_found(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['follow-shape']}/1")
    page.keyboard.press("x")
    assert at(page) == "1.23.2"
    assert page.locator(".flagbox").is_visible()
    assert page.locator(".flagbox .owed li").count() == 2
    page.go_back()
    page.wait_for_url(re.compile(r"/1(\?|$)"))
    assert not page.locator(".flagbox").is_visible()


def test_back_returns_from_a_jump_and_not_through_every_step(
    watched: Watched, site: str, shelf: Shelf
) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.2")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    before = at(page)
    page.click(".tricks li[data-trick='12'] a")
    assert at(page) == "1.12"
    page.go_back()
    page.wait_for_url(re.compile(rf"/{re.escape(before)}(\?|$)"))
    assert page.text_content("[data-text=where]").startswith("Trick 4/17")


def test_the_toolbar_is_one_stop_of_the_tab_key(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    stops = page.locator("[role=toolbar] [tabindex='0']").count()
    assert stops == 1
    page.focus("[role=toolbar] [tabindex='0']")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=toolbar]')") is None
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('[role=toolbar]') !== null")
    assert at(page) == "1.3.2"


def test_autoplay_goes_on_and_stops(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.17.2")
    page.select_option("select[data-do=speed]", "4")
    page.click("[data-do=play]")
    page.wait_for_url(re.compile(r"/1\.end(\?|$)"))
    page.wait_for_selector("[data-do=play][aria-pressed=false]")


def test_the_live_region_tells_every_step(watched: Watched, site: str, shelf: Shelf) -> None:
    page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
    heard = {page.text_content("[role=status]")}
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        heard.add(page.text_content("[role=status]"))
    assert len(heard) == 5
    assert page.get_attribute("[role=status]", "aria-atomic") == "true"


def test_a_thumb(browser: Browser, site: str, shelf: Shelf) -> None:
    with Watched(browser, SIZES["390"], has_touch=True, is_mobile=True) as watched:
        page = watched.visit(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
        swipe(page, -80)
        assert at(page) == "1.3.3"
        swipe(page, 80)
        assert at(page) == "1.3.2"
        swipe(page, -220)
        assert at(page) == "1.3"
        page.tap("[data-go=next]")
        assert at(page) == "1.4.1"
        sizes = page.eval_on_selector_all(
            ".controls .btn", "all => all.map(e => e.getBoundingClientRect())"
        )
        assert all(size["width"] >= 44 and size["height"] >= 44 for size in sizes)
        assert watched.faults == []


def swipe(page: Page, across: int) -> None:
    page.evaluate(
        """(across) => {
          const felt = document.querySelector(".felt");
          const at = { pointerId: 7, pointerType: "touch", bubbles: true, clientY: 300 };
          felt.dispatchEvent(new PointerEvent("pointerdown", { ...at, clientX: 300 }));
          felt.dispatchEvent(new PointerEvent("pointerup", { ...at, clientX: 300 + across }));
        }""",
        across,
    )


def test_without_the_steps_links_go_on_working(browser: Browser, site: str, shelf: Shelf) -> None:
    with Watched(browser, SIZES["1024"], locale="en") as watched:
        watched.page.route("**/steps.json*", lambda route: route.abort())
        watched.page.goto(f"{site}/g/{shelf.ids['short-match']}/1.3.2")
        watched.page.wait_for_selector("[data-toast]:visible")
        watched.page.click("[data-go=next]")
        watched.page.wait_for_url(re.compile(r"/1\.3\.3(\?|$)"))


def test_the_sheet_on_paper(browser: Browser, site: str, shelf: Shelf) -> None:
    with Watched(browser, (794, 1123)) as watched:
        page = watched.page
        page.goto(f"{site}/g/{shelf.ids['short-match']}/1/all")
        page.emulate_media(media="print")
        assert not page.locator("header.bar").is_visible()
        assert page.locator("table.plays tbody tr").count() == 17
        wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide
        assert page.pdf(format="A4").startswith(b"%PDF")
