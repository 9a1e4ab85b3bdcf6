"""What may be laid away in the kitty, and who may look at it there."""

from typing import Final

from shengji.engine.cards import FACES, POINTS, Cards, points
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.rules import Rules

_MOST_POINTS: Final = max(POINTS)
"""The most that an unknown card can be worth."""


def verify_points(rules: Rules, seat: int, held: Cards, buried: Cards) -> Verdict:
    """Were more points than the limit buried, though the seat could have kept it (压分限制)?

    `held` are the seat's cards before it buries; both may hold unknown cards.
    """
    limit = rules.kitty_points_limit
    if limit is None:
        return None
    known = tuple(card for card in buried if card < FACES)
    found, hidden = points(known), len(buried) - len(known)
    if found <= limit:
        exceeds = found + _MOST_POINTS * hidden > limit
        return Unproved(Rule.BURY_POINTS, seat) if exceeds else None
    worth = sorted(POINTS[card] for card in held if card < FACES)
    if sum(worth[: len(buried)]) <= limit and len(worth) >= len(buried):
        return Fault(
            Rule.BURY_POINTS,
            seat,
            known,
            expected=limit,
            found=found,
            option="kitty_points_limit",
        )
    return None if len(worth) == len(held) else Unproved(Rule.BURY_POINTS, seat)


def kitty_seers(rules: Rules, declarer: int | None, burier: int | None) -> tuple[int, ...]:
    """The seats that may look at the buried cards during play (底牌可见, 000:109).

    Who buried them last knows them whatever the rules say.
    """
    if rules.kitty_visible == "all":
        return tuple(range(rules.players))
    seers = {burier, declarer} if rules.kitty_visible == "dealer" else {burier}
    return tuple(sorted(seat for seat in seers if seat is not None))
