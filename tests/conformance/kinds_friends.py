"""Kinds of cases about finding friends: calls, whole hands of unit tests, worked examples."""

from collections.abc import Callable
from typing import Any

from shengji.engine.events import Bury, Laid, Name, Play, Show, Take
from shengji.engine.faults import Fault, Rule
from shengji.engine.friends import Friends, holder
from shengji.engine.hand import Hand, Setup
from shengji.engine.order import compile_order
from shengji.engine.rules import Rules, replace

from .examples import Example, kinds_of
from .kinds_hand import call_of, check_trick, make, settled
from .settings import card, cards, finding_friends, level, rules, seat, suit

Data = dict[str, Any]


def friend_selection(case: Data) -> None:
    """May the dealer call this card, as his only one?"""
    mode = finding_friends(case["num_friends"])
    table = rules(case["policies"], decks=case["num_decks"], players=case["num_players"], mode=mode)
    trump = case["trump"]
    order = compile_order(table, level(trump["rank"]), suit(trump["suit"]))
    for row in case["rows"]:
        call = call_of(row)
        verdict = Friends(table).verify(0, call.card, call.copy, order)
        if row["valid"]:
            assert verdict is None, row
        else:
            assert isinstance(verdict, Fault), row
            assert verdict.rule is Rule.FRIEND_CARD, row


def round_(case: Data) -> None:
    """A hand of which the kitty is not exchanged, or not known at all."""
    hand = _begun(case)
    for called in case["friends"]:
        make(hand, call_of(called))
    hand.begin_play()
    for trick in case["tricks"]:
        found = _found(hand)
        for play in trick["plays"]:
            assert play["legal"]
            make(hand, Play(seat(play["player"]), Laid(cards(play["cards"]))))
        _check_round_trick(hand, trick, found)
    _check_round(hand, case)


def _begun(case: Data) -> Hand:
    mode = finding_friends(case["num_friends"])
    policies = {
        name: value[0] if isinstance(value, list) else value
        for name, value in case["policies"].items()
    }
    table = rules(policies, decks=case["num_decks"], players=case["num_players"], mode=mode)
    if case["kitty"] is None:
        table = replace(table, {"kitty_size": "0", "nobody_later": "no_trump"})
    levels = tuple(level(case["levels"][f"P{n + 1}"]) for n in range(table.players))
    hands = tuple(cards(case["hands"][f"P{n + 1}"]) for n in range(table.players))
    landlord, trump = seat(case["landlord"]), case["trump"]
    kitty = cards(case["kitty"] or ())
    hand = Hand(Setup(table, levels, landlord, hands, kitty, first=False))
    for bid in case["bids"]:
        assert bid["valid"]
        after = table.players * table.hand_size
        make(hand, Show(seat(bid["player"]), (card(bid["card"]),) * bid["count"], after))
    make(hand, Name(suit(trump["suit"]), level(trump["rank"]), landlord))
    if kitty:
        make(hand, Take(landlord))
        make(hand, Bury(landlord, kitty))
    return hand


def _found(hand: Hand) -> tuple[list[int], list[int | None]]:
    """The declarer's side in the order in which it came together; by call, whom it has found."""
    friends = hand.found_friends()
    assert friends is not None
    assert hand.declarer is not None
    return [hand.declarer, *friends.joined], [call.friend for call in friends.calls]


def _check_round_trick(hand: Hand, trick: Data, before: tuple[list[int], list[int | None]]) -> None:
    side, found = _found(hand)
    assert side == list(map(seat, trick["landlord_team_after"]))
    newly = [new for new, old in zip(found, before[1], strict=True) if new != old]
    assert sorted(newly) == sorted(seat(joined["player"]) for joined in trick["joined"])
    joined = [seat(each["player"]) for each in trick["joined"] if not each["already_on_team"]]
    assert side == [*before[0], *joined]
    if trick["points_with_kitty"] is not None:
        told = trick.get("kitty")
        bonus = (told["points"], told["multiplier"]) if told else None
        expected = {
            "points_incl_kitty": trick["points_with_kitty"],
            "attackers_points_after": trick["attackers_points_after"],
        }
        check_trick(hand, expected, trick["winner"], bonus)


def _check_round(hand: Hand, case: Data) -> None:
    expect = case["expected"]
    total = hand.count().total
    assert total == expect["attackers_points"]
    side = hand.side()
    assert side is not None
    small = len(side) < hand.rules.friend_number + 1
    assert small == expect["smaller_landlord_team"]
    levels = [level(case["levels"][f"P{n + 1}"]) for n in range(hand.seats)]
    after = settled(hand, levels, total)
    assert [gained.rank for gained in after.levels] == [
        level(expect["levels_after"][f"P{n + 1}"]) for n in range(hand.seats)
    ]
    assert after.next_dealer == seat(expect["next_landlord"])


# -- rule-examples.json ---------------------------------------------------------------------------


def partner(case: Data, given: Rules) -> None:
    """Whose partner the dealer is by a card, of which only the holders are told."""
    told = case["input"]
    held = [told["holders"].get(str(number), 0) for number in range(given.players)]
    assert holder(told["dealer"], held) == case["expect"]["partner"]


EXAMPLES: dict[str, Example] = {"friend": partner}
"""By kind of the worked examples, to be run under the rules given."""


KINDS: dict[str, Callable[[Data], None]] = {
    "friend_selection": friend_selection,
    "round": round_,
    **kinds_of(EXAMPLES),
}
