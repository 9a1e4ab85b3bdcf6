"""A hand as a film: one step an address, what happened told, what a seat could know."""

from collections import Counter
from functools import partial

import pytest

from shengji.engine.cards import UNKNOWN
from shengji.notation import loads
from shengji.notation.address import write_address
from shengji.notation.record import Record
from shengji.notation.tokens import read_cards
from shengji.replay import NoSuchPosition, view
from shengji.replay.film import Film, film
from shengji.replay.generate import random_match
from shengji.replay.knowing import Known, Onlooker
from shengji.replay.summary import summaries
from shengji.replay.telling import Teller

TAGS = """%SJN 1
[Event "?"]
[Site "?"]
[Date "?"]
[Rules "{rules}"]
[PlayerA "陈伟"]
[PlayerB "?"]
[PlayerC "?"]
[PlayerD "?"]
"""
HAND = """
hand 1 fresh ac=2 bd=2 dealer=a
hands
a SQKAH9
b S78AH5
c S9TH67
d S568H8
kitty D3344C3355
start 22 a points=35
trump C 2 a
22 a SQKA/SQ<b SA S9 S5 =b+5
penalty ac 10 throw
23 b H5 H6 H8 H9 =a+5
24 a SK S8 ST S6 =a+20
25 a SA S7 H7 S8 =a+0
result 55
end
"""


def record(hand: str, rules: str = "standard@1 throw_penalty=10") -> Record:
    return loads(TAGS.format(rules=rules) + hand).records[0]


def known_at(reel: Film, seat: int | None) -> dict[str, Known]:
    onlooker = Onlooker(reel.rules, seat)
    found: dict[str, Known] = {}
    for step in reel.steps:
        for event in step.events:
            found[write_address(step.address)] = onlooker.watch(event)
    return found


def test_what_follows_a_play_shares_its_step_and_the_trick_lies_there_still() -> None:
    reel = film(record(HAND), 1)
    step = next(step for step in reel.steps if write_address(step.address) == "1.22")
    assert [event.event for event in step.events] == ["play", "penalty"]
    assert len(step.position.table) == 4
    assert step.position.winning == 1
    names = [write_address(step.address) for step in reel.steps]
    assert len(names) == len(set(names))


def test_a_position_is_found_by_either_of_its_names() -> None:
    reel = film(record(HAND), 1)
    place = reel.find(reel.steps[5].address)
    assert place == 5
    with pytest.raises(NoSuchPosition):
        film(record(HAND), 2)
    with pytest.raises(NoSuchPosition):
        film(record(HAND), 1, 1)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "陈伟 throws ace, king, queen of spades; the throw fails, queen of spades must be led",
        ),
        ("zh-Hans", "陈伟甩黑桃 A、K、Q，甩牌失败，改出黑桃 Q"),
        ("zh-Hant", "陈伟甩黑桃 A、K、Q，甩牌失敗，改出黑桃 Q"),
    ],
)
def test_a_failed_throw_is_told_as_attempted_and_as_forced(language: str, told: str) -> None:
    reel = film(record(HAND), 1)
    step = next(step for step in reel.steps if write_address(step.address) == "1.22.1")
    assert Teller(reel, language).tell(step, lambda position: position) == told


def test_every_step_of_random_matches_is_told_in_every_language() -> None:
    match = random_match("standard", 2, 5)
    for number in (1, 2):
        reel = film(match, number)
        for language in ("en", "zh-Hans", "zh-Hant"):
            teller = Teller(reel, language)
            assert all(teller.tell(step, lambda p: p) for step in reel.steps)
            for seat in range(4):
                for step in reel.steps:
                    seen = partial(view, kind="seat", seat=seat)
                    assert "{" not in teller.tell(step, seen)


def test_a_seat_that_does_not_follow_is_void() -> None:
    """垫牌 is only allowed to a seat without the suit: 000:129."""
    known = known_at(film(record(HAND), 1), None)
    assert known["1.24"].voids == (frozenset(),) * 4
    assert known["1.25.3"].voids[2] == {0}


def test_cards_taken_back_after_a_failed_throw_are_known_until_they_are_played() -> None:
    known = known_at(film(record(HAND), 1), 3)
    assert known["1.22.1"].held[0] == read_cards(["SKA"])
    assert known["1.24.1"].held[0] == read_cards(["SA"])
    assert known["1.25.1"].held[0] == ()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_what_is_still_out_is_what_the_others_and_the_kitty_hold(seed: int, seat: int) -> None:
    """An independent account: from the open cards, what the seat has never had before it."""
    reel = film(random_match("standard", 1, seed), 1)
    known = known_at(reel, seat)
    for step in reel.steps:
        position = step.events[-1]
        others = [cards for at, cards in enumerate(position.hands) if at != seat]
        hidden = Counter(card for cards in others for card in cards or ())
        if position.holder != seat and position.phase != "over":
            hidden.update(position.kitty or ())
        told = known[write_address(step.address)].out
        assert Counter(told) == hidden, write_address(step.address)


@pytest.mark.parametrize("seed", range(3))
def test_no_void_is_false(seed: int) -> None:
    """In a match that keeps every rule, whoever is said to be out of a suit holds none of it."""
    from shengji.replay.arranging import order_of

    reel = film(random_match("standard", 1, seed), 1)
    onlooker = Onlooker(reel.rules, None)
    voids = 0
    for step in reel.steps:
        for event in step.events:
            known = onlooker.watch(event)
            order = order_of(event, reel.rules)
            for seat, suits in enumerate(known.voids):
                voids += len(suits)
                held = {order.suit[card] for card in event.hands[seat] or ()} if order else set()
                assert not suits & held
    assert voids > 0


def test_a_record_that_begins_in_the_middle_does_not_tell_what_is_out() -> None:
    reel = film(record(HAND), 1)
    onlooker = Onlooker(reel.rules, 0, from_the_start=False)
    assert onlooker.watch(reel.steps[0].position).out is None


def test_unknown_cards_are_nowhere_taken_for_faces() -> None:
    text = HAND.replace("b S78AH5\n", "").replace("kitty D3344C3355\n", "")
    for seat in (None, 0, 1):
        for known in known_at(film(record(text), 1), seat).values():
            assert known.out is not None and UNKNOWN not in known.out


def test_summaries_are_those_of_the_results() -> None:
    match = random_match("standard", 3, 11)
    for summary, hand in zip(summaries(match), match.hands, strict=True):
        result = next(event for event in hand.events if event.kind == "result")
        assert summary.points == result.points
        assert summary.number == hand.number
        assert summary.faults == 0
        assert (summary.settlement is not None) == (result.next_dealer is not None)
