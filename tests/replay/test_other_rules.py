"""A legal match judged under other rules: what is found comes of the options that differ.

Each preset's match is judged under its own rules with the options of one section taken from another
preset, so that nothing but what these options say can be found.
"""

from collections.abc import Iterator

import pytest

from shengji import notation
from shengji.engine.catalogue import describe
from shengji.engine.presets import find, names, rules_to_text
from shengji.engine.rules import RuleError, Rules, differences, replace
from shengji.replay import check
from shengji.replay.generate import random_match

SECTION = {option.id: option.section for option in describe()}
# A level stands among those of the match; whose level is shown decides what declares.
SECTION["declare_level"] = "declaring"

# The codes that begin with one of these may be found where the options of a section differ.
RESULT = ("wrong-result", "wrong-kitty", "wrong-penalty")
MATCH = ("wrong-levels", "wrong-next", "hand-level", "dealer-carry", "match-", "wrong-match")
PLAY = ("follow-", "lead", "throw-", "trick-", "wrong-winner", "wrong-points", "not-checkable-")
TRUMP = ("declare-", "flip-", "trump-", "take-", "redeal-", "not-checkable-redeal", "first-drawer")
CODES = {
    "scoring": RESULT + MATCH,
    "match": MATCH,
    "trumps": PLAY + RESULT + MATCH,
    "shapes": PLAY + RESULT + MATCH,
    "play": PLAY + RESULT + MATCH,
    "kitty": ("bury-points",),
    "stakes": (),
    "irregularities": (),
}
"""By section; where trump may be another, or the cards, all may come out otherwise."""


def mixtures(base: Rules, section: str) -> Iterator[Rules]:
    """`base` with the options of a section from every other preset, where that can be played."""
    seen = {base}
    for name in names():
        other = differences(find(name).rules, base)
        taken = {option: value for option, value in other.items() if SECTION[option] == section}
        try:
            mixed = replace(base, taken)
        except RuleError:
            continue
        if mixed not in seen:
            seen.add(mixed)
            yield mixed


def codes(text: str, preset_id: str, rules: Rules) -> set[str]:
    report = check(text, rules=rules_to_text(find(preset_id), rules))
    return {found.code.id for found in report.diagnostics}


@pytest.mark.parametrize("name", names())
def test_only_what_the_differing_options_decide_is_found(name: str) -> None:
    text = notation.dumps(random_match(name, 3, 5))
    base = find(name).rules
    for section, allowed in CODES.items():
        for mixed in mixtures(base, section):
            found = codes(text, name, mixed)
            strange = {code for code in found if not code.startswith(allowed)}
            assert strange == set(), (section, differences(mixed, base))


@pytest.mark.parametrize("name", names())
def test_another_declaring_is_found_where_trump_is_made(name: str) -> None:
    text = notation.dumps(random_match(name, 3, 5))
    base = find(name).rules
    for mixed in mixtures(base, "declaring"):
        found = codes(text, name, mixed)
        if not any(code.startswith(TRUMP) for code in found):
            assert {code for code in found if not code.startswith(MATCH)} == set(), differences(
                mixed, base
            )


def test_other_rules_are_noticed() -> None:
    """Taken together the presets differ in every section that a random match can show."""
    noticed = set()
    for name in names():
        text = notation.dumps(random_match(name, 3, 5))
        base = find(name).rules
        for section in ("scoring", "match", "trumps", "play", "declaring"):
            if section not in noticed and any(
                codes(text, name, mixed) for mixed in mixtures(base, section)
            ):
                noticed.add(section)
    assert noticed == {"scoring", "match", "trumps", "play", "declaring"}
