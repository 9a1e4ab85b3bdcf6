"""The event log of jerryyyu's server: one JSON object a line, of several rooms one after another.

A round tells the whole shuffled pack, every showing, the burying and the plays, each trick's winner
and points, and how it ended. Rounds of one room are one match until its game is over.

No log is public; this follows the program's sources.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from shengji.engine import presets
from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, NO_TRUMP, SUITS, Cards, face_of
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.fields import Field, decode
from shengji.notation.foreign.importer import ForeignError, Imported, Place
from shengji.notation.foreign.remarks import Remarks

_PRESET, _RULES = presets.rules_from_text("jerryyyu@1")
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_JOKERS: Final = {"LJ": LITTLE_JOKER, "BJ": BIG_JOKER}
_SUITS: Final = (*SUITS, "NT")
_DEALT: Final = 100
_PACK: Final = 108


@dataclass(slots=True)
class _Round:
    """A round and what was told of it, in order."""

    start: Field
    events: list[tuple[str, Field]] = field(default_factory=list)

    def find(self, kind: str) -> Field | None:
        return next((event for name, event in self.events if name == kind), None)


@dataclass(frozen=True, slots=True)
class Jerryyyu:
    """The importer of event logs."""

    name: str = "jerryyyu"

    def looks_like(self, data: bytes) -> bool:
        start = b'"round_start"' in data and b'"deck"' in data
        return start and data[:99].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")

    def read(self, data: bytes) -> Imported:
        remarks = Remarks()
        games = list(_games(_lines(data), remarks))
        if not games:
            raise ForeignError("no-round-start")
        records = tuple(_record(rounds, remarks) for rounds in games)
        return Imported(records, remarks.all())


JERRYYYU: Final = Jerryyyu()


def _lines(data: bytes) -> Iterator[Field]:
    """Every line as a value that knows its number."""
    lines = decode(data).splitlines()
    last = max((n for n, line in enumerate(lines) if line.strip()), default=0)
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        try:
            yield Field(json.loads(line), line=number + 1)
        except (ValueError, RecursionError):
            where = Place(line=number + 1)
            if number == last:
                raise ForeignError("line-cut", where) from None
            raise ForeignError("line-not-json", where) from None


def _games(lines: Iterator[Field], remarks: Remarks) -> Iterator[list[_Round]]:
    """The rounds of each game, by room; a game is over where its last round says so."""
    rooms: dict[str, list[_Round]] = {}
    done: list[list[_Round]] = []
    for line in lines:
        kind = line.find("e")
        if kind is None:
            remarks.dropped("lines-without-event", line=line.line)
            continue
        room = json.dumps(line.members().get("room"))
        if kind.value == "round_start":
            rooms.setdefault(room, []).append(_Round(line))
        elif kind.value == "chat":
            remarks.dropped("chat-lines")
        elif room not in rooms:
            remarks.dropped("before-round", line=line.line)
        else:
            rooms[room][-1].events.append((kind.text(), line))
            if kind.value == "round_end" and _flag(line, "game_over"):
                done.append(rooms.pop(room))
    yield from done
    yield from rooms.values()


def _flag(said: Field, name: str) -> bool:
    found = said.find(name)
    return found is not None and found.flag()


def _record(rounds: Sequence[_Round], remarks: Remarks) -> rec.Record:
    hands = tuple(_Maker(told, number, remarks).hand() for number, told in enumerate(rounds, 1))
    tags = making.tags(
        event="jerryyyu", rules=presets.rules_to_text(_PRESET, _RULES),
        source="jerryyyu, event log of the server", names=_names(rounds[0].start),
    )  # fmt: skip
    last = rounds[-1].find("round_end")
    over = None
    if last is not None and _flag(last, "game_over"):
        over = rec.MatchEnd(making.SIDES[last.get("winner_team").integer(0, 1)])
    return rec.Record(tags, hands, over)


def _names(start: Field) -> dict[int, str]:
    players = start.find("players")
    if players is None:
        return {}
    return {_seat(each.get("seat")): each.get("name").text() for each in players.items()}


class _Maker:
    """Makes the hand of a round."""

    def __init__(self, told: _Round, number: int, remarks: Remarks) -> None:
        self.told, self.number, self.remarks = told, number, remarks
        self.levels = _levels(told.start.get("levels"))

    def hand(self) -> rec.Hand:
        events = (
            *self._dealt(), *self._declared(), *self._trump(), *self._tricks(), *self._result()
        )  # fmt: skip
        ended = self.told.find("round_end") is not None
        if not ended:
            self.remarks.missing("end", self.number)
        banker = self.told.start.find("banker")
        due = rec.UNKNOWN_SEAT if banker is None else _seat(banker)
        levels = making.side_levels(self.levels)
        return rec.Hand(self.number, levels, due, events=events, ended=ended)

    def _dealt(self) -> Iterator[rec.Statement]:
        """Card i of the pack goes to seat i modulo four, the last eight are the kitty."""
        deck = self.told.start.get("deck")
        pack = _cards(deck)
        if len(pack) != _PACK:
            raise deck.error("pack", number=_PACK)
        lines = tuple(
            rec.SeatCards(seat, pack[seat : _DEALT : making.FOUR]) for seat in range(making.FOUR)
        )
        yield rec.Deal(0, lines)
        yield rec.Kitty(pack[_DEALT:])

    def _declared(self) -> Iterator[rec.Declare]:
        for kind, event in self.told.events:
            if kind == "declare":
                cards = tuple(sorted(_cards(event.get("cards"))))
                yield rec.Declare(None, _seat(event.get("seat")), cards)

    def _trump(self) -> Iterator[rec.Statement]:
        trump = self.told.find("trump")
        if trump is None:
            return
        suit = trump.get("suit").one_of(_SUITS)
        if (declared := trump.find("declared")) is not None and not declared.value:
            self.remarks.missing("kitty-turned", self.number)
        level = Level(trump.get("rank").one_of(_RANKS))
        yield rec.Trump(NO_TRUMP if suit == len(SUITS) else suit, level, _seat(trump.get("banker")))
        if (bury := self.told.find("bury")) is not None:
            seat = _seat(bury.get("seat"))
            yield rec.Take(seat)
            yield rec.Bury(seat, tuple(sorted(_cards(bury.get("cards")))))

    def _tricks(self) -> Iterator[rec.Trick]:
        plays: list[rec.Play] = []
        leader, number = 0, 1
        for kind, event in self.told.events:
            if kind == "play":
                leader = leader if plays else _seat(event.get("seat"))
                due = (leader + len(plays)) % making.FOUR
                if _seat(event.get("seat")) != due or len(plays) == making.FOUR:
                    raise event.get("seat").error("turn", seat=due)
                plays.append(_play(event))
            elif kind == "trick":
                won = rec.Won(_seat(event.get("winner")), event.get("points").integer(0, 999))
                yield rec.Trick(number, leader, tuple(plays), won)
                plays, number = [], number + 1
        if plays:
            yield rec.Trick(number, leader, tuple(plays))

    def _result(self) -> Iterator[rec.Result]:
        end = self.told.find("round_end")
        if end is None:
            return
        after = _levels(end.get("new_levels"))
        gains = tuple(
            rec.SideChange(seats, new - old)
            for seats, new, old in zip(making.SIDES, after, self.levels, strict=True)
            if new != old
        )
        over, banker = _flag(end, "game_over"), end.find("next_banker")
        following = rec.NOBODY if over else None if banker is None else _seat(banker)
        points = end.get("attacker_points").integer(-999, 9999)
        # A match that is over leaves the winners' level as it was.
        yield rec.Result(points, up=None if over else gains, next_dealer=following)


def _play(event: Field) -> rec.Play:
    cards, tried = tuple(sorted(_cards(event.get("cards")))), event.find("attempted_cards")
    if not cards:
        raise event.get("cards").error("cards")
    if tried is None or not tried.items():
        return rec.Play(cards)
    return rec.Play(tuple(sorted(_cards(tried))), forced=cards)


def _levels(said: Field) -> list[int]:
    levels = [_level(each) for each in said.items()]
    if len(levels) != len(making.SIDES):
        raise said.error("two-levels")
    return levels


def _level(said: Field) -> int:
    """A level as its rank, or as a number from 2 to 14."""
    return said.one_of(_RANKS) if isinstance(said.value, str) else said.integer(2, 14) - 2


def _seat(said: Field) -> int:
    return said.integer(0, making.FOUR - 1)


def _cards(said: Field) -> Cards:
    """Cards in the order of the list."""
    return tuple(map(_card, said.items()))


def _card(said: Field) -> int:
    word = said.text()
    if word in _JOKERS:
        return _JOKERS[word]
    if word[:1] not in tuple(SUITS) or word[1:] not in _RANKS:
        raise said.error("card-jerryyyu")
    return face_of(SUITS.index(word[0]), _RANKS.index(word[1:]))
