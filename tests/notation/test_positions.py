"""Where the statements of a record stand in its text: lines are kept, columns found on demand."""

import pytest

from shengji.notation import Span, loads

TEXT = """\ufeff# first
%SJN 1
[Event "x"]
[Rules "standard@1"]

# about the hand
局 1 ac=2 bd=2 庄=?
[Board "7"]
deal a
  a SA .2
# about b
b S5
declare 2 a S2
bury a S5 S6 ! {why}
1 a SA ! ~3 {x y} S5 HQQK/HK<a^revoke =a+15   # beside
result 85 底=20x2 next=a up=0
end
var 1.0
1 a SK
endvar
note 1.1.2 "well played"

hand 2 ac=2 bd=2 dealer=a
end
match ac
"""
PARSED = loads(TEXT)
LINES = PARSED.lines[0]
FIRST = LINES.hands[0]


def shown(span: Span) -> tuple[int, str]:
    line = TEXT.removeprefix("\ufeff").splitlines()[span.line - 1]
    return span.line, line[span.column - 1 : span.column - 1 + span.length]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({}, (7, "局 1 ac=2 bd=2 庄=?")),
        ({"part": "dealer"}, (7, "庄=?")),
        ({"part": "number"}, (7, "1")),
        ({"part": "levels"}, (7, "ac=2 bd=2")),
        ({"tag": 0}, (8, '[Board "7"]')),
        ({"tag": 0, "part": "value"}, (8, '"7"')),
        ({"event": 0}, (9, "deal a")),
        ({"event": 0, "seat_line": 0}, (10, "a SA .2")),
        ({"event": 0, "seat_line": 1}, (12, "b S5")),
        ({"event": 1}, (13, "declare 2 a S2")),
        ({"event": 2}, (14, "bury a S5 S6 ! {why}")),
        ({"event": 3}, (14, "bury a S5 S6 ! {why}")),
        ({"event": 4}, (15, "1 a SA ! ~3 {x y} S5 HQQK/HK<a^revoke =a+15")),
        ({"event": 4, "play": 0}, (15, "SA")),
        ({"event": 4, "play": 1}, (15, "S5")),
        ({"event": 4, "play": 2}, (15, "HQQK/HK<a^revoke")),
        ({"event": 4, "part": "won"}, (15, "=a+15")),
        ({"event": 4, "part": "number"}, (15, "1")),
        ({"event": 5, "part": "points"}, (16, "85")),
        ({"event": 5, "part": "kitty"}, (16, "底=20x2")),
        ({"event": 5, "part": "up"}, (16, "up=0")),
        ({"event": 5, "part": "next"}, (16, "next=a")),
        ({"event": 5, "part": "nothing"}, (16, "result 85 底=20x2 next=a up=0")),
        ({"event": -1}, (17, "end")),
        ({"variation": 0}, (18, "var 1.0")),
        ({"variation": 0, "event": 0}, (19, "1 a SK")),
        ({"variation": 0, "event": 1}, (20, "endvar")),
        ({"variation": 1}, (21, 'note 1.1.2 "well played"')),
        ({"variation": 1, "part": "text"}, (21, '"well played"')),
    ],
)
def test_place_in_a_hand(place: dict[str, int | str], expected: tuple[int, str]) -> None:
    assert shown(FIRST.locate(**place)) == expected  # type: ignore[arg-type]


def test_places_of_a_match() -> None:
    assert shown(LINES.head.locate()) == (2, "%SJN 1")
    assert shown(LINES.head.locate(1)) == (4, '[Rules "standard@1"]')
    assert shown(LINES.head.locate(1, "value")) == (4, '"standard@1"')
    assert shown(LINES.hands[1].locate()) == (23, "hand 2 ac=2 bd=2 dealer=a")
    assert LINES.match is not None and shown(LINES.match) == (25, "match ac")


def test_the_lines_of_a_hand_go_from_its_comments_to_the_next_hand() -> None:
    assert FIRST.first == 6 and FIRST.texts[0] == "# about the hand"
    assert FIRST.texts[-2:] == ('note 1.1.2 "well played"', "")
