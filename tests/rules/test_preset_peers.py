"""The rule systems of other programs, by examples from their sources and tests."""

import pytest

from shengji.engine.cards import NO_TRUMP, SUITS, Cards, counts
from shengji.engine.order import Order, compile_order
from shengji.engine.play.follow import follow_fault
from shengji.engine.play.shapes import default_reading
from shengji.engine.play.throws import Stop, throw_stop
from shengji.engine.play.tricks import Lead, read_lead
from shengji.engine.presets import find
from shengji.engine.rules import LEVELS, replace
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import Level, advance
from shengji.engine.scoring.points import kitty_multiplier, outcome, throw_fine
from shengji.notation.tokens import read_cards

PINNED = {
    "tractor-online-friends@1": (
        "partnership=friends level_ladder=23456789TJQKAN level_owner=player must_play_levels=AN"
        " must_play_semantics=win_as_dealer after_top=wrap tractor_no_trump_joker_level=yes"
        " joker_declare_first=yes nobody_later=kitty_first follow_throw=in_turn throw_compare=all"
        " throw_fail_play=first_stopper kitty_multiplier=kcard kitty_basis=lead level_table=tsteps"
        " small_side_bonus=yes"
    ),
    "eighty@1": (
        "must_play_levels=25TK must_play_semantics=win_as_dealer tractor_no_trump_joker_level=yes"
        " nobody_first=no_trump nobody_later=no_trump kitty_multiplier=kcard kitty_throw=sum"
    ),
    "jerryyyu@1": (
        "tractor_no_trump_joker_level=yes self_overturn=allowed follow_tractor_partial=pairs"
        " throw_fail_play=fewest_failing kitty_multiplier=kcard kitty_throw=sum"
    ),
    "botzone@1": (
        "tractor_little_joker_main=no tractor_main_side_level=no tractor_side_level_ace=no"
        " self_overturn=allowed follow_tractor_partial=pairs follow_throw=with_tractor"
        " throw_fail_play=failing_card throw_penalty=10_per_card throw_penalty_basis=beaten"
        " kitty_multiplier=k2n level_table=0:d3,5:d2,40:d1,80:a1,120:a2,160:a3"
        " declare_pair_first=no overturn_count=once"
    ),
}


def order(preset: str, level: str = "2", trump: str = "C") -> Order:
    return compile_order(find(preset).rules, LEVELS.index(level), SUITS.index(trump))


def cards(text: str) -> Cards:
    return read_cards(text.split())


def lead(at: Order, text: str) -> Lead:
    read = read_lead(at, cards(text))
    assert isinstance(read, Lead)
    return read


def stop(at: Order, thrown: str, *hands: str) -> Stop | None:
    held = [(seat, counts(cards(hand))) for seat, hand in enumerate(hands, 1)]
    return throw_stop(at, lead(at, thrown), held)


@pytest.mark.parametrize(
    ("preset", "thrown", "hand", "forced"),
    [
        ("jerryyyu", "SAKK", "SQ", None),
        ("jerryyyu", "S3KK", "SA", "S3"),
        ("jerryyyu", "SA55", "S99", "S55"),
        ("jerryyyu", "S955", "ST66", "S9"),
        ("eighty", "S955", "ST66", "S55"),
        ("eighty", "H5A", "HK", "H5"),
        ("botzone", "S455", "SA66", "S4"),
        ("botzone", "SA55", "S66", "S5"),
    ],
)
def test_a_throw(preset: str, thrown: str, hand: str, forced: str | None) -> None:
    found = stop(order(preset), thrown, hand)
    assert (found and found.forced) == (forced and cards(forced))


def test_botzone_fines_ten_points_for_each_card_of_a_beaten_part() -> None:
    at = order("botzone")
    found = stop(at, "S455", "SA66")
    assert found is not None
    assert throw_fine(at.rules, cards("S455"), found.forced, found.beaten) == 30
    found = stop(at, "SA55", "S66")
    assert found is not None
    assert throw_fine(at.rules, cards("SA55"), found.forced, found.beaten) == 20


@pytest.mark.parametrize(
    ("preset", "laid", "tractor"),
    [
        ("eighty", "C22 L L", True),
        ("eighty", "CAA D22", True),
        ("eighty", "D22 C22", True),
        ("eighty", "H22 D22", False),
        ("botzone", "L L B B", True),
        ("botzone", "C33 C44", True),
        ("botzone", "C22 L L", False),
        ("botzone", "CAA D22", False),
        ("botzone", "D22 C22", False),
    ],
)
def test_what_is_a_tractor(preset: str, laid: str, tractor: bool) -> None:
    assert (len(default_reading(order(preset), cards(laid))) == 1) is tractor


@pytest.mark.parametrize(("preset", "tractor"), [("eighty", True), ("jerryyyu", True)])
def test_level_cards_and_little_jokers_in_no_trump(preset: str, tractor: bool) -> None:
    at = compile_order(find(preset).rules, LEVELS.index("5"), NO_TRUMP)
    assert (len(default_reading(at, cards("S55 L L"))) == 1) is tractor


def test_botzone_asks_a_pair_of_a_throw_only_beside_a_tractor() -> None:
    at = order("botzone")
    hand = counts(cards("S77 S4 S6 S8 ST"))
    assert follow_fault(at, lead(at, "SAKK"), hand, cards("S4 S6 S8")) is None
    assert follow_fault(at, lead(at, "SAQQJJ"), hand, cards("S4 S6 S8 ST S7")) is not None


@pytest.mark.parametrize(
    ("preset", "laid", "multiplier"),
    [
        ("eighty", "S33 S5", 6),
        ("jerryyyu", "S33 S5", 6),
        ("eighty", "S33", 4),
        ("botzone", "S3", 1),
        ("botzone", "S33", 2),
        ("botzone", "S3344", 4),
    ],
)
def test_the_multiplier_of_the_kitty(preset: str, laid: str, multiplier: int) -> None:
    at = order(preset)
    assert kitty_multiplier(at.rules, default_reading(at, cards(laid))) == multiplier


def test_eighty_takes_over_by_a_buried_five() -> None:
    """60 points and a five under a last pair: 60 + 5 × 4 = 80."""
    at = order("eighty")
    total = 60 + 5 * kitty_multiplier(at.rules, default_reading(at, cards("S33")))
    assert outcome(at.rules, total) == Outcome(dealer_side_wins=False, levels=0)


def test_eighty_leaves_a_gate_only_as_dealer() -> None:
    """From 2, attackers with 160 points stay; a dealer's side with 0 against it goes to 5."""
    rules = find("eighty").rules
    attackers = advance(rules, Level(0), outcome(rules, 160).levels, dealt=False)
    assert (attackers.level, attackers.blocked) == (Level(0), True)
    dealers = advance(rules, Level(0), outcome(rules, 0).levels, dealt=True)
    assert dealers.level == Level(LEVELS.index("5"))


def test_botzone_scores_one_to_three() -> None:
    rules = find("botzone").rules
    points = (0, 35, 75, 80, 115, 120, 155, 160, 400)
    won = [outcome(rules, each) for each in points]
    assert [each.levels for each in won] == [3, 2, 1, 1, 1, 2, 2, 3, 3]
    assert [each.dealer_side_wins for each in won] == [True] * 3 + [False] * 6


@pytest.mark.parametrize(("players", "friends"), [(4, 1), (5, 1), (6, 2), (8, 3)])
def test_tractor_online_calls_half_the_players_less_one(players: int, friends: int) -> None:
    rules = replace(find("tractor-online-friends").rules, {"players": str(players)})
    assert rules.friend_number == friends


def test_tractor_online_rewards_a_small_side() -> None:
    """A level more where the side that won was smaller than the friends called for."""
    rules = find("tractor-online-friends").rules
    assert outcome(rules, 75, small_side=True) == Outcome(dealer_side_wins=True, levels=2)
    assert outcome(rules, 75) == Outcome(dealer_side_wins=True, levels=1)
