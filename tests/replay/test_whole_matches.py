"""Random legal matches of every preset, to the end of the match, check clean."""

import pytest

from shengji import notation
from shengji.engine.presets import find, names
from shengji.replay import check
from shengji.replay.generate import random_match

MOST_HANDS = 400
"""Every match ends long before this, where matches end at all."""
SOME_HANDS = 40
"""Hands of a match that has no end, since the levels begin again after the last one."""


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", names())
def test_a_whole_match_checks_clean(name: str, seed: int) -> None:
    endless = find(name).rules.after_top == "wrap"
    record = random_match(name, SOME_HANDS if endless else MOST_HANDS, seed)
    report = check(notation.dumps(record))
    assert report.diagnostics == ()
    assert report.plays > 500
    assert (record.match is None) == endless
