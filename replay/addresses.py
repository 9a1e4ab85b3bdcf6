"""Do the addresses of a hand's notes, rulings and takings back name events that exist?"""

from typing import Final

from shengji.engine.cards import Cards
from shengji.engine.rules import Rules
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.tokens import write_cards
from shengji.replay.listening import Listener, Silent, Where
from shengji.replay.replayer import HandReplay

_ADDRESSED: Final = (rec.Ruling, rec.Retract)
_COUNTED: Final = {"show": (rec.Declare, rec.Overturn, rec.Flip), "bury": (rec.Bury,)}


def check_addresses(hand: rec.Hand, replay: HandReplay, listener: Listener) -> None:
    """Tell the listener of every address of the hand that names no event of it."""
    index = replay.index
    for number, event in enumerate(hand.events):
        if isinstance(event, _ADDRESSED):
            where = Where(index, number)
            if not exists(hand, event.address, replay.rules):
                listener.finding(dia.UNKNOWN_ADDRESS, where, found=write_address(event.address))
            elif isinstance(event, rec.Retract) and (lacking := _lacking(hand, event, replay)):
                listener.finding(dia.RETRACT_CARDS, where, cards=write_cards(lacking))
    for number, item in enumerate(hand.appendix):
        if isinstance(item, rec.Note) and not exists(hand, item.address, replay.rules):
            where = Where(index, None, variation=number)
            listener.finding(dia.UNKNOWN_ADDRESS, where, found=write_address(item.address))


def exists(hand: rec.Hand, address: rec.Address, rules: Rules) -> bool:
    """Does the address name a position of this hand?"""
    if address.hand != hand.number:
        return False
    if address.part == "trick" or address.part == "lead":
        return _trick_exists(hand, address)
    if address.part == "draw":
        return address.number <= rules.hand_size * rules.players
    if address.part == "take":
        return address.number <= _takes(hand)
    if address.part in _COUNTED:
        return address.number <= sum(isinstance(e, _COUNTED[address.part]) for e in hand.events)
    return address.part == "start" or hand.ended


def _takes(hand: rec.Hand) -> int:
    """Takings of the kitty, those that a bury implies included."""
    number, holder = 0, None
    for event in hand.events:
        if isinstance(event, rec.Take):
            number, holder = number + 1, event.seat
        elif isinstance(event, rec.Bury):
            number += holder != event.seat
            holder = None
    return number


def _trick_exists(hand: rec.Hand, address: rec.Address) -> bool:
    events = line_of(hand, address.variation)
    tricks = {event.number: event for event in events if isinstance(event, rec.Trick)}
    if address.part == "lead":
        return bool(tricks)
    trick = tricks.get(address.number)
    return trick is not None and (address.play or 1) <= len(trick.plays)


def line_of(hand: rec.Hand, variation: int | None) -> tuple[rec.Statement, ...]:
    """The events of the main line, or of the n-th variation (from 1); empty if there is none."""
    if variation is None:
        return hand.events
    lines = [item for item in hand.appendix if isinstance(item, rec.Variation)]
    return lines[variation - 1].events if variation <= len(lines) else ()


def _lacking(hand: rec.Hand, event: rec.Retract, replay: HandReplay) -> Cards:
    """Cards said to be taken back that the seat cannot have held then."""
    address = event.address
    if address.part != "trick" or address.play is None or address.variation is not None:
        return ()
    base = HandReplay(hand, replay.index, replay.rules, replay.before, Silent())
    tricks = [each for each in hand.events if isinstance(each, rec.Trick)]
    place = next(i for i, each in enumerate(tricks) if each.number == address.number)
    base.run_to(tricks[place - 1].number if place else 0)
    trick = tricks[place]
    for step, play in enumerate(trick.plays[: address.play - 1]):
        base.engine.apply_play((trick.leader + step) % replay.rules.players, play)
    seat = (trick.leader + address.play - 1) % replay.rules.players
    return base.engine.holdings.lacking(seat, event.cards)
