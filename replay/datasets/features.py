"""The state before each play as the seat to move sees it: for programs that learn to play.

Positions go through the seat's view, and what is worked out of them through an onlooker who has no
other; what may be played is asked of the seat's own cards. So nothing hidden can be in a row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from shengji.engine.cards import FACES, Cards
from shengji.engine.play.follow import Duty, duty, legal_follows, legal_leads
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.replay.datasets.rows import State
from shengji.replay.datasets.shapes import lead_text, owed_text
from shengji.replay.knowing import Known, Onlooker
from shengji.replay.listening import Where
from shengji.replay.replayer import HandReplay
from shengji.replay.steps import Position, Recorder
from shengji.replay.views import view

LEGAL: Final = 64
"""Where there are more legal plays than these, what is owed stands alone."""
_FROM: Final = (rec.Start,)
"""Statements with which a record begins in the middle of a hand."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the seat to move may play, as far as that follows from its own cards."""

    legal: tuple[Cards, ...] | None = None
    """Leads that may be throws which fail. None where there are too many, or it is not known."""
    owed: Duty | None = None


def ask(replay: HandReplay) -> Asked:
    """Asks the rules, and not the hands that the engine knows besides."""
    engine = replay.engine
    seat, order = engine.to_move, engine.order
    if seat is None or order is None or engine.holdings.partial[seat]:
        return Asked()
    held = engine.holdings.held[seat]
    if engine.trick is None:
        return Asked(_few(legal_leads(order, held)))
    lead = engine.trick.lead
    if lead is None:
        return Asked()
    return Asked(_few(legal_follows(order, lead, held)), duty(order, lead, held))


def _few(plays: Iterator[Cards]) -> tuple[Cards, ...] | None:
    found = tuple(islice(plays, LEGAL + 1))
    return found if len(found) <= LEGAL else None


class StateRecorder(Recorder):
    """Keeps the positions of a hand, and what each seat knew before each of its plays."""

    def __init__(self, game_id: str, preset: str, *, wanted: bool) -> None:
        super().__init__()
        self.game_id = game_id
        self.preset = preset
        self.wanted = wanted
        self.states: list[State] = []
        self.onlookers: list[Onlooker] = []
        self.known: list[Known] = []
        self.asked: Asked | None = None

    def start(self, hand: rec.Hand, rules: Rules) -> None:
        """From here on what happens belongs to this hand."""
        self.begin(hand, rules)
        self.states, self.asked, self.known = [], None, []
        whole = not any(isinstance(event, _FROM) for event in hand.events)
        seats = range(rules.players if self.wanted else 0)
        self.onlookers = [Onlooker(rules, seat, from_the_start=whole) for seat in seats]

    def after(self, where: Where, replay: HandReplay) -> None:
        before = self.found[-1] if self.found else None
        super().after(where, replay)
        if not self.wanted:
            return
        position = self.found[-1]
        if position.event == "play" and before is not None:
            self._keep(before, position)
        self.known = [each.watch(position) for each in self.onlookers]
        self.asked = ask(replay)

    def _keep(self, before: Position, after: Position) -> None:
        """A row, where the seat that played was the one to move and its cards are known."""
        card = after.table[-1]
        held = before.hands[card.seat]
        if before.to_move != card.seat or held is None or any(face >= FACES for face in held):
            return
        assert self.hand is not None and self.asked is not None and after.trick is not None
        seen = view(before, "seat", card.seat)
        known, asked, place = self.known[card.seat], self.asked, len(after.table)
        table = seen.table if place > 1 else ()
        lead = seen.lead if place > 1 else None
        self.states.append(
            State(
                game_id=self.game_id,
                hand=self.hand.number,
                trick=after.trick,
                place=place,
                seat=card.seat,
                preset=self.preset,
                level=seen.level,
                trump=seen.trump,
                declarer=seen.declarer,
                side=seen.side(card.seat) or None,
                leader=after.table[0].seat,
                held=held,
                kitty=seen.kitty,
                table=tuple(each.cards for each in table),
                winning=seen.winning if place > 1 else None,
                lead_suit=None if lead is None else lead.suit,
                lead_shape=None if lead is None else lead_text(lead),
                sizes=seen.sizes,
                captured=seen.captured,
                attackers_points=seen.attackers_points,
                fines=seen.fines,
                voids=tuple(tuple(sorted(suits)) for suits in known.voids),
                shown=known.held,
                out=known.out,
                legal=asked.legal,
                owed_suit=None if asked.owed is None else asked.owed.suit,
                owed_number=None if asked.owed is None else asked.owed.number,
                owed_shape=None if asked.owed is None else owed_text(asked.owed),
                played=card.cards if card.attempted is None else card.attempted,
            )
        )
