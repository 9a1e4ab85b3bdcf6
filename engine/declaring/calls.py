"""What a showing of cards says: a trump suit or no-trump, and how strongly.

A *call* is a suit or a joker, and how many. Which cards make which call hangs on the level and on a
few options; which call beats which, on one more.
"""

import functools
from collections.abc import Mapping
from typing import Final, NamedTuple

from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, NO_TRUMP, Cards, face_of
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules

_LITTLE: Final = 4
_BIG: Final = 5
_SUIT_STRENGTH: Final = (3, 2, 0, 1)
"""By suit S H D C, where suits rank among showings: diamonds, clubs, hearts, spades."""
_COLOUR_JOKER: Final = (LITTLE_JOKER, BIG_JOKER, BIG_JOKER, LITTLE_JOKER)
"""By suit S H D C: the joker of its colour (001:29)."""


class Call(NamedTuple):
    """What a showing says: trump suit 0 to 3, or little (4) or big jokers (5), and how many."""

    kind: int
    copies: int
    """Level cards or jokers shown; a joker that only goes with level cards does not count."""

    @property
    def jokers(self) -> bool:
        return self.kind >= _LITTLE

    @property
    def trump(self) -> int:
        return NO_TRUMP if self.jokers else self.kind


@functools.cache
def calls_at(
    level: int | None, decks: int, declare_cards: str, joker_declare: str
) -> Mapping[Cards, Call]:
    """Every call at a level, or at any where it is not known, by its cards; weaker ones first."""
    calls: dict[Cards, Call] = {}
    joined = declare_cards == "level_joker"
    ranks = range(13) if level is None else () if level == NO_TRUMP_LEVEL else (level,)
    for suit in range(4):
        for rank in ranks:
            for copies in range(1, decks + 1):
                shown = (face_of(suit, rank),) * copies
                calls[(*shown, _COLOUR_JOKER[suit]) if joined else shown] = Call(suit, copies)
    for joker in (_LITTLE, _BIG):
        least = _fewest_jokers(joker_declare, decks, joker, level)
        for copies in range(least, decks + 1 if least else 0):
            calls[(joker - _LITTLE + LITTLE_JOKER,) * copies] = Call(joker, copies)
    return dict(sorted(calls.items(), key=lambda item: (item[1].copies, _weight(item[1]))))


def _fewest_jokers(joker_declare: str, decks: int, joker: int, level: int | None) -> int:
    """How many jokers of one kind name no-trump; 0 where none do."""
    if joker_declare == "off":
        return 0
    if joker_declare == "two":
        # Who stands at the no-trump level, as far as is known, has no level card to show.
        return 1 if level in (NO_TRUMP_LEVEL, None) else 2
    less = joker_declare == "decks_big_less_one" and joker == _BIG
    return max(1, decks - less)


def beats(rules: Rules, call: Call, stands: Call) -> bool:
    """Does a call of another seat beat the one that stands?"""
    if rules.overturn_single == "higher_suit" and is_pair_over_single(call, stands):
        return _weight(call) > _weight(stands)
    if call.copies != stands.copies:
        return call.copies > stands.copies
    if rules.overturn_order == "length":
        return False
    if call.jokers or stands.jokers:
        return call.kind > max(stands.kind, _LITTLE - 1)
    ranked = rules.overturn_order == "length_joker_suit" and call.copies > 1
    return ranked and _weight(call) > _weight(stands)


def is_pair_over_single(call: Call, stands: Call) -> bool:
    """Several level cards against one, of which a table may ask that they be of a higher suit."""
    return call.copies > stands.copies == 1 and not call.jokers and not stands.jokers


def _weight(call: Call) -> int:
    return call.kind if call.jokers else _SUIT_STRENGTH[call.kind]


def reinforces_when_equal(rules: Rules, call: Call, stands: Call, earlier: Call) -> bool:
    """An overturned seat adds copies to its own card and draws level; never against jokers."""
    return (
        rules.reinforce_when_equal
        and call.kind == earlier.kind
        and call.copies == stands.copies > earlier.copies
        and not stands.jokers
    )
