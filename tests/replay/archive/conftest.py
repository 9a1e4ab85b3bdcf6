"""An empty archive, and records that differ in what a test is about."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shengji.replay.archive import Archive

SAMPLES = Path(__file__).parents[3] / "samples"

HAND = """
hand 1 ac=2 bd=2 dealer=a
sheet
result {points}
end
"""

Make = Callable[..., bytes]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.init(tmp_path / "club.db") as made:
        yield made


@pytest.fixture
def make() -> Make:
    return match_text


def match_text(
    *players: str,
    event: str = "?",
    date: str = "?",
    rules: str = "standard@1",
    points: int = 80,
    comment: str = "",
) -> bytes:
    """A match of one hand, of which only the result is known."""
    tags = {"Event": event, "Date": date, "Rules": rules}
    tags |= {f"Player{'ABCD'[seat]}": name for seat, name in enumerate(players)}
    lines = ["%SJN 1"]
    lines += (f'[{name} "{_quoted(value)}"]' for name, value in tags.items())
    text = "\n".join(lines) + "\n" + HAND.format(points=points)
    return (text + (f"# {comment}\n" if comment else "")).encode()


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


@pytest.fixture
def whole_match() -> bytes:
    """A match with every card: four hands, a failed throw, tractors, a captured kitty."""
    return (SAMPLES / "teaching" / "short-match.sjn").read_bytes()
