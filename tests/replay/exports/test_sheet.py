"""Printed sheets, read again by another program: text, fonts, pages as pictures."""

from dataclasses import replace
from typing import Any

import pypdfium2
import pytest

from shengji.replay.exports.registry import EXPORTS
from shengji.replay.wording import Language

from .extracts import extract, made

SHORT = "teaching/short-match.sjn"
A4 = (595, 842)


def opened(name: str, part: str | None = None, **how: Any) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(made("pdf", name, part, **how))


def text(document: pypdfium2.PdfDocument, page: int = 0) -> str:
    return " ".join(document[page].get_textpage().get_text_range().split())


def test_a_page_of_a_whole_hand() -> None:
    """The first trick of the file is `1 b SAJJ S678 S25HT S346 =b+15`, its result 140."""
    document = opened(SHORT, "1")
    assert len(document) == 1
    assert tuple(round(side) for side in document[0].get_size()) == A4
    found = text(document)
    assert "Teahouse match · 茶馆短赛" in found
    assert "1 b ♠A J J c ♠8 7 6 d ♠5 2 ♥10 a ♠6 4 3 15 0" in found
    assert "the attackers have 140 points" in found


def test_a_match_has_its_hands_on_pages_of_their_own() -> None:
    document = opened(SHORT)
    assert len(document) == 4
    assert [f"Hand {number}" in text(document, number - 1) for number in range(1, 5)] == [True] * 4


@pytest.mark.parametrize(("language", "words"), [("zh-Hans", "开始出牌"), ("zh-Hant", "開始出牌")])
def test_languages(language: Language, words: str) -> None:
    assert words in text(opened(SHORT, "1", language=language))


def test_all_of_it_is_in_the_font_that_comes_along() -> None:
    fonts = {
        mark.get_font().get_family_name()
        for page in opened(SHORT)
        for mark in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])
    }
    assert fonts == {"Noto Sans CJK SC"}


def test_nothing_tells_when_it_was_made() -> None:
    assert opened(SHORT, "1").get_metadata_dict(skip_empty=True).keys() <= {"Title", "Producer"}


def test_the_same_pages_each_time() -> None:
    one, other = (opened(SHORT, "1")[0].render().to_pil() for _ in range(2))
    assert one.tobytes() == other.tobytes()
    assert len(one.convert("L").getcolors()) > 2


def test_what_a_view_hides_is_not_printed() -> None:
    """a's spades of the first hand are ♠K1098643."""
    spades = "♠K 10 9 8 6 4 3"
    assert spades in text(opened(SHORT, "1"))
    found = text(opened(SHORT, "1", view="seat", seat=1))
    assert spades not in found
    assert "a 陈伟 × 25" in found


def test_a_failed_throw_is_struck_out_and_noted() -> None:
    found = text(opened("teaching/failed-throw.sjn", "1"))
    assert "a ♠A K Q ♠Q b ♠A" in found
    assert "Penalty for Seat A, Seat C: 10 points (throw)" in found


def test_markup_in_a_name_is_printed_as_it_stands() -> None:
    given = extract(SHORT, "1")
    tags = tuple(
        replace(tag, value="<img src='file:///x'> & co") if tag.name == "PlayerA" else tag
        for tag in given.record.tags
    )
    data = EXPORTS["pdf"].make(replace(given, record=replace(given.record, tags=tags)))
    assert "a <img src='file:///x'> & co" in text(pypdfium2.PdfDocument(data))
