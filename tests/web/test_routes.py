"""Every route of the site is of one kind, and each kind keeps its promise.

A new route fails here until somebody has said of which kind it is.
"""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from shengji.replay.archive import Archive, Drafts, Live, Visibility
from shengji.replay.recording import resumed
from shengji.web import Config, create_app
from shengji.web.guarding import LIMITS
from shengji.web.recorder.live import ANSWERS

from .house import House, address, calling, record, rules_of_games
from .recording import POSITION

READ = frozenset((
    "landing.show", "docs.show", "docs.openapi", "edit.show", "notation.index", "notation.show",
    "oembed.show", "players.index", "players.show", "rules.index", "rules.show", "rules.diff",
    "rules.option", "search.show", "upload.show", "record.show", "record_form.again",
    "record_afar.desk", "live.show", "live.scene", "api.get_games", "api.get_players",
    "api.get_rules", "api.get_one_rules", "api.get_stats",
))  # fmt: skip
"""GET: for everybody; what it shows depends on no token and on no cookie."""
FILE = frozenset((
    "assets.file", "assets.favicon", "record_shell.icon", "record_shell.manifest",
    "record_shell.worker",
))  # fmt: skip
"""GET: the same for everybody, and of no record."""
GAME = frozenset((
    "overview.show", "forms.record", "forms.position", "viewer.show", "viewer.steps",
    "sheet.show", "share.show", "exporting.game", "exporting.part", "embed.game", "embed.show",
    "owner.show", "api.get_one_games", "api.get_games_flags", "api.get_games_hands",
    "api.get_games_notes", "api.get_games_positions",
))  # fmt: skip
"""GET: of one game, for whoever may see it: see :mod:`test_safety`."""
DRAFT = frozenset((
    "record_desk.line",
    "record_desk.show", "record_desk.text", "record_device.state", "record_finish.show",
    "record_finish.text", "record_spectators.show",
))  # fmt: skip
"""GET: of one draft, for whoever shows its token."""
FORM = frozenset((
    "upload.preview", "upload.publish", "upload.watch", "owner.change", "owner.correct",
    "edit.check", "edit.save", "record.begin", "record_desk.change", "record_spectators.choose",
    "record_desk.renew", "record_desk.erase", "record_finish.publish", "record_finish.stop",
))  # fmt: skip
"""POST: a form of this site, which has the token of its visitor's cookie."""
BEARER = frozenset((
    "record_device.put", "record_starting.start",
))  # fmt: skip
"""PUT: JSON with a draft's token in the Authorization header, neither of which a form can send."""
ANSWER = frozenset((
    "edit_service.look", "edit_service.complete", "edit_service.layout", "record_form.choose",
    "api.post_check", "api.post_legal",
))  # fmt: skip
"""POST: an answer to what was sent; nothing is kept."""
OPEN = frozenset((
    "api.post_games",
))  # fmt: skip
"""POST: anybody may add a record, and nothing that a browser sends by itself gives more right."""
OWNED = frozenset((
    "api.post_games_notes",
))  # fmt: skip
"""POST: JSON, which no form can send, with the edit token of a game."""
KINDS = {
    "read": READ, "file": FILE, "game": GAME, "draft": DRAFT, "form": FORM, "bearer": BEARER,
    "answer": ANSWER, "open": OPEN, "owned": OWNED,
}  # fmt: skip
OF_DRAFTS = (
    "record_desk.", "record_finish.", "record_device.", "record_spectators.", "edit.save",
)  # fmt: skip
SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")
"""What a page of another site may send without asking (Fetch standard, 2.2.2)."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft, and what others hold of drafts."""

    name: str
    token: str
    foreign: str
    """Of another draft."""
    revoked: str
    """Was its own before."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with Archive.init(tmp_path_factory.mktemp("routes") / "house.db") as archive:
        yield House(archive)


@pytest.fixture
def drafted(house: House) -> Drafted:
    drafts = Drafts(house.archive)
    name, revoked = drafts.start(resumed(POSITION))
    _, foreign = drafts.start(resumed(POSITION))
    return Drafted(name, drafts.renew(name, revoked), foreign, revoked)


def rules(house: House, *kinds: frozenset[str]) -> list[tuple[Rule, str]]:
    """The routes of some kinds, each with its methods one by one."""
    wanted = frozenset[str]().union(*kinds)
    return [
        (rule, method)
        for rule in house.app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if rule.endpoint in wanted
    ]


def test_every_route_is_of_one_kind(house: House) -> None:
    there = {rule.endpoint for rule in house.app.url_map.iter_rules()}
    said = [endpoint for kind in KINDS.values() for endpoint in kind]
    assert sorted(said) == sorted(there)


@pytest.mark.parametrize("kind", KINDS)
def test_the_methods_of_a_kind(house: House, kind: str) -> None:
    method = {
        "form": "POST",
        "answer": "POST",
        "open": "POST",
        "owned": "POST",
        "bearer": "PUT",
    }.get(kind, "GET")
    assert {found for _, found in rules(house, KINDS[kind])} == {method}


def test_routes_of_games_are_those_that_test_safety_tries(house: House) -> None:
    writing = {"owner.change", "owner.correct", *OWNED}
    assert {rule.endpoint for rule in rules_of_games(house.app)} == GAME | writing


# -- reading --------------------------------------------------------------------------------------


def test_who_only_reads_changes_nothing(house: House, drafted: Drafted) -> None:
    client = house.app.test_client()
    before = (house.archive.stats(), kept(house))
    for rule, method in rules(house, READ, FILE, GAME, DRAFT, ANSWER):
        where = f"{address(rule, drafted.name)}?token={drafted.token}&do=erase&sure=yes"
        calling(client, method)(where, data={"sure": "yes", "text": record("new").decode()})
    assert (house.archive.stats(), kept(house)) == before


def kept(house: House) -> list[tuple[object, ...]]:
    """All that is kept of drafts."""
    with house.archive.reading() as db:
        sql = (
            "select d.*, count(*) from draft d join draft_action a on a.draft_id = d.id group by 1"
        )
        return [tuple(row) for row in db.conn.execute(sql)]


def test_no_page_for_everybody_depends_on_a_cookie(house: House) -> None:
    """The cookie guards forms: pages differ by the token of their forms alone."""
    known, stranger = house.app.test_client(), house.app.test_client()
    known.get("/upload")
    for rule, _ in rules(house, READ, FILE):
        where = address(rule, "standard")
        pages = [without_guard(each.get(where).text) for each in (known, stranger)]
        assert pages[0] == pages[1], rule


def without_guard(page: str) -> str:
    return re.sub(r'name="csrf_token" value="[^"]+"', "", page)


# -- drafts ---------------------------------------------------------------------------------------


def of_drafts(house: House) -> list[tuple[Rule, str]]:
    return [
        each for each in rules(house, DRAFT, FORM, BEARER) if each[0].endpoint.startswith(OF_DRAFTS)
    ]


def guarded(client: FlaskClient) -> dict[str, str]:
    """The token of a visitor's forms."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/upload").text)
    assert found
    return {"csrf_token": found[1]}


def answer(client: FlaskClient, rule: Rule, method: str, name: str, query: str) -> TestResponse:
    where = address(rule, name) + query
    if rule.endpoint in BEARER:
        return client.put(where, json={"base": 1, "entries": [{"do": "type", "text": "skk"}]})
    if method == "GET":
        return client.get(where)
    fields = {"sure": "yes", "live": "table", "version": "1", "part": "skk", "visibility": "public",
              "licence": "CC0-1.0"}  # fmt: skip
    return client.post(where, data={**guarded(client), **fields})


def alike(page: TestResponse, *words: str) -> tuple[int, str]:
    """A response without the words in which it has to differ."""
    text = without_guard(page.text)
    for word in filter(None, words):
        text = text.replace(word, "…")
    return page.status_code, re.sub(r"\?token=…?|&amp;token=…?", "", text)


@pytest.mark.parametrize("who", ["none", "empty", "guess", "foreign", "revoked", "owner", "public"])
def test_whoever_has_not_the_token_learns_not_even_that_there_is_a_draft(
    house: House, drafted: Drafted, who: str
) -> None:
    client = house.app.test_client()
    shown = {
        "none": None, "empty": "", "guess": "A" * 22, "foreign": drafted.foreign,
        "revoked": drafted.revoked, "owner": house.edit[Visibility.PUBLIC],
        "public": drafted.name,
    }[who]  # fmt: skip
    query = "" if shown is None else f"?token={shown}"
    before = kept(house)
    for rule, method in of_drafts(house):
        pages = [
            alike(answer(client, rule, method, name, query), name, shown or "")
            for name in (drafted.name, "nothing-here")
        ]
        assert pages[0][0] == 404, rule
        assert pages[0] == pages[1], rule
    assert kept(house) == before


def test_the_token_opens_every_route_and_is_kept_nowhere(house: House, drafted: Drafted) -> None:
    client = house.app.test_client()
    for rule, method in of_drafts(house):
        if rule.endpoint in ("record_desk.erase", "record_desk.renew"):
            continue
        page = answer(client, rule, method, drafted.name, f"?token={drafted.token}")
        assert page.status_code in (200, 303, 400, 409, 422), rule
        assert page.headers["Cache-Control"] == "private, no-store", rule
        assert page.headers["Referrer-Policy"] == "no-referrer", rule
        assert page.headers["X-Robots-Tag"] == "noindex", rule


def test_links_of_a_draft_take_its_token_nowhere_else(house: House, drafted: Drafted) -> None:
    """It stands in no title, and in no address but those of the draft itself."""
    client = house.app.test_client()
    Drafts(house.archive).show(drafted.name, drafted.token, Live.TABLE, 0)
    pages = [address(rule, drafted.name) + "?" for rule, _ in rules(house, DRAFT)]
    for where in (*pages, f"/edit?draft={drafted.name}&"):
        page = client.get(f"{where}token={drafted.token}&lang=en")
        assert page.status_code == 200
        assert page.headers["Cache-Control"] == "private, no-store"
        links = re.findall(r'(?:href|src|action|formaction|data-\w+)="([^"]*)"', page.text)
        holding = [unescape(link) for link in links if drafted.token in link]
        assert all(is_of(link, drafted) for link in holding), holding
        titles = re.findall(r"<title>(.*?)</title>|<h1[^>]*>(.*?)</h1>", page.text)
        assert drafted.token not in str(titles)


def is_of(link: str, drafted: Drafted) -> bool:
    """The address of a page of the draft, or the token by itself, for the page's own script."""
    parts = urlsplit(link)
    draft = dict(parse_qsl(parts.query)).get("draft")
    of_editor = parts.path == "/edit" and draft == drafted.name
    return link == drafted.token or of_editor or parts.path.startswith(f"/record/{drafted.name}")


def test_whoever_opens_another_page_with_a_token_leaves_no_trace(
    house: House, drafted: Drafted
) -> None:
    """Of whatever kind the token is, and on a page that has no use for it."""
    client = house.app.test_client()
    Drafts(house.archive).show(drafted.name, drafted.token, Live.TABLE, 0)
    ANSWERS.forget(drafted.name)
    for rule, _ in rules(house, READ, FILE):
        page = client.get(f"{address(rule, drafted.name)}?token={drafted.token}")
        assert page.headers["Cache-Control"] == "private, no-store", rule
        assert page.headers["Referrer-Policy"] == "no-referrer", rule
    page = client.get(f"/live/{drafted.name}?token={drafted.token}")
    assert not re.search(rf'(?:href|src|data-live)="/(?!live/)[^"]*{drafted.token}', page.text)
    assert f'data-live="/live/{drafted.name}/scene.json"' in page.text


def test_no_log_tells_a_token(
    house: House,
    drafted: Drafted,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even that of a fault of the site."""
    monkeypatch.setattr(Drafts, "get", broken)
    monkeypatch.setattr(Drafts, "show", broken)
    caplog.set_level(logging.DEBUG)
    client = house.app.test_client()
    for rule, method in of_drafts(house):
        if rule.endpoint in ("record_desk.erase", "record_desk.renew"):
            continue
        page = answer(client, rule, method, drafted.name, f"?token={drafted.token}")
        assert page.status_code == 500 and drafted.token not in without_menu(page.text), rule
    told = caplog.text + "".join(str(each.exc_info) for each in caplog.records)
    assert "Exception on" in told and drafted.token not in told


def without_menu(page: str) -> str:
    """The links that lead to the same page in another look hold what it was asked for with."""
    return re.sub(r"<a data-keep[^>]*>", "", page)


def broken(*_: object) -> None:
    raise RuntimeError("the disk is on fire")


# -- writing --------------------------------------------------------------------------------------


def test_whatever_is_sent_has_a_rate(house: House) -> None:
    """Each address may send only so often, whatever it sends."""
    sent = {rule.endpoint for rule, _ in rules(house, FORM, BEARER, ANSWER, OPEN)}
    assert sent <= set(LIMITS)


@pytest.mark.parametrize(
    ("endpoint", "method", "path"),
    [
        ("record_starting.start", "PUT", "/record/abcdefghijkl/setup"),
        ("record_finish.publish", "POST", "/record/abcdefghijkl/finish"),
        ("record_spectators.choose", "POST", "/record/abcdefghijkl/show"),
    ],
)
def test_who_sends_too_often_is_told_to_wait(
    house: House, endpoint: str, method: str, path: str
) -> None:
    app = create_app(Config(house.archive))
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    most = int(LIMITS[endpoint].split()[0])
    statuses = [calling(client, method)(path).status_code for _ in range(most + 1)]
    assert 429 not in statuses[:most] and statuses[most] == 429


def test_no_form_is_taken_without_the_token_of_its_visitor(house: House, drafted: Drafted) -> None:
    """Whoever is led to send one from another site has all other tokens, and the cookie."""
    client = house.app.test_client()
    client.get("/upload")
    before = (house.archive.stats(), kept(house))
    for rule, method in rules(house, FORM):
        of_draft = rule.endpoint.startswith(OF_DRAFTS)
        name = drafted.name if of_draft else house.ids[Visibility.PUBLIC]
        token = drafted.token if of_draft else house.edit[Visibility.PUBLIC]
        for data in ({}, {"csrf_token": "x"}, {"csrf_token": stolen(house)}):
            fields = {"do": "erase", "sure": "yes", "live": "table", "part": "skk", **data}
            fields["text"] = record("new").decode()
            page = calling(client, method)(f"{address(rule, name)}?token={token}", data=fields)
            assert page.status_code == 400, rule
    assert (house.archive.stats(), kept(house)) == before


def stolen(house: House) -> str:
    """The token of another visitor's forms."""
    return guarded(house.app.test_client())["csrf_token"]


@pytest.mark.parametrize("kind", SIMPLE)
def test_what_another_site_can_send_writes_nothing(
    house: House, drafted: Drafted, kind: str
) -> None:
    """A PUT is asked for first (CORS), and nobody is told that it may be sent; were it sent all the
    same, a body that does not say that it is JSON is refused."""
    client = house.app.test_client()
    before = kept(house)
    body = (
        b'{"base": 1, "entries": [{"do": "type", "text": "skk"}], "form": {"preset": "standard@1"}}'
    )
    origin = {"Origin": "https://evil.example"}
    for rule, method in rules(house, BEARER):
        where = address(rule, drafted.name)
        asking = {**origin, "Access-Control-Request-Method": "PUT"}
        asked = client.options(where, headers=asking)
        assert not [name for name, _ in asked.headers if name.startswith("Access-Control-")], rule
        bearer = {**origin, "Authorization": f"Bearer {drafted.token}"}
        headers = {**bearer, "Content-Type": kind} if kind else bearer
        page = calling(client, method)(where, data=body, headers=headers)
        assert page.status_code == 400, (rule, kind)
        assert "Access-Control-Allow-Origin" not in page.headers
        assert client.post(where, data=body).status_code == 405
        hidden = client.post(
            where, data={"_method": "PUT"}, headers={"X-HTTP-Method-Override": "PUT"}
        )
        assert hidden.status_code == 405
    assert kept(house) == before


def test_a_cookie_is_no_bearer(house: House, drafted: Drafted) -> None:
    client = house.app.test_client()
    client.get("/upload")
    client.set_cookie("token", drafted.token)
    client.set_cookie("Authorization", f"Bearer {drafted.token}")
    for rule, _ in rules(house, BEARER):
        body = {"base": 1, "entries": [], "form": {"preset": "standard@1"}}
        assert client.put(address(rule, drafted.name), json=body).status_code in (400, 404), rule


def test_whoever_adds_a_record_from_another_site_owns_it_alone(house: House) -> None:
    """It is as if he had sent it himself: no cookie counts, and the answer is not told to him."""
    client = house.app.test_client()
    client.get("/upload")
    origin = {"Origin": "https://evil.example"}
    sent = client.post("/api/v1/games", data=record("from elsewhere"), headers=origin,
                       content_type="text/plain")  # fmt: skip
    assert sent.status_code == 201
    assert "Access-Control-Allow-Origin" not in sent.headers
    assert "Set-Cookie" not in sent.headers


def test_a_note_is_taken_from_the_owner_alone_and_from_no_form(house: House) -> None:
    client = house.app.test_client()
    name, token = house.ids[Visibility.PUBLIC], house.edit[Visibility.PUBLIC]
    where, note = f"/api/v1/games/{name}/notes", {"at": "1", "text": "seen"}
    before = client.get(where).json
    for shown in ("", "guess", house.edit[Visibility.PRIVATE]):
        bearer = {"Authorization": f"Bearer {shown}"} if shown else {}
        assert client.post(where, json=note, headers=bearer).status_code == 403
    for kind in SIMPLE:
        sent = client.post(f"{where}?token={token}", data=json.dumps(note), content_type=kind)
        assert sent.status_code == 415, kind
    assert client.get(where).json == before
