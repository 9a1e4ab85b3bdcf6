"""A second replay, for records in which every card and every winner is written: naive on purpose.

It moves cards, believes each `=d+15`, and works out for itself only who is winning while a trick is
on the table. It shares no code with the project; what it says of each state is compared with
tests/conformance/sjn/replay.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .second_reader import RANKS, cards_of, set_of

Json = dict[str, Any]

POINTS = {"5": 5, "T": 10, "K": 10}
ADDRESSED = {"declare": "x", "overturn": "x", "flip": "x", "take": "t", "bury": "k"}


def states(record: Json) -> list[Json]:
    """The state after every event of every hand of a record, as the suite's README has it."""
    rules = next(tag["value"] for tag in record["tags"] if tag["name"] == "Rules")
    options = dict(word.split("=") for word in rules.split()[1:])
    return [state for hand in record["hands"] for state in _Hand(hand, options).states()]


def _kitty_size(decks: int, players: int) -> int:
    rest = 54 * decks % players or players
    return rest if rest >= 5 else rest + players


class _Hand:
    def __init__(self, hand: Json, options: dict[str, str]) -> None:
        self.hand = hand
        decks, players = int(options.get("decks", 2)), int(options.get("players", 4))
        self.seats = "abcdefghijkl"[:players]
        self.kitty: str | None = f".{_kitty_size(decks, players)}"
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        for event in hand["events"]:
            if event["kind"] in ("deal", "hands"):
                self.hands |= {line["seat"]: line["cards"].split() for line in event["lines"]}
            elif event["kind"] == "kitty":
                self.kitty = set_of(event["cards"].split())
        self.address = str(hand["number"])
        self.counted: Counter[str] = Counter()
        self.level = self.trump = self.declarer = self.to_move = None
        self.captured = dict.fromkeys(self.seats, 0)
        self.extra = 0
        self.untold = False
        self.table: list[Json] = []
        self.trick: int | None = None
        self.winning: str | None = None
        self.begun = False

    # -- one state after the other

    def states(self) -> Iterator[Json]:
        yield self._state("hand")
        for at, event in enumerate(self.hand["events"]):
            if event["kind"] == "trick":
                yield from self._trick(event, self.hand["events"][at + 1 : at + 2])
            elif event["kind"] != "result":
                self.table, self.trick, self.winning = [], None, None
                self._apply(event)
                yield self._state(event["kind"])
        if self.hand.get("ended", True):
            self.address, self.to_move = f"{self.hand['number']}.end", None
            yield self._state("end") | {"total": self._total()}

    def _state(self, event: str) -> Json:
        return {
            "address": self.address,
            "event": event,
            "level": self.level,
            "trump": self.trump,
            "declarer": self.declarer,
            "hands": {seat: set_of(cards) for seat, cards in self.hands.items()},
            "kitty": self.kitty,
            "trick": self.trick,
            "table": list(self.table),
            "winning": self.winning,
            "to_move": self.to_move,
            "captured": dict(self.captured),
            "attackers_points": self._points(),
            "total": None,
            "problems": [],
        }

    def _attackers(self) -> list[str]:
        if self.declarer is None:
            return []
        side = self.seats.index(self.declarer) % 2
        return [seat for at, seat in enumerate(self.seats) if at % 2 != side]

    def _points(self) -> int | None:
        if self.declarer is None or self.untold:
            return None
        return sum(self.captured[seat] for seat in self._attackers()) + self.extra

    def _total(self) -> int | None:
        results = [event for event in self.hand["events"] if event["kind"] == "result"]
        return results[0]["points"] if results else None

    # -- events

    def _apply(self, event: Json) -> None:
        kind = event["kind"]
        if kind in ADDRESSED:
            letter = ADDRESSED[kind]
            self.counted[letter] += 1
            self.address = f"{self.hand['number']}.{letter}{self.counted[letter]}"
        if kind == "start":
            self.to_move = event["seat"]
            self.untold = "points" not in event and "points_by_seat" not in event
            self.extra += event.get("points", 0)
            for item in event.get("points_by_seat", ()):
                self.captured[item["seat"]] = item["points"]
        elif kind == "trump":
            self.trump, self.level, self.declarer = event["suit"], event["level"], event["declarer"]
        elif kind == "take":
            self.hands[event["seat"]] += cards_of(self.kitty or "")
            self.kitty = None
        elif kind == "bury":
            self._drop(event["seat"], event["cards"])
            self.kitty = event["cards"]
        elif kind == "penalty" and event["reason"] == "director":
            self._fine(event["seats"], event["points"])
        elif kind == "ruling":
            for change in event.get("points", ()):
                self._fine(change["seats"], -change["change"])

    def _fine(self, seats: str, points: int) -> None:
        self.extra += -points if seats[0] in self._attackers() else points

    def _drop(self, seat: str, cards: str) -> None:
        for card in cards_of(cards):
            self.hands[seat].remove(card)

    # -- tricks

    def _trick(self, trick: Json, following: list[Json]) -> Iterator[Json]:
        if not self.begun:
            self.begun = True
            self.table, self.trick, self.winning = [], None, None
            self.to_move = self.to_move or self.declarer
            self.address = f"{self.hand['number']}.0"
            yield self._state("lead")
        self.table, self.trick = [], trick["number"]
        first = self.seats.index(trick["leader"])
        for step, play in enumerate(trick["plays"]):
            seat = self.seats[(first + step) % len(self.seats)]
            self._play(seat, play, following)
            self.address = f"{self.hand['number']}.{trick['number']}"
            if step + 1 < len(self.seats):
                self.address += f".{step + 1}"
                self.to_move = self.seats[(first + step + 1) % len(self.seats)]
            elif trick.get("won"):
                assert self.winning == trick["won"]["seat"], (self.address, self.winning)
                assert trick["won"]["points"] == self._on_table()
                self.to_move = self.winning if any(self.hands.values()) else None
                self.captured[self.winning] += self._on_table()
            yield self._state("play")

    def _play(self, seat: str, play: Json, following: list[Json]) -> None:
        cards = play.get("forced", play["cards"])
        self._drop(seat, cards)
        laid = {"seat": seat, "cards": cards}
        if "forced" in play:
            laid["attempted"] = play["cards"]
            fine = [event for event in following if event.get("reason") == "throw"]
            if fine:
                self._fine(fine[0]["seats"], fine[0]["points"])
        if "mark" in play:
            laid["mark"] = play["mark"]
        if not self.table or self._beats(cards_of(cards)):
            self.winning = seat
        self.table.append(laid)

    def _on_table(self) -> int:
        cards = [card for laid in self.table for card in cards_of(laid["cards"])]
        return sum(POINTS.get(card[1:], 0) for card in cards)

    # -- who is winning: by the largest unit, as most tables count

    def _height(self, card: str) -> int:
        """Trumps are above 100; cards that no led suit holds below 0."""
        if card in "LB":
            return 200 + "LB".index(card)
        if card[1] == self.level:
            return 151 if card[0] == self.trump else 150
        height = RANKS.index(card[1])
        return height + 100 if card[0] == self.trump else height

    def _suit(self, cards: list[str]) -> str | None:
        suits = {"trump" if self._height(card) >= 100 else card[0] for card in cards}
        return suits.pop() if len(suits) == 1 else None

    def _beats(self, cards: list[str]) -> bool:
        lead = cards_of(self.table[0]["cards"])
        best = next(laid for laid in self.table if laid["seat"] == self.winning)
        standing = cards_of(best["cards"])
        suit = self._suit(cards)
        if len(cards) != len(lead) or suit is None or suit not in ("trump", self._suit(lead)):
            return False
        shape = sorted(Counter(lead).values(), reverse=True)
        ours = sorted(Counter(cards).values(), reverse=True)
        if ours != shape or (self._is_run(lead) and not self._is_run(cards)):
            return False
        widest = shape[0]
        return self._top(cards, widest) > self._top(standing, widest)

    def _top(self, cards: list[str], width: int) -> int:
        return max(self._height(card) for card, number in Counter(cards).items() if number >= width)

    def _is_run(self, cards: list[str]) -> bool:
        """Neighbours all along: the level rank leaves a gap that counts as none."""
        if min(Counter(cards).values()) < 2 or len(set(cards)) < 2:
            return False
        ranks = [rank for rank in RANKS[:-1] if rank != self.level]
        if any(card in "LB" or card[1] not in ranks for card in cards):
            return True
        places = sorted({ranks.index(card[1]) for card in cards})
        return places[-1] - places[0] == len(places) - 1
