"""The notebooks print what they show."""

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "write-notebook"))


def test_there_are_notebooks() -> None:
    assert len(TOOL["NOTEBOOKS"]) > 0


@pytest.mark.parametrize("path", TOOL["NOTEBOOKS"], ids=lambda path: path.stem)
def test_cells_print_what_is_shown(path: Path) -> None:
    """`tools/write-notebook` renews them."""
    notebook = TOOL["read"](path)
    assert TOOL["executed"](notebook) == notebook
