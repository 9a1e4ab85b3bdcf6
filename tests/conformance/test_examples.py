"""The runners of worked examples look at all that an example says of its set-up and its outcome."""

from collections.abc import Iterator
from typing import Any

import pytest

from .cases import OWN_CASES, Case, read
from .test_cases import KINDS

EXAMPLES = [case for case in read(OWN_CASES / "rule-examples.json") if case.form == "example"]


class Watched(dict[str, Any]):
    """A part of an example that knows which of its keys were looked at."""

    def __init__(self, part: dict[str, Any]) -> None:
        super().__init__(part)
        self.seen: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.seen.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.seen.add(str(key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.seen |= self.keys()
        return super().__iter__()

    def get(self, key: str, default: Any = None) -> Any:
        self.seen.add(key)
        return super().get(key, default)

    @property
    def passed_over(self) -> set[str]:
        return self.keys() - self.seen


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda case: case.id)
def test_nothing_is_passed_over(example: Case) -> None:
    parts = {part: Watched(example.data[part]) for part in ("setup", "expect")}
    KINDS[example.kind](example.data | parts)
    assert {name: part.passed_over for name, part in parts.items()} == {
        "setup": set(), "expect": set(),
    }  # fmt: skip
