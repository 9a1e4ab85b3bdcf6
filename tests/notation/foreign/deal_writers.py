"""Deals of Eighty and event logs of jerryyyu out of records; ours, for tests."""

import base64
import gzip
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, rank_of, suit_of
from shengji.notation import record as rec

from .chat_writer import before
from .played import Played

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def deal_of(told: Played) -> tuple[rec.Deal, rec.Kitty]:
    (deal,), (kitty,) = told.only(rec.Deal), told.only(rec.Kitty)
    assert isinstance(deal, rec.Deal) and isinstance(kitty, rec.Kitty)
    return deal, kitty


def levels(told: Played, *, after: bool) -> list[int]:
    """The ranks of both sides as numbers from 2."""
    found = told.outcome.after.levels if after else [before(told, 0), before(told, 1)]
    return [level.rank + 2 for level in found[:2] if level is not None]


# -- Eighty ----------------------------------------------------------------------------------------


def eighty(told: Played) -> dict[str, Any]:
    """A deal as the program completes it."""
    deal, kitty = deal_of(told)
    taken: dict[int, itertools.count[int]] = {}

    def number(card: int) -> int:
        return card + 54 * (next(taken.setdefault(card, itertools.count())) % 2)

    hands = [[number(card) for card in line.cards] for line in deal.lines]
    draws = [
        {"seq": n, "seat": (deal.first + n) % 4, "card": hands[(deal.first + n) % 4][n // 4]}
        for n in range(100)
    ]
    trump = told.trump
    suit = "SHDC"[trump.suit] if trump.suit >= 0 else None
    assert trump.level is not None
    return {
        "format": "eighty-completed-deal", "version": 2, "gameId": "g1",
        "dealEpoch": told.hand.number,
        "ruleset": "shanghai-80fen-0.7.14-v1",
        "rules": {"strictTractorFollow": True, "partialTractorFollow": True,
                  "gates": [2, 5, 10, 13], "fullRebel": False, "speedRun": False},
        "dealer": trump.declarer,
        "trump": {"rank": trump.level.rank + 2, "suit": suit},
        "levelsBefore": levels(told, after=False), "levelsAfter": levels(told, after=True),
        "deal": {"first": deal.first, "draws": draws, "hands": hands,
                 "kitty": [number(card) for card in kitty.cards]},
        "buried": list(told.buried), "events": list(eighty_events(told)),
    }  # fmt: skip


def eighty_events(told: Played) -> Iterator[dict[str, Any]]:
    yield {"type": "deal_started"}
    for show in told.only(rec.Declare):
        assert isinstance(show, rec.Declare)
        yield {"type": "declaration", "seat": show.seat, "cards": list(show.cards), "strength": 1}
    yield {"type": "trump_set"}
    for trick in told.tricks:
        for step, play in enumerate(trick.plays):
            seat, cards = (trick.leader + step) % 4, list(play.forced or play.cards)
            if play.forced:
                tried = list(play.cards)
                yield {"type": "throw_failed", "seat": seat, "proposed": tried, "forced": cards}
            yield {"type": "play", "seat": seat, "cards": cards, "trick": trick.number - 1}
        assert trick.won is not None
        won = {"winner": trick.won.seat, "points": trick.won.points}
        yield {"type": "trick", "index": trick.number - 1, **won}
    result, outcome = told.result, told.outcome
    assert outcome.count is not None and outcome.result is not None
    kitty = (result.kitty_points or 0) * (result.multiplier or 0)
    score = {
        "attackPoints": result.points - kitty, "total": result.points,
        "kittyPoints": result.kitty_points if kitty else 0, "multiplier": result.multiplier,
        "attackersWin": not outcome.result.dealer_side_wins, "levelsUp": outcome.result.levels,
    }  # fmt: skip
    yield {"type": "round_scored", "dealer": result.next_dealer, "score": score}


def packed(document: dict[str, Any]) -> dict[str, Any]:
    """As it is kept on disk."""
    data = json.dumps(document).encode()
    squeezed = base64.b64encode(gzip.compress(data)).decode()
    return {"encoding": "gzip+base64", "replayVersion": 2, "bytes": len(data), "data": squeezed}


# -- jerryyyu --------------------------------------------------------------------------------------


def word(card: int) -> str:
    jokers = {LITTLE_JOKER: "LJ", BIG_JOKER: "BJ"}
    return jokers.get(card) or "SHDC"[suit_of(card)] + RANKS[rank_of(card)]


def words(cards: Sequence[int]) -> list[str]:
    return list(map(word, cards))


def jerryyyu(hands: Sequence[Played], room: str = "r1") -> list[dict[str, Any]]:
    """The lines of a match. Its first seat draws first in every round, so seats are moved along."""
    lines: list[dict[str, Any]] = []
    for told in hands:
        lines += [
            {"t": 1.5, "room": room, "round": told.hand.number, **line} for line in round_of(told)
        ]
    return lines


def round_of(told: Played) -> Iterator[dict[str, Any]]:
    deal, kitty = deal_of(told)
    pack = [deal.lines[n % 4].cards[n // 4] for n in range(100)]
    players = [{"seat": n, "name": f"玩家{n}", "is_bot": n > 0} for n in range(4)]
    due, trump = told.hand.dealer, told.trump
    assert trump.level is not None
    yield {
        "e": "round_start", "deck": words([*pack, *kitty.cards]),
        "banker": None if due < 0 else due,
        "trump_rank": trump.level.rank + 2, "levels": levels(told, after=False), "players": players,
    }  # fmt: skip
    for show in told.only(rec.Declare):
        assert isinstance(show, rec.Declare)
        yield {"e": "declare", "seat": show.seat, "cards": words(show.cards), "bot": False}
    suit = "SHDC"[trump.suit] if trump.suit >= 0 else "NT"
    yield {
        "e": "trump", "suit": suit, "rank": RANKS[trump.level.rank],
        "banker": trump.declarer, "declared": bool(told.only(rec.Declare)),
    }  # fmt: skip
    yield {"e": "bury", "seat": trump.declarer, "cards": words(told.buried), "bot": False}
    for trick in told.tricks:
        for step, play in enumerate(trick.plays):
            line = {"e": "play", "seat": (trick.leader + step) % 4,
                    "cards": words(play.forced or play.cards), "bot": True}  # fmt: skip
            if play.forced:
                line |= {"attempted_cards": words(play.cards),
                         "engine_resolution": "failed_throw_forced"}  # fmt: skip
            yield line
        assert trick.won is not None
        yield {"e": "trick", "winner": trick.won.seat, "points": trick.won.points}
    result, settlement = told.result, told.outcome.settlement
    assert settlement is not None and told.outcome.result is not None
    winners = trump.declarer + (not told.outcome.result.dealer_side_wins)
    yield {
        "e": "round_end", "attacker_points": result.points, "winner_team": winners % 2,
        "new_levels": levels(told, after=True), "next_banker": settlement.next_dealer,
        "game_over": bool(settlement.winners),
    }  # fmt: skip
