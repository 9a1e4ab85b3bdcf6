"""Kinds of cases about declaring, points, levels and the sizes of a deal."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from shengji.engine.cards import DECK, POINTS, SUITS, counts
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.order import TRUMP, compile_order
from shengji.engine.rules import LEVELS, RuleError, Rules, default_kitty_size, replace
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import Level, advance, settle
from shengji.engine.scoring.points import outcome
from shengji.engine.scoring.specials import Special, falls_to

from .settings import UnknownSetting, card, cards, level, rules, seat, suit

Data = dict[str, Any]


def bid_options(case: Data) -> None:
    who = seat(case["player"])
    due = case["fixed_landlord"]
    bidding = Bidding(
        rules(case["policies"], decks=case["num_decks"]),
        [level(case["player_level"])] * 4,
        None if due is None else seat(due),
    )
    for bid in case["prior_bids"]:
        bidding.show(seat(bid["player"]), (card(bid["card"]),) * bid["count"])
    expected = {(card(bid["card"]),) * bid["count"] for bid in case["expected_options"]}
    found = bidding.options(who, counts(cards(case["hand"])))
    assert set(found) == expected
    assert len(found) == len(expected)


def bid_sequence(case: Data) -> None:
    players = case["num_players"]
    due = case["fixed_landlord"]
    bidding = Bidding(
        rules(case["policies"], decks=case["num_decks"], players=players),
        [level(case["levels"][f"P{number + 1}"]) for number in range(players)],
        None if due is None else seat(due),
    )
    held = {seat(player): counts(cards(hand)) for player, hand in case["hands"].items()}
    table = Table(bidding)
    for step in case["steps"]:
        assert table.step(step, held) == step["valid"], step
    if expected := case.get("expected"):
        settled = bidding.outcome()
        assert settled.suit == suit(expected["trump"]["suit"])
        assert settled.level == level(expected["trump"]["rank"])
        assert settled.declarer == seat(expected["landlord"]) == seat(expected["first_leader"])
        assert table.holder == seat(expected["kitty_last_held_by"])


class Table:
    """A bidding and who has the kitty in hand; cards go into the kitty and out unseen."""

    def __init__(self, bidding: Bidding) -> None:
        self.bidding = bidding
        self.holder: int | None = None
        self.down = False

    def step(self, step: Data, held: dict[int, list[int]]) -> bool:
        """Was the step valid? If so it has been made."""
        who = seat(step["player"])
        match step["action"]:
            case "bid":
                return self._bid(who, step, held)
            case "take_up_kitty":
                return self._take(who)
            case "put_down_kitty":
                valid = who == self.holder and not self.down
                self.down = self.down or valid
                return valid
            case "begin_play":
                return self.down and who == self.bidding.outcome().declarer
            case action:
                raise UnknownSetting(f"unknown action {action!r}")

    def _bid(self, who: int, step: Data, held: dict[int, list[int]]) -> bool:
        shown = (card(step["card"]),) * step["count"]
        if self.bidding.verify_show(who, shown, held[who], later=self.down) is not None:
            return False
        self.bidding.show(who, shown)
        return True

    def _take(self, who: int) -> bool:
        if (self.holder is not None and not self.down) or self.bidding.verify_take(who):
            return False
        self.bidding.take()
        self.holder, self.down = who, False
        return True


SCORING = {
    "deadzone_size": 1,
    "num_steps_to_non_landlord_turnover": 2,
    "step_adjustments": {},
    "step_size_per_deck": 20,
    "truncate_zero_crossing_window": True,
}
"""The scoring parameters that the table tsteps stands for."""
BONUS = {"NoBonusLevel": "no", "BonusLevelForSmallerLandlordTeam": "yes"}


def score(case: Data) -> None:
    params = dict(case["params"])
    bonus = params.pop("bonus_level_policy", "NoBonusLevel")
    for name, value in params.items():
        if name not in SCORING or SCORING[name] != value:
            raise UnknownSetting(f"unknown scoring parameter {name} = {value!r}")
    if bonus not in BONUS:
        raise UnknownSetting(f"unknown scoring parameter bonus_level_policy = {bonus!r}")
    table = replace(rules({}, decks=case["num_decks"]), {"small_side_bonus": BONUS[bonus]})
    for row in case["rows"]:
        _check_row(table, row["attackers_points"], row, small_side=case["smaller_landlord_team"])


def score_thresholds(case: Data) -> None:
    """Each row holds from its points up to those of the next."""
    table = rules({}, decks=case["num_decks"])
    ends = [row["from_points"] for row in case["rows"][1:]]
    ends.append(case["rows"][-1]["from_points"] + 5)
    for row, end in zip(case["rows"], ends, strict=True):
        for points in range(row["from_points"], end, 5):
            _check_row(table, points, row)


def _check_row(table: Rules, points: int, row: Data, *, small_side: bool = False) -> None:
    won = row["landlord_side_wins"]
    gained = row["landlord_levels"] if won else row["attackers_levels"]
    assert outcome(table, points, small_side=small_side) == Outcome(won, gained), points


def level_sequence(case: Data) -> None:
    table = rules(case["policies"], players=case["num_players"])
    dealing = set(map(seat, case["landlord_team"]))
    for step in case["steps"]:
        ends = [
            advance(
                table,
                Level(level(before)),
                step["landlord_levels" if who in dealing else "attackers_levels"],
                dealt=who in dealing and step["landlord_side_won"],
                played=level(step["landlord_rank_played"]),
            )
            for who, before in enumerate(step["before"])
        ]
        assert [end.level.rank for end in ends] == [level(after) for after in step["after"]]
        assert [who for who, end in enumerate(ends) if end.blocked] == list(
            map(seat, step["blocked"])
        )
        assert [who for who, end in enumerate(ends) if end.level.lap > 1] == list(
            map(seat, step["wrapped"])
        )
        if case["policies"].get("jack_variation") == "SingleJack":
            _check_fall(table, case, step, dealing)


def _check_fall(table: Rules, case: Data, step: Data, dealing: set[int]) -> None:
    """The same step with everybody at the level of the hand: the last trick is won with a jack."""
    played = level(step["landlord_rank_played"])
    held = step["landlord_side_won"]
    fall = falls_to(table, played, SUITS.index("S"), (card("SJ"),), held=held)
    assert (fall is not None) == step["back_to_two"]
    landlord = seat(case["landlord"])
    after = settle(
        table,
        [Level(played if who in dealing else level(step["before"][who])) for who in range(4)],
        landlord,
        Outcome(held, step["landlord_levels" if held else "attackers_levels"]),
        side=dealing,
        special=Special(fall),
    )
    assert [end.rank for end in after.levels] == [level(text) for text in step["after"]]


def kitty_size(case: Data) -> None:
    for row in case["rows"]:
        size = default_kitty_size(row["players"], 54 * row["decks"])
        assert size == row["kitty"], row
        assert divmod(54 * row["decks"] - size, row["players"]) == (row["hand"], 0), row


def kitty_property(case: Data) -> None:
    """What the note says in words, of every combination that the rules accept."""
    accepted = 0
    for players in range(4, 10):
        for decks in range(1, players):
            for size in range(1, 30):
                try:
                    table = Rules(
                        players=players, decks=decks, kitty_size=size, odd_cards="left_out"
                    )
                except RuleError:
                    continue
                accepted += 1
                assert table.kitty == size
                assert table.odd < players
                assert table.odd + table.hand_size * players + size == 54 * decks
    assert accepted


def rank_order(case: Data) -> None:
    ladder = rules({}).level_ladder
    assert list(map(level, case["expected"])) == [LEVELS.index(letter) for letter in ladder]


def card_order(case: Data) -> None:
    """Trumps last and from low to high; so in each plain suit, whatever the order of the suits."""
    order = compile_order(rules({}), level(case["trump"]["rank"]), suit(case["trump"]["suit"]))
    expected = [card(text) for text in case["expected"]]
    assert sorted(expected) == sorted(map(card, case["cards"]))
    runs = [list(run) for _, run in groupby(expected, key=lambda face: order.suit[face])]
    suits = [order.suit[run[0]] for run in runs]
    assert len(suits) == len(set(suits))
    assert TRUMP not in suits[:-1]
    for run in runs:
        assert run == sorted(run, key=lambda face: order.strength[face])


def deck(case: Data) -> None:
    for row in case["rows"]:
        if row["short_deck_lowest"] != "2" or not row["big_joker"] or not row["small_joker"]:
            raise UnknownSetting(f"unknown deck {row}")
        assert len(DECK) == row["cards"]
        assert sum(POINTS[face] for face in DECK) == row["points"]


KINDS: dict[str, Callable[[Data], None]] = {
    "bid_options": bid_options,
    "bid_sequence": bid_sequence,
    "score": score,
    "score_thresholds": score_thresholds,
    "level_sequence": level_sequence,
    "kitty_size": kitty_size,
    "kitty_property": kitty_property,
    "rank_order": rank_order,
    "card_order": card_order,
    "deck": deck,
}
