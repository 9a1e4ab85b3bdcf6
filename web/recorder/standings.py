"""The score so far: what every hand of a draft was played at, and what it came to."""

from collections.abc import Iterator
from dataclasses import dataclass

from shengji.notation import record as rec
from shengji.notation.tokens import write_seat
from shengji.replay.recording import Draft, Judged, judge
from shengji.replay.settling import HandOutcome
from shengji.web.recorder.sitting import sitting
from shengji.web.standing import gains_told, levels_told


@dataclass(frozen=True, slots=True)
class Standing:
    """A hand; empty where something is not known."""

    number: int
    levels: str
    """As it was played."""
    dealer: str
    points: str
    """Of the attackers."""
    gained: str
    """Which seats, and how many levels; `0` where nobody did."""


def standings(draft: Draft) -> tuple[Standing, ...]:
    """Every hand; nothing before the first of them is told of more than its beginning."""
    judged = judge(draft.text)
    rows = tuple(_standings(draft, judged))
    return rows if any(row.points for row in rows) or len(rows) > 1 else ()


def _standings(draft: Draft, judged: Judged) -> Iterator[Standing]:
    names = sitting(draft)
    for index, hand in enumerate(judged.record.hands if judged.record else ()):
        outcome = judged.outcomes.get(index)
        dealer = _dealer(hand)
        yield Standing(
            number=hand.number,
            levels=levels_told(hand.levels),
            dealer="" if dealer is None else names.get(write_seat(dealer), ""),
            points="" if outcome is None or outcome.total is None else str(outcome.total),
            gained=_gained(outcome),
        )


def _gained(outcome: HandOutcome | None) -> str:
    if outcome is None or outcome.settlement is None:
        return ""
    return gains_told(outcome.settlement.moved) or "0"


def _dealer(hand: rec.Hand) -> rec.Seat | None:
    """Who was the dealer of a hand, or before that is told, who is due to deal."""
    for event in hand.events:
        match event:
            case rec.Trump(declarer=seat) if seat >= 0:
                return seat
            case rec.Take(seat=seat):
                return seat
    return hand.dealer if hand.dealer >= 0 else None
