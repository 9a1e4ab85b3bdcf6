"""Cases about cards in play: their order and shapes, leads, follows, tricks, throws."""

from collections.abc import Callable, Mapping
from typing import Final

from shengji.engine.cards import Cards, counts
from shengji.engine.faults import Fault
from shengji.engine.order import Order, compile_order
from shengji.engine.play.follow import follow_fault, legal_leads
from shengji.engine.play.throws import Stop, throw_stop
from shengji.engine.play.tricks import Lead, lead_fault, read_lead, winner
from shengji.engine.rules import Rules
from shengji.engine.scoring.points import throw_fine
from shengji.notation.tokens import read_cards, read_level, read_suit, write_cards, write_seat
from shengji.replay.rulings.cases import Facts


def order_of(rules: Rules, facts: Facts) -> Order:
    """The order of the cards at the case's level and trump."""
    level = read_level(facts["level"])
    return compile_order(rules, level.rank if level else 0, read_suit(facts["trump"]))


def _read(order: Order, cards: Cards) -> Lead | Fault:
    """A lead as read, or the rule that it breaks."""
    lead = read_lead(order, cards)
    if isinstance(lead, Fault):
        return lead
    return lead_fault(order, lead) or lead


def _compare(rules: Rules, facts: Facts) -> str:
    """Which of two cards is higher where either may win a trick over the other."""
    order = order_of(rules, facts)
    (first,), (second,) = read_cards([facts["first"]]), read_cards([facts["second"]])
    mine, other = order.standing[first], order.standing[second]
    return "higher" if mine > other else "lower" if mine < other else "equal"


def _unit(rules: Rules, facts: Facts) -> str:
    lead = read_lead(order_of(rules, facts), read_cards([facts["cards"]]))
    if isinstance(lead, Fault):
        return "refused"
    return "apart" if lead.is_throw else "one"


def _lead(rules: Rules, facts: Facts) -> str:
    hand, play = counts(read_cards([facts["hand"]])), read_cards([facts["play"]])
    return "allowed" if play in legal_leads(order_of(rules, facts), hand) else "refused"


def _trick(rules: Rules, facts: Facts) -> str:
    order = order_of(rules, facts)
    plays = [read_cards([word]) for word in facts["plays"].split()]
    lead = _read(order, plays[0])
    if isinstance(lead, Fault):
        return "refused"
    return f"wins {write_seat(winner(order, lead, plays[1:]))}"


def _follow(rules: Rules, facts: Facts) -> str:
    order = order_of(rules, facts)
    lead = _read(order, read_cards([facts["lead"]]))
    if isinstance(lead, Fault):
        return "refused"
    hand, play = counts(read_cards([facts["hand"]])), read_cards([facts["play"]])
    return "refused" if follow_fault(order, lead, hand, play) else "allowed"


def _stop(rules: Rules, facts: Facts) -> Stop | Fault | None:
    """What stops a's throw, that it is forbidden, or nothing."""
    order = order_of(rules, facts)
    lead = _read(order, read_cards([facts["lead"]]))
    if isinstance(lead, Fault):
        return lead
    hands = [counts(read_cards([word])) for word in facts["others"].split()]
    others = list(enumerate(hands, 1))
    return throw_stop(order, lead, others if rules.throw_check == "others" else others[::2])


def _throw(rules: Rules, facts: Facts) -> str:
    stop = _stop(rules, facts)
    if isinstance(stop, Fault):
        return "refused"
    return "stands" if stop is None else f"forced {write_cards(stop.forced)}"


def _fine(rules: Rules, facts: Facts) -> str:
    stop = _stop(rules, facts)
    if isinstance(stop, Fault):
        return "refused"
    lead = read_cards([facts["lead"]])
    return f"points {throw_fine(rules, lead, stop.forced, stop.beaten) if stop else 0}"


KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    "order": _compare,
    "unit": _unit,
    "lead": _lead,
    "trick": _trick,
    "follow": _follow,
    "throw": _throw,
    "fine": _fine,
}
"""By kind of case, what the engine says of its facts."""
