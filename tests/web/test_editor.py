"""The text editor: a whole hand, what is wrong at its place, completion, the table beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route
from werkzeug.test import TestResponse

from shengji.notation import dumps
from shengji.replay.archive import Archive
from shengji.replay.generate import random_match
from shengji.replay.recording import first_hand, opening
from shengji.web import Config, create_app
from shengji.web.uploading import MOST_CHARACTERS

from .browsing import Watched, assert_fits, assert_usable, served
from .recording import log_hand


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


def put(page: Page, text: str, at: int | None = None) -> None:
    """A text, and the cursor in it: behind it, where no place is told."""
    page.evaluate(
        "([text, at]) => { const area = document.querySelector('textarea'); area.focus();"
        " area.value = text; area.setSelectionRange(at, at);"
        " area.dispatchEvent(new Event('input', { bubbles: true })); }",
        [text, len(text) if at is None else at],
    )


def told(page: Page, words: str) -> None:
    page.wait_for_selector(f"[data-net]:has-text('{words}')")


def text_of(page: Page) -> str:
    return page.input_value("textarea")


def test_what_was_typed_can_be_taken_back_behind_a_format(watched: Watched) -> None:
    page = watched.page
    text = dumps(log_hand())
    loose = text.replace("bury b ", "bury  b   ")
    put(page, loose)
    page.keyboard.press("Control+s")
    told(page, "Kept on this device")
    assert text_of(page) == text
    page.keyboard.press("Control+z")
    assert text_of(page) == loose
    page.keyboard.type("# so")
    page.keyboard.press("Backspace")
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert text_of(page) != loose, "before the first of it"
    for _ in range(9):
        page.keyboard.press("Control+Shift+Z")
    assert "# s" in text_of(page)
    page.click("[data-undo]")
    page.click("[data-redo]")
    assert "# s" in text_of(page)


def test_a_tag_keeps_its_bracket_and_quote(watched: Watched) -> None:
    page = watched.page
    for typed, taken in (("[Pl", "[PlayerA"), ('[Rules "st', '[Rules "standard@1')):
        put(page, f"%SJN 1\n{typed}")
        page.keyboard.press("Control+Space")
        page.wait_for_selector("[data-offers] li[aria-selected=true]")
        page.keyboard.press("Enter")
        assert text_of(page) == f"%SJN 1\n{taken}"


def test_what_may_follow_is_shown_and_in_nobodys_way(watched: Watched) -> None:
    """Keys are the text's until a completion is chosen; Tab then still has a way out, by Esc."""
    page = watched.page
    put(page, '%SJN 1\n[Rules "standard@1"]\nh')
    page.wait_for_selector("[data-offers] li")
    page.keyboard.press("Enter")
    assert text_of(page).endswith("h\n")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "TEXTAREA"
    page.focus("textarea")
    page.keyboard.press("Control+Space")
    page.wait_for_selector("[data-offers] li[aria-selected=true]")
    chosen = page.get_attribute("textarea", "aria-activedescendant")
    assert page.get_attribute(f"#{chosen}", "aria-selected") == "true"
    page.keyboard.press("Escape")
    assert page.get_attribute("textarea", "aria-activedescendant") is None
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "TEXTAREA"
    page.click("[data-offers] li:has-text('hand 1')")
    assert text_of(page).endswith("h\nhand 1 ac=2 bd=2 dealer=?")


def test_what_the_checker_knows_is_written_at_a_click(watched: Watched) -> None:
    page = watched.page
    text = dumps(log_hand()).replace("2 a SA S5 S9 S4 =a+5", "2 a SA S5 S9 S4 =b+15")
    assert "=b+15" in text
    put(page, text)
    page.wait_for_selector("[data-found] li.is-error")
    page.keyboard.press("F8")
    page.wait_for_selector("[data-here] .is-error")
    place = page.evaluate("document.querySelector('textarea').selectionStart")
    line = text[:place].splitlines()[-1]
    assert line.startswith("2 a SA")
    assert page.locator("[data-found] a").first.get_attribute("href").startswith("/notation/wrong-")
    page.locator("[data-here] button").first.click()
    page.wait_for_function("() => !document.querySelector('textarea').value.includes('=b+15')")
    page.locator("[data-here] button").first.click()
    page.wait_for_selector("[data-found]:not(:has(li.is-error))", state="attached")
    assert text_of(page) == dumps(log_hand())


def test_signs_that_are_put_together(watched: Watched) -> None:
    """An input method: what it shows is no text yet, its keys are nobody else's."""
    page = watched.page
    put(page, '%SJN 1\n[PlayerA "')
    page.keyboard.press("Control+Space")
    ime = watched.context.new_cdp_session(page)
    for typed in ("c", "ch", "chen"):
        ime.send("Input.imeSetComposition", {"text": typed, "selectionStart": len(typed),
                                             "selectionEnd": len(typed)})  # fmt: skip
    assert page.text_content(".under").endswith('"chen')
    page.evaluate(
        "document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown',"
        " { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))"
    )
    ime.send("Input.insertText", {"text": "陈"})
    ime.send("Input.imeSetComposition", {"text": "wei", "selectionStart": 3, "selectionEnd": 3})
    ime.send("Input.insertText", {"text": "伟"})
    page.keyboard.type('"]')
    assert text_of(page) == '%SJN 1\n[PlayerA "陈伟"]'
    assert page.text_content(".under").endswith('[PlayerA "陈伟"]')
    page.keyboard.press("Control+z")
    assert "w" not in text_of(page).partition("PlayerA")[2], "nothing half put together comes back"


@pytest.mark.parametrize("tongue", ["en", "zh-CN", "zh-TW"])
def test_colours_lie_under_their_letters(browser: Browser, site: str, tongue: str) -> None:
    """A font or a weight of another width would show the cursor beside its place."""
    with Watched(browser, (1440, 900), locale=tongue) as watched:
        page = watched.page
        page.goto(f"{site}/edit")
        page.wait_for_selector("[data-editor][data-ready]")
        put(
            page,
            '# so 就这样 iii WWW\n[PlayerA "陈伟 Li"]\nhand 1 ac=2 bd=2 dealer=a\n1 a SAA H77 =a+0',
        )
        widths = page.evaluate("""() => {
          const area = document.querySelector("textarea");
          const pen = document.createElement("canvas").getContext("2d");
          const style = getComputedStyle(area);
          pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          return [...document.querySelectorAll(".under code > div")].map((row) => {
            const range = document.createRange();
            range.selectNodeContents(row);
            return [pen.measureText(row.textContent).width, range.getBoundingClientRect().width];
          });
        }""")
        assert len(widths) == 4
        assert all(abs(area - under) < 0.5 for area, under in widths), widths
        assert watched.faults == []


def test_words_and_cards_are_coloured(watched: Watched) -> None:
    page = watched.page
    put(page, '[Rules "qq@1"]\n亮 22 d C22 # so\n1 a SAA ♥77 LB/L<b S3D4^revoke =a+0')
    page.wait_for_selector(".under .won")
    kinds = page.evaluate(
        "[...document.querySelectorAll('.under span')].map((e) => [e.className, e.textContent])"
    )
    assert [each for each in kinds if each[0] in ("w", "t", "r", "won")] == [
        ["t", '[Rules "qq@1"]'], ["w", "亮"], ["r", " # so"], ["won", "=a+0"],
    ]  # fmt: skip
    cards = {(kind, text) for kind, text in kinds if kind in ("S", "H", "D", "C", "J")}
    assert {("C", "C22"), ("S", "SAA"), ("H", "♥77"), ("J", "L"), ("S", "S3"), ("D", "D4")} <= cards


def test_without_a_network_one_writes_on(browser: Browser, site: str) -> None:
    with Watched(browser, (1440, 900), locale="en") as watched:
        page = watched.page
        page.goto(f"{site}/edit")
        page.wait_for_selector("[data-editor][data-ready]")
        page.wait_for_selector("[data-editor][data-seen]")
        watched.context.set_offline(True)
        put(page, "%SJN 1\nbuzz\n")
        told(page, "no network")
        watched.context.set_offline(False)
        page.wait_for_selector("[data-found] li.is-error")
        assert page.text_content("[data-net]") == ""


@pytest.mark.parametrize(("status", "words"), [(413, "longer than"), (429, "too often"),
                                               (500, "could not answer")])  # fmt: skip
def test_a_refusal_says_why(browser: Browser, site: str, status: int, words: str) -> None:
    with Watched(browser, (1440, 900), locale="en") as watched:
        page = watched.page
        page.goto(f"{site}/edit")
        page.wait_for_selector("[data-editor][data-ready]")
        page.route("**/edit/look", lambda route: route.fulfill(status=status))
        put(page, "%SJN 1\n# so")
        told(page, words)


def test_a_text_that_is_too_long_is_kept_and_its_match_shown(watched: Watched) -> None:
    page = watched.page
    hand = dumps(log_hand())
    text = f"{hand}\n" * (MOST_CHARACTERS // len(hand) + 1)
    put(page, text, at=text.index("\n2 a SA") + 6)
    told(page, f"longer than {MOST_CHARACTERS} characters")
    page.wait_for_selector("[data-text=where]:has-text('Trick 2')")
    page.reload()
    page.wait_for_selector("[data-editor][data-ready]")
    assert text_of(page) == text


def test_an_older_answer_does_not_come_behind_a_newer(watched: Watched) -> None:
    page = watched.page
    page.wait_for_selector("[data-editor][data-seen]")
    held: list[Route] = []
    page.route("**/edit/look", lambda route: held.append(route))
    put(page, "%SJN 1\nbuzz\n")
    page.wait_for_timeout(600)
    page.unroute("**/edit/look")
    put(page, dumps(log_hand()))
    page.wait_for_selector("[data-text=result]:has-text('115')")
    assert held and page.locator("[data-found] li.is-error").count() == 0


def test_a_tab_that_is_killed_leaves_its_text(browser: Browser, site: str) -> None:
    with Watched(browser, (1440, 900), locale="en") as watched:
        first, second = watched.page, watched.context.new_page()
        for page, text in ((first, '%SJN 1\n[Event "one"]\n'), (second, '%SJN 1\n[Event "two"]\n')):
            page.goto(f"{site}/edit")
            page.wait_for_selector("[data-editor][data-ready]")
            put(page, text)
        for page, word in ((first, "one"), (second, "two")):
            page.reload()
            page.wait_for_selector("[data-editor][data-ready]")
            assert f'"{word}"' in text_of(page), "no tab writes over another"
        second.close()
        third = watched.context.new_page()
        third.goto(f"{site}/edit")
        third.wait_for_selector("[data-editor][data-ready]")
        assert '"two"' in text_of(third)
        third.click("[data-texts] summary")
        third.click("[data-texts] li:has-text('one') button[data-open]")
        assert '"one"' in text_of(third)
        third.keyboard.press("Control+z")
        assert '"two"' in text_of(third)
        number = third.locator("[data-texts] li").count()
        third.click("[data-texts] li:has-text('two') button[data-forgotten]")
        assert third.locator("[data-texts] li").count() == number - 1
        assert watched.faults == []


def test_an_author_goes_between_text_and_draft(watched: Watched, site: str) -> None:
    page = watched.page
    text = dumps(log_hand())
    put(page, text)
    page.click("button[formaction^='/record']")
    page.wait_for_url("**/record/*?token=*")
    found = re.search(r"/record/([\w-]+)\?token=([\w-]+)", page.url)
    assert found is not None
    page.goto(f"{site}/edit?draft={found[1]}&token={found[2]}")
    page.wait_for_selector("[data-editor][data-ready]")
    assert text_of(page) == text
    put(page, text.replace("\n2 a SA ", "\n# lost?\n2 a SA "))
    page.reload()
    page.wait_for_selector("[data-editor][data-ready]")
    assert text_of(page) == text, "a draft is shown as it is"
    page.click("[data-texts] summary")
    page.locator("[data-texts] button[data-open]").first.click()
    assert "# lost?" in text_of(page)
    page.click("button[formaction*='/text']")
    page.wait_for_url("**/record/*?token=*")
    page.goto(f"{site}/edit?draft={found[1]}&token={found[2]}")
    assert "# lost?" in text_of(page)


def test_a_text_of_two_hundred_hands(watched: Watched) -> None:
    """Of all its lines those in sight are painted; a cursor that moves sends its match alone."""
    page = watched.page
    matches = [random_match("standard@1", 300, seed) for seed in range(1, 8)]
    text = "\n".join(map(dumps, matches))
    assert text.count("\nhand ") > 190
    put(page, text.replace("\nbury ", "\nbuzz ", 1), at=10)
    page.wait_for_selector("[data-found] li.is-error")
    assert page.locator(".under code > div").count() < 80
    with page.expect_request("**/edit/look") as asked:
        page.evaluate("document.querySelector('textarea').setSelectionRange(40, 40)")
    assert 0 < len(asked.value.post_data) < len(text) / 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tongue", ["en", "zh-CN", "zh-TW"])
def test_the_page_is_usable(browser: Browser, site: str, tongue: str, scheme: str) -> None:
    with Watched(browser, (390, 844), locale=tongue, color_scheme=scheme, has_touch=True,
                 is_mobile=True) as watched:  # fmt: skip
        page = watched.page
        page.goto(f"{site}/edit")
        page.wait_for_selector("[data-editor][data-ready]")
        put(page, '%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=a\nbuzz\nde')
        page.wait_for_selector("[data-found] li.is-error")
        page.wait_for_selector("[data-offers] li")
        assert_usable(page)
        low = page.evaluate(
            "[...document.querySelectorAll('.editor :is(button, .offers li)')]"
            ".filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5)"
            ".map((e) => e.outerHTML)"
        )
        assert low == []
        assert watched.faults == []


def test_a_keyboard_on_the_screen_hides_nothing(browser: Browser, site: str) -> None:
    """What of the window is left above it has the text, the line of the cursor in sight."""
    with Watched(browser, (390, 844), locale="en", has_touch=True, is_mobile=True) as watched:
        page = watched.page
        page.add_init_script(
            "Object.defineProperty(window, 'visualViewport', { value: Object.assign("
            "new EventTarget(), { height: 844, offsetTop: 0, scale: 1 }) });"
        )
        page.goto(f"{site}/edit")
        page.wait_for_selector("[data-editor][data-ready]")
        put(page, dumps(log_hand()))
        page.evaluate(
            "visualViewport.height = 420; visualViewport.dispatchEvent(new Event('resize'))"
        )
        page.wait_for_selector("[data-editor][data-typing]")
        page.wait_for_selector("[data-offers] li")
        assert (
            page.evaluate("document.querySelector('.writing').getBoundingClientRect().bottom")
            <= 420
        )
        page.wait_for_function("""() => {
          const area = document.querySelector("textarea");
          const height = Number.parseFloat(getComputedStyle(area).lineHeight);
          const line = area.value.slice(0, area.selectionStart).split("\\n").length;
          const top = 10 + (line - 1) * height - area.scrollTop;
          return top >= 0 && top + height <= area.clientHeight;
        }""")
        assert_fits(page)
        page.evaluate(
            "visualViewport.height = 844; visualViewport.dispatchEvent(new Event('resize'))"
        )
        page.wait_for_selector("[data-editor]:not([data-typing])")


def test_other_tables_than_of_four(watched: Watched) -> None:
    page = watched.page
    rules = "standard@1 decks=3 players=6"
    page.fill("textarea", opening(rules).do(first_hand(rules, {}, "")).text)
    page.focus("textarea")
    page.keyboard.press("Control+End")
    page.wait_for_selector("[data-cards='e.play']", state="attached")


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[FlaskClient]:
    """Of a site of its own that asks for no token of forms."""
    with Archive.init(tmp_path / "drafts.db") as archive:
        app = create_app(Config(archive, limited=False))
        app.config["WTF_CSRF_ENABLED"] = False
        yield app.test_client()


def begun(visitor: FlaskClient) -> tuple[str, str]:
    """A draft of the hand of the sample: its id and its token."""
    at = visitor.post("/record", data={"text": dumps(log_hand())}).headers["Location"]
    found = re.search(r"/record/([\w-]+)\?token=([\w-]+)", at)
    assert found is not None, at
    return found[1], found[2]


def sent(visitor: FlaskClient, name: str, token: str, text: str, base: str = "") -> TestResponse:
    return visitor.post(f"/record/{name}/text?token={token}", data={"text": text, "base": base})


def base_of(page: TestResponse) -> str:
    found = re.search(r'name="base" value="(\d+)"', page.get_data(as_text=True))
    assert found is not None
    return found[1]


def test_a_draft_is_opened_mended_and_saved(visitor: FlaskClient) -> None:
    name, token = begun(visitor)
    shown = visitor.get(f"/edit?draft={name}&token={token}")
    assert "Save into the draft" in shown.get_data(as_text=True)
    text = dumps(log_hand()).replace("\n2 a SA ", "\n# so\n2 a SA ")
    answer = sent(visitor, name, token, text, base_of(shown))
    assert answer.status_code == 303 and f"/record/{name}?token=" in answer.headers["Location"]
    assert visitor.get(f"/record/{name}/draft.sjn?token={token}").get_data(as_text=True) == text
    again = sent(visitor, name, token, text)
    assert again.status_code == 303, "what is as it was is no fault"


def test_a_draft_takes_only_what_can_be_read(visitor: FlaskClient) -> None:
    name, token = begun(visitor)
    answer = sent(visitor, name, token, dumps(log_hand()) + "buzz\n")
    assert answer.status_code == 422
    told = answer.get_data(as_text=True)
    assert "all of it can be read" in told and "buzz" in told
    assert sent(visitor, name, "wrong", dumps(log_hand())).status_code == 404
    assert sent(visitor, name, token, dumps(log_hand()), base="999").status_code == 400


def test_two_who_mend_one_draft_are_told(visitor: FlaskClient) -> None:
    name, token = begun(visitor)
    base = base_of(visitor.get(f"/edit?draft={name}&token={token}"))
    mine, theirs = (dumps(log_hand()).replace("\n2 a SA ", f"\n# {who}\n2 a SA ") for who in "xy")
    assert sent(visitor, name, token, theirs, base).status_code == 303
    answer = sent(visitor, name, token, mine, base)
    told = answer.get_data(as_text=True)
    assert answer.status_code == 409 and "another device" in told and "# x" in told
    assert visitor.get(f"/record/{name}/draft.sjn?token={token}").get_data(as_text=True) == theirs


def test_without_a_script_a_form_checks(client: FlaskClient) -> None:
    told = client.post("/edit", data={"text": "%SJN 1\nbuzz\n"})
    assert told.status_code in (200, 400)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"text": 5}', b'{"text": "", "line": "x"}'])
def test_bad_questions(client: FlaskClient, body: bytes) -> None:
    for path in ("look", "complete", "format"):
        answer = client.post(f"/edit/{path}", data=body, content_type="application/json")
        assert answer.status_code == 400, path
