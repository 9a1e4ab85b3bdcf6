"""A replay of Tractor LAN out of a record; ours, for tests."""

from typing import Any

from shengji.engine.cards import LITTLE_JOKER, Cards, points, rank_of, suit_of
from shengji.engine.scoring.points import kitty_multiplier
from shengji.notation import record as rec

from .chat_writer import before
from .played import Played

NAMES = ("anna", "小明", "bob", "王=1")
ITS_SUITS = (1, 0, 2, 3)
"""Hearts 0, spades 1, diamonds 2, clubs 3: by our suit."""


def number(card: int) -> int:
    return card if card >= LITTLE_JOKER else ITS_SUITS[suit_of(card)] * 13 + rank_of(card)


def suit_number(suit: int) -> int:
    return 5 if suit < 0 else ITS_SUITS[suit] + 1


def exposed(cards: Cards) -> int:
    if cards[0] >= LITTLE_JOKER:
        return 3 + (cards[0] > LITTLE_JOKER)
    return len(cards)


def replay_of(told: Played, *, kitty_in_score: bool = True) -> dict[str, Any]:
    (deal,) = told.only(rec.Deal)
    (kitty,) = told.only(rec.Kitty)
    assert isinstance(deal, rec.Deal) and isinstance(kitty, rec.Kitty)
    held = {line.seat: list(line.cards) for line in deal.lines}
    dealer = told.trump.declarer
    held[dealer] += kitty.cards
    for card in told.buried:
        held[dealer].remove(card)
    shown = [event for event in told.only(rec.Declare) if isinstance(event, rec.Declare)]
    levels = [before(told, seat) for seat in range(4)]
    assert told.trump.level is not None
    return {
        "ReplayId": "2026-11-27===20-15-30-anna-2",
        "Players": list(NAMES),
        "PlayerRanks": [level.rank for level in levels if level is not None],
        "CurrentHandState": {
            "PlayerHoldingCards": {
                NAMES[seat]: {"Rank": told.trump.level.rank, "Trump": suit_number(told.trump.suit),
                              "Cards": counted(cards)}
                for seat, cards in held.items()
            },
            "LastTrumpStates": [
                {"Trump": 5 if e.cards[0] >= LITTLE_JOKER else suit_number(suit_of(e.cards[0])),
                 "TrumpExposingPoker": exposed(e.cards), "TrumpMaker": NAMES[e.seat]}
                for e in shown
            ],
            "Starter": NAMES[dealer], "Last8Holder": NAMES[dealer],
            "Rank": told.trump.level.rank, "Trump": suit_number(told.trump.suit),
            "DiscardedCards": [number(card) for card in told.buried],
            **scores(told, kitty_in_score=kitty_in_score),
        },
        "CurrentTrickStates": [state for trick in told.tricks for state in states(trick)],
    }  # fmt: skip


def counted(cards: list[int]) -> list[int]:
    numbers = [number(card) for card in cards]
    return [numbers.count(each) for each in range(54)]


def scores(told: Played, *, kitty_in_score: bool) -> dict[str, int]:
    """Its score, with or without what the kitty and the fines add."""
    count, last = told.outcome.count, told.replay.engine.last
    assert count is not None and last is not None and last.lead is not None
    assert count.captured is not None
    times = kitty_multiplier(told.replay.rules, last.lead.units) if count.kitty_won else 0
    fines = told.result.points - count.captured - points(told.buried) * times
    return {
        "Score": told.result.points if kitty_in_score else count.captured,
        "ScoreLast8CardsBase": points(told.buried) if count.kitty_won else 0,
        "ScoreLast8CardsMultiplier": times, "ScorePunishment": fines,
    }  # fmt: skip


def states(trick: rec.Trick) -> list[dict[str, Any]]:
    """A trick; a throw that failed is one of its own, in front."""
    found = []
    first, leader = trick.plays[0], NAMES[trick.leader]
    if first.forced:
        entry = {"PlayerID": leader, "Cards": [number(card) for card in first.cards]}
        found.append({"Learder": leader, "Winner": None, "ShowedCards": [entry]})
    assert trick.won is not None
    entries = [
        {"PlayerID": NAMES[(trick.leader + step) % 4],
         "Cards": [number(card) for card in play.forced or play.cards]}
        for step, play in enumerate(trick.plays)
    ]  # fmt: skip
    won = {"Learder": leader, "Winner": NAMES[trick.won.seat], "ShowedCards": entries}
    return [*found, won]
