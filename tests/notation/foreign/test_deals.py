"""Eighty and jerryyyu: files that our own writers wrote, since none of theirs is public.

The figures of the settlement are from the program's documents: 60 and a five in the kitty, won with
a pair, is 80 (5 x 2 x 2).
"""

import base64
import gzip
import json
from typing import Any

import pytest

from shengji import replay
from shengji.notation import foreign
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.foreign import ForeignError
from shengji.notation.foreign.eighty import EIGHTY
from shengji.notation.foreign.jerryyyu import JERRYYYU
from shengji.replay.remarking import say_refusal, say_remark

from .comparing import bare_tricks, others
from .deal_writers import eighty, jerryyyu, packed
from .played import matches, played

EIGHTIES = matches("eighty@1", 3, range(5))
JERRIES = matches("jerryyyu@1", 3, range(5))


def read(data: bytes, importer: foreign.Importer) -> tuple[rec.Record, ...]:
    assert foreign.find(data) is importer
    return importer.read(data).records


SQUEEZED = base64.b64encode(gzip.compress(b"{}")).decode()


def refusal(data: bytes, importer: foreign.Importer) -> str:
    with pytest.raises(ForeignError) as caught:
        importer.read(data)
    return say_refusal(caught.value)


def lines_of(lines: list[dict[str, Any]]) -> bytes:
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def errors(record: rec.Record) -> list[str]:
    found = replay.check_record(record).diagnostics
    return [each.code.id for each in found if each.severity is Severity.ERROR]


def without_moments(events: list[rec.Statement]) -> list[rec.Statement]:
    """Neither log says after how many cards somebody declared."""
    return [rec.Declare(None, e.seat, e.cards) if isinstance(e, rec.Declare) else e for e in events]


# -- Eighty ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", EIGHTIES)
@pytest.mark.parametrize("pack", [False, True], ids=["plain", "packed"])
def test_deals_come_back(record: rec.Record, pack: bool) -> None:
    told = played(record)
    deals = [packed(eighty(each)) if pack else eighty(each) for each in told]
    (again,) = read(json.dumps(deals).encode(), EIGHTY)
    assert again.tag("Rules") == record.tag("Rules")
    for hand, each in zip(again.hands, told, strict=True):
        assert others(hand) == without_moments(others(each.hand))
        assert bare_tricks(hand) == bare_tricks(each.hand)
        result = hand.events[-1]
        assert isinstance(result, rec.Result)
        assert (result.points, result.up) == (each.result.points, each.result.up)
        assert result.next_dealer == each.result.next_dealer
        if result.kitty_points is not None:
            assert result.kitty_points == each.result.kitty_points
            assert result.multiplier == each.result.multiplier
    assert errors(again) == []


def test_a_kitty_that_was_won_is_stated() -> None:
    (told, *_) = (
        each for m in EIGHTIES for each in played(m)
        if (each.result.kitty_points or 0) and each.result.multiplier
    )  # fmt: skip
    (record,) = read(json.dumps(eighty(told)).encode(), EIGHTY)
    result = record.hands[0].events[-1]
    assert isinstance(result, rec.Result)
    assert result.kitty_points == told.result.kitty_points


def test_what_a_deal_states_is_checked() -> None:
    deal = eighty(played(EIGHTIES[0])[0])
    tricks = [event for event in deal["events"] if event["type"] == "trick"]
    tricks[3]["winner"] = (tricks[3]["winner"] + 1) % 4
    tricks[5]["points"] += 5
    (record,) = read(json.dumps(deal).encode(), EIGHTY)
    assert {"wrong-winner", "wrong-points"} <= set(errors(record))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"gates": [5, 10, 13]}, "eighty@1 must_play_levels=5TK"),
        ({"gates": []}, "eighty@1 must_play_levels=none"),
        ({"partialTractorFollow": False}, "eighty@1 follow_tractor_partial=pairs"),
        ({"fullRebel": True}, "eighty@1"),
    ],
)  # fmt: skip
def test_its_rules_become_options(rules: dict[str, Any], text: str) -> None:
    deal = eighty(played(EIGHTIES[0])[0])
    deal["rules"] |= rules
    imported = EIGHTY.read(json.dumps(deal).encode())
    assert imported.records[0].tag("Rules") == text
    said = [say_remark(remark) for remark in imported.remarks]
    told = "dropped: fullRebel true: no option says it, it is judged as false"
    assert (told in said) == ("fullRebel" in rules)


def test_deals_of_two_games_are_two_matches() -> None:
    first, second = (eighty(played(record)[0]) for record in EIGHTIES[:2])
    data = json.dumps([first, {**second, "gameId": "g2"}]).encode()
    assert [len(record.hands) for record in read(data, EIGHTY)] == [1, 1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 1}, "version: expected version 2, the only one that tells the hands, found 1"),
        ({"buried": [108]}, "buried[0]: expected a whole number from 0 to 107, found 108"),
        ({"levelsBefore": [2]}, "levelsBefore: expected the levels of two sides, found a list"),
        ({"events": [{"type": "play", "seat": 0, "cards": []}]},
         "events[0].cards: expected cards, found a list"),
    ],
)  # fmt: skip
def test_a_damaged_deal_says_where(change: dict[str, Any], said: str) -> None:
    deal = {**eighty(played(EIGHTIES[0])[0]), **change}
    with pytest.raises(ForeignError) as caught:
        EIGHTY.read(json.dumps(deal).encode())
    assert say_refusal(caught.value) == said


def test_a_bomb_is_not_unpacked() -> None:
    bomb = base64.b64encode(gzip.compress(b" " * (80 << 20), 1)).decode()
    document = {"encoding": "gzip+base64", "replayVersion": 2, "bytes": 9, "data": bomb}
    assert "longer than 64 MiB when unpacked" in refusal(json.dumps(document).encode(), EIGHTY)


@pytest.mark.parametrize("data", ["?", "AAAA", SQUEEZED[:20]])
def test_damaged_packing(data: str) -> None:
    document = {"encoding": "gzip+base64", "replayVersion": 2, "data": data}
    assert refusal(json.dumps(document).encode(), EIGHTY).startswith("data: ")


# -- jerryyyu --------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", JERRIES)
def test_rounds_come_back(record: rec.Record) -> None:
    told = played(record)
    (again,) = read(lines_of(jerryyyu(told)), JERRYYYU)
    assert again.tag("PlayerB") == "玩家1"
    for hand, each in zip(again.hands, told, strict=True):
        deal, original = hand.events[0], each.hand.events[0]
        assert isinstance(deal, rec.Deal) and isinstance(original, rec.Deal)
        assert (deal.first, deal.lines) == (0, original.lines)
        flips = len(each.only(rec.Flip))
        expected = without_moments(others(each.hand, rec.Flip))
        assert others(hand)[1:] == expected[1:]
        assert bare_tricks(hand) == bare_tricks(each.hand)
        result = hand.events[-1]
        assert isinstance(result, rec.Result)
        assert (result.points, result.up) == (each.result.points, each.result.up)
        assert result.next_dealer == each.result.next_dealer
        if not flips:
            assert errors(rec.Record(again.tags, (hand,))) == []


def test_rooms_are_told_apart() -> None:
    """Their lines are mixed in one log; a game that is over ends its match."""
    first, second = (
        jerryyyu(played(record), room) for record, room in zip(JERRIES, "xy", strict=False)
    )
    mixed = [line for pair in zip(first, second, strict=False) for line in pair]
    mixed += first[len(second) :] + second[len(first) :]
    chat = {"t": 1, "room": "x", "round": 1, "e": "chat", "text": "hi"}
    imported = JERRYYYU.read(lines_of([*mixed, chat]))
    assert len(imported.records) == 2
    assert "dropped: what was said in the chat" in [say_remark(r) for r in imported.remarks]


def test_an_event_log_that_was_cut() -> None:
    lines = jerryyyu(played(JERRIES[0])[:1])
    (record,) = read(lines_of(lines[:40]), JERRYYYU)
    assert not record.hands[0].ended
    said = refusal(lines_of(lines[:41])[:-3], JERRYYYU)
    assert said.startswith("line 41: not JSON, since the log was cut off there")
    assert "no round begins in it" in refusal(lines_of(lines[1:20]), JERRYYYU)


def test_the_jack_of_spades_is_no_joker() -> None:
    data = lines_of(jerryyyu(played(JERRIES[0])[:1]))
    assert b'"SJ"' in data
    said = refusal(data.replace(b'"BJ"', b'"RJ"'), JERRYYYU)
    assert "a card, as in 'S10', 'LJ' or 'BJ', found 'RJ'" in said
