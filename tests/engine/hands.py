"""Cards and orders of the tests on play, as short text."""

from shengji.engine.cards import NO_TRUMP, RANKS, SUITS, Cards, counts
from shengji.engine.faults import Fault
from shengji.engine.order import Order, compile_order
from shengji.engine.play.follow import follow_fault
from shengji.engine.play.tricks import Lead, read_lead
from shengji.engine.rules import LEVELS, Rules, replace


def card(text: str) -> int:
    if text in ("L", "B"):
        return 52 + "LB".index(text)
    return SUITS.index(text[0]) * 13 + RANKS.index(text[1])


def cards(text: str) -> Cards:
    """`H2 H2 B`; a run of one suit may be written together: `S5566 HK`."""
    found = [
        card(word if word in ("L", "B") else word[0] + rank)
        for word in text.split()
        for rank in (word if word in ("L", "B") else word[1:])
    ]
    return tuple(sorted(found))


def order(level: str, trump: str | None, **options: str) -> Order:
    """The order at a level; trump is a suit letter, or None for no-trump."""
    suit = NO_TRUMP if trump is None else SUITS.index(trump)
    return compile_order(replace(Rules(), options), LEVELS.index(level), suit)


def lead(at: Order, text: str, *units: str) -> Lead:
    """A lead that must be one."""
    read = read_lead(at, cards(text), [cards(unit) for unit in units])
    assert isinstance(read, Lead), read
    return read


def fault(at: Order, led: str, hand: str, play: str) -> Fault | None:
    """What is wrong with answering a lead so."""
    return follow_fault(at, lead(at, led), counts(cards(hand)), cards(play))
