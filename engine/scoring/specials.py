"""What befalls a hand besides its score: by its last trick, by silence, by lacking level cards."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.engine.cards import FACES, RANKS, UNKNOWN, Cards
from shengji.engine.rules import LEVELS, Rules
from shengji.engine.scoring.leveltables import Outcome

_JACK: Final = LEVELS.index("J")
_QUEEN: Final = LEVELS.index("Q")
_ACE: Final = LEVELS.index("A")
_SIX: Final = LEVELS.index("6")
_EIGHT: Final = LEVELS.index("8")
_RANKED: Final = FACES - 2
"""Below this number a face has a rank; above stand the jokers."""


@dataclass(frozen=True, slots=True)
class LastTrick:
    """What is known of a hand's last trick; None for what is not."""

    won: bool | None = None
    """By the attackers."""
    cards: Cards | None = None
    """The play that won it."""


@dataclass(frozen=True, slots=True)
class Special:
    """What befell the dealer's side; nothing by default."""

    falls_to: int | None = None
    """The rank to which it falls, from whatever higher one it has: see :func:`falls_to`."""
    nobody_declared: bool = False
    """Nobody declared though a dealer was due; it costs a level only where the rules say so."""
    no_level_card: bool = False
    """It had no card of a level that asks for one: see :func:`lacks_level_card`."""


NOTHING: Final = Special()


def of_rank(cards: Iterable[int], rank: int) -> Cards:
    """Those of the cards that have this rank."""
    return tuple(card for card in cards if card < _RANKED and card % len(RANKS) == rank)


def silence_costs(rules: Rules) -> bool:
    """Does it cost the dealer's side a level where nobody declared?"""
    return rules.nobody_demotion == "level"


def may_fall(rules: Rules, rank: int) -> bool:
    """Can the last trick cost the dealer's side levels in a hand played at this rank?"""
    if rules.last_trick_demotion == "off":
        return False
    return rank == _JACK or (
        rules.last_trick_demotion == "jack_queen_ace" and rank in (_QUEEN, _ACE)
    )


def falls_to(
    rules: Rules, rank: int, trump: int, winning: Cards, *, held: bool | None
) -> int | None:
    """The rank to which the dealer's side falls where attackers won the last trick with `winning`.

    `rank` is the level of the hand, `held` whether the dealer's side won it. None: it does not
    fall. 002:8 for a jack in the play whatever the score; tractor-online asks for a single card;
    wddqxz.cn and smallnest for a lost deal.
    """
    level_cards = of_rank(winning, rank)
    if not level_cards or not may_fall(rules, rank):
        return None
    first = LEVELS.index(rules.level_ladder[0])
    match rules.last_trick_demotion:
        case "jack":
            return first
        case "single_jack":
            return first if len(winning) == 1 else None
        case "jack_by_suit" if held is False:
            in_trump = any(card // len(RANKS) == trump for card in level_cards)
            return first if in_trump else _at_most(rules, _EIGHT)
        case "jack_queen_ace" if held is False:
            return _at_most(rules, {_JACK: first, _QUEEN: _SIX, _ACE: _JACK}[rank])
    return None


def _at_most(rules: Rules, rank: int) -> int:
    """The highest rank on the ladder that is not above this one; the first if there is none."""
    ladder = [LEVELS.index(letter) for letter in rules.level_ladder]
    return max((step for step in ladder if step <= rank), default=ladder[0])


def asks_for_level_card(rules: Rules, rank: int) -> bool:
    """Does the hand go to the attackers where the dealer's side has no card of this level?"""
    return rules.no_level_card != "off" and rank in (_JACK, _ACE)


def lacks_level_card(rank: int, piles: Iterable[Cards]) -> bool | None:
    """Is there no card of this rank in the piles? None: unknown cards leave it open."""
    cards = [card for pile in piles for card in pile]
    if of_rank(cards, rank):
        return False
    return None if any(card >= FACES for card in cards) else True


def stepped_down(result: Outcome) -> Outcome:
    """A hand lost for want of a level card: attackers take over, with what points bring them."""
    return result if result.dealer_side_wins is False else Outcome(False, 0)


def jump_of(rank: int) -> int:
    """How many levels above the hand's own the attackers then stand: past Q from J (003:58)."""
    return 2 if rank == _JACK else 0


def keeps_gain(rules: Rules) -> bool:
    """Does a side that fell still gain what it won? tractor-online says so of its variation."""
    return rules.last_trick_demotion == "single_jack"


def won_piles(
    tricks: Sequence[tuple[int | None, Collection[Cards]]], seats: Collection[int]
) -> list[Cards]:
    """The plays in the tricks that these seats won; an unknown card stands for an open winner."""
    piles: list[Cards] = []
    for winner, plays in tricks:
        if winner is None:
            piles.append((UNKNOWN,))
        elif winner in seats:
            piles.extend(plays)
    return piles
