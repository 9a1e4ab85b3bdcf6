"""The catalogue of options: all that the rule texts speak of is in it, and it hangs together."""

from pathlib import Path

import pytest

from shengji.engine.catalogue import Option, describe, fixed

PARAMETERS = Path(__file__).parents[1] / "data" / "rule-parameters.txt"

OPTIONS = {option.id: option for option in describe()}


def parameters() -> list[str]:
    lines = PARAMETERS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_every_parameter_of_the_rule_texts_is_an_option_or_a_fixed_rule() -> None:
    known = {name for option in describe() for name in (option.id, *option.parameters)}
    known |= {rule.id for rule in fixed()}
    assert len(parameters()) == len(set(parameters())) == 102
    assert set(parameters()) - known == set()


def test_no_rule_is_both_an_option_and_fixed() -> None:
    taken = {name for option in describe() for name in (option.id, *option.parameters)}
    assert taken & {rule.id for rule in fixed()} == set()


def test_fixed_rules_and_other_names_are_parameters() -> None:
    """An alias that no text knows would be a slip of the pen."""
    named = {name for option in describe() for name in option.parameters}
    assert (named | {rule.id for rule in fixed()}) - set(parameters()) == set()


@pytest.mark.parametrize("option", describe(), ids=lambda option: option.id)
def test_neighbours_of_an_option_are_options(option: Option) -> None:
    assert option.id not in option.interacts
    assert set(option.interacts) <= set(OPTIONS)
    assert len(option.interacts) == len(set(option.interacts))


def test_every_rule_has_its_names_and_its_source() -> None:
    for rule in (*describe(), *fixed()):
        for text in (rule.section, rule.english, rule.chinese, rule.meaning, rule.source):
            assert text == text.strip() != ""
    for rule in fixed():
        assert rule.value
    assert {rule.section for rule in fixed()} <= {option.section for option in describe()}
