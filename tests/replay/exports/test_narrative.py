"""A match as text, against the samples that it is made from."""

import pytest

from shengji.replay.exports.errors import SeatError, WrongPartError
from shengji.replay.steps import NoSuchPosition
from shengji.replay.wording import Language

from .extracts import made

SHORT = "teaching/short-match.sjn"


def text(name: str, part: str | None = None, **how: object) -> str:
    return made("text", name, part, **how).decode()


def test_a_trick_is_told_with_its_winner() -> None:
    """`1 b SAJJ S678 S25HT S346 =b+15` in the file."""
    line = "   1. b ♠A J J, c ♠8 7 6, d ♠5 2 ♥10, a ♠6 4 3 · b takes it, 15 points; attackers 0"
    assert line in text(SHORT, "1").splitlines()


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Before play", "  Li Na takes the kitty", "  王强 deals next"]),
        ("zh-Hans", ["出牌之前", "  Li Na 取底", "  下局王强坐庄"]),
        ("zh-Hant", ["出牌之前", "  Li Na 取底", "  下局王强坐莊"]),
    ],
)
def test_languages(language: Language, lines: list[str]) -> None:
    found = text(SHORT, "1", language=language).splitlines()
    assert [line for line in lines if line not in found] == []


def test_a_failed_throw_and_its_fine() -> None:
    found = text("teaching/failed-throw.sjn", "1")
    assert "23. a ♠A K Q fails, ♠Q, b ♠A, c ♠9, d ♠5 [1] · b takes it" in found
    assert "[1] Penalty for Seat A, Seat C: 10 points (throw)" in found


def test_what_is_said_stands_in_notes() -> None:
    """The comments and notes of the file, those on the start and the end of the hand too."""
    found = text("teaching/notes.sjn")
    for note in ("第七局是关键的一局。", "先出大的", "60: not enough. 60 分，没有上台。"):
        assert note in found


def test_the_view_of_a_seat_has_its_own_hand_alone() -> None:
    """The hands of the file: b holds ♣QQ and a ♠K1098643; the kitty is known once it is over."""
    found = text(SHORT, "1", view="seat", seat=0)
    assert "a 陈伟: trumps BJ LJ ♦Q ♣8 2 | ♠K 10 9 8 6 4 3" in found
    assert "b Li Na: 25 cards, not shown" in found
    assert "Kitty as dealt: ♣J 7 ♠3 ♥7 2 ♦10 7 6" in found


def test_an_unfinished_hand_does_not_show_the_kitty_to_others() -> None:
    name = "remarks/unfinished-hand.sjn"
    assert "Kitty" not in text(name, view="table")


def test_what_is_not_known_is_not_told_card_by_card() -> None:
    assert "?" not in text("teaching/sheet.sjn").replace("????", "")


def test_parts_that_are_not_there() -> None:
    with pytest.raises(NoSuchPosition):
        text(SHORT, "9")
    with pytest.raises(WrongPartError, match="a whole game, or one hand"):
        text(SHORT, "1.3")
    with pytest.raises(SeatError):
        text(SHORT, "1", view="seat", seat=4)


def test_who_is_called_as_a_friend_and_who_it_is() -> None:
    """`friend C5` in the file, and `join c` behind the trick to which c plays that card."""
    found = text("teaching/friend-by-card.sjn", "1")
    assert "The friend is whoever plays 5 of clubs" in found
    assert "b BJ, c ♣5, d ♣5, a ♣6 [1] · b takes it" in found
    assert "[1] Seat C is the friend" in found
