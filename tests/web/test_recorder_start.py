"""The set-up of a draft, and one that begins without a network, in a real browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

from shengji.engine.presets import find, names
from shengji.notation import dumps
from shengji.replay.archive import Archive
from shengji.web import Config, assets, create_app
from shengji.web.recorder import shell
from shengji.web.recorder.setup import draft_of

from .browsing import PHONE, Watched, assert_usable, eventually, served
from .recording import Recorder, faces, log_hand

PLAYS = ("H5", "H4", "H4", "HK", "SA", "S5", "S9", "S4", "S77", "S8Q")
"""Ten plays behind `trump C b`: two tricks and the beginning of a third."""
WRITTEN = ["take b", "bury b .8", "1 b H5 H4 H4 HK =a+15", "2 a SA S5 S9 S4 =a+5", "3 a S7S7 S8SQ"]


@pytest.fixture(scope="module")
def starting_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with Archive.init(tmp_path_factory.mktemp("starts") / "club.db") as archive:
        yield create_app(Config(archive, limited=False))


@pytest.fixture(scope="module")
def site(starting_app: Flask) -> Iterator[str]:
    with served(starting_app) as address:
        yield address


@pytest.fixture(scope="module")
def form_client(starting_app: Flask) -> FlaskClient:
    return starting_app.test_client()


def opened(page: Page, site: str, path: str = "/record") -> None:
    page.goto(site + path)
    page.wait_for_selector("[data-setup][data-ready]")


def kept(page: Page) -> None:
    """The device has all that it needs to do without a network."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def begin(page: Page, mode: str = "plays") -> Recorder:
    """By touch; the page of the draft is open."""
    page.locator(f"label.card:has([value={mode}])").tap()
    page.locator(".begin button").tap()
    recorder = Recorder(page, page.url.split("/record")[0])
    recorder.ready()
    return recorder


def play(page: Page, *texts: str) -> None:
    """Entries that wait."""
    for text in texts:
        waiting = page.locator("[data-pending] li").count()
        page.locator("[data-typing]").first.fill(text)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(number) => document.querySelectorAll('[data-pending] li').length === number",
            arg=waiting + 1,
        )


def touch_trump(page: Page, suit: str, dealer: str) -> None:
    page.locator(f".suits label:has([value={suit}])").tap()
    page.locator(f"[data-next] button[value={dealer}]").tap()
    page.wait_for_selector("[data-next] [data-cards]")


def touch(page: Page, *plays: str) -> None:
    """Cards, by touch alone."""
    for play in plays:
        waiting = page.locator("[data-pending] li").count()
        for face in faces(play):
            page.locator(f"[data-face={face}]").tap()
        page.locator("[data-next] button.main").tap()
        assert page.locator("[data-pending] li").count() == waiting + 1


def brought(page: Page) -> Recorder:
    """The draft is on the server, and every entry was judged there."""
    page.wait_for_selector("[data-recorder]:not([data-afar])", state="attached")
    recorder = Recorder(page, page.url.split("/record")[0])
    recorder.ready()
    recorder.settled()
    return recorder


# -- without a network ----------------------------------------------------------------------------


def test_a_draft_begun_offline_is_on_the_server_when_the_network_is_back(
    phone: Watched, site: str
) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    opened(page, site)
    page.fill("[name='player.a']", "陈伟")
    begin(page)
    assert "not checked" in page.text_content("[data-net]")
    assert page.text_content("[data-next] button[value=a]") == "A 陈伟"
    touch_trump(page, "C", "b")
    touch(page, *PLAYS[:5])
    address = page.url
    page.close()
    page = phone.context.new_page()
    page.goto(address)
    Recorder(page, site).ready()
    assert page.locator("[data-pending] li").all_text_contents() == ["trump C b", *PLAYS[:5]]
    # Of two kings of hearts one is left, of two fours none.
    assert page.text_content("[data-face=HK] i") == "1"
    assert page.text_content("[data-face=H4] i") == "0"
    touch(page, *PLAYS[5:])
    phone.context.set_offline(False)
    assert brought(page).lines()[-5:] == WRITTEN
    assert '[PlayerA "陈伟"]' in page.locator(".text [data-line]").all_text_contents()
    page.goto(address)
    assert brought(page).lines()[-5:] == WRITTEN


def test_a_deal_is_told_offline_hand_by_hand(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    begin(page, "full")
    told = [line.partition(" ")[::2] for line in dumps(log_hand()).splitlines() if dealt(line)]
    assert len(told) == 5
    for place, (seat, cards) in enumerate(told):
        tab = page.locator("[data-next] label:has([data-size]:checked)")
        assert tab.text_content() == (seat if seat == "kitty" else seat.upper())
        page.locator("[data-typing]").first.fill(cards)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-pending] li >> nth={place}")
    page.locator(".tools button", has_text="Undo").tap()
    assert page.text_content("[data-next] label:has([data-size]:checked)") == "kitty"
    left = told[4][1].split().count("SA")
    assert page.text_content("[data-face=SA] i") == str(left)
    page.locator("[data-typing]").first.fill(told[4][1])
    page.keyboard.press("Enter")
    # Then trump, and for the plays all cards are there again.
    touch_trump(page, "S", "b")
    assert page.text_content("[data-face=SA] i") == "2"
    phone.context.set_offline(False)
    found = brought(page).lines()
    assert [line.partition(" ")[::2] for line in found if dealt(line)] == told
    assert found[-2:] == ["trump S 2 b", "take b"]


def dealt(line: str) -> bool:
    return line.split(" ")[0] in ("a", "b", "c", "d", "kitty")


def test_hand_after_hand_of_a_score_sheet_offline(phone: Watched, site: str) -> None:
    """As `test_hand_alone_is_the_next_one`."""
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    page.select_option("[name=dealer]", "a")
    begin(page, "result")
    for points in ("35", "80"):
        page.locator("[data-next] input:not([type=hidden])").first.fill(points)
        page.locator("[data-next] button.main").tap()
        page.locator(".following button").tap()
    phone.context.set_offline(False)
    found = brought(page).lines()
    assert "hand 2 ac=4 bd=2 dealer=c" in found
    assert found[-1].startswith("hand 3 ")


def test_a_table_of_six_has_six_seats_offline(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site, "/record?preset=standard@1")
    kept(page)
    page.evaluate("document.querySelectorAll('main details').forEach((e) => e.open = true)")
    page.fill("[name='option.decks']", "3")
    page.fill("[name='option.players']", "6")
    page.keyboard.press("Tab")
    page.fill("[name='player.f']", "周琳")
    phone.context.set_offline(True)
    begin(page)
    page.locator(".suits label:has([value=S])").tap()
    assert page.text_content("[data-next] button[value=f]") == "F 周琳"
    page.locator("[data-next] button[value=f]").tap()
    touch(page, "HK")
    assert page.text_content("[data-face=HK] i") == "2"
    phone.context.set_offline(False)
    assert brought(page).lines()[-1] == "1 f HK"


def test_an_answer_that_was_lost_begins_no_second_draft(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    asked: list[int] = []

    def lose(route: object) -> None:
        asked.append(route.fetch().status)
        route.abort()

    page.route("**/setup", lose, times=1)
    begin(page)
    recorder = brought(page)
    recorder.type_first("trump C 2 b")
    assert recorder.lines()[-2:] == ["take b", "bury b .8"]
    opened(page, site)
    assert "not on the server" not in page.text_content("[data-drafts]")
    phone.context.set_offline(True)
    page.route("**/setup", lose, times=1)
    begin(page)
    play(page, "trump D 2 c")
    phone.context.set_offline(False)
    assert brought(page).lines()[-2:] == ["take c", "bury c .8"]
    assert asked == [201, 201]


def test_two_drafts_begun_offline_are_both_brought(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    for name, text in (("one", "trump C 2 b"), ("two", "trump D 2 c")):
        opened(page, site)
        page.fill("[name='player.a']", name)
        begin(page)
        play(page, text)
    opened(page, site)
    drafts = page.locator("[data-drafts] li")
    assert drafts.count() == 2
    assert "not on the server yet" in drafts.first.text_content()
    assert "not sent yet: 1" in drafts.first.text_content()
    phone.context.set_offline(False)
    for name, line in (("two · B", "take c"), ("one · B", "take b")):
        opened(page, site)
        page.locator("[data-drafts] a", has_text=name).tap()
        assert line in brought(page).lines()


def test_a_setup_that_the_server_refuses_is_mended_without_losing_entries(
    phone: Watched, site: str
) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    opened(page, site)
    page.evaluate(
        "() => { const field = document.querySelector('[name=\"level.ac\"]');"
        " field.append(new Option('Z', 'Z', true, true)); }"
    )
    begin(page)
    play(page, "trump C 2 b", "h5")
    phone.context.set_offline(False)
    page.wait_for_selector("[data-refused]:not([hidden])")
    assert "ac=Z" in page.text_content("[data-refused] ul")
    page.locator("[data-mend]").tap()
    page.wait_for_selector("[data-setup][data-ready]")
    assert "ac=Z" in page.text_content("[id='wrong-level.ac']")
    page.select_option("[name='level.ac']", "2")
    page.locator(".begin button").tap()
    assert brought(page).lines()[-1] == "1 b H5"


def test_where_no_page_can_be_kept_the_setup_waits_on_its_own(browser: Browser, site: str) -> None:
    """As on a site without HTTPS, for which browsers have no workers."""
    with Watched(browser, PHONE, locale="en", has_touch=True, service_workers="block") as watched:
        page = watched.page
        opened(page, site)
        watched.context.set_offline(True)
        page.locator(".begin button").tap()
        page.wait_for_selector("[data-away]:not([hidden])")
        watched.context.set_offline(False)
        page.locator(".begin button").tap()
        brought(page)
        opened(page, site)
        assert page.locator("[data-drafts] li").count() == 1


def test_other_rules_are_chosen_without_a_network(phone: Watched, site: str) -> None:
    """Bianfeng with three decks: three copies of each card; competition has seven levels."""
    page = phone.page
    opened(page, site)
    kept(page)
    phone.context.set_offline(True)
    opened(page, site)
    page.select_option("[name=preset]", "competition@1")
    page.wait_for_selector("[data-away]:not([hidden])")
    assert page.locator("[name='level.ac'] option").all_text_contents() == list("25TJQKA")
    page.select_option("[name=preset]", "bianfeng-three-deck@1")
    page.wait_for_function("() => document.querySelector('[data-copies]') !== null")
    begin(page)
    play(page, "trump C 2 b", "h5")
    assert page.text_content("[data-face=H5] i") == "2"
    phone.context.set_offline(False)
    assert brought(page).lines()[-1] == "1 b H5"
    text = page.locator(".text [data-line]").all_text_contents()
    assert '[Rules "bianfeng-three-deck@1"]' in text


def test_it_can_be_installed(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    asked = phone.context.new_cdp_session(page)
    found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window, as every one here, installs nothing.
    assert [each["errorId"] for each in found] == ["in-incognito"]
    manifest = page.evaluate(
        "fetch(document.querySelector('[rel=manifest]').href).then((answer) => answer.json())"
    )
    for icon in manifest["icons"][1:]:
        side = page.evaluate(
            "(src) => new Promise((resolve) => { const drawn = new Image();"
            " drawn.onload = () => resolve(drawn.naturalWidth); drawn.src = src; })",
            icon["src"],
        )
        assert f"{side}x{side}" == icon["sizes"]
    phone.context.set_offline(True)
    opened(page, site, manifest["start_url"])


# -- the form -------------------------------------------------------------------------------------


def test_what_was_chosen_last_is_proposed_and_can_be_forgotten(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    page.select_option("[name=preset]", "competition@1")
    page.wait_for_selector("[name=options][value='competition@1']", state="attached")
    page.fill("[name='player.b']", "李娜")
    page.select_option("[name='level.bd']", "T")
    begin(page, "result")
    opened(page, site)
    assert page.input_value("[name=preset]") == "competition@1"
    assert page.is_checked("[name=mode][value=result]")
    assert page.input_value("[name='player.b']") == ""
    assert "李娜" in page.text_content("[data-last]") and "BD T" in page.text_content("[data-last]")
    page.locator("[data-last-use]").tap()
    page.wait_for_function("() => document.querySelector('[name=\"player.b\"]').value === '李娜'")
    assert page.input_value("[name='level.bd']") == "T"
    page.locator("[data-last-forget]").tap()
    opened(page, site)
    assert page.is_hidden("[data-last]")
    assert page.input_value("[name=preset]") == "standard@1"


def test_three_taps_begin_a_draft(phone: Watched, site: str) -> None:
    page = phone.page
    page.goto(site)
    page.locator("header > nav a[href^='/record']").tap()
    page.wait_for_selector("[data-setup][data-ready]")
    begin(page, "plays")
    assert page.locator("[data-next]").is_visible()
    assert phone.faults == []


def test_the_seat_is_asked_for_one_seat_alone(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(f"{site}/record")
    assert page.is_hidden("[name=seat]")
    page.check("[name=mode][value=seat]")
    page.select_option("[name=seat]", "c")
    page.fill("[name='player.c']", "王强")
    page.select_option("[name=preset]", "tractor-online@1")
    page.click(".system button")
    assert page.input_value("[name='player.c']") == "王强"
    assert page.input_value("[name=seat]") == "c"
    page.select_option("[name='level.d']", "N")
    page.click("[data-options] > summary")
    page.click("[data-options] details >> nth=0 >> summary")
    page.fill("[name='option.decks']", "many")
    page.click(".begin button")
    assert "decks=many" in page.text_content("[id='wrong-option.decks']")
    assert page.input_value("[name='level.d']") == "N"
    page.fill("[name='option.decks']", "2")
    page.click(".begin button")
    lines = page.locator("[data-line]").all_text_contents()
    assert '[PlayerC "王强"]' in lines
    assert "hand 1 a=2 b=2 c=2 d=N dealer=?" in lines
    context.close()


@pytest.mark.parametrize("preset", names())
def test_the_form_of_each_rule_system(form_client: FlaskClient, preset: str) -> None:
    """Levels as its ladder lists them; who begins it without a change gets its rules."""
    rules, name = find(preset).rules, find(preset).name
    page = form_client.get(f"/record?preset={preset}").text
    for level in rules.level_ladder:
        assert f"<option>{level}</option>" in page or f"<option selected>{level}</option>" in page
    assert page.count('name="player.') == rules.players
    answer = form_client.put(
        "/record/" + "p" * 4 + f"{names().index(preset):08d}/setup",
        json={"form": {"preset": name, "mode": "plays"}},
        headers={"Authorization": "Bearer " + "t" * 22},
    )
    assert (answer.status_code, answer.get_json()) == (201, {"version": 2})


def test_a_table_of_six_is_a_ring(form_client: FlaskClient) -> None:
    fields = {"preset": "standard@1", "option.players": "6", "option.decks": "3"}
    page = form_client.post("/record/form", data=fields).text
    assert page.count('name="player.') == 6
    assert 'name="level.ace"' in page and 'name="level.bdf"' in page
    assert "In order of play" in page


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("preset", "nobody@1", "nobody"),
        ("option.players", "5", "an even number with fixed partners"),
        ("option.decks", "many", "decks=many"),
        ("level.ac", "Z", "ac=Z"),
        ("level.ac", "3:4", "level 3:4 is not among those of these rules"),
        ("dealer", "e", "there is no seat e at a table of 4"),
        ("player.b", "n" * 61, "61 characters; 60 is the most"),
        ("player.b", "a\x07b", "control character"),
        ("Event", "e" * 121, "121 characters"),
        ("date", "yesterday", "2026-05-14"),
        ("hand", "0", "A number from 1 to 10000."),
        ("hand", "x", "A number from 1 to 10000."),
        ("mode", "twice", "no such choice"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(
    form_client: FlaskClient, field: str, value: str, told: str
) -> None:
    filled = {"preset": "standard@1", "mode": "plays", "player.a": "陈伟", "Site": "Club"}
    fields = {**filled, field: value}
    page = form_client.post("/record/form", data={**fields, "told": "yes"}).text
    assert page.count('class="wrong"') == 1
    beside = page.split(f'id="wrong-{field}">')[1].split("</em>")[0]
    assert told in beside
    for name, text in fields.items():
        if name not in ("preset", "mode", field):
            assert f'value="{text}"' in page, name


def test_a_match_may_be_recorded_from_a_later_hand_on() -> None:
    for number, line in (("3", "hand 3 "), ("", "hand 1 "), (" 12 ", "hand 12 ")):
        draft = draft_of({"preset": "standard@1", "hand": number, "dealer": "b"})
        assert draft.lines[-1] == f"{line}ac=2 bd=2 dealer=b"


def test_a_record_from_elsewhere_goes_on(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(f"{site}/record")
    page.click(".resume > summary")
    page.click(".resume button")
    assert "Paste a record" in page.text_content("#wrong-text")
    page.fill(".resume textarea", '%SJN 1\n[Rules "standard@1"]\n\nhand 1 ac=2 bd=2 dealer=a\n')
    page.click(".resume button")
    assert page.locator("[data-line]").last.text_content() == "hand 1 ac=2 bd=2 dealer=a"
    context.close()


# -- the worker and everybody ---------------------------------------------------------------------


def test_what_was_kept_by_an_older_version_goes(phone: Watched, site: str) -> None:
    page = phone.page
    page.goto(f"{site}/rules")
    for name in ("shengji-record", "shengji-record-0000"):
        page.evaluate(
            "(name) => caches.open(name).then((kept) => kept.put('/record', new Response('old')))",
            name,
        )
    opened(page, site)
    kept(page)
    assert len(page.evaluate("caches.keys()")) == 1
    phone.context.set_offline(True)
    opened(page, site)


@pytest.fixture
def renew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Lets the site have other assets from now on."""

    def renewed() -> None:
        folder = tmp_path / "static"
        shutil.copytree(assets.FOLDER, folder)
        (folder / "new.css").write_bytes(b"/* new */")
        monkeypatch.setattr(assets, "FOLDER", folder)
        monkeypatch.setattr(shell, "FOLDER", folder)
        assets.digest.cache_clear()

    yield renewed
    monkeypatch.undo()
    assets.digest.cache_clear()


def version(page: Page) -> str:
    """The digest of the assets that a page is made for."""
    return page.get_attribute("link[href*='record-start.css']", "href").split("/")[2]


def test_a_new_version_of_the_site_is_kept_whole(
    phone: Watched, site: str, renew: Callable[[], None]
) -> None:
    """Pages with their scripts; a draft whose page went with older ones opens all the same."""
    page = phone.page
    opened(page, site)
    kept(page)
    draft = begin(page).page.url
    Recorder(page, site).type_first("trump C 2 b")
    before = page.evaluate("caches.keys()")
    renew()
    opened(page, site)
    eventually(
        page,
        "([before]) => caches.keys().then(([now, more]) => !more && now !== before)",
        before,
    )
    assert version(page) == assets.digest()
    phone.context.set_offline(True)
    opened(page, site)
    assert version(page) == assets.digest()
    page.goto(draft)
    Recorder(page, site).ready()
    play(page, "h5")
    phone.context.set_offline(False)
    assert brought(page).lines()[-1] == "1 b H5"


def test_a_page_of_a_version_whose_scripts_are_not_kept_yet_is_not_kept(
    phone: Watched, site: str, renew: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    before = assets.digest()
    monkeypatch.setattr(shell, "digest", lambda: before)
    monkeypatch.setattr(shell, "asset", lambda name: f"/static/{before}/{name}")
    folder = assets.FOLDER
    renew()
    monkeypatch.setattr(shell, "FOLDER", folder)
    opened(page, site)
    assert version(page) == assets.digest() != before
    phone.context.set_offline(True)
    opened(page, site)
    assert version(page) == before


def test_a_tab_that_is_killed_before_any_answer_loses_nothing(phone: Watched, site: str) -> None:
    page = phone.page
    opened(page, site)
    kept(page)
    page.route("**/setup", lambda route: None)
    page.fill("[name='player.d']", "赵敏")
    page.locator(".begin button").tap()
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('draft'))")
    page.close()
    page = phone.context.new_page()
    opened(page, site)
    assert "not on the server yet" in page.text_content("[data-drafts]")
    page.locator("[data-drafts] a", has_text="赵敏").tap()
    brought(page)
    assert '[PlayerD "赵敏"]' in page.locator(".text [data-line]").all_text_contents()


@pytest.mark.parametrize("size", [PHONE, (1440, 900)])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_everybody_can_set_up(
    browser: Browser, site: str, size: tuple[int, int], language: str
) -> None:
    theme = "dark" if language == "zh-Hans" else "light"
    with Watched(browser, size, color_scheme=theme, has_touch=size == PHONE) as watched:
        page = watched.page
        look = f"lang={language}&theme={theme}"
        opened(page, site, f"/record?{look}")
        page.check("[name=mode][value=seat]")
        page.evaluate("document.querySelectorAll('main details').forEach((e) => e.open = true)")
        assert_usable(page)
        begin_of = page.locator(".begin button")
        begin_of.click()
        Recorder(page, site).ready()
        opened(page, site, f"/record?{look}")
        assert_usable(page)
        assert watched.faults == []
        kept(page)
        watched.context.set_offline(True)
        page.locator(".begin button").click()
        Recorder(page, site).ready()
        play(page, "declare 5 a H2")
        assert_usable(page)
