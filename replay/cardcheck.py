"""Are the cards of a hand possible at all: numbers dealt, and copies of each face?"""

from collections import Counter
from dataclasses import replace

from shengji.engine.cards import FACES, Cards
from shengji.engine.faults import Fault, Rule
from shengji.engine.knowledge import is_complete
from shengji.engine.pack import Copies
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.replay.facts import position_lines
from shengji.replay.listening import Listener, Where


def check_cards(
    hand: rec.Hand, index: int, rules: Rules, copies: Copies, listener: Listener
) -> None:
    """Tell the listener of every hand or kitty of a wrong size and every card too many.

    `copies` says how many there are of each.
    """
    dealt: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    known: set[int] = set()
    position = any(isinstance(event, rec.Start) for event in hand.events)
    size = _position_size(hand) if position else rules.hand_size
    for number, event in enumerate(hand.events):
        where = Where(index, number)
        if isinstance(event, rec.Deal | rec.Hands):
            for place, line in enumerate(event.lines):
                at = Where(index, number, line=place)
                _size(line.cards, line.seat, size, at, listener)
                _copies(line.cards, line.seat, dealt, copies, at, listener)
                if is_complete(line.cards):
                    known.add(line.seat)
        elif isinstance(event, rec.Kitty):
            _size(event.cards, None, rules.kitty, where, listener)
            _copies(event.cards, None, dealt, copies, where, listener)
        elif isinstance(event, rec.Trick):
            _trick(event, Where(index, number), ended, known, rules.players, copies, listener)


def _position_size(hand: rec.Hand) -> int:
    """In a problem position every seat holds as many cards as the one with most of them."""
    return max((len(line.cards) for line in position_lines(hand)), default=0)


def _size(cards: Cards, seat: int | None, size: int, where: Where, listener: Listener) -> None:
    if len(cards) != size:
        fault = Fault(Rule.HAND_SIZE, seat, expected=size, found=len(cards))
        listener.verdict(where, fault)


def _copies(
    cards: Cards,
    seat: int | None,
    total: Counter[int],
    copies: Copies,
    where: Where,
    listener: Listener,
) -> None:
    total.update(card for card in cards if card < FACES)
    for card in sorted(set(cards)):
        if card < FACES and total[card] > copies[card]:
            fault = Fault(Rule.CARD_COUNT, seat, (card,), expected=copies[card], found=total[card])
            listener.verdict(where, fault)


def _trick(
    trick: rec.Trick,
    where: Where,
    ended: Counter[int],
    known: set[int],
    players: int,
    copies: Copies,
    listener: Listener,
) -> None:
    """Cards played more often than they exist, by seats whose hands are not stated."""
    for place, play in enumerate(trick.plays[:players]):
        seat = (trick.leader + place) % players
        if seat in known:
            ended.update(play.played)
        else:
            _copies(play.played, seat, ended, copies, replace(where, play=place), listener)
