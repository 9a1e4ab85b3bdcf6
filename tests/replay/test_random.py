"""Random legal matches of every preset check clean, as text, as records and as JSON."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji import notation
from shengji.engine.presets import names
from shengji.notation import record as rec
from shengji.notation import twin
from shengji.replay import check, check_record
from shengji.replay.generate import random_match

RULES = (
    *names(),
    "standard decks=3",
    "standard players=6 decks=3",
    "standard throw_penalty=10 throw_compare=all",
    "standard permanent_trumps=2 start_level=3 level_ladder=3456789TJQKA",
    "tractor-online decks=4 throw_penalty=10",
    "tractor-online follow_longer_protected=yes decks=3",
)


def plays(record: rec.Record) -> int:
    return sum(
        len(event.plays)
        for hand in record.hands
        for event in hand.events
        if isinstance(event, rec.Trick)
    )


@pytest.mark.parametrize("rules", RULES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=4, deadline=None)
def test_checks_clean_in_every_form(rules: str, seed: int) -> None:
    record = random_match(rules, 3, seed)
    text = notation.dumps(record)
    report = check(text)
    assert report.diagnostics == ()
    assert report.hands == len(record.hands)
    assert report.plays == plays(record)
    assert check_record(record).diagnostics == ()
    parsed = notation.loads(text)
    assert parsed.records == (record,)
    assert twin.loads(twin.dumps([record])) == (record,)


@pytest.mark.parametrize(
    ("rules", "hands", "seed"),
    [
        # A first hand that is dealt again is a first hand still, and no level is left out of it.
        ("bianfeng decks=3 odd_cards=left_out", 8, 946980),
        # Where nothing is shown or turned, the record must say that nobody declared.
        ("eighty nobody_demotion=level", 40, 12),
        ("godot nobody_demotion=level", 40, 12),
    ],
)
def test_hands_in_which_nobody_declares(rules: str, hands: int, seed: int) -> None:
    record = random_match(rules, hands, seed)
    assert check(notation.dumps(record)).diagnostics == ()


def test_goes_on_to_the_end_of_the_match() -> None:
    record = random_match("standard", 400, 7)
    assert record.match is not None
    assert check(notation.dumps(record)).diagnostics == ()


def test_same_seed_same_bytes() -> None:
    first = notation.dumps(random_match("godot", 4, 11))
    assert first == notation.dumps(random_match("godot", 4, 11))
    assert first != notation.dumps(random_match("godot", 4, 12))
