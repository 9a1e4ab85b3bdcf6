"""Kinds of cases about the cards in play: their order, shapes, follows, throws, tricks."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from shengji.engine import presets
from shengji.engine.cards import POINTS, Cards, counts, name
from shengji.engine.faults import Fault
from shengji.engine.order import RAINBOW, TRUMP, Order, compile_order
from shengji.engine.play.cascade import draw_of, fallback_shapes, shapes_of_size
from shengji.engine.play.follow import follow_fault
from shengji.engine.play.shapes import (
    Shape,
    Unit,
    columns_of,
    default_reading,
    enumerate_shape,
    fits,
    readings,
    shape_of,
)
from shengji.engine.play.throws import throw_stop
from shengji.engine.play.tricks import Lead, beats, read_lead, winner
from shengji.engine.rules import Rules, replace

from .examples import Example, kinds_of
from .settings import card, cards, every_rules, level, rules, suit

Data = dict[str, Any]


def order_of(given: Rules, trump: Data) -> Order:
    return compile_order(given, level(trump["rank"]), suit(trump["suit"]))


def effective(letter: str) -> int:
    """The effective suit that a case writes as a suit letter, T, or ? for a rainbow."""
    return TRUMP if letter == "T" else RAINBOW if letter == "?" else suit(letter)


def shape_from(units: Sequence[Data]) -> Shape:
    return shape_of([(unit["width"],) * unit["length"] for unit in units])


def units_from(units: Sequence[Data]) -> Counter[tuple[int, int, Cards]]:
    return Counter((u["width"], u["length"], cards(u["cards"])) for u in units)


def units_led(lead: Lead) -> Counter[tuple[int, int, Cards]]:
    """The units of a lead as the cases write them: a rainbow as copies of the club of its rank."""
    if lead.suit != RAINBOW:
        return units_read(lead.units)
    return Counter(
        (unit.width, 1, (3 * 13 + unit.cards[0] % 13,) * unit.width) for unit in lead.units
    )


def units_read(units: Iterable[Unit]) -> Counter[tuple[int, int, Cards]]:
    return Counter((unit.width, unit.length, unit.cards) for unit in units)


def led(lead: Data) -> Lead:
    """A lead of which only suit and shape matter."""
    shape = shape_from(lead["units"])
    return Lead(effective(lead["suit"]), sum(map(sum, shape)), shape, (), ())


# -- tractor-engine.json --------------------------------------------------------------------------


def follow(case: Data) -> None:
    for given in every_rules(case["policies"]):
        order = order_of(given, case["trump"])
        lead, hand = led(case["lead"]), counts(cards(case["hand"]))
        for play in case["plays"]:
            laid = cards(play["cards"])
            fault = follow_fault(order, lead, hand, laid) if len(laid) == lead.size else "count"
            assert (fault is None) == play["legal"], (play, fault)


def decompose(case: Data) -> None:
    order = order_of(rules(case["policies"]), case["trump"])
    laid, expected = cards(case["cards"]), case["expected"]
    lead = read_lead(order, laid)
    assert isinstance(lead, Lead) == expected["legal_lead"], lead
    if isinstance(lead, Fault):
        return
    if "suit" in expected:
        assert lead.suit == effective(expected["suit"])
    if "default_units" in expected:
        assert units_led(lead) == units_from(expected["default_units"]), lead.units
    if "all_groupings" in expected:
        found = sorted(sorted(units_read(reading)) for reading in readings(order, laid))
        wanted = sorted(sorted(units_from(units)) for units in expected["all_groupings"])
        assert found == wanted


def match(case: Data) -> None:
    order, lead = order_of(rules({}), case["trump"]), led(case["lead"])
    for row in case["rows"]:
        laid = cards(row["cards"])
        one = order.suits[order.suit[laid[0]]]
        matches = len(laid) == lead.size and fits(one, columns_of(order, one, laid), lead.shape)
        assert matches == row["matches"], row


def successor(case: Data) -> None:
    order = order_of(rules({}), case["trump"])
    for row in case["rows"]:
        found = {name(face) for face in order.successors(card(row["card"]))}
        if "next" in row:
            assert found == set(row["next"]), row
        else:
            assert found >= set(row["includes"]), row


def enumerates(case: Data) -> None:
    order = order_of(rules({}), case["trump"])
    shape = tuple(tuple(run) for run in case["shape"])
    ways = list(enumerate_shape(order, cards(case["cards"]), shape))
    expected = case["expected"]
    assert len(ways) == len(set(ways)) == expected["count"]
    if "all" in expected:
        assert ways == [tuple(map(cards, way)) for way in expected["all"]]
    if "first" in expected:
        assert ways[0] == tuple(map(cards, expected["first"]))


def _in_order(shapes: Iterable[Shape]) -> list[Shape]:
    return [shape_of(shape) for shape in shapes]


def fallback_order(case: Data) -> None:
    new_tractor = "yes" if case["new_tractor_requirements_allowed"] else "no"
    draw = draw_of(replace(rules({}), {"follow_new_tractor": new_tractor}))
    shape = shape_of([tuple(run) for run in case["led_shape"]])
    expected = [[tuple(run) for run in runs] for runs in case["expected_in_order"]]
    assert fallback_shapes(shape, draw) == _in_order(map(tuple, expected))


def strength_order(case: Data) -> None:
    expected = [[tuple(run) for run in runs] for runs in case["expected_in_order"]]
    assert shapes_of_size(case["num_cards"]) == _in_order(map(tuple, expected))


def trick(case: Data) -> None:
    for given in every_rules(case["policies"]):
        Table(order_of(given, case["trump"]), case).play()


class Table:
    """One trick of a case, played as the case tells."""

    def __init__(self, order: Order, case: Data) -> None:
        self.order = order
        self.case = case
        self.hands = {who: counts(cards(hand)) for who, hand in case["hands"].items()}
        self.queue = list(case["turn_order"])
        self.lead: Lead | None = None
        self.best: tuple[int, ...] = ()
        self.winning = ""
        self.points: Counter[str] = Counter()

    def play(self) -> None:
        for play in self.case["plays"]:
            reason = self.refusal(play["player"], cards(play["cards"]))
            assert (reason is None) == play["legal"], (play, reason)
            if reason is None:
                self.put(play)
                assert self.winning == play["winning_after"], play
            elif "reason" in play:
                assert reason == play["reason"], play
        self.check_lead()
        if "expected" in self.case:
            self.check_end(self.case["expected"])

    def refusal(self, who: str, laid: Cards) -> str | None:
        if not self.queue or self.queue[0] != who:
            return "out_of_turn"
        if any(self.hands[who][one] < laid.count(one) for one in laid):
            return "card_not_in_hand"
        if self.lead is None:
            return None if isinstance(read_lead(self.order, laid), Lead) else "mixed_suits_lead"
        if len(laid) != self.lead.size:
            return "illegal_play"
        fault = follow_fault(self.order, self.lead, self.hands[who], laid)
        return "illegal_play" if fault else None

    def put(self, play: Data) -> None:
        who, laid = self.queue.pop(0), cards(play["cards"])
        if self.lead is None:
            laid = self.led(who, laid, play)
        else:
            standing = beats(self.order, self.lead, self.best, laid)
            if standing is not None:
                self.best, self.winning = standing, who
        for one in laid:
            self.hands[who][one] -= 1
        self.points.update(name(one) for one in laid if POINTS[one])

    def led(self, who: str, laid: Cards, play: Data) -> Cards:
        """Lead, after the throw has been checked; what is really led."""
        lead = read_lead(self.order, laid)
        assert isinstance(lead, Lead)
        seats = dict(enumerate(self.queue))
        hands = [(number, self.hands[player]) for number, player in seats.items()]
        stop = throw_stop(self.order, lead, hands)
        if stop is not None:
            failed = play["throw_failed"]
            assert stop.forced == cards(failed["forced"]), stop
            assert seats[stop.seat] == failed["stopped_by"]
            lead, laid = read_lead(self.order, stop.forced), stop.forced
            assert isinstance(lead, Lead)
        else:
            assert "throw_failed" not in play
        self.lead, self.best, self.winning = lead, lead.standing, who
        return laid

    def check_lead(self) -> None:
        assert self.lead is not None
        told = self.case["lead"]
        assert self.lead.suit == effective(told["suit"])
        assert units_led(self.lead) == units_from(told["units"])

    def check_end(self, expected: Data) -> None:
        assert self.winning == expected["winner"]
        assert self.points == Counter(expected["point_cards"])
        assert self.lead is not None
        assert max(unit.size for unit in self.lead.units) == expected["largest_unit"]


# -- reported-faults.json -------------------------------------------------------------------------

COMPARE = {"all": ("all",), "largest": ("largest", "units"), "highest_per_shape": ("highest",)}


def fixture_of(case: Data) -> None:
    """The fixture of a reported fault, under standard rules with what it names."""
    fixture = case["fixture"]
    changes = {"decks": str(fixture["decks"])}
    if fixture.get("permanent_two"):
        changes["permanent_trumps"] = "2"
    given = replace(presets.find("standard").rules, changes)
    trump = {"rank": fixture["trump_rank"], "suit": fixture["trump_suit"]}
    order = order_of(given, trump)
    check_tractors(order, fixture)
    check_follows(order, fixture)
    check_throw(order, fixture)
    for told, winning in fixture.get("winner", {}).items():
        for compare in COMPARE[told]:
            order = order_of(replace(given, {"throw_compare": compare}), trump)
            plays = [cards(play) for play in fixture["plays"]]
            lead = read_lead(order, plays[0])
            assert isinstance(lead, Lead)
            assert winner(order, lead, plays[1:]) == winning, compare


def check_tractors(order: Order, fixture: Data) -> None:
    for text in fixture.get("tractors", ()):
        assert is_tractor(order, cards(text.split())), text
    for text in fixture.get("not_tractors", ()):
        assert not is_tractor(order, cards(text.split())), text


def is_tractor(order: Order, laid: Cards) -> bool:
    if len({order.suit[one] for one in laid}) > 1:
        return False
    reading = default_reading(order, laid)
    return len(reading) == 1 and reading[0].length > 1


def check_follows(order: Order, fixture: Data) -> None:
    if "legal" not in fixture:
        return
    lead = read_lead(order, cards(fixture["lead"]))
    assert isinstance(lead, Lead)
    hand = counts(cards(fixture["hand"]))
    for play, legal in fixture["legal"]:
        assert (follow_fault(order, lead, hand, cards(play)) is None) == legal, play


def check_throw(order: Order, fixture: Data) -> None:
    if "throw_ok" not in fixture:
        return
    hands = fixture.get("hands") or fixture["plays"]
    thrown = fixture.get("throw") or fixture["plays"][0]
    lead = read_lead(order, cards(thrown))
    assert isinstance(lead, Lead)
    others = [(seat, counts(cards(hand))) for seat, hand in enumerate(hands) if seat]
    stop = throw_stop(order, lead, others)
    assert (stop is None) == fixture["throw_ok"], stop
    if stop is not None and "forced" in fixture:
        assert stop.forced == cards(fixture["forced"])


# -- rules/examples.json --------------------------------------------------------------------------


def example_order(case: Data, given: Rules) -> Order:
    setup = case["setup"]
    return order_of(given, {"rank": setup["level"], "suit": setup["trump"]})


def compare(case: Data, given: Rules) -> None:
    order = example_order(case, given)
    first, second = card(case["input"]["a"]), card(case["input"]["b"])
    assert relation(order, first, second) == case["expect"]["relation"]


def relation(order: Order, first: int, second: int) -> str:
    """How two cards compare where either is led."""
    suits = {order.suit[first], order.suit[second]}
    if len(suits) > 1 and TRUMP not in suits:
        return "incomparable"
    mine, other = order.standing[first], order.standing[second]
    return ">" if mine > other else "<" if mine < other else "="


def tractor(case: Data, given: Rules) -> None:
    found = is_tractor(example_order(case, given), cards(case["input"]["cards"]))
    assert found == case["expect"]["is_tractor"]


def who_wins(case: Data, given: Rules) -> None:
    order = example_order(case, given)
    plays = [cards(play) for play in case["input"]["plays_in_order"]]
    lead = read_lead(order, plays[0])
    assert isinstance(lead, Lead)
    assert winner(order, lead, plays[1:]) == case["expect"]["winner_index"]


def throw(case: Data, given: Rules) -> None:
    order, thrown = example_order(case, given), cards(case["input"]["lead"])
    lead = read_lead(order, thrown)
    assert isinstance(lead, Lead)
    others = enumerate(case["input"]["others_in_suit"], 1)
    stop = throw_stop(order, lead, [(seat, counts(cards(held))) for seat, held in others])
    assert (stop is None) == case["expect"]["stands"]
    assert (stop.forced if stop else thrown) == cards(case["expect"]["actually_played"])


def answer(case: Data, given: Rules) -> None:
    order, told = example_order(case, given), case["input"]
    lead = read_lead(order, cards(told["lead"]))
    assert isinstance(lead, Lead)
    fault = follow_fault(order, lead, counts(cards(told["hand"])), cards(told["play"]))
    assert (fault is None) == case["expect"]["legal"], fault


EXAMPLES: dict[str, Example] = {
    "order": compare,
    "tractor": tractor,
    "trick": who_wins,
    "throw": throw,
    "follow": answer,
}


KINDS: dict[str, Callable[[Data], None]] = {
    "follow": follow,
    "decompose": decompose,
    "match": match,
    "successor": successor,
    "enumerate_shape": enumerates,
    "follow_fallback_order": fallback_order,
    "shape_strength_order": strength_order,
    "trick": trick,
    "fixtures": fixture_of,
    **kinds_of(EXAMPLES),
}
