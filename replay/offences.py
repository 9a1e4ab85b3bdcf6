"""What a director ruled beside what the rules prescribe, and marks that nobody ruled on."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from shengji.engine.rules import Rules
from shengji.engine.scoring.irregularities import Prescribed, is_due, lost_by, prescribed
from shengji.engine.scoring.leveltables import Outcome
from shengji.notation import record as rec
from shengji.notation.tokens import MARKS, write_changes, write_seats


@dataclass(frozen=True, slots=True)
class Departure:
    """A ruling that is not the prescribed one: both as the fields of a `ruling` line."""

    written: str
    derived: str


def departure(rules: Rules, ruling: rec.Ruling, attackers: Collection[int]) -> Departure | None:
    """Where a ruling departs from what the rules prescribe for its offence.

    None where it does not, where they prescribe nothing, or while the sides are not known.
    """
    due = prescribed(rules, ruling.offence)
    if due is None or not attackers or not ruling.seats:
        return None
    side = _side(rules, ruling.seats[0], attackers)
    loses = bool(set(ruling.lost) & set(side))
    moved = points_to_attackers(ruling, attackers)
    owed = -due.points if side[0] in attackers else due.points
    if (loses, moved) == (due.loses_hand, owed) and not ruling.levels:
        return None
    return Departure(_written(ruling), _told(due, side))


def told(rules: Rules, offence: str, seat: int, attackers: Collection[int]) -> str:
    """What the rules prescribe for an offence of a seat; `?` while the sides are not known."""
    due = prescribed(rules, offence)
    if due is None or not attackers:
        return "?"
    return _told(due, _side(rules, seat, attackers))


def _told(due: Prescribed, seats: tuple[int, ...]) -> str:
    """The fields of a `ruling` line; `-` for none."""
    if due.loses_hand:
        return f"lost={write_seats(seats)}"
    if due.points:
        return f"points={write_changes([rec.SideChange(seats, -due.points)])}"
    return "-"


def points_to_attackers(ruling: rec.Ruling, attackers: Collection[int]) -> int:
    """The points that a ruling moves, once, also where the record tells it of both sides."""
    own = [each.change for each in ruling.points if each.seats[0] in attackers]
    return sum(own) if own else -sum(each.change for each in ruling.points)


def lost_outcome(
    rules: Rules, rulings: Sequence[rec.Ruling], attackers: Collection[int]
) -> Outcome | None:
    """How a hand ended that a ruling lost as the rules prescribe; None where they do not say."""
    for ruling in reversed(rulings):
        due = prescribed(rules, ruling.offence)
        if ruling.lost and due is not None and due.loses_hand and attackers:
            return lost_by(dealer_side=ruling.lost[0] not in attackers)
    return None


def unruled_marks(
    rules: Rules, events: Sequence[rec.Statement]
) -> Iterator[tuple[int, int, int, str]]:
    """Marked plays that the rules ask a ruling for, and none stands: statement, play, seat, mark.

    One ruling is enough for a hand that it loses; otherwise each offence of a seat needs its own.
    """
    rulings = [event for event in events if isinstance(event, rec.Ruling)]
    if any(ruling.lost for ruling in rulings):
        return
    ruled = [(seat, each.offence) for each in rulings for seat in each.seats]
    for index, play, seat, mark in _marks(rules, events):
        if (seat, mark) in ruled:
            ruled.remove((seat, mark))
        elif is_due(rules, mark):
            yield index, play, seat, mark


def _marks(rules: Rules, events: Sequence[rec.Statement]) -> Iterator[tuple[int, int, int, str]]:
    for index, event in enumerate(events):
        if isinstance(event, rec.Trick):
            for number, play in enumerate(event.plays):
                if play.mark is not None:
                    yield index, number, (event.leader + number) % rules.players, play.mark


def prescribes(rules: Rules) -> bool:
    """Do the rules prescribe anything for an offence that a mark can name?"""
    return any(prescribed(rules, mark) is not None for mark in MARKS)


def _side(rules: Rules, seat: int, attackers: Collection[int]) -> tuple[int, ...]:
    attacks = seat in attackers
    return tuple(each for each in range(rules.players) if (each in attackers) is attacks)


def _written(ruling: rec.Ruling) -> str:
    fields = [
        f"points={write_changes(ruling.points)}" if ruling.points else "",
        f"level={write_changes(ruling.levels)}" if ruling.levels else "",
        f"lost={write_seats(ruling.lost)}" if ruling.lost else "",
    ]
    return " ".join(filter(None, fields)) or "-"
