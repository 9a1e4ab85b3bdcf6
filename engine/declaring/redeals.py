"""May a hand be dealt again: since nobody declared, or since an attacker's hand is poor (暴动)."""

from collections.abc import Sequence
from typing import Final

from shengji.engine.cards import FACES, POINTS
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.rules import NO_TRUMP_LEVEL
from shengji.engine.scoring.match import side_of

_MOST_POINTS: Final = max(POINTS)
"""The most that an unknown card can be worth."""


def verify_undeclared(bidding: Bidding) -> Verdict:
    """The rules deal again where nobody declares, or nobody matches the card turned."""
    option = bidding.nobody_option()
    if bidding.showings:
        return Fault(Rule.REDEAL_REASON, other=bidding.showings[-1].seat, option=option)
    if bidding.level_settles():
        return Fault(Rule.REDEAL_REASON, option="level_ladder")
    if bidding.outcome().redeal:
        return None
    no_trump = bidding.nobody() == "no_trump" or bidding.level_played() == NO_TRUMP_LEVEL
    if bidding.first and no_trump:
        # Nobody is there to lead: such a hand cannot be played.
        return None
    rules, open_first = bidding.rules, bidding.due is None and not bidding.first
    turns = bidding.nobody().startswith("kitty") and not bidding.flipped
    unmatched = bidding.match is not None and bidding.match.dealer is None
    if open_first or unmatched or (rules.match_dealer and turns):
        # Whether anybody is due to deal, or who could match a card, is not known.
        return Unproved(Rule.REDEAL_REASON)
    return Fault(Rule.REDEAL_REASON, option=option)


def verify_mutiny(
    bidding: Bidding, held: Sequence[Sequence[int]], seat: int | None, *, taken: bool
) -> Verdict:
    """An attacker whose hand is worth too few points may throw it in before the kitty is taken.

    `held` are the counts of each seat's cards; `seat` is None where the record does not say whose
    hand it was (001:37).
    """
    limit, dealer = bidding.rules.mutiny_points, bidding.declarer()
    if limit == 0:
        return Unproved(Rule.REDEAL_REASON, seat)
    if taken:
        return Fault(Rule.REDEAL_REASON, seat, option="mutiny_points")
    if dealer is None:
        return Unproved(Rule.REDEAL_REASON, seat)
    if bidding.rules.partnership == "friends" and seat != dealer:
        # Who attacks is not known yet.
        return Unproved(Rule.REDEAL_REASON, seat)
    attackers = side_of(bidding.rules, dealer + 1)
    if seat is not None and seat not in attackers:
        return Fault(Rule.REDEAL_REASON, seat, other=dealer, option="mutiny_points")
    asking = attackers if seat is None else (seat,)
    worth = [_worth(held[each]) for each in asking]
    if any(most < limit for _, most in worth):
        return None
    least = min(least for least, _ in worth)
    if least < limit:
        return Unproved(Rule.REDEAL_REASON, seat)
    return Fault(Rule.REDEAL_REASON, seat, expected=limit, found=least, option="mutiny_points")


def _worth(held: Sequence[int]) -> tuple[int, int]:
    """The least and the most card points that a hand can have."""
    least = sum(POINTS[card] * held[card] for card in range(FACES))
    return least, least + _MOST_POINTS * sum(held[FACES:])
