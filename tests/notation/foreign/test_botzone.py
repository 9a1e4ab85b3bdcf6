"""Botzone: the synthetic log with what is known of it, and matches that our own writer wrote.

The log is not from the site (tests/data/botzone/README.md); the real numbers are from the rules of
the format: tens are 36 to 39, kings 48 to 51, and a call of 6 made clubs trump.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shengji import replay
from shengji.notation import foreign
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.foreign import ForeignError, RemarkKind
from shengji.notation.foreign.botzone import BOTZONE
from shengji.notation.tokens import write_cards
from shengji.replay.remarking import say_refusal, say_remark

from .botzone_writer import view, write
from .comparing import bare_tricks, others
from .played import matches, played

DATA = Path(__file__).parents[2] / "data/botzone"
LOG = (DATA / "sample_log.json").read_bytes()
EXPECTED = json.loads((DATA / "sample_log.expected.json").read_text(encoding="utf-8"))


def read(data: bytes | dict[str, Any]) -> rec.Record:
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    importer = foreign.find(data)
    assert importer is BOTZONE
    (record,) = importer.read(data).records
    return record


def test_the_sample_is_what_is_known_of_it() -> None:
    record = read(LOG)
    (told,) = played(record)
    derived = zip(told.replay.engine.done, told.totals, strict=True)
    tricks = [[trick.leader, trick.winner, trick.points, total] for trick, total in derived]
    assert tricks == EXPECTED["tricks[leader,winner,points,attackers_after]"]
    assert told.result.points == EXPECTED["final_attackers"]
    assert told.outcome.total == EXPECTED["final_attackers"]
    assert told.outcome.count is not None
    assert told.outcome.count.kitty_points == EXPECTED["kitty_points"]
    assert write_cards(told.buried) == "H37D33567C4"
    assert told.trump == rec.Trump(0, told.trump.level, EXPECTED["banking"]["banker"])
    assert told.result.up == (rec.SideChange((0, 2), 1),)
    assert replay.check_record(record).diagnostics == ()


RECORDS = matches("botzone@1", 1, range(12))


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("order", ["shcd", "hdsc"])
def test_a_match_that_was_written_comes_back(record: rec.Record, order: str) -> None:
    """But for what the log does not say: points of tricks the dealer's side won, who could beat."""
    (told,) = played(record)
    if order == "hdsc" and told.trump.suit < 0:
        return  # Called no-trump: nothing shows the order of suits.
    again = read(write(told, order))
    (hand,) = again.hands
    assert others(hand) == others(told.hand)
    assert bare_tricks(hand, points=False)[:-1] == bare_tricks(told.hand, points=False)[:-1]
    assert [t.plays for t in bare_tricks(hand)] == [t.plays for t in bare_tricks(told.hand)]
    result = hand.events[-1]
    if isinstance(result, rec.Result):
        assert (result.points, result.up) == (told.result.points, told.result.up)
    assert replay.check_record(again).diagnostics == () or not isinstance(result, rec.Result)


@pytest.mark.parametrize("record", RECORDS[:4])
@pytest.mark.parametrize("seat", range(4))
def test_what_one_player_saw(record: rec.Record, seat: int) -> None:
    (told,) = played(record)
    document = view(write(told), seat)
    hand = read(document).hands[0]
    deal = next(event for event in told.hand.events if isinstance(event, rec.Deal))
    assert hand.events[0] == rec.Deal(rec.UNKNOWN_SEAT, (deal.lines[seat],))
    seen = [as_seen(trick, seat) for trick in bare_tricks(told.hand, points=False)]
    assert bare_tricks(hand, points=False)[:-1] == seen[:-1]
    buried = next(event for event in hand.events if isinstance(event, rec.Bury))
    assert (buried.cards == told.buried) == (seat == told.trump.declarer)
    report = replay.check_record(read(document))
    assert report.number(Severity.ERROR) == 0
    assert "unfinished-hand" in {found.code.id for found in report.diagnostics}


def as_seen(trick: rec.Trick, own: int) -> rec.Trick:
    """Of a failed throw the others see what was played alone."""
    plays = tuple(
        rec.Play(play.forced) if play.forced and (trick.leader + step) % 4 != own else play
        for step, play in enumerate(trick.plays)
    )
    return replace(trick, plays=plays)


def test_cards_have_the_numbers_of_real_inputs() -> None:
    """83 was the eight of hearts, 98 the queen of spades; 53 and 107 are the big joker."""
    document = json.loads(LOG)
    for where, cards in enumerate(document["initdata"]["allocation"]):
        assert sorted(read(LOG).hands[0].events[0].lines[where].cards)  # type: ignore[union-attr]
        assert len(cards) == 25
    hand = read(LOG).hands[0].events[0]
    assert isinstance(hand, rec.Deal)
    ids = document["initdata"]["allocation"]
    named = {
        number: write_cards((card,))
        for line, numbers in zip(hand.lines, ids, strict=True)
        for card, number in zip(line.cards, numbers, strict=True)
    }
    assert [named[n] for n in (83, 98, 53, 107, 36, 39, 48, 16)] == [
        "H8", "SQ", "B", "B", "ST", "DT", "SK", "S5",
    ]  # fmt: skip


def test_a_foul_ends_the_match() -> None:
    document = json.loads(LOG)
    log = document["log"][:205]
    display = {"error": [None, "ILLEGAL_MOVE", None, None]}
    content = {"0": 1, "1": -3, "2": 1, "3": 0}
    log[204] = {"output": {"command": "finish", "content": content, "display": display}}
    hand = read({**document, "log": log}).hands[0]
    assert hand.events[-1] == rec.Forfeit((1,), "illegal-move")
    assert hand.ended


def test_a_log_that_was_cut_is_an_unfinished_hand() -> None:
    document = json.loads(LOG)
    imported = BOTZONE.read(json.dumps({**document, "log": document["log"][:301]}).encode())
    (hand,) = imported.records[0].hands
    assert not hand.ended
    assert len(bare_tricks(hand)) == 13
    assert "hand 1: missing: its end; it was not finished when the log was saved" in [
        say_remark(remark) for remark in imported.remarks
    ]


def test_nobody_called() -> None:
    """Then the judge draws lots, which no option says: the record states it, and it is told."""
    document = json.loads(LOG)
    for entry in document["log"]:
        output = entry.get("output")
        if output is None:
            continue
        for request in output["content"].values():
            if isinstance(request, dict):
                request["global"]["banking"] |= {"called": -1, "snatched": -1}
        if output["display"].get("event", {}).get("action") == "deal":
            output["display"]["event"]["poker"] = []
    imported = BOTZONE.read(json.dumps(document).encode())
    kinds = {remark.id: remark.kind for remark in imported.remarks}
    assert kinds["drawn-trump"] is RemarkKind.DROPPED
    codes = [f.code.id for f in replay.check_record(imported.records[0]).diagnostics]
    assert codes == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"log": 3}, "log: expected a list, found 3"),
        ({"initdata": {"level": "2"}}, "initdata: 'publiccard' is missing"),
        ({"log": [{"verdict": "OK"}]}, "log[0]: 'output' is missing"),
        ({"log": [{"output": {"command": "request", "content": {"9": {}}}}]},
         "log[0].output.content: expected a seat from 0 to 3 as each name, found an object"),
    ],
)  # fmt: skip
def test_a_damaged_log_says_where(change: dict[str, Any], said: str) -> None:
    document = {**json.loads(LOG), **change}
    with pytest.raises(ForeignError) as caught:
        BOTZONE.read(json.dumps(document).encode())
    assert say_refusal(caught.value) == said


def test_a_call_that_fits_no_order_of_suits() -> None:
    data = LOG.replace(b'"major": "s"', b'"major": "d"').replace(b'"major": "h"', b'"major": "d"')
    with pytest.raises(ForeignError) as caught:
        BOTZONE.read(data)
    assert "is not of the suit 'd' in either order" in say_refusal(caught.value)
