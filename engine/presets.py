"""Named rule systems, one TOML file each, and the text by which a record names its rules.

`standard@1 throw_penalty=10` is a preset, its version and every departure from it. What a version
says never changes; other rules are another version.

A file states under `options` only what its source states, and under `recommended` where it departs
from the system that it inherits though its source is silent. An option stands there as
`option = value`, or as `option = [value, "source"]` where a place of its own can be named; with
what is recommended the reason stands in that place, in English and both Chinese scripts.
"""

import dataclasses
import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from shengji.engine.rules import (
    RuleConflictError,
    RuleError,
    Rules,
    closest,
    differences,
    replace,
    to_text,
)
from shengji.engine.values import value

_FOLDER: Final = Path(__file__).with_name("presets")


@value
class Stated:
    """An option that a rule system sets itself."""

    option: str
    value: str
    source: str
    """Where it is stated; for what is recommended the reason."""
    recommended: bool = False
    """The source is silent on it."""
    chinese: str = ""
    """The reason of what is recommended, in simplified characters."""
    traditional: str = ""
    """The same in traditional ones."""


@value
class Preset:
    """A rule system under a name."""

    id: str
    version: int
    english: str
    chinese: str
    """The title in simplified characters."""
    traditional: str
    """The same in traditional ones."""
    source: str
    rules: Rules
    stated: tuple[Stated, ...]
    """In the order of the options."""
    inherits: str | None = None
    """The name, with its version, of the system that says the rest; None for the defaults."""
    aliases: tuple[str, ...] = ()
    """Other ids under which it is found."""
    note: str = ""
    """What else is to be known of it, in English; empty where there is nothing."""
    chinese_note: str = ""
    traditional_note: str = ""

    @property
    def name(self) -> str:
        """The id with its version, as records write it."""
        return f"{self.id}@{self.version}"


@functools.cache
def versions() -> Mapping[str, tuple[int, ...]]:
    """The versions of each preset, ascending, by id in alphabetical order."""
    found: dict[str, list[int]] = {}
    for file in _FOLDER.iterdir():
        stem, _, suffix = file.name.rpartition(".")
        if suffix == "toml":
            name, _, version = stem.rpartition("-")
            found.setdefault(name, []).append(int(version))
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def names() -> tuple[str, ...]:
    """The ids of all presets."""
    return tuple(versions())


def find(name: str, version: int | None = None) -> Preset:
    """The preset of that id, in its newest version unless one is stated.

    :raises RuleError: there is no such preset or version.
    """
    name = name if name in versions() else _aliases().get(name, name)
    known = versions().get(name)
    if known is None:
        raise RuleError("preset", name, "a preset that exists")
    if version is not None and version > known[-1]:
        newest = f"version {known[-1]}, the newest that this program knows"
        raise RuleError("preset", f"{name}@{version}", newest)
    if version is not None and version not in known:
        raise RuleError("preset", f"{name}@{version}", f"version {' or '.join(map(str, known))}")
    return _load(name, known[-1] if version is None else version)


@functools.cache
def _load(name: str, version: int) -> Preset:
    file = _FOLDER / f"{name}-{version}.toml"
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    stated = _stated(data.pop("options"), data.pop("recommended", {}), data["source"])
    inherited = rules_from_text(data["inherits"])[1] if "inherits" in data else Rules()
    data["aliases"] = tuple(data.get("aliases", ()))
    rules = replace(inherited, {each.option: each.value for each in stated})
    return Preset(**data, stated=stated, rules=rules)


def _stated(
    options: Mapping[str, Any], recommended: Mapping[str, Any], source: str
) -> tuple[Stated, ...]:
    def one(option: str, given: Any) -> Stated:
        value, place, *told = given if isinstance(given, list) else (given, source)
        return Stated(option, to_text(value), place, option in recommended, *told)

    order = [field.name for field in dataclasses.fields(Rules)]
    given = {**options, **recommended}
    return tuple(one(option, given[option]) for option in sorted(given, key=order.index))


def origin(preset: Preset, option: str) -> tuple[Preset, Stated] | None:
    """Which system of those that a preset inherits from sets an option, the nearest one; None
    where it is left at its default."""
    while True:
        found = next((each for each in preset.stated if each.option == option), None)
        if found is not None:
            return preset, found
        if preset.inherits is None:
            return None
        preset = rules_from_text(preset.inherits)[0]


def nearest(name: str) -> str | None:
    """The id or alias most like a name that is neither."""
    return closest(name, (*versions(), *_aliases()))


@functools.cache
def _aliases() -> Mapping[str, str]:
    """The id that each other name stands for."""
    return {alias: name for name in versions() for alias in find(name).aliases}


@functools.lru_cache(maxsize=256)
def rules_from_text(text: str) -> tuple[Preset, Rules]:
    """Read `standard@1 throw_penalty=10`; without a version the newest is meant.

    :raises RuleError: a preset, version, option or value does not exist, an option stands twice, or
        options contradict one another.
    """
    name, *departures = text.split() or [""]
    identifier, at, version = name.partition("@")
    preset = find(identifier)
    if at:
        if not re.fullmatch("[1-9][0-9]{0,4}", version):
            raise RuleError("preset", name, "a version, as in standard@1")
        preset = find(identifier, int(version))
    changes: dict[str, str] = {}
    for departure in departures:
        option, equals, value = departure.partition("=")
        if not equals:
            raise RuleError(option, "", "option=value")
        if option in changes:
            raise RuleConflictError(option, value, "each option once")
        changes[option] = value
    return preset, replace(preset.rules, changes) if changes else preset.rules


def rules_to_text(preset: Preset, rules: Rules) -> str:
    """How a record names rules: the preset, its version, and every option that departs from it."""
    changes = differences(rules, preset.rules)
    return " ".join([preset.name, *(f"{option}={value}" for option, value in changes.items())])
