"""The worked examples as data: a case, the rule that decides it, and what comes of each value.

They lie in `cases.toml`. An outcome is a word and what belongs to it: `allowed`, `forced H44`,
`times 4 40`.
"""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules, replace

ALWAYS: Final = "everywhere"
"""In place of a value, for a rule that is the same at all tables."""
_BASE: Final = "standard@1"
_FILE: Final = Path(__file__).with_suffix(".toml")

Facts: TypeAlias = Mapping[str, str]
"""What is known of a case, as records write it."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A worked example."""

    id: str
    rule: str
    """The option, or rule that no table plays otherwise, on which it turns."""
    kind: str
    """What is asked; a key of KINDS."""
    outcomes: Mapping[str, str]
    """By value of the option, what the source says comes of it; by ALWAYS for a fixed rule."""
    source: str
    facts: Facts
    given: str = ""
    """Options beside the standard ones, as in a Rules tag."""


@functools.cache
def rulings() -> tuple[Ruling, ...]:
    """Every worked example, in the order of the file."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(Ruling(id=name, **{"facts": {}, **entry}) for name, entry in data.items())


def rulings_on(rule: str) -> tuple[Ruling, ...]:
    """The worked examples on an option or a fixed rule."""
    return tuple(ruling for ruling in rulings() if ruling.rule == rule)


def rules_for(ruling: Ruling, value: str) -> Rules:
    """The rules under which a worked example is told, with one value of its option.

    :raises RuleError: the value does not go with what the example sets up.
    """
    _, rules = rules_from_text(f"{_BASE} {ruling.given}")
    return rules if value == ALWAYS else replace(rules, {ruling.rule: value})
