"""What a rule system says on every option and whence, and where two systems part."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from shengji.engine.catalogue import Option, describe
from shengji.engine.presets import Preset, Stated, origin
from shengji.engine.rules import Rules, to_text
from shengji.replay.rulings import Ruling, differing, rulings_on


class Whence(Enum):
    """Who says that an option has its value."""

    STATED = "stated"
    """The system, at a place of its own in the source."""
    OWN = "own"
    """The system, its source as a whole."""
    RECOMMENDED = "recommended"
    """The system, though its source is silent."""
    INHERITED = "inherited"
    """The system that it builds on."""
    DEFAULT = "default"
    """Nobody."""
    TAG = "tag"
    """The departures that were named with the system."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An option under a rule system."""

    option: Option
    value: str
    whence: Whence
    by: str = ""
    """The system that says so, with its version."""
    stated: Stated | None = None

    @property
    def source(self) -> str | None:
        """The place that states it, or the reason why it is recommended, in English."""
        return None if self.stated is None else self.stated.source

    @property
    def departs(self) -> bool:
        """Is it another value than the default?"""
        return self.value != self.option.default


def entries(preset: Preset, rules: Rules) -> Iterator[Entry]:
    """Every option under these rules, which are the preset's or depart from it; in sections."""
    order = list(dict.fromkeys(option.section for option in describe()))
    for option in sorted(describe(), key=lambda option: order.index(option.section)):
        value = to_text(getattr(rules, option.id))
        if value != to_text(getattr(preset.rules, option.id)):
            yield Entry(option, value, Whence.TAG)
        else:
            yield _entry(preset, option, value)


def _entry(preset: Preset, option: Option, value: str) -> Entry:
    found = origin(preset, option.id)
    if found is None:
        return Entry(option, value, Whence.DEFAULT)
    by, stated = found
    whence = Whence.OWN if stated.source == by.source else Whence.STATED
    if stated.recommended:
        whence = Whence.RECOMMENDED
    if by.name != preset.name:
        whence = Whence.INHERITED
    return Entry(option, value, whence, by.name, stated)


def parted(
    first: tuple[Preset, Rules], second: tuple[Preset, Rules]
) -> Iterator[tuple[Entry, Entry]]:
    """The options in which two systems differ. A kitty of the size that the table would have
    anyway is no difference."""
    same_kitty = first[1].kitty == second[1].kitty
    for one, other in zip(entries(*first), entries(*second), strict=True):
        if one.value != other.value and not (one.option.id == "kitty_size" and same_kitty):
            yield one, other


def cases(option: str, first: Rules, second: Rules) -> Iterator[tuple[Ruling, tuple[str, str]]]:
    """Worked examples on an option that come out differently, each with both outcomes."""
    for ruling in rulings_on(option):
        outcomes = differing(ruling, first, second)
        if outcomes is not None:
            yield ruling, outcomes
