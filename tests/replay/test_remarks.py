"""Every remark of an importer has its sentence in every language, and every sentence its remark."""

import re
from pathlib import Path

import pytest

from shengji.notation.foreign import Remark, RemarkKind
from shengji.replay.remarking import say_remark
from shengji.replay.templates import Choice, Slot, read_template
from shengji.replay.wording import catalogue

FOREIGN = Path(__file__).parents[2] / "notation/foreign"
MADE = re.compile(r'remarks\.(?:inferred|missing|dropped)\(\s*"([a-z-]+)"')
REMARKS = catalogue("imports")["remarks"]


def test_remarks_and_sentences_agree() -> None:
    made = {
        id for file in FOREIGN.glob("*.py") for id in MADE.findall(file.read_text(encoding="utf-8"))
    }
    assert made == set(REMARKS)


@pytest.mark.parametrize("id", REMARKS)
def test_languages_have_the_same_gaps(id: str) -> None:
    entry = REMARKS[id]
    assert list(entry) == ["en", "zh-Hans", "zh-Hant"]
    gaps = {language: set(slots(text)) for language, text in entry.items()}
    assert len(set(map(frozenset, gaps.values()))) == 1, gaps


def slots(text: str) -> list[str]:
    found: list[str] = []
    for part in read_template(text):
        pieces = (
            [p for each in part.alternatives for p in each] if isinstance(part, Choice) else [part]
        )
        found += [piece.name for piece in pieces if isinstance(piece, Slot)]
    return found


def test_a_remark_is_said_with_its_hand() -> None:
    remark = Remark(RemarkKind.MISSING, "showing", 3, (("seat", "c"),))
    assert say_remark(remark) == "hand 3: missing: which cards c showed"
    assert say_remark(remark, "zh-Hans") == "第 3 局：缺：c 亮的是哪几张牌"
    assert say_remark(remark, "zh-TW") == "第 3 局：缺：c 亮的是哪幾張牌"
    assert say_remark(Remark(RemarkKind.DROPPED, "next-dealer")).startswith("dropped: the dealer")
