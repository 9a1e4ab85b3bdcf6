"""Files of conformance cases: their four forms, and what is not in scope yet."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OWN_CASES = Path(__file__).parents[1] / "data" / "cases"
SCOPE = Path(__file__).with_name("scope.toml")

FORMS = {"hands_dealt": "game", "symptom": "fault", "clause": "example", "kind": "engine"}
"""The key by which a case is recognised, and the form it belongs to; the first that fits counts."""

Data = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One case of a file."""

    id: str
    form: str
    data: Data

    @property
    def kind(self) -> str:
        """The name under which KINDS has the function that runs it."""
        match self.form:
            case "game":
                return "games"
            case "fault":
                return "fixtures"
            case "example":
                return f"example {self.data['kind']}"
            case _:
                return str(self.data["kind"])


def read(path: Path) -> list[Case]:
    """The cases of a file.

    :raises ValueError: the file holds no list of cases, or a case of no known form.
    """
    return [case for case in _entries(path) if not _without_fixture(case)]


def without_fixture(path: Path) -> list[str]:
    """The ids of the reported faults of a file that have no fixture: told in prose, no cases."""
    return [case.id for case in _entries(path) if _without_fixture(case)]


def _without_fixture(case: Case) -> bool:
    return case.form == "fault" and case.data.get("fixture") is None


def _entries(path: Path) -> list[Case]:
    content = json.loads(path.read_text(encoding="utf-8"))
    lists = content.values() if isinstance(content, dict) else [content]
    found = [
        Case(str(data.get("id", f"{path.name}[{number}]")), _form(path, number, data), data)
        for entries in lists
        if isinstance(entries, list)
        for number, data in enumerate(entries)
    ]
    if not found:
        raise ValueError(f"{path}: no list of cases")
    return found


def _form(path: Path, number: int, data: Data) -> str:
    form = next((form for key, form in FORMS.items() if key in data), None)
    if form is None:
        raise ValueError(f"{path}: case {number} has none of the keys {', '.join(FORMS)}")
    return form


@dataclass(frozen=True)
class Exclusion:
    """A class of cases that is not in scope yet. All that is stated must hold of a case."""

    reason: str
    form: str
    kind: str | None = None
    has: Mapping[str, Any] = field(default_factory=dict)
    """By dotted path, a value that the case has there; `*` for any but null."""
    lacks: Mapping[str, Any] = field(default_factory=dict)
    """By dotted path, a value that the case does not have there, though it may have others; `*`
    where it must have none."""

    def matches(self, case: Case) -> bool:
        return (
            case.form == self.form
            and self.kind in (None, case.kind)
            and all(_has(case.data, path, value) for path, value in self.has.items())
            and all(not _has(case.data, path, value) for path, value in self.lacks.items())
        )


def _has(data: Data, path: str, value: Any) -> bool:
    return any(found == value or value == "*" for found in _at(data, path.split(".")))


def _at(data: Any, path: list[str]) -> Iterator[Any]:
    """The values at a path. Lists on the way, and at its end, stand for each of their members."""
    if isinstance(data, list):
        for member in data:
            yield from _at(member, path)
    elif not path:
        if data is not None:
            yield data
    elif isinstance(data, dict) and path[0] in data:
        yield from _at(data[path[0]], path[1:])


def exclusions(scope: Path = SCOPE) -> list[Exclusion]:
    """The entries of a scope file, our own unless another is named."""
    content = tomllib.loads(scope.read_text(encoding="utf-8"))
    return [Exclusion(**entry) for entry in content.get("exclude", ())]
