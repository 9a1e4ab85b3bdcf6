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


ONE_DECK = """%SJN 1
[Rules "{rules}"]
hand 1 fresh {levels} dealer=a
sheet
result {result}
end
"""


@pytest.mark.parametrize(
    ("rules", "levels", "result", "codes"),
    [
        # 000:211-215: 45 points win, so does the last trick, and both together two levels; of 40
        # points nobody gains, but the last trick still wins a level.
        ("one-deck-45@1", "ac=2 bd=2", "45 up=bd+1", ["not-checkable-result"]),
        ("one-deck-45@1", "ac=2 bd=2", "45 up=bd+2", ["not-checkable-result"]),
        ("one-deck-45@1", "ac=2 bd=2", "45 up=bd+3", ["wrong-levels"]),
        ("one-deck-45@1", "ac=2 bd=2", "45 up=ac+1", ["wrong-levels"]),
        ("one-deck-45@1", "ac=2 bd=2", "40 up=0", ["not-checkable-result"]),
        ("one-deck-45@1", "ac=2 bd=2", "40 up=bd+1", ["not-checkable-result"]),
        ("one-deck-45@1", "ac=2 bd=2", "40 up=bd+2", ["wrong-levels"]),
        # With 80 to 115 points the attackers take over and gain no level (000:161).
        ("standard@1", "ac=? bd=?", "80 up=0", ["not-checkable-result"]),
        ("standard@1", "ac=? bd=?", "80 up=bd+1", ["wrong-levels"]),
        ("standard@1", "ac=? bd=?", "45 up=bd+1", ["wrong-levels"]),
        ("standard@1", "ac=? bd=?", "45 up=ac+1", ["not-checkable-result"]),
        ("standard@1", "ac=? bd=?", "45 up=ac+2", ["wrong-levels"]),
    ],
)
def test_levels_that_no_such_points_bring_are_an_error(
    rules: str, levels: str, result: str, codes: list[str]
) -> None:
    text = ONE_DECK.format(rules=rules, levels=levels, result=result)
    assert [each.code.id for each in replay.check(text).diagnostics] == codes


@pytest.mark.parametrize("end", ["claim b rest", "concede ac", "concede bd", "abandon"])
def test_a_hand_that_ends_early_does_not_tell_who_won_the_last_trick(end: str) -> None:
    """000:211-215 lets the last trick win the hand, and no rule text says whose it is when the rest
    is claimed or given up: what may have been gained is not checkable, what cannot is an error.
    """
    text = ONE_DECK.format(rules="one-deck-45@1", levels="ac=2 bd=2", result="{}").replace(
        "sheet\n", f"trump S 2 a\n{end}\n"
    )
    for result, code in (("45 up=bd+2", "not-checkable-result"), ("45 up=bd+3", "wrong-levels")):
        assert code in [each.code.id for each in replay.check(text.format(result)).diagnostics]
