"""The program run in this process: its exit code and what it printed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shengji.cli import program

FRIDAY = Path(__file__).with_name("friday.sjn")
"""Two whole hands under standard@1, as `shengji random --hands 2 --seed 7` once made them."""

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line; anything but a planned exit is an error of the test."""
    for name in ("SHENGJI_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run_(*arguments: str | Path, given: bytes = b"") -> Result:
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(program, words, input=given, catch_exceptions=False)

    return run_


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """A copy of the match that may be changed."""
    path = tmp_path / "friday.sjn"
    path.write_bytes(FRIDAY.read_bytes())
    return path


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str], Path]:
    """A copy of the match in which a piece, that stands in it once, is another."""

    def changed_(old: str, new: str) -> Path:
        text = FRIDAY.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path = tmp_path / "changed.sjn"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return changed_
