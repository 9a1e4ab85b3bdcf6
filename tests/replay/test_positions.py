"""Problem positions (SPEC 4.2): a seat without a line holds cards that nobody knows."""

import pytest

from shengji import replay
from shengji.replay.recording import judge

BEGINNING = """%SJN 1
[Rules "standard@1"]
hand 1 fresh ac=7 bd=7 dealer=b
"""


def found(rest: str) -> list[str]:
    diagnostics = replay.check(BEGINNING + rest + "end\n").diagnostics
    return [each.code.id for each in diagnostics if each.severity.value in ("error", "unchecked")]


@pytest.mark.parametrize("hands", ["", "hands\n"])
def test_without_any_line_no_play_is_called_not_held(hands: str) -> None:
    # SPEC 4.2: "The line of a seat may be left out: then all its cards are unknown"; SPEC 9: "it
    # calls a play illegal only if no way of filling in the unknown cards makes it legal".
    start = hands + "start 24 a points=20\ntrump H 7 b\n"
    tricks = "24 a SK S3 SA S4 =c+10\n25 c H3 H2 D5 SQ =c+5\n"
    assert found(start + tricks + "abandon\n") == []
    assert found(start + tricks + "result 35\n") == ["not-checkable-result"]


def test_without_any_line_what_the_plays_prove_is_still_told() -> None:
    # 000:129: who has a card of the led suit must play it; b keeps back the S3 of trick 25.
    start = "start 24 a points=20\ntrump H 7 b\n"
    tricks = "24 a SK D3 SA S4 =c+10\n25 c SQ D5 D6 S3 =c+5\nabandon\n"
    assert "follow-suit" in found(start + tricks)


def test_a_discard_before_a_stop_stays_open() -> None:
    # Play stopped behind trick 24 of 25, so b may hold a spade still.
    start = "start 24 a points=20\ntrump H 7 b\n"
    assert found(start + "24 a SK D3 SA S4 =c+10\nabandon\n") == ["not-checkable-play"]
    # Nobody says that play stopped: it was the last trick, and D3 the last card of b.
    assert found(start + "24 a SK D3 SA S4 =c+10\n") == []


@pytest.mark.parametrize(
    ("points", "codes"),
    [
        # The attackers c and a take 15 in the last two tricks, and no point lies in the kitty.
        (" points=20", []),
        (" points=0", ["wrong-result"]),
        (" points=a15,b5,c5", []),
        ("", ["not-checkable-result"]),
    ],
)
def test_points_that_nobody_told_are_not_nought(points: str, codes: list[str]) -> None:
    # SPEC 4.2: "Without `points` nobody has said how many: the points of the attackers are then
    # unknown, during play and at its end, and what rests on them is not checkable."
    start = f"kitty SQ34 H4 D3467\nstart 24 a{points}\ntrump H 7 b\n"
    tricks = "24 a SK S3 SA S4 =c+10\n25 c H3 H2 D5 S6 =c+5\n"
    assert found(start + tricks + "result 35 kitty=0x2\n") == codes


def test_what_follows_from_points_that_nobody_told_is_open() -> None:
    text = BEGINNING + "start 24 a\ntrump H 7 b\n24 a SK S3 SA S4 =c+10\nclaim b rest points=10\n"
    assert "wrong-points" not in [each.code.id for each in replay.check(text).diagnostics]
    outcome = judge(text + "result 35 kitty=0x2\nend\n").outcome
    assert outcome is not None and outcome.total == 35
