"""In a real browser: from the last card to the published record, and one seat's view of a game."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route

from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.replay.archive import Archive, Drafts
from shengji.replay.recording import Draft, Enter, Mode, opening, resumed, take
from shengji.web import Config, create_app

from .browsing import PHONE, READY, WIDE, Watched, assert_usable, eventually, served
from .recording import POSITION, Recorder, log_hand

REVOKED = ("skk", "s78", "s9t", "sjd6")
"""b holds two sevens of spades."""
HAND = Enter(("hand 1 ac=2 bd=2 dealer=a",))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.init(tmp_path_factory.mktemp("ends") / "club.db") as found:
        yield found


@pytest.fixture(scope="module")
def site(archive: Archive) -> Iterator[str]:
    app: Flask = create_app(Config(archive, limited=False))
    with served(app) as address:
        yield address


def drafted(archive: Archive, draft: Draft, **query: str) -> str:
    """The address of a new draft's page."""
    name, token = Drafts(archive).start(draft)
    words = "".join(f"&{key}={value}" for key, value in query.items())
    return f"/record/{name}?token={token}{words}"


def at_the_end(watched: Watched, site: str, address: str) -> Page:
    page = watched.page
    page.goto(site + address.replace("?", "/finish?", 1))
    return page


def published(page: Page) -> str:
    page.check("input[value=public]")
    page.check("input[value='CC0-1.0']")
    page.locator("button.main", has_text="Publish").click()
    page.wait_for_selector("[data-published]")
    return page.get_attribute("[data-published]", "data-published") or ""


def whole(last: int = 0) -> Draft:
    """The hand of the log; without its last trick and what follows, if `last` is one."""
    lines = dumps(log_hand()).splitlines()
    end = lines.index(next(line for line in lines if line.startswith("23 ")))
    return resumed("\n".join(lines[: end if last else None]) + "\n")


def test_a_hand_that_was_recorded_is_published_and_seen_at_its_end(
    phone: Watched, site: str, archive: Archive
) -> None:
    recorder = Recorder(phone.page, site)
    phone.page.goto(site + drafted(archive, whole(1)))
    recorder.ready()
    recorder.type_first("b l da s2")
    assert recorder.text() == dumps(log_hand())
    phone.page.click(".ends a")
    assert phone.page.text_content("[data-verdict]") == "Everything fits the rules."
    published(phone.page)
    phone.page.click("[data-look]")
    phone.page.wait_for_selector(READY, state="attached")
    assert phone.page.url.partition("?")[0].endswith("/1.end")
    assert "115" in (phone.page.text_content("[data-text=result]") or "")
    assert phone.faults == []


ENDS = {
    "a score sheet": (
        take(
            opening("standard@1", Mode.RESULT).do(HAND),
            [{"do": "enter", "lines": ["sheet"]}, {"do": "type", "text": "result 35"}],
        ).draft,
        "fits",
        "/1.end",
    ),
    "a problem position": (resumed(POSITION, Mode.POSITION), "fits", "/1"),
    "an error that happened all the same": (
        take(
            resumed(POSITION, Mode.POSITION),
            [
                {"do": "type", "text": play, "anyway": True}
                for play in ("skk", "s78", "s9t", "sjd6")
            ],
        ).draft,
        "breaks",
        "/1.23",
    ),
}


@pytest.mark.parametrize("kind", ENDS)
def test_other_drafts_to_their_end(phone: Watched, site: str, archive: Archive, kind: str) -> None:
    draft, verdict, at = ENDS[kind]
    page = at_the_end(phone, site, drafted(archive, draft))
    assert page.get_attribute("[data-verdict]", "data-verdict") == verdict
    record = published(page)
    page.click("[data-look]")
    page.wait_for_selector(READY, state="attached")
    assert page.url.startswith(f"{site}/g/{record}{at}")
    assert archive.get(record).record.hands[-1].ended == (kind == "a score sheet")
    assert phone.faults == []


def test_what_was_found_leads_to_its_line_and_back(
    phone: Watched, site: str, archive: Archive
) -> None:
    address = drafted(archive, ENDS["an error that happened all the same"][0])
    page = at_the_end(phone, site, address)
    page.click(".place >> nth=0")
    page.wait_for_selector("[data-recorder][data-ready]", state="attached")
    field = page.locator("form.correct input[name=text]")
    assert field.input_value().startswith("23 a SKK S78")
    field.fill("23 a SKK S77 S9T SJD6 =a+30")
    page.click("form.correct button")
    Recorder(page, site).settled()
    page.click(".ends a")
    assert page.get_attribute("[data-verdict]", "data-verdict") == "fits"


def test_a_double_tap_and_the_way_back_publish_nothing_twice(
    phone: Watched, site: str, archive: Archive
) -> None:
    text = POSITION.replace('[Event "?"]', '[Event "twice"]')
    page = at_the_end(phone, site, drafted(archive, resumed(text, Mode.POSITION)))
    before = archive.stats().entries.get("unlisted", 0)
    page.check("input[value=unlisted]")
    page.evaluate(
        "() => { const button = [...document.querySelectorAll('button.main')].at(-1);"
        " button.click(); button.click(); }"
    )
    page.wait_for_selector("[data-published]")
    page.go_back()
    page.wait_for_load_state()
    if page.locator("button.main", has_text="Publish").count():
        page.check("input[value=unlisted]")
        page.locator("button.main", has_text="Publish").click()
        page.wait_for_load_state()
    page.reload()
    page.wait_for_selector("[data-published]")
    assert archive.stats().entries["unlisted"] == before + 1


def test_this_device_knows_what_its_draft_has_become(
    phone: Watched, site: str, archive: Archive
) -> None:
    text = POSITION.replace('[Event "?"]', '[Event "known"]')
    address = drafted(archive, resumed(text, Mode.POSITION))
    phone.page.goto(site + address)
    Recorder(phone.page, site).ready()
    phone.page.click(".ends a")
    record = published(phone.page)
    phone.page.goto(f"{site}/record")
    link = phone.page.locator("[data-drafts] a[href*='/finish?token=']")
    link.wait_for()
    link.click()
    # Who may see it or not: the page of the end has the links for all.
    assert phone.page.locator(f"[data-published={record}]").count() == 1
    phone.page.goto(f"{site}/record")
    phone.page.locator("[data-drafts] li a >> nth=0").click()
    Recorder(phone.page, site).ready()
    phone.page.goto(f"{site}/record")
    assert link.count() == 1


def test_a_draft_that_is_gone_leaves_the_device(
    browser: Browser, site: str, archive: Archive
) -> None:
    """Its page has the token in it: what the service worker kept goes with the draft."""
    name, token = Drafts(archive).start(resumed(POSITION))
    kept = f"() => caches.match('/record/{name}', {{ ignoreVary: true }}).then(Boolean)"
    with Watched(browser, WIDE, locale="en") as watched:
        page = watched.page
        for _ in range(2):
            page.goto(f"{site}/record/{name}?token={token}")
            Recorder(page, site).ready()
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        eventually(page, kept)
        Drafts(archive).erase(name, token)
        assert page.reload().status == 404
        eventually(page, f"() => ({kept})().then((there) => !there)")
        told = page.evaluate(
            "async () => { let text = '';"
            " for (const name of await caches.keys()) { const cache = await caches.open(name);"
            " for (const request of await cache.keys()) {"
            " text += request.url + await (await cache.match(request)).text(); } }"
            " return text; }"
        )
        assert told and token not in told


def test_a_device_whose_token_ends_asks_no_more(
    phone: Watched, site: str, archive: Archive
) -> None:
    """It would use up what a whole network may guess: 30 tokens a minute."""
    page = phone.page
    page.clock.install(time=0)
    page.clock.pause_at(1)
    name, token = Drafts(archive).start(resumed(POSITION))
    page.goto(f"{site}/record/{name}?token={token}")
    Recorder(page, site).ready()
    Drafts(archive).renew(name, token)
    with page.expect_response("**/actions"):
        page.clock.run_for(4000)
    page.wait_for_function(
        "() => document.querySelector('[data-net]').textContent.includes('token')"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert asked == []


def test_entries_wait_where_too_many_were_sent(phone: Watched, site: str, archive: Archive) -> None:
    page = phone.page
    page.goto(site + drafted(archive, resumed(POSITION)))
    recorder = Recorder(page, site)
    recorder.ready()
    busy = [True]

    def answer(route: Route) -> None:
        if busy[0] and route.request.method == "PUT":
            route.fulfill(status=429, content_type="text/html", body="later")
        else:
            route.continue_()

    page.route("**/actions", answer)
    page.fill("[data-typing]", "skk")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-pending]:not([hidden]) li")
    busy[0] = False
    recorder.settled()
    assert recorder.lines()[-1] == "23 a SKK"


@pytest.mark.parametrize("seat", ["a", "b"])
def test_one_seats_view_of_a_game_in_progress(
    browser: Browser, site: str, archive: Archive, seat: str
) -> None:
    """The hand of the log as a sees it, and as b, who buried: what others hold is nowhere."""
    record = log_hand()
    with Watched(browser, WIDE, locale="en") as watched:
        recorder = Recorder(watched.page, site)
        recorder.begin(mode="seat", seat=seat)
        for line in seen_by(record, seat):
            recorder.type_first(line)
            assert watched.page.locator("[data-stop]").count() == 0, line
            if line.startswith("s77 "):
                assert_only_own_cards(watched.page, seat)
        page = at_the_end(watched, site, watched.page.url.removeprefix(site))
        assert page.get_attribute("[data-verdict]", "data-verdict") == (
            "open" if seat == "a" else "fits"
        )
        entry = archive.get(published(page))
        (hand,) = entry.record.hands
        (told,) = (event for event in hand.events if isinstance(event, rec.Hands))
        assert [line.seat for line in told.lines] == ["ab".index(seat)]
        assert tricks(hand) == tricks(record.hands[0]) and hand.ended
        assert "bury b .8\n" in entry.text if seat == "a" else "bury b S33466H7JA\n" in entry.text
        page.click("[data-look]")
        page.wait_for_selector(READY, state="attached")
        assert f"seat={seat}" in page.url and "view=seat" in page.url
        assert watched.faults == []


def seen_by(record: rec.Record, seat: str) -> Iterator[str]:
    """What that seat enters: its own hand, what is shown, its own burying, and all plays."""
    yield "hands"
    for line in dumps(record).splitlines():
        words = line.split()
        match words[:1]:
            case ["a" | "b" | "c" | "d"] | ["bury"] if seat in words[:2]:
                yield line
            case ["pass" | "declare" | "trump"]:
                yield line
            case [number] if number.isdecimal():
                yield " ".join(word for word in words[2:] if word[0] != "=").lower()


def tricks(hand: rec.Hand) -> list[str]:
    """As they were played."""
    lines = dumps(rec.Record((), (hand,))).splitlines()
    return [line for line in lines if line[:1].isdecimal()]


def assert_only_own_cards(page: Page, seat: str) -> None:
    """On the table; what is held by others is unknown."""
    for other in "abcd":
        held = [page.get_attribute(f"[data-cards='{other}.{row}']", "data-n") for row in "TSHDC"]
        assert (sum(map(int, held)) > 0) == (other == seat), other


def test_everybody_can_use_it(browser: Browser, site: str, archive: Archive) -> None:
    broken, sound = ENDS["an error that happened all the same"][0], whole()
    for size in (PHONE, WIDE):
        for language, theme in (("en", "light"), ("zh-Hans", "dark"), ("zh-Hant", "light")):
            with Watched(browser, size, color_scheme=theme, has_touch=size == PHONE) as watched:
                for draft in (broken, sound):
                    page = at_the_end(
                        watched, site, drafted(archive, draft, lang=language, theme=theme)
                    )
                    page.evaluate(
                        "document.querySelectorAll('details').forEach((e) => { e.open = true; })"
                    )
                    assert_usable(page)
                assert small_targets(page) == []
                assert watched.faults == []


def small_targets(page: Page) -> list[str]:
    """What has to be hit with a thumb and is lower than 44 px, in the page itself."""
    return page.evaluate(
        "[...document.querySelectorAll('main :is(.btn, label, summary, .place)')]"
        ".filter((e) => e.offsetHeight > 0 && e.offsetHeight < 44 && !e.querySelector('textarea'))"
        ".map((e) => e.outerHTML.slice(0, 80))"
    )
