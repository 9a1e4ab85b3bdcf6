"""Who may see and do what over the web, and what is sent to whom: each threat has its test."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import html5lib
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from shengji.replay.archive import (
    Archive,
    NotAllowedError,
    NotFoundError,
    Viewer,
    Visibility,
    is_look_token,
    look_token,
)
from shengji.web import Config, ConfigError, create_app
from shengji.web.guarding import LIMITS

from .house import SECRET, House, address, calling, record, rules_of_games

WEB = Path(__file__).parents[2] / "web"
EVIL = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'><svg/onload=alert(1)>")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with Archive.init(tmp_path_factory.mktemp("safety") / "house.db") as archive:
        yield House(archive)


SEES = {
    ("guest", Visibility.UNLISTED): True,
    ("owner", Visibility.UNLISTED): True,
    ("owner", Visibility.PRIVATE): True,
}
"""Who sees what is not public; nobody else does."""


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
@pytest.mark.parametrize(
    "who", ["stranger", "guesser", "owner of another", "guest of another", "guest", "owner"]
)
def test_who_sees_what_by_every_route(house: House, who: str, visibility: Visibility) -> None:
    client, token = house.app.test_client(), house.token(who, visibility)
    allowed = SEES.get((who, visibility), False)
    for rule in rules_of_games(house.app):
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            if allowed and method == "POST":
                continue
            where = address(rule, house.ids[visibility]) + (f"?token={token}" if token else "")
            answer = calling(client, method)(where)
            if allowed:
                assert answer.status_code in (200, 302, 403), (rule, who)
                assert answer.headers["Cache-Control"] == "private, no-store", rule
                assert answer.headers["Referrer-Policy"] == "no-referrer", rule
                assert answer.headers["X-Robots-Tag"] == "noindex", rule
            else:
                assert answer.status_code in (400, 404), (rule, who, answer.status_code)
                assert SECRET not in answer.text, rule


@pytest.mark.parametrize("visibility", Visibility)
def test_no_page_that_is_read_has_an_edit_token(house: House, visibility: Visibility) -> None:
    """An address is copied: from one that only shows a game nobody may learn how to change it."""
    client, edit = house.app.test_client(), house.edit[visibility]
    for rule in rules_of_games(house.app):
        where = f"{address(rule, house.ids[visibility])}?token={edit}&lang=en"
        if "GET" not in (rule.methods or set()) or rule.rule.startswith(
            ("/api", "/g/<name>/owner")
        ):
            continue
        page = client.get(where, headers={"Accept": "text/html"}, follow_redirects=True)
        assert page.status_code == 200, rule
        if page.mimetype == "text/html":
            assert edit not in page.text, rule
        if rule.endpoint in ("viewer.show", "overview.show", "sheet.show", "share.show"):
            assert edit not in page.request.url, rule


@pytest.mark.parametrize("visibility", Visibility)
def test_the_owners_page_leads_to_pages_that_are_read_without_the_edit_token(
    house: House, visibility: Visibility
) -> None:
    client, edit = house.app.test_client(), house.edit[visibility]
    page = client.get(f"/g/{house.ids[visibility]}/owner?token={edit}&lang=en").text
    links = [unescape(link) for link in re.findall(r'(?:href|action)="([^"]*)"', page)]
    holding = [link for link in links if edit in link]
    assert holding and all("/owner" in link for link in holding)
    read = [link for link in links if link.startswith(f"/g/{house.ids[visibility]}") and
            "/owner" not in link]  # fmt: skip
    assert read and all(client.get(link).status_code == 200 for link in read)


@pytest.mark.parametrize("visibility", Visibility)
def test_a_look_token_shows_and_changes_nothing(house: House, visibility: Visibility) -> None:
    name, token = house.ids[visibility], look_token(house.edit[visibility])
    assert is_look_token(token) and house.edit[visibility] not in token
    assert not house.archive.get(name, Viewer((token,))).may_edit
    with pytest.raises(NotAllowedError):
        house.archive.erase(name, Viewer((token,)))
    for other in {*Visibility} - {visibility, Visibility.PUBLIC}:
        with pytest.raises(NotFoundError):
            house.archive.get(house.ids[other], Viewer((token,)))


@pytest.mark.parametrize("who", ["stranger", "guest", "owner"])
def test_lists_tell_of_public_games_alone(house: House, who: str) -> None:
    client = house.app.test_client()
    token = house.token(who, Visibility.UNLISTED)
    hidden = {house.ids[Visibility.UNLISTED], house.ids[Visibility.PRIVATE]}
    for rule in house.app.url_map.iter_rules():
        if rule.arguments or "GET" not in (rule.methods or set()):
            continue
        for query in ("", f"?q={SECRET}", f"?player={SECRET}", f"?token={token}"):
            text = client.get(rule.rule + query).text
            assert not any(name in text for name in hidden), rule
            assert f"{SECRET} unlisted" not in text and f"{SECRET} private" not in text, rule


def test_a_twin_of_what_is_hidden_is_stored_and_tells_nothing(house: House) -> None:
    client = house.app.test_client()
    answer = client.post("/api/v1/games?visibility=private", data=record(f"{SECRET} private"),
                         content_type="text/plain")  # fmt: skip
    data = answer.get_json()
    assert (answer.status_code, data["created"]) == (201, True)
    assert data["id"] not in house.ids.values()


def test_no_form_is_taken_without_its_token(house: House) -> None:
    """Everything that changes something and is not of the API, which knows no cookies.

    The service of the editor and the form of the set-up keep nothing; a device shows its draft's
    token, as to the API.
    """
    free = {"record_device.put", "record_starting.start", "record_form.choose"}
    client = house.app.test_client()
    client.get("/upload")
    found = 0
    for rule in house.app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            if rule.rule.startswith(("/api/", "/edit/")) or rule.endpoint in free:
                continue
            found += 1
            where = address(rule, house.ids[Visibility.PUBLIC])
            where += f"?token={house.edit[Visibility.PUBLIC]}"
            data = {"do": "erase", "sure": "yes", "text": record("new").decode()}
            answer = calling(client, method)(where, data=data)
            assert answer.status_code == 400, rule
    assert found >= 4
    assert house.archive.get(house.ids[Visibility.PUBLIC])


def test_reading_changes_nothing(house: House) -> None:
    client = house.app.test_client()
    before = house.archive.stats()
    for rule in rules_of_games(house.app):
        where = address(rule, house.ids[Visibility.PUBLIC])
        client.get(f"{where}?token={house.edit[Visibility.PUBLIC]}&do=erase&sure=yes")
    assert house.archive.stats().entries == before.entries


def cookies(answer: TestResponse) -> list[str]:
    return answer.headers.getlist("Set-Cookie")


def test_cookies(house: House) -> None:
    secure = create_app(Config(house.archive, secure=True)).test_client()
    (cookie,) = cookies(secure.get("/upload", base_url="https://club.example"))
    assert cookie.startswith("__Host-shengji=")
    for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in cookie
    client = house.app.test_client()
    name = house.ids[Visibility.PUBLIC]
    for path in ("/", "/games", f"/g/{name}/1", f"/embed/g/{name}/1", "/api/v1/games", "/rules"):
        assert cookies(client.get(path)) == [], path
    page = client.get("/upload")
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "Cookie" in page.headers["Vary"]


@pytest.mark.parametrize("secret", ["", "dev", "secret", "a" * 64, "changeme" * 2])
def test_secrets_that_can_be_guessed(house: House, secret: str) -> None:
    with pytest.raises(ConfigError):
        Config(house.archive, secret=secret)


def test_every_site_has_a_secret_of_its_own(house: House) -> None:
    assert Config(house.archive).secret != Config(house.archive).secret
    assert Config(house.archive).secret not in repr(Config(house.archive))


def test_other_hosts_are_refused(house: House) -> None:
    client = create_app(Config(house.archive, hosts=("club.example",))).test_client()
    assert client.get("/", headers={"Host": "club.example"}).status_code == 200
    for host in ("evil.example", "club.example.evil", "club.example@evil"):
        answer = client.get("/", headers={"Host": host})
        assert answer.status_code == 400
        assert "evil" not in answer.text


@pytest.mark.parametrize("proxies", [0, 1])
def test_who_guesses_tokens_is_told_to_wait(house: House, proxies: int) -> None:
    """Without a proxy whose word counts, another claimed address is no other caller."""
    client = create_app(Config(house.archive, proxies=proxies)).test_client()
    where = f"/g/{house.ids[Visibility.PRIVATE]}"
    statuses = [
        client.get(
            f"{where}?token=guess{number}", headers={"X-Forwarded-For": f"10.0.{number}.1"}
        ).status_code
        for number in range(40)
    ]
    assert set(statuses[:30]) == {404}
    assert set(statuses[30:]) == ({429} if proxies == 0 else {404})
    if proxies == 0:
        assert client.get("/").status_code == 200
        bearer = {"Authorization": "Bearer guess"}
        assert (
            client.get(f"/api/v1{where.replace('/g/', '/games/')}", headers=bearer).status_code
            == 429
        )


def test_who_sends_too_much_is_told_when_to_come_again(house: House) -> None:
    client = create_app(Config(house.archive)).test_client()
    most = int(LIMITS["api.post_games"].split()[0])
    for _ in range(most):
        assert client.post("/api/v1/games", data=b"x", content_type="text/plain").status_code == 422
    answer = client.post("/api/v1/games", data=b"x", content_type="text/plain")
    assert (answer.status_code, answer.mimetype) == (429, "application/problem+json")


def elements(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every element of a page with the names of its attributes."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return [
        (str(each.tag), tuple(sorted(map(str, each.attrib))))
        for each in tree.iter()
        if isinstance(each.tag, str)
    ]


@pytest.mark.parametrize("evil", EVIL)
def test_no_page_takes_an_element_from_a_record(tmp_path: Path, evil: str) -> None:
    """Frames, heads, pages for the owner, the share page, previews, errors, pictures."""
    with Archive.init(tmp_path / "evil.db") as archive:
        client = create_app(Config(archive, limited=False)).test_client()
        pages: dict[str, list[list[tuple[str, tuple[str, ...]]]]] = {}
        for mark in ("harmless", evil):
            added = archive.add(record(mark))
            paths = {
                "share": f"/g/{added.public_id}/1.3.2/share",
                "embed": f"/embed/g/{added.public_id}/1.3.2",
                "owner": f"/g/{added.public_id}/owner?token={added.edit_token}",
                "viewer": f"/g/{added.public_id}/1.3.2",
            }
            for kind, path in paths.items():
                pages.setdefault(kind, []).append(elements(client.get(path).text))
            drawn = client.get(f"/g/{added.public_id}/1.3.2.svg")
            assert "<script" not in drawn.text and "<img" not in drawn.text
            assert drawn.headers["Content-Security-Policy"].startswith("default-src 'none'")
            told = client.get(f"/oembed?url=http://localhost/g/{added.public_id}/1").get_json()
            assert [name for name, _ in elements(told["html"]) if name != "iframe"] == [
                "html", "head", "body",
            ]  # fmt: skip
            token = re.search('csrf_token" value="([^"]+)"', client.get("/upload").text)
            assert token
            sent = {"csrf_token": token[1], "text": record(mark).decode() + f"nonsense {mark}\n"}
            page = client.post("/upload/preview", data=sent).text
            pages.setdefault("preview", []).append(elements(page))
        for kind, (harmless, harmful) in pages.items():
            assert {name for name, _ in harmful} <= {name for name, _ in harmless}, kind
            attributes = {name for _, names in harmful for name in names}
            assert not any(name.startswith("on") for name in attributes), kind


@pytest.mark.parametrize(
    "path",
    [
        "/g/%00.json", "/g/../../etc/passwd", "/g/..%2f..%2fetc%2fpasswd.txt",
        "/g/x%0d%0aSet-Cookie:a.sjn",
        "/g/ID/99999999999999999999.1", "/g/ID/1.99999999999999999999", "/g/ID/1.1.%00",
        "/g/ID@r99999999999999999999/1", "/g/ID@r0", "/g/ID/99999999999999999999/all",
        "/g/ID/1.3.2.png?size=%00", "/g/ID/1.3.2/share?seat=%ED%A0%80",
        "/api/v1/games/ID/hands/9999999999999",
        "/api/v1/games/ID/positions/%ED%A0%80", "/api/v1/games?limit=99999999999999999999",
        "/api/v1/games?points_from=99999999999999999999", "/api/v1/games?after=%00",
        "/api/v1/players?after=%00",
        "/api/v1/games?q=%22%20OR%20*", "/api/v1/games?q=a%00b", "/api/v1/games?player=%25_%27",
        "/oembed?url=%00", "/oembed?url=http://localhost/g/%2e%2e/%2e%2e", "/rules/%ED%A0%80",
        "/players/%00", "/embed/g/%00/1",
    ],
)  # fmt: skip
def test_addresses_that_mean_nothing_break_nothing(house: House, path: str) -> None:
    answer = house.app.test_client().get(path.replace("ID", house.ids[Visibility.PUBLIC]))
    assert answer.status_code in (200, 301, 302, 308, 400, 404), answer.status_code
    assert "Set-Cookie" not in answer.headers
    assert "root:" not in answer.text


def test_downloads_are_named_by_the_site(house: House) -> None:
    name = house.ids[Visibility.PUBLIC]
    answer = house.app.test_client().get(f"/g/{name}@r1.sjn")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}@r1.sjn"'


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example", "\\\\evil", "/\\evil"]
)
def test_nothing_redirects_to_other_sites(house: House, target: str) -> None:
    client = house.app.test_client()
    for rule in house.app.url_map.iter_rules():
        if "GET" not in (rule.methods or set()) or rule.rule.startswith("/static"):
            continue
        where = address(rule, house.ids[Visibility.PUBLIC])
        for name in ("next", "url", "lang", "theme", "a"):
            answer = client.get(where, query_string={name: target})
            if 300 <= answer.status_code < 400:
                assert answer.location.startswith("/") and not answer.location.startswith("//")


BANNED = {
    "*.py": (r"\bMarkup\(", r"^\s*(import|from) (requests|urllib\.request|httpx|aiohttp)\b"),
    "*.html": (r"\|\s*safe\b", r"autoescape false", r"\bstyle=", r"\son\w+="),
    "*.js": (r"\binnerHTML\b", r"\bouterHTML\b", r"insertAdjacentHTML",
             r"\beval\(", r"document\.write"),
}  # fmt: skip
"""What makes markup of text, or fetches what a caller names: there is none of it."""


@pytest.mark.parametrize(("pattern", "banned"), BANNED.items(), ids=BANNED)
def test_what_is_not_written_here(pattern: str, banned: tuple[str, ...]) -> None:
    files = sorted(WEB.rglob(pattern))
    assert files
    for path in files:
        text = path.read_text("utf-8")
        for each in banned:
            assert re.search(each, text, re.MULTILINE) is None, f"{path.name}: {each}"


def test_the_api_answers_no_other_origin_but_for_reading(house: House) -> None:
    client: FlaskClient = house.app.test_client()
    origin = {"Origin": "https://evil.example"}
    wrote = client.post("/api/v1/check", data=b"x", content_type="text/plain", headers=origin)
    assert "Access-Control-Allow-Origin" not in wrote.headers
    assert client.get("/api/v1/stats", headers=origin).headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in client.get("/api/v1/stats").headers
