"""A hand may name rules of its own (SPEC 2.4)."""

import pytest

from shengji import notation, replay
from shengji.replay.generate import random_match

TEXT = notation.dumps(random_match("standard", 2, 3))
SECOND = TEXT.index("\n", TEXT.index("\nhand 2 ") + 1)


def with_rules(rules: str) -> str:
    return f'{TEXT[:SECOND]}\n[Rules "{rules}"]{TEXT[SECOND:]}'


def test_its_own_rules_hold_for_the_hand() -> None:
    assert replay.check(with_rules("standard@1 rotation_loss=next_seat")).diagnostics == ()
    found = replay.check(with_rules("godot@1")).diagnostics
    assert found and all(each.address and each.address.hand == 2 for each in found)


@pytest.mark.parametrize(
    ("rules", "code"),
    [("standart@1", "unknown-preset"), ("standard@1 players=6 decks=3", "options-contradict")],
)
def test_rules_that_cannot_be_used(rules: str, code: str) -> None:
    found = [each.code.id for each in replay.check(with_rules(rules)).diagnostics]
    assert sorted(found) == sorted([code, "not-checkable-damaged"])


def test_rules_of_the_caller_go_before() -> None:
    assert replay.check(with_rules("standart@1"), rules="standard").diagnostics == ()
