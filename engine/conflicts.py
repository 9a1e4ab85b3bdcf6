"""Where the rule texts contradict one another or themselves, and how the presets resolve it."""

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_name("conflicts.toml")


@dataclass(frozen=True, slots=True)
class Conflict:
    """One contradiction, or a sentence that cannot be played as it is written."""

    id: str
    """C1 to C49, as the rule texts' list of them counts."""
    presets: tuple[str, ...]
    """The ids of the systems concerned, whatever their version."""
    options: tuple[str, ...]
    """The options by which it is resolved; none where it is a matter of words or an error."""
    places: tuple[str, ...]
    problem: str
    resolution: str
    chinese_problem: str
    """In simplified characters."""
    chinese_resolution: str
    traditional_problem: str
    """The same in traditional ones."""
    traditional_resolution: str


@functools.cache
def conflicts() -> tuple[Conflict, ...]:
    """All of them, in their order."""
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Conflict(
            id=name,
            presets=tuple(entry["presets"]),
            options=tuple(entry.get("options", ())),
            places=tuple(entry["places"]),
            problem=entry["problem"],
            resolution=entry["resolution"],
            chinese_problem=entry["chinese_problem"],
            chinese_resolution=entry["chinese_resolution"],
            traditional_problem=entry["traditional_problem"],
            traditional_resolution=entry["traditional_resolution"],
        )
        for name, entry in entries.items()
    )
