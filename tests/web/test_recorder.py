"""The recorder in a real browser: a hand of the log by taps, by touch and by keys; what is lost."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import APIResponse, Browser, Page, Route

from shengji.notation import dumps
from shengji.replay.archive import Archive
from shengji.web import Config, create_app

from .browsing import Watched, eventually, served
from .recording import POSITION, Recorder, log_hand


@pytest.fixture(scope="module")
def recording_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with Archive.init(tmp_path_factory.mktemp("drafts") / "club.db") as archive:
        yield create_app(Config(archive, limited=False))


@pytest.fixture(scope="module")
def site(recording_app: Flask) -> Iterator[str]:
    with served(recording_app) as address:
        yield address


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    with Watched(browser, (1440, 900), locale="en") as found:
        yield found


def resumed(recorder: Recorder, text: str = POSITION) -> None:
    """A draft that goes on with a text, by the editor's page."""
    recorder.page.goto(f"{recorder.site}/edit")
    recorder.page.fill("textarea[data-writing]", text)
    recorder.page.click("button[formaction*='/record']")
    recorder.ready()


def test_a_whole_hand_by_clicks(watched: Watched, site: str) -> None:
    record = log_hand()
    recorder = Recorder(watched.page, site)
    recorder.begin(Event="shengji-godot")
    recorder.tap_lines(record)
    assert recorder.text() == dumps(record)
    print("taps", recorder.taps)
    assert watched.faults == []


def test_a_whole_hand_by_touch_on_a_phone(browser: Browser, site: str) -> None:
    with Watched(browser, (390, 844), locale="zh-Hans", has_touch=True, is_mobile=True) as watched:
        record = log_hand(deal=False)
        recorder = Recorder(watched.page, site)
        recorder.begin(mode="plays", Event="shengji-godot")
        recorder.touch = True
        recorder.tap_lines(record)
        assert recorder.text() == dumps(record)
        print("taps", recorder.taps)
        assert watched.faults == []


def test_a_whole_hand_by_keys_alone(watched: Watched, site: str) -> None:
    record = log_hand()
    recorder = Recorder(watched.page, site)
    recorder.begin(Event="shengji-godot")
    keyboard = watched.page.keyboard
    keyboard.press("/")
    for line in dumps(record).splitlines():
        words = [word for word in line.split() if not word.startswith("=")]
        if not words or line.startswith(("[", "%", "hand", "take", "result", "end")):
            continue
        recorder.type_line(" ".join(words[2:]).lower() if words[0].isdecimal() else line)
    assert recorder.text() == dumps(record)
    assert watched.faults == []


def test_offline_for_ten_plays_and_back(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    recorder.type_first("trump C 2 b")
    watched.context.set_offline(True)
    plays = ["h5", "h4", "h4", "hk", "sa", "s5", "s9", "s4", "s77", "s8q"]
    for place, play in enumerate(plays, 1):
        watched.page.keyboard.type(play)
        watched.page.keyboard.press("Enter")
        watched.page.wait_for_function(
            f"() => document.querySelector('[data-recorder]').dataset.waiting === '{place}'"
        )
    watched.page.wait_for_selector("[data-pending]:not([hidden]) li")
    assert watched.page.locator("[data-pending] li").all_text_contents() == plays
    assert "not checked" in watched.page.text_content("[data-net]")
    # Both eights of hearts are there still; of the hearts laid down none is.
    assert watched.page.text_content("[data-face=H4] i") == "0"
    assert watched.page.text_content("[data-face=H8] i") == "2"
    watched.context.set_offline(False)
    recorder.settled()
    assert recorder.lines()[-2:] == ["2 a SA S5 S9 S4 =a+5", "3 a S77 S8Q"]


def test_a_tab_that_is_killed_offline_goes_on_where_it_was(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    recorder.type_first("trump C 2 b")
    address = watched.page.url
    watched.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    eventually(
        watched.page, "() => caches.match(location.pathname, { ignoreVary: true }).then(Boolean)"
    )
    watched.context.set_offline(True)
    for play in ("h5", "h4"):
        watched.page.keyboard.type(play)
        watched.page.keyboard.press("Enter")
    watched.page.wait_for_function(
        "() => document.querySelector('[data-recorder]').dataset.waiting === '2'"
    )
    watched.page.close()
    page = watched.context.new_page()
    page.goto(address)
    again = Recorder(page, site)
    again.ready()
    assert page.locator("[data-pending] li").all_text_contents() == ["h5", "h4"]
    assert "take b" in again.lines()
    watched.context.set_offline(False)
    again.settled()
    assert again.lines()[-1] == "1 b H5 H4"


def test_two_recorders_part_and_somebody_decides(
    browser: Browser, watched: Watched, site: str
) -> None:
    one = Recorder(watched.page, site)
    resumed(one)
    with Watched(browser, (1024, 768), locale="en") as second:
        two = Recorder(second.page, site)
        second.page.goto(one.page.url)
        two.ready()
        one.type_first("skk")
        second.page.route("**/actions", lambda route: _held(route))
        two.type_first("sa")
        second.page.wait_for_selector("[data-parted]")
        told = second.page.text_content("[data-parted]")
        assert "23 a SKK" in told and "23 a SA" in told
        assert one.lines()[-1] == "23 a SKK"
        second.page.click("[data-keep=mine]")
        second.page.wait_for_selector("[data-parted]", state="detached")
        two.settled()
        assert two.lines()[-1] == "23 a SA"
        watched.page.wait_for_function(
            "() => [...document.querySelectorAll('[data-line]')].at(-1).textContent === '23 a SA'"
        )


def _held(route: object) -> None:
    """What another device writes is not seen before this one writes itself."""
    if route.request.method == "GET":
        route.fulfill(status=304)
    else:
        route.continue_()


def test_who_taps_ahead_of_the_answer_loses_nothing(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    recorder.type_first("trump C 2 b")
    page, held, holding = watched.page, [], [True]
    page.route("**/actions", lambda route: held.append(route) if holding else route.continue_())
    recorder.cards("H5")
    page.locator("[data-next] button.main").click()
    page.wait_for_selector("[data-recorder][data-waiting='1']")
    recorder.cards("H4 H6 HK SA")
    assert page.input_value("[data-next] [data-cards]") == "H4H6HKSA"
    holding.clear()
    for route in held:
        route.continue_()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-line]')].at(-1).textContent"
        " === '1 b H5 H4 H6 HK =a+15'"
    )
    # The trick is over; what was tapped beyond it is the next lead.
    assert page.input_value("[data-next] [data-cards]") == "SA"


def test_a_second_tap_at_once_enters_nothing(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    recorder.type_first("trump C 2 b")
    recorder.type_first("h5")
    page = watched.page
    page.wait_for_selector("[data-keys]:not([data-new])")
    page.locator("[data-face=H4]").dblclick()
    recorder.settled()
    assert recorder.lines()[-1] == "1 b H5 H4"
    assert page.input_value("[data-next] [data-cards]") == ""
    page.wait_for_timeout(400)
    page.locator("[data-face=H4]").click()
    recorder.settled()
    assert recorder.lines()[-1] == "1 b H5 H4 H4"


def test_what_is_dropped_stands_in_its_field_again(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin()
    recorder.type_first("SAKQJT HAKQJT")
    page = watched.page
    page.wait_for_selector("[data-stop]")
    page.click("[data-stop] button[data-drop]")
    assert page.input_value("[data-next] [data-cards]") == "SAKQJT HAKQJT"
    page.wait_for_selector("[data-stop]", state="detached")
    assert page.input_value("[data-next] [data-cards]") == "SAKQJT HAKQJT"
    assert page.text_content("[data-count]") == "10 / 25"


def test_the_first_answer_clears_what_the_page_showed(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    for line in ("trump C 2 b", "h5 h4 h6 hk", "sa s5 s6"):
        recorder.type_first(line)
    watched.page.reload()
    recorder.ready()
    recorder.type_first("s7")
    recorder.type_first("c2")
    laid = watched.page.locator(".felt .play > *").evaluate_all(
        "(all) => all.map((card) => card.dataset.c)"
    )
    assert laid == ["C2"]


def test_an_answer_that_was_overtaken_changes_nothing(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin(mode="plays")
    recorder.type_first("trump C 2 b")
    page, late = watched.page, []
    page.route("**/actions", lambda route: _kept_back(route, late))
    page.wait_for_function("() => performance.now() > 4500")
    while not late:
        page.wait_for_timeout(100)
    recorder.type_first("h5 h4")
    route, answer = late[0]
    route.fulfill(response=answer)
    page.wait_for_timeout(300)
    assert recorder.lines()[-1] == "1 b H5 H4"
    recorder.type_first("h4")
    assert recorder.lines()[-1] == "1 b H5 H4 H4"


def _kept_back(route: Route, late: list[tuple[Route, APIResponse]]) -> None:
    """The first look at what others wrote is answered, and its answer comes later."""
    if route.request.method == "GET" and not late:
        late.append((route, route.fetch()))
    else:
        route.continue_()


def test_chosen_cards_are_shown_and_taken_back(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin()
    recorder.cards("SA3 H5 SA")
    page = watched.page
    assert page.text_content("[data-count]") == "4 / 25"
    tray = page.locator("[data-tray] button")
    assert tray.evaluate_all("(all) => all.map((e) => e.className)") == ["c S"] * 3 + ["c H p"]
    tray.nth(1).click()
    assert page.input_value("[data-next] [data-cards]") in ("SAS3H5", "S3H5SA")
    assert page.text_content("[data-face=SA] i") == "1"
    page.locator("[data-next] label:has(input[value=c])").click()
    assert page.text_content("[data-count]") == "3 / 25", "only whose hand it is has changed"


def test_notes_and_irregularities_by_taps(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    resumed(recorder)
    recorder.type_first("skk")
    page = watched.page
    page.click("details.asides > summary")
    page.click("details[data-choice='aside note'] > summary")
    note = page.locator("details[data-choice='aside note'] form")
    note.locator("select").select_option("1.23.1")
    note.locator("textarea").fill('He said: "a pair"\nand left')
    note.locator("button.main").click()
    recorder.settled()
    assert recorder.lines()[-1] == r'note 1.23.1 "He said: \"a pair\"\nand left"'
    page.click("details[data-choice='aside mark'] > summary")
    mark = page.locator("details[data-choice='aside mark'] form")
    mark.locator("select").nth(1).select_option("exposed")
    mark.locator("button.main").click()
    recorder.settled()
    assert "23 a SKK^exposed" in recorder.lines()
    page.click("details[data-choice='aside ruling'] > summary")
    ruling = page.locator("details[data-choice='aside ruling'] form")
    ruling.locator("select").nth(1).select_option("exposed")
    ruling.locator("label:has(input[name='field.seats'][value=a])").click()
    ruling.locator("input[name='field.change']").fill("-10")
    ruling.locator("button.main").click()
    recorder.settled()
    assert recorder.lines()[-1] == "ruling 1.23.1 exposed a points=ac-10"


def test_what_breaks_a_rule_is_explained_and_written_all_the_same(
    watched: Watched, site: str
) -> None:
    recorder = Recorder(watched.page, site)
    resumed(recorder)
    recorder.type_first("skk")
    recorder.type_first("s78")
    page = watched.page
    told = page.text_content("[data-stop]")
    assert "S77" in told and "000:131-133" in told
    assert recorder.lines()[-1] == "23 a SKK"
    page.click("[data-stop] button:has-text('S78^revoke')")
    recorder.settled()
    page.wait_for_selector("[data-stop]", state="detached")
    assert recorder.lines()[-1] == "23 a SKK S78^revoke"
    page.click(".tools button:has-text('Undo')")
    recorder.settled()
    assert recorder.lines()[-1] == "23 a SKK"
    page.click(".tools button:has-text('Redo')")
    recorder.settled()
    assert recorder.lines()[-1] == "23 a SKK S78^revoke"


def test_an_earlier_line_is_corrected_and_what_no_longer_fits_is_told(
    watched: Watched, site: str
) -> None:
    recorder = Recorder(watched.page, site)
    resumed(recorder)
    recorder.type_first("skk s77 s9t sjd6")
    page = watched.page
    page.click("details.lines > summary")
    page.click("[data-line]:has-text('b S778 D5')")
    page.fill("form.correct input[name=text]", "b S788 D5")
    page.click("form.correct button")
    page.wait_for_selector("[data-stop]")
    assert "23.2" in page.text_content("[data-stop]")
    page.click("[data-stop] button[data-drop]")
    page.wait_for_selector("[data-stop]", state="detached")
    assert "b S778 D5" in recorder.lines()


def test_rules_changed_after_play_began(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    resumed(recorder)
    recorder.type_first("skk")
    page = watched.page
    page.click("details.lines > summary")
    page.click("[data-line]:has-text('Rules')")
    page.fill("form.correct input[name=text]", '[Rules "nobody@1"]')
    page.click("form.correct button")
    page.wait_for_selector("[data-stop]")
    assert '[Rules "standard@1 throw_penalty=10"]' in recorder.lines()


def test_a_wrong_or_revoked_token(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    resumed(recorder)
    page = watched.page
    old = page.url
    with watched.context.new_page() as other:
        other.goto(old)
        other.click("details.more > summary")
        other.click("form[action*='/token'] button")
        other.wait_for_url(lambda url: url.split("#")[0] != old)
    page.fill("[data-typing]", "skk")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('[data-net]').textContent.includes('token')"
    )
    assert page.goto(old).status == 404


def test_a_score_sheet_and_a_problem_position(watched: Watched, site: str) -> None:
    recorder = Recorder(watched.page, site)
    recorder.begin("standard@1", mode="result", dealer="a")
    recorder.type_first("35")
    assert recorder.lines()[-2:] == ["result 35 up=ac+2 next=c", "end"]
    recorder.begin("standard@1", mode="position", dealer="a")
    for line in ("SAKK H2", "S778 D5", "S9T D34", "SJ HA D67", "start 23 a", "trump C 2 a", "skk"):
        recorder.type_first(line)
    assert recorder.lines()[-1] == "23 a SKK"


def test_without_a_script(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(f"{site}/edit")
    page.fill("textarea", POSITION)
    page.click("button[formaction*='/record']")
    for play in ("skk", "s78"):
        page.fill("[data-next] input[name=part]", play)
        page.click("[data-next] .row-of button")
    assert "S77" in page.text_content("[data-stop]")
    page.click("[data-stop] button:has-text('As it stands')")
    assert page.locator("[data-line]").last.text_content() == "23 a SKK S78"
    page.click(".tools button:has-text('Undo')")
    assert page.locator("[data-line]").last.text_content() == "23 a SKK"
    context.close()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_everybody_can_use_it(
    browser: Browser, site: str, size: tuple[int, int], language: str
) -> None:
    theme = "dark" if language == "zh-Hans" else "light"
    with Watched(browser, size, color_scheme=theme, has_touch=size[0] == 390) as watched:
        page = watched.page
        look = f"lang={language}&theme={theme}"
        for path in ("record", "edit"):
            page.goto(f"{site}/{path}?{look}")
            assert_usable(page)
        page.fill("textarea[data-writing]", POSITION)
        page.click("button[formaction*='/record']")
        recorder = Recorder(page, site)
        recorder.ready()
        for play in ("skk", "s78"):
            recorder.type_first(play)
        page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
        assert_usable(page)
        assert watched.faults == []


def assert_usable(page: Page) -> None:
    """Nothing hangs over the edge, and axe finds nothing."""
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] == wide[1]
    found = Axe().run(page)
    told = [
        (each["id"], [node["html"][:200] + node["failureSummary"] for node in each["nodes"][:3]])
        for each in found.response["violations"]
    ]
    assert told == []
