"""A log of Botzone out of a record; ours, for tests."""

import itertools
from typing import Any

from shengji.engine.cards import LITTLE_JOKER, rank_of, suit_of
from shengji.engine.rules import LEVELS
from shengji.notation import record as rec

from .played import Played

RANKS = "A23456789TJQK"


class Numbers:
    """Which numbers the cards of a hand have; the copies of a card are told apart by their use."""

    def __init__(self, order: str = "shcd") -> None:
        self.order = order

    def of(self, card: int, copy: int) -> int:
        if card >= LITTLE_JOKER:
            return card + 54 * copy
        rank = RANKS.index("23456789TJQKA"[rank_of(card)])
        return rank * 4 + self.order.index("shdc"[suit_of(card)]) + 54 * copy

    def hands(self, deal: rec.Deal, kitty: tuple[int, ...]) -> tuple[list[list[int]], list[int]]:
        used: dict[int, itertools.count[int]] = {}

        def number(card: int) -> int:
            return self.of(card, next(used.setdefault(card, itertools.count())))

        return [[number(c) for c in line.cards] for line in deal.lines], [number(c) for c in kitty]


def taken(held: list[int], cards: tuple[int, ...], order: Numbers) -> list[int]:
    """Numbers out of a hand for these cards."""
    found = []
    for card in cards:
        number = next(n for n in held if n in (order.of(card, 0), order.of(card, 1)))
        held.remove(number)
        found.append(number)
    return found


def write(told: Played, order: str = "shcd") -> dict[str, Any]:
    """The whole log of a match of one hand."""
    return _Log(told, Numbers(order)).document()


class _Log:
    def __init__(self, told: Played, numbers: Numbers) -> None:
        self.told, self.numbers = told, numbers
        (deal,) = told.only(rec.Deal)
        (kitty,) = told.only(rec.Kitty)
        assert isinstance(deal, rec.Deal) and isinstance(kitty, rec.Kitty)
        self.first = deal.first
        self.dealt, self.kitty = numbers.hands(deal, kitty.cards)
        self.held = [list(cards) for cards in self.dealt]
        level = told.hand.levels[0].level
        assert level is not None
        self.level = LEVELS[level.rank].replace("T", "10")
        self.banking: dict[str, Any] = {"called": -1, "snatched": -1, "major": "", "banker": -1}
        self.log: list[dict[str, Any]] = []
        self.event: dict[str, Any] = {"currplayer": -1, "action": "init"}

    def ask(self, seat: int, request: dict[str, Any], answer: list[int]) -> None:
        state = {"level": self.level, "banking": dict(self.banking), **request.pop("more", {})}
        content = {str(seat): {**request, "global": state}}
        output = {"command": "request", "content": content, "display": {"event": self.event}}
        self.log.append({"output": output, "verdict": "OK"})
        self.log.append({str(seat): {"verdict": "OK", "response": answer}})

    def document(self) -> dict[str, Any]:
        self.deal()
        self.cover()
        self.play()
        gains = {str(seat): 0 for seat in range(4)}
        for change in self.told.result.up or ():
            gains.update({str(seat): change.change for seat in change.seats})
        output = {"command": "finish", "content": gains, "display": {"event": self.event}}
        self.log.append({"output": output, "verdict": "OK"})
        init = {
            "allocation": self.dealt, "publiccard": self.kitty, "seed": "1",
            "level": self.level, "banker": self.first,
        }  # fmt: skip
        return {"initdata": init, "log": self.log}

    def deal(self) -> None:
        shown = {e.after: e for e in self.told.only(rec.Declare) if isinstance(e, rec.Declare)}
        for number in range(100):
            seat = (self.first + number) % 4
            call, answer = shown.get(number + 1), list[int]()
            asked = {"stage": "deal", "deliver": [self.dealt[seat][number // 4]]}
            if call is not None:
                seat, answer = (
                    call.seat,
                    taken(list(self.dealt[call.seat]), call.cards, self.numbers),
                )
            self.ask(seat, asked, answer)
            self.event = {"currplayer": seat, "action": "deal", "poker": answer}
            if call is not None:
                self.banking["snatched" if len(answer) > 1 else "called"] = seat
                face = call.cards[0]
                self.banking["major"] = "n" if face >= LITTLE_JOKER else "shdc"[suit_of(face)]
                self.banking["banker"] = seat

    def cover(self) -> None:
        banker = self.told.trump.declarer
        self.banking["banker"] = banker
        self.held[banker] += self.kitty
        answer = taken(self.held[banker], self.told.buried, self.numbers)
        self.ask(banker, {"stage": "cover", "deliver": self.kitty}, answer)
        self.event = {"currplayer": banker, "action": "cover", "poker": answer}

    def play(self) -> None:
        before: list[list[int]] = []
        leaders = [self.told.trump.declarer] * 2
        total = 0
        for trick, after in zip(self.told.tricks, self.told.totals, strict=True):
            leaders = [leaders[1], trick.leader]
            now: list[list[int]] = []
            for step, play in enumerate(trick.plays):
                seat = (trick.leader + step) % 4
                tried = taken(list(self.held[seat]), play.cards, self.numbers)
                real = tried if play.forced is None else play.forced
                ids = taken(self.held[seat], real if play.forced else play.cards, self.numbers)
                request = {
                    "stage": "play", "history": [before, list(now), *leaders],
                    "more": {"total_score": total},
                }  # fmt: skip
                self.ask(seat, request, ids if play.forced is None else tried)
                now.append(ids)
                self.event = {"currplayer": seat, "action": "play", "poker": ids}
            before, total = now, after


def view(document: dict[str, Any], seat: int) -> dict[str, Any]:
    """What one player of a log was sent, and what it answered."""
    log, requests, responses = document["log"], [], []
    for place in range(0, len(log) - 1, 2):
        content = log[place]["output"]["content"]
        if str(seat) in content:
            requests.append(content[str(seat)])
            responses.append(log[place + 1][str(seat)]["response"])
    requests[0] = {**requests[0], "playerpos": seat}
    return {"requests": requests, "responses": responses}
