"""What a record is found by, against what its text says."""

import re
from pathlib import Path

import pytest

from shengji import notation
from shengji.replay.archive import examine
from shengji.replay.archive.examining import texts_of

SAMPLES = Path(__file__).parents[3] / "samples"
WHOLE = [*sorted((SAMPLES / "teaching").glob("*.sjn")), *sorted((SAMPLES / "games").glob("*.sjn"))]
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_TEXT = re.compile(r"\{((?:[^}\\]|\\.)*)\}")
_NOTE = re.compile(r'note \S+ "((?:[^"\\]|\\.)*)"')


def plain_texts(text: str) -> list[str]:
    """The comments and notes of canonical text, line by line."""
    found = []
    for line in text.splitlines():
        if line.startswith("x-"):
            continue
        note = _NOTE.match(line)
        bare = _QUOTED.sub('""', line)
        texts = [each.group(1) for each in _TEXT.finditer(bare)]
        comment = _TEXT.sub("", bare).partition("#")
        if comment[1]:
            texts.append(comment[2].removeprefix(" "))
        found += [note.group(1), *texts] if note else texts
    return found


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_texts_are_all_comments_and_notes(path: Path) -> None:
    for record in notation.loads(path.read_bytes()).records:
        texts = [re.sub(r'[\\"]', "", each.replace("\n", "n")) for each in texts_of(record)]
        expected = [re.sub(r'[\\"]', "", each) for each in plain_texts(notation.dumps(record))]
        assert sorted(texts) == sorted(expected)


def test_the_hands_of_a_match(whole_match: bytes) -> None:
    """Their `trump` and `result` lines say it: hand 2 at K, 120 points, a kitty of 15 twice."""
    found = examine(whole_match)
    (hand,) = (each for each in found.hands if each.number == 2)
    text = found.text.split("\nhand 2 ")[1].split("\nhand 3 ")[0]
    assert "result 120 kitty=15x2" in text
    assert (hand.points, hand.kitty_points, hand.multiplier, hand.kept) == (120, 15, 2, False)
    last = int(re.findall(r"=[a-d]\+(\d+)", text)[-1])
    assert hand.decided_last is (120 - 2 * 15 - last < 80)
    assert hand.side is not None and hand.declarer in hand.side and len(hand.side) == 2
    assert [each.number for each in found.hands] == [1, 2, 3, 4]
    assert found.facts.hands == 4 and found.facts.points == 140
