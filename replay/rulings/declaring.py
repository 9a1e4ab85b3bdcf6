"""Cases about declaring: what may be shown, who deals, and what a kitty says that nobody named."""

from collections.abc import Callable, Mapping
from typing import Final

from shengji.engine.cards import NO_TRUMP, counts
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.declaring.burying import kitty_seers, verify_points
from shengji.engine.declaring.flips import turned
from shengji.engine.declaring.redeals import verify_mutiny
from shengji.engine.faults import Fault, Verdict
from shengji.engine.rules import Rules
from shengji.notation.tokens import (
    read_cards,
    read_drawn,
    read_level,
    read_seat,
    write_seat,
    write_seats,
    write_suit,
)
from shengji.replay.rulings.cases import Facts

_PASS: Final = "-"
"""In place of the cards shown: the seat passes."""


def _bidding(rules: Rules, facts: Facts) -> Bidding:
    levels = [level.rank if (level := read_level(word)) else None for word in
              facts["levels"].split()]  # fmt: skip
    due = read_seat(facts["due"]) if "due" in facts else None
    dealt = [counts(read_cards([word])) for word in facts.get("holdings", "").split()]
    return Bidding(rules, levels, due, hands=dealt or None)


def _shown(bidding: Bidding, facts: Facts) -> str | None:
    """Make the showings, those of `later` after the burying, and say what is to be said of the
    last one; None where an earlier one is out of order, or no card of a kitty is turned, so that
    the case does not come about."""
    before = facts["showings"].split(", ") if facts.get("showings") else []
    later = facts["later"].split(", ") if "later" in facts else []
    if "kitty" in facts:
        _turn(bidding, facts)
        if not bidding.flipped or bidding.outcome().redeal:
            return None
    verdict: Verdict = None
    for number, showing in enumerate([*before, *later]):
        if isinstance(verdict, Fault):
            return None
        if number == len(before):
            bidding.take()
        who, word = showing.split()
        if word == _PASS:
            bidding.passed(read_seat(who))
            continue
        seat, cards = read_seat(who), read_cards([word])
        after = int(facts["after"]) if "after" in facts else None
        verdict = bidding.verify_show(seat, cards, after=after, later=number >= len(before))
        bidding.show(seat, cards)
    return "refused" if isinstance(verdict, Fault) else "allowed"


def _declare(rules: Rules, facts: Facts) -> str | None:
    return _shown(_bidding(rules, facts), facts)


def _declared(rules: Rules, facts: Facts) -> str:
    bidding = _bidding(rules, facts)
    _shown(bidding, facts)
    settled = bidding.outcome()
    if settled.suit is None or settled.declarer is None:
        return "open"
    return f"trump {write_suit(settled.suit)} {write_seat(settled.declarer)}"


def _nobody(rules: Rules, facts: Facts) -> str:
    bidding = _bidding(rules, facts)
    _turn(bidding, facts)
    settled = bidding.outcome()
    if settled.redeal:
        return "redeal"
    if settled.suit is None:
        return "open"
    return "no-trump" if settled.suit == NO_TRUMP else f"suit {write_suit(settled.suit)}"


def _matched(rules: Rules, facts: Facts) -> str:
    bidding = _bidding(rules, facts)
    _turn(bidding, facts)
    settled = bidding.outcome()
    if settled.redeal:
        return "redeal"
    return "open" if settled.declarer is None else f"deals {write_seat(settled.declarer)}"


def _turn(bidding: Bidding, facts: Facts) -> None:
    """Turn the kitty as far as the rules ask for it."""
    kitty = read_drawn(facts["kitty"].split())
    level = None if bidding.due is None else bidding.levels[bidding.due]
    flipped = turned(bidding.rules, kitty, level)
    if flipped and not isinstance(bidding.verify_flip(flipped, kitty, ordered=True), Fault):
        bidding.flip(flipped, kitty)


def _mutiny(rules: Rules, facts: Facts) -> str:
    hands = [counts(read_cards([word])) for word in facts["holdings"].split()]
    seat = read_seat(facts["seat"])
    return _word(verify_mutiny(_bidding(rules, facts), hands, seat, taken=False))


def _word(verdict: Verdict) -> str:
    if verdict is None:
        return "allowed"
    return "refused" if isinstance(verdict, Fault) else "open"


def _bury(rules: Rules, facts: Facts) -> str:
    held, buried = read_cards([facts["hand"]]), read_cards([facts["play"]])
    return _word(verify_points(rules, 0, held, buried))


def _seers(rules: Rules, facts: Facts) -> str:
    dealer, burier = read_seat(facts["dealer"]), read_seat(facts["seat"])
    return f"seers {write_seats(kitty_seers(rules, dealer, burier))}"


KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    "declare": _declare,
    "declared": _declared,
    "nobody": _nobody,
    "matched": _matched,
    "mutiny": _mutiny,
    "bury": _bury,
    "seers": _seers,
}
"""By kind of case, what the engine says of its facts; None where they do not come about."""
