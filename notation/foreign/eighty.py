"""Completed deals of Eighty (format eighty-completed-deal, version 2), as it keeps and packs them.

A deal is one hand with everything: the order in which cards were drawn, the kitty, what was buried,
every play, each trick's winner and points, the settlement. Several deals in one list, of one game,
are one match. On its disk a deal is packed: gzip, written in base64.

No deal is public; this follows the program's sources.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.engine import presets
from shengji.engine.cards import FACES, NO_TRUMP, SUITS, Cards
from shengji.engine.rules import LEVELS, Rules
from shengji.engine.rules import replace as change_rules
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.fields import Field, read_json
from shengji.notation.foreign.importer import MOST_BYTES, ForeignError, Imported
from shengji.notation.foreign.remarks import Remarks

_FORMAT: Final = "eighty-completed-deal"
_PRESET, _RULES = presets.rules_from_text("eighty@1")
_LOWEST: Final = 2
"""Ranks are written as numbers from here to 14."""
_SWITCHES: Final = ("fullRebel", "speedRun")
"""Rules of its own that no option says."""
_PACKED: Final = "gzip+base64"


@dataclass(frozen=True, slots=True)
class Eighty:
    """The importer of deals, packed or not."""

    name: str = "eighty"

    def looks_like(self, data: bytes) -> bool:
        return f'"{_FORMAT}"'.encode() in data or (
            f'"{_PACKED}"'.encode() in data and b'"replayVersion"' in data
        )

    def read(self, data: bytes) -> Imported:
        document, remarks = read_json(data), Remarks()
        listed = document.items() if isinstance(document.value, list) else [document]
        if not listed:
            raise ForeignError("no-deal")
        games: dict[str, list[Field]] = {}
        for each in listed:
            deal = _unpacked(each)
            games.setdefault(_game(deal), []).append(deal)
        records = tuple(_record(deals, remarks) for deals in games.values())
        remarks.missing("players")
        return Imported(records, remarks.all())


EIGHTY: Final = Eighty()


def _unpacked(said: Field) -> Field:
    """A deal as it is, out of what it was packed into."""
    packed = said.find("encoding")
    if packed is None:
        return said
    packed.one_of((_PACKED,))
    try:
        squeezed = base64.b64decode(said.get("data").text(), validate=True)
        unpacker = zlib.decompressobj(wbits=31)
        data = unpacker.decompress(squeezed, MOST_BYTES)
    except (binascii.Error, zlib.error):
        raise ForeignError("damaged-packing", said.get("data").place) from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ForeignError("long-packing", said.get("data").place, most=MOST_BYTES >> 20)
    return Field(read_json(data).value, said.get("data").path)


def _game(deal: Field) -> str:
    if isinstance(deal.value, list):
        raise ForeignError("deal-version", deal.place)
    if deal.get("format").text() != _FORMAT:
        raise deal.get("format").error("exactly", wanted=repr(_FORMAT))
    if deal.get("version").integer(1, 99) != 2:
        raise deal.get("version").error("deal-version-2")
    named = deal.find("gameId")
    return "" if named is None else json.dumps(named.value)


def _record(deals: Sequence[Field], remarks: Remarks) -> rec.Record:
    texts = [presets.rules_to_text(_PRESET, _stated(deal, remarks)) for deal in deals]
    hands: list[rec.Hand] = []
    for number, (deal, text) in enumerate(zip(deals, texts, strict=True), 1):
        own = () if text == texts[0] else (rec.Tag("Rules", text),)
        hands.append(_Maker(deal, number, remarks).hand(own))
    tags = making.tags(event="Eighty", rules=texts[0], source="Eighty, completed deals", names={})
    return rec.Record(tags, tuple(hands))


def _stated(deal: Field, remarks: Remarks) -> Rules:
    """The rules that a deal states: the preset, and what departs from it."""
    rules, changes = deal.find("rules"), dict[str, str]()
    if rules is None:
        remarks.missing("rules-stated", rules="eighty@1")
        return _RULES
    if (gates := rules.find("gates")) is not None:
        ranks = sorted({_rank(each) for each in gates.items()})
        changes["must_play_levels"] = "".join(LEVELS[rank] for rank in ranks) or "none"
    if (partial := rules.find("partialTractorFollow")) is not None:
        changes["follow_tractor_partial"] = "longest" if partial.flag() else "pairs"
    if (strict := rules.find("strictTractorFollow")) is not None and not strict.flag():
        remarks.dropped("setting", setting="strictTractorFollow false", usual="true")
    for name in _SWITCHES:
        if (switch := rules.find(name)) is not None and switch.flag():
            remarks.dropped("setting", setting=f"{name} true", usual="false")
    return change_rules(_RULES, changes)


class _Maker:
    """Makes the hand of a deal."""

    def __init__(self, deal: Field, number: int, remarks: Remarks) -> None:
        self.deal, self.number, self.remarks = deal, number, remarks
        self.events = [(event.get("type").text(), event) for event in deal.get("events").items()]
        self.before = [_rank(level) for level in _two(deal.get("levelsBefore"))]
        self.dealer = _seat(deal.get("dealer"))

    def hand(self, tags: tuple[rec.Tag, ...]) -> rec.Hand:
        shown = list(self._declared())
        events = (*self._dealt(), *shown, *self._trump(), *self._tricks(), *self._result())
        ended = any(kind == "round_scored" for kind, _ in self.events)
        if not ended:
            self.remarks.missing("end", self.number)
        levels = making.side_levels(self.before)
        due = self._due(shown)
        return rec.Hand(self.number, levels, due, tags=tags, events=events, ended=ended)

    def _due(self, shown: Sequence[rec.Declare]) -> int:
        """Nobody is due to deal where both sides begin and the last to declare deals."""
        at_start = self.number == 1 and self.before == [0, 0]
        if at_start and shown and shown[-1].seat == self.dealer:
            return rec.UNKNOWN_SEAT
        return self.dealer

    def _dealt(self) -> Iterator[rec.Statement]:
        told = self.deal.get("deal")
        hands = [_cards(each) for each in told.get("hands").items()]
        if len(hands) != making.FOUR:
            raise told.get("hands").error("four-hands")
        draws, first = told.find("draws"), rec.UNKNOWN_SEAT
        if draws is not None:
            drawn: list[list[int]] = [[] for _ in hands]
            for draw in draws.items():
                drawn[_seat(draw.get("seat"))].append(_card(draw.get("card")))
            if [sorted(cards) for cards in drawn] != [sorted(cards) for cards in hands]:
                raise draws.error("draws")
            hands, first = [tuple(cards) for cards in drawn], _seat(told.get("first"))
        lines = tuple(map(rec.SeatCards, range(making.FOUR), hands))
        if draws is None:
            lines = tuple(rec.SeatCards(line.seat, tuple(sorted(line.cards))) for line in lines)
            self.remarks.missing("deal-order", self.number)
        yield rec.Hands(lines) if draws is None else rec.Deal(first, lines)
        kitty = _cards(told.get("kitty"))
        yield rec.Kitty(tuple(sorted(kitty)) if draws is None else kitty)

    def _declared(self) -> Iterator[rec.Declare]:
        for kind, event in self.events:
            if kind == "declaration":
                moment = event.find("dealt")
                after = None if moment is None else moment.integer(0, 100)
                cards = tuple(sorted(_cards(event.get("cards"))))
                yield rec.Declare(after, _seat(event.get("seat")), cards)
            elif kind == "rebel_choice":
                self.remarks.dropped("rebel", self.number)

    def _trump(self) -> Iterator[rec.Statement]:
        trump = self.deal.get("trump")
        suit = trump.find("suit")
        yield rec.Trump(
            NO_TRUMP if suit is None else suit.one_of(tuple(SUITS)),
            Level(_rank(trump.get("rank"))),
            self.dealer,
        )
        yield rec.Take(self.dealer)
        yield rec.Bury(self.dealer, tuple(sorted(_cards(self.deal.get("buried")))))

    def _tricks(self) -> Iterator[rec.Trick]:
        plays: list[rec.Play] = []
        leader, number, thrown = 0, 1, None
        for kind, event in self.events:
            if kind == "throw_failed":
                thrown = event
            elif kind == "play":
                leader = leader if plays else _seat(event.get("seat"))
                _in_turn(event.get("seat"), leader, plays)
                plays.append(_play(event, thrown))
                thrown = None
            elif kind == "trick":
                won = rec.Won(_seat(event.get("winner")), event.get("points").integer(0, 999))
                yield rec.Trick(number, leader, tuple(plays), won)
                plays, number = [], number + 1
        if plays:
            yield rec.Trick(number, leader, tuple(plays))

    def _result(self) -> Iterator[rec.Result]:
        for kind, event in self.events:
            if kind == "round_scored":
                yield self._scored(event)

    def _scored(self, event: Field) -> rec.Result:
        score = event.get("score")
        total, captured = (
            score.get(name).integer(-999, 9999) for name in ("total", "attackPoints")
        )
        worth, times = (score.get(name).integer(0, 999) for name in ("kittyPoints", "multiplier"))
        # Of a kitty that the attackers did not win its deals count nothing.
        won = bool(worth and times) and captured + worth * times == total
        following = _seat(event.get("dealer"))
        return rec.Result(
            total,
            worth if won else None,
            times if won else None,
            self._gains(),
            None if following == self.dealer else following,
        )

    def _gains(self) -> tuple[rec.SideChange, ...]:
        after = [_rank(level) for level in _two(self.deal.get("levelsAfter"))]
        moved = [new - old for new, old in zip(after, self.before, strict=True)]
        return tuple(
            rec.SideChange(seats, step)
            for seats, step in zip(making.SIDES, moved, strict=True)
            if step
        )


def _play(event: Field, thrown: Field | None) -> rec.Play:
    cards = tuple(sorted(_cards(event.get("cards"))))
    if not cards:
        raise event.get("cards").error("cards")
    if thrown is None:
        return rec.Play(cards)
    return rec.Play(tuple(sorted(_cards(thrown.get("proposed")))), forced=cards)


def _in_turn(said: Field, leader: int, plays: Sequence[rec.Play]) -> None:
    due = (leader + len(plays)) % making.FOUR
    if len(plays) == making.FOUR:
        raise said.error("four-plays")
    if _seat(said) != due:
        raise said.error("turn", seat=due)


def _two(said: Field) -> list[Field]:
    levels = said.items()
    if len(levels) != len(making.SIDES):
        raise said.error("two-levels")
    return levels


def _seat(said: Field) -> int:
    return said.integer(0, making.FOUR - 1)


def _rank(said: Field) -> int:
    return said.integer(_LOWEST, _LOWEST + 12) - _LOWEST


def _card(said: Field) -> int:
    """The faces of its cards run as ours do."""
    return said.integer(0, 2 * FACES - 1) % FACES


def _cards(said: Field) -> Cards:
    """Cards in the order of the list."""
    return tuple(map(_card, said.items()))
