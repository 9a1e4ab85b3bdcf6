"""Which showings (亮主, 反主) the rules leave open, so that nobody has to spell them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import sub

from shengji.engine.cards import CODES, FACES, Cards, counts
from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase as Play
from shengji.notation import record as rec
from shengji.notation.tokens import write_seat
from shengji.replay.recording.actions import Enter
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import Judged, judge


@dataclass(frozen=True, slots=True)
class Showings:
    """What one seat may show now."""

    seat: rec.Seat
    cards: tuple[Cards, ...]
    """Weaker ones first. Where its hand is not known, all that it may hold."""
    passes: tuple[rec.Seat, ...] = ()
    """Who is asked before it, and has to pass."""


def showings(draft: Draft) -> tuple[Showings, ...]:
    """By seat, those that have something to show; empty where nobody may show any more.

    Where one after the other is asked, also what may be shown once those before have passed.
    """
    found: dict[rec.Seat, Showings] = {}
    passes: tuple[rec.Seat, ...] = ()
    while True:
        judged = judge(draft.text)
        for each in showings_of(judged):
            found.setdefault(each.seat, replace(each, passes=passes))
        asked = _asked(judged)
        if asked is None or asked in passes:
            return tuple(found[seat] for seat in sorted(found))
        passes = (*passes, asked)
        draft = draft.do(Enter((f"pass {write_seat(asked)}",)))


def _asked(judged: Judged) -> rec.Seat | None:
    """Who is asked for a showing now, where one after the other is and it is known whose turn it
    is."""
    engine = judged.engine
    if engine is None or engine.rules.declare_order != "asked":
        return None
    turns = [seat for seat in range(engine.seats) if engine.bidding.verify_pass(seat) is None]
    return turns[0] if len(turns) == 1 else None


def showings_of(judged: Judged) -> Iterator[Showings]:
    """The same behind a text that is no draft."""
    engine = judged.engine
    if engine is None or engine.phase in (Play.BURYING, Play.PLAYING):
        return
    later = bool(engine.bidding.taken)
    for seat in range(engine.seats):
        if cards := engine.bidding.options(seat, _held(engine, seat), later=later):
            yield Showings(seat, cards)


def _held(engine: Engine, seat: rec.Seat) -> list[int]:
    """By code, what a seat can have beside the cards that others laid open."""
    left = [*engine.holdings.copies, *[0] * (CODES - FACES)]
    for other in range(engine.seats):
        shown = engine.bidding.last_of(other)
        if other != seat and shown is not None:
            left = list(map(sub, left, counts(shown.cards)))
    # Unknown cards are among the possible ones already.
    return list(map(min, engine.holdings.possible(seat), left))
