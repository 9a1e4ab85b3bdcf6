"""Cases about what a hand comes to: deals, points, levels, who deals next, what is played for."""

from collections.abc import Callable, Mapping
from typing import Final

from shengji.engine.cards import points
from shengji.engine.play.shapes import default_reading
from shengji.engine.rules import Rules
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import Level, advance, next_dealer, settle, start_levels
from shengji.engine.scoring.points import kitty_multiplier, outcome
from shengji.engine.scoring.specials import Special, asks_for_level_card, falls_to, lacks_level_card
from shengji.engine.scoring.stakes import stake, throw_cost
from shengji.notation.tokens import read_cards, read_level, read_seat, write_level, write_seat
from shengji.replay.rulings.cases import Facts
from shengji.replay.rulings.play import order_of


def _deal(rules: Rules, facts: Facts) -> str:
    return f"cards {rules.hand_size} {rules.kitty}"


def _start(rules: Rules, facts: Facts) -> str:
    return f"level {write_level(start_levels(rules)[0])}"


def _advance(rules: Rules, facts: Facts) -> str:
    level = read_level(facts["level"]) or Level(0)
    gained = advance(rules, level, int(facts["gain"]), dealt=facts["dealt"] == "yes")
    return "won" if gained.wins else f"level {write_level(gained.level)}"


def _kitty(rules: Rules, facts: Facts) -> str:
    decides = facts["play" if rules.kitty_basis == "winning_play" else "lead"]
    units = default_reading(order_of(rules, facts), read_cards([decides]))
    times = kitty_multiplier(rules, units)
    return f"times {times} {times * int(facts['points'])}"


def _outcome(rules: Rules, facts: Facts) -> Outcome:
    return outcome(
        rules,
        int(facts["points"]),
        last_trick_won=facts.get("last") == "attackers",
        small_side=facts.get("side") == "small",
    )


def _score(rules: Rules, facts: Facts) -> str:
    found = _outcome(rules, facts)
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


def _level(facts: Facts) -> Level:
    return read_level(facts["level"]) or Level(0)


def _fall(rules: Rules, facts: Facts) -> str:
    """The attackers won the hand, and its last trick with this play."""
    level, winning = _level(facts), read_cards([facts["play"]])
    order = order_of(rules, facts)
    falls = falls_to(rules, level.rank, order.trump, winning, held=False)
    return f"dealer-at {write_level(level if falls is None else Level(falls))}"


def _silence(rules: Rules, facts: Facts) -> str:
    """Nobody declared, and a dealer was due."""
    costs = rules.nobody_demotion == "level"
    return f"dealer-at {_after(rules, facts, 0, Special(nobody_declared=costs))}"


def _wanting(rules: Rules, facts: Facts) -> str:
    """What comes of the dealer's side having had, or won, no card of the level."""
    rank, piles = _level(facts).rank, {
        "dealt": read_cards([facts["held"]]), "captured": read_cards([facts["won"]]),
    }  # fmt: skip
    pile = piles.get(rules.no_level_card, ())
    lacks = asks_for_level_card(rules, rank) and lacks_level_card(rank, [pile]) is True
    return f"attackers-at {_after(rules, facts, 1, Special(no_level_card=lacks))}"


def _after(rules: Rules, facts: Facts, seat: int, special: Special) -> str:
    """The level of a seat after a hand that a dealt, all sides standing at the case's level."""
    levels = [_level(facts)] * rules.players
    settled = settle(rules, levels, 0, _outcome(rules, facts), special=special, side=(0, 2))
    return write_level(settled.levels[seat])


def _stake(rules: Rules, facts: Facts) -> str:
    return f"stake {stake(rules, int(facts['base']), int(facts['overturns']))}"


def _cost(rules: Rules, facts: Facts) -> str:
    return f"stake {throw_cost(rules, int(facts['base']))}"


KINDS: Final[Mapping[str, Callable[[Rules, Facts], str | None]]] = {
    "deal": _deal,
    "start": _start,
    "advance": _advance,
    "kitty": _kitty,
    "score": _score,
    "next": _next,
    "points": _points,
    "fall": _fall,
    "silence": _silence,
    "wanting": _wanting,
    "stake": _stake,
    "cost": _cost,
}
"""By kind of case, what the engine says of its facts."""
