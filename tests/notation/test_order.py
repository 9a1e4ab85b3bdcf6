"""Which statement may follow which: one misplaced line is one diagnostic, and the rest is read."""

from typing import get_args

import pytest

from shengji.notation import loads
from shengji.notation.builder import IN_VARIATION, PLACES, Phase
from shengji.notation.record import Statement, Variation

HEAD = '%SJN 1\n[Rules "standard@1"]\n'
HAND = "hand 1 ac=2 bd=2 dealer=a\n"

EXAMPLES = {
    "deal": "deal a\na S5",
    "hands": "hands\na S5",
    "sheet": "sheet",
    "start": "start 3 a",
    "kitty": "kitty S5",
    "declare": "declare 5 a S2",
    "flip": "flip S5",
    "pass": "pass a",
    "trump": "trump S 2 a",
    "take": "take a",
    "bury": "bury a S5",
    "overturn": "overturn b LL",
    "friend": "friend SA",
    "trick": "1 a S5",
    "join": "join b",
    "claim": "claim a rest",
    "concede": "concede bd",
    "abandon": "abandon",
    "forfeit": "forfeit b revoke",
    "redeal": "redeal misdeal",
    "penalty": "penalty bd 10 throw",
    "ruling": "ruling 1 revoke b",
    "retract": "retract 1 S5",
    "result": "result 85",
    "vendor": "x-club y",
}
REACHES = {
    Phase.OPENED: "",
    Phase.DEALT: "deal a\na S5\n",
    Phase.SHOWING: "declare 5 a S2\n",
    Phase.KITTY: "take a\n",
    Phase.PLAY: "1 a S5\n",
    Phase.OVER: "abandon\n",
    Phase.RESULT: "result 85\n",
}


def found(text: str) -> list[tuple[str, int]]:
    """The codes of a text and their lines."""
    return [(each.code.id, each.span.line if each.span else 0) for each in loads(text).diagnostics]


def test_every_statement_has_an_example_and_a_place() -> None:
    members = get_args(get_args(Statement)[0]) or get_args(Statement)
    kinds = {each.__dataclass_fields__["kind"].default for each in members}
    assert kinds == set(EXAMPLES) == set(PLACES)
    assert kinds >= IN_VARIATION


@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("phase", list(Phase))
def test_statement_in_phase(kind: str, phase: Phase) -> None:
    before = HEAD + HAND + REACHES[phase]
    parsed = loads(f"{before}{EXAMPLES[kind]}\nend\n")
    if phase <= PLACES[kind].last:
        assert parsed.diagnostics == ()
    else:
        first = parsed.diagnostics[0]
        assert first.code.id == "misplaced" and first.span is not None
        assert first.span.line == before.count("\n") + 1
        assert first.arguments == {"statement": kind, "state": phase.name.lower()}
        assert parsed.lines[0].damaged == {0}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 a S5\n2 a S6\nend\n", [("no-magic", 1), ("misplaced", 1), ("missing-tag", 1)]),
        (HEAD + "1 a S5\n2 a S6\n" + HAND + "end\n", [("misplaced", 3)]),
        (HEAD + HAND + "end\n1 a S5\n2 a S6\n", [("misplaced", 5)]),
        (HEAD + HAND + "end\nend\n", [("misplaced", 5)]),
        (HEAD + HAND + "kitty S5\nkitty S6\nend\n", [("repeated", 5)]),
        (HEAD + HAND + "1 a S5\n[Board \"7\"]\nend\n", [("misplaced", 5)]),
        (HEAD + HAND + "a S5\nend\n", [("misplaced", 4)]),
        (HEAD + HAND + "deal a\na S5\na S6\nend\n", [("repeated-seat", 6)]),
        (HEAD + HAND + "deal a\na S5\n1 a S5\nb S6\nend\n", [("misplaced", 7)]),
        (HEAD + "[Event \"a\"]\n[Event \"b\"]\n", [("repeated-tag", 4)]),
        ("%SJN 1\n[Event \"a\"]\n", [("missing-tag", 1)]),
        (HEAD + "hand 1 ac=2 dealer=a dealer=b\nend\n", [("repeated-field", 3)]),
        (HEAD + "hand 1 fresh fresh ac=2 dealer=b\nend\n", [("repeated-field", 3)]),
        (HEAD + "hand 1 ac=2\nend\n", [("missing-field", 3)]),
        (HEAD + "hand 1 dealer=a\nend\n", [("missing-field", 3)]),
        (HEAD + "hand 1 ac=2 ab=3 dealer=a\nend\n", [("repeated-seat", 3)]),
        (HEAD + HAND + "result 5 next=a next=b\nend\n", [("repeated-field", 4)]),
        (HEAD + HAND + "result 5 up=a+1,ab+2\nend\n", [("repeated-seat", 4)]),
        (HEAD + HAND + "end\nnote 2.1 \"x\"\n", [("foreign-address", 5)]),
        (HEAD + HAND + "end\nvar 1.x2\n1 a S5\nendvar\n", [("address-part", 5)]),
        (HEAD + HAND + "end\nvar 1.0\nvar 1.1\n1 a S5\nendvar\n2 a S5\nendvar\n",
         [("nested-variation", 6)]),
        (HEAD + HAND + "end\nvar 1.0\n1 a S5\n\nhand 2 ac=2 dealer=a\nend\n",
         [("unclosed-variation", 5)]),
        (HEAD + HAND + "end\nendvar\n", [("misplaced", 5)]),
        (HEAD + HAND + "end\nvar 1.0\nresult 5\nendvar\n", [("misplaced", 6)]),
        (HEAD + HAND + "end\nmatch ac\nmatch bd\n", [("repeated", 6)]),
        (HEAD + HAND + "end\nmatch ac\nhand 2 ac=2 dealer=a\nend\n", [("misplaced", 6)]),
        (HEAD + HAND + "end\nmatch ac\n1 a S5\n", [("misplaced", 6)]),
        ("%SJN 2\n[New x]\nanything at all\n\n" + HEAD + "end\n", [("newer-version", 1),
                                                                    ("misplaced", 7)]),
        ("hello\n" + HEAD[7:], [("unknown-statement", 1), ("no-magic", 1)]),
        ("# a\n{\"a\":1}\n" + HEAD[7:], [("line-continued", 2), ("no-magic", 2)]),
        ("%sjn 1\n" + HEAD[7:], [("unexpected", 1)]),
        ("hand one\n", [("no-magic", 1), ("missing-tag", 1), ("unexpected", 1)]),
        (HEAD + "x-club y\n[Event \"a\"]\n", [("misplaced", 4)]),
        (HEAD + HAND + "x-club y\n[Board \"7\"]\nend\n", [("misplaced", 5)]),
        (HEAD + HAND + "ruling 1 revoke b\n[Board \"7\"]\nend\n", [("misplaced", 5)]),
        (HEAD + HAND + "penalty b 5 throw\n[Board \"7\"]\nend\n", [("misplaced", 5)]),
        (HEAD + HAND + "take\n[Board \"7\"]\nend\n", [("line-ends", 4), ("misplaced", 5)]),
        (HEAD + HAND + "[Board]\n[Board \"7\"]\nend\n", [("tag-form", 4)]),
        (HEAD + HAND + "end\n[Board \"7\"]\n", [("misplaced", 5)]),
        (HEAD + HAND + "end\nvar 1.0\n[Board \"7\"]\nendvar\n", [("misplaced", 6)]),
        ("%SJN 1.7\n[Rules \"standard@1\"]\n", [("newer-minor", 1)]),
    ],
)  # fmt: skip
def test_order(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


def test_a_bad_line_does_not_make_what_follows_misplaced() -> None:
    assert found(HEAD + "hand one ac=2 dealer=a\n1 a S5\nend\n") == [("unexpected", 3)]
    assert found(HEAD + HAND + "deal z\na S5\nb S6\n1 a S5\nend\n") == [("unknown-seat", 4)]
    assert found(HEAD + HAND + "end\nvar 1.y\n1 a S5\nendvar\n") == [("unexpected", 5)]
    inner = "end\nvar 1.0\nvar 1.y\n1 a S5\nendvar\n2 a S5\nendvar\nvar 1.1\nendvar\n"
    assert found(HEAD + HAND + inner) == [("unexpected", 6)]
    assert found(HEAD + HAND + 'end 5\nnote 1.1 "x"\n') == [("unexpected", 4)]


def test_notes_and_variations_are_sorted_behind_the_end() -> None:
    text = (
        HEAD + HAND + '1 a S5 S6\nnote 1.1.1 "b"\nvar 1.0\n1 a S6\nendvar\nend\n'
        'x-club y\nnote 1 "a"\n'
    )
    parsed = loads(text)
    assert parsed.diagnostics == ()
    hand = parsed.records[0].hands[0]
    assert [each.kind for each in hand.appendix] == ["variation", "vendor", "note", "note"]


def test_a_note_within_a_variation_is_moved_behind_it() -> None:
    parsed = loads(HEAD + HAND + '1 a S5\nend\nvar 1.0\nnote 1.1 "x"\n1 a S6\nendvar\n')
    variation, note = parsed.records[0].hands[0].appendix
    assert parsed.diagnostics == () and note.kind == "note"
    assert isinstance(variation, Variation) and len(variation.events) == 1


def test_trump_may_be_told_twice_and_a_result_once() -> None:
    assert found(HEAD + HAND + "trump S 2 a\ntake a\ntrump S 2 a\nend\n") == []
    assert found(HEAD + HAND + "result 5\nresult 5\nend\n") == [("misplaced", 5)]


def test_comments_above_a_bad_line_belong_to_the_next_sound_one() -> None:
    parsed = loads(HEAD + HAND + "# one\npas a\n# two\npass a\nend\n")
    (event,) = parsed.records[0].hands[0].events
    assert event.remarks is not None and event.remarks.above == ("one", "two")


def test_an_unfinished_hand_and_a_cut_trick_are_kept() -> None:
    parsed = loads(HEAD + HAND + "7 a S5 S6")
    hand = parsed.records[0].hands[0]
    assert (parsed.diagnostics, hand.ended, len(hand.events)) == ((), False, 1)


def test_comments_of_several_matches_stay_with_theirs() -> None:
    first = '# opens\n%SJN 1\n[Rules "standard@1"]\n# closes\n'
    second = '\n# opens the second\n%SJN 1\n[Rules "standard@1"]\n'
    one, two = loads(first + second).records
    assert (one.opening and one.opening.above, one.closing) == (("opens",), ("closes",))
    assert (two.opening and two.opening.above, two.closing) == (("opens the second",), ())
