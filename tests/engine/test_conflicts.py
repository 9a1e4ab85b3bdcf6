"""The list of contradictions in the rule texts."""

import re

import pytest

from shengji.engine.catalogue import describe
from shengji.engine.conflicts import Conflict, conflicts
from shengji.engine.presets import names


def test_all_are_there() -> None:
    assert [each.id for each in conflicts()] == [f"C{number}" for number in range(1, 50)]


@pytest.mark.parametrize("conflict", conflicts(), ids=lambda each: each.id)
def test_a_conflict_names_what_exists(conflict: Conflict) -> None:
    assert conflict.presets
    assert set(conflict.presets) <= set(names())
    assert set(conflict.options) <= {option.id for option in describe()}
    assert conflict.places
    for place in conflict.places:
        assert re.fullmatch(r"00[0-3]:\d+(-\d+)?(,\d+(-\d+)?)*", place)


@pytest.mark.parametrize("conflict", conflicts(), ids=lambda each: each.id)
def test_a_conflict_is_told_in_both_languages(conflict: Conflict) -> None:
    for english in (conflict.problem, conflict.resolution):
        assert english.endswith(".") and english.isprintable()
    for chinese in (conflict.chinese_problem, conflict.chinese_resolution):
        assert chinese.endswith("。")
        # The partner in one text and the opponents in another.
        assert "对家" not in chinese


def test_every_contradiction_is_told_in_both_scripts() -> None:
    for each in conflicts():
        for simplified, traditional in (
            (each.chinese_problem, each.traditional_problem),
            (each.chinese_resolution, each.traditional_resolution),
        ):
            assert simplified and len(simplified) == len(traditional)
