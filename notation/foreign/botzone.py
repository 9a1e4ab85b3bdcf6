"""Matches of the game Tractor on Botzone (botzone.org.cn), whole or as one player saw them.

*Log*: `initdata` and a list in which the judge's words and the players' answers take turns. Every
word of the judge shows what became of the answer before it: of a throw that failed, what counted.
*View*: the `requests` that one player got and its `responses`: its own cards, and every play that
was shown to it before it had to play.

A match is one hand. Which suit a number stands for was changed once: the card that was called and
the suit that the judge named thereupon tell which order holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from shengji.engine import presets
from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, NO_TRUMP, SUITS, UNKNOWN, Cards, face_of
from shengji.engine.cards import points as points_in
from shengji.engine.order import compile_order
from shengji.engine.play.tricks import Lead, read_lead, winner
from shengji.engine.rules import LEVELS
from shengji.engine.scoring.match import Level
from shengji.engine.scoring.points import kitty_multiplier
from shengji.notation import record as rec
from shengji.notation.foreign import making
from shengji.notation.foreign.fields import Field, read_json
from shengji.notation.foreign.importer import ForeignError, Imported
from shengji.notation.foreign.remarks import Remarks
from shengji.notation.tokens import write_seat

_PRESET, _RULES = presets.rules_from_text("botzone@1")
_RANKS: Final = "A23456789TJQK"
"""Of a card's number within a deck, over the number of suits."""
_ORDERS: Final = ("shcd", "hdsc")
"""The suits of a card's number, modulo their number: as it is now, and in the first judge."""
_DECK: Final = 54
_LAST_ID: Final = 2 * _DECK - 1
_NO_TRUMP: Final = "n"
_DEALT: Final = 100
_ERRORS: Final = {
    "INVALID_POKERID", "NOT_YOUR_POKER", "INVALID_POKERTYPE", "ILLEGAL_MOVE", "NOT_YOUR_TURN",
    "INVALID_FORMAT",
}  # fmt: skip


@dataclass(slots=True)
class _Call:
    """A showing: 报主 with one card, 反主 with two."""

    after: int | None
    seat: int
    ids: tuple[int, ...]
    """Card numbers; empty where a view does not show them."""
    pair: bool
    major: str = ""
    """The suit that the judge named thereupon; empty where another call came between."""


@dataclass(slots=True)
class _Laid:
    """A play as it is told: what was laid down and what of it was played."""

    seat: int
    ids: tuple[int, ...]
    attempted: tuple[int, ...] = ()
    """Of a throw that failed; else empty."""


@dataclass(slots=True)
class _Round:
    """A trick as it is told."""

    leader: int
    plays: list[_Laid] = field(default_factory=list)
    winner: int | None = None
    total: int | None = None
    """The attackers' points after it."""


@dataclass(slots=True)
class _Match:
    """What either shape tells of its one hand."""

    level: int
    first: int | None = None
    """Who drew first: the banker as the match was set up, else the first seat."""
    deals: dict[int, list[int]] = field(default_factory=dict)
    """By seat, in the order drawn."""
    kitty: tuple[int, ...] = ()
    buried: tuple[int, ...] = ()
    calls: list[_Call] = field(default_factory=list)
    major: str = ""
    banker: int = -1
    tricks: list[_Round] = field(default_factory=list)
    scores: tuple[int, ...] = ()
    """Of the players, when it was finished."""
    error: tuple[int, str] | None = None
    """Who broke off the match, and how."""
    own: int | None = None
    """Whose view it is; None of a whole log."""


@dataclass(frozen=True, slots=True)
class Botzone:
    """The importer of both shapes."""

    name: str = "botzone"

    def looks_like(self, data: bytes) -> bool:
        if not data[:99].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return False
        log = b'"initdata"' in data and b'"allocation"' in data
        return log or (b'"banking"' in data and b'"deliver"' in data)

    def read(self, data: bytes) -> Imported:
        document, remarks = read_json(data), Remarks()
        match = _read_log(document) if document.find("log") else _read_view(document, remarks)
        hand = _Maker(match, remarks).hand()
        remarks.missing("players")
        tags = making.tags(
            event="Botzone Tractor", rules=presets.rules_to_text(_PRESET, _RULES),
            source="Botzone, game Tractor", names={},
        )  # fmt: skip
        return Imported((rec.Record(tags, (hand,)),), remarks.all())


BOTZONE: Final = Botzone()


# -- the log ---------------------------------------------------------------------------------------


def _read_log(document: Field) -> _Match:
    init, log = document.get("initdata"), document.get("log").items()
    match = _Match(_level(init.get("level")))
    match.kitty = _ids(init.get("publiccard"))
    banker = init.find("banker")
    match.first = 0 if banker is None else max(0, banker.integer(-1, 3))
    dealt = [list(_ids(each)) for each in init.get("allocation").items()]
    if [len(cards) for cards in dealt] != [_DEALT // making.FOUR] * making.FOUR:
        raise init.get("allocation").error("four-deals", number=_DEALT // making.FOUR)
    match.deals = dict(enumerate(dealt))
    for place in range(0, len(log), 2):
        answer = log[place - 1] if place else None
        _judge_says(match, log[place].get("output"), answer, place)
    return match


def _judge_says(match: _Match, output: Field, answer: Field | None, place: int) -> None:
    """One word of the judge: what became of the answer before it, and what is asked next."""
    display = output.find("display")
    event = None if display is None else display.find("event")
    if output.get("command").text() == "finish":
        _finish(match, output, display)
        if match.error is not None:
            return
    if event is not None and answer is not None:
        _answered(match, event, answer, place)
    if output.get("command").text() == "request":
        for _, request in _by_player(output.get("content")):
            _global(match, request.get("global"))
            if request.get("stage").text() == "play":
                _open_trick(match, request)


def _answered(match: _Match, event: Field, answer: Field, place: int) -> None:
    """The event that an answer led to; its cards are those that counted."""
    action = event.get("action").text()
    if action == "init":
        return
    seat, ids = event.get("currplayer").integer(0, 3), _ids(event.get("poker"))
    asked = dict(_by_player(answer)).get(seat)
    said = _ids(asked.get("response")) if asked is not None else ids
    if action == "deal" and ids:
        match.calls.append(_Call(place // 2, seat, ids, len(ids) > 1))
    elif action == "cover":
        match.buried = ids
    elif action == "play":
        failed = sorted(said) != sorted(ids)
        _lay(match, _Laid(seat, ids, said if failed else ()))


def _lay(match: _Match, laid: _Laid) -> None:
    if not match.tricks or len(match.tricks[-1].plays) == making.FOUR:
        match.tricks.append(_Round(laid.seat))
    match.tricks[-1].plays.append(laid)


def _open_trick(match: _Match, request: Field) -> None:
    """A request to play tells who leads, and so who won, and what the attackers have."""
    history = request.get("history").items()
    if len(history) != making.FOUR:
        raise request.get("history").error("tricks-and-leaders")
    if history[1].items() or not match.tricks:
        return
    last = match.tricks[-1]
    last.winner = history[3].integer(0, 3)
    last.total = request.get("global").get("total_score").integer(-999, 999)


def _finish(match: _Match, output: Field, display: Field | None) -> None:
    scores = dict(_by_player(output.get("content")))
    match.scores = tuple(
        scores[seat].integer(-9, 9) for seat in range(making.FOUR) if seat in scores
    )
    listed = None if display is None else display.find("error")
    if listed is None:
        return
    for seat, said in enumerate(listed.items()):
        if isinstance(said.value, str) and said.value in _ERRORS:
            match.error = (seat, said.value)
    if match.error is None:
        worst = min(range(len(match.scores)), key=match.scores.__getitem__, default=0)
        match.error = (worst, "ILLEGAL_MOVE")


# -- the view of one player ------------------------------------------------------------------------


def _read_view(document: Field, remarks: Remarks) -> _Match:
    """What one player was sent; where the envelope has a last request alone, that."""
    requests = document.get("requests").items()
    responses = document.find("responses")
    answers = [] if responses is None else responses.items()
    if not requests:
        raise document.get("requests").error("requests")
    first = requests[0]
    own = first.get("playerpos").integer(0, 3)
    match = _Match(_level(first.get("global").get("level")), deals={own: []}, own=own)
    for place, request in enumerate(requests):
        answer = answers[place] if place < len(answers) else None
        _view_says(match, request, answer, own)
    remarks.missing("one-seat", seat=write_seat(own))
    return match


def _view_says(match: _Match, request: Field, answer: Field | None, own: int) -> None:
    stage = request.get("stage").text()
    said = () if answer is None else _ids(answer)
    if stage == "play":
        _global(match, request.get("global"))
        _seen(match, request, own, said)
        return
    if stage == "deal":
        match.deals[own] += _ids(request.get("deliver"))
    _called_by_others(match, request.get("global").get("banking"), own)
    if stage == "deal" and said:
        match.calls.append(_Call(None, own, said, len(said) > 1))
    if stage == "cover":
        match.kitty, match.buried = _ids(request.get("deliver")), said
    _global(match, request.get("global"))


def _called_by_others(match: _Match, banking: Field, own: int) -> None:
    """Calls of which the state alone tells: who called, who raised, and for which suit."""
    called, snatched = (banking.get(name).integer(-1, 3) for name in ("called", "snatched"))
    for seat, pair in ((called, False), (snatched, True)):
        told = [call.seat for call in match.calls if call.pair == pair]
        if seat not in (-1, own) and told[-1:] != [seat]:
            match.calls.append(_Call(None, seat, (), pair))


def _seen(match: _Match, request: Field, own: int, said: tuple[int, ...]) -> None:
    """The trick before and the one that is open, with the answer that goes into it."""
    history = request.get("history").items()
    if len(history) != making.FOUR:
        raise request.get("history").error("tricks-and-leaders")
    before, now = (history[place].items() for place in (0, 1))
    leaders = [history[place].integer(0, 3) for place in (2, 3)]
    if before:
        if not match.tricks:
            match.tricks.append(_Round(leaders[0]))
        _fill(match.tricks[-1], leaders[0], before, history[0])
        match.tricks[-1].winner = leaders[1]
        match.tricks[-1].total = request.get("global").get("total_score").integer(-999, 999)
    opened = _Round(leaders[1])
    _fill(opened, leaders[1], now, history[1])
    if (leaders[1] + len(now)) % making.FOUR != own:
        raise history[1].error("plays-before")
    if said:
        opened.plays.append(_Laid(own, said))
    match.tricks.append(opened)


def _fill(trick: _Round, leader: int, plays: Sequence[Field], whole: Field) -> None:
    """The plays of a trick as the judge shows them; an own answer that failed is kept as such."""
    if leader != trick.leader:
        raise whole.error("trick-led", seat=trick.leader)
    answered = {laid.seat: laid.ids for laid in trick.plays}
    trick.plays = []
    for step, said in enumerate(plays):
        seat, ids = (leader + step) % making.FOUR, _ids(said)
        mine = answered.get(seat, ids)
        trick.plays.append(_Laid(seat, ids, mine if sorted(mine) != sorted(ids) else ()))


# -- what both have --------------------------------------------------------------------------------


def _global(match: _Match, state: Field) -> None:
    banking = state.get("banking")
    match.major, match.banker = banking.get("major").text(), banking.get("banker").integer(-1, 3)
    if match.calls and not match.calls[-1].major and match.banker == match.calls[-1].seat:
        match.calls[-1].major = match.major


def _by_player(said: Field) -> Iterator[tuple[int, Field]]:
    """The members of an object whose names are seats."""
    for name in said.members():
        if name not in ("0", "1", "2", "3"):
            raise said.error("seat-names")
        yield int(name), said.get(name)


def _level(said: Field) -> int:
    ranks = [rank.replace("T", "10") for rank in LEVELS[:13]]
    text = Field("10", said.path) if said.value in ("0", "T") else said
    return text.one_of(ranks)


def _ids(said: Field) -> tuple[int, ...]:
    return tuple(each.integer(0, _LAST_ID) for each in said.items())


# -- the hand --------------------------------------------------------------------------------------


class _Maker:
    """Makes the hand of what was told."""

    def __init__(self, match: _Match, remarks: Remarks) -> None:
        self.match, self.remarks = match, remarks
        self.suits = self._order()

    def _order(self) -> str:
        """The order of suits under which the card called is of the suit named thereupon."""
        shown = [
            (call.ids[0], call.major)
            for call in self.match.calls
            if call.ids and call.ids[0] % _DECK < LITTLE_JOKER and call.major
        ]
        if not shown:
            self.remarks.inferred("suit-order", order=_ORDERS[0])
            return _ORDERS[0]
        for order in _ORDERS:
            if all(order[number % _DECK % 4] == major for number, major in shown):
                if order != _ORDERS[0]:
                    self.remarks.inferred("suit-order-called", order=order)
                return order
        number, major = shown[0]
        raise ForeignError("suit-order", card=number, suit=repr(major))

    def hand(self) -> rec.Hand:
        match = self.match
        events: list[rec.Statement] = [*self._dealt(), *self._trump()]
        events += self._tricks()
        if match.error is not None:
            seat, reason = match.error
            events.append(rec.Forfeit((seat,), reason.lower().replace("_", "-")))
        elif match.scores:
            events += self._result(events)
        ended = bool(match.scores)
        if not ended:
            self.remarks.missing("end", 1)
        levels = making.side_levels((match.level, match.level))
        return rec.Hand(1, levels, self._due(), events=tuple(events), ended=ended)

    def _due(self) -> int:
        """Where somebody else than the last to call deals, the deal was due to him."""
        match = self.match
        told = match.calls and match.banker not in (-1, match.calls[-1].seat)
        return match.banker if told else rec.UNKNOWN_SEAT

    def _dealt(self) -> Iterator[rec.Statement]:
        match = self.match
        lines = tuple(
            rec.SeatCards(seat, tuple(map(self.card, ids)))
            for seat, ids in sorted(match.deals.items())
            if len(ids) == _DEALT // making.FOUR
        )
        if lines:
            first = rec.UNKNOWN_SEAT if match.first is None else match.first
            yield rec.Deal(first, lines)
            if match.kitty:
                yield rec.Kitty(tuple(map(self.card, match.kitty)))

    def _trump(self) -> Iterator[rec.Statement]:
        match = self.match
        for call in match.calls:
            yield rec.Declare(call.after, call.seat, self._shown(call))
        if match.banker < 0:
            return
        if not match.calls:
            self.remarks.dropped("drawn-trump", 1)
        yield rec.Trump(_suit(match.major), Level(match.level), match.banker)
        if match.buried or match.tricks:
            yield rec.Take(match.banker)
            buried = self.cards(match.buried) or (UNKNOWN,) * _RULES.kitty
            yield rec.Bury(match.banker, buried)

    def _shown(self, call: _Call) -> Cards:
        if call.ids:
            return self.cards(call.ids)
        if call.major in (_NO_TRUMP, ""):
            self.remarks.missing("showing", 1, seat=write_seat(call.seat))
            return (UNKNOWN,) * (1 + call.pair)
        return (face_of(_suit(call.major), self.match.level),) * (1 + call.pair)

    def _tricks(self) -> Iterator[rec.Trick]:
        total: int | None = 0
        for number, told in enumerate(self.match.tricks, 1):
            plays = tuple(map(self._play, told.plays))
            won = None
            if told.winner is not None:
                won = rec.Won(told.winner, self._points(told, total))
            total = told.total
            yield rec.Trick(number, told.leader, plays, won)

    def _points(self, told: _Round, before: int | None) -> int | None:
        """Points of a trick by the attackers' total, which also has the fines of failed throws."""
        fined = any(laid.attempted for laid in told.plays)
        if None in (before, told.total) or fined or not self._attacks(told.winner):
            return None
        assert before is not None and told.total is not None
        gained = told.total - before
        cards = [card for laid in told.plays for card in self.cards(laid.ids)]
        if self.match.own not in (None, told.leader) and gained != points_in(cards):
            # Of a throw that failed the others are shown what was played alone, and the fine.
            self.remarks.missing("unseen-throw", 1, seat=write_seat(told.leader))
            return None
        return gained

    def _attacks(self, seat: int | None) -> bool:
        return seat is not None and (seat - self.match.banker) % 2 == 1

    def _play(self, laid: _Laid) -> rec.Play:
        if laid.attempted:
            return rec.Play(self.cards(laid.attempted), forced=self.cards(laid.ids))
        return rec.Play(self.cards(laid.ids))

    def card(self, number: int) -> int:
        face = number % _DECK
        if face >= LITTLE_JOKER:
            return LITTLE_JOKER if face == LITTLE_JOKER else BIG_JOKER
        rank = "23456789TJQKA".index(_RANKS[face // 4])
        return face_of(SUITS.index(self.suits[face % 4].upper()), rank)

    def cards(self, numbers: Sequence[int]) -> Cards:
        return tuple(sorted(map(self.card, numbers)))

    # -- the result ------------------------------------------------------------------------

    def _result(self, events: Sequence[rec.Statement]) -> Iterator[rec.Statement]:
        """The log ends with levels for each player; the last points follow from the last trick."""
        match = self.match
        total = self._total_before_last()
        last = match.tricks[-1].plays if match.tricks else []
        if total is None or len(last) < making.FOUR or any(laid.attempted for laid in last):
            self.remarks.missing("final-points", 1)
            return
        total += self._last_points()
        gainers = [seat for seat, score in enumerate(match.scores) if score > 0]
        levels = match.scores[gainers[0]] if gainers else 0
        self.remarks.inferred("last-trick", 1, points=total)
        yield rec.Result(total, up=making.gained(gainers, levels))

    def _total_before_last(self) -> int | None:
        tricks = self.match.tricks
        return 0 if len(tricks) < 2 else tricks[-2].total

    def _last_points(self) -> int:
        """What the attackers won with the last trick and the kitty."""
        last = self.match.tricks[-1]
        order = compile_order(_RULES, self.match.level, _suit(self.match.major))
        plays = [self.cards(laid.ids) for laid in last.plays]
        lead = read_lead(order, plays[0])
        if not isinstance(lead, Lead):
            return 0
        won_by = (last.leader + winner(order, lead, plays[1:])) % making.FOUR
        if not self._attacks(won_by):
            return 0
        kitty = points_in(self.cards(self.match.buried))
        return sum(map(points_in, plays)) + kitty * kitty_multiplier(_RULES, lead.units)


def _suit(major: str) -> int:
    if major == _NO_TRUMP:
        return NO_TRUMP
    return SUITS.index(major.upper()) if major and major in _ORDERS[0] else rec.UNKNOWN_SUIT
