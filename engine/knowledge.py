"""What is proved about hidden cards: hands completed by proof, and verdicts without full hands.

Judging with unknown cards is sound, not complete: a play is called illegal only if it is illegal
for every hand the seats may hold, legal only if it is legal for every one of them.

The proof rests on one property of the follow rules, that more cards can only oblige to more: a play
that is illegal with some of the cards is illegal with all of them (:func:`follow.monotone` says for
which rules it holds). Likewise more cards in other hands can only beat more of a throw.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from shengji.engine.cards import CODES, FACES, UNKNOWN, Cards, cards_from, counts
from shengji.engine.events import Laid
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.holdings import Holdings
from shengji.engine.order import Order
from shengji.engine.pack import Copies, whole
from shengji.engine.play.follow import follow_fault, monotone
from shengji.engine.play.partial import lacking
from shengji.engine.play.throws import Hands, Stop, depends_on_stoppers, stands_free, throw_stop
from shengji.engine.play.tricks import Lead

Counts: TypeAlias = list[int]


def is_complete(cards: Cards) -> bool:
    """No card of the set is unknown."""
    return not cards or max(cards) < FACES


# -- verdicts -------------------------------------------------------------------------------------


def judge_follow(order: Order, lead: Lead, holdings: Holdings, seat: int, cards: Cards) -> Verdict:
    """A following play of known cards out of a hand of which some are unknown."""
    if len(cards) == holdings.size(seat):
        return None
    known = _with(holdings.certain(seat), cards)
    fault = follow_fault(order, lead, known, cards)
    if not _more_forbids_more(order, lead, cards):
        return Unproved(Rule.FOLLOW_SHAPE, seat)
    if fault is not None:
        return replace(fault, seat=seat)
    doubt = follow_fault(order, lead, _with(holdings.possible(seat), cards), cards)
    return None if doubt is None else Unproved(doubt.rule, seat)


def _with(held: Sequence[int], cards: Cards) -> Counts:
    """A holding that has these cards at least."""
    result = list(held)
    for card in cards:
        result[card] = max(result[card], cards.count(card))
    return result


def _more_forbids_more(order: Order, lead: Lead, cards: Cards) -> bool:
    """It holds of the suit and the number that must be followed, under some rules of the shape."""
    if monotone(order.rules) or lead.shape[0] == (1,):
        return True
    return any(order.suit[card] != lead.suit for card in cards)


@dataclass(frozen=True, slots=True)
class Opposed:
    """The cards that may stop a throw: with the least and with the most that the seats can hold."""

    least: Hands
    most: Hands
    """The same object as the least where all of them are known."""


def opposed(holdings: Holdings, seats: Sequence[int]) -> Opposed:
    """The hands of some seats, in turn order."""
    least = [(seat, holdings.certain(seat)) for seat in seats]
    if not any(holdings.partial[seat] for seat in seats):
        return Opposed(least, least)
    return Opposed(least, [(seat, holdings.possible(seat)) for seat in seats])


def unseen(holdings: Holdings, leader: int, others: Sequence[int], aside: Cards) -> Opposed:
    """What the leader has not seen, held by any of the others for all he knows.

    `aside` are cards that lie where he cannot see them.
    """
    sure = counts(aside)[:FACES]
    for seat in range(len(holdings.held)):
        if seat != leader:
            sure = [a + b for a, b in zip(sure, holdings.certain(seat), strict=False)]
    most = [number + holdings.unplaced(face) for face, number in enumerate(sure)]
    return Opposed([(seat, sure) for seat in others], [(seat, most) for seat in others])


Stops: TypeAlias = tuple[Stop | None, Stop | None]
"""What is proved to stop a throw, and what may stop it."""


def stops(order: Order, lead: Lead, against: Opposed) -> Stops:
    """What stops a throw, with the least and with the most that the other seats can hold.

    Where the two are the same, so is the truth.
    """
    sure = throw_stop(order, lead, against.least)
    if against.most is against.least:
        return sure, sure
    return sure, throw_stop(order, lead, against.most)


def judge_whole(order: Order, lead: Lead, holdings: Holdings, seat: int, cards: Cards) -> Verdict:
    """A throw where it must be all that the leader holds of the suit (002:129)."""
    pick = order.suits[lead.suit].pick
    kept = [
        face
        for face in order.suits[lead.suit].faces
        for _ in range(holdings.certain(seat)[face] - cards.count(face))
    ]
    if kept:
        owed = tuple(sorted(kept))
        return Fault(Rule.THROW_FORBIDDEN, seat, cards, owed=owed, option="throw_whole_suit")
    whole = sum(pick(_with(holdings.possible(seat), cards))) == lead.size
    return None if whole else Unproved(Rule.THROW_FORBIDDEN, seat)


def judge_throw(order: Order, lead: Lead, seat: int, against: Opposed, laid: Laid) -> Verdict:
    """A throw, or one that is called failed."""
    sure, possible = stops(order, lead, against)
    if laid.forced is not None:
        if possible is None:
            return Fault(Rule.THROW_STANDS, seat, laid.cards)
        if order.rules.throw_fail_play == "free":
            return _judge_free(order, lead, seat, against, laid, sure)
        return _judge_failed(order, lead, seat, against, laid, (sure, possible))
    if sure is not None:
        owed = sure.forced if _is_told(order, sure, possible) else ()
        return _failing(order, seat, laid, sure, owed)
    return None if possible is None else Unproved(Rule.THROW_FAILS, seat)


def _failing(order: Order, seat: int, laid: Laid, stop: Stop, owed: Cards) -> Fault:
    """The fault of a throw that does not stand: what is owed, and who can beat that.

    Nothing certain is owed where any part may be led that stands.
    """
    rules = order.rules
    if rules.throw_fail_play == "free":
        return Fault(Rule.THROW_FAILS, seat, laid.cards, other=stop.seat)
    beats_it = depends_on_stoppers(rules) and rules.throw_check != "seen"
    other = stop.seat if beats_it else None
    return Fault(Rule.THROW_FAILS, seat, laid.cards, owed=owed, other=other)


def _judge_failed(
    order: Order,
    lead: Lead,
    seat: int,
    against: Opposed,
    laid: Laid,
    found: tuple[Stop | None, Stop],
) -> Verdict:
    sure, possible = found
    forced, stopper = laid.forced or (), laid.beaten_by
    if not is_complete(forced):
        return Unproved(Rule.THROW_FORCED, seat)
    if _is_told(order, sure, possible):
        if forced not in possible.choices:
            return Fault(Rule.THROW_FORCED, seat, forced, owed=possible.forced)
        if sure is not None:
            return _judge_stopper(seat, forced, stopper, sure, possible)
    elif not _may_be_forced(order, lead, forced, possible):
        return Fault(Rule.THROW_FORCED, seat, forced)
    if stopper is not None and not _may_stop(order, lead, against, stopper):
        return Fault(Rule.THROW_BEATEN_BY, seat, forced, other=stopper)
    return Unproved(Rule.THROW_FORCED, seat)


def _judge_stopper(
    seat: int, forced: Cards, stopper: int | None, sure: Stop, possible: Stop
) -> Verdict:
    if stopper is None or stopper in sure.seats:
        return None
    if stopper in possible.seats:
        return Unproved(Rule.THROW_BEATEN_BY, seat)
    return Fault(Rule.THROW_BEATEN_BY, seat, forced, other=stopper)


def _may_be_forced(order: Order, lead: Lead, forced: Cards, possible: Stop) -> bool:
    """Whether a unit, or one card of it, is among those that somebody may beat."""
    is_part = any(unit.cards == forced for unit in lead.units)
    if order.rules.throw_fail_play == "failing_card":
        is_part = len(forced) == 1
    return is_part and not lacking(forced, counts(possible.beaten))


def _judge_free(
    order: Order, lead: Lead, seat: int, against: Opposed, laid: Laid, sure: Stop | None
) -> Verdict:
    """Any part of the throw is led in its place that can be, and stands."""
    forced, stopper = laid.forced or (), laid.beaten_by
    if not is_complete(forced):
        return Unproved(Rule.THROW_FORCED, seat)
    if not stands_free(order, laid.cards, forced, against.least):
        return Fault(Rule.THROW_FORCED, seat, forced)
    if stopper is not None and not _may_stop(order, lead, against, stopper):
        return Fault(Rule.THROW_BEATEN_BY, seat, forced, other=stopper)
    proved = sure is not None and (stopper is None or stopper in sure.seats)
    if proved and stands_free(order, laid.cards, forced, against.most):
        return None
    return Unproved(Rule.THROW_FORCED, seat)


def _is_told(order: Order, sure: Stop | None, possible: Stop | None) -> bool:
    """It is certain what must be played.

    By the lowest unit that anybody beats, what is certain and what is possible enclose the truth;
    by the first seat that can beat any, they do so only where nothing at all is open.
    """
    if possible is not None and not depends_on_stoppers(order.rules):
        return True
    if sure is None or possible is None or order.rules.throw_fail_play == "first_stopper":
        return sure is not None and sure == possible
    return sure.choices == possible.choices


def _may_stop(order: Order, lead: Lead, against: Opposed, stopper: int) -> bool:
    hands = [(seat, held) for seat, held in against.most if seat == stopper]
    return throw_stop(order, lead, hands) is not None


# -- completion -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Facts:
    """Where the cards of one hand are, as far as a record says; codes may stand for unknown cards.

    `played` are the cards each seat is known to hold when play begins: all that it plays.
    `exchanges` are the kitty exchanges in order: who took it and what was buried.
    """

    copies: Copies
    """By face, how many cards there are; more than there are places where it is not known which
    are left out of the game."""
    hand_size: int
    dealt: tuple[Cards, ...]
    kitty: Cards
    exchanges: tuple[tuple[int, Cards], ...]
    played: tuple[Cards, ...]


def complete(facts: Facts) -> Facts:
    """The same facts with every card filled in that the rest of them proves.

    Proofs used: a seat that exchanged nothing was dealt all that it plays; hand and kitty before an
    exchange are hand and buried cards after it; what no other place holds, of those before the
    exchanges or of those after, is in the last one. Contradictory facts prove nothing.
    """
    found = facts
    while _is_possible(found):
        better = _by_places_after(_by_complement(_by_exchange(_by_play(found))))
        if better == found:
            return found
        found = better
    return facts


def _is_possible(facts: Facts) -> bool:
    """No face is anywhere more often than the decks hold it, and no hand holds more than it can."""
    before = (*facts.dealt, facts.kitty)
    after = [*facts.played, *(buried for _, buried in facts.exchanges[-1:])]
    for places in (before, after):
        held = counts(card for cards in places for card in cards)
        if any(number > most for number, most in zip(held, facts.copies, strict=False)):
            return False
    return all(len(cards) <= facts.hand_size for cards in facts.played) and all(
        _can_be(cards, facts.played[seat])
        for seat, cards in enumerate(facts.dealt)
        if _kept(facts, seat)
    )


def _kept(facts: Facts, seat: int) -> bool:
    """The seat plays with the cards that it was dealt.

    A kitty that nobody is said to take up may have been taken by anybody.
    """
    if not facts.exchanges:
        return not facts.kitty
    return all(taker != seat for taker, _ in facts.exchanges)


def _can_be(stated: Cards, proved: Cards) -> bool:
    """Whether a set, some of it unknown, can hold all of the other."""
    return not lacking(proved, counts(stated))


def _minus(whole: Cards, part: Cards) -> Cards | None:
    """The rest of a complete set, or None where `part` is not within it."""
    left = counts(whole)
    for card in part:
        left[card] -= 1
    return None if min(left) < 0 else cards_from(left)


def _by_play(facts: Facts) -> Facts:
    dealt = tuple(
        _with_faces(cards, facts.played[seat]) if _kept(facts, seat) else cards
        for seat, cards in enumerate(facts.dealt)
    )
    return replace(facts, dealt=dealt)


def _with_faces(stated: Cards, proved: Cards) -> Cards:
    """The set with these faces in place of unknown cards; it can hold them all."""
    held = counts(stated)
    least = [max(pair) for pair in zip(held, counts(proved), strict=True)][:FACES]
    if least == held[:FACES]:
        return stated
    rest = [0] * (CODES - FACES)
    rest[UNKNOWN - FACES] = len(stated) - sum(least)
    return cards_from([*least, *rest])


def _by_exchange(facts: Facts) -> Facts:
    """Of hand, kitty and buried cards two tell the third, where all that was kept is known."""
    if len(facts.exchanges) != 1:
        return facts
    seat, buried = facts.exchanges[0]
    after = facts.played[seat]
    if len(after) != facts.hand_size or not is_complete(after):
        return facts
    dealt, kitty = facts.dealt[seat], facts.kitty
    match is_complete(dealt), is_complete(kitty), is_complete(buried):
        case True, True, False:
            return _fill_buried(facts, _minus(dealt + kitty, after))
        case False, True, True:
            return _fill_dealt(facts, seat, _minus(after + buried, kitty))
        case True, False, True:
            return _fill_kitty(facts, _minus(after + buried, dealt))
        case _:
            return facts


def _by_complement(facts: Facts) -> Facts:
    """Before the exchanges, all cards are in the hands and the kitty."""
    places = (*facts.dealt, facts.kitty)
    index, rest = _last_place(facts, places)
    if index is None:
        return facts
    if index == len(facts.dealt):
        return _fill_kitty(facts, rest)
    return _fill_dealt(facts, index, rest)


def _by_places_after(facts: Facts) -> Facts:
    """After them, all are in the hands that are played and in what was buried last."""
    if not facts.exchanges:
        return facts
    held = tuple(
        facts.dealt[seat]
        if _kept(facts, seat)
        else _with_faces((UNKNOWN,) * facts.hand_size, cards)
        for seat, cards in enumerate(facts.played)
    )
    index, rest = _last_place(facts, (*held, facts.exchanges[-1][1]))
    if index is None or rest is None:
        return facts
    if index == len(held):
        return _fill_buried(facts, rest)
    if _kept(facts, index):
        return _fill_dealt(facts, index, rest)
    played = tuple(rest if seat == index else cards for seat, cards in enumerate(facts.played))
    return replace(facts, played=played) if _can_be(held[index], rest) else facts


def _last_place(facts: Facts, places: Sequence[Cards]) -> tuple[int | None, Cards | None]:
    """The only place that holds unknown cards, and what all others leave for it."""
    unknown = [index for index, cards in enumerate(places) if not is_complete(cards)]
    if len(unknown) != 1 or sum(map(len, places)) != sum(facts.copies):
        return None, None
    index = unknown[0]
    others = tuple(card for at, cards in enumerate(places) if at != index for card in cards)
    return index, _minus(whole(facts.copies), others)


def _fits(stated: Cards, proved: Cards | None) -> bool:
    """A proved set does not contradict what is stated of it."""
    return (
        proved is not None
        and len(stated) == len(proved)
        and not lacking(stated, counts(proved))
        and _can_be(stated, proved)
    )


def _fill_dealt(facts: Facts, seat: int, proved: Cards | None) -> Facts:
    if proved is None or not _fits(facts.dealt[seat], proved):
        return facts
    dealt = tuple(proved if at == seat else cards for at, cards in enumerate(facts.dealt))
    return replace(facts, dealt=dealt)


def _fill_kitty(facts: Facts, proved: Cards | None) -> Facts:
    if proved is None or not _fits(facts.kitty, proved):
        return facts
    return replace(facts, kitty=proved)


def _fill_buried(facts: Facts, proved: Cards | None) -> Facts:
    seat, buried = facts.exchanges[-1]
    if proved is None or not _fits(buried, proved):
        return facts
    return replace(facts, exchanges=(*facts.exchanges[:-1], (seat, proved)))
