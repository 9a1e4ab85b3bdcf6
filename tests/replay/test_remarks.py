"""Every remark and refusal of an importer has its sentence in every language; none is idle."""

import re
from pathlib import Path

import pytest

from shengji.notation.foreign import ForeignError, Place, Remark, RemarkKind
from shengji.replay.intake import IntakeError, formats, take_in
from shengji.replay.remarking import say_refusal, say_remark
from shengji.replay.templates import Choice, Slot, read_template
from shengji.replay.wording import catalogue

FOREIGN = Path(__file__).parents[2] / "notation/foreign"
MADE = re.compile(r'remarks\.(?:inferred|missing|dropped)\(\s*"([a-z-]+)"')
REFUSED = re.compile(r'(?<!class )ForeignError\(\s*(?:"([a-z0-9-]+)")?')
EXPECTED = re.compile(r'\.error\(\s*(?:"([a-z0-9-]+)")?')
BUNDLES = Path(__file__).parents[2] / "replay/archive/manifest.py"
"""Reads its manifest as importers read their documents; some of what it expects it passes on."""
PASSED_ON = re.compile(r'_matching\(.*, "([a-z0-9-]+)"\)')
REMARKS = catalogue("imports")["remarks"]
TABLES = ("remarks", "intake", "refusals", "expected")
SENTENCES = [(table, id) for table in TABLES for id in catalogue("imports")[table]]


def test_remarks_and_sentences_agree() -> None:
    made = {
        id for file in FOREIGN.glob("*.py") for id in MADE.findall(file.read_text(encoding="utf-8"))
    }
    assert made == set(REMARKS)


def ids(pattern: re.Pattern[str], *files: Path) -> list[str]:
    """The ids that calls name; an empty one where a call names none in so many words."""
    return [id for file in files for id in pattern.findall(file.read_text(encoding="utf-8"))]


def test_refusals_and_sentences_agree() -> None:
    files = [*FOREIGN.glob("*.py")]
    made = ids(REFUSED, *files)
    # What is expected at a place, and a refusal inside of a zip once more with the file's name.
    assert made.count("") == 2
    assert {*made} - {""} == {*catalogue("imports")["refusals"]}


def test_expectations_and_sentences_agree() -> None:
    made = ids(EXPECTED, *FOREIGN.glob("*.py"), BUNDLES) + ids(PASSED_ON, BUNDLES)
    assert made.count("") == 1  # The one that is passed on.
    assert {*made} - {""} == {*catalogue("imports")["expected"]}


def test_reasons_of_the_intake_and_sentences_agree() -> None:
    files = (Path(__file__).parents[2] / name for name in ("replay/intake.py", "web/uploading.py"))
    made = ids(re.compile(r'raise IntakeError\(\s*"([a-z0-9-]+)"'), *files)
    assert set(made) == set(catalogue("imports")["intake"])


def test_every_format_has_a_name_for_people() -> None:
    told = catalogue("imports")["formats"]
    assert set(told) == set(formats())
    assert all(list(each) == ["en", "zh-Hans", "zh-Hant"] for each in told.values())


@pytest.mark.parametrize(("table", "id"), SENTENCES)
def test_languages_have_the_same_gaps(table: str, id: str) -> None:
    entry = catalogue("imports")[table][id]
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


@pytest.mark.parametrize(
    ("error", "english", "chinese"),
    [
        (ForeignError("missing", Place("rounds[2]"), name="'winner'"),
         "rounds[2]: 'winner' is missing", "rounds[2]：缺少 'winner'"),
        (ForeignError("number", Place("a", line=41), low=0, high=3, found="list"),
         "line 41: a: expected a whole number from 0 to 3, found a list",
         "第 41 行：a：应为 0 到 3 的整数，而是一个列表"),
        (ForeignError("not-json", Place(line=1, column=2, file="a.json"), detail="Extra data"),
         "a.json: line 1, column 2: not JSON, or cut off: Extra data",
         "a.json：第 1 行第 2 列：不是 JSON，或被截断：Extra data"),
        (ForeignError("one-of", found="'x'", choices=("'a'", "'b'", "'c'")),
         "expected 'a', 'b' or 'c', found 'x'", "应为'a'、'b'或'c'，而是'x'"),
    ],
)  # fmt: skip
def test_a_refusal_is_said_with_its_place(error: ForeignError, english: str, chinese: str) -> None:
    assert (say_refusal(error), say_refusal(error, "zh-Hans")) == (english, chinese)


@pytest.mark.parametrize(
    ("data", "chinese"),
    [
        (b'{"rounds": [], "version": 1, "seed": 1, "bid_history": 1, "initial_hands": 1}',
         "shengji-godot：对局日志或回放页的各局（JSON）："),
        (b'{"a": 1}', "是 JSON，但不是本程序的牌谱："),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_in_says_as_what_it_was_read(data: bytes, chinese: str) -> None:
    with pytest.raises(IntakeError) as caught:
        take_in(data)
    assert caught.value.say("zh-Hans").startswith(chinese)
