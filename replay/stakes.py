"""What a hand of a record is played for, where it states a base stake in its tag `Stake`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from shengji.engine.rules import Rules
from shengji.engine.scoring import stakes
from shengji.notation import record as rec
from shengji.notation.tokens import STAKE, read_stake


@dataclass(frozen=True, slots=True)
class StakeLine:
    """The stake of a hand, computed."""

    base: int
    overturns: int
    due: int
    """What is played for after the overturns."""
    throws: tuple[tuple[int, Fraction], ...]
    """What each failed throw cost, by the seat that made it, in the order of play."""


def stake_of(
    record: rec.Record, hand: rec.Hand, rules: Rules, showings: Sequence[stakes.Shown]
) -> StakeLine | None:
    """The stake of a hand after these showings; None where no whole number is stated as its base.

    A tag of the hand comes before that of the match.
    """
    tags = {tag.name: tag.value for tag in (*record.tags, *hand.tags)}
    base = read_stake(tags.get(STAKE, ""))
    if base is None:
        return None
    turned = any(isinstance(event, rec.Flip) for event in hand.events)
    overturned = stakes.overturns(showings, turned=turned)
    cost = stakes.throw_cost(rules, base)
    throws = tuple((seat, cost) for seat in _failed_throws(hand)) if cost else ()
    return StakeLine(base, overturned, stakes.stake(rules, base, overturned), throws)


def _failed_throws(hand: rec.Hand) -> list[int]:
    """The seats that threw in vain, in the order of play; the leader is who throws."""
    return [
        event.leader
        for event in hand.events
        if isinstance(event, rec.Trick) and event.plays and event.plays[0].forced is not None
    ]
