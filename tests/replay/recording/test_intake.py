"""What a recorder types at the table, and what follows from it by itself."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.notation import dumps, loads
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.replay import check
from shengji.replay.recording import (
    Add,
    Draft,
    DraftError,
    Enter,
    Grade,
    Mode,
    Trouble,
    Undo,
    by_itself,
    expected,
    finish,
    judge,
    opening,
    palette,
    parts,
    receive,
    resumed,
    showings,
    take,
    typed,
)

from .entering import begun as head_of
from .entering import canonical_records

LOG = Path(__file__).parents[3] / "samples" / "games" / "godot-standard-log.sjn"


def first_hand() -> rec.Record:
    """The first hand of the log, with the tags of a new draft and without comments."""
    record = loads(LOG.read_bytes()).records[0]
    tags = tuple(tag for tag in record.tags if tag.name not in ("Source", "Licence"))
    text = dumps(rec.Record(tags, record.hands[:1]))
    kept = [line for line in text.splitlines() if not line.startswith("#")]
    return loads("\n".join(kept) + "\n").records[0]


def typed_lines(record: rec.Record) -> list[str]:
    """What a person types to record it: no winners, no result, no end, cards in small letters."""
    lines: list[str] = []
    for line in dumps(record).splitlines():
        words = [word for word in line.split() if not word.startswith("=")]
        if not words or line.startswith(("[", "%", "take", "result", "end")):
            continue
        if words[0].isdecimal():
            lines.extend(word.lower() for word in words[2:])
        else:
            lines.append(line)
    return lines


def entered(draft: Draft, *texts: str, anyway: bool = False) -> Draft:
    told = [{"do": "type", "text": text, "anyway": anyway} for text in texts]
    taken = take(draft, told)
    assert taken.entries == len(texts), (texts[taken.entries], taken.refused, taken.trouble)
    return taken.draft


def blank() -> Draft:
    tags = {"Event": "shengji-godot", "Date": "2026-05-14"}
    return opening("godot@1", tags=tags)


def test_a_whole_hand_typed_without_what_follows_is_the_canonical_record() -> None:
    record = first_hand()
    draft = entered(blank(), *typed_lines(record))
    assert finish(draft).text == dumps(record)
    assert finish(draft).errors == ()


def test_going_back_takes_what_followed_along() -> None:
    record = first_hand()
    whole = entered(blank(), *typed_lines(record))
    back = take(whole, [{"do": "back"}])
    assert back.draft.lines[-1] == "23 b B L DA"
    assert back.actions == (Undo(),) * 4
    again = take(back.draft, [{"do": "again"}])
    assert again.draft.lines == whole.lines
    other = take(again.draft, [{"do": "back"}] * 3)
    assert other.draft.lines[-1] == "23 b B"


POSITION = """\
%SJN 1
[Rules "standard@1 throw_penalty=10"]
hand 1 fresh ac=2 bd=2 dealer=a
hands
a SAKK H2
b S778 D5
c S9T D34
d SJ HA D67
start 23 a points=0
trump C 2 a
"""


@pytest.mark.parametrize("text", ["skk", "SKK", "♠kk", "sKK", "a sKK"])
def test_spellings_of_a_play(text: str) -> None:
    assert typed(resumed(POSITION), text) == (Enter(("23 a SKK",)),)


def test_a_whole_trick_on_one_line() -> None:
    draft = entered(resumed(POSITION), "skk s77 s910 sjd6", anyway=True)
    assert draft.lines[-1] == "23 a SKK S77 S9T SJD6 =a+30"


def test_an_ending_keeps_its_letters() -> None:
    draft = entered(resumed(POSITION), "skk", "s78^revoke")
    assert draft.lines[-1] == "23 a SKK S78^revoke"


def test_what_is_said_of_a_play_stands_behind_it() -> None:
    draft = entered(resumed(POSITION), "skk ! {a pair} s77 ~3.5 s910", "sjd6", "$19", "{so}")
    assert draft.lines[-1] == "23 a SKK ! {a pair} S77 ~3.5 S9T SJD6 $19 {so} =a+30"
    assert finish(draft).record is not None


def test_a_mark_alone_is_that_of_the_last_play() -> None:
    draft = entered(resumed(POSITION), "skk s78", "^revoke", anyway=True)
    assert draft.lines[-1] == "23 a SKK S78^revoke"


def test_who_won_may_be_typed_though_it_is_written() -> None:
    draft = entered(resumed(POSITION), "skk s77 s9t sjd6 =a+30", "=a+30")
    assert draft.lines[-1] == "23 a SKK S77 S9T SJD6 =a+30"
    held = take(draft, [{"do": "type", "text": "=b+30"}])
    assert held.refused is not None and held.refused.found[0].code.id == "wrong-winner"
    draft = entered(draft, "=b+30", anyway=True)
    assert draft.lines[-1] == "23 a SKK S77 S9T SJD6 =b+30"


def test_what_wrote_itself_may_be_typed_all_the_same() -> None:
    draft = entered(opening("standard", Mode.RESULT), "hand 1 ac=2 bd=2 dealer=a", "result 35")
    assert draft.lines[-2:] == ("result 35 up=ac+2 next=c", "end")
    assert take(draft, [{"do": "type", "text": "end"}]).actions == ()
    assert entered(draft, "end # at last").lines[-1] == "end # at last"


# With the last trick the hand is over: the attackers, b and d, have nothing.
OVER = f"""\
{POSITION}23 a SKK S77 S9T SJD6 =a+30
24 a SA S8 D3 D7 =a+0
"""


def test_another_result_takes_the_place_of_the_one_that_wrote_itself() -> None:
    draft = entered(resumed(OVER), "h2 d5 d4 ha")
    assert draft.lines[-2:] == ("result 0 up=ac+3 next=c", "end")
    held = take(draft, [{"do": "type", "text": "result 5"}])
    assert held.refused is not None and held.refused.found[0].code.id == "wrong-result"
    draft = entered(draft, "result 5", "end", anyway=True)
    assert draft.lines[-2:] == ("result 5", "end")


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("ruling 1.25.2 exposed b points=bd-10", "result -10 up=ac+3 next=c"),
        ("penalty ac 40 director", "result 40 up=ac+1 next=c"),
        ("retract 1.25.2 D5", "result 0 up=ac+3 next=c"),
    ],
)
def test_what_is_decided_after_the_last_trick_stands_above_its_result(
    line: str, result: str
) -> None:
    """SPEC 5: up to the result. With 40 points the dealer's side goes up one (000:251-262)."""
    draft = entered(resumed(OVER), "h2 d5 d4 ha", line, anyway=True)
    assert draft.lines[-3:] == (line, result, "end")
    assert finish(draft).errors == ()


def test_a_result_that_somebody_stated_is_left_alone() -> None:
    draft = entered(resumed(OVER), "h2 d5 d4 ha", "result 5", anyway=True)
    draft = entered(draft, "penalty ac 40 director", anyway=True)
    assert draft.lines[-3:] == ("penalty ac 40 director", "result 5", "end")


SAMPLES = [
    pytest.param(text, id=f"{path.stem}-{number}")
    for folder in ("games", "teaching")
    for path in sorted((LOG.parents[1] / folder).glob("*.sjn"))
    for number, text in enumerate(canonical_records(path.read_bytes()))
]


@pytest.mark.parametrize("text", SAMPLES)
def test_the_lines_of_a_record_may_be_typed_as_they_are(text: str) -> None:
    """What writes itself in between does not stand twice, and nothing is lost."""
    draft, lines = head_of(text)
    draft = entered(draft, *lines, anyway=True)
    found, wanted = finish(draft).record, loads(text).records[0]
    assert found is not None
    assert [each.code for each in finish(draft).errors] == [
        each.code for each in check(text).diagnostics if each.severity is Severity.ERROR
    ]
    for hand, other in zip(found.hands, wanted.hands, strict=True):
        assert tricks(hand) == tricks(other)
        assert sum(isinstance(each, rec.Result) for each in hand.events) <= 1
        assert said_of(hand) == said_of(other)


def said_of(hand: rec.Hand) -> list[rec.Note | rec.Variation]:
    return [each for each in hand.appendix if not isinstance(each, rec.Vendor)]


def tricks(hand: rec.Hand) -> list[tuple[rec.Play, ...]]:
    return [event.plays for event in hand.events if isinstance(event, rec.Trick)]


@pytest.mark.parametrize(
    ("text", "line"),
    [("b sa s3 s4 s5", "1 b SA S3 S4 S5 =b+5"), ("b", "1 b B"), ("b sa", "1 b B SA")],
)
def test_a_letter_that_is_a_seat_and_a_joker(text: str, line: str) -> None:
    """It is known that b leads: so he is named only where everybody's play stands behind him."""
    draft = entered(
        opening("standard", Mode.PLAYS),
        "hand 1 ac=2 bd=2 dealer=b",
        "trump H 2 b",
        text,
        anyway=True,
    )
    assert draft.lines[-1] == line


def test_a_hand_for_a_table_of_another_size_is_not_judged() -> None:
    own = '[Rules "standard@1 players=6"]'
    draft = resumed(f'%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=?\n{own}\n')
    assert judge(draft.text).rules is None
    assert expected(draft) == ()


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("a skk s77 s9t", ("a skk", "s77", "s9t")),
        ("skk ! {so so} =a+5", ("skk", "!", "{so so}", "=a+5")),
        ("claim a rest", ("claim a rest",)),
        ('note 1.23 "SA SK"', ('note 1.23 "SA SK"',)),
        ("23 a SKK S77", ("23 a SKK S77",)),
    ],
)
def test_a_line_of_plays_comes_apart(text: str, alone: tuple[str, ...]) -> None:
    draft = resumed(POSITION)
    assert parts(draft, text) == alone
    told = [{"do": "type", "text": each, "anyway": True} for each in alone]
    whole = take(draft, [{"do": "type", "text": text, "anyway": True}])
    assert take(draft, told).draft.lines == whole.draft.lines


def test_the_last_play_of_a_trick_can_be_written_as_the_offence_that_it_was() -> None:
    draft = entered(resumed(POSITION), "skk s77 s9t")
    taken = take(draft, [{"do": "type", "text": "d67"}])
    assert taken.refused is not None and taken.instead == (Add("D67^revoke"),)


def test_a_position_is_led_by_whom_it_says_and_not_by_the_declarer() -> None:
    """SPEC 4.2: play begins at this trick, led by this seat."""
    draft = resumed(POSITION.replace("dealer=a", "dealer=c").replace("trump C 2 a", "trump C 2 c"))
    assert typed(draft, "skk") == (Enter(("23 a SKK",)),)
    assert [each.text for each in expected(draft) if each.kind == "lead"] == ["23 a "]
    shown = palette(draft)
    assert shown is not None and shown.seat == 0


def test_of_several_matches_the_last_one_is_gone_on_with() -> None:
    draft = resumed(f"{POSITION}23 a SKK\n\n{POSITION}")
    assert typed(draft, "sa") == (Enter(("23 a SA",)),)
    finished = finish(entered(draft, "sa"))
    assert finished.text.count("%SJN 1") == 2
    assert finished.text.endswith("trump C 2 a\n23 a SA\n")


def test_what_breaks_a_rule_is_held_back_and_the_rest_waits() -> None:
    told = [{"do": "type", "text": text} for text in ("skk", "s78", "s9t")]
    taken = take(resumed(POSITION), told)
    assert (taken.entries, taken.actions) == (1, (Enter(("23 a SKK",)),))
    assert taken.refused is not None and taken.refused.grade is Grade.BREAKS
    assert taken.action == Add("S78")


def test_what_happened_all_the_same_is_written() -> None:
    told = [{"do": "type", "text": "skk"}, {"do": "type", "text": "s78", "anyway": True}]
    assert take(resumed(POSITION), told).entries == 2


def test_entries_mean_the_same_whenever_they_are_sent() -> None:
    draft = resumed(POSITION)
    told = [{"do": "type", "text": text} for text in ("skk", "s77", "s9t", "sjd6")]
    whole = take(draft, told)
    single = draft
    actions: list[object] = []
    for each in told:
        taken = take(single, [each])
        single = taken.draft
        actions.extend(taken.actions)
    assert tuple(actions) == whole.actions


def test_points_of_a_score_sheet_bring_what_follows() -> None:
    # With 35 points the dealer's side keeps the deal and goes up two (000:251-262).
    draft = entered(opening("standard", Mode.RESULT), "hand 1 ac=2 bd=2 dealer=a", "sheet")
    draft = entered(draft, "result 35")
    assert draft.lines[-2:] == ("result 35 up=ac+2 next=c", "end")


@pytest.mark.parametrize(
    ("told", "trouble"),
    [
        ("x", Trouble.FORM),
        ({"do": "type"}, Trouble.FORM),
        ({"do": "type", "text": 5}, Trouble.FORM),
        ({"do": "buzz"}, Trouble.FORM),
    ],
)
def test_what_is_no_entry(told: object, trouble: Trouble) -> None:
    with pytest.raises(DraftError) as error:
        take(resumed(POSITION), [told])
    assert error.value.trouble is trouble


def test_what_cannot_be_done_is_told() -> None:
    taken = take(resumed(POSITION), [{"do": "back"}])
    assert taken.trouble is not None
    assert taken.trouble.trouble is Trouble.NOTHING_TO_UNDO
    blank_line = take(resumed(POSITION), [{"do": "type", "text": " "}])
    assert blank_line.trouble is not None


FIRST_HAND = {"do": "enter", "lines": ["hand 1 ac=2 bd=2 dealer=?"]}
SPADES = "SAAKKQQJJTT998877665544332"
"""25 cards."""


def begun(mode: Mode, *told: object) -> Draft:
    taken = take(opening("standard", mode), [FIRST_HAND, *told])
    assert taken.refused is None and taken.trouble is None
    return taken.draft


def said(text: str) -> dict[str, object]:
    return {"do": "type", "text": text}


def test_the_hands_are_begun_by_the_first_that_is_told() -> None:
    draft = begun(Mode.FULL, said(SPADES))
    assert draft.lines[-2:] == ("hands", f"a {SPADES}")
    other = begun(Mode.FULL, said(f"c {SPADES}"))
    assert other.lines[-2:] == ("hands", f"c {SPADES}")
    assert [each.text for each in expected(other)][:3] == ["a ", "b ", "d "]


def test_points_alone_are_a_score_sheet() -> None:
    # With 35 points the dealer's side keeps the deal and goes up two (000:251-262).
    hand = {"do": "enter", "lines": ["hand 1 ac=2 bd=2 dealer=a"]}
    for text in ("35", "result 35"):
        taken = take(opening("standard", Mode.RESULT), [hand, said(text)])
        assert taken.draft.lines[-3:] == ("sheet", "result 35 up=ac+2 next=c", "end")


def test_hand_alone_is_the_next_one() -> None:
    """As with points alone: with 35 points a and c go up two, and c deals (000:251-262)."""
    first = said("hand 1 ac=2 bd=2 dealer=a")
    taken = take(opening("standard", Mode.RESULT), [first, said("35"), said("hand"), said("80")])
    assert taken.entries == 4
    assert taken.draft.lines[-4] == "hand 2 ac=4 bd=2 dealer=c"


def test_trump_is_at_the_level_of_the_declarer() -> None:
    hand = {"do": "enter", "lines": ["hand 1 ac=5 bd=J dealer=b"]}
    taken = take(opening("standard", Mode.PLAYS), [hand, said("trump h b")])
    assert taken.draft.lines[-3:] == ("trump H J b", "take b", "bury b .8")
    levels = {"do": "enter", "lines": ["hand 1 ac=? bd=? dealer=?"]}
    stopped = take(opening("standard", Mode.PLAYS), [levels, said("trump h b")])
    assert stopped.entries == 1, "nobody knows the level"


def test_what_may_be_shown_is_offered() -> None:
    """One card of the level names trump, and two of the same suit overturn it (000:199)."""
    singles = {(0,), (13,), (26,), (39,)}
    pairs = {(card, card) for (card,) in singles}
    draft = begun(Mode.PLAYS)
    offered = {each.seat: set(each.cards) for each in showings(draft)}
    assert set(offered) == {0, 1, 2, 3}
    assert offered[0] >= singles
    shown = begun(Mode.PLAYS, said("declare ? b H2"))
    overturning = {each.seat: set(each.cards) for each in showings(shown)}
    assert overturning[2] & (singles | pairs) == pairs - {(13, 13)}, "b has one of the two"
    assert overturning[1] == {(13, 13)}, "who declared may add the other one"


ENTRIES = st.lists(
    st.one_of(
        st.sampled_from(
            ["skk", "s77 s9t", "s78", "s9t", "sjd6", "sa s8 d3 d7", "h2 d5 d4 ha", "!", "{so}",
             "^revoke", "=a+30", "=b+5", "claim a rest", "result 5", "end", "var 1.23.1", "endvar",
             "ruling 1.23.2 revoke b points=bd-10", 'note 1.23.1 "so"', "# so", "nonsense"]
        ).map(lambda text: {"do": "type", "text": text}),
        st.sampled_from(
            [{"do": "back"}, {"do": "again"}, {"do": "restore", "length": 1},
             {"do": "splice", "at": 11, "removed": 1, "lines": ["23 a SA"]},
             {"do": "aside", "kind": "sign", "fields": {"address": "1.23.1", "sign": "!"}},
             {"do": "aside", "kind": "penalty",
              "fields": {"seats": "bd", "amount": "5", "reason": "director"}}]
        ),
        ).flatmap(lambda told: st.sampled_from([told, {**told, "anyway": True}])),
    max_size=12,
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(ENTRIES, st.integers(0, 12))
def test_entries_that_are_sent_in_parts_or_twice_are_written_once(
    entries: list[dict[str, object]], cut: int
) -> None:
    """As after an answer that got lost, whatever was sent, and however much at once."""
    draft = resumed(POSITION)
    whole = take(draft, entries)
    first = take(draft, entries[:cut])
    assert first.actions == whole.actions[: len(first.actions)]
    kept = receive(draft, 1, first.actions)
    assert isinstance(kept, Draft)
    again = take(Draft.of(kept.log[:1]), entries)
    after = receive(kept, 1, again.actions)
    assert isinstance(after, Draft)
    assert after == whole.draft
    assert after.lines == Draft.of(after.log).lines
    assert by_itself(after) == by_itself(Draft.of(after.log))


# -- a problem position of which nobody told the points --------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("start 23 a 35", "start 23 a points=35"),
        ("start 23 a a20,c15", "start 23 a points=a20,c15"),
        ("start 23 a points=35", "start 23 a points=35"),
        ("start 23 a ?", "start 23 a"),
    ],
)
def test_the_points_of_a_position_are_typed_alone(typed: str, written: str) -> None:
    draft = entered(resumed(POSITION.partition("start")[0]), typed)
    assert draft.lines[-1] == written


def played_without_points() -> Draft:
    untold = resumed(POSITION.replace(" points=0", ""))
    return entered(untold, "skk s77 s9t sjd6", "sa s8 d3 d7", "h2 d5 d4 ha")


def test_what_a_position_without_points_came_to_is_asked() -> None:
    draft = played_without_points()
    assert [each.text for each in expected(draft)] == ["result ", "end"]
    stated = entered(draft, "80")
    assert stated.lines[-2:] == ("result 80 up=0 next=b", "end")
    assert [each.code.id for each in finish(stated).unchecked] == ["not-checkable-result"]


def test_where_nobody_knows_what_a_position_came_to_the_next_hand_does_not_either() -> None:
    draft = entered(played_without_points(), "end")
    assert [each.text for each in expected(draft)] == ["hand 2 ac=? bd=? dealer=?", "match "]
