"""Every case of the files, as one test each."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import settings
from .cases import Case

KINDS: dict[str, Callable[[dict[str, Any]], None]] = {}
for file in sorted(Path(__file__).parent.glob("kinds_*.py")):
    module = importlib.import_module(f".{file.stem}", __package__)
    assert not KINDS.keys() & module.KINDS.keys(), f"{file.name}: a kind that another file has"
    KINDS |= module.KINDS


def test_case(case: Case) -> None:
    run = KINDS.get(case.kind)
    if run is None:
        pytest.fail(f"unknown kind {case.kind!r}")
    settings.check(case.data.get("policies", {}))
    run(case.data)
