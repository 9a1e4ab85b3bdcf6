"""The API: what it answers stands in its description, and is what the record and replay say."""

import html
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance
from werkzeug.test import TestResponse

from shengji.notation import dumps, foreign, loads, match_play_id, twin
from shengji.notation.address import parse_address
from shengji.replay import check, position, view
from shengji.replay.archive import Archive, Viewer
from shengji.replay.intake import take_in
from shengji.replay.remarking import say_remark
from shengji.web import Config, create_app
from shengji.web.api.openapi import description
from shengji.web.api.operations import OPERATIONS, Operation

from .shelf import SAMPLES, Shelf

V1 = "/api/v1"
GAME = "godot-standard-log"
BROKEN = SAMPLES / "broken" / "follow-shape.sjn"
SAMPLE = SAMPLES / "games" / f"{GAME}.sjn"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "api.db") as opened:
        yield opened


@pytest.fixture
def api(archive: Archive) -> FlaskClient:
    """The API over an empty archive, with no limit on how often it is asked."""
    return create_app(Config(archive, limited=False)).test_client()


def conforms(model: str, value: object) -> None:
    """The value is what the description says of the model."""
    document = description()
    schema = {"$ref": f"#/components/schemas/{model}", "components": document["components"]}
    Draft202012Validator(schema).validate(value)


def post(client: FlaskClient, path: str, body: bytes, kind: str = "text/plain") -> TestResponse:
    return client.post(V1 + path, data=body, content_type=kind)


def test_the_record_of_a_game(client: FlaskClient, shelf: Shelf) -> None:
    answer = client.get(f"{V1}/games/{shelf.ids[GAME]}")
    data = answer.get_json()
    conforms("Game", data)
    assert twin.loads(json.dumps(data["document"])) == (shelf.records[GAME],)
    assert loads(client.get(data["links"]["text"]).data).records == (shelf.records[GAME],)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_a_position_is_that_of_the_replay_as_its_view_has_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    record, name = shelf.records[GAME], shelf.ids[GAME]
    seen = view(position(record, parse_address("1.3.2")), "seat", 1)
    data = client.get(f"{V1}/games/{name}/positions/1.3.2?view=seat&seat=b").get_json()
    conforms("Place", data)
    assert data["step"]["position"] == twin.plain(seen)
    assert [cards is None for cards in data["step"]["position"]["hands"]] == [
        True, False, True, True,
    ]  # fmt: skip
    assert data["links"]["next"].endswith("/positions/1.3.3?view=seat&seat=b")
    assert client.get(data["links"]["png"]).mimetype == "image/png"


def test_a_hand_has_every_position(client: FlaskClient, shelf: Shelf) -> None:
    name = shelf.ids[GAME]
    data = client.get(f"{V1}/games/{name}/hands/1?view=table").get_json()
    conforms("shengji__web__api__models__Hand", data)
    for step in data["steps"][:: len(data["steps"]) // 5]:
        alone = client.get(f"{V1}/games/{name}/positions/{step['at']}?view=table").get_json()
        assert alone["step"] == step
        assert step["position"]["hands"] == [None] * 4


@pytest.mark.parametrize(
    ("query", "field"),
    [("?view=all", "view"), ("?view=seat", "seat"), ("?seat=z", "seat"), ("?seat=f", "seat")],
)
def test_what_pages_pass_over_programs_are_told(
    client: FlaskClient, shelf: Shelf, query: str, field: str
) -> None:
    answer = client.get(f"{V1}/games/{shelf.ids[GAME]}/positions/1.3.2{query}")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    conforms("Problem", answer.get_json())
    assert answer.get_json()["errors"][0]["field"] == field


def test_a_check_says_what_the_check_of_the_program_says(client: FlaskClient) -> None:
    raw = BROKEN.read_bytes()
    data = post(client, "/check?lang=en", raw).get_json()
    conforms("Checked", data)
    report = check(raw)
    assert [each["code"] for each in data["diagnostics"]] == [
        each.code.id for each in report.diagnostics
    ]
    assert (data["hands"], data["plays"]) == (report.hands, report.plays)
    told = data["diagnostics"][0]
    assert (told["line"], told["column"], told["address"]) == (14, 10, "1.23.2")


def test_nothing_is_kept_of_a_check(api: FlaskClient, archive: Archive) -> None:
    assert post(api, "/check", SAMPLE.read_bytes()).status_code == 200
    assert archive.stats().entries == {}


def test_a_record_is_stored_once(api: FlaskClient, archive: Archive) -> None:
    first = post(api, "/games", SAMPLE.read_bytes())
    data = first.get_json()
    conforms("Stored", data)
    assert (first.status_code, first.headers["Cache-Control"]) == (201, "private, no-store")
    assert api.get(first.headers["Location"]).status_code == 200
    assert archive.get(data["id"], Viewer((data["edit_token"],))).may_edit
    twin_of_it = twin.dumps(loads(SAMPLE.read_bytes()).records).encode()
    again = post(api, "/games?visibility=private", twin_of_it, "application/json")
    assert again.status_code == 200
    known = again.get_json()
    assert (known["id"], known["created"], known["visibility"]) == (data["id"], False, "public")
    assert known["edit_token"] is None


def test_unlisted_games_are_seen_with_their_token(api: FlaskClient) -> None:
    data = post(api, "/games?visibility=unlisted", SAMPLE.read_bytes()).get_json()
    address = f"{V1}/games/{data['id']}"
    assert api.get(address).status_code == 404
    shown = api.get(address, headers={"Authorization": f"Bearer {data['edit_token']}"})
    assert shown.status_code == 200
    assert shown.headers["Cache-Control"] == "private, no-store"
    assert shown.headers["X-Robots-Tag"] == "noindex"
    assert api.get(f"{V1}/games").get_json()["items"] == []


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"not a record", "text/plain", 422),
        (b"", "text/plain", 422),
        (b"{}", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"records": []}', "application/json", 400),
        (b"\xff\xfe\x00", "text/plain", 422),
        (b"x", "text/csv", 415),
        (b"x" * 2_000_001, "text/plain", 413),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(
    api: FlaskClient, body: bytes, kind: str, status: int
) -> None:
    answer = post(api, "/games", body, kind)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    problem = answer.get_json()
    conforms("Problem", problem)
    assert problem["detail"]
    if status == 422:
        assert problem["problems"] or problem["detail"]


DATA = Path(__file__).parents[1] / "data"
FILES = {
    "tractor-online": DATA / "tractor-online/issue-347.txt",
    "botzone": DATA / "botzone/sample_log.json",
    "godot": DATA / "godot/standard_log.json",
    "eighty": DATA / "written/eighty.json",
    "jerryyyu": DATA / "written/jerryyyu.jsonl",
    "tractor-lan": DATA / "written/tractor-lan.zip",
}  # fmt: skip
"""Of each program a file, as README brings them in."""


def test_every_format_of_other_programs_is_among_them() -> None:
    assert set(FILES) == set(foreign.names())


@pytest.mark.parametrize("name", FILES)
def test_files_of_other_programs_are_judged_and_stored(
    api: FlaskClient, archive: Archive, name: str
) -> None:
    raw = FILES[name].read_bytes()
    taken = take_in(raw)
    kind = "application/json" if FILES[name].suffix == ".json" else "application/octet-stream"
    data = post(api, "/check?lang=zh-Hans", raw, kind).get_json()
    conforms("Checked", data)
    assert data["format"] == name
    assert loads(data["sjn"]).records == taken.records
    assert data["remarks"] == [say_remark(remark, "zh-Hans") for remark in taken.remarks]
    assert data["hands"] == sum(len(record.hands) for record in taken.records)
    answer = post(api, "/games", raw, kind)
    if len(taken.records) > 1:  # As with SJN: an entry is one match.
        assert (answer.status_code, answer.get_json()["format"]) == (422, name)
        return
    stored = answer.get_json()
    conforms("Stored", stored)
    assert (answer.status_code, stored["format"]) == (201, name)
    assert loads(archive.raw(stored["id"])).records == taken.records


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "said"),
    [
        ("eighty", b'"version":2', b'"version":3', "[0].version", "第 2 版"),
        ("botzone", b'"publiccard"', b'"kitty"', "initdata", "缺少 'publiccard'"),
        ("jerryyyu", b"}\n", b"\n", "", "第 1 行：不是 JSON"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_as_what_it_was_read(
    api: FlaskClient, name: str, old: bytes, new: bytes, place: str, said: str
) -> None:
    raw = FILES[name].read_bytes()
    assert old in raw
    for path in ("/games", "/check"):
        answer = post(api, f"{path}?lang=zh-Hans", raw.replace(old, new), "text/plain")
        assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
        problem = answer.get_json()
        conforms("Problem", problem)
        assert problem["format"] == name
        assert said in problem["detail"]
        assert [fault["field"] for fault in problem["errors"]] == [place]


def test_what_a_format_is_called_does_not_count(api: FlaskClient) -> None:
    """The content tells the format: the twin is one too when it comes as text."""
    twin_of_it = twin.dumps(loads(SAMPLE.read_bytes()).records).encode()
    for kind in ("text/plain", "application/json", "application/octet-stream"):
        assert post(api, "/check", twin_of_it, kind).get_json()["format"] == "json"


def test_more_hands_than_are_taken(api: FlaskClient) -> None:
    text = SAMPLE.read_text("utf-8")
    record = loads(text).records[0]
    many = replace(
        record, hands=tuple(replace(record.hands[0], number=n) for n in range(1, 202)), match=None
    )
    answer = post(api, "/games", dumps(many).encode())
    assert answer.status_code == 422
    assert "200" in answer.get_json()["detail"]


@pytest.fixture
def owned(archive: Archive) -> tuple[str, str]:
    """A game with its edit token."""
    added = archive.add(SAMPLE.read_bytes())
    return added.public_id, added.edit_token or ""


def note(api: FlaskClient, owned: tuple[str, str], **sent: object) -> TestResponse:
    name, token = owned
    bearer = {"Authorization": f"Bearer {token}"}
    return api.post(f"{V1}/games/{name}/notes", json=sent, headers=bearer)


def test_a_note_of_the_owner_makes_a_revision(
    api: FlaskClient, archive: Archive, owned: tuple[str, str]
) -> None:
    name = owned[0]
    old = api.get(f"{V1}/games/{name}/notes").get_json()
    answer = note(api, owned, at="1.03.2", text=' The last "club".\n好牌。 ', revision=1)
    data = answer.get_json()
    conforms("Noted", data)
    assert (answer.status_code, data["revision"]) == (201, 2)
    mine = {"at": "1.3.2", "text": 'The last "club".\n好牌。'}
    assert mine in data["items"] and mine not in old["items"]
    assert api.get(f"{V1}/games/{name}/notes").get_json()["items"] == data["items"]
    assert api.get(f"{V1}/games/{name}@r1/notes").get_json() == old
    (first,), (second,) = (loads(archive.raw(name, revision=n)).records for n in (1, 2))
    assert match_play_id(first) == match_play_id(second)
    assert "The last &#34;club&#34;." in api.get(f"/g/{name}/1.3.2").text


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        ({"at": "1.99", "text": "x"}, 400, "/at"),
        ({"at": "x", "text": "x"}, 400, "/at"),
        ({"at": "9", "text": "x"}, 400, "/at"),
        ({"at": "1", "text": " \n"}, 400, "/text"),
        ({"at": "1", "text": "x" * 2001}, 400, "/text"),
        ({"at": "1", "text": "a\0b"}, 400, "/text"),
        ({"at": "1"}, 400, "/text"),
        ({"at": "1", "text": "x", "revision": 7}, 409, ""),
    ],
)
def test_a_note_that_is_none_changes_nothing(
    api: FlaskClient, archive: Archive, owned: tuple[str, str], sent: dict[str, object],
    status: int, field: str,
) -> None:  # fmt: skip
    answer = note(api, owned, **sent)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert [each["field"] for each in answer.get_json()["errors"]] == ([field] if field else [])
    assert archive.get(owned[0]).revision == 1


def test_what_may_be_played(client: FlaskClient, shelf: Shelf) -> None:
    asked = {"game": shelf.ids[GAME], "at": "1.3.2", "limit": 3}
    data = post(client, "/legal", json.dumps(asked).encode(), "application/json").get_json()
    conforms("Plays", data)
    answer = data["answer"]
    # A pair of spades is led, and c holds the jack of spades alone.
    assert (answer["seat"], answer["owed"]["suit"], answer["owed"]["number"]) == ("c", "S", 1)
    assert len(answer["plays"]) == 3 and all(play.startswith("SJ") for play in answer["plays"])
    by_text = {"text": SAMPLE.read_text("utf-8"), "at": "1.3.2", "limit": 3}
    again = post(client, "/legal", json.dumps(by_text).encode(), "application/json").get_json()
    assert again == data


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"at": "1.3.2"}, 400),
        ({"at": "x", "text": "%SJN 1"}, 400),
        ({"at": "1.3.2", "text": "%SJN 1", "game": "k3Fd9aZq"}, 400),
        ({"at": "1.3.2", "game": "k3Fd9aZq"}, 404),
        ({"at": "1.3.2", "text": "%SJN 1", "limit": 0}, 400),
        ({"at": "1.3.2", "text": "%SJN 1", "more": 0}, 400),
        ({"at": "1.99", "text": "SAMPLE"}, 404),
        ([], 400),
    ],
)
def test_questions_that_mean_nothing(client: FlaskClient, asked: object, status: int) -> None:
    body = json.dumps(asked).replace('"SAMPLE"', json.dumps(SAMPLE.read_text("utf-8")))
    assert post(client, "/legal", body.encode(), "application/json").status_code == status


def test_pages_of_games_follow_each_other(client: FlaskClient, shelf: Shelf) -> None:
    met: list[str] = []
    after = ""
    while True:
        data = client.get(f"{V1}/games", query_string={"after": after, "limit": 7})
        page = data.get_json()
        conforms("Games", page)
        met.extend(row["public_id"] for row in page["items"])
        if page["next"] is None:
            break
        after = page["next"]
    assert len(met) == len(set(met)) == page["total"]["number"]
    assert set(met) == set(shelf.ids.values())


def test_every_answer_that_can_be_asked_again_has_its_etag(
    client: FlaskClient, shelf: Shelf
) -> None:
    for path in ("/games", f"/games/{shelf.ids[GAME]}@r1", "/rules", "/rules/standard", "/stats"):
        first = client.get(V1 + path)
        again = client.get(V1 + path, headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code) == (200, 304), path
    assert "immutable" in client.get(f"{V1}/games/{shelf.ids[GAME]}@r1").headers["Cache-Control"]


def test_errors_below_the_api_are_problems_and_elsewhere_pages(client: FlaskClient) -> None:
    assert client.get(f"{V1}/nothing").mimetype == "application/problem+json"
    wrong = client.delete(f"{V1}/games")
    assert (wrong.status_code, wrong.mimetype) == (405, "application/problem+json")
    assert "POST" in wrong.headers["Allow"]
    assert client.get("/nothing").mimetype == "text/html"


def test_every_operation_is_described_in_words(client: FlaskClient) -> None:
    document = client.get("/apidoc/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    described = {(method, path) for path, each in document["paths"].items() for method in each}
    assert described == {(each.method, each.path) for each in OPERATIONS}
    for language in ("en", "zh-Hans", "zh-Hant"):
        assert client.get(f"/api?lang={language}").status_code == 200


def test_the_calls_of_the_page_work(api: FlaskClient, archive: Archive) -> None:
    token = archive.add(SAMPLE.read_bytes()).edit_token or ""
    page = api.get("/api").text.replace("EDIT-TOKEN", token)
    calls = [html.unescape(call) for call in re.findall(r"data-call>(.*?)</code>", page)]
    assert len(calls) == len(OPERATIONS)
    for call in calls:
        answer = run(api, shlex.split(call)[1:])
        assert answer.status_code in (200, 201), call


def run(client: FlaskClient, arguments: list[str]) -> TestResponse:
    """What curl would get."""
    body, kind, address, headers = None, "", "", {}
    while arguments:
        match arguments:
            case ["-H", header, *arguments] if header.startswith("Authorization: "):
                headers["Authorization"] = header.removeprefix("Authorization: ")
            case ["-H", header, *arguments]:
                kind = header.removeprefix("Content-Type: ")
            case ["--data-binary", _, *arguments]:
                body = SAMPLE.read_bytes()
            case ["--data", text, *arguments]:
                body = text.encode()
            case [address, *arguments]:
                pass
    if body is None:
        return client.get(address)
    return client.post(address, data=body, content_type=kind, headers=headers)


@pytest.fixture(scope="session")
def described(shelf: Shelf) -> BaseSchema:
    """What another program makes of the description, over the application itself.

    What a schema cannot say it may find refused: that a text is a record, that a seat is there.
    """
    app = create_app(Config(shelf.archive, limited=False))
    return schemathesis.openapi.from_wsgi("/apidoc/openapi.json", app)


def validated(case: schemathesis.Case) -> None:
    """Call the application, which is to send no compressed answer, and hold it to its word."""
    plain = {"Accept-Encoding": "identity"}
    case.call_and_validate(headers=plain, excluded_checks=[positive_data_acceptance])


@pytest.mark.parametrize("each", OPERATIONS, ids=lambda each: each.key)
def test_nothing_that_is_sent_breaks_the_description(
    described: BaseSchema, each: Operation
) -> None:
    @given(case=described[each.path][each.method].as_strategy())
    @settings(max_examples=15, deadline=None, derandomize=True, database=None)
    def holds(case: schemathesis.Case) -> None:
        validated(case)

    holds()


@pytest.mark.parametrize("each", [each for each in OPERATIONS if "{id}" in each.path],
                         ids=lambda each: each.key)  # fmt: skip
def test_nothing_that_is_asked_of_a_game_breaks_the_description(
    described: BaseSchema, shelf: Shelf, each: Operation
) -> None:
    @given(case=described[each.path][each.method].as_strategy())
    @settings(max_examples=15, deadline=None, derandomize=True, database=None)
    def holds(case: schemathesis.Case) -> None:
        case.path_parameters.update(id=shelf.ids[GAME])
        for name, value in (("hand", "1"), ("position", "1.3.2")):
            if name in case.path_parameters:
                case.path_parameters[name] = value
        validated(case)

    holds()
