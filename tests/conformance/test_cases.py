"""Every case of the files, as one test each."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import settings
from .cases import Case

TABLES = {"engine": "KINDS", "example": "EXAMPLES", "fault": "FIXTURES", "game": "GAMES"}
"""By form, the name of the tables in `kinds_*.py` that have its functions."""


def _gather() -> dict[tuple[str, str], Callable[[dict[str, Any]], None]]:
    found: dict[tuple[str, str], Callable[[dict[str, Any]], None]] = {}
    for file in sorted(Path(__file__).parent.glob("kinds_*.py")):
        module = importlib.import_module(f".{file.stem}", __package__)
        for form, table in TABLES.items():
            for kind, function in getattr(module, table, {}).items():
                assert (form, kind) not in found, f"{file.name}: {kind} stands in another file too"
                found[form, kind] = function
    return found


KINDS = _gather()


def test_case(case: Case) -> None:
    run = KINDS.get((case.form, case.kind))
    if run is None:
        pytest.fail(f"unknown kind {case.kind!r}")
    settings.check(case.data.get("policies", {}))
    run(case.data)
