"""What a recorder has to enter next: by the order of statements, the rules and what is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase as Play
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.notation.builder import Phase, phase_of
from shengji.notation.tokens import write_seat, write_seats
from shengji.replay.recording.actions import Action, Add, Enter, Mode
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.lines import (
    leader_of,
    match_line,
    opening_line,
    result_line,
    taker_of,
    trump_line,
    unvaried_line,
    won_word,
)

_POSITION: Final = (rec.Start,)
_DEALT: Final = (rec.Deal, rec.Hands)


@dataclass(frozen=True, slots=True)
class Expected:
    """One thing that may come next."""

    kind: str
    """The statement (`hand`, `hands`, `kitty`, `declare`, `trump`, `take`, `bury`, `friend`,
    `join`, `result`, `end`, `match`, …), or `seat-line` below a deal, or of a trick: `lead`,
    `play`, `won`; of a variation: `same`, its first plays, and `endvar`."""
    text: str = ""
    """Its line as far as it is known, to be filled in behind; of `play` and `won` the word."""
    ready: bool = False
    """The text is whole: it follows from what stands above it."""
    seats: tuple[rec.Seat, ...] = ()
    """Whose it is, or may be."""
    size: int | None = None
    """How many cards it has."""
    above: str = ""
    """The line that has to stand before it, and does not yet: `hands` above the hand of a seat,
    `sheet` above the points of a score sheet."""

    @property
    def word(self) -> bool:
        """Is it a word of the last trick line (:class:`Add`), rather than a line of its own?"""
        return self.kind in ("play", "won")

    @property
    def action(self) -> Action:
        """What enters its text."""
        return Add(self.text) if self.word else Enter((self.text,))

    @property
    def before(self) -> tuple[Action, ...]:
        """What has to be done first."""
        return (Enter((self.above,)),) if self.above else ()


def expected(draft: Draft) -> tuple[Expected, ...]:
    """What may come next, the likeliest first.

    Notes, comments, penalties, rulings and what was taken back may be entered at any time of their
    own, and are not listed; see `builder.PLACES`. Empty where the rules of the draft are not known.
    """
    return expected_of(judge(draft.text), draft.mode, draft.start.seat)


def expected_of(
    judged: Judged, mode: Mode = Mode.FULL, seat: rec.Seat | None = None
) -> tuple[Expected, ...]:
    """The same behind a text that is no draft."""
    if judged.rules is None:
        return ()
    hand = judged.hand
    if hand is None:
        return (Expected("hand", opening_line(judged, judged.rules), True),)
    if judged.record is not None and judged.record.match is not None:
        return ()
    if judged.varying:
        return tuple(_in_variation(judged, judged.rules, hand))
    if hand.ended:
        return tuple(_next_hand(judged, judged.rules))
    return tuple(_Next(mode, seat, judged, judged.rules, hand.events).all())


def _next_hand(judged: Judged, rules: Rules) -> Iterator[Expected]:
    match = match_line(judged)
    if match is not None:
        yield Expected("match", match, True)
    else:
        yield Expected("hand", opening_line(judged, rules), True)
        yield Expected("match", "match ")


def _in_variation(judged: Judged, rules: Rules, hand: rec.Hand) -> Iterator[Expected]:
    """First what of the hand is the same; then it goes on as a hand does, and can end anywhere."""
    line = judged.variation
    if line is not None and (same := unvaried_line(hand, line)) is not None:
        yield Expected("same", same, True)
        return
    engine = judged.engine
    if line is not None and engine is not None and not _is_over(line):
        yield from _Next(Mode.FULL, None, judged, rules, line.events).play(engine, varying=True)
    yield Expected("endvar", "endvar", True)


def _is_over(line: rec.Variation) -> bool:
    return any(isinstance(event, rec.ENDINGS) for event in line.events)


@dataclass(frozen=True, slots=True)
class _Next:
    """What may come next behind some statements of one hand."""

    mode: Mode
    seat: rec.Seat | None
    judged: Judged
    rules: Rules
    events: tuple[rec.Statement, ...]

    def all(self) -> Iterator[Expected]:
        phase = phase_of(self.events)
        if phase is Phase.OPENED:
            yield from self._deal()
        if phase is Phase.DEALT:
            yield from self._dealt()
        if phase is Phase.OVER:
            yield from self._over()
        elif phase is Phase.RESULT:
            yield Expected("end", "end", True)
        elif self.judged.engine is not None:
            yield from self._play_or_before(phase, self.judged.engine)

    def _seats(self) -> tuple[rec.Seat, ...]:
        return tuple(range(self.rules.players))

    # -- the deal -------------------------------------------------------------------------------

    def _deal(self) -> Iterator[Expected]:
        deals = (Expected("hands", "hands", True), Expected("deal", "deal ", seats=self._seats()))
        sheet = Expected("sheet", "sheet", True)
        match self.mode:
            case Mode.RESULT:
                yield Expected("result", "result ", above="sheet")
                yield from deals
            case Mode.PLAYS:
                yield from self._before_play()
                yield from deals
                yield sheet
            case _:
                yield from self._hands(self._seats(), "hands")
                yield from self._undealt("hands")
                yield from deals
                yield sheet

    def _dealt(self) -> Iterator[Expected]:
        last = self.events[-1]
        if isinstance(last, _DEALT):
            told = {line.seat for line in last.lines}
            yield from self._hands(tuple(s for s in self._seats() if s not in told))
        if self._is_position and not self._has(*_POSITION):
            yield Expected("start", "start ", seats=self._seats())
        if not self._has(rec.Kitty):
            yield from self._undealt()

    def _hands(self, seats: tuple[rec.Seat, ...], above: str = "") -> Iterator[Expected]:
        """The hands of these seats, as far as the recorder sees them."""
        size = None if self.mode is Mode.POSITION else self.rules.hand_size
        for seat in seats:
            if self.mode is not Mode.SEAT or self.seat in (None, seat):
                text = f"{write_seat(seat)} "
                yield Expected("seat-line", text, seats=(seat,), size=size, above=above)

    def _undealt(self, above: str = "") -> Iterator[Expected]:
        """The kitty, where it was seen as it was dealt; of a position it is no part."""
        if self.rules.kitty and self.mode is not Mode.SEAT and not self._is_position:
            yield Expected("kitty", "kitty ", size=self.rules.kitty, above=above)

    @property
    def _is_position(self) -> bool:
        return self.mode is Mode.POSITION or self._has(*_POSITION)

    def _has(self, *kinds: type[rec.Statement]) -> bool:
        return any(isinstance(event, kinds) for event in self.events)

    # -- trump and kitty ------------------------------------------------------------------------

    def _play_or_before(self, phase: Phase, engine: Engine) -> Iterator[Expected]:
        if phase is Phase.OPENED:
            yield from () if self.mode is Mode.PLAYS else self._before_play()
        elif phase is Phase.PLAY:
            yield from self.play(engine)
        elif self._is_position:
            yield from self._from_position(engine)
        elif phase is Phase.KITTY:
            yield from self._kitty(engine)
        else:
            yield from self._before_play()

    def _from_position(self, engine: Engine) -> Iterator[Expected]:
        """Trump, and then the first play, once it is told where play begins."""
        if self._has(*_POSITION):
            if not self._has(rec.Trump):
                yield self._named(engine)
            yield from self.play(engine)

    def _before_play(self) -> Iterator[Expected]:
        engine = self.judged.engine
        if not self._has(rec.Trump):
            yield from self._named_or_shown(engine)
            if engine is not None and engine.bidding.nobody().startswith("kitty"):
                yield Expected("flip", "flip ")
            if self.rules.declare_order == "asked":
                yield Expected("pass", "pass ", seats=self._seats())
            yield Expected("redeal", "redeal ")
        if engine is None:
            return
        if self.rules.kitty:
            yield from self._take(engine)
        elif self._has(rec.Trump):
            yield from self._friends(engine)
            yield from self._lead(engine)

    def _named_or_shown(self, engine: Engine | None) -> Iterator[Expected]:
        """Trump where it is settled, or where nobody means to write down who showed what."""
        named = self._named(engine)
        shown = Expected("declare", "declare ", seats=self._seats())
        yield from (named, shown) if named.ready or self.mode is Mode.PLAYS else (shown, named)

    def _named(self, engine: Engine | None) -> Expected:
        line = trump_line(self.judged)
        declarer = None if engine is None else engine.settled()[2]
        seats = self._seats() if declarer is None else (declarer,)
        return Expected("trump", line or "trump ", line is not None, seats)

    def _take(self, engine: Engine) -> Iterator[Expected]:
        taker = taker_of(engine)
        if taker is not None:
            yield Expected("take", f"take {write_seat(taker)}", True, (taker,))

    def _kitty(self, engine: Engine) -> Iterator[Expected]:
        if engine.phase is Play.BURYING and engine.taker is not None:
            seat = engine.taker
            text = f"bury {write_seat(seat)} "
            if self.mode is Mode.PLAYS or (self.mode is Mode.SEAT and seat != self.seat):
                yield Expected("bury", f"{text}.{self.rules.kitty}", True, (seat,))
            yield Expected("bury", text, seats=(seat,), size=self.rules.kitty)
            return
        if taker_of(engine) is not None:
            yield from self._take(engine)
            return
        yield from self._friends(engine)
        if not self._has(rec.Trump):
            yield Expected("trump", trump_line(self.judged) or "trump ", seats=self._seats())
        yield from self._lead(engine)
        if self.rules.kitty_theft:
            yield Expected("overturn", "overturn ", seats=self._seats())
            yield Expected("pass", "pass ", seats=self._seats())

    def _friends(self, engine: Engine) -> Iterator[Expected]:
        if engine.friends is not None and not engine.friends.complete:
            yield Expected("friend", "friend ", seats=() if engine.declarer is None else (
                engine.declarer,))  # fmt: skip

    # -- play -----------------------------------------------------------------------------------

    def play(self, engine: Engine, *, varying: bool = False) -> Iterator[Expected]:
        """A play, or what stands behind a trick; a variation has no result."""
        replay = self.judged.replay
        assert replay is not None
        if engine.trick is not None:
            seat = (engine.trick.leader + len(engine.trick.plays)) % engine.seats
            yield Expected("play", seats=(seat,), size=len(engine.trick.plays[0]))
            return
        yield from self._won(engine)
        for seat in replay.untold():
            yield Expected("join", f"join {write_seat(seat)}", True, (seat,))
        for seats, points in replay.open_fines:
            if points:
                yield Expected(
                    "penalty", f"penalty {write_seats(seats)} {points} throw", True, seats
                )
        if any(engine.cards_left()):
            yield from self._lead(engine)
            yield Expected("claim", "claim ", seats=self._seats())
            yield Expected("concede", "concede ", seats=self._seats())
        elif not varying:
            yield from self._result()
            if result_line(self.judged) is None:
                # Nobody may know what it came to.
                yield Expected("end", "end", True)

    def _won(self, engine: Engine) -> Iterator[Expected]:
        last = self.events[-1] if self.events else None
        if isinstance(last, rec.Trick) and last.won is None and engine.last is not None:
            word = won_word(engine.last)
            yield Expected("won", word or "=", word is not None)

    def _lead(self, engine: Engine) -> Iterator[Expected]:
        replay, leader = self.judged.replay, leader_of(engine)
        number = 1 if replay is None else replay.trick_number
        if leader is None:
            yield Expected("lead", f"{number} ", seats=self._seats())
        else:
            yield Expected("lead", f"{number} {write_seat(leader)} ", seats=(leader,))

    # -- the end --------------------------------------------------------------------------------

    def _over(self) -> Iterator[Expected]:
        if self._has(rec.Redeal):
            yield Expected("end", "end", True)
        else:
            yield from self._result()

    def _result(self) -> Iterator[Expected]:
        line = result_line(self.judged)
        yield Expected("result", line or "result ", line is not None)
