"""What every hand of a match came to, in a line each."""

from dataclasses import dataclass

from shengji.engine.presets import rules_from_text
from shengji.engine.scoring.match import Level, Settlement
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.replay.judge import Judge
from shengji.replay.matches import MatchReplay


@dataclass(frozen=True, slots=True)
class Summary:
    """One hand; None where a fact is not known."""

    number: int
    levels: tuple[rec.SideLevel, ...]
    """As the hand begins."""
    trump: int | None
    level: int | None
    """Rank of the level played."""
    declarer: int | None
    attackers: tuple[int, ...]
    points: int | None
    """The attackers' points with the kitty."""
    multiplier: int | None
    """Of the kitty's points; 0 where it was not won."""
    settlement: Settlement | None
    after: tuple[Level | None, ...]
    """The levels that the next hand begins with, by seat."""
    faults: int
    """Errors found in it."""


def summaries(record: rec.Record) -> tuple[Summary, ...]:
    """Every hand in order.

    :raises RuleError: the record names no rules that exist.
    """
    judge = Judge(lambda where: None)
    match = MatchReplay(rules_from_text(record.tag("Rules") or "")[1], judge)
    found = []
    for hand in record.hands:
        judge.open_hand(hand, match.rules.players)
        replay, outcome = match.play(hand)
        engine, count = replay.engine, outcome.count
        # Of a hand of which only the result is told, who was due to deal is the dealer.
        told = engine.declarer is None and outcome.settlement is not None and hand.dealer >= 0
        declarer = hand.dealer if told else engine.declarer
        faults = sum(each.severity is Severity.ERROR for each in judge.diagnostics)
        judge.diagnostics.clear()
        found.append(
            Summary(
                hand.number, hand.levels, engine.trump, engine.level, declarer,
                engine.attackers(), outcome.total, None if count is None else count.multiplier,
                outcome.settlement, outcome.after.levels, faults,
            )
        )  # fmt: skip
    return tuple(found)
