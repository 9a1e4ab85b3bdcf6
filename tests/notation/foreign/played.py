"""For the writers of foreign logs in these tests: what a record comes to, trick by trick.

The writers are ours, made for tests alone: no program wrote these files. They follow the formats as
their programs' sources have them.
"""

from dataclasses import dataclass, field

from shengji.engine.presets import rules_from_text
from shengji.notation import record as rec
from shengji.replay.generate import random_match
from shengji.replay.listening import Silent, Where
from shengji.replay.matches import replay_record
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome


@dataclass
class Played:
    """A hand and what replaying it gave."""

    hand: rec.Hand
    replay: HandReplay
    outcome: HandOutcome
    totals: list[int]
    """The attackers' points after each trick, fines counted and the kitty not."""

    @property
    def tricks(self) -> list[rec.Trick]:
        return [event for event in self.hand.events if isinstance(event, rec.Trick)]

    def only(self, kind: type[rec.Statement]) -> list[rec.Statement]:
        return [event for event in self.hand.events if isinstance(event, kind)]

    @property
    def trump(self) -> rec.Trump:
        (trump,) = self.only(rec.Trump)
        assert isinstance(trump, rec.Trump)
        return trump

    @property
    def buried(self) -> tuple[int, ...]:
        (bury,) = self.only(rec.Bury)
        assert isinstance(bury, rec.Bury)
        return bury.cards

    @property
    def result(self) -> rec.Result:
        (result,) = self.only(rec.Result)
        assert isinstance(result, rec.Result)
        return result


@dataclass
class _Totals(Silent):
    """Notes the attackers' points after each trick of each hand."""

    watches = True
    kept: dict[int, list[int]] = field(default_factory=dict)

    def after(self, where: Where, replay: HandReplay) -> None:
        engine, kept = replay.engine, self.kept.setdefault(where.hand, [])
        total = engine.attackers_points()
        if len(engine.done) > len(kept) and engine.trick is None and total is not None:
            kept.append(total)


def played(record: rec.Record) -> list[Played]:
    """Every hand of a record whose cards are all known."""
    _, rules = rules_from_text(record.tag("Rules") or "")
    totals = _Totals()
    replayed = list(replay_record(record, rules, totals))
    return [
        Played(hand, replay, outcome, totals.kept.get(number, []))
        for number, (hand, (replay, outcome)) in enumerate(zip(record.hands, replayed, strict=True))
    ]


def matches(rules: str, hands: int, seeds: range) -> list[rec.Record]:
    """Random matches, without the hands in which nobody declared."""
    found = [random_match(rules, hands, seed) for seed in seeds]
    return [
        record
        for record in found
        if not any(isinstance(event, rec.Redeal) for hand in record.hands for event in hand.events)
    ]
