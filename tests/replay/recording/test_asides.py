"""What may be said of a match at any time: where it is offered, and that the reader reads it back.

Every expected line is written by hand from SPEC 4.7 to 4.9 and 6.
"""

import pytest

from shengji.notation import loads
from shengji.notation import record as rec
from shengji.replay import wording
from shengji.replay.recording import (
    Aside,
    Draft,
    DraftError,
    Fill,
    Grade,
    Trouble,
    aside,
    asides,
    judge,
    propose,
    resumed,
    say_aside,
    say_choice,
    say_field,
    say_trouble,
    take,
)

HEAD = '%SJN 1\n[Rules "standard@1 throw_penalty=10"]\n'
OPENED = f"{HEAD}hand 1 fresh ac=2 bd=2 dealer=a\n"
HANDS = f"{OPENED}hands\na SAKK H2\nb S778 D5\nc S9T D34\nd SJ HA D67\n"
STARTED = f"{HANDS}start 23 a points=0\ntrump C 2 a\n"
"""To a pair of spades b owes its sevens (000:131-133)."""
LED = f"{STARTED}23 a SKK S77\n"
DONE = f"{STARTED}23 a SKK S77 S9T SJD6 =a+30\n"
SHOWN = f"{OPENED}declare 23 b H2\ntake b\nbury b .8\n1 b SA S5\n"


def offered(text: str) -> list[str]:
    return [each.kind for each in asides(resumed(text))]


def found(text: str, kind: str) -> Aside:
    return next(each for each in asides(resumed(text)) if each.kind == kind)


def after(above: str, kind: str, /, **fields: str) -> Draft:
    """The draft after an aside, as a device sends it."""
    told = {"do": "aside", "kind": kind, "fields": fields, "anyway": True}
    taken = take(resumed(above), [told])
    assert taken.entries == 1, (taken.trouble, taken.refused)
    assert judge(taken.draft.text).readable
    return taken.draft


def codes(above: str, kind: str, /, **fields: str) -> list[str]:
    """What the check says of an aside, worst first."""
    draft = resumed(above)
    return [each.code.id for each in propose(draft, aside(draft, kind, fields)).found]


# -- where they are offered -----------------------------------------------------------------------

ALWAYS = ["comment", "tag"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (HEAD, ALWAYS),
        ("%SJN 1\n", ALWAYS),
        (OPENED, ["note", "penalty", "ruling", "claim", "concede", "forfeit", "abandon", "redeal"]),
        (
            f"{OPENED}declare 23 b H2\n",
            ["note", "sign", "text", "time", "retract", "penalty", "ruling", "claim", "concede",
             "forfeit", "abandon", "redeal"],
        ),
        (
            LED,
            ["note", "sign", "text", "time", "mark", "retract", "penalty", "ruling", "claim",
             "concede", "forfeit", "abandon", "var"],
        ),
        (f"{LED}claim a rest\n",
         ["note", "sign", "text", "time", "mark", "retract", "penalty", "ruling", "var"]),
        (f"{LED}claim a rest\nresult 0\n",
         ["note", "sign", "text", "time", "mark", "retract", "penalty", "ruling", "var"]),
        (f"{LED}claim a rest\nresult 0\nend\n",
         ["note", "sign", "text", "time", "mark", "retract", "penalty", "ruling", "var"]),
        (f"{LED}claim a rest\nresult 0\nend\nmatch ac\n", []),
        (f"{LED}var 1.23.1\n",
         ["note", "sign", "text", "time", "mark", "penalty", "claim", "concede"]),
    ],
)  # fmt: skip
def test_what_the_order_of_statements_admits_is_offered(text: str, kinds: list[str]) -> None:
    """SPEC 5: up to which phase each may stand, and 4.9 for a variation."""
    assert offered(text) == [*kinds, *(kind for kind in ALWAYS if kind not in kinds)]


def test_every_kind_that_is_offered_can_be_entered_as_its_first_choices_say() -> None:
    typed = {Fill.TEXT: "so", Fill.LINE: "so", Fill.AMOUNT: "5", Fill.CHANGE: "-5",
             Fill.CARDS: "S7", Fill.SECONDS: "1.5"}  # fmt: skip
    for text in (HEAD, OPENED, SHOWN, LED, DONE):
        for each in asides(resumed(text)):
            fields = {
                field.name: field.choices[0].value if field.choices else typed[field.fill]
                for field in each.fields
            }
            after(text, each.kind, **fields)


def test_addresses_are_told_with_what_stands_there() -> None:
    places = found(LED, "note").fields[0]
    assert [(each.value, each.shown) for each in places.choices] == [
        ("1.23.2", "b S77"), ("1.23.1", "a SKK"), ("1", ""),
    ]  # fmt: skip
    assert say_choice(places, places.choices[0]) == "1.23.2 · b S77"
    assert [each.value for each in found(DONE, "var").fields[0].choices] == [
        "1.23", "1.23.3", "1.23.2", "1.23.1", "1.0",
    ]  # fmt: skip
    assert [each.value for each in found(DONE, "note").fields[0].choices] == [
        "1.23.3", "1.23.2", "1.23.1", "1.23", "1",
    ]  # fmt: skip
    assert [each.value for each in found(SHOWN, "retract").fields[0].choices] == [
        "1.1.2", "1.1.1", "1.x1",
    ]  # fmt: skip


def test_seats_are_sides_first_and_where_friends_are_found_each_by_itself() -> None:
    assert [each.value for each in found(OPENED, "penalty").fields[0].choices] == [
        "ac", "bd", "a", "b", "c", "d",
    ]  # fmt: skip
    friends = '%SJN 1\n[Rules "tractor-online-friends@1"]\nhand 1 a=2 b=2 c=2 d=2 dealer=?\n'
    assert [each.value for each in found(friends, "penalty").fields[0].choices] == list("abcd")


def test_the_fine_of_a_throw_is_a_reason_while_nobody_has_told_it() -> None:
    thrown = f"{STARTED}23 a SAKK/SA S7 S9 SJ\n"
    reasons = found(thrown, "penalty").fields[2].choices
    assert [each.value for each in reasons] == ["throw", "director"]
    assert [each.value for each in found(DONE, "penalty").fields[2].choices] == ["director"]


@pytest.mark.parametrize("language", wording.LANGUAGES)
def test_everything_has_words(language: str) -> None:
    for text in (HEAD, OPENED, SHOWN, DONE):
        for each in asides(resumed(text)):
            assert say_aside(each, language)
            for field in each.fields:
                assert say_field(field, language)
                for choice in field.choices:
                    said = say_choice(field, choice, language)
                    assert said
                    closed = field.fill is Fill.WORD
                    assert not closed or language == "en" or said != choice.value, said


# -- each at its place ----------------------------------------------------------------------------

LAST = [
    (LED, "penalty", {"seats": "db", "amount": "10", "reason": "director"},
     "penalty bd 10 director"),
    (DONE, "ruling", {"address": "1.23.2", "reason": "revoke", "seats": "b", "change": "-10"},
     "ruling 1.23.2 revoke b points=bd-10"),
    (DONE, "ruling", {"address": "1.23", "reason": "rudeness", "seats": "c", "levels": "-1",
                      "lost": "ac"},
     "ruling 1.23 rudeness c level=ac-1 lost=ac"),
    (DONE, "retract", {"address": "1.23.2", "cards": "s78"}, "retract 1.23.2 S78"),
    (LED, "claim", {"seat": "a"}, "claim a rest"),
    (LED, "claim", {"seat": "a", "points": "0"}, "claim a rest points=0"),
    (LED, "concede", {"seats": "bd", "points": "35"}, "concede bd points=35"),
    (LED, "forfeit", {"seats": "bd", "reason": "time"}, "forfeit bd time"),
    (LED, "abandon", {}, "abandon"),
    (LED, "abandon", {"reason": "time"}, "abandon time"),
    (OPENED, "redeal", {"reason": "misdeal", "seat": "c"}, "redeal misdeal c"),
    (LED, "note", {"address": "1.23.1", "text": "Bold."}, 'note 1.23.1 "Bold."'),
    (LED, "var", {"address": "1.23.1"}, "var 1.23.1"),
    (LED, "var", {"address": "1.0"}, "var 1.0"),
    (HEAD, "comment", {"text": "Chairs were\r\n drawn."}, "#  drawn."),
    (HEAD, "tag", {"name": "Referee", "value": '"Li" \\ 王'}, '[Referee "\\"Li\\" \\\\ 王"]'),
    (LED, "sign", {"address": "1.23.1", "sign": "!?"}, "23 a SKK $5 S77"),
    (LED, "sign", {"address": "1.23.2", "sign": "??"}, "23 a SKK S77 $4"),
    (DONE, "time", {"address": "1.23.4", "seconds": "12.50"},
     "23 a SKK S77 S9T SJD6 ~12.50 =a+30"),
    (DONE, "text", {"address": "1.23.3", "text": "all { he } had"},
     "23 a SKK S77 S9T {all { he \\} had} SJD6 =a+30"),
    (f"{STARTED}23 a SKK {{{{}} S77 # aside\n", "sign", {"address": "1.23.1", "sign": "!"},
     "23 a SKK {{} $1 S77 # aside"),
    (LED, "mark", {"address": "1.23.2", "mark": "revoke"}, "23 a SKK S77^revoke"),
    (f"{STARTED}23 a SKK^turn {{so}} S77\n", "mark", {"address": "1.23.1", "mark": "exposed"},
     "23 a SKK^exposed {so} S77"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "fields", "line"), LAST)
def test_an_aside_is_written_as_the_notation_writes_it(
    text: str, kind: str, fields: dict[str, str], line: str
) -> None:
    assert line in after(text, kind, **fields).lines


def test_what_is_decided_after_the_end_stands_above_the_result() -> None:
    text = f"{LED}claim a rest points=5\nresult 5\nend\n"
    draft = after(text, "penalty", seats="bd", amount="10", reason="director")
    assert draft.lines[-3:] == ("penalty bd 10 director", "result 5", "end")
    draft = after(f"{OPENED}redeal misdeal\nend\n", "ruling",
                  address="1", reason="misdeal", seats="c")  # fmt: skip
    assert draft.lines[-2:] == ("ruling 1 misdeal c", "end")


def test_annotations_of_what_stands_before_play() -> None:
    draft = after(SHOWN, "sign", address="1.x1", sign="!")
    assert draft.lines[3] == "declare 23 b H2 $1"
    draft = after(SHOWN, "text", address="1.k1", text="hm")
    assert draft.lines[5] == "bury b .8 {hm}"


def test_a_note_of_an_earlier_hand_stands_behind_it() -> None:
    text = f"{LED}claim a rest\nend\nhand 2 fresh ac=2 bd=2 dealer=a\n"
    draft = after(text, "note", address="1.23", text="so")
    assert draft.lines[-2:] == ('note 1.23 "so"', "hand 2 fresh ac=2 bd=2 dealer=a")


SAID = ['He said "no"', "a { brace } and \\ more", "two\nlines", "# 牌 \u2028 over", "x" * 500]


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("kind", ["note", "text"])
def test_whatever_a_person_says_is_read_back(kind: str, text: str) -> None:
    draft = after(LED, kind, address="1.23.2", text=text)
    hand = loads(draft.text).records[0].hands[0]
    if kind == "note":
        note = hand.appendix[0]
        assert isinstance(note, rec.Note) and note.text == text
    else:
        trick = hand.events[-1]
        assert isinstance(trick, rec.Trick)
        assert trick.plays[1].annotations == (rec.Text(text),)
    assert resumed(draft.text).lines == draft.lines


def test_plays_go_on_behind_an_annotation_in_the_middle_of_a_trick() -> None:
    draft = after(LED, "sign", address="1.23.2", sign="!")
    taken = take(draft, [{"do": "type", "text": "s9t sjd6"}])
    assert taken.draft.lines[-1] == "23 a SKK S77 $1 S9T SJD6 =a+30"


def test_an_aside_is_taken_back_like_anything_else() -> None:
    draft = after(LED, "sign", address="1.23.2", sign="!")
    assert take(draft, [{"do": "back"}]).draft.lines == resumed(LED).lines


# -- what the check says of them ------------------------------------------------------------------


def test_what_is_in_order_is_fine() -> None:
    draft = resumed(DONE)
    told = {"seats": "bd", "amount": "10", "reason": "director"}
    assert propose(draft, aside(draft, "penalty", told)).grade is Grade.FINE


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("note", {"address": "1.24", "text": "there is none"}, "unknown-address"),
        ("ruling", {"address": "1.24.1", "reason": "revoke", "seats": "a"}, "unknown-address"),
        ("retract", {"address": "1.23.2", "cards": "HA"}, "retract-cards"),
        ("claim", {"seat": "a", "points": "5"}, "wrong-points"),
        ("mark", {"address": "1.23.2", "mark": "revoke"}, "mark-false"),
    ],
)
def test_what_is_wrong_is_said(kind: str, fields: dict[str, str], code: str) -> None:
    """a and c hold the deal and took all: the attackers have nothing."""
    assert code in codes(DONE, kind, **fields)


# -- what is none ---------------------------------------------------------------------------------

WRONG = [
    ("note", {"text": "so"}, "address"),
    ("note", {"address": "1.23.2"}, "text"),
    ("note", {"address": "1.23.2", "text": " \n "}, "text"),
    ("note", {"address": "there", "text": "so"}, "address"),
    ("note", {"address": "7.1", "text": "so"}, "address"),
    ("note", {"address": "1.23.2", "text": "a\x07"}, "text"),
    ("note", {"address": "1.23.2", "text": "a\n\u0301"}, "text"),
    ("note", {"address": "1.23.2", "text": "so", "whom": "a"}, "whom"),
    ("text", {"address": "1.9", "text": "so"}, "address"),
    ("sign", {"address": "1.23.2", "sign": "!!!"}, "sign"),
    ("time", {"address": "1.23.2", "seconds": "1.2345"}, "seconds"),
    ("mark", {"address": "1.23.2", "mark": "ugly"}, "mark"),
    ("penalty", {"seats": "ax", "amount": "10", "reason": "director"}, "seats"),
    ("penalty", {"seats": "ac", "amount": "-10", "reason": "director"}, "amount"),
    ("penalty", {"seats": "ac", "amount": "ten", "reason": "director"}, "amount"),
    ("penalty", {"seats": "ac", "amount": "10", "reason": "rude"}, "reason"),
    ("ruling", {"address": "1.23", "reason": "Very rude", "seats": "c"}, "reason"),
    ("retract", {"address": "1.23.2", "cards": "Z9"}, "cards"),
    ("claim", {"seat": "ac"}, "seat"),
    ("tag", {"name": "Rules", "value": "qq"}, "name"),
    ("tag", {"name": "Event", "value": "a\nb"}, "value"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "fields", "name"), WRONG)
def test_a_field_that_does_not_fit_is_named(kind: str, fields: dict[str, str], name: str) -> None:
    taken = take(resumed(LED), [{"do": "aside", "kind": kind, "fields": fields}])
    assert taken.draft.lines == resumed(LED).lines
    assert taken.trouble is not None
    assert (taken.trouble.trouble, taken.trouble.detail) == (Trouble.FIELD, name)
    assert say_trouble(taken.trouble, "zh-Hans")


def test_what_has_no_place_here_is_said() -> None:
    told = {"do": "aside", "kind": "claim", "fields": {"seat": "a"}}
    taken = take(resumed(f"{LED}claim a rest\n"), [told])
    assert taken.trouble is not None
    assert (taken.trouble.trouble, taken.trouble.detail) == (Trouble.NO_PLACE, "claim")
    assert say_trouble(taken.trouble) == "This has no place here: a claim of all the rest"


@pytest.mark.parametrize(
    "told",
    [
        {"kind": "buzz", "fields": {}},
        {"kind": 5},
        {"fields": {}},
        {"kind": "note", "fields": []},
        {"kind": "note", "fields": {"text": 5}},
    ],
)
def test_what_is_no_aside(told: dict[str, object]) -> None:
    with pytest.raises(DraftError) as error:
        take(resumed(LED), [{"do": "aside", **told}])
    assert error.value.trouble is Trouble.FORM
