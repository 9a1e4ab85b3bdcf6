"""Ids: what they are made of, and what they must not depend on."""

import hashlib
from base64 import b32encode
from dataclasses import replace

import pytest
from hypothesis import given

from shengji.notation import deal_id, dumps, loads, match_play_id, play_id, record_id
from shengji.notation import record as rec
from shengji.notation.record import Record

from .strategies import records
from .test_roundtrip import unhurried

TEXT = """%SJN 1
[Event "Friday"]
[Site "Chengdu"]
[Date "2026-11-27"]
[Rules "standard@1"]
[PlayerA "A"]
[PlayerB "B"]
[PlayerC "C"]
[PlayerD "D"]

hand 2 ac=2 bd=3 dealer=b
deal b
a SA H2 .1
b S5 S6 D7
c S? H3 H4
d C2 C3 C4
kitty D3 S5
declare 3 b D3
trump D 3 b
take b
bury b S5D3
1 b S5 S6 C2 SA =a+5
penalty bd 10 throw
penalty ac 5 director
ruling 2.1.2 revoke c points=ac-5
result 10 kitty=5x2 up=bd+1 next=d
end
"""


def record(text: str = TEXT) -> Record:
    parsed = loads(text)
    assert parsed.ok, parsed.diagnostics
    return parsed.records[0]


def by_hand(label: str, text: str) -> str:
    data = f"{label}\n{text}".encode()
    return b32encode(hashlib.sha256(data).digest()).decode()[:26].lower()


def test_the_play_id_is_the_digest_of_what_happened() -> None:
    assert play_id(record(), 0) == by_hand(
        "sjn-hand-1",
        """[Rules "standard@1"]
hand 1 ac=2 bd=3 dealer=b
deal b
a SA H2 .1
b S5 S6 D7
c S? H3 H4
d C2 C3 C4
kitty D3 S5
declare 3 b D3
take b
bury b S5D3
1 b S5 S6 C2 SA
penalty ac 5 director
ruling 1.1.2 revoke c points=ac-5
end
""",
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Friday", "Saturday"),
        ('[PlayerA "A"]', '[PlayerA "陈伟"]\n[Mode "x"]'),
        ("hand 2", "# a comment\nhand 2"),
        ("S5 S6 C2 SA =a+5", "S5 {led} S6 ?! C2 ~3 SA"),
        ("S5 S6 C2 SA =a+5", "S5  S6\tC2 SA # taken"),
        ("trump D 3 b\n", ""),
        ("take b\n", ""),
        ("bury b S5D3", "埋 b D3 黑桃5 ! {why}"),
        ("declare 3 b D3", "declare 3 b D3 $2"),
        ("penalty bd 10 throw\n", ""),
        ("result 10 kitty=5x2 up=bd+1 next=d\n", ""),
        ("result 10", "result 99"),
        ("end\n", 'end\nvar 2.0\n1 b S5\nendvar\nx-club y\nnote 2.1 "n"\n\nmatch bd\n'),
        ("kitty D3 S5", "x-club y\nkitty D3\u3000S5"),
        ("ac=2 bd=3 dealer=b", "dealer=b bd=3 ac=2"),
        ("standard@1", "standard"),
        ("dealer=b\n", 'dealer=b\n[Rules ""]\n'),
        ("\n", "\r\n"),
    ],
)
def test_harmless_changes_leave_the_play_id(old: str, new: str) -> None:
    assert old in TEXT
    changed = TEXT.replace(old, new) if old == "\n" else TEXT.replace(old, new, 1)
    assert play_id(record(changed), 0) == play_id(record(), 0)
    assert match_play_id(record(changed)) == match_play_id(record())


def test_a_rules_tag_of_the_hand_is_the_one_that_counts() -> None:
    own = TEXT.replace("dealer=b\n", 'dealer=b\n[Rules "godot@1"]\n')
    assert play_id(record(own), 0) == play_id(record(TEXT.replace("standard@1", "godot@1")), 0)


def test_the_number_of_a_hand_is_no_part_of_its_play() -> None:
    changed = TEXT.replace("hand 2", "hand 7").replace("ruling 2.", "ruling 7.")
    assert play_id(record(changed), 0) == play_id(record(), 0)
    assert record_id(record(changed)) != record_id(record())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("S5 S6 C2 SA", "S5 S6 C3 SA"),
        ("1 b S5", "1 c S5"),
        ("dealer=b", "dealer=d"),
        ("ac=2 bd", "ac=3 bd"),
        ("deal b", "deal a"),
        ("declare 3 b", "declare 4 b"),
        ("penalty ac 5 director", "penalty ac 10 director"),
        ("ruling 2.1.2", "ruling 2.1.1"),
        ("standard@1", "standard@1 throw_penalty=10"),
        ("hand 2 ac", "hand 2 fresh ac"),
        ("end\n", ""),
        ("S5 S6 C2", "S5 S6^revoke C2"),
    ],
)
def test_what_happened_is_in_the_play_id(old: str, new: str) -> None:
    assert play_id(record(TEXT.replace(old, new)), 0) != play_id(record(), 0)


def test_trump_counts_where_no_showing_settles_it() -> None:
    unsettled = TEXT.replace("declare 3 b D3", "declare 3 b .1")
    other = unsettled.replace("trump D 3 b", "trump C 3 b")
    assert play_id(record(unsettled), 0) != play_id(record(other), 0)


def test_the_result_counts_where_the_hand_was_not_played_out() -> None:
    claimed = TEXT.replace("result 10", "claim a rest\nresult 10")
    other = claimed.replace("next=d", "next=b")
    assert play_id(record(claimed), 0) != play_id(record(other), 0)


KNOWN = TEXT.replace("H2 .1", "H2 CK").replace("S?", "SQ")


def test_the_deal_id() -> None:
    assert deal_id(record().hands[0]) is None
    assert deal_id(record(KNOWN).hands[0]) == by_hand(
        "sjn-deal-1", "a SAH2CK\nb S56D7\nc SQH34\nd C234\nkitty S5D3\n"
    )
    hands = KNOWN.replace("deal b", "hands").replace("b S5 S6 D7", "b D7 S65")
    assert deal_id(record(hands).hands[0]) == deal_id(record(KNOWN).hands[0])
    assert deal_id(record(KNOWN.replace("kitty D3 S5\n", "")).hands[0]) is None
    assert deal_id(record(KNOWN.replace("d C2 C3 C4\n", "")).hands[0]) is None


SHEET = """
hand 3 ac=2 bd=3 dealer=d
sheet
result 120 up=ac+1 next=a
end
"""


def test_the_id_of_a_match() -> None:
    both = record(TEXT + SHEET)
    assert play_id(both, 1) is None
    assert match_play_id(both) == by_hand(
        "sjn-match-1",
        f"{play_id(both, 0)}\nhand 1 ac=2 bd=3 dealer=d\nresult 120 up=ac+1 next=a\n",
    )
    assert match_play_id(record(TEXT.split("\nhand")[0] + "\n" + SHEET)) is None
    assert match_play_id(record(TEXT.split("\nhand")[0] + "\n")) is None


def test_the_record_id_is_that_of_the_whole_text_but_for_its_own_tag() -> None:
    assert record_id(record()) == by_hand("sjn-record-1", dumps(record()))
    tagged = replace(record(), tags=(*record().tags, rec.Tag("RecordId", record_id(record()))))
    assert record_id(tagged) == record_id(record())


@unhurried
@given(records())
def test_ids_are_those_of_the_text(each: Record) -> None:
    again = loads(dumps(each)).records[0]
    assert record_id(again) == record_id(each)
    assert match_play_id(again) == match_play_id(each)


@unhurried
@given(records())
def test_names_comments_and_assertions_are_in_no_play_id(each: Record) -> None:
    bare = replace(
        each,
        tags=tuple(tag for tag in each.tags if tag.name == "Rules"),
        hands=tuple(
            replace(hand, appendix=(), remarks=None, end_remarks=None) for hand in each.hands
        ),
        match=None,
        opening=None,
        closing=(),
        vendor=(),
    )
    assert match_play_id(bare) == match_play_id(each)


def test_the_record_id_leaves_out_the_comments_of_its_own_tag() -> None:
    stated = TEXT.replace('[PlayerD "D"]\n', '[PlayerD "D"]\n# ours\n[RecordId "x"] # of May\n')
    assert record_id(record(stated)) == record_id(record())


def test_the_deal_id_needs_exactly_the_seats_of_the_hand_line() -> None:
    known = TEXT.replace(" .1", " H5").replace("S?", "CK")
    assert deal_id(record(known).hands[0]) is not None
    more = known.replace("d C2 C3 C4\n", "d C2 C3 C4\ne C5 C6 C7\n")
    fewer = known.replace("d C2 C3 C4\n", "")
    assert deal_id(record(more).hands[0]) is None
    assert deal_id(record(fewer).hands[0]) is None
