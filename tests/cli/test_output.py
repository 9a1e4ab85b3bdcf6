"""Text for terminals of any width: Latin words and Chinese characters, which take two columns."""

import pytest

from shengji.cli.output import width
from shengji.cli.paragraphs import wrap


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("the level card", 9, ["the level", "card"]),
        ("级牌从低到高的次序", 8, ["级牌从低", "到高的次", "序"]),
        # A full stop or a comma never begins a line.
        ("双方打，级", 6, ["双方", "打，级"]),
        ("level 2，主♠", 20, ["level 2，主♠"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 10, [""]),
    ],
)
def test_lines_are_broken_at_blanks_and_between_characters(
    text: str, columns: int, lines: list[str]
) -> None:
    assert wrap(text, columns) == lines


def test_nothing_is_lost_by_breaking() -> None:
    text = "打 2，主♠：首家出 ♥99，手里有 ♥5578 的人出 ♥78 [000:131; tractor-online]"
    for columns in range(20, 90):
        lines = wrap(text, columns)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(width(line) <= columns for line in lines)
