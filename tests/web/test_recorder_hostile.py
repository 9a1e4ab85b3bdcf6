"""What no recorder sends: every answer is an answer, and nothing grows without end."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from shengji.replay.archive import Archive, Drafts, Live
from shengji.replay.archive import drafts as keeping
from shengji.replay.recording import resumed
from shengji.web import Config, create_app
from shengji.web.recorder import entering
from shengji.web.recorder.live import ANSWERS

from .recording import POSITION

LONG = "9" * 5000
"""More digits than Python makes a number of."""
WORDS = (
    "\ud800", "a\x00b", "\x00", "s" * 100_000, "\u2028", "\x85", "\r", "a\nb", "٣", "",
    "^" * 99,
    "1 " + "S2" * 9999, f"hand {LONG}", f"result {LONG}", f"trump S {LONG} a",
    f"declare {LONG} a S2",
    f"bury a .{LONG}", f"1 a .{LONG}", f"=a+{LONG}", f"penalty a {LONG}", '[Event "\ud800"]',
    f'[Rules "standard@{LONG}"]', f"note {LONG} x", f"hand 2 ac={LONG} bd=2 dealer=a", "%SJN 9",
)  # fmt: skip
FEW = WORDS[:8]
NUMBERS = (10**4200, -(10**4200), 2**63, 1.5, True, None, "1", [1], {})
FORMS = (
    *({"do": "type", "text": word, "anyway": True} for word in WORDS),
    *({"do": "enter", "lines": [word], "anyway": True} for word in WORDS),
    *({"do": "add", "word": word, "anyway": True} for word in FEW),
    *({"do": "tag", "name": "Event", "value": word, "anyway": True} for word in FEW),
    *({"do": "tag", "name": word, "value": "x", "anyway": True} for word in FEW),
    *({"do": "splice", "at": 3, "removed": 1, "lines": [word], "anyway": True} for word in FEW),
    *({"do": "splice", "at": number, "removed": 1, "lines": []} for number in NUMBERS),
    *({"do": "splice", "at": 10**4200, "removed": number, "lines": []} for number in NUMBERS),
    *({"do": "correct", "at": 15, "text": word, "anyway": True} for word in WORDS),
    *({"do": "correct", "at": 15, "cards": word, "anyway": True} for word in FEW),
    *({"do": "correct", "at": number, "text": ""} for number in NUMBERS),
    *({"do": "correct", "at": 3, "play": number, "cards": "HK"} for number in NUMBERS),
    *({"do": "restore", "length": number, "anyway": True} for number in NUMBERS),
    *({"do": "begin", "mode": mode, "lines": []} for mode in ("x", ["full"], {}, None)),
    *({"do": "begin", "mode": "seat", "seat": seat, "lines": []} for seat in ("e", "ab", 1, [])),
    *({"do": what} for what in ("\ud800", ["type"], {}, None, 1)),
    *({"do": "type", "text": text} for text in (None, 1, ["h6"])),
    *({"do": "enter", "lines": lines} for lines in (None, "h6", [], [None], [["h6"]])),
    {"do": "back", "\ud800": "\ud800"}, None, 1, "x", [], [[]],
)  # fmt: skip


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.init(tmp_path_factory.mktemp("hostile") / "club.db") as found:
        yield found


@pytest.fixture(scope="module")
def visitor(archive: Archive) -> FlaskClient:
    """A fault of the site is raised, and so fails the test."""
    app = create_app(Config(archive, limited=False))
    app.config["WTF_CSRF_ENABLED"] = False
    app.testing = True
    return app.test_client()


@pytest.fixture(scope="module")
def drafts(archive: Archive) -> Drafts:
    return Drafts(archive)


def put(visitor: FlaskClient, draft: tuple[str, str], body: bytes | str) -> TestResponse:
    return visitor.put(
        f"/record/{draft[0]}/actions",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {draft[1]}"},
    )


@pytest.mark.parametrize("number", range(len(FORMS)))
def test_an_entry_that_means_nothing(visitor: FlaskClient, drafts: Drafts, number: int) -> None:
    """As a device sends it and as a form does; whatever is kept can be looked at everywhere."""
    entry = FORMS[number]
    draft = drafts.start(resumed(POSITION))
    try:
        told = json.dumps(entry)
    except ValueError:
        told = json.dumps(str(type(entry)))
    answer = put(visitor, draft, json.dumps({"base": 1, "entries": [json.loads(told)]}))
    assert answer.status_code in (200, 400, 422)
    form = visitor.post(f"/record/{draft[0]}?token={draft[1]}", data={"entry": told})
    assert form.status_code in (200, 303, 400, 422)
    drafts.show(*draft, Live.AFTER, 0)
    ANSWERS.forget(draft[0])
    for path in ("", "/actions", "/finish", "/draft.sjn"):
        page = visitor.get(f"/record/{draft[0]}{path}?token={draft[1]}")
        assert page.status_code == 200, path
    for path in ("", "/scene.json"):
        assert visitor.get(f"/live/{draft[0]}{path}").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[", b"null", b"\xff", b"[" * 100_000, b'{"a":' * 100_000, b"NaN",
        b'{"base":' + b"9" * 10**6 + b',"entries":[]}',
        b'{"base": NaN, "entries": []}', b'{"base": true, "entries": []}',
        b'{"base": 1}', b'{"base": 1, "entries": {}}',
        b'{"base": 1, "entries": [{"do": "type", "text": "\\ud800"}]}',
    ],
    ids=range(13),
)  # fmt: skip
def test_a_body_that_is_none(visitor: FlaskClient, drafts: Drafts, body: bytes) -> None:
    draft = drafts.start(resumed(POSITION))
    assert put(visitor, draft, body).status_code == 400
    assert drafts.get(*draft).version == 1


@pytest.mark.parametrize("number", ["9" * 10**6, "-1", "1.5", "٣", "x", "", "1e3", "\x00"])
def test_numbers_of_forms_and_addresses(visitor: FlaskClient, drafts: Drafts, number: str) -> None:
    draft = drafts.start(resumed(POSITION))
    here = f"/record/{draft[0]}"
    there = f"?token={draft[1]}"
    told = visitor.post(here + there, data={"base": number, "part": "skk"})
    assert told.status_code in (303, 422)
    correction = {"do": "correct", "at": number, "text": "x"}
    assert visitor.post(here + there, data=correction).status_code == 422
    show = visitor.post(f"{here}/show{there}", data={"live": "table", "delay": number})
    assert show.status_code == 303 and drafts.get(*draft).delay == 0
    assert visitor.post(f"{here}/finish{there}", data={"version": number}).status_code == 409
    assert visitor.get(f"{here}{there}&line={quote(number[:5000])}").status_code == 200


def test_entries_for_which_there_is_no_time_are_sent_once_more(
    visitor: FlaskClient, drafts: Drafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that gets lost does no harm, wherever the entries are cut the second time."""
    monkeypatch.setattr(entering, "SECONDS", 0.0)
    draft = drafts.start(resumed(POSITION))
    plays = [{"do": "type", "text": play} for play in ("skk", "s77", "s9t", "sjd6")]
    version = 1
    while plays:
        body = json.dumps({"base": version, "entries": plays})
        first, again = put(visitor, draft, body), put(visitor, draft, body)
        assert first.get_json()["taken"] == again.get_json()["taken"] == 1
        assert first.get_json()["version"] == again.get_json()["version"]
        version = first.get_json()["version"]
        del plays[0]
    assert drafts.get(*draft).draft.lines[-1] == "23 a SKK S77 S9T SJD6 =a+30"
    monkeypatch.setattr(entering, "SECONDS", 5.0)
    begun = put(visitor, draft, json.dumps({"base": 1, "entries": [{"do": "type", "text": "skk"}]}))
    assert begun.status_code == 200 and drafts.get(*draft).version == version


def test_no_draft_grows_without_end(
    visitor: FlaskClient, drafts: Drafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entering, "MOST_CHARACTERS", 2000)
    monkeypatch.setattr(keeping, "LONGEST_LOG", 4000)
    draft = drafts.start(resumed(POSITION))

    def comment(length: int) -> TestResponse:
        entry = {"do": "type", "text": "# " + "x" * length}
        base = drafts.get(*draft).version
        return put(visitor, draft, json.dumps({"base": base, "entries": [entry]}))

    told = comment(2000)
    assert told.status_code == 200 and "2000" in told.get_json()["html"]
    assert drafts.get(*draft).version == 1
    entries = [{"do": "type", "text": "# " + "x" * 1000}, {"do": "back"}]
    for _ in range(3):
        base = drafts.get(*draft).version
        put(visitor, draft, json.dumps({"base": base, "entries": entries}))
    assert drafts.get(*draft).version == 7
    full = comment(1000)
    assert full.status_code == 422 and "4000" in full.get_json()["trouble"]
    assert drafts.get(*draft).version == 7


def test_what_is_sent_has_a_length_and_a_limit(visitor: FlaskClient, drafts: Drafts) -> None:
    draft = drafts.start(resumed(POSITION))
    assert put(visitor, draft, b" " * 2_000_001).status_code == 413
    for path in ("", "/finish", "/show", "/erase"):
        where = f"/record/{draft[0]}{path}?token={draft[1]}"
        assert visitor.post(where, data={"x": "x" * 2_000_001}).status_code == 413, path
    assert drafts.get(*draft).version == 1
