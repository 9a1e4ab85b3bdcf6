"""The twelve real hands of shengji-godot's logs under the preset `godot`: declaring and settlement.

The facts are those of docs/game-logs/standard_log.json and of the hands shown in replay_latest.html
of github.com/qian-loong/shengji-godot (MIT licence).
"""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from shengji.engine import presets
from shengji.engine.cards import NO_TRUMP, RANKS, SUITS, Cards, counts
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.rules import LEVELS
from shengji.engine.scoring.match import Level, settle
from shengji.engine.scoring.points import kitty_multiplier, outcome

RULES = presets.find("godot", 1).rules
KEPT = -1
"""In place of the next dealer: it is the same seat."""


@dataclass(frozen=True)
class Played:
    """What a log says of a hand."""

    name: str
    levels: str
    """By seat."""
    due: int | None
    asked: list[tuple[int, str]]
    """The seats asked, with the jokers and own level cards that each held; the last declared."""
    suit: str
    points: int
    """Of the attackers, in tricks."""
    kitty: int
    """Kitty points that they won."""
    final: int
    winners: str
    """D the dealer's side, A the attackers."""
    level: str
    """Of the winners, afterwards."""
    then: int
    """The next dealer."""

    @property
    def declarer(self) -> int:
        return self.asked[-1][0]

    @property
    def winner(self) -> int:
        """A seat of the side that won."""
        return self.declarer if self.winners == "D" else (self.declarer + 1) % 4

    @property
    def next_dealer(self) -> int:
        return self.declarer if self.then == KEPT else self.then


@dataclass(frozen=True)
class Single:
    """Every last trick in the logs is one of single cards."""

    width: int = 1
    length: int = 1


HANDS = [
    Played(
        "standard_log 1",
        "2222",
        None,
        [(0, "S2 B"), (1, "H2 D2 C2 L B")],
        "C",
        115,
        0,
        115,
        "A",
        "2",
        2,
    ),
    Played(
        "standard_log 2",
        "2222",
        2,
        [(2, "D2 C2"), (3, "S2 H2 H2 L")],
        "S",
        130,
        0,
        130,
        "A",
        "3",
        0,
    ),
    Played(
        "standard_log 3",
        "3232",
        0,
        [(0, "D3 L L"), (1, "C2"), (2, "H3 B B")],
        "-",
        10,
        0,
        10,
        "D",
        "5",
        KEPT,
    ),
    Played("nine-hands 1", "2222", None, [(0, "S2 C2 L")], "C", 10, 0, 10, "D", "4", KEPT),
    Played(
        "nine-hands 2",
        "4242",
        0,
        [(0, "S4 B"), (1, "H2"), (2, "D4"), (3, "C2 C2 L L B")],
        "-",
        170,
        0,
        170,
        "A",
        "5",
        0,
    ),
    Played(
        "nine-hands 3",
        "5252",
        0,
        [(0, ""), (1, "D2 L"), (2, "S5 H5 C5 L B")],
        "H",
        30,
        0,
        30,
        "D",
        "7",
        KEPT,
    ),
    Played("nine-hands 4", "7272", 2, [(2, "H7 D7 C7 B")], "H", 30, 0, 30, "D", "9", KEPT),
    Played(
        "nine-hands 5",
        "9292",
        2,
        [(2, "C9 B"), (3, "S2"), (0, "S9 H9 H9 L")],
        "S",
        65,
        5,
        70,
        "D",
        "T",
        KEPT,
    ),
    Played(
        "nine-hands 6",
        "T2T2",
        0,
        [(0, "HT"), (1, "C2 B"), (2, "ST ST DT CT L L")],
        "-",
        35,
        0,
        35,
        "D",
        "Q",
        KEPT,
    ),
    Played(
        "nine-hands 7",
        "Q2Q2",
        2,
        [(2, "B"), (3, "D2"), (0, "SQ HQ L")],
        "S",
        35,
        0,
        35,
        "D",
        "K",
        KEPT,
    ),
    Played(
        "nine-hands 8",
        "K2K2",
        0,
        [(0, "HK L"), (1, "L B"), (2, "HK DK CK B")],
        "H",
        75,
        0,
        75,
        "D",
        "A",
        KEPT,
    ),
    Played(
        "nine-hands 9", "A2A2", 2, [(2, "CA"), (3, "S2 D2 C2 B")], "D", 165, 0, 165, "A", "A", 0
    ),
]
COULD = {("standard_log 3", 0)}
"""Who passed of his own will (`player_choice`); the others had nothing to show."""


def cards(text: str) -> Cards:
    return tuple(
        52 + "LB".index(x) if x in "LB" else SUITS.index(x[0]) * 13 + RANKS.index(x[1])
        for x in text.split()
    )


def bidding(hand: Played) -> Bidding:
    """The bidding up to the seat that declared."""
    table = Bidding(RULES, [LEVELS.index(level) for level in hand.levels], hand.due)
    for seat, held in hand.asked[:-1]:
        assert table.verify_pass(seat) is None
        assert bool(table.options(seat, counts(cards(held)))) == ((hand.name, seat) in COULD)
        table.passed(seat)
    return table


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_declaring(hand: Played) -> None:
    table = bidding(hand)
    held = counts(cards(hand.asked[-1][1]))
    trump = NO_TRUMP if hand.suit == "-" else SUITS.index(hand.suit)
    options = table.options(hand.declarer, held)
    # In each hand only one showing names that trump: the log's bid is proved card by card.
    shown = [to for to in options if (NO_TRUMP if to[0] >= 52 else to[0] // 13) == trump]
    assert len(shown) == 1
    assert table.verify_show(hand.declarer, shown[0], held, after=100) is None
    table.show(hand.declarer, shown[0], 100)
    settled = table.outcome()
    assert (settled.suit, settled.declarer) == (trump, hand.declarer)
    assert settled.level == LEVELS.index(hand.levels[hand.declarer])


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_settlement(hand: Played) -> None:
    assert hand.points + hand.kitty * kitty_multiplier(RULES, [Single()]) == hand.final
    result = outcome(RULES, hand.final)
    assert result.dealer_side_wins == (hand.winners == "D")
    before = [Level(LEVELS.index(level)) for level in hand.levels]
    after = settle(RULES, before, hand.declarer, result)
    for seat in (hand.winner, (hand.winner + 2) % 4):
        assert after.levels[seat] == Level(LEVELS.index(hand.level))
    if hand.name == "nine-hands 9":
        # Attackers at A pass it: under these rules the match is theirs. The replay still names the
        # seat that would have dealt.
        assert (after.winners, after.next_dealer, hand.next_dealer) == ((0, 2), None, 0)
    else:
        assert (after.winners, after.next_dealer) == ((), hand.next_dealer)


@pytest.mark.parametrize("log", ["standard_log", "nine-hands"])
def test_hands_follow_one_another(log: str) -> None:
    """Levels and the seat due to deal are what the hand before left."""
    hands = [hand for hand in HANDS if hand.name.startswith(log)]
    assert hands[0].levels == "2222"
    for before, after in pairwise(hands):
        expected = list(before.levels)
        expected[before.winner] = expected[(before.winner + 2) % 4] = before.level
        assert after.levels == "".join(expected)
        assert after.due == before.next_dealer
