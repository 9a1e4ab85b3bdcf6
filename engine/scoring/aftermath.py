"""What befell a hand besides its score, read off the hand: see :mod:`.specials`."""

from collections.abc import Collection

from shengji.engine.cards import UNKNOWN, Cards
from shengji.engine.hand import Hand
from shengji.engine.rules import NO_TRUMP_LEVEL
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.specials import (
    LastTrick,
    Special,
    asks_for_level_card,
    falls_to,
    lacks_level_card,
    may_fall,
    silence_costs,
    stepped_down,
    won_piles,
)


def nobody_declared(hand: Hand) -> bool | None:
    """Did nobody declare though a dealer was due? None: the hand does not tell."""
    due = hand.setup.due
    if hand.setup.first or hand.bidding.declared:
        return False
    if due is not None and hand.setup.levels[due] == NO_TRUMP_LEVEL:
        return False
    return True if hand.bidding.flipped else None


def special_of(
    hand: Hand, rank: int, result: Outcome, last: LastTrick, *, nobody: bool | None
) -> Special | None:
    """What befell a hand played at this level; None where it hangs on what is not known.

    `nobody`: nobody declared; None where that is not known. It matters where silence costs a level.
    """
    rules = hand.rules
    silent = silence_costs(rules)
    lacks = _lacks(hand, rank) if asks_for_level_card(rules, rank) else False
    if (silent and nobody is None) or lacks is None:
        return None
    special = Special(None, silent and nobody is True, lacks)
    if not may_fall(rules, rank) or last.won is False:
        return special
    if last.won is None or last.cards is None or hand.trump is None:
        return None
    held = False if lacks else result.dealer_side_wins
    fall = falls_to(rules, rank, hand.trump, last.cards, held=held)
    return Special(fall, special.nobody_declared, lacks)


def won_as(hand: Hand, rank: int | None, result: Outcome) -> Outcome | None:
    """The outcome, once it is asked whether the dealer's side had a card of the hand's level.

    None where that, or the level, is not known and would decide who won.
    """
    if result.dealer_side_wins is False or hand.rules.no_level_card == "off":
        return result
    if rank is None:
        return None
    if not asks_for_level_card(hand.rules, rank):
        return result
    lacks = _lacks(hand, rank)
    if lacks is None:
        return None
    return stepped_down(result) if lacks else result


def _lacks(hand: Hand, rank: int) -> bool | None:
    side = hand.side()
    return None if side is None else lacks_level_card(rank, _piles(hand, side))


def _piles(hand: Hand, seats: Collection[int]) -> list[Cards]:
    """The cards that count for the side: dealt to it, or in the tricks that it won.

    Where only a part of the hand is told, an unknown card stands for the rest.
    """
    size = hand.rules.hand_size
    if hand.rules.no_level_card == "dealt":
        dealt = [hand.setup.hands[seat] for seat in seats]
        return dealt if all(len(cards) == size for cards in dealt) else [*dealt, (UNKNOWN,)]
    won = won_piles([(trick.winner, trick.plays) for trick in hand.done], seats)
    played = sum(len(cards) for trick in hand.done for cards in trick.plays)
    return won if played == size * hand.rules.players else [*won, (UNKNOWN,)]
