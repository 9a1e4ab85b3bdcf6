"""What the seat to move may play at a position of a record."""

from dataclasses import dataclass
from itertools import islice

from shengji.engine.play.follow import Duty
from shengji.engine.presets import rules_from_text
from shengji.notation import record as rec
from shengji.notation.address import canonical_address
from shengji.replay.listening import Where
from shengji.replay.matches import MatchReplay
from shengji.replay.replayer import HandReplay
from shengji.replay.steps import NoSuchPosition, Recorder


@dataclass(frozen=True, slots=True)
class Owed:
    """What a hand owes to the lead on the table."""

    suit: rec.Row
    number: int
    """How many cards of that suit; 0 where anything may be played."""
    shape: tuple[tuple[int, ...], ...]
    """The sets and runs that must be among them; empty where any cards of the suit do."""
    example: rec.Cards
    """Of these sets and runs; all cards of the suit where it runs out."""


@dataclass(frozen=True, slots=True)
class Playable:
    """The plays that no rule forbids at a position."""

    address: rec.AddressWord
    seat: rec.Seat | None
    """Who is to move; None where nobody is."""
    owed: Owed | None
    """None for a lead, and where the hand is not known."""
    plays: tuple[rec.Cards, ...]
    """None where the hand is not known."""
    more: bool
    """There are more than these."""


def playable(record: rec.Record, address: rec.Address, limit: int) -> Playable:
    """Up to `limit` legal plays at a position of the main line.

    :raises NoSuchPosition: there is none of that address.
    :raises RuleError: the record names no rules that exist.
    """
    rules = rules_from_text(record.tag("Rules") or "")[1]
    wanted = canonical_address(address, rules.players)
    asker = _Asker(wanted, limit)
    match = MatchReplay(rules, asker)
    for hand in record.hands:
        asker.watches = hand.number == wanted.hand
        asker.begin(hand, match.rules)
        match.play(hand)
    if asker.answer is None:
        raise NoSuchPosition(address)
    return asker.answer


class _Asker(Recorder):
    """Asks the engine at one position."""

    def __init__(self, address: rec.Address, limit: int) -> None:
        super().__init__()
        self.address = address
        self.limit = limit
        self.answer: Playable | None = None

    def after(self, where: Where, replay: HandReplay) -> None:
        super().after(where, replay)
        if self.found[-1].address != self.address:
            return
        engine = replay.engine
        seat = engine.to_move
        plays = tuple(islice(engine.legal_plays(), self.limit + 1))
        self.answer = Playable(
            self.address,
            seat,
            None if seat is None else _owed(engine.owes(seat)),
            plays[: self.limit],
            len(plays) > self.limit,
        )


def _owed(duty: Duty | None) -> Owed | None:
    return None if duty is None else Owed(duty.suit, duty.number, duty.shape, duty.cards)
