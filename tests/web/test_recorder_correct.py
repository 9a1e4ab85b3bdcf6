"""An earlier line corrected on a phone: a play by touch, the cards of a hand, a result; and by
links and forms alone."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from shengji.replay.archive import Archive, Drafts
from shengji.replay.recording import resumed
from shengji.web import Config, create_app

from .browsing import Watched, served
from .recording import POSITION, Recorder
from .shelf import SAMPLES

TRICK = "23 a SAA S78 S9T SJD6 =a+10\n"
NAMED = POSITION.replace('[PlayerB "?"]', '[PlayerB "李娜"]').replace("a SAKK", "a SAAK")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.init(tmp_path_factory.mktemp("corrected") / "club.db") as found:
        yield found


@pytest.fixture(scope="module")
def site(archive: Archive) -> Iterator[str]:
    with served(create_app(Config(archive, limited=False))) as address:
        yield address


def at_desk(phone: Watched, site: str, archive: Archive, text: str) -> Recorder:
    name, token = Drafts(archive).start(resumed(text))
    recorder = Recorder(phone.page, site)
    recorder.touch = True
    phone.page.goto(f"{site}/record/{name}?token={token}")
    recorder.ready()
    return recorder


def tap_line(recorder: Recorder, number: int) -> None:
    lines = recorder.page.locator("details.lines")
    if lines.evaluate("(e) => !e.open"):
        recorder.tap(lines.locator("> summary"))
    recorder.tap(recorder.page.locator(f"[data-line='{number}']"))
    recorder.page.wait_for_selector(f"[data-correct='{number}']:not([hidden])")


def test_a_play_is_tapped_and_another_card_put_in_its_place(
    phone: Watched, site: str, archive: Archive
) -> None:
    recorder = at_desk(phone, site, archive, NAMED + TRICK)
    tap_line(recorder, len((NAMED + TRICK).splitlines()))
    plays = phone.page.locator("[data-correct] [data-place]")
    assert plays.count() == 4
    assert "B 李娜" in plays.nth(1).inner_text()
    # No card is asked for yet: a tap on one would be the next play.
    assert phone.page.locator("[data-keys]").is_hidden()
    recorder.tap(plays.nth(1))
    phone.page.wait_for_selector("[data-correct] [data-cards]")
    assert phone.page.input_value("[data-correct] [data-cards]") == "S7S8"
    assert phone.page.locator("[data-keys] [data-state=none]").first.is_visible()
    recorder.tap(phone.page.locator("[data-tray] [data-at]").first)
    recorder.cards("S7")
    assert Axe().run(phone.page).response["violations"] == []
    recorder.tap(phone.page.locator("[data-correct] button.main"))
    recorder.settled()
    assert recorder.lines()[-1] == "23 a SAA S77 S9T SJD6 =a+10"
    assert phone.page.locator("[data-correct]").is_hidden()
    recorder.tap(phone.page.locator(".tools button").first)
    recorder.settled()
    assert recorder.lines()[-1] == TRICK.strip()
    assert phone.faults == []


def test_one_card_of_a_hand_is_taken_back_and_another_added(
    phone: Watched, site: str, archive: Archive
) -> None:
    recorder = at_desk(phone, site, archive, NAMED)
    tap_line(recorder, NAMED.splitlines().index("d SJ HA D67") + 1)
    recorder.tap(phone.page.locator("[data-tray] [data-at]").first)
    recorder.cards("H9")
    recorder.tap(phone.page.locator("[data-correct] button.main"))
    recorder.settled()
    line = next(each for each in recorder.lines() if each.startswith("d "))
    assert "H9" in line
    assert "SJ" in line or "HA" in line
    assert phone.faults == []


def test_a_result_of_a_sheet_and_what_no_longer_fits(
    phone: Watched, site: str, archive: Archive
) -> None:
    text = (SAMPLES / "teaching" / "sheet.sjn").read_text(encoding="utf-8")
    recorder = at_desk(phone, site, archive, text)
    before = recorder.lines()
    number = text.splitlines().index("result 35 up=ac+2 next=c") + 1
    tap_line(recorder, number)
    phone.page.fill("form.correct input[name=text]", "result 45 up=ac+2 next=c")
    recorder.tap(phone.page.locator("form.correct button"))
    recorder.settled()
    assert phone.page.locator("[data-stop]").count() == 0
    after = recorder.lines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        "result 45 up=ac+1 next=c", "hand 2 ac=3 bd=2 dealer=c", "hand 3 ac=3 bd=3 dealer=d",
        "hand 4 ac=3 bd=6 dealer=b",
    ]  # fmt: skip
    tap_line(recorder, number)
    phone.page.fill("form.correct input[name=text]", "result 42")
    recorder.tap(phone.page.locator("form.correct button"))
    recorder.settled()
    assert "result 42" in phone.page.inner_text("[data-stop]")
    assert recorder.lines() == after


def test_without_a_network_the_line_is_corrected_as_a_whole(
    phone: Watched, site: str, archive: Archive
) -> None:
    recorder = at_desk(phone, site, archive, NAMED + TRICK)
    number = len((NAMED + TRICK).splitlines())
    recorder.tap(phone.page.locator("details.lines > summary"))
    phone.context.set_offline(True)
    recorder.tap(phone.page.locator(f"[data-line='{number}']"))
    phone.page.wait_for_selector(f"[data-correct='{number}']:not([hidden])")
    assert phone.page.input_value("form.correct input[name=text]") == TRICK.strip()
    phone.page.fill("form.correct input[name=text]", "23 a SAA S77 S9T SJD6")
    recorder.tap(phone.page.locator("form.correct button"))
    phone.context.set_offline(False)
    recorder.settled()
    assert recorder.lines()[-1] == "23 a SAA S77 S9T SJD6 =a+10"


def test_without_javascript_by_links_and_forms(
    browser: Browser, site: str, archive: Archive
) -> None:
    name, token = Drafts(archive).start(resumed(NAMED + TRICK))
    with Watched(browser, (390, 844), locale="zh-Hans", java_script_enabled=False) as watched:
        page = watched.page
        page.goto(f"{site}/record/{name}?token={token}")
        page.click("details.lines > summary")
        page.click(f"[data-line='{len((NAMED + TRICK).splitlines())}']")
        page.click("[data-correct] [data-place] >> nth=2")
        page.fill("[data-correct] [data-cards]", "s99")
        page.click("[data-correct] button.main")
        # c holds one nine only, so it is asked about, and done all the same.
        page.click("[data-stop] button >> nth=0")
        assert "23 a SAA S78 S99 SJD6" in page.text_content(".text")
