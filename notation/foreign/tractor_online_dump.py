"""State dumps of tractor-online: the JSON of a table at one moment, as a position.

A dump holds the hands, or what the one who took it may see of them, trump, points and the open
trick. It does not hold how that came about: no trick before, no order of the deal.
"""

from collections.abc import Iterator
from typing import Final

from shengji.engine.cards import NO_TRUMP, UNKNOWN, Cards, points
from shengji.engine.rules import NO_TRUMP_LEVEL
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.fields import Field
from shengji.notation.foreign.importer import ForeignError
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.foreign.tractor_online_lines import CHARACTERS
from shengji.notation.foreign.tractor_online_settings import read_settings

_PHASES: Final = ("Initialize", "Draw", "Exchange", "Play")
_FINE: Final = 10
_SUITS: Final = {"♤": 0, "♡": 1, "♢": 2, "♧": 3}
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "NT")


def read_dump(document: Field, remarks: Remarks) -> tuple[rec.Record, ...]:
    """A match of one unfinished hand for each table in a dump.

    :raises ForeignError: it is none, or is damaged.
    """
    tables = list(_tables(document))
    if not tables:
        raise ForeignError("no-table", phases=tuple(_PHASES))
    return tuple(_Table(phase, state, remarks).record() for phase, state in tables)


def _tables(document: Field) -> Iterator[tuple[str, Field]]:
    """The state of each table, whichever way the dump was taken."""
    if (own := document.find("gameState")) is not None:
        yield from _phase(own)
    elif (sent := document.find("State")) is not None:
        yield from _phase(sent.get("state"))
    else:
        for room in document.members():
            yield from _phase(document.get(room))


def _phase(state: Field) -> Iterator[tuple[str, Field]]:
    for phase in _PHASES:
        told = state.find(phase) if isinstance(state.value, dict) else None
        if told is not None:
            yield phase, told


class _Table:
    """One table at one moment."""

    def __init__(self, phase: str, state: Field, remarks: Remarks) -> None:
        self.phase, self.state, self.remarks = phase, state, remarks
        propagated = state.get("propagated")
        self.players = propagated.get("players").items()
        if not 4 <= len(self.players) <= 12:
            raise propagated.get("players").error("players")
        ids = [player.get("id").integer(0, 1 << 32) for player in self.players]
        self.seats = {id: seat for seat, id in enumerate(ids)}
        settings = read_settings(propagated, remarks)
        self.rules_text, self.rules = settings.rules(len(self.players), remarks)
        self.due = propagated.find("landlord")

    def record(self) -> rec.Record:
        names = {seat: each.get("name").text() for seat, each in enumerate(self.players)}
        tags = making.tags(
            event="tractor-online", rules=self.rules_text, names=names,
            players=len(self.players), source="github.com/rbtying/shengji, state dump",
        )  # fmt: skip
        self.remarks.missing("before-dump")
        hands = () if self.phase == "Initialize" else (self._hand(),)
        return rec.Record(tags, hands)

    def _hand(self) -> rec.Hand:
        events = {"Draw": self._draw, "Exchange": self._exchange, "Play": self._play}[self.phase]
        levels = tuple(
            rec.SideLevel((seat,), _level(player)) for seat, player in enumerate(self.players)
        )
        due = rec.UNKNOWN_SEAT if self.due is None else self.seat(self.due)
        if due == rec.UNKNOWN_SEAT and self.phase == "Play":
            due = self.seat(self.state.get("landlord"))
        return rec.Hand(1, levels, due, events=tuple(events()), ended=False)

    def seat(self, said: Field) -> int:
        seat = self.seats.get(said.integer(0, 1 << 32))
        if seat is None:
            raise said.error("player-id")
        return seat

    # -- by phase --------------------------------------------------------------------------

    def _draw(self) -> Iterator[rec.Statement]:
        """While cards are drawn: what everybody has so far."""
        held = self._held()
        size = self.rules.hand_size
        yield rec.Hands(
            tuple(
                rec.SeatCards(seat, tuple(sorted((*cards, *(UNKNOWN,) * (size - len(cards))))))
                for seat, cards in sorted(held.items())
            )
        )
        yield from self._bids()

    def _exchange(self) -> Iterator[rec.Statement]:
        """While the kitty is exchanged: who has had it no longer holds what he was dealt."""
        had = {self.seat(self.state.get("landlord")), self.seat(self.state.get("exchanger"))}
        held = self._held()
        yield rec.Hands(
            tuple(rec.SeatCards(seat, held[seat]) for seat in sorted(held) if seat not in had)
        )
        self.remarks.missing("exchanged", 1)
        yield from self._bids()
        yield self._trump()
        yield rec.Take(self.seat(self.state.get("landlord")))

    def _play(self) -> Iterator[rec.Statement]:
        trick = self.state.get("trick")
        plays = [(self.seat(each.get("id")), each) for each in trick.get("played_cards").items()]
        queue = [self.seat(each) for each in trick.get("player_queue").items()]
        if not plays and not queue:
            raise trick.error("somebody-at-turn")
        leader = plays[0][0] if plays else queue[0]
        held = self._held()
        for seat, play in plays:
            held[seat] = tuple(sorted((*held.get(seat, ()), *_cards(play.get("cards")))))
        yield rec.Hands(tuple(rec.SeatCards(seat, held[seat]) for seat in sorted(held)))
        kitty = _cards(self.state.get("kitty"))
        if kitty and UNKNOWN not in kitty:
            yield rec.Kitty(kitty)
        self.remarks.inferred("trick-numbers", 1)
        yield self._start(leader, thrown=bool(plays) and _is_throw(plays[0][1]))
        yield self._trump()
        if plays:
            yield rec.Trick(1, leader, tuple(self._laid(play) for _, play in plays))
        last = self.state.find("last_trick")
        if last is not None:
            self.remarks.dropped("last-trick-shown", 1)

    def _laid(self, play: Field) -> rec.Play:
        cards = _cards(play.get("cards"))
        if not _is_throw(play):
            return rec.Play(cards)
        better = play.find("better_player")
        by = None if better is None else self.seat(better)
        return rec.Play(_cards(play.get("bad_throw_cards")), forced=cards, beaten_by=by)

    def _start(self, leader: int, *, thrown: bool) -> rec.Start:
        """Where play goes on; a fine for the open trick is counted already and follows from it."""
        taken = {
            self.seats[int(id)]: points(_cards(self.state.get("points").get(id)))
            for id in self.state.get("points").members()
            if id.isdecimal() and int(id) in self.seats
        }
        fines = self._fines()
        if thrown and self.rules.throw_penalty != "none":
            fines[leader] = fines.get(leader, 0) - _FINE
        if self.rules.partnership == "friends":
            if any(fines.values()):
                self.remarks.dropped("fines", 1)
            each = tuple(rec.SeatPoints(seat, won) for seat, won in sorted(taken.items()) if won)
            return rec.Start(1, leader, points_by_seat=each) if each else rec.Start(1, leader, 0)
        landlord = self.seat(self.state.get("landlord"))
        total = 0
        for seat in range(len(self.players)):
            attacks = (seat - landlord) % 2 == 1
            total += taken.get(seat, 0) if attacks else 0
            total += fines.get(seat, 0) * (-1 if attacks else 1)
        return rec.Start(1, leader, total)

    def _fines(self) -> dict[int, int]:
        said = self.state.find("penalties")
        if said is None:
            return {}
        return {
            self.seats[int(id)]: said.get(id).integer(0, 9999)
            for id in said.members()
            if id.isdecimal() and int(id) in self.seats
        }

    # -- what phases share -----------------------------------------------------------------

    def _held(self) -> dict[int, Cards]:
        """The cards in each hand; those that are not shown as unknown."""
        hands = self.state.get("hands").get("hands")
        held: dict[int, Cards] = {}
        for id in hands.members():
            seat = self.seats.get(int(id)) if id.isdecimal() else None
            if seat is None:
                raise hands.error("hands-by-id")
            held[seat] = _counted(hands.get(id))
        if any(UNKNOWN in cards for cards in held.values()):
            self.remarks.missing("redacted", 1)
        return held

    def _bids(self) -> Iterator[rec.Statement]:
        bids = self.state.find("bids")
        for bid in () if bids is None else bids.items():
            cards = (_card(bid.get("card")),) * bid.get("count").integer(1, 24)
            epoch = bid.find("epoch")
            if epoch is None or not epoch.integer(0, 99):
                yield rec.Declare(None, self.seat(bid.get("id")), cards)

    def _trump(self) -> rec.Trump:
        trump, landlord = self.state.get("trump"), self.seat(self.state.get("landlord"))
        standard = trump.find("Standard")
        if standard is not None:
            suits = tuple(_SUITS)
            suit = _SUITS[suits[standard.get("suit").one_of(suits)]]
            return rec.Trump(suit, Level(standard.get("number").one_of(_RANKS)), landlord)
        number = trump.get("NoTrump").find("number")
        rank = NO_TRUMP_LEVEL if number is None else number.one_of(_RANKS)
        return rec.Trump(NO_TRUMP, Level(rank), landlord)


def _is_throw(play: Field) -> bool:
    """Whether it is what had to be played of a throw that failed."""
    tried = play.find("bad_throw_cards")
    return tried is not None and bool(tried.items())


def _level(player: Field) -> Level:
    lap = player.find("metalevel")
    rank = player.get("level").one_of(_RANKS)
    return Level(rank, 1 if lap is None else lap.integer(1, 999))


def _counted(said: Field) -> Cards:
    """Cards as an object of how many there are of each."""
    cards: list[int] = []
    for card in said.members():
        if card not in CHARACTERS:
            raise said.error("counted-characters")
        cards += [CHARACTERS[card]] * said.get(card).integer(0, 108)
    return tuple(sorted(cards))


def _cards(said: Field) -> Cards:
    return tuple(sorted(map(_card, said.items())))


def _card(said: Field) -> int:
    text = said.text()
    if text not in CHARACTERS:
        raise said.error("character")
    return CHARACTERS[text]
