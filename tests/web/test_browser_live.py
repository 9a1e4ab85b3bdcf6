"""In a real browser: whoever watches a draft, and what becomes of the page when it goes."""

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route

from shengji.notation import dumps
from shengji.replay.archive import Archive, Drafts, Live
from shengji.replay.recording import resumed, take
from shengji.web import Config, create_app

from .browsing import PHONE, WIDE, Watched, assert_usable, served
from .recording import log_hand

HALF = dumps(log_hand()).partition("\n5 d")[0] + "\n"
"""The hand of the log up to its fifth trick, which d leads."""
REST = dumps(log_hand()).removeprefix(HALF)


class Table:
    """A draft as its recorder goes on with it."""

    def __init__(self, archive: Archive, text: str = HALF) -> None:
        self.drafts = Drafts(archive)
        self.name, self.token = self.drafts.start(resumed(text))
        self.show(Live.TABLE)

    def show(self, live: Live, delay: int = 0) -> None:
        self.drafts.show(self.name, self.token, live, delay)

    def enter(self, *entries: str | Mapping[str, object]) -> None:
        kept = self.drafts.get(self.name, self.token)
        told = [{"do": "type", "text": each} if isinstance(each, str) else each for each in entries]
        taken = take(kept.draft, told)
        assert taken.entries == len(entries)
        self.drafts.receive(self.name, self.token, kept.version, taken.actions)

    def correct(self, line: str, corrected: str) -> None:
        number = self.drafts.get(self.name, self.token).draft.lines.index(line) + 1
        self.enter(
            {"do": "splice", "at": number, "removed": 1, "lines": [corrected], "anyway": True}
        )


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.init(tmp_path_factory.mktemp("live") / "club.db") as found:
        yield found


@pytest.fixture(scope="module")
def site(archive: Archive) -> Iterator[str]:
    app: Flask = create_app(Config(archive, limited=False))
    with served(app) as address:
        yield address


def watching(watched: Watched, site: str, table: Table, query: str = "") -> Page:
    watched.page.goto(f"{site}/live/{table.name}{query}")
    watched.page.wait_for_selector("[data-live][data-ready]")
    return watched.page


def wait_for_text(page: Page, place: str, text: str) -> None:
    page.wait_for_function(
        "([place, text]) => document.querySelector(place).textContent.includes(text)",
        arg=[place, text],
    )


def wait_for_cards(page: Page, place: str, *cards: str) -> None:
    page.wait_for_function(
        "([place, cards]) => [...document.querySelector(`[data-cards='${place}']`).children]"
        ".map((card) => card.dataset.c).join(' ') === cards",
        arg=[place, " ".join(cards)],
    )


def test_a_table_is_followed_card_by_card(phone: Watched, site: str, archive: Archive) -> None:
    """Plays, an undo, a correction of an earlier trick, the end of the hand, and the next one."""
    table = Table(archive)
    table.show(Live.AFTER)
    page = watching(phone, site, table)
    assert page.text_content("[data-text=next]") == "Seat D is to play"
    table.enter("h6")
    wait_for_cards(page, "d.play", "H6")
    wait_for_text(page, "[data-text=next]", "Seat A is to play")
    wait_for_cards(page, "before.d.play", "HQ", "HQ")
    table.enter({"do": "back"})
    wait_for_cards(page, "d.play", "HQ", "HQ")
    wait_for_text(page, "[data-text=next]", "Seat D is to play")
    table.correct("4 a H33 SKHT H78 HQQ =d+20", "4 a H33 SKHT H78 HJJ =d+20")
    wait_for_cards(page, "d.play", "HJ", "HJ")
    table.correct("4 a H33 SKHT H78 HJJ =d+20", "4 a H33 SKHT H78 HQQ =d+20")
    for line in REST.splitlines():
        if line[:1].isdecimal():
            table.enter(" ".join(word for word in line.split()[2:] if word[0] != "=").lower())
    wait_for_text(page, "[data-text=result]", "115")
    assert page.locator("[data-cards=kitty] .c").count() == 8
    assert page.is_hidden("[data-text=next]")
    table.enter("hand 2 ac=2 bd=2 dealer=c")
    wait_for_text(page, "[data-text=say]", "Hand 2")
    assert page.locator("[data-cards=kitty] .c").count() == 0
    assert phone.faults == []


def test_the_first_answer_clears_what_the_page_came_with(
    phone: Watched, site: str, archive: Archive
) -> None:
    """The page was made while the trick before lay on the table."""
    table = Table(archive)
    held: list[Route] = []
    holding = [True]
    phone.page.route(
        "**/scene.json", lambda route: held.append(route) if holding else route.continue_()
    )
    page = watching(phone, site, table)
    wait_for_cards(page, "d.play", "HQ", "HQ")
    table.enter("h6")
    while not held:
        page.wait_for_timeout(50)
    holding.clear()
    for route in held:
        route.continue_()
    wait_for_cards(page, "d.play", "H6")
    for seat in "abc":
        wait_for_cards(page, f"{seat}.play")


def test_what_is_shown_no_more_stays_as_it_was_seen_last(
    phone: Watched, site: str, archive: Archive
) -> None:
    table = Table(archive)
    page = watching(phone, site, table)
    usual = page.text_content("[data-net]")
    table.show(Live.NOTHING)
    wait_for_text(page, "[data-net]", "no longer shown")
    wait_for_cards(page, "d.play", "HQ", "HQ")
    table.show(Live.TABLE)
    table.enter("h6")
    wait_for_cards(page, "d.play", "H6")
    assert page.text_content("[data-net]") == usual
    table.drafts.erase(table.name, table.token)
    wait_for_text(page, "[data-net]", "no longer shown")
    wait_for_cards(page, "d.play", "H6")
    assert phone.faults == []
    assert page.reload().status == 404


def test_without_a_network_it_asks_less_and_less_often(
    phone: Watched, site: str, archive: Archive
) -> None:
    table = Table(archive)
    phone.page.clock.install(time=0)
    phone.page.clock.pause_at(1)
    page = watching(phone, site, table)
    wait_for_text(page, "[data-text=next]", "Seat D is to play")
    phone.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for number, seconds in enumerate((2, 4, 8, 16, 32, 60)):
        page.wait_for_selector(f"[data-wait='{seconds * 1000}']")
        page.clock.run_for(seconds * 1000 - 1)
        assert len(asked) == number
        page.clock.run_for(1)
    wait_for_text(page, "[data-net]", "No connection")
    wait_for_cards(page, "d.play", "HQ", "HQ")
    table.enter("h6")
    phone.context.set_offline(False)
    page.clock.resume()
    wait_for_cards(page, "d.play", "H6")
    assert page.locator("[data-trouble]").count() == 0
    assert all("ERR_INTERNET_DISCONNECTED" in each for each in phone.faults)


def test_names_come_with_what_is_old_enough(phone: Watched, site: str, archive: Archive) -> None:
    table = Table(archive, HALF.replace('[PlayerB "?"]', '[PlayerB "李娜"]'))
    table.show(Live.TABLE, 3600)
    page = watching(phone, site, table)
    assert "李娜" not in page.content()
    assert page.text_content("[data-text=next]") == "Nothing to be seen yet."
    table.show(Live.TABLE)
    page.wait_for_selector("text=李娜")
    wait_for_text(page, "[data-text=late]", "at once")
    assert phone.faults == []


def test_the_recorder_chooses_on_a_phone(phone: Watched, site: str, archive: Archive) -> None:
    table = Table(archive)
    table.show(Live.NOTHING)
    page = phone.page
    page.goto(f"{site}/record/{table.name}?token={table.token}")
    page.wait_for_selector("[data-recorder][data-ready]", state="attached")
    page.evaluate("document.querySelector('#more').open = true")
    page.click("#more a[href*='/show']")
    page.locator("input[value=table]").tap()
    page.locator("input[value='60']").tap()
    page.locator("button.main").tap()
    page.wait_for_selector(".qr")
    link = page.input_value("[data-copied]")
    assert link == f"{site}/live/{table.name}"
    kept = table.drafts.get(table.name, table.token)
    assert (kept.live, kept.delay) == (Live.TABLE, 60)
    page.click("a[href*='/live/']")
    page.wait_for_selector("[data-live][data-ready]")
    assert page.url == link
    assert phone.faults == []


@pytest.mark.parametrize("size", [PHONE, WIDE])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_everybody_can_use_it(
    browser: Browser, site: str, archive: Archive, size: tuple[int, int], language: str
) -> None:
    theme = "dark" if language == "zh-Hans" else "light"
    table = Table(archive)
    table.enter("h6")
    look = f"lang={language}&theme={theme}"
    with Watched(browser, size, has_touch=size == PHONE) as watched:
        page = watching(watched, site, table, f"?{look}")
        page.click(".shared summary")
        assert_usable(page)
        page.goto(f"{site}/record/{table.name}/show?token={table.token}&{look}")
        assert_usable(page)
        low = page.evaluate(
            "[...document.querySelectorAll('main :is(.btn, label:not(.wide), summary)')]"
            ".filter((e) => e.offsetHeight > 0 && e.offsetHeight < 44).map((e) => e.outerHTML)"
        )
        assert low == []
        assert watched.faults == []
