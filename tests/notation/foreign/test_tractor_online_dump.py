"""State dumps of tractor-online, made here after its sources: no dump with cards is public."""

import json
from typing import Any

import pytest

from shengji import replay
from shengji.engine.presets import rules_from_text
from shengji.engine.scoring.match import Level
from shengji.notation import foreign
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.foreign import ForeignError
from shengji.notation.foreign.tractor_online import TRACTOR_ONLINE
from shengji.notation.foreign.tractor_online_settings import level_table
from shengji.notation.tokens import read_cards, write_cards
from shengji.replay.remarking import say_refusal, say_remark

from .chat_writer import character

BACK = "🂠"


def cards(text: str) -> list[str]:
    return [character(card) for card in read_cards([text])]


def counted(text: str) -> dict[str, int]:
    held = cards(text)
    return {card: held.count(card) for card in held}


def propagated(**settings: Any) -> dict[str, Any]:
    players = [
        {"id": id, "name": name, "level": level, "metalevel": 1}
        for id, name, level in ((3, "Yang", "4"), (0, "小明", "2"), (7, "Lin", "4"), (5, "S", "2"))
    ]
    return {"players": players, "observers": [], "landlord": 3, "game_mode": "Tractor", **settings}


def play_phase() -> dict[str, Any]:
    """Three cards before the end: Lin threw king and queen, and 小明 can beat them."""
    return {
        "propagated": propagated(throw_penalty="TenPointsPerAttempt"),
        "trump": {"Standard": {"suit": "♤", "number": "4"}},
        "landlord": 3, "exchanger": 3, "landlords_team": [3, 7],
        "hands": {"hands": {"3": counted("S5H9C3"), "0": counted("HAD9T"), "7": counted("HKC2"),
                            "5": counted("H3C89")}},
        "kitty": cards("D33566789"),
        "points": {"3": cards("C5T"), "0": cards("DKK"), "7": [], "5": cards("C5")},
        "penalties": {"3": 0, "0": 10, "7": 10, "5": 0},
        "trick": {
            "player_queue": [5, 3, 0],
            "played_cards": [{"id": 7, "cards": cards("HQ"), "bad_throw_cards": cards("HQK"),
                              "better_player": 0}],
        },
        "last_trick": {"played_cards": []},
    }  # fmt: skip


def read(document: Any) -> rec.Record:
    data = json.dumps(document, ensure_ascii=False).encode()
    assert foreign.find(data) is TRACTOR_ONLINE
    (record,) = TRACTOR_ONLINE.read(data).records
    return record


@pytest.mark.parametrize(
    "wrap",
    [
        lambda state: {"gameState": state, "settings": {}, "roomName": "0123456789abcdef"},
        lambda state: {"0123456789abcdef": state},
        lambda state: {"State": {"state": state}},
    ],
    ids=["page", "server", "socket"],
)
def test_a_position(wrap: Any) -> None:
    record = read(wrap({"Play": play_phase()}))
    (hand,) = record.hands
    assert [record.tag(f"Player{seat}") for seat in "ABCD"] == ["Yang", "小明", "Lin", "S"]
    assert record.tag("Rules") == "tractor-online@1 throw_penalty=10"
    assert [side.level for side in hand.levels] == [Level(2), Level(0), Level(2), Level(0)]
    held, kitty, start, trump, trick = hand.events
    assert isinstance(held, rec.Hands)
    assert [write_cards(line.cards) for line in held.lines] == ["S5H9C3", "HAD9T", "HQKC2", "H3C89"]
    assert isinstance(kitty, rec.Kitty) and write_cards(kitty.cards) == "D33566789"
    # The attackers, 小明 and S, took 20 and 5; 10 are their own fine. That for the open trick,
    # which the program has counted, follows from its throw.
    assert start == rec.Start(1, 2, 15)
    assert trump == rec.Trump(0, Level(2), 0)
    assert isinstance(trick, rec.Trick)
    assert (trick.leader, write_cards(trick.plays[0].cards)) == (2, "HQK")
    assert trick.plays[0].beaten_by == 1
    report = replay.check_record(record)
    assert {found.code.id for found in report.diagnostics} == {"unfinished-hand"}


def test_a_redacted_position() -> None:
    """Hands that are not shown are unknown cards, as many as there are."""
    state = play_phase()
    state["hands"]["hands"] |= {"0": {BACK: 3}, "5": {BACK: 3}}
    state["kitty"] = [BACK] * 8
    hand = read({"gameState": {"Play": state}}).hands[0]
    held = hand.events[0]
    assert isinstance(held, rec.Hands)
    assert write_cards(held.lines[1].cards) == ".3"
    assert not any(isinstance(event, rec.Kitty) for event in hand.events)


def test_the_rest_can_be_played_on() -> None:
    """A position that a person then continues is judged like any other."""
    state = play_phase()
    state["trick"] = {"player_queue": [7, 5, 3, 0], "played_cards": []}
    state["penalties"]["7"] = 0
    state["hands"]["hands"]["7"] = counted("HQKC2")
    record = read({"gameState": {"Play": state}})
    report = replay.check_record(record)
    assert report.number(Severity.ERROR) == 0


def test_while_the_kitty_is_exchanged() -> None:
    state = {
        "propagated": propagated(), "trump": {"NoTrump": {"number": "4"}}, "landlord": 3,
        "exchanger": 3, "kitty": [BACK] * 8,
        "bids": [{"id": 0, "card": "🂢", "count": 1, "epoch": 0},
                 {"id": 3, "card": "🃏", "count": 2, "epoch": 0}],
        "hands": {"hands": {"3": {BACK: 25}, "0": counted("S23456789TJQKAH23456789TJQK"),
                            "7": {BACK: 25}, "5": {BACK: 25}}},
    }  # fmt: skip
    hand = read({"gameState": {"Exchange": state}}).hands[0]
    shown = [(e.seat, write_cards(e.cards)) for e in hand.events if isinstance(e, rec.Declare)]
    assert shown == [(1, "S2"), (0, "BB")]
    assert rec.Trump(-1, Level(2), 0) in hand.events
    assert isinstance(hand.events[0], rec.Hands)
    assert [line.seat for line in hand.events[0].lines] == [1, 2, 3]


def test_while_cards_are_drawn() -> None:
    state = {
        "propagated": propagated(landlord=None), "bids": [],
        "hands": {"hands": {"3": counted("S2H3"), "0": {BACK: 2}, "7": {BACK: 1}, "5": {BACK: 1}}},
    }  # fmt: skip
    hand = read({"State": {"state": {"Draw": state}}}).hands[0]
    assert isinstance(hand.events[0], rec.Hands)
    assert write_cards(hand.events[0].lines[0].cards) == "S2H3.23"
    assert hand.dealer == rec.UNKNOWN_SEAT


def test_settings_alone() -> None:
    """As in issue 315: a table of six that has not begun, with the settings of its day."""
    players = [{"id": n, "name": f"P{n}", "level": "5"} for n in range(6)]
    settings = {
        "players": players, "game_mode": {"FindingFriends": {"num_friends": None}},
        "kitty_penalty": "Power", "advancement_policy": "DefendPoints",
        "bid_policy": "JokerOrHigherSuit", "trick_draw_policy": "LongerTuplesProtected",
    }  # fmt: skip
    record = read({"gameState": {"Initialize": {"propagated": settings}}})
    assert record.hands == ()
    text = record.tag("Rules") or ""
    _, rules = rules_from_text(text)
    assert text.startswith("tractor-online-friends@1 decks=3 players=6")
    assert (rules.kitty_multiplier, rules.overturn_order) == ("kcardpow", "length_joker_suit")
    assert "must_play_levels=5TKAN" in text
    assert "follow_longer_protected=yes" in text


@pytest.mark.parametrize(
    ("settings", "table"),
    [
        ((40, 2, 1, True), "-40,0:d3,5:d2,40:d1,80:s,120:a1,+40"),
        ((60, 2, 1, True), "-60,0:d3,5:d2,60:d1,120:s,180:a1,+60"),
        ((40, 2, 0, True), "-40,0:d3,5:d2,40:d1,80:a1,+40"),
        ((40, 2, 1, False), "-40,0:d2,40:d1,80:s,120:a1,+40"),
    ],
)  # fmt: skip
def test_scoring_parameters(settings: tuple[int, int, int, bool], table: str) -> None:
    """Two decks: 0 is +3, 5 to 35 +2, 40 to 75 +1, 80 to 115 a change of landlord, 120 +1."""
    *numbers, truncated = settings
    assert level_table(*numbers, truncated=truncated) == table


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"landlord": 99}, "gameState.Play.landlord: expected the id of a player, found 99"),
        ({"kitty": ["X"]}, "gameState.Play.kitty[0]: expected a playing-card character, found 'X'"),
        ({"hands": {}}, "gameState.Play.hands: 'hands' is missing"),
        ({"trump": {"Standard": {"suit": "x", "number": "4"}}},
         "gameState.Play.trump.Standard.suit: expected '♤', '♡', '♢' or '♧', found 'x'"),
    ],
)  # fmt: skip
def test_a_damaged_dump_says_where(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ForeignError) as caught:
        read({"gameState": {"Play": {**play_phase(), **change}}})
    assert say_refusal(caught.value) == said


def test_what_is_told() -> None:
    data = json.dumps({"gameState": {"Play": play_phase()}}).encode()
    said = [say_remark(remark) for remark in TRACTOR_ONLINE.read(data).remarks]
    assert "missing: all that was played before: a dump shows the table at one moment" in said
    assert "hand 1: dropped: the trick before, which the table still shows" in said
