"""The text editor: a whole hand, what is wrong at its place, completion, the table beside it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

from shengji.notation import dumps
from shengji.replay.recording import first_hand, opening

from .browsing import Watched, chromium, served
from .recording import log_hand


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def site(app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def watched(browser: Browser, site: str) -> Iterator[Watched]:
    with Watched(browser, (1440, 900), locale="en") as found:
        found.page.goto(f"{site}/edit")
        found.page.wait_for_selector("[data-editor][data-ready]")
        yield found
        assert found.faults == []


def looked(page: Page) -> None:
    """The server has seen what stands there now."""
    before = page.get_attribute("[data-editor]", "data-seen") or "0"
    page.wait_for_function(
        f"() => document.querySelector('[data-editor]').dataset.seen !== '{before}'"
    )


def test_a_whole_hand_through_the_editor_is_the_canonical_record(watched: Watched) -> None:
    page = watched.page
    text = dumps(log_hand())
    loose = text.replace("bury b ", "bury  b   ").replace("SA S5 S9", "SA  S5 S9")
    page.fill("textarea", "")
    page.focus("textarea")
    page.keyboard.insert_text(loose)
    page.wait_for_selector("[data-text=result]:has-text('115')")
    page.keyboard.press("Control+s")
    page.wait_for_function("() => document.querySelector('[data-net]').textContent !== ''")
    assert page.input_value("textarea") == text
    page.reload()
    assert page.input_value("textarea") == text


def test_what_is_wrong_is_told_at_its_place_as_one_types(watched: Watched) -> None:
    page = watched.page
    text = dumps(log_hand()).replace("2 a SA S5 S9 S4", "2 a SA S5 D3 S4")
    page.fill("textarea", text)
    page.wait_for_selector("[data-found] li.is-error")
    told = page.text_content("[data-found] li.is-error")
    line = next(n for n, each in enumerate(text.splitlines(), 1) if each.startswith("2 a"))
    assert told.startswith(f"{line}:11 1.2.3")
    assert page.text_content(".under mark:not(.soft)") == "D3"
    page.click("[data-found] li.is-error button")
    place = page.evaluate("document.querySelector('textarea').selectionStart")
    assert text[place : place + 2] == "D3"


def test_the_table_follows_the_cursor(watched: Watched) -> None:
    page = watched.page
    text = dumps(log_hand())
    page.fill("textarea", text)
    page.wait_for_selector("[data-text=result]:has-text('115')")
    page.evaluate(
        "(at) => { const area = document.querySelector('textarea'); area.focus();"
        " area.setSelectionRange(at, at); }",
        text.index("\n2 a SA") + 6,
    )
    page.wait_for_selector("[data-text=where]:has-text('Trick 2')")
    assert page.locator("[data-cards='a.play'] li").get_attribute("data-c") == "SA"


def test_statements_are_completed(watched: Watched) -> None:
    page = watched.page
    page.fill("textarea", dumps(log_hand()).partition("kitty")[0])
    page.focus("textarea")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("kit")
    page.keyboard.press("Control+Space")
    page.wait_for_selector("[data-offers] li[aria-selected=true]")
    page.keyboard.press("Enter")
    assert page.input_value("textarea").splitlines()[-1].startswith("kitty")


def test_other_tables_than_of_four(watched: Watched) -> None:
    page = watched.page
    rules = "standard@1 decks=3 players=6"
    page.fill("textarea", opening(rules).do(first_hand(rules, {}, "")).text)
    page.focus("textarea")
    page.keyboard.press("Control+End")
    page.wait_for_selector("[data-cards='e.play']", state="attached")


def test_without_a_script_a_form_checks(client: FlaskClient) -> None:
    told = client.post("/edit", data={"text": "%SJN 1\nbuzz\n"})
    assert told.status_code in (200, 400)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"text": 5}', b'{"text": "", "line": "x"}'])
def test_bad_questions(client: FlaskClient, body: bytes) -> None:
    for path in ("look", "complete", "format"):
        answer = client.post(f"/edit/{path}", data=body, content_type="application/json")
        assert answer.status_code == 400, path
