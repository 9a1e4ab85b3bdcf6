"""A result where nobody knows the levels: what it says is told to be open, or proved wrong.

SPEC 9: a checker "reports what it cannot decide as not checkable, never as right".
"""

import pytest

from shengji import replay


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        ("result 20", []),
        # 000:189: the dealer's side held, so the partner c deals next, unless the match is over.
        ("result 20 up=ac+2 next=c", ["not-checkable-result", "not-checkable-dealer"]),
        ("result 20 next=-", ["not-checkable-dealer"]),
        ("result 20 next=b", ["wrong-next"]),
        # 000:191: the attackers took over, so it is the next seat, b.
        ("result 80 next=b", ["not-checkable-dealer"]),
        ("result 80 next=c", ["wrong-next"]),
    ],
)
def test_a_result_without_levels(result: str, codes: list[str]) -> None:
    text = f'%SJN 1\n[Rules "standard@1"]\nhand 1 fresh ac=? bd=7 dealer=a\nsheet\n{result}\nend\n'
    report = replay.check(text)
    assert [each.code.id for each in report.diagnostics] == codes
    assert report.confirmed == 0
