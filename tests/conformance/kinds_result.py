"""Kinds of worked examples about what a hand comes to: points, levels, the next dealer, stakes."""

from collections.abc import Callable

from shengji.engine.cards import NO_TRUMP, SUITS
from shengji.engine.hand import Hand, Setup
from shengji.engine.play.shapes import default_reading
from shengji.engine.play.table import Trick
from shengji.engine.rules import Rules
from shengji.engine.scoring import stakes
from shengji.engine.scoring.irregularities import lost_by, prescribed
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import Level, next_dealer, settle
from shengji.engine.scoring.points import kitty_multiplier, outcome, throw_fine
from shengji.engine.scoring.specials import Special, falls_to

from .examples import Data, Example, kinds_of
from .kinds_play import example_order
from .settings import cards, level


def kitty(case: Data, given: Rules) -> None:
    assert case["input"]["winner"] == "attackers"
    laid = cards(case["input"]["winning_last_play"])
    multiplier = kitty_multiplier(given, default_reading(example_order(case, given), laid))
    assert multiplier == case["expect"]["multiplier"]
    assert multiplier * case["input"]["kitty_points"] == case["expect"]["added"]


RESULTS = {"attackers_win": False, "draw": None, "dealer_wins": True}


def level_of(case: Data, given: Rules) -> None:
    told, expect = case["input"], case["expect"]
    won = told.get("last_trick_attackers", False)
    found = outcome(given, told["attackers_score"], last_trick_won=won)
    if "result" in expect:
        assert found.dealer_side_wins is RESULTS[expect["result"]]
        assert found.levels == expect.get("attackers_levels", expect.get("dealer_levels"))
        return
    assert found.dealer_side_wins is not expect["attackers_take_over"]
    assert found.levels == expect["levels"]
    promoted = {True: "dealer", False: "attackers"}[found.dealer_side_wins is True]
    assert expect["promoted"] == (promoted if found.levels else "none")


DEALER, ATTACKER = 0, 1


def advance(case: Data, given: Rules) -> None:
    """Everybody stands at the level told; a deals, and what is not told of his hand is lost."""
    told, expect = case["input"], case["expect"]
    dealt = told.get("role", "dealer") == "dealer"
    if "levels" in told:
        result = Outcome(dealt, told["levels"])
    elif "attackers_score" in told:
        result = outcome(given, told["attackers_score"])
    else:
        result = Outcome(False, 0)
    rank = level(told["level"])
    after = settle(
        given, [Level(rank)] * 4, DEALER, result, special=_special(told, given, rank, result)
    )
    if "dealer_new_level" in expect:
        assert after.levels[DEALER].rank == level(expect["dealer_new_level"])
        return
    assert after.levels[DEALER if dealt else ATTACKER].rank == level(expect["new_level"])
    assert bool(after.winners) == expect.get("match_over", False)
    if "take_over" in expect:
        assert (after.next_dealer == ATTACKER) == expect["take_over"]


def _special(told: Data, given: Rules, rank: int, result: Outcome) -> Special:
    if told.get("last_trick_winner") != "attackers":
        return Special()
    trump = SUITS.index(told["trump"]) if "trump" in told else NO_TRUMP
    won_with = cards(told["last_trick_cards"])
    return Special(falls_to(given, rank, trump, won_with, held=result.dealer_side_wins))


def rotation(case: Data, given: Rules) -> None:
    told = case["input"]
    held = outcome(given, told["attackers_score"]).dealer_side_wins
    assert next_dealer(given, told["dealer"], held=held) == case["expect"]["next_dealer"]


def last_trick(case: Data, given: Rules) -> None:
    """Tricks of known points, with b or the dealer a winning them."""
    told, expect = case["input"], case["expect"]
    hand = Hand(Setup(given, (0,) * 4, DEALER, ((),) * 4))
    hand.declarer = DEALER
    for number, points in enumerate(told["trick_points"]):
        winner = ATTACKER if number in told["attackers_won"] else DEALER
        hand.done.append(Trick(DEALER, points=points, winner=winner))
        hand.captured[winner] += points
    assert told["last_trick_index"] == len(hand.done) - 1
    count = hand.count()
    assert (count.captured, count.kitty_won) == (
        expect["attackers_score"],
        expect["last_trick_attackers"],
    )


def throw_penalty(case: Data, given: Rules) -> None:
    told, expect = case["input"], case["expect"]
    tried = (0,) * told.get("cards_thrown", 2)
    fine = throw_fine(given, tried, tried[: told.get("cards_forced", 1)], ())
    assert fine == expect.get("points_to_opponents", expect.get("points_penalty"))
    if "stake_penalty" in expect:
        assert stakes.throw_cost(given, case["setup"]["base_stake"]) == expect["stake_penalty"]


def coins(case: Data, given: Rules) -> None:
    base, expect = case["setup"]["base"], case["expect"]
    due = stakes.stake(given, base, case["input"]["overturns"])
    assert due == expect["coins"] == base * expect["multiplier"]


def irregular(case: Data, given: Rules) -> None:
    """An offence, or an accusation of one that is false, of either side."""
    told, expect = case["input"], case["expect"]
    offence = told.get("offence", f"false-{told.get('alleged')}")
    due = prescribed(given, "count" if offence == "card_count" else offence)
    assert due is not None
    if "points_to_opponents" in expect:
        assert (due.points, due.smallest_card) == (expect["points_to_opponents"], True)
        assert expect["then"] == "play smallest"
        return
    assert due.loses_hand
    dealer_side = told.get("side", told.get("accuser")) == "dealer"
    lost = lost_by(dealer_side=dealer_side)
    outcomes = {"dealer_steps_down": Outcome(False, 0), "dealer_promoted": Outcome(True, 1)}
    assert lost == outcomes[expect["result"]]


EXAMPLES: dict[str, Example] = {
    "irregular": irregular,
    "kitty": kitty,
    "level": level_of,
    "advance": advance,
    "rotation": rotation,
    "last_trick": last_trick,
    "throw_penalty": throw_penalty,
    "coins": coins,
}
KINDS: dict[str, Callable[[Data], None]] = kinds_of(EXAMPLES)
