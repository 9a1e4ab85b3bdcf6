"""Worked examples: what each source says of a small case is what the engine makes of it."""

import dataclasses

import pytest

from shengji.engine.catalogue import describe, fixed
from shengji.engine.presets import find
from shengji.engine.rules import Rules, replace
from shengji.replay.rulewords import tell, tell_outcome
from shengji.replay.rulings import (
    ALWAYS,
    KINDS,
    Ruling,
    decide,
    differing,
    rules_for,
    rulings,
    rulings_on,
)
from shengji.replay.wording import LANGUAGES

OPTIONS = {option.id: option for option in describe()}
CASES = [
    pytest.param(ruling, value, id=f"{ruling.id}-{value}")
    for ruling in rulings()
    for value in ruling.outcomes
]


@pytest.mark.parametrize(("ruling", "value"), CASES)
def test_each_value_gives_what_the_source_says(ruling: Ruling, value: str) -> None:
    assert decide(ruling, rules_for(ruling, value)) == ruling.outcomes[value]


@pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: ruling.id)
def test_an_example_turns_on_its_rule(ruling: Ruling) -> None:
    assert ruling.kind in KINDS and ruling.source
    if ruling.rule in OPTIONS:
        assert len(set(ruling.outcomes.values())) > 1
    else:
        assert ruling.rule in {rule.id for rule in fixed()}
        assert list(ruling.outcomes) == [ALWAYS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: ruling.id)
def test_an_example_is_told_without_gaps(ruling: Ruling, language: str) -> None:
    texts = [tell(ruling, language), *(tell_outcome(o, language) for o in ruling.outcomes.values())]
    assert not [text for text in texts if "?" in text or "{" in text or text != text.strip()]


def test_two_systems_are_set_side_by_side() -> None:
    (ruling,) = rulings_on("tractor_main_side_level")
    yes, no = (replace(Rules(), {"tractor_main_side_level": value}) for value in ("yes", "no"))
    assert differing(ruling, yes, no) == ("one", "apart")
    assert differing(ruling, yes, yes) is None


def test_what_cannot_occur_at_a_table_is_not_decided() -> None:
    """One deck has no pairs, and who plays seven levels has no hand at level 5."""
    one = find("one-deck-45").rules
    (pairs,) = rulings_on("tractor_jokers")
    assert decide(pairs, one) is None
    seven = replace(Rules(), {"level_ladder": "25TJQKA"})
    queen = next(each for each in rulings_on("must_play_levels"))
    at_nine = dataclasses.replace(queen, facts={**queen.facts, "level": "9"})
    assert decide(queen, seven) is not None
    assert decide(at_nine, seven) is None
