"""What the rules prescribe where somebody broke them: 有牌不跟, 多牌少牌, 误检举, 出错牌."""

from dataclasses import dataclass
from typing import Final

from shengji.engine.rules import Rules
from shengji.engine.scoring.leveltables import Outcome

FALSE_CLAIM: Final = "false-"
"""Before the name of an offence: somebody was accused of it who had not committed it."""
WRONG_CARDS: Final = frozenset(("exposed", "turn", "bury"))
"""Wrong cards, cards out of turn, a wrong burial: 出错牌、抢出牌、埋错底牌 (002:97)."""
_FINE: Final = 10


@dataclass(frozen=True, slots=True)
class Prescribed:
    """What an offence costs those who committed it."""

    loses_hand: bool = False
    points: int = 0
    """To the other side."""
    smallest_card: bool = False
    """In place of the wrong card the smallest is played."""
    drawn: bool = False
    """Cards are drawn from hand to hand until every number is right."""


_HAND: Final = Prescribed(loses_hand=True)
_WRONG_CARD: Final = Prescribed(points=_FINE, smallest_card=True)


def prescribed(rules: Rules, offence: str) -> Prescribed | None:
    """What the rules prescribe for an offence by its name; None where they say nothing of it.

    A false claim costs the accuser what was alleged (002:20). Where a wrong follow must be claimed
    at once (002:99), it costs as much as any other wrong card (002:97).
    """
    if offence.startswith(FALSE_CLAIM):
        alleged = offence.removeprefix(FALSE_CLAIM)
        return prescribed(rules, alleged) if rules.false_claim == "as_alleged" else None
    if offence == "revoke" and rules.revoke == "hand_lost":
        return _HAND
    if offence == "count" and rules.card_count != "unruled":
        return _HAND if rules.card_count == "hand_lost" else Prescribed(drawn=True)
    wrong_card = offence in WRONG_CARDS or (offence == "revoke" and rules.revoke == "at_once")
    return _WRONG_CARD if wrong_card and rules.exposed == "10" else None


def is_due(rules: Rules, offence: str) -> bool:
    """Does the offence cost something also where nobody claimed it at the time?"""
    claimed_only = offence == "revoke" and rules.revoke == "at_once"
    return not claimed_only and prescribed(rules, offence) is not None


def lost_by(*, dealer_side: bool) -> Outcome:
    """A hand that a ruling lost for one side: 倒庄 for the dealer's, else he gains (002:18-19).

    The texts do not say how much he gains; one level is the least that a hand won brings.
    """
    return Outcome(False, 0) if dealer_side else Outcome(True, 1)
