"""The JSON twin: exact both ways, described by a published schema, and closed to what it is not."""

import json
from importlib import resources

import jsonschema
import pytest
from hypothesis import given

from shengji.notation import dumps, loads, twin
from shengji.notation.record import Record
from shengji.replay.generate import random_match

from .strategies import records
from .test_roundtrip import unhurried

VALIDATOR = jsonschema.Draft202012Validator(twin.schema())

TEXT = """\
%SJN 1
[Event "周五牌局"]
[Rules "standard@1 throw_penalty=10"]
# above
[PlayerA "A\\"B"]

hand 3 ac=T bd=A:2 dealer=b
deal b
a SA D7 .2 H?
kitty D3 S5 .6
declare ? b HT ~3 {why}
trump - T b
take b
bury b S5.7
x-club something  kept
1 b SKKAA+S3 .5 S4/S4<a^exposed $1 C?.4 =a+? # beside
retract 3.1.2 S5
ruling 3.1.2 revoke c points=bd-10 level=bd-1 lost=bd
result 85 up=0
"""


def document(*records: object) -> str:
    return json.dumps({"format": "shengji-notation", "version": 1, "records": list(records)})


RANDOM = [random_match(rules, 1, 5) for rules in ("standard", "godot", "tractor-online decks=3")]


@pytest.mark.parametrize("record", RANDOM)
def test_random_records_are_the_same_and_fit_the_schema(record: object) -> None:
    text = twin.dumps([record])  # type: ignore[list-item]
    assert twin.loads(text) == (record,)
    jsonschema.validate(json.loads(text), twin.schema())


def test_words_stay_words() -> None:
    data = json.loads(twin.dumps(RANDOM[:1]))
    hand = data["records"][0]["hands"][0]
    assert hand["levels"] == [{"seats": "ac", "level": "2"}, {"seats": "bd", "level": "2"}]
    assert hand["dealer"] == "?"
    kinds = [event["kind"] for event in hand["events"]]
    assert kinds[0] == "deal" and kinds[-1] == "result"
    assert len(hand["events"][0]["lines"][0]["cards"].split()) == 25


def test_several_records_keep_their_order() -> None:
    assert twin.loads(twin.dumps(RANDOM)) == tuple(RANDOM)
    assert twin.loads(document()) == ()


def test_the_published_schema_is_the_twins() -> None:
    file = resources.files("shengji.notation") / "twin.schema.json"
    assert json.loads(file.read_text(encoding="utf-8")) == twin.schema()


TRICK = {"kind": "trick", "number": 1, "leader": "a", "plays": [{"cards": "S5"}]}
HAND = {"number": 1, "levels": [], "dealer": "?", "events": [TRICK]}


def with_trick(**changes: object) -> str:
    return document({"tags": [], "hands": [{**HAND, "events": [{**TRICK, **changes}]}]})


def test_what_is_left_out_has_its_default() -> None:
    (record,) = twin.loads(with_trick())
    (hand,) = record.hands
    assert hand.ended and not hand.fresh and hand.appendix == ()


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "", "Invalid JSON"),
        ("[1, 2]", "", "object"),
        ('"\ud800"', "", "Invalid JSON"),
        ('{"records": [], "format": "pgn"}', "/format", "shengji-notation"),
        ('{"records": [], "more": 1}', "/more", "Unexpected"),
        (document({"tags": [{"name": "A"}]}), "/records/0/tags/0/value", "required"),
        (with_trick(kind="trik"), "/records/0/hands/0/events/0", "trik"),
        (with_trick(leader="z"), "/records/0/hands/0/events/0/leader", "seat"),
        (with_trick(number="x"), "/records/0/hands/0/events/0/number", "integer"),
        (with_trick(won=7), "/records/0/hands/0/events/0/won", "object"),
        (
            with_trick(plays=[{"cards": "S1"}]),
            "/records/0/hands/0/events/0/plays/0/cards",
            "cards",
        ),
        (
            with_trick(plays=[{"cards": "S5", "card": "S6"}]),
            "/records/0/hands/0/events/0/plays/0/card",
            "Unexpected",
        ),
        ("[" * 100_000, "", "nest"),
    ],
)
def test_what_is_no_twin_is_refused_at_its_place(text: str, place: str, problem: str) -> None:
    with pytest.raises(twin.TwinError, match=problem) as caught:
        twin.loads(text)
    assert caught.value.place == place


def test_every_kind_of_statement_survives() -> None:
    parsed = loads(TEXT)
    assert parsed.ok
    assert twin.loads(twin.dumps(parsed.records)) == parsed.records


def test_runs_of_unknown_cards_of_any_number() -> None:
    text = '%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=a\ndeal a\na .12 S? L .11\nend\n'
    (record,) = loads(text).records
    assert twin.loads(twin.dumps([record])) == (record,)


@unhurried
@given(records())
def test_any_record_survives_json_and_fits_the_schema(record: Record) -> None:
    text = twin.dumps([record])
    assert twin.loads(text) == (record,)
    VALIDATOR.validate(json.loads(text))
    assert dumps(twin.loads(text)[0]) == dumps(record)
