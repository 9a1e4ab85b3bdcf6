"""From what a hand of a record says of its cards to how the engine is set up.

Hands that the record leaves out are completed by proof (:mod:`shengji.engine.knowledge`), and what
was completed is told, so that nobody takes a proof for a statement.
"""

from dataclasses import dataclass
from itertools import chain

from shengji.engine.cards import FACES, UNKNOWN, Cards, cards_from, counts
from shengji.engine.knowledge import Facts, complete, is_complete
from shengji.engine.pack import Copies, whole
from shengji.engine.rules import Rules
from shengji.notation import record as rec


@dataclass(frozen=True, slots=True)
class Cardset:
    """The cards of a hand as stated and as completed by proof."""

    hands: tuple[Cards, ...]
    """The dealt hands, as sets: in any order."""
    kitty: Cards
    buried: tuple[Cards, ...]
    """The cards of each `bury`."""
    drawn: tuple[Cards, ...] | None
    first_drawer: int | None
    proved: tuple[Cards, ...] = ()
    """What each seat is known to hold when play begins, where any cards were left out."""
    completed: tuple[int, ...] = ()
    """Seats whose dealt hand was completed by proof."""
    completed_kitty: bool = False
    completed_bury: bool = False
    whole: bool = False
    """Every card of the decks stands in one place, and nothing had to be proved."""


def gather(hand: rec.Hand, rules: Rules, copies: Copies) -> Cardset:
    """Collect and complete the cards of one hand; `copies` are those that are dealt."""
    stated = _Stated(hand, rules)
    if stated.is_whole(copies):
        buried = tuple(cards for _, cards in stated.exchanges)
        return Cardset(
            stated.dealt, stated.kitty, buried, stated.drawn, stated.first_drawer, whole=True
        )
    facts = Facts(
        copies,
        rules.hand_size,
        stated.dealt,
        stated.kitty,
        tuple(stated.exchanges),
        _held(hand, rules.players),
    )
    full = facts if stated.is_position else complete(facts)
    return Cardset(
        full.dealt,
        full.kitty,
        tuple(full.exchanges[number][1] for number in stated.bury_of),
        stated.drawn,
        stated.first_drawer,
        full.played,
        tuple(seat for seat, cards in enumerate(full.dealt) if _newly(facts.dealt[seat], cards)),
        _newly(facts.kitty, full.kitty),
        any(_newly(old[1], new[1])
            for old, new in zip(facts.exchanges, full.exchanges, strict=True)),
    )  # fmt: skip


def _newly(before: Cards, after: Cards) -> bool:
    return is_complete(after) and not is_complete(before)


class _Stated:
    """One walk over a hand's statements but for its tricks."""

    def __init__(self, hand: rec.Hand, rules: Rules) -> None:
        self.rules = rules
        self.dealt: tuple[Cards, ...] = ((UNKNOWN,) * rules.hand_size,) * rules.players
        self.kitty: Cards = (UNKNOWN,) * rules.kitty
        self.drawn: tuple[Cards, ...] | None = None
        self.first_drawer: int | None = None
        self.is_position = False
        self.exchanges: list[tuple[int, Cards]] = []
        self.bury_of: list[int] = []
        """For each `bury`, the number of its exchange."""
        for event in hand.events:
            if type(event) is not rec.Trick:
                self._read(event)
        if self.is_position:
            self._as_position(hand)

    def is_whole(self, copies: Copies) -> bool:
        """Nothing is unknown: the stated places hold all that is dealt, each card once."""
        if self.is_position or not all(is_complete(buried) for _, buried in self.exchanges):
            return False
        size = self.rules.hand_size
        if len(self.kitty) != self.rules.kitty or any(len(hand) != size for hand in self.dealt):
            return False
        return tuple(sorted(chain(self.kitty, *self.dealt))) == whole(copies)

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
            case rec.Start():
                self.is_position = True
            case _:
                pass

    def _lines(self, lines: tuple[rec.SeatCards, ...]) -> None:
        hands = list(self.dealt)
        for line in lines:
            if line.seat < len(hands):
                hands[line.seat] = line.cards
        self.dealt = tuple(hands)

    def _in_order(self, lines: tuple[rec.SeatCards, ...]) -> tuple[Cards, ...]:
        drawn = [(UNKNOWN,) * self.rules.hand_size] * self.rules.players
        for line in lines:
            if line.seat < len(drawn):
                drawn[line.seat] = line.cards
        return tuple(drawn)

    def _take(self, seat: int) -> None:
        self.exchanges.append((seat, (UNKNOWN,) * self.rules.kitty))

    def _bury(self, event: rec.Bury) -> None:
        """It belongs to the last `take`, unless that has its `bury` already or is another's."""
        last = len(self.exchanges) - 1
        if last < 0 or last in self.bury_of or self.exchanges[last][0] != event.seat:
            self._take(event.seat)
        self.exchanges[-1] = (event.seat, event.cards)
        self.bury_of.append(len(self.exchanges) - 1)

    def _as_position(self, hand: rec.Hand) -> None:
        """In a problem position the hands are what is left; a seat without a line holds as many."""
        given = {line.seat: line.cards for line in position_lines(hand)}
        size = max(map(len, given.values())) if given else _unstated_size(hand, self.rules)
        self.dealt = tuple(given.get(seat, (UNKNOWN,) * size) for seat in range(self.rules.players))


def position_lines(hand: rec.Hand) -> tuple[rec.SeatCards, ...]:
    """What a problem position states of the hands that are left."""
    return next((event.lines for event in hand.events if isinstance(event, rec.Hands)), ())


def _unstated_size(hand: rec.Hand, rules: Rules) -> int:
    """How many cards a seat holds in a problem position that states no hand at all.

    What the seats lay down, where the hand is played to its end; else as many as can be left, since
    nobody knows how many more there are.
    """
    shown, played, left = [0] * rules.players, [0] * rules.players, 0
    stopped = not hand.ended
    for event in hand.events:
        if isinstance(event, rec.Trick):
            for step, play in enumerate(event.plays):
                seat = (event.leader + step) % rules.players
                shown[seat] = max(shown[seat], played[seat] + len(play.cards))
                played[seat] += len(play.played)
        elif isinstance(event, rec.Start):
            left = rules.hand_size - event.trick + 1
        stopped = stopped or isinstance(event, rec.ENDINGS)
        stopped = stopped or (isinstance(event, rec.Ruling) and bool(event.lost))
    return max(*shown, left if stopped else 0)


def _held(hand: rec.Hand, players: int) -> tuple[Cards, ...]:
    """Known cards of each seat at the start of play: all it plays, and all it showed in a throw."""
    played = [[0] * FACES for _ in range(players)]
    held = [[0] * FACES for _ in range(players)]
    for event in hand.events:
        if isinstance(event, rec.Trick):
            for step, play in enumerate(event.plays):
                seat = (event.leader + step) % players
                if play.forced is not None:
                    _raise(held[seat], played[seat], play.cards)
                _add(played[seat], play.played)
    for seat, tally in enumerate(played):
        _raise(held[seat], tally, ())
    return tuple(map(cards_from, held))


def _add(tally: list[int], cards: Cards) -> None:
    for card in cards:
        if card < FACES:
            tally[card] += 1


def _raise(held: list[int], played: list[int], cards: Cards) -> None:
    """Who shows cards held them besides what he had played."""
    for face, number in enumerate(counts(cards)[:FACES]):
        held[face] = max(held[face], played[face] + number)
