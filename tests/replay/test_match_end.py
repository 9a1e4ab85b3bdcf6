"""`match` names a winner: wrong only if it is proved that nobody passed the last level (SPEC 9).

SPEC 4.10: in a hand with `sheet`, `claim`, `concede`, `abandon` or `forfeit` the result is the
source; its `next` is `-` when the match is over.
"""

import pytest

from shengji import replay


def found(levels: str, rest: str) -> list[str]:
    text = f'%SJN 1\n[Rules "standard@1"]\nhand 1 fresh {levels} dealer=a\n{rest}end\n\nmatch ac\n'
    return [each.code.id for each in replay.check(text).diagnostics]


UNKNOWN = "hands\na SK.1\nstart 24 a points=20\ntrump H A a\n24 a SK S3 .1 S4\n25 a .1 .1 .1 .1\n"


@pytest.mark.parametrize(
    ("levels", "rest"),
    [
        ("ac=A bd=7", "forfeit bd absence\nresult 0 up=0 next=-\n"),
        ("ac=? bd=7", "sheet\nresult 20 next=-\n"),
        ("ac=A bd=7", "abandon\n"),
        ("ac=A bd=7", UNKNOWN),
        ("ac=A bd=7", "xyz\nsheet\nresult 20 next=-\n"),
    ],
)
def test_a_hand_that_may_have_ended_the_match(levels: str, rest: str) -> None:
    assert "match-not-over" not in found(levels, rest)


@pytest.mark.parametrize(
    ("levels", "rest"),
    [
        ("ac=A bd=7", "sheet\nresult 80 up=0 next=b\n"),
        ("ac=K bd=7", "sheet\nresult 0 up=ac+1 next=c\n"),
        ("ac=A bd=7", "forfeit ac absence\nresult 80 up=0 next=b\n"),
        ("ac=A bd=7", "redeal misdeal\n"),
    ],
)
def test_a_hand_that_did_not(levels: str, rest: str) -> None:
    assert found(levels, rest) == ["match-not-over"]
