"""From what a hand of a record says of its cards to how the engine is set up.

Hands that the record leaves out are completed by proof (:mod:`shengji.engine.knowledge`), and what
was completed is told, so that nobody takes a proof for a statement.
"""

import functools
from dataclasses import dataclass
from itertools import chain

from shengji.engine.cards import DECK, FACES, UNKNOWN, Cards, counts
from shengji.engine.knowledge import Facts, complete, is_complete
from shengji.engine.rules import Rules
from shengji.notation import record as rec


@dataclass(frozen=True, slots=True)
class Cardset:
    """The cards of a hand as stated and as completed by proof."""

    hands: tuple[Cards, ...]
    kitty: Cards
    exchanges: tuple[tuple[int, Cards], ...]
    proved: tuple[Cards, ...]
    """What each seat is known to hold when play begins."""
    drawn: tuple[Cards, ...] | None
    first_drawer: int | None
    completed: tuple[int, ...]
    """Seats whose dealt hand was completed by proof."""
    completed_kitty: bool
    completed_bury: bool
    whole: bool = False
    """Every card of the decks stands in one place, and nothing had to be proved."""


def gather(hand: rec.Hand, rules: Rules) -> Cardset:
    """Collect and complete the cards of one hand."""
    stated = _Stated(hand, rules)
    if stated.is_whole():
        return Cardset(
            stated.dealt, stated.kitty, stated.exchanges, (), stated.drawn, stated.first_drawer,
            (), False, False, whole=True,
        )  # fmt: skip
    stated.read_play(hand)
    facts = Facts(
        rules.decks, rules.hand_size, stated.dealt, stated.kitty, stated.exchanges, stated.proved()
    )
    full = facts if stated.is_position else complete(facts)
    return Cardset(
        full.dealt,
        full.kitty,
        full.exchanges,
        full.played,
        stated.drawn,
        stated.first_drawer,
        _newly(facts.dealt, full.dealt),
        is_complete(full.kitty) and not is_complete(facts.kitty),
        any(is_complete(b[1]) and not is_complete(a[1])
            for a, b in zip(facts.exchanges, full.exchanges, strict=True)),
    )  # fmt: skip


@functools.cache
def _decks(number: int) -> list[int]:
    """Every card of some decks, sorted."""
    return sorted(DECK * number)


def _newly(before: tuple[Cards, ...], after: tuple[Cards, ...]) -> tuple[int, ...]:
    pairs = zip(before, after, strict=True)
    return tuple(
        seat for seat, (old, new) in enumerate(pairs) if is_complete(new) and not is_complete(old)
    )


class _Stated:
    """One walk over a hand's statements for everything that tells where cards are."""

    def __init__(self, hand: rec.Hand, rules: Rules) -> None:
        self.rules = rules
        size = rules.hand_size
        self.dealt: tuple[Cards, ...] = ((UNKNOWN,) * size,) * rules.players
        self.kitty: Cards = (UNKNOWN,) * rules.kitty
        self.drawn: tuple[Cards, ...] | None = None
        self.first_drawer: int | None = None
        self.is_position = any(isinstance(event, rec.Start) for event in hand.events)
        self.exchanges: tuple[tuple[int, Cards], ...] = ()
        self.played: list[list[int]] = [[0] * FACES for _ in range(rules.players)]
        self.attempted: list[tuple[int, Cards, list[int]]] = []
        for event in hand.events:
            if type(event) is rec.Trick:
                break
            self._read(event)
        if self.is_position:
            self._as_position(hand)

    def is_whole(self) -> bool:
        """Nothing is unknown: the stated places hold the decks, each card once."""
        if self.is_position or not all(is_complete(buried) for _, buried in self.exchanges):
            return False
        size = self.rules.hand_size
        if len(self.kitty) != self.rules.kitty or any(len(hand) != size for hand in self.dealt):
            return False
        return sorted(chain(self.kitty, *self.dealt)) == _decks(self.rules.decks)

    def read_play(self, hand: rec.Hand) -> None:
        """What the seats play tells what they held."""
        for event in hand.events:
            if isinstance(event, rec.Trick):
                self._trick(event)

    def _read(self, event: rec.Statement) -> None:
        match event:
            case rec.Deal():
                self._lines(event.lines)
                self.drawn = self._in_order(event.lines)
                self.first_drawer = None if event.first == rec.UNKNOWN_SEAT else event.first
            case rec.Hands():
                self._lines(event.lines)
            case rec.Kitty():
                self.kitty = event.cards
            case rec.Take():
                self._take(event.seat)
            case rec.Bury():
                self._bury(event)
            case _:
                pass

    def _lines(self, lines: tuple[rec.SeatCards, ...]) -> None:
        hands = list(self.dealt)
        for line in lines:
            if line.seat < len(hands):
                hands[line.seat] = tuple(sorted(line.cards))
        self.dealt = tuple(hands)

    def _in_order(self, lines: tuple[rec.SeatCards, ...]) -> tuple[Cards, ...]:
        drawn = [(UNKNOWN,) * self.rules.hand_size] * self.rules.players
        for line in lines:
            if line.seat < len(drawn):
                drawn[line.seat] = line.cards
        return tuple(drawn)

    def _take(self, seat: int) -> None:
        self.exchanges += ((seat, (UNKNOWN,) * self.rules.kitty),)

    def _bury(self, event: rec.Bury) -> None:
        if not self.exchanges or self.exchanges[-1][0] != event.seat:
            self._take(event.seat)
        self.exchanges = (*self.exchanges[:-1], (event.seat, event.cards))

    def _trick(self, trick: rec.Trick) -> None:
        players = self.rules.players
        for step, play in enumerate(trick.plays):
            seat = (trick.leader + step) % players
            cards = play.cards if play.forced is None else play.forced
            tally = self.played[seat]
            for card in cards:
                if card < FACES:
                    tally[card] += 1
            if play.forced is not None:
                self._attempt(seat, play.cards, play.forced)

    def _attempt(self, seat: int, cards: Cards, forced: Cards) -> None:
        """A failed throw was held whole: what went back adds to what was played until then."""
        before = list(self.played[seat])
        for card in forced:
            if card < FACES:
                before[card] -= 1
        self.attempted.append((seat, cards, before))

    def proved(self) -> tuple[Cards, ...]:
        """Known cards of each seat at the start of play: all it plays, and all it showed."""
        held = [list(tally) for tally in self.played]
        for seat, cards, before in self.attempted:
            for face, number in enumerate(counts(cards)[:FACES]):
                held[seat][face] = max(held[seat][face], before[face] + number)
        return tuple(
            tuple(face for face in range(FACES) for _ in range(tally[face])) for tally in held
        )

    def _as_position(self, hand: rec.Hand) -> None:
        """In a problem position the hands are what is left; a seat without a line holds as many."""
        lines = next((e.lines for e in hand.events if isinstance(e, rec.Hands)), ())
        given = {line.seat: line.cards for line in lines}
        size = max((len(cards) for cards in given.values()), default=0)
        self.dealt = tuple(given.get(seat, (UNKNOWN,) * size) for seat in range(self.rules.players))
