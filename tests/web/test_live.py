"""Drafts that are watched, and what the recorder's other addresses refuse."""

import json
import re
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import waitress
from flask import Flask
from flask.testing import FlaskClient

from shengji.engine.presets import find, names
from shengji.notation import dumps
from shengji.replay.archive import Archive, Drafts, Live
from shengji.replay.recording import Draft, take
from shengji.replay.recording import resumed as going_on
from shengji.web import Config, create_app
from shengji.web.recorder.live import ANSWERS

from .recording import log_hand

SPECTATORS = 500


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as found:
        yield found


@pytest.fixture
def open_app(archive: Archive) -> Flask:
    app = create_app(Config(archive, limited=False))
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.fixture
def visitor(open_app: Flask) -> FlaskClient:
    return open_app.test_client()


@pytest.fixture
def drafts(archive: Archive) -> Drafts:
    return Drafts(archive)


def half() -> Draft:
    """The hand of the log up to its fifth trick."""
    return going_on(dumps(log_hand()).partition("\n5 d")[0] + "\n")


def scene(visitor: FlaskClient, name: str) -> dict[str, str]:
    ANSWERS.forget(name)
    return visitor.get(f"/live/{name}/scene.json").get_json()["scene"]


def test_a_draft_is_shown_only_if_its_recorder_says_so(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    name, token = drafts.start(half())
    assert visitor.get(f"/live/{name}").status_code == 404
    hidden, unknown = (visitor.get(f"/live/{each}/scene.json") for each in (name, "unknown"))
    assert hidden.get_json() == {"shown": False} and hidden.data == unknown.data
    assert [*hidden.headers] == [*unknown.headers]
    told = visitor.post(f"/record/{name}/show?token={token}", data={"live": "table", "delay": "0"})
    assert told.status_code == 303
    ANSWERS.forget(name)
    assert visitor.get(f"/live/{name}").status_code == 200


def test_spectators_of_the_table_see_no_hand(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    drafts.show(name, token, Live.TABLE, 0)
    shown = scene(visitor, name)
    assert shown["a.play"] == "H3 H3" and shown["d.won"] == "won"
    assert [shown[f"{seat}.{row}"] for seat in "abcd" for row in "TSHDC"] == [""] * 20
    assert shown["kitty"] == ""


def test_hands_lie_open_after_the_hand_and_not_before(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    drafts.show(name, token, Live.AFTER, 0)
    assert scene(visitor, name)["kitty"] == ""
    whole, other = drafts.start(going_on(dumps(log_hand())))
    drafts.show(whole, other, Live.AFTER, 0)
    assert scene(visitor, whole)["kitty"].split()[:2] == ["S6", "S6"]


def test_nothing_new_has_no_body(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    drafts.show(name, token, Live.TABLE, 0)
    first = visitor.get(f"/live/{name}/scene.json")
    assert first.headers["Cache-Control"] == "public, max-age=1"
    again = visitor.get(
        f"/live/{name}/scene.json", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    taken = take(half(), [{"do": "type", "text": "h6"}])
    drafts.receive(name, token, 1, taken.actions)
    ANSWERS.forget(name)
    new = visitor.get(f"/live/{name}/scene.json", headers={"If-None-Match": first.headers["ETag"]})
    assert new.status_code == 200
    assert new.get_json()["scene"]["d.play"] == "H6"


def aged(archive: Archive, name: str, seconds: float, until: int) -> None:
    """As if the first actions of a draft had come so much earlier."""
    with archive.writing() as db:
        db.conn.execute(
            "update draft_action set at = at - ? where number < ? and draft_id ="
            " (select id from draft where public_id = ?)",
            (seconds, until, name),
        )


def told(visitor: FlaskClient, name: str) -> list[tuple[int, list[tuple[str, str]], str]]:
    """Everything that spectators of a draft get, in each language, without its name."""
    ANSWERS.forget(name)
    answers = []
    for path in (f"/live/{name}", f"/live/{name}/scene.json"):
        for language in ("en", "zh-Hans", "zh-Hant"):
            answer = visitor.get(f"{path}?lang={language}")
            body = re.sub(r'src="data:[^"]*"', "", answer.text).replace(name, "NAME")
            headers = [(key, value) for key, value in answer.headers if key != "Content-Length"]
            answers.append((answer.status_code, headers, body))
    return answers


def test_who_is_late_learns_nothing_newer_by_any_route(
    visitor: FlaskClient, archive: Archive, drafts: Drafts
) -> None:
    """Page, scene, headers, ETag: as if nothing had been entered since, or taken back."""
    lines = [{"do": "type", "text": play} for play in ("h6", "hj", "d4")]
    actions = take(half(), [*lines, {"do": "back"}]).actions
    shown = []
    for newer in (0, len(actions)):
        name, token = drafts.start(half())
        drafts.receive(name, token, 1, actions[:1])
        drafts.show(name, token, Live.AFTER, 60)
        aged(archive, name, 100.0, 2)
        if newer:
            drafts.receive(name, token, 2, actions[1:])
        shown.append(told(visitor, name))
    assert shown[0] == shown[1]
    assert '"d.play":"H6"' in shown[0][3][2].replace(" ", "")


def test_a_text_that_was_pasted_is_as_late_as_all_else(
    visitor: FlaskClient, archive: Archive, drafts: Drafts
) -> None:
    text = dumps(log_hand()).replace('[PlayerA "?"]', '[PlayerA "Sibylle"]')
    shown = []
    for begun in (text, "%SJN 1\n"):
        name, token = drafts.start(going_on(begun))
        drafts.show(name, token, Live.AFTER, 60)
        shown.append(told(visitor, name))
        aged(archive, name, 100.0, 1)
        assert ("Sibylle" in str(told(visitor, name))) == (begun == text)
    assert shown[0] == shown[1]
    assert "Nothing to be seen yet." in shown[0][0][2]


def test_spectators_are_told_who_is_to_play_and_the_trick_before(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    """Tricks 4 and 5 of the log: d wins with ♥QQ, and leads ♥6."""
    name, token = drafts.start(take(half(), [{"do": "type", "text": "h6"}]).draft)
    drafts.show(name, token, Live.TABLE, 300)
    shown = visitor.get(f"/live/{name}/scene.json?lang=en").get_json()["scene"]
    assert shown["next"] == "Nothing to be seen yet." and "5 minutes" in shown["late"]
    drafts.show(name, token, Live.TABLE, 0)
    shown = scene(visitor, name)
    assert shown["next"] == "Seat A is to play"
    assert (shown["before.number"], shown["before.d.play"]) == ("4", "HQ HQ")
    assert [shown[f"before.{seat}.won"] for seat in "abcd"] == ["", "", "", "won"]


def test_what_is_taken_back_corrected_and_hidden_again(
    visitor: FlaskClient, drafts: Drafts
) -> None:
    name, token = drafts.start(half())
    drafts.show(name, token, Live.TABLE, 0)
    drafts.receive(name, token, 1, take(half(), [{"do": "type", "text": "h6"}]).actions)
    assert scene(visitor, name)["d.play"] == "H6"
    kept = drafts.get(name, token)
    drafts.receive(name, token, kept.version, take(kept.draft, [{"do": "back"}]).actions)
    assert scene(visitor, name)["d.play"] == "HQ HQ"
    kept = drafts.get(name, token)
    number = kept.draft.lines.index("4 a H33 SKHT H78 HQQ =d+20") + 1
    corrected = "4 a H33 SKHT H78 HJJ =d+20"
    splice = {"do": "splice", "at": number, "removed": 1, "lines": [corrected], "anyway": True}
    drafts.receive(name, token, kept.version, take(kept.draft, [splice]).actions)
    assert scene(visitor, name)["d.play"] == "HJ HJ"
    drafts.show(name, token, Live.NOTHING, 0)
    ANSWERS.forget(name)
    assert visitor.get(f"/live/{name}").status_code == 404
    assert visitor.get(f"/live/{name}/scene.json").get_json() == {"shown": False}
    drafts.show(name, token, Live.TABLE, 0)
    assert scene(visitor, name)["d.play"] == "HJ HJ"
    drafts.erase(name, token)
    ANSWERS.forget(name)
    assert visitor.get(f"/live/{name}/scene.json").get_json() == {"shown": False}


def test_the_recorder_chooses_and_gets_the_link(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    where = f"/record/{name}/show?token={token}"
    page = visitor.get(where).text
    assert f"/live/{name}" not in page and "qr" not in page
    for fields, delay in (
        ({"delay": "300"}, 300),
        ({"delay": "other", "seconds": "45"}, 45),
        ({"delay": "other", "seconds": "999999"}, 24 * 3600),
        ({"delay": "other"}, 0),
    ):
        assert visitor.post(where, data={"live": "after", **fields}).status_code == 303
        assert (drafts.get(name, token).live, drafts.get(name, token).delay) == (Live.AFTER, delay)
    page = visitor.get(where).text
    assert f"http://localhost/live/{name}</textarea>" in page and 'class="qr"' in page
    assert visitor.post(where, data={"live": "everything"}).status_code == 400


def asked(port: int, name: str, etag: str) -> tuple[int, str]:
    """The status and the ETag, over a connection of one's own."""
    request = f"GET /live/{name}/scene.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    condition = f"If-None-Match: {etag}\r\n" if etag else ""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{request}{condition}\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    head = answer.partition(b"\r\n\r\n")[0].decode()
    found = re.search(r"(?im)^etag: (.*?)\r?$", head)
    return int(head.split()[1]), found[1] if found else ""


def test_five_hundred_spectators_of_one_table(open_app: Flask, drafts: Drafts) -> None:
    """A real server with the four threads of `shengji serve`; the recorder goes on meanwhile."""
    name, token = drafts.start(half())
    drafts.show(name, token, Live.TABLE, 0)
    server = waitress.create_server(open_app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run)
    thread.start()
    port = server.effective_port
    answers: list[tuple[int, str]] = []

    def watch(number: int) -> None:
        etag = ""
        for _ in range(3):
            status, etag = asked(port, name, etag)
            answers.append((status, etag))

    try:
        groups = [SPECTATORS // 20] * 20
        watchers = [
            threading.Thread(target=lambda n=size: [watch(each) for each in range(n)])
            for size in groups
        ]
        for each in watchers:
            each.start()
        draft = half()
        for play in ("h6", "hj", "d4", "h9"):
            base = len(draft.log)
            taken = take(draft, [{"do": "type", "text": play}])
            draft = taken.draft
            drafts.receive(name, token, base, taken.actions)
        for each in watchers:
            each.join()
    finally:
        # In its own thread: it may be waiting for the very socket.
        server.trigger.pull_trigger(server.close)
        thread.join()
    statuses = Counter(status for status, _ in answers)
    assert len(answers) == 3 * SPECTATORS
    assert set(statuses) == {200, 304} and statuses[304] > SPECTATORS


# -- what a device sends --------------------------------------------------------------------------


def put(visitor: FlaskClient, name: str, token: str, body: object) -> object:
    return visitor.put(
        f"/record/{name}/actions", json=body, headers={"Authorization": f"Bearer {token}"}
    )


def test_entries_of_a_device(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    body = {"base": 1, "entries": [{"do": "type", "text": "h6"}]}
    told = put(visitor, name, token, body)
    assert (told.status_code, told.get_json()["version"], told.get_json()["taken"]) == (200, 2, 1)
    again = put(visitor, name, token, body)
    assert (again.status_code, again.get_json()["version"]) == (200, 2)
    other = put(visitor, name, token, {"base": 1, "entries": [{"do": "type", "text": "s2"}]})
    assert other.status_code == 409
    assert drafts.get(name, token).version == 2


def test_a_device_whose_recorder_decided_for_his_own(visitor: FlaskClient, drafts: Drafts) -> None:
    """What he took back before stays taken back; sent twice, it is written once."""
    name, token = drafts.start(half())
    played = [{"do": "type", "text": play, "anyway": True} for play in ("h6", "h7")]
    assert put(visitor, name, token, {"base": 1, "entries": played[:1]}).status_code == 200
    assert put(visitor, name, token, {"base": 2, "entries": played[1:]}).status_code == 200
    mine = {"base": 2, "entries": [{"do": "back"}, {**played[1], "text": "h9"}]}
    assert put(visitor, name, token, mine).status_code == 409
    for _ in range(2):
        told = put(visitor, name, token, {**mine, "over": 3})
        assert (told.status_code, told.get_json()["taken"]) == (200, 2)
        assert drafts.get(name, token).draft.lines == (*half().lines, "5 d H9")
    assert put(visitor, name, token, {**mine, "over": 99}).status_code == 422
    assert put(visitor, name, token, {**mine, "over": "3"}).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ([], 400),
        ({"base": "1", "entries": []}, 400),
        ({"base": 1, "entries": ["x"]}, 422),
        ({"base": 9, "entries": []}, 422),
        ({"base": 1, "entries": [{"do": "type", "text": "x"}] * 2001}, 422),
    ],
)
def test_what_is_no_entry_is_refused(
    visitor: FlaskClient, drafts: Drafts, body: object, status: int
) -> None:
    name, token = drafts.start(half())
    assert put(visitor, name, token, body).status_code == status


def test_tokens(visitor: FlaskClient, drafts: Drafts) -> None:
    name, token = drafts.start(half())
    assert put(visitor, name, "wrong", {"base": 1, "entries": []}).status_code == 404
    for path in ("", "/finish", "/draft.sjn", "/actions"):
        assert visitor.get(f"/record/{name}{path}").status_code == 404
        assert visitor.get(f"/record/{name}{path}?token=wrong").status_code == 404
        page = visitor.get(f"/record/{name}{path}?token={token}")
        assert page.status_code == 200
        assert page.headers["Cache-Control"] == "private, no-store"


def test_a_draft_of_another_version_is_refused_with_the_reason(
    visitor: FlaskClient, archive: Archive, drafts: Drafts
) -> None:
    name, token = drafts.start(half())
    with archive.writing() as db:
        db.conn.execute("update draft set format = 99")
    page = visitor.get(f"/record/{name}?token={token}")
    assert page.status_code == 409 and "99" in page.text
    assert put(visitor, name, token, {"base": 1, "entries": []}).status_code == 422


def test_a_record_is_published_after_the_checker_has_spoken(
    visitor: FlaskClient, drafts: Drafts, archive: Archive
) -> None:
    name, token = drafts.start(going_on(dumps(log_hand())))
    page = visitor.get(f"/record/{name}/finish?token={token}").text
    assert "data-record" in page
    sent = {"text": dumps(log_hand()), "visibility": "public", "licence": "CC0-1.0"}
    assert visitor.post("/upload/preview", data=sent).status_code == 200
    assert visitor.post("/upload", data=sent).status_code == 201
    assert archive.stats().entries == {"public": 1}


# -- the set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", names())
def test_every_preset_has_its_form(visitor: FlaskClient, preset: str) -> None:
    found = find(preset)
    for language in ("en", "zh-Hans", "zh-Hant"):
        page = visitor.get(f"/record?preset={found.name}&lang={language}")
        assert page.status_code == 200
    values = dict(re.findall(r'<input name="(option\.\w+)" value="([^"]*)"', page.text))
    for name, body in re.findall(r'<select name="(option\.\w+)">(.*?)</select>', page.text, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body)
        assert chosen is not None, name
        values[name] = chosen[1]
    begun = visitor.post("/record", data={"preset": found.name, "mode": "full", **values})
    assert begun.status_code == 303, begun.text
    page = visitor.get(begun.headers["Location"])
    assert f"[Rules &#34;{found.name}&#34;]" in page.text


def test_options_that_contradict_are_refused_with_the_reason(visitor: FlaskClient) -> None:
    sent = {"preset": "standard@1", "option.players": "3"}
    page = visitor.post("/record", data=sent)
    assert page.status_code == 422 and 'role="alert"' in page.text
    unknown = visitor.post("/record", data={"preset": "nobody@9"})
    assert unknown.status_code == 422


def test_manifest_and_worker_keep_to_their_scope(visitor: FlaskClient) -> None:
    told = json.loads(visitor.get("/record/manifest.webmanifest").data)
    assert (told["scope"], told["display"]) == ("/record", "standalone")
    worker = visitor.get("/record/worker.js")
    assert worker.headers["Service-Worker-Allowed"] == "/record"


def test_a_paste_past_the_limit_is_refused(visitor: FlaskClient, archive: Archive) -> None:
    text = "%SJN 1\n" + "# a line\n" * 50_000
    assert visitor.post("/record", data={"text": text}).status_code == 413
    assert visitor.post("/edit", data={"text": text}).status_code == 413
    for path in ("look", "complete", "format"):
        assert visitor.post(f"/edit/{path}", json={"text": text}).status_code == 413
    with archive.reading() as db:
        assert db.conn.execute("select count(*) from draft").fetchone() == (0,)
