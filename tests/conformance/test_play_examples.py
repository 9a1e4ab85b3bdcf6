"""The worked examples on play, under the standard rules and what each sets up besides.

The rule texts agree on all of these, so the examples hold before their own presets exist.
"""

import pytest

from shengji.engine import presets
from shengji.engine.rules import replace

from .cases import OWN_CASES, Case, read
from .kinds_play import EXAMPLES, example_changes

ON_PLAY = [
    case
    for path in sorted(OWN_CASES.glob("*.json"))
    for case in read(path)
    if case.form == "example" and case.data["kind"] in EXAMPLES
]


def test_there_are_examples() -> None:
    assert len(ON_PLAY) == 97


@pytest.mark.parametrize("example", ON_PLAY, ids=lambda case: case.id)
def test_an_example_of_the_rule_texts(example: Case) -> None:
    standard = presets.find("standard").rules
    run = EXAMPLES[example.data["kind"]]
    run(example.data, replace(standard, example_changes(example.data)))
