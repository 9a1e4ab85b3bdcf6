"""What the lines of a pasted chat come to: the hands that were played, as far as they are told.

The log has no hands, no seats and no kitty. Seats follow from the order of play in a whole trick,
the landlord is who leads first, and who won a trick and what was in it is told, for the judge to
compare. A log that begins in the middle of a hand (the page keeps 300 lines) and goes on to its end
is a position: the cards that were still played are the cards that were held.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from shengji.engine.cards import LITTLE_JOKER, NO_TRUMP, UNKNOWN, Cards, suit_of
from shengji.engine.rules import LEVELS, NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.importer import ForeignError, Place
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.foreign.tractor_online_lines import Kind, Said
from shengji.notation.foreign.tractor_online_settings import Settings
from shengji.notation.tokens import write_cards, write_seat

_FEWEST: Final = 4
_MOST: Final = 12
"""Players at a table."""
_COLON: Final = re.compile(": ")
_EARLY: Final = "ended-early"
_RESET: Final = "reset"
_FINE: Final = 10


@dataclass(slots=True)
class _Play:
    """What somebody played; `tried` is what he wanted to throw, where that failed."""

    said: Said
    tried: Cards = ()
    stopper: str = ""


@dataclass(slots=True)
class _Trick:
    plays: list[_Play] = field(default_factory=list)
    won: Said | None = None
    joined: list[str] = field(default_factory=list)
    taken_back: list[tuple[int, Cards]] = field(default_factory=list)
    """Cards, and the number of the play that they had been."""

    @property
    def line(self) -> int:
        return self.plays[0].said.line

    @property
    def who(self) -> list[str]:
        return [play.said.who for play in self.plays]


@dataclass(slots=True)
class _Hand:
    """A hand as it is told."""

    settings: Settings
    levels: dict[str, Level]
    due: str
    begun: bool
    """The log has its beginning."""
    showings: list[Said] = field(default_factory=list)
    """Bids, and who took up and put down the kitty, in their order."""
    revealed: int = 0
    tricks: list[_Trick] = field(default_factory=list)
    kitty: Cards = ()
    kitty_points: Said | None = None
    early: bool = False
    reset: bool = False
    summary: Said | None = None
    after: dict[str, Level] = field(default_factory=dict)
    """The levels that were told when it was over."""
    following: str = ""

    @property
    def over(self) -> bool:
        return self.summary is not None or self.reset


def read_chat(lines: Sequence[Said], remarks: Remarks) -> tuple[rec.Record, ...]:
    """The matches that a chat tells of.

    :raises ForeignError: no whole trick is told, or the lines contradict one another.
    """
    listener = _Listener(remarks)
    for said in _without_quotes(lines):
        listener.hear(said)
    told = [hand for hand in listener.hands if hand.tricks]
    if not told:
        raise ForeignError("no-plays")
    return tuple(_records(told, remarks))


def _without_quotes(lines: Sequence[Said]) -> Iterator[Said]:
    """Without what somebody said in the chat: there his name and a colon stand in front."""
    names = {said.who for said in lines if said.who}
    for said in lines:
        if not any(said.who[: found.start()] in names for found in _COLON.finditer(said.who)):
            yield said


# -- lines to hands --------------------------------------------------------------------------------


class _Listener:
    """Hears the lines in order and sorts them into hands."""

    def __init__(self, remarks: Remarks) -> None:
        self.remarks = remarks
        self.hands: list[_Hand] = []
        self.settings = Settings()
        self.levels: dict[str, Level] = {}
        self.due = ""
        self.thrown: Said | None = None

    def hear(self, said: Said) -> None:
        match said.kind:
            case Kind.STARTED:
                self._open(begun=True)
            case Kind.SETTING | Kind.RANK_SET | Kind.LANDLORD_SET:
                self._set(said)
            case Kind.ADVANCED | Kind.NEXT | Kind.FINISHED:
                self._follows(said)
            case Kind.PLAYED:
                self._played(said)
            case Kind.THROW_FAILED:
                self.thrown = said
            case _:
                self._of_hand(self._current(), said)

    def _open(self, *, begun: bool) -> _Hand:
        hand = _Hand(self.settings.copy(), dict(self.levels), self.due, begun)
        self.hands.append(hand)
        self.thrown = None
        return hand

    def _current(self) -> _Hand:
        """The hand that is played; one of which the beginning is not told where there is none."""
        if not self.hands or self.hands[-1].over:
            return self._open(begun=False)
        return self.hands[-1]

    def _set(self, said: Said) -> None:
        if said.kind is Kind.SETTING:
            self.settings.hear(said.text, self.remarks)
        elif said.kind is Kind.RANK_SET:
            self.levels[said.who] = Level(_rank(said.text))
        else:
            self.due = said.other

    def _follows(self, said: Said) -> None:
        """What is told once a hand is over."""
        if said.kind is Kind.NEXT:
            self.due = said.who
        if said.kind is Kind.ADVANCED:
            before, rank = self.levels.get(said.who), _rank(said.text)
            lap = 1 if before is None else before.lap + (rank < before.rank)
            self.levels[said.who] = Level(rank, lap)
        if self.hands:
            hand = self.hands[-1]
            hand.after |= {said.who: self.levels[said.who]} if said.kind is Kind.ADVANCED else {}
            hand.following = said.who if said.kind is Kind.NEXT else hand.following

    def _of_hand(self, hand: _Hand, said: Said) -> None:
        match said.kind:
            case Kind.BID | Kind.PICKED_UP | Kind.PUT_DOWN:
                hand.showings.append(said)
            case Kind.BID_BACK:
                self._bid_back(hand, said)
            case Kind.REVEALED:
                hand.revealed += 1
            case Kind.PLAY_BACK:
                self._play_back(hand, said)
            case Kind.WON | Kind.JOINED:
                self._trick_ends(hand, said)
            case Kind.KITTY:
                hand.kitty = said.cards
            case Kind.KITTY_POINTS:
                hand.kitty_points = said
            case Kind.ENDED_EARLY:
                hand.early = True
            case Kind.SUMMARY:
                hand.summary = said
            case Kind.RESET:
                hand.reset = True

    def _bid_back(self, hand: _Hand, said: Said) -> None:
        for bid in reversed(hand.showings):
            if bid.kind is Kind.BID and bid.who == said.who:
                hand.showings.remove(bid)
                self.remarks.dropped(
                    "bid-taken-back", len(self.hands), name=said.who, cards=write_cards(bid.cards)
                )
                return
        self.remarks.dropped("line-alone", line=said.line)

    def _played(self, said: Said) -> None:
        hand = self._current()
        last = hand.tricks[-1] if hand.tricks else None
        if last is None or last.won is not None or said.who in last.who:
            last = _Trick()
            hand.tricks.append(last)
        play = _Play(said)
        if self.thrown is not None and self.thrown.who == said.who:
            play = _Play(said, self.thrown.cards, self.thrown.other)
        self.thrown = None
        last.plays.append(play)
        if len(last.plays) > _MOST:
            raise ForeignError("long-trick", Place(line=last.line), most=_MOST)

    def _play_back(self, hand: _Hand, said: Said) -> None:
        last = hand.tricks[-1] if hand.tricks else None
        if last is None or last.won is not None or said.who not in last.who:
            self.remarks.dropped("line-alone", line=said.line)
            return
        place = last.who.index(said.who)
        play = last.plays.pop(place)
        last.taken_back.append((place + 1, play.tried or play.said.cards))
        if not last.plays:
            hand.tricks.pop()
            kept = _Trick(taken_back=last.taken_back)
            hand.tricks.append(kept)

    def _trick_ends(self, hand: _Hand, said: Said) -> None:
        last = hand.tricks[-1] if hand.tricks else None
        if last is None or last.won is not None or not last.plays:
            self.remarks.dropped("line-alone", line=said.line)
        elif said.kind is Kind.JOINED:
            last.joined.append(said.who)
        else:
            last.won = said


# -- hands to records ------------------------------------------------------------------------------


def _records(hands: Sequence[_Hand], remarks: Remarks) -> Iterator[rec.Record]:
    """One for each table: the same players in the same order."""
    tables: list[tuple[tuple[str, ...], list[_Hand]]] = []
    for hand in hands:
        hand.tricks = [trick for trick in hand.tricks if trick.plays]
        order = _order(hand)
        if not order and tables and _at_table(hand, tables[-1][0]):
            order = tables[-1][0]
        if not order:
            raise ForeignError("no-order", Place(line=hand.tricks[0].line))
        if tables and _turned(tables[-1][0], order[0]) == order:
            tables[-1][1].append(hand)
        else:
            tables.append((order, [hand]))
    if len(tables) > 1:
        remarks.inferred("several-tables", number=len(tables))
    for order, told in tables:
        yield _Table(order, told, remarks).record()


def _order(hand: _Hand) -> tuple[str, ...]:
    """The players in order of play, by the first whole trick; empty where none is told."""
    most = max(len(trick.plays) for trick in hand.tricks)
    whole = [trick for trick in hand.tricks if len(trick.plays) == most]
    return tuple(whole[0].who) if whole and most >= _FEWEST else ()


def _at_table(hand: _Hand, order: Sequence[str]) -> bool:
    return all(name in order for trick in hand.tricks for name in trick.who)


def _turned(order: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The order with that player first; empty where he is not of it."""
    if first not in order:
        return ()
    place = order.index(first)
    return order[place:] + order[:place]


class _Table:
    """The hands of one table."""

    def __init__(self, order: tuple[str, ...], hands: Sequence[_Hand], remarks: Remarks) -> None:
        self.order, self.told, self.remarks = order, hands, remarks
        self.seats = {name: seat for seat, name in enumerate(order)}

    def record(self) -> rec.Record:
        if len(self.order) % 2 or any(trick.joined for hand in self.told for trick in hand.tricks):
            for hand in self.told:
                hand.settings.friends = True
        text, _ = self.told[0].settings.rules(len(self.order), self.remarks)
        hands: list[rec.Hand] = []
        for number, told in enumerate(self.told, 1):
            own_text, own = told.settings.rules(len(self.order), self.remarks)
            departing = () if own_text == text else (rec.Tag("Rules", own_text),)
            hands.append(_Maker(self, number, told, own, self.remarks).hand(departing))
        tags = making.tags(
            event="tractor-online", rules=text, source="github.com/rbtying/shengji, chat log",
            names=dict(enumerate(self.order)), players=len(self.order),
        )  # fmt: skip
        self.remarks.missing("chat-hands")
        return rec.Record(tags, tuple(hands))


class _Maker:
    """Makes one hand."""

    def __init__(
        self, table: _Table, number: int, told: _Hand, rules: Rules, remarks: Remarks
    ) -> None:
        self.seats, self.number, self.told = table.seats, number, told
        self.rules, self.remarks = rules, remarks
        self.tricks = self._whole_tricks()
        self.position = self._is_position()
        self.landlord = self._landlord()

    # -- what is told ----------------------------------------------------------------------

    def _whole_tricks(self) -> list[_Trick]:
        """The tricks, without a first one of which the beginning is not told."""
        tricks = self.told.tricks
        told_line = tricks[0].line
        if not self.told.begun and len(tricks[0].plays) < len(self.seats) and tricks[0].won:
            self.remarks.dropped("cut-trick", self.number, line=tricks[0].line)
            tricks = tricks[1:]
        if not tricks:
            raise ForeignError("no-whole-trick", Place(line=told_line))
        for place, trick in enumerate(tricks):
            self._check(trick, last=place == len(tricks) - 1)
        return tricks

    def _check(self, trick: _Trick, *, last: bool) -> None:
        """Everybody played once and in turn, or lines are missing."""
        first, players = self.seats.get(trick.who[0], 0), len(self.seats)
        for step, play in enumerate(trick.plays):
            if self.seats.get(play.said.who) != (first + step) % players:
                due = next(n for n, seat in self.seats.items() if seat == (first + step) % players)
                where, who = Place(line=play.said.line), repr(play.said.who)
                raise ForeignError("out-of-turn", where, name=who, due=repr(due))
        if trick.won is not None and trick.won.who not in self.seats:
            where = Place(line=trick.won.line)
            raise ForeignError("stranger-wins", where, name=repr(trick.won.who))
        if len(trick.plays) < players and not (last and trick.won is None):
            where = Place(line=trick.line)
            raise ForeignError("plays-missing", where, number=len(trick.plays), players=players)

    def _is_position(self) -> bool:
        """It was played to its end, and not all of it is told."""
        if self.told.summary is None or self.told.early:
            return False
        played = sum(len(play.said.cards) for trick in self.tricks for play in trick.plays)
        whole = self.told.begun and played == self.rules.hand_size * len(self.seats)
        return not whole

    def _landlord(self) -> int | None:
        """Who leads to the first trick; of a cut hand, whose side it tells and who deals next."""
        told = self.told
        if told.begun and self.tricks:
            return self.seats[self.tricks[0].who[0]]
        following = self.seats.get(told.following)
        if following is None or told.summary is None or self.rules.partnership == "friends":
            return None
        step = 1 if told.summary.lost else 2
        landlord = (following - step) % len(self.seats)
        self.remarks.inferred("landlord-by-next", self.number, seat=write_seat(landlord))
        return landlord

    def _attacks(self, seat: int) -> bool | None:
        """None where the sides are not known."""
        if self.landlord is None:
            return None
        if self.rules.partnership == "friends":
            joined = [seat for trick in self.tricks for seat in self._joined(trick)]
            return seat not in (self.landlord, *joined)
        return (seat - self.landlord) % 2 == 1

    # -- the hand --------------------------------------------------------------------------

    def hand(self, tags: tuple[rec.Tag, ...]) -> rec.Hand:
        told, events = self.told, list(self._opening())
        for number, trick in enumerate(self.tricks, 1):
            events += self._trick(number, trick)
        if told.early:
            events.append(rec.Abandon(_EARLY))
        elif told.reset:
            events.append(rec.Abandon(_RESET))
        if told.summary is not None:
            events += self._result(told.summary)
        if not told.over:
            self.remarks.missing("chat-end", self.number)
        levels = tuple(rec.SideLevel((seat,), self._level(seat)) for seat in self.seats.values())
        return rec.Hand(
            self.number, levels, self._due(), fresh=self._is_fresh(), tags=tags,
            events=tuple(events), ended=told.over,
        )  # fmt: skip

    def _due(self) -> int:
        """Whom the log names, else who leads though another had the last word in the bidding."""
        named = self.seats.get(self.told.due)
        if named is not None:
            return named
        bids = [bid for bid in self._bids() if bid.who in self.seats]
        if self.landlord is None or not self.told.begun or not bids:
            return rec.UNKNOWN_SEAT
        decides = bids[0 if self.rules.first_dealer == "first_declarer" else -1]
        if self.seats[decides.who] == self.landlord:
            return rec.UNKNOWN_SEAT
        self.remarks.inferred("landlord-set", self.number, seat=write_seat(self.landlord))
        return self.landlord

    def _is_fresh(self) -> bool:
        """The bids show another level than the hand before led to: a new game at the same table."""
        if self.landlord is None or self.number == 1:
            return False
        known = self.told.levels.get(self._name(self.landlord))
        shown = self._level_shown()
        if known is None or shown is None or known.rank == shown.rank:
            return False
        self.remarks.inferred("new-game", self.number)
        return True

    def _name(self, seat: int) -> str:
        return next(name for name, own in self.seats.items() if own == seat)

    def _level(self, seat: int) -> Level | None:
        shown = self._level_shown() if seat == self.landlord else None
        known = self.told.levels.get(self._name(seat))
        if shown is not None and (known is None or known.rank != shown.rank):
            return shown
        return known

    def _level_shown(self) -> Level | None:
        """The level of the landlord, which the last bid of a suit shows."""
        suited = [bid for bid in self._bids() if bid.cards and bid.cards[0] < LITTLE_JOKER]
        return Level(suited[-1].cards[0] % 13) if suited else None

    def _bids(self) -> list[Said]:
        """The bids up to the first burying."""
        bids: list[Said] = []
        for said in self.told.showings:
            if said.kind is not Kind.BID:
                break
            bids.append(said)
        return bids

    # -- before play -----------------------------------------------------------------------

    def _opening(self) -> Iterator[rec.Statement]:
        if self.position:
            yield from self._held()
        for bid in () if self.position else self._bids():
            if self.seats.get(bid.who) is None:
                self.remarks.dropped("bid-of-nobody", self.number, name=bid.who, line=bid.line)
            else:
                yield rec.Declare(None, self.seats[bid.who], bid.cards)
        yield from self._trump()
        if self.told.begun and not self.position and self.landlord is not None:
            yield from self._kitty(self.landlord)

    def _held(self) -> Iterator[rec.Statement]:
        """The cards that were held when the part began that is told."""
        held: dict[int, list[int]] = {seat: [] for seat in self.seats.values()}
        for trick in self.tricks:
            for play in trick.plays:
                held[self.seats[play.said.who]] += play.said.cards
        yield rec.Hands(
            tuple(rec.SeatCards(seat, tuple(sorted(cards))) for seat, cards in held.items())
        )
        if self.told.kitty:
            yield rec.Kitty(self.told.kitty)
        self.remarks.inferred("position", self.number)
        yield rec.Start(1, self.seats[self.tricks[0].who[0]], self._points_before())

    def _points_before(self) -> int | None:
        """The attackers' points when the part began: the total without what came to it since."""
        summary, total = self.told.summary, 0
        assert summary is not None
        for trick in self.tricks:
            if trick.won is None:
                return None
            winner, leader = self.seats[trick.won.who], self.seats[trick.who[0]]
            attacks, led = self._attacks(winner), self._attacks(leader)
            if attacks is None or led is None or self.rules.partnership == "friends":
                return None
            total += trick.won.points if attacks else 0
            if trick.plays[0].tried and self.rules.throw_penalty != "none":
                total += -_FINE if led else _FINE
        return summary.points - total

    def _trump(self) -> Iterator[rec.Statement]:
        bids = self._bids()
        landlord = rec.UNKNOWN_SEAT if self.landlord is None else self.landlord
        level = None if self.landlord is None else self._level(self.landlord)
        suit = rec.UNKNOWN_SUIT
        if bids and bids[-1].cards and bids[-1].cards[0] != UNKNOWN:
            card = bids[-1].cards[0]
            suit = NO_TRUMP if card >= LITTLE_JOKER else suit_of(card)
        elif level is not None and level.rank == NO_TRUMP_LEVEL:
            suit = NO_TRUMP
        elif self.told.revealed and self.told.begun:
            yield rec.Flip((UNKNOWN,) * self.told.revealed)
        if suit == rec.UNKNOWN_SUIT:
            self.remarks.missing("trump", self.number)
        if level is None:
            self.remarks.missing("level", self.number)
        yield rec.Trump(suit, level, landlord)

    def _kitty(self, landlord: int) -> Iterator[rec.Statement]:
        """Who took up the kitty and buried: the landlord, and then whoever stole it."""
        buriers = [landlord]
        shown: list[rec.Statement] = []
        rest = self.told.showings[len(self._bids()) :]
        bid: Said | None = None
        for said in rest:
            if said.kind is Kind.BID:
                bid = said
            elif said.kind is Kind.PICKED_UP and bid is not None and said.who in self.seats:
                seat = self.seats[said.who]
                shown += [rec.Overturn(seat, bid.cards), rec.Take(seat), self._buried(seat)]
                buriers.append(seat)
        yield rec.Take(landlord)
        yield self._buried(landlord, last=len(buriers) == 1)
        if shown and self.told.kitty:
            shown[-1] = rec.Bury(buriers[-1], self.told.kitty)
        yield from shown

    def _buried(self, seat: int, *, last: bool = False) -> rec.Bury:
        known = self.told.kitty if last else ()
        return rec.Bury(seat, known or (UNKNOWN,) * self.rules.kitty)

    # -- play ------------------------------------------------------------------------------

    def _trick(self, number: int, trick: _Trick) -> Iterator[rec.Statement]:
        won = None
        if trick.won is not None:
            won = rec.Won(self.seats.get(trick.won.who, rec.UNKNOWN_SEAT), self._points(trick))
        plays = tuple(map(self._play, trick.plays))
        yield rec.Trick(number, self.seats[trick.who[0]], plays, won)
        for place, cards in trick.taken_back:
            if place <= len(plays):
                play = None if place == len(self.seats) else place
                yield rec.Retract(rec.Address(self.number, "trick", number, play), cards)
        yield from map(rec.Join, self._joined(trick))

    def _joined(self, trick: _Trick) -> list[int]:
        return [self.seats[name] for name in trick.joined if name in self.seats]

    def _points(self, trick: _Trick) -> int:
        """The card points of a trick: what is told of the last one has the kitty in it."""
        assert trick.won is not None
        kitty = self.told.kitty_points
        if kitty is None or trick is not self.tricks[-1]:
            return trick.won.points
        return trick.won.points - kitty.points * kitty.times

    def _play(self, play: _Play) -> rec.Play:
        if UNKNOWN in play.said.cards:
            self.remarks.missing("hidden-cards", self.number)
        if not play.tried:
            return rec.Play(play.said.cards)
        return rec.Play(play.tried, forced=play.said.cards, beaten_by=self.seats.get(play.stopper))

    # -- the end ---------------------------------------------------------------------------

    def _result(self, summary: Said) -> Iterator[rec.Result]:
        kitty, last = self.told.kitty_points, self.tricks[-1].won if self.tricks else None
        worth = times = None
        if kitty is not None and last is not None:
            attacks = self._attacks(self.seats.get(last.who, 0))
            worth = None if attacks is None else kitty.points
            times = None if attacks is None else kitty.times if attacks else 0
        following = self.seats.get(self.told.following)
        yield rec.Result(summary.points, worth, times, self._gains(), following)

    def _gains(self) -> tuple[rec.SideChange, ...] | None:
        """Levels gained, where those before are all known."""
        before = {name: self._level(seat) for name, seat in self.seats.items()}
        if None in before.values() or not self.told.following:
            return None
        gains: dict[int, list[int]] = {}
        for name, seat in self.seats.items():
            old, new = before[name], self.told.after.get(name)
            assert old is not None
            if new is not None and new != old:
                ladder = len(self.rules.level_ladder)
                step = (new.lap - old.lap) * ladder + new.rank - old.rank
                gains.setdefault(step, []).append(seat)
        return tuple(rec.SideChange(tuple(seats), step) for step, seats in gains.items())


def _rank(text: str) -> int:
    return NO_TRUMP_LEVEL if text == "NT" else LEVELS.index(text.replace("10", "T"))
