"""Which cards are still there to be entered, and which plays the engine allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from shengji.engine.cards import CODES, FACES, Cards, counts
from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase as Play
from shengji.notation import record as rec
from shengji.notation.builder import Phase, phase_of
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.lines import leader_of

LEGAL: Final = 200
"""Legal plays that are listed; a hand may have many more."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The cards as a recorder picks from them."""

    seat: rec.Seat | None
    """Whose cards they are; None while the deal is entered, or where anybody may show."""
    left: tuple[int, ...]
    """By face (54), how many copies can still be meant. 0: there is none any more."""
    legal: tuple[Cards, ...] | None = None
    """Plays that the rules allow to the seat to move, up to :data:`LEGAL`; None where its hand is
    not known or nobody is to move. Throws among leads may fail."""
    complete: bool = False
    """`legal` lists all of them."""
    owed: Cards = ()
    """The cards of the led suit that it holds, where it has to follow."""


def palette(draft: Draft) -> Palette | None:
    """The cards at this point of a draft; None where its rules are not known."""
    return palette_of(judge(draft.text))


def palette_of(judged: Judged) -> Palette | None:
    """The same behind a text that is no draft."""
    hand, engine = judged.hand, judged.engine
    if judged.rules is None:
        return None
    if hand is None or engine is None:
        return Palette(None, tuple(judged.rules.copies[:FACES]))
    if phase_of(hand.events) in (Phase.OPENED, Phase.DEALT):
        return Palette(None, _undealt(hand, engine))
    if engine.phase is Play.BURYING and engine.taker is not None:
        return Palette(engine.taker, _possible(engine, engine.taker))
    if engine.phase in (Play.READY, Play.PLAYING):
        return _to_play(engine)
    most = [_possible(engine, seat) for seat in range(engine.seats)]
    return Palette(None, tuple(map(max, zip(*most, strict=True))))


def _undealt(hand: rec.Hand, engine: Engine) -> tuple[int, ...]:
    """Copies that stand in no hand yet and not in the kitty."""
    stated: list[Sequence[int]] = []
    for event in hand.events:
        if isinstance(event, rec.Deal | rec.Hands):
            stated.extend(line.cards for line in event.lines)
        elif isinstance(event, rec.Kitty):
            stated.append(event.cards)
    placed = counts(tuple(chain(*stated)))
    copies = engine.holdings.copies
    return tuple(max(0, copies[face] - placed[face]) for face in range(FACES))


def _possible(engine: Engine, seat: rec.Seat) -> tuple[int, ...]:
    return tuple(engine.holdings.possible(seat)[:FACES])


def _to_play(engine: Engine) -> Palette:
    seat = leader_of(engine) if engine.trick is None else engine.to_move
    if seat is None:
        return Palette(None, _unplayed(engine))
    left = _possible(engine, seat)
    if engine.order is None or engine.holdings.partial[seat] or engine.phase is Play.READY:
        return Palette(seat, left)
    legal = tuple(islice(engine.legal_plays(), LEGAL + 1))
    return Palette(seat, left, legal[:LEGAL], len(legal) <= LEGAL, _owed(engine, seat))


def _owed(engine: Engine, seat: rec.Seat) -> Cards:
    trick, order = engine.trick, engine.order
    if trick is None or trick.lead is None or order is None:
        return ()
    suit = trick.lead.suit
    return tuple(card for card in engine.holdings.cards(seat) if order.suit[card] == suit)


def _unplayed(engine: Engine) -> tuple[int, ...]:
    """Copies that were not played, where nobody knows who is to play."""
    played = [0] * CODES
    for trick in engine.done:
        for card in chain(*trick.plays):
            played[card] += 1
    copies = engine.holdings.copies
    return tuple(max(0, copies[face] - played[face]) for face in range(FACES))
