"""What is known of each option besides its type and default: names, meaning, source, neighbours.

`options.toml` holds it, in sections; `fixed.toml` holds the parameters of the rule texts that no
source plays otherwise, which therefore are no option.
"""

import dataclasses
import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from shengji.engine.rules import Rules, closest, to_text, values_of
from shengji.engine.values import value

_FOLDER: Final = Path(__file__).parent


@value
class Option:
    """What is known of an option besides its value."""

    id: str
    values: tuple[str, ...]
    """The values it can take as text; empty for numbers, rank lists and tables."""
    default: str
    section: str
    english: str
    chinese: str
    meaning: str
    source: str
    parameters: tuple[str, ...] = ()
    """Other names of it in the rule texts' list of parameters."""
    interacts: tuple[str, ...] = ()
    """Options that say more only beside this one, or limit it."""
    unjudged: str = ""
    """Why it changes no verdict, no score and no order of play; empty where it does."""


@functools.cache
def describe() -> tuple[Option, ...]:
    """Every option of :class:`Rules`, in its order there."""
    known = _read("options.toml")
    return tuple(
        Option(
            id=field.name,
            values=values_of(field.name),
            default=to_text(field.default),
            **{key: _frozen(value) for key, value in known[field.name].items()},
        )
        for field in dataclasses.fields(Rules)
    )


@value
class Fixed:
    """A parameter of the rule texts that every source plays alike; no option."""

    id: str
    section: str
    english: str
    chinese: str
    value: str
    """What is played, in words."""
    meaning: str
    source: str


@functools.cache
def fixed() -> tuple[Fixed, ...]:
    """Every rule that is the same at all tables."""
    return tuple(Fixed(id=name, **entry) for name, entry in _read("fixed.toml").items())


def nearest(name: str) -> str | None:
    """The option most like a name that is none, by its id or what the rule texts' list calls it."""
    ids = {other: option.id for option in describe() for other in option.parameters}
    ids |= {option.id: option.id for option in describe()}
    found = closest(name, ids)
    return None if found is None else ids[found]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(name: str) -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))
