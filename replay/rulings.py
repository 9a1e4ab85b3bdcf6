"""Worked examples (判例): a small case, the rule that decides it, and what each value makes of it.

The cases are data, in `rulings.toml`; this file puts them to the engine. An outcome is a word and
what belongs to it: `allowed`, `forced H44`, `times 4 40`.
"""

import functools
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from shengji.engine.cards import FACES, NO_TRUMP, counts, points
from shengji.engine.declaring import Bidding
from shengji.engine.faults import Fault
from shengji.engine.flips import turned
from shengji.engine.follow import follow_fault
from shengji.engine.match import Level, advance, next_dealer, start_levels
from shengji.engine.order import Order, compile_order
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import LEVELS, RuleError, Rules, replace, to_text
from shengji.engine.scoring import kitty_multiplier, outcome, throw_fine
from shengji.engine.shapes import default_reading
from shengji.engine.throws import Stop, throw_stop
from shengji.engine.tricks import lead_fault, read_lead, winner
from shengji.notation.tokens import (
    read_cards,
    read_drawn,
    read_level,
    read_seat,
    read_suit,
    write_cards,
    write_level,
    write_seat,
    write_suit,
)

ALWAYS: Final = "everywhere"
"""In place of a value, for a rule that is the same at all tables."""
_BASE: Final = "standard@1"
_FILE: Final = Path(__file__).with_suffix(".toml")

Facts: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A worked example."""

    id: str
    rule: str
    """The option, or rule that no table plays otherwise, on which it turns."""
    kind: str
    """What is asked; a key of KINDS."""
    outcomes: Mapping[str, str]
    """By value of the option, what the source says comes of it; by ALWAYS for a fixed rule."""
    source: str
    facts: Facts
    """What is known of the case, as records write it."""
    given: str = ""
    """Options beside the standard ones, as in a Rules tag."""


@functools.cache
def rulings() -> tuple[Ruling, ...]:
    """Every worked example, in the order of the file."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(Ruling(id=name, **{"facts": {}, **entry}) for name, entry in data.items())


def rulings_on(rule: str) -> tuple[Ruling, ...]:
    """The worked examples on an option or a fixed rule."""
    return tuple(ruling for ruling in rulings() if ruling.rule == rule)


def rules_for(ruling: Ruling, value: str) -> Rules:
    """The rules under which a worked example is told, with one value of its option.

    :raises RuleError: the value does not go with what the example sets up.
    """
    _, rules = rules_from_text(f"{_BASE} {ruling.given}")
    return rules if value == ALWAYS else replace(rules, {ruling.rule: value})


def decide(ruling: Ruling, rules: Rules) -> str | None:
    """What comes of a case under these rules; None where it cannot occur at such a table."""
    if not _occurs(ruling, rules):
        return None
    return KINDS[ruling.kind](rules, ruling.facts)


def _occurs(ruling: Ruling, rules: Rules) -> bool:
    """Are there enough cards and seats, and the levels that the case names?"""
    facts = ruling.facts
    if ruling.kind in _SEATED and rules.players != 4:
        return False
    if ruling.kind in ("throw", "fine") and rules.throw_check == "seen":
        # What has been played before is no part of such a case.
        return False
    levels = {*facts.get("levels", "").split(), *facts.get("level", "")} & set(LEVELS)
    if ruling.kind in _LADDER and not levels <= set(rules.level_ladder):
        return False
    told = [word for name in _CARDS for word in facts.get(name, "").replace(",", " ").split()]
    sets = [read_cards([word]) for word in told if word not in "abcd"]
    return all(cards.count(face) <= rules.copies[face] for cards in sets for face in range(FACES))


_SEATED: Final = frozenset(("declare", "declared", "nobody", "next", "throw", "fine", "trick"))
"""Kinds that need the seats a to d."""
_LADDER: Final = frozenset(("advance", "declare", "declared", "nobody"))
"""Kinds in which a side stands at a level, or somebody shows its cards."""
_CARDS: Final = (
    "cards", "first", "second", "lead", "hand", "play", "plays", "others", "showings", "holdings",
    "kitty",
)  # fmt: skip
"""Facts that are cards."""


# The kinds. Each asks the engine as a hand would.


def _order(rules: Rules, facts: Facts) -> Order:
    level = read_level(facts["level"])
    return compile_order(rules, level.rank if level else 0, read_suit(facts["trump"]))


def _deal(rules: Rules, facts: Facts) -> str:
    return f"cards {rules.hand_size} {rules.kitty}"


def _start(rules: Rules, facts: Facts) -> str:
    return f"level {write_level(start_levels(rules)[0])}"


def _advance(rules: Rules, facts: Facts) -> str:
    level = read_level(facts["level"]) or Level(0)
    gained = advance(rules, level, int(facts["gain"]), dealt=facts["dealt"] == "yes")
    return "won" if gained.wins else f"level {write_level(gained.level)}"


def _compare(rules: Rules, facts: Facts) -> str:
    """Which of two cards is higher where either may win a trick over the other."""
    order = _order(rules, facts)
    (first,), (second,) = read_cards([facts["first"]]), read_cards([facts["second"]])
    mine, other = order.standing[first], order.standing[second]
    return "higher" if mine > other else "lower" if mine < other else "equal"


def _unit(rules: Rules, facts: Facts) -> str:
    lead = read_lead(_order(rules, facts), read_cards([facts["cards"]]))
    if isinstance(lead, Fault):
        return "refused"
    return "apart" if lead.is_throw else "one"


def _trick(rules: Rules, facts: Facts) -> str:
    order = _order(rules, facts)
    plays = [read_cards([word]) for word in facts["plays"].split()]
    lead = read_lead(order, plays[0])
    if isinstance(lead, Fault) or lead_fault(order, lead):
        return "refused"
    return f"wins {write_seat(winner(order, lead, plays[1:]))}"


def _follow(rules: Rules, facts: Facts) -> str:
    order = _order(rules, facts)
    lead = read_lead(order, read_cards([facts["lead"]]))
    if isinstance(lead, Fault) or lead_fault(order, lead):
        return "refused"
    hand, play = counts(read_cards([facts["hand"]])), read_cards([facts["play"]])
    return "refused" if follow_fault(order, lead, hand, play) else "allowed"


def _stop(rules: Rules, facts: Facts) -> Stop | Fault | None:
    """What stops a's throw, that it is forbidden, or nothing."""
    order = _order(rules, facts)
    lead = read_lead(order, read_cards([facts["lead"]]))
    if isinstance(lead, Fault):
        return lead
    if fault := lead_fault(order, lead):
        return fault
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


def _kitty(rules: Rules, facts: Facts) -> str:
    decides = facts["play" if rules.kitty_basis == "winning_play" else "lead"]
    units = default_reading(_order(rules, facts), read_cards([decides]))
    times = kitty_multiplier(rules, units)
    return f"times {times} {times * int(facts['points'])}"


def _score(rules: Rules, facts: Facts) -> str:
    found = outcome(rules, int(facts["points"]), last_trick_won=facts.get("last") == "attackers")
    if found.dealer_side_wins is None:
        return "drawn"
    return f"{'dealer' if found.dealer_side_wins else 'attackers'} {found.levels}"


def _next(rules: Rules, facts: Facts) -> str:
    held = outcome(rules, int(facts["points"])).dealer_side_wins
    last, dealer = read_seat(facts["last"]), read_seat(facts["dealer"])
    following = next_dealer(rules, dealer, held=held, last_trick_winner=last)
    return f"deals {write_seat(dealer if following is None else following)}"


def _points(rules: Rules, facts: Facts) -> str:
    return f"points {points(read_cards([facts['cards']]))}"


def _bidding(rules: Rules, facts: Facts) -> Bidding:
    levels = [level.rank if (level := read_level(word)) else None for word in
              facts["levels"].split()]  # fmt: skip
    due = read_seat(facts["due"]) if "due" in facts else None
    dealt = [counts(read_cards([word])) for word in facts.get("holdings", "").split()]
    return Bidding(rules, levels, due, hands=dealt or None)


def _shown(bidding: Bidding, facts: Facts) -> str | None:
    """Make the showings and say what is to be said of the last one; None where an earlier one
    is out of order, so that the case does not come about."""
    showings = facts["showings"].split(", ")
    for number, showing in enumerate(showings, 1):
        who, word = showing.split()
        seat, cards, last = read_seat(who), read_cards([word]), number == len(showings)
        if later := last and facts.get("later") == "yes":
            bidding.take()
        after = int(facts["after"]) if "after" in facts else None
        fault = bidding.verify_show(seat, cards, after=after, later=later)
        if isinstance(fault, Fault):
            return "refused" if last else None
        bidding.show(seat, cards)
    return "allowed"


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
    kitty = read_drawn(facts["kitty"].split())
    if bidding.verify_flip(kitty[:1], None, ordered=True) is None or not bidding.first:
        level = bidding.levels[bidding.due] if bidding.due is not None else None
        flipped = turned(rules, kitty, level)
        if flipped and not isinstance(bidding.verify_flip(flipped, kitty, ordered=True), Fault):
            bidding.flip(flipped)
    settled = bidding.outcome()
    if settled.redeal:
        return "redeal"
    if settled.suit is None:
        return "open"
    return "no-trump" if settled.suit == NO_TRUMP else f"suit {write_suit(settled.suit)}"


KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    "deal": _deal,
    "start": _start,
    "advance": _advance,
    "order": _compare,
    "unit": _unit,
    "trick": _trick,
    "follow": _follow,
    "throw": _throw,
    "fine": _fine,
    "kitty": _kitty,
    "score": _score,
    "next": _next,
    "points": _points,
    "declare": _declare,
    "declared": _declared,
    "nobody": _nobody,
}
"""By kind of case, what the engine says of its facts; None where they do not come about."""


def differing(ruling: Ruling, first: Rules, second: Rules) -> tuple[str, str] | None:
    """What comes of a case under two systems, where its own option makes a difference.

    None where both say the same, where the case cannot occur, or where it is other options alone
    that tell the two apart.
    """
    one, other = decide(ruling, first), decide(ruling, second)
    if one is None or other is None or one == other:
        return None
    try:
        changed = replace(first, {ruling.rule: to_text(getattr(second, ruling.rule))})
    except RuleError:
        # The other system's value does not go with the rest of this one.
        return one, other
    return None if decide(ruling, changed) == one else (one, other)
