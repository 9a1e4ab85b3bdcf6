"""A slip of the pen is one fault: what follows from it is not accused too."""

import re
from pathlib import Path

import pytest

from shengji import notation
from shengji.notation.diagnostics import Severity
from shengji.replay import check
from shengji.replay.generate import random_match

LINES = notation.dumps(random_match("standard", 1, 1)).splitlines()
"""Trick 14 is `14 d H8 HA H7 HQ =a+0`, and trick 15 is led by a."""
AT = next(index for index, line in enumerate(LINES) if line.startswith("14 "))


def errors(*lines: str) -> list[str]:
    """The errors, with trick 14 replaced by these lines."""
    text = "\n".join([*LINES[:AT], *lines, *LINES[AT + 1 :]]) + "\n"
    return errors_of(text)


def errors_of(text: str) -> list[str]:
    found = check(text).diagnostics
    return [each.code.id for each in found if each.severity is Severity.ERROR]


def whole_hand(seed: int, *, dealt: bool) -> str:
    """A hand with all its cards, or with none but those that were shown, buried and played."""
    text = notation.dumps(random_match("standard", 1, seed))
    return text if dealt else re.sub(r"\n(deal|[abcd]|kitty) .*", "", text)


def test_the_trick_is_what_it_is_said_to_be() -> None:
    assert LINES[AT] == "14 d H8 HA H7 HQ =a+0"
    assert errors(LINES[AT]) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("14 b H8 HA H7 HQ =a+0", "leader"),
        ("14 d H8 L H7 HQ =a+0", "play-not-held"),
        ("14 d H8 HAH3 H7 HQ =a+0", "play-count"),
        ("14 d H8 HA H7", "trick-length"),
        ("14 d H8 HA H7 =a+0", "trick-length"),
        ("14 e H8 HA H7 HQ =a+0", "seat-beyond-table"),
        ("41 d H8 HA H7 HQ =a+0", "trick-number"),
        ("14 d H8 HA H7 HQ =b+0", "wrong-winner"),
        ("14 d H8 HA H7 HQ =a+5", "wrong-points"),
        ("14 d H8 HE H7 HQ =a+0", "unknown-card"),
    ],
)
def test_one_slip_one_error(line: str, code: str) -> None:
    assert errors(line) == [code]


def test_a_trick_left_out() -> None:
    assert errors() == ["trick-number"]


def test_a_showing_that_names_nothing() -> None:
    text = re.sub(r"declare (\d+) (.) .*", r"declare \1 \2 SK", "\n".join(LINES), count=1) + "\n"
    found = [each.code.id for each in check(text).diagnostics]
    assert found == ["declare-cards"]


DAMAGED = """\
%SJN 1
[Rules "standard@1"]
hand 1 ac=2 bd=2 dealer=a
hands
a SAA HA
b S77 S8
c S9T H4
d S56 H5
start 23 a points=35
trump C 2 a
23 a SAA S78 S9T S56
24 a HE S7 H4 H5
result 95
end
"""


def test_what_stands_before_a_bad_line_is_judged() -> None:
    found = {each.code.id for each in check(DAMAGED).diagnostics}
    assert found == {"follow-shape", "unknown-card", "not-checkable-damaged"}


def test_what_stands_behind_end_damages_nothing() -> None:
    text = DAMAGED.replace("HE", "HA").replace("S78", "S77").replace("S7 H4", "S8 H4")
    found = [each.code.id for each in check(text + "nonsense\n").diagnostics]
    assert found == ["wrong-result", "unknown-statement"]


MISSING, WRONG = re.compile(r"\nbury .*"), re.compile(r"\nbury .")


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("dealt", [True, False])
def test_a_bury_left_out_accuses_nobody_of_what_was_buried(seed: int, *, dealt: bool) -> None:
    text = MISSING.sub("", whole_hand(seed, dealt=dealt))
    assert errors_of(text) == ["missing-bury"]


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_bury_of_another_seat_is_that_of_the_taker(seed: int) -> None:
    text = whole_hand(seed, dealt=True)
    taker = re.search(r"\nbury (.)", text)
    assert taker
    assert errors_of(WRONG.sub("\nbury " + "bcda"["abcd".index(taker[1])], text)) == ["take-seat"]


MATCH = notation.dumps(random_match("standard", 3, 1))
"""Its second hand is `hand 2 ac=4 bd=2 dealer=c`, with two showings at level 4."""


def test_a_wrong_level_on_a_hand_line_judges_no_play_by_it() -> None:
    assert "\ntrump S 4 c\n" in MATCH
    text = MATCH.replace("hand 2 ac=4 bd=2", "hand 2 ac=5 bd=2")
    assert errors_of(text) == ["hand-level-carry"]


def test_a_wrong_dealer_on_a_hand_line_judges_no_play_by_it() -> None:
    dealer = re.search(r"\nhand 2 .*dealer=(.)", MATCH)
    assert dealer
    other = "bcda"["abcd".index(dealer[1])]
    text = re.sub(r"(\nhand 2 .*dealer=).", rf"\g<1>{other}", MATCH)
    assert errors_of(text) == ["dealer-carry"]


TEACHING = Path(__file__).parents[2] / "samples" / "teaching"
FORCED = re.compile(r"^(\d+ . \w+)/\w+<.", re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "throws"), [("failed-throw", 2), ("short-match", 1), ("whole-hand", 1)]
)
def test_a_failed_throw_without_what_was_forced_accuses_no_other_seat(
    name: str, throws: int
) -> None:
    text, left_out = FORCED.subn(r"\1", (TEACHING / f"{name}.sjn").read_text(encoding="utf-8"))
    assert left_out == throws
    assert errors_of(text) == ["throw-fails"] * throws


IRREGULAR = (TEACHING / "irregular.sjn").read_text(encoding="utf-8")
"""In its first hand b and d attack and have 35 points; a ruling takes 10 of them."""


@pytest.mark.parametrize("points", ["bd-10", "ac+10", "ac+10,bd-10", "ac+5,bd-10"])
def test_a_ruling_moves_points_once(points: str) -> None:
    assert "points=bd-10\nresult 25\n" in IRREGULAR
    assert errors_of(IRREGULAR.replace("points=bd-10\n", f"points={points}\n")) == []


@pytest.mark.parametrize("points", ["bd+10", "ac-10", "ac+10,bd-5"])
def test_a_ruling_that_gives_other_points_makes_the_result_wrong(points: str) -> None:
    text = IRREGULAR.replace("points=bd-10\n", f"points={points}\n")
    assert errors_of(text) == ["wrong-result"]
