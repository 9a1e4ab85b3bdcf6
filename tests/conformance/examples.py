"""The worked examples of the rule texts: under which rules each of them is run."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules, replace

Data: TypeAlias = dict[str, Any]
Example: TypeAlias = Callable[[Data, Rules], None]
"""Runs one example under the rules given."""

OUTSIDE = {
    "ext_rbtying": "tractor-online@1",
    "ext_shandong": "standard@1",
    "ext_power": "standard@1 kitty_multiplier=kcardpow",
    "ext_tractor_hlp": "standard@1 kitty_multiplier=kpow",
    "ext_comp_jbottom": "standard@1 last_trick_demotion=jack_by_suit",
    "ext_smallnest": "standard@1 last_trick_demotion=jack_queen_ace",
    "ext_3deck": "standard@1",
}
"""Sources outside the rule texts: the standard rules and what the titles and notes name; what the
set-up names comes on top."""

OPTIONS = {
    "perms": "permanent_trumps",
    "main_side": "tractor_main_side_level",
    "ladder": "level_ladder",
}
"""Keys of a set-up that are options under another name."""
SAME = (
    "decks",
    "players",
    "must_play_levels",
    "throw_penalty_basis",
    "kitty_multiplier",
    "kitty_basis",
)
"""Keys of a set-up that are options; the others tell the situation."""
VALUES = {"KCOMP literal": "kcomp_literal"}


def changes(case: Data) -> dict[str, str]:
    """What the set-up of an example says of the rules besides its preset."""
    setup = case["setup"]
    told = {key: setup[key] for key in (*SAME, *OPTIONS) if key in setup}
    told |= setup.get("options", {})
    return {OPTIONS.get(key, key): in_text(value) for key, value in told.items()}


def in_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "".join(value) if isinstance(value, list) else str(value)
    return VALUES.get(text, text)


def rules_of(case: Data) -> Rules:
    """The rules of an example: its preset by the id that the rule texts' list gives it."""
    _, base = rules_from_text(OUTSIDE.get(case["preset"], case["preset"]))
    return replace(base, changes(case))


def _run(example: Example, case: Data) -> None:
    example(case, rules_of(case))


def kinds_of(examples: Mapping[str, Example]) -> dict[str, Callable[[Data], None]]:
    """Functions by kind of example as KINDS has them."""
    return {f"example {kind}": partial(_run, example) for kind, example in examples.items()}
