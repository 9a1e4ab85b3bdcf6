"""Edge cases that other programs settled: a second source for what our own texts only tell.

Each names the program whose tests, sources or logged games decide it: jerryyyu, Eighty (80fen),
TractorZero's audit, and tricks of two Botzone games whose winners the judge recorded.
"""

import pytest

from shengji.engine.cards import NO_TRUMP, SUITS, Cards, counts
from shengji.engine.order import Order, compile_order
from shengji.engine.play.follow import follow_fault
from shengji.engine.play.tricks import Lead, read_lead, winner
from shengji.engine.presets import find
from shengji.engine.rules import LEVELS
from shengji.notation.tokens import read_cards


def order(preset: str, level: str, trump: str) -> Order:
    suit = NO_TRUMP if trump == "-" else SUITS.index(trump)
    return compile_order(find(preset).rules, LEVELS.index(level), suit)


def cards(text: str) -> Cards:
    return read_cards(text.split())


def lead(at: Order, text: str) -> Lead:
    read = read_lead(at, cards(text))
    assert isinstance(read, Lead)
    return read


RULES = ("standard", "eighty", "jerryyyu")


@pytest.mark.parametrize("preset", RULES)
@pytest.mark.parametrize(
    ("level", "trump", "led", "hand", "played", "legal"),
    [
        ("2", "S", "HTTJJ", "H5566KK3", "H55KK", False),  # the shorter tractor is owed
        ("2", "S", "HTTJJ", "H5566KK3", "H5566", True),
        ("2", "S", "H99TT", "H334455", "H3355", False),
        ("2", "S", "H99TT", "H334455KK", "H33KK", False),
        ("4", "-", "DA", "D4 C5", "C5", True),  # a level card is no diamond
        ("2", "S", "H3344", "H6 S3344", "S3344", False),  # the last heart goes first
    ],
)
def test_following(
    preset: str, level: str, trump: str, led: str, hand: str, played: str, legal: bool
) -> None:
    at = order(preset, level, trump)
    fault = follow_fault(at, lead(at, led), counts(cards(hand)), cards(played))
    assert (fault is None) is legal


@pytest.mark.parametrize("preset", RULES)
@pytest.mark.parametrize(
    ("level", "trump", "laid", "won"),
    [
        # Two tractors are ruffed by two: aces with side sevens, side sevens with the trump sevens.
        ("7", "H", ["S334499TT", "HAA S77 D77 H77"], 1),
        # Thrown singles are ruffed by whatever is trump, and the highest card of it counts.
        ("2", "H", ["S58", "H33"], 1),
        ("2", "H", ["S88", "H34"], 0),
        # Of two ruffs the higher pair wins, whatever stands beside it.
        ("2", "S", ["HAAKQ", "SQQ B L", "SKK34"], 2),
        ("2", "S", ["HAAKQ", "SKK34", "SQQ B L"], 1),
        # Two pairs apart are no tractor; the second of equal cards does not win.
        ("2", "S", ["HJJQQ", "S33AA"], 0),
        ("2", "S", ["HA", "HA"], 0),
        ("2", "S", ["H3", "SA", "SA"], 1),
    ],
)
def test_who_wins(preset: str, level: str, trump: str, laid: list[str], won: int) -> None:
    at = order(preset, level, trump)
    assert winner(at, lead(at, laid[0]), [cards(each) for each in laid[1:]]) == won


@pytest.mark.parametrize("preset", ["standard", "botzone"])
@pytest.mark.parametrize(
    ("trump", "laid", "won"),
    [
        ("-", ["H77", "HJQ", "HKK", "H22"], 3),
        ("-", ["C2", "L", "B", "D2"], 2),
        ("D", ["HJ", "C5", "H2", "B"], 3),
        ("-", ["SK", "ST", "SJ", "S9"], 0),
    ],
)
def test_tricks_of_logged_botzone_games(preset: str, trump: str, laid: list[str], won: int) -> None:
    """At level 2, the seats from the leader; the judge of the site recorded the winners."""
    at = order(preset, "2", trump)
    assert winner(at, lead(at, laid[0]), [cards(each) for each in laid[1:]]) == won
