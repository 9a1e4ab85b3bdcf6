"""Tractor LAN: replays that our own writer wrote, since none is public, and zips of them."""

import io
import json
import re
import zipfile
from typing import Any

import pytest

from shengji import replay
from shengji.notation import foreign
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.foreign import ForeignError
from shengji.notation.foreign.tractor_lan import TRACTOR_LAN
from shengji.notation.tokens import write_cards
from shengji.replay.remarking import say_refusal, say_remark

from .comparing import bare_tricks
from .lan_writer import NAMES, replay_of
from .played import matches, played

RULES = (
    "standard@1 must_play_levels=5TK must_play_semantics=stop_at tractor_no_trump_joker_level=yes"
    " follow_tractor_partial=pairs throw_penalty=10_per_card kitty_multiplier=kcardpow"
    " level_table=tsteps"
)
RECORDS = [
    record
    for record in matches(RULES, 1, range(12))
    if not any(isinstance(event, rec.Flip) for event in record.hands[0].events)
]


def written(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def read(data: bytes) -> tuple[rec.Record, ...]:
    assert foreign.find(data) is TRACTOR_LAN
    return TRACTOR_LAN.read(data).records


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return stream.getvalue()


def declared(hand: rec.Hand) -> list[rec.Declare]:
    return [event for event in hand.events if isinstance(event, rec.Declare)]


def test_there_are_some() -> None:
    assert len(RECORDS) > 6


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("whole", [True, False], ids=["score-with-kitty", "score-without"])
def test_replays_come_back(record: rec.Record, whole: bool) -> None:
    (told,) = played(record)
    (again,) = read(written(replay_of(told, kitty_in_score=whole)))
    (hand,) = again.hands
    assert again.tag("Rules") == record.tag("Rules")
    assert (again.tag("Date"), again.tag("PlayerB")) == ("2026-11-27", "小明")
    assert bare_tricks(hand, points=False) == bare_tricks(told.hand, points=False)
    dealt = {line.seat: line.cards for line in told.hand.events[0].lines}  # type: ignore[union-attr]
    held = hand.events[0]
    assert isinstance(held, rec.Hands)
    assert {line.seat: line.cards for line in held.lines} == {
        seat: tuple(sorted(cards)) for seat, cards in dealt.items() if seat != told.trump.declarer
    }
    shown = [rec.Declare(None, e.seat, e.cards) for e in declared(told.hand)]
    assert declared(hand) == shown
    assert rec.Bury(told.trump.declarer, told.buried) in hand.events
    result = hand.events[-1]
    assert isinstance(result, rec.Result)
    assert result.points == told.result.points
    found = replay.check_record(again).diagnostics
    assert [each.code.id for each in found if each.severity is Severity.ERROR] == []


def test_failed_throws_were_among_them() -> None:
    tricks = [trick for record in RECORDS for trick in bare_tricks(record.hands[0])]
    assert sum(trick.plays[0].forced is not None for trick in tricks) > 3


def test_its_numbers() -> None:
    """Hearts from 0, spades from 13, diamonds from 26, clubs from 39, each from the two."""
    document = replay_of(played(RECORDS[0])[0])
    document["CurrentHandState"]["DiscardedCards"] = [0, 12, 13, 25, 26, 39, 52, 53]
    hand = read(written(document))[0].hands[0]
    (bury,) = (event for event in hand.events if isinstance(event, rec.Bury))
    assert write_cards(bury.cards) == "S2AH2AD2C2LB"


def test_a_wrong_winner_is_found() -> None:
    document = replay_of(played(RECORDS[0])[0])
    trick = next(t for t in document["CurrentTrickStates"] if len(t["ShowedCards"]) == 4)
    trick["Winner"] = NAMES[(NAMES.index(trick["Winner"]) + 1) % 4]
    (record,) = read(written(document))
    assert "wrong-winner" in {f.code.id for f in replay.check_record(record).diagnostics}


def test_a_replay_that_stops() -> None:
    document = replay_of(played(RECORDS[0])[0])
    document["CurrentTrickStates"] = document["CurrentTrickStates"][:5]
    (record,) = read(written(document))
    assert not record.hands[0].ended
    document["CurrentTrickStates"][-1]["ShowedCards"] = []
    assert len(bare_tricks(read(written(document))[0].hands[0])) < 5


def test_a_zip_of_replays() -> None:
    documents = [written(replay_of(played(record)[0])) for record in RECORDS[:3]]
    files = {f"2026-11-2{n}/20-15-3{n}.json": data for n, data in enumerate(documents)}
    data = zipped({"readme.txt": b"hello", **files})
    assert read(data) == tuple(read(each)[0] for each in documents)
    said = [say_remark(remark) for remark in TRACTOR_LAN.read(data).remarks]
    assert "dropped: a file of the zip that is no replay: readme.txt" in said


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../../etc/x.json": b"{}"}, "../../etc/x.json: a file outside of the zip"),
        ({"/x.json": b"{}"}, "/x.json: a file outside of the zip"),
        ({"c:\\x.json": b"{}"}, "a file outside of the zip"),
        ({"a.json": b" " * (65 << 20)}, "more than 64 MiB when unpacked"),
        ({"a.json": b"{}"}, "a.json: 'CurrentHandState' is missing"),
        ({"a.json": b"{"}, "a.json: line 1, column 2: not JSON, or cut off"),
        ({"a.json.txt": b"{}"}, "no replay in the zip"),
    ],
)
def test_zips_that_are_refused(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(ForeignError) as caught:
        read(zipped(files))
    assert said in say_refusal(caught.value)


def test_a_zip_that_lies_about_its_size() -> None:
    """What it says it unpacks to is nothing; what comes out is cut at the limit."""
    data = bytearray(zipped({"a.json": b" " * (70 << 20)}))
    real = (70 << 20).to_bytes(4, "little")
    while (place := data.find(real)) >= 0:
        data[place : place + 4] = (9).to_bytes(4, "little")
    with pytest.raises(ForeignError) as caught:
        TRACTOR_LAN.read(bytes(data))
    assert re.search("64 MiB|damaged|not JSON", say_refusal(caught.value))


def test_a_damaged_zip() -> None:
    data = zipped({"a.json": written(replay_of(played(RECORDS[0])[0]))})
    with pytest.raises(ForeignError) as caught:
        TRACTOR_LAN.read(data[: len(data) // 2])
    assert "damaged" in say_refusal(caught.value)
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 0xFF
    with pytest.raises(ForeignError):
        TRACTOR_LAN.read(bytes(flipped))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"Players": ["a", "b", "c"]}, "Players: expected four players with names of their own"),
        ({"PlayerRanks": [0, 0, 0, 13]}, "PlayerRanks[3]: expected a whole number from 0 to 12"),
        ({"CurrentTrickStates": [{"ShowedCards": [{"PlayerID": "x", "Cards": [1]}]}]},
         "CurrentTrickStates[0].ShowedCards[0].PlayerID: expected 'anna', "),
    ],
)  # fmt: skip
def test_a_damaged_replay_says_where(change: dict[str, Any], said: str) -> None:
    document = {**replay_of(played(RECORDS[0])[0]), **change}
    with pytest.raises(ForeignError) as caught:
        TRACTOR_LAN.read(written(document))
    assert say_refusal(caught.value).startswith(said)
