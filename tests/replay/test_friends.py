"""Records of finding friends: what is derived, what is taken from them, and what is told."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji import notation
from shengji.notation import record as rec
from shengji.notation import twin
from shengji.notation.address import parse_address
from shengji.replay import check, check_record, position, steps, view
from shengji.replay.generate import random_match
from shengji.replay.steps import Friend

TEACHING = Path(__file__).parents[2] / "samples" / "teaching" / "five-friends.sjn"
FIVE = "standard@1 players=5 partnership=friends level_owner=player"
HEARTS_ACE = 25


def text(*lines: str, rules: str = FIVE) -> str:
    """A position with two tricks left: b has both aces of hearts; clubs are trump, a deals."""
    levels = " ".join(f"{seat}=2" for seat in "abcde")
    hands = ("a D3 DK", "b HAA", "c S34", "d S56", "e S78")
    head = f'%SJN 1\n[Rules "{rules}"]\nhand 1 {levels} dealer=a\nhands\n'
    body = "\n".join((*hands, "start 19 a points=0", "trump C 2 a", *lines, "end"))
    return f"{head}{body}\n"


def codes(record: str) -> list[str]:
    return [found.code.id for found in check(record).diagnostics]


TRICK = "19 a D3 HA S3 S5 S7"
LAST = "20 a DK HA S4 S6 S8 =a+10"


# -- random matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(4, 13))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2, deadline=None)
def test_random_matches_check_clean_in_every_form(players: int, seed: int) -> None:
    rules = (
        f"standard@1 decks={players // 2} players={players} partnership=friends"
        " level_owner=player throw_penalty=10 throw_check=opponents small_side_bonus=yes"
    )
    record = random_match(rules, 2, seed)
    written = notation.dumps(record)
    assert check(written).diagnostics == ()
    assert check_record(record).diagnostics == ()
    assert notation.dumps(notation.loads(written).records[0]) == written
    assert twin.loads(twin.dumps([record])) == (record,)


@pytest.mark.parametrize(
    "rules",
    [
        FIVE,
        f"{FIVE} friends=3 friend_rejoin=stays_open friend_cards=any kitty_size=3",
        f"{FIVE} friend_call=holder friend_reveal=at_once",
        f"{FIVE} friends=0",
        f"{FIVE} kitty_size=5 decks=5 friends=2 friend_cards=side_no_points",
        "bianfeng-friend@1",
    ],
)
def test_random_matches_go_on_to_the_end(rules: str) -> None:
    record = random_match(f"{rules} level_ladder=2QKA", 200, 5)
    assert record.match is not None
    assert check(notation.dumps(record)).diagnostics == ()


# -- joins ----------------------------------------------------------------------------------------


def test_a_join_is_checked_and_counted_as_confirmed() -> None:
    told = check(text("friend HA", TRICK, "join b", "abandon"))
    untold = check(text("friend HA", TRICK, "abandon"))
    assert told.diagnostics == ()
    assert told.confirmed == untold.confirmed + 1


def test_a_join_may_stand_later_but_once_and_not_before() -> None:
    assert codes(text("friend HA", TRICK, LAST, "join b", "result 0 up=ab+3 next=b")) == []
    twice = text("friend HA", TRICK, "join b", "join b", "abandon")
    assert codes(twice) == ["wrong-join"]
    assert codes(text("friend HA", "join b", TRICK, "abandon")) == ["wrong-join"]


def test_a_wrong_seat_is_one_error() -> None:
    assert codes(text("friend HA", TRICK, "join c", LAST, "result 0 up=ab+3 next=b")) == [
        "wrong-join"
    ]


@pytest.mark.parametrize(
    ("line", "slip", "found"),
    [
        ("join c", "join b", ["wrong-join"]),
        ("join c", "join a", ["wrong-join"]),
        ("join c", "join h", ["seat-beyond-table"]),
        ("friend H4", "friend C5", ["wrong-join"]),
        ("friend H4", "friend H4 2", ["wrong-join"]),
        ("friend H4", "friend SA", ["friend-card", "not-checkable-friend"]),
        ("friend H4", "friend H4 9", ["friend-copy", "not-checkable-friend"]),
        ("friend H4\n", "", ["friend-count", "not-checkable-friend"]),
        ("join c\n", "", ["missing-join"]),
    ],
)
def test_one_slip_one_error(line: str, slip: str, found: list[str]) -> None:
    """In a whole match: who the friend was is told by the record where the call is the slip."""
    whole = TEACHING.read_text(encoding="utf-8")
    assert whole.count(line) == 1
    assert codes(whole.replace(line, slip)) == found


def test_the_dealer_does_not_join_himself() -> None:
    assert (
        codes(
            text(
                "friend DK",
                TRICK,
                LAST,
                "join a",
                "result 0",
            )
        )[0]
        == "wrong-join"
    )


def test_where_a_call_cannot_be_followed_the_record_is_the_source() -> None:
    """The ace of diamonds may have been played before the position begins."""
    unknown = text("friend DA", "join b", TRICK, LAST, "result 0 up=ab+3 next=b")
    assert codes(unknown) == ["not-checkable-friend"]
    without = text("friend DA", TRICK, LAST, "result 0 up=ab+3 next=b")
    assert "not-checkable-dealer" in codes(without)
    assert "wrong-levels" not in codes(without)


def test_a_call_that_cannot_be_one_is_one_error() -> None:
    for call in ("HA 3", "CA"):
        found = codes(text(f"friend {call}", "join b", TRICK, "abandon"))
        assert found[0] in ("friend-copy", "friend-card")
        assert "wrong-join" not in found


def test_an_unknown_play_leaves_the_friend_open() -> None:
    hidden = text("friend HA 2", "19 a D3 HA S? S5 S7", "20 a DK HA S4 S6 S8", "join b", "abandon")
    assert "wrong-join" not in codes(hidden)
    card = text("friend HA 2", "19 a D3 .1 S3 S5 S7", "join b", "abandon")
    assert "not-checkable-friend" in codes(card)
    assert "wrong-join" not in codes(card)


def test_joins_in_a_variation() -> None:
    end = "abandon\nend\nvar 1.19.1\n19 a D3 HA S3 S5 S7\njoin {}\nendvar"
    for seat, found in (("b", []), ("c", ["wrong-join"])):
        record = text("friend HA", TRICK, "join b", end.format(seat)).removesuffix("end\n")
        assert codes(record) == found


# -- what a hand comes to -------------------------------------------------------------------------


def test_a_hand_that_ends_before_the_friend_is_found_leaves_sides_open() -> None:
    claimed = text("friend HA 2", TRICK, "join b", "claim a rest", "result 0 up=ab+3 next=b")
    assert "wrong-join" in codes(claimed)
    open_sides = text("friend HA 2", TRICK, "claim a rest", "result 0 up=ab+3 next=b")
    assert codes(open_sides) == ["not-checkable-result", "not-checkable-dealer"]


def test_levels_are_checked_once_the_friend_is_found() -> None:
    claimed = text("friend HA", TRICK, "join b", "claim a rest", "result 0 up={} next={}")
    assert codes(claimed.format("ab+3", "b")) == []
    assert codes(claimed.format("ac+3", "b")) == ["wrong-levels"]
    assert codes(claimed.format("ab+3", "c")) == ["wrong-next"]


def test_of_a_score_sheet_sides_are_not_known() -> None:
    head = f'%SJN 1\n[Rules "{FIVE}"]\nhand 1 a=2 b=2 c=2 d=2 e=2 dealer=a\nsheet\n'
    assert codes(f"{head}result 35 up=ad+2 next=d\nend\n") == [
        "not-checkable-result",
        "not-checkable-dealer",
    ]


def test_a_ruling_counts_by_the_sides_at_the_end() -> None:
    """b joins later, so ten points from him are the attackers'."""
    played = text("friend HA", "ruling 1.0 revoke b points=b-10,c+10", TRICK, "join b", LAST,
                  "result 10 up=ab+2 next=b")  # fmt: skip
    assert codes(played) == []


def test_a_fine_for_a_throw_is_the_seats_own() -> None:
    rules = f"{FIVE} throw_penalty=10"
    throw = text("friend HA", "19 a D3K/D3 HA S3 S5 S7", "penalty a 10 throw", "abandon",
                 rules=rules).replace("c S34", "c D4A")  # fmt: skip
    assert not {"wrong-penalty", "not-checkable-points"} & set(codes(throw))
    side = throw.replace("penalty a", "penalty ab")
    assert "wrong-penalty" in codes(side)


# -- views ----------------------------------------------------------------------------------------


def teaching() -> rec.Record:
    return notation.loads(TEACHING.read_bytes()).records[0]


def test_positions_tell_calls_and_sides_as_the_table_knows_them() -> None:
    record = teaching()
    before = position(record, parse_address("1.6"))
    after = position(record, parse_address("1.7"))
    hearts_four = Friend(15, 1, None)
    assert (before.friends, before.attackers) == ((hearts_four,), (1, 2, 3, 4))
    assert (after.friends, after.attackers) == ((Friend(15, 1, 2),), (1, 3, 4))
    assert (before.attackers_points, after.attackers_points) == (75, 25)
    assert view(after, "table").friends == after.friends


def test_a_holder_is_hidden_until_he_plays_the_card() -> None:
    path = TEACHING.with_name("friend-by-card.sjn")
    record = notation.loads(path.read_bytes()).records[0]
    seats = [each.friends[0].seat for each in steps(record) if each.friends]
    assert seats[0] is None
    assert seats[-1] is not None
