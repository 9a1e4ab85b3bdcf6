"""Worked examples (判例): small cases, and what the engine makes of each under any rules."""

from shengji.replay.rulings.cases import ALWAYS, Ruling, rules_for, rulings, rulings_on
from shengji.replay.rulings.deciding import KINDS, decide, differing

__all__ = [
    "ALWAYS",
    "KINDS",
    "Ruling",
    "decide",
    "differing",
    "rules_for",
    "rulings",
    "rulings_on",
]
