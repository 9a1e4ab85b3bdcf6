"""What a hand comes to under the options of the rule texts; each test fails with another value."""

from collections.abc import Mapping

import pytest

from shengji import notation
from shengji.engine.cards import DECK, NO_TRUMP, SUITS
from shengji.engine.hand import Hand, Setup
from shengji.engine.play.table import Trick
from shengji.engine.rules import LEVELS, Rules, replace
from shengji.engine.scoring import stakes
from shengji.engine.scoring.aftermath import special_of
from shengji.engine.scoring.leveltables import DRAW, Outcome
from shengji.engine.scoring.match import Level, Settlement, next_dealer, settle
from shengji.engine.scoring.points import outcome
from shengji.engine.scoring.specials import NOTHING, LastTrick, Special, falls_to
from shengji.notation.address import parse_address
from shengji.notation.tokens import read_cards
from shengji.replay import check, position
from shengji.replay.stakes import stake_of


def rules(**options: str) -> Rules:
    return replace(Rules(), options)


def at(rank: str) -> int:
    return LEVELS.index(rank)


def after(
    table: Rules, levels: str, result: Outcome, special: Special = NOTHING, played: str = ""
) -> Settlement:
    """The match after a hand that a dealt, seats at these levels."""
    return settle(
        table,
        [Level(at(rank)) for rank in levels],
        0,
        result,
        played=at(played or levels[0]),
        special=special,
    )


def ranks(settlement: Settlement) -> str:
    return "".join(LEVELS[level.rank] for level in settlement.levels)


# -- the last trick --------------------------------------------------------------------------------

FALLS = [
    # what wins the last trick, trump, and where the dealer's side falls to by demotion
    ("J", "HJ", "S", False, {"jack": "2", "single_jack": "2", "jack_by_suit": "8",
                             "jack_queen_ace": "2"}),
    ("J", "SJ", "S", False, {"jack": "2", "single_jack": "2", "jack_by_suit": "2",
                             "jack_queen_ace": "2"}),
    ("J", "SJ", "-", False, {"jack": "2", "single_jack": "2", "jack_by_suit": "8",
                             "jack_queen_ace": "2"}),
    ("J", "HJJ", "S", False, {"jack": "2", "jack_by_suit": "8", "jack_queen_ace": "2"}),
    ("J", "HJ", "S", True, {"jack": "2", "single_jack": "2"}),
    ("J", "HQ", "S", False, {}),
    ("J", "B", "S", False, {}),
    ("Q", "HQ", "S", False, {"jack_queen_ace": "6"}),
    ("Q", "HQ", "S", True, {}),
    ("Q", "HJ", "S", False, {}),
    ("A", "SAA", "S", False, {"jack_queen_ace": "J"}),
    ("K", "SK", "S", False, {}),
]  # fmt: skip


@pytest.mark.flips("last_trick_demotion")
@pytest.mark.parametrize("demotion", ["off", "jack", "single_jack", "jack_by_suit",
                                      "jack_queen_ace"])  # fmt: skip
@pytest.mark.parametrize(("level", "cards", "trump", "held", "falls"), FALLS)
def test_where_the_last_trick_takes_the_dealers_side(
    demotion: str, level: str, cards: str, trump: str, held: bool, falls: Mapping[str, str]
) -> None:
    """002:8; tractor-online jack_variation; wddqxz.cn; smallnest."""
    suit = NO_TRUMP if trump == "-" else SUITS.index(trump)
    table = rules(last_trick_demotion=demotion)
    rank = falls_to(table, at(level), suit, read_cards([cards]), held=held)
    assert (None if rank is None else LEVELS[rank]) == falls.get(demotion)


def test_a_ladder_without_the_rank_takes_the_next_lower_one() -> None:
    table = rules(last_trick_demotion="jack_by_suit", level_ladder="25TJQKA")
    assert falls_to(table, at("J"), 0, read_cards(["HJ"]), held=False) == at("5")


@pytest.mark.parametrize(("demotion", "levels"), [("jack", "2525"), ("single_jack", "4545")])
def test_what_the_score_brings_after_a_fall(demotion: str, levels: str) -> None:
    """tractor-online lets a side that held advance from 2; 002:8 lets it begin at 2 again."""
    table = rules(last_trick_demotion=demotion)
    settled = after(table, "J5J5", Outcome(True, 2), Special(falls_to=0))
    assert ranks(settled) == levels
    steps = tuple(at(end) - at(start) for start, end in zip("J5J5", levels, strict=True))
    assert settled.moved == steps


def test_a_fall_raises_nobody() -> None:
    table = rules(last_trick_demotion="jack_by_suit", level_owner="player")
    assert ranks(after(table, "J355", Outcome(False, 0), Special(falls_to=at("8")))) == "8355"


LAST_TRICK = """%SJN 1
[Rules "standard@1 {options}"]
hand 1 ac={level} bd=5 dealer=a
hands
a {a}
b {b}
c C3
d C4
kitty S34567C899
start 25 a points={points}
trump S {level} a
25 a {a} {b} C3 C4
result {result}
end
"""


def findings(**parts: str) -> list[str]:
    """Codes of what is found in a last trick that a leads and b follows."""
    text = LAST_TRICK.format(**({"options": "", "level": "J"} | parts))
    return [each.code.id for each in check(text.encode()).diagnostics]


@pytest.mark.flips("last_trick_demotion")
@pytest.mark.parametrize(("demotion", "up"), [("jack", "ac-9"), ("off", "0")])
def test_a_jack_wins_the_last_trick_of_a_record(demotion: str, up: str) -> None:
    """002:8: the dealer at J is back at 2."""
    told = {"a": "H3", "b": "SJ", "points": "70", "options": f"last_trick_demotion={demotion}"}
    assert findings(result=f"80 up={up} next=b", **told) == []
    assert findings(result="80 up=ac-1 next=b", **told) == ["wrong-levels"]


def test_who_won_the_last_trick_of_a_sheet_is_not_known() -> None:
    sheet = """%SJN 1
[Rules "standard@1 last_trick_demotion=jack"]
hand 1 ac=J bd=5 dealer=a
sheet
result 80{kitty} up=0 next=b
end
"""
    for kitty, codes in [
        ("", ["not-checkable-result", "not-checkable-dealer"]),
        (" kitty=0x0", []),
    ]:
        text = sheet.format(kitty=kitty)
        assert [each.code.id for each in check(text.encode()).diagnostics] == codes


@pytest.mark.flips("kitty_award")
@pytest.mark.flips("kitty_multiplier")
def test_the_last_trick_wins_a_hand_of_a_record() -> None:
    """000:211: fewer than 45 points, but the last trick."""
    win = "kitty_award=win kitty_multiplier=none"
    told = {"a": "H3", "b": "SA", "points": "30", "level": "2"}
    assert findings(result="30 kitty=5x0 up=bd+1 next=b", options=win, **told) == []
    assert findings(result="40 kitty=5x2 up=ac+1 next=c", **told) == []
    assert findings(result="40 kitty=5x2 up=bd+1 next=b", **told) == ["wrong-levels", "wrong-next"]


@pytest.mark.flips("last_trick_points")
def test_points_of_the_last_trick() -> None:
    """000:213: those of every trick but the last."""
    told = {"a": "H3", "b": "SK", "points": "30", "level": "2"}
    assert findings(result="50", **told) == []
    assert findings(result="40", options="last_trick_points=excluded", **told) == []
    assert findings(result="50", options="last_trick_points=excluded", **told) == ["wrong-result"]


# -- draws -----------------------------------------------------------------------------------------


@pytest.mark.flips("level_table")
def test_a_draw_gains_nobody_anything() -> None:
    """000:215: 40 points with one deck; the same dealer deals again."""
    assert outcome(rules(decks="1", level_table="td45"), 40) == DRAW
    assert outcome(rules(decks="1"), 40) == Outcome(False, 0)
    settled = after(rules(decks="1", level_table="td45"), "5353", DRAW)
    assert (ranks(settled), settled.next_dealer, settled.winners) == ("5353", 0, ())
    for rotation in ("same", "partner"):
        assert next_dealer(rules(rotation_win=rotation), 3, held=None) == 3


@pytest.mark.flips("level_table")
def test_a_draw_of_a_record() -> None:
    told = {"a": "HA", "b": "H3", "points": "40", "level": "A"}
    drawn = "level_table=0:d1,40:draw,45:a1"
    assert findings(result="40 up=0 next=a", options=drawn, **told) == []
    assert findings(result="40 up=0 next=c", options=drawn, **told) == ["wrong-next"]
    assert findings(result="40 up=0 next=-", **told) == []


# -- level cards -----------------------------------------------------------------------------------


def whole(option: str, jacks_of: int) -> Hand:
    """A hand at J of known cards, every jack of it in one seat; a deals, hearts are trump."""
    jacks = [card for card in DECK * 2 if card < 52 and card % 13 == at("J")]
    others = [card for card in DECK * 2 if card not in jacks]
    hands = [tuple(sorted(others[25 * seat : 25 * seat + 25])) for seat in range(4)]
    hands[jacks_of] = tuple(sorted([*hands[jacks_of][8:], *jacks]))
    hand = Hand(Setup(rules(no_level_card=option), (at("J"),) * 4, 0, tuple(hands), first=False))
    hand.declarer, hand.trump = 0, SUITS.index("H")
    return hand


def lacks(hand: Hand) -> bool | None:
    special = special_of(hand, at("J"), Outcome(True, 1), LastTrick(False), nobody=False)
    return None if special is None else special.no_level_card


@pytest.mark.flips("no_level_card")
@pytest.mark.parametrize(("holder", "lacking"), [(0, False), (2, False), (1, True), (3, True)])
def test_no_jack_dealt_at_j(holder: int, lacking: bool) -> None:
    """003:58: 庄家方没有抓到任何一张J, read as dealt."""
    assert lacks(whole("dealt", holder)) is lacking
    assert lacks(whole("off", holder)) is False


@pytest.mark.flips("no_level_card")
@pytest.mark.parametrize("winner", range(4))
def test_no_jack_won_at_j(winner: int) -> None:
    """The same, read as captured: in the tricks of the dealer's side."""
    hand = whole("captured", 1)
    for number in range(25):
        plays = [(cards[number],) for cards in hand.setup.hands]
        hand.done.append(Trick(0, plays, winner=winner))
    assert lacks(hand) is (winner % 2 == 1)
    hand.done[3].winner = None
    assert lacks(hand) is (None if winner % 2 else False)


def test_of_a_part_of_a_hand_nothing_is_said() -> None:
    told = {"a": "HA", "b": "H3", "points": "35"}
    for reading in ("dealt", "captured"):
        options = f"no_level_card={reading}"
        assert findings(result="35 up=ac+2 next=c", options=options, **told) == [
            "not-checkable-result",
            "not-checkable-dealer",
        ]


SHEET = """%SJN 1
[Rules "popular@1 no_level_card={reading}"]
hand 1 fresh ac={level} bd=5 dealer=a
sheet
result {points} next={following}
end
"""


@pytest.mark.parametrize("reading", ["dealt", "captured"])
@pytest.mark.parametrize(
    ("level", "points", "following", "codes"),
    [
        # 003:58: with 20 points c deals next, or b where the dealer's side had no jack.
        ("J", 20, "b", ["not-checkable-dealer"]),
        ("J", 20, "c", ["not-checkable-dealer"]),
        ("?", 20, "b", ["not-checkable-dealer"]),
        # With 120 the attackers have won in any case; at T no card is asked for.
        ("J", 120, "c", ["wrong-next"]),
        ("T", 20, "b", ["wrong-next"]),
    ],
)
def test_who_deals_next_where_the_level_cards_are_not_known(
    reading: str, level: str, points: int, following: str, codes: list[str]
) -> None:
    text = SHEET.format(reading=reading, level=level, points=points, following=following)
    found = [each.code.id for each in check(text).diagnostics]
    assert [code for code in found if code != "missing-tag"] == codes


@pytest.mark.flips("no_level_card")
def test_at_j_the_attackers_jump_to_k() -> None:
    """003:58: 直接下台，且闲家方跳过Q，直接打K."""
    lacking = Special(no_level_card=True)
    settled = after(rules(no_level_card="dealt"), "J5J5", Outcome(True, 2), lacking)
    assert (ranks(settled), settled.moved, settled.next_dealer) == ("JKJK", (0, 8, 0, 8), 1)
    assert ranks(after(rules(), "J5J5", Outcome(True, 2))) == "K5K5"


def test_no_ace_at_a_only_steps_down() -> None:
    """003:59: 游戏继续, nobody jumps."""
    lacking = Special(no_level_card=True)
    settled = after(rules(no_level_card="dealt"), "A5A5", Outcome(True, 2), lacking)
    assert (ranks(settled), settled.next_dealer, settled.winners) == ("A5A5", 1, ())


def test_attackers_keep_what_their_points_bring() -> None:
    lacking = Special(no_level_card=True)
    table = rules(no_level_card="dealt", must_play_levels="none", after_top="wrap")
    assert ranks(after(table, "JQJQ", Outcome(False, 2), lacking)) == "JAJA"
    assert ranks(after(table, "J2J2", Outcome(False, 2), lacking)) == "JKJK"


# -- silence ---------------------------------------------------------------------------------------

NOBODY = """%SJN 1
[Rules "standard@1 nobody_joker=next_card nobody_demotion={demotion}"]
hand 7 ac=5 bd=3 dealer=a
deal a
kitty H3 D4 B SA C5 .3
flip B SA
trump S 5 a
concede bd points=0
result 0 up={up} next=c
end
"""


@pytest.mark.flips("nobody_demotion")
@pytest.mark.parametrize(("demotion", "up"), [("level", "ac+2"), ("none", "ac+3")])
def test_a_dealer_is_demoted_where_nobody_declares(demotion: str, up: str) -> None:
    """002:95: he loses a level, and gains three by keeping the others from every point."""
    found = check(NOBODY.format(demotion=demotion, up=up).encode()).diagnostics
    assert [each.code.id for each in found] == []


def test_a_demotion_stops_at_the_first_level() -> None:
    silent = Special(nobody_declared=True)
    assert ranks(after(rules(), "5353", Outcome(False, 0), silent)) == "4343"
    assert ranks(after(rules(), "2323", Outcome(False, 0), silent)) == "2323"


# -- a small side ----------------------------------------------------------------------------------


@pytest.mark.flips("small_side_bonus")
@pytest.mark.parametrize(("bonus", "levels"), [("yes", 4), ("no", 3)])
def test_a_small_side_gains_a_level_more(bonus: str, levels: int) -> None:
    """tractor-online bonus_level_policy."""
    assert outcome(rules(small_side_bonus=bonus), 0, small_side=True) == Outcome(True, levels)


# -- stakes ----------------------------------------------------------------------------------------


@pytest.mark.flips("stake_doubling")
def test_overturns_double_the_stake() -> None:
    """000:123-125: three overturns make it eight times as much."""
    assert stakes.stake(rules(stake_doubling="yes"), 100, 3) == 800
    assert stakes.stake(rules(), 100, 3) == 100


@pytest.mark.flips("throw_stake")
def test_a_failed_throw_costs_half_the_stake() -> None:
    """000:135."""
    assert stakes.throw_cost(rules(throw_stake="half"), 25) * 2 == 25
    assert stakes.throw_cost(rules(), 25) == 0


STAKE = """%SJN 1
[Rules "standard@1 stake_doubling={doubling} throw_stake={throw}"]
{stake}
hand 1 ac=2 bd=2 dealer=?
declare 10 a H2
declare 20 a H22
declare 40 b LL
declare 60 c BB
trump - 2 c
take c
1 c SAK/SK<d S3 S4 SA
end
"""


@pytest.mark.flips("stake_doubling")
@pytest.mark.flips("throw_stake")
@pytest.mark.parametrize(
    ("doubling", "throw", "due", "throws"),
    [("yes", "half", 100, [(2, 12.5)]), ("no", "half", 25, [(2, 12.5)]), ("yes", "none", 100, [])],
)
def test_the_stake_of_a_record(
    doubling: str, throw: str, due: int, throws: list[tuple[int, float]]
) -> None:
    """Two overturns, by pairs of jokers; the second red two only reinforces (000:121)."""
    text = STAKE.format(doubling=doubling, throw=throw, stake='[Stake "25"]')
    (record,) = notation.loads(text).records
    table = rules(stake_doubling=doubling, throw_stake=throw)
    showings = position(record, parse_address("1.1.1")).showings
    line = stake_of(record, record.hands[0], table, showings)
    assert line is not None
    assert (line.base, line.overturns, line.due) == (25, 2, due)
    assert [(seat, float(cost)) for seat, cost in line.throws] == throws


@pytest.mark.parametrize("tag", ["", '[Stake "a crown"]', '[Stake "025"]', '[Stake "-5"]'])
def test_without_a_whole_number_there_is_no_stake(tag: str) -> None:
    text = STAKE.format(doubling="yes", throw="half", stake=tag)
    (record,) = notation.loads(text).records
    assert stake_of(record, record.hands[0], rules(), ()) is None


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("25", []), ("999999999", []), ("?", []), ("", []),
        ("a crown", ["stake-value"]), ("025", ["stake-value"]), ("-5", ["stake-value"]),
        ("0", ["stake-value"]), ("1000000000", ["stake-value"]), ("٢", ["stake-value"]),
    ],
)  # fmt: skip
def test_a_stake_that_is_none_is_told_where_it_stands(value: str, codes: list[str]) -> None:
    text = STAKE.format(doubling="yes", throw="half", stake=f'[Stake "{value}"]')
    found = [each for each in check(text).diagnostics if each.code.id == "stake-value"]
    assert [each.code.id for each in found] == codes
    of_a_hand = text.replace(f'[Stake "{value}"]\n', "").replace(
        "dealer=?\n", f'dealer=?\n[Stake "{value}"]\n'
    )
    found = [each for each in check(of_a_hand).diagnostics if each.code.id == "stake-value"]
    assert [each.code.id for each in found] == codes
    for each in found:
        assert each.span and f'[Stake "{value}"]' == of_a_hand.splitlines()[each.span.line - 1]


# -- irregularities --------------------------------------------------------------------------------

OFFENCE = """%SJN 1
[Rules "standard@1 {options}"]
hand 1 ac=2 bd=2 dealer=a
hands
a SAA
b S7H3
c S9T
d S56
start 24 a points=35
trump C 2 a
24 a SA {play} S9 S5
{ruling}
result {result}
end
"""


def ruled(options: str, play: str, ruling: str, result: str) -> list[tuple[str, object]]:
    """What is found of an offence by b: codes, and what should have been ruled."""
    text = OFFENCE.format(options=options, play=play, ruling=ruling, result=result)
    found = check(text.encode()).diagnostics
    return [(each.code.id, each.arguments.get("derived")) for each in found]


@pytest.mark.flips("revoke")
def test_a_revoke_costs_the_hand() -> None:
    """002:18, and one level for the dealer's side: how many is not said."""
    lost = ("H3^revoke", "ruling 1.24.2 revoke b lost=bd", "35 up=ac+1 next=c")
    assert ruled("revoke=hand_lost", *lost) == []
    assert ruled("", *lost) == []
    wrong = (*lost[:2], "35 up=ac+2 next=c")
    assert ruled("revoke=hand_lost", *wrong) == [("wrong-levels", "ac+1")]
    assert ruled("", *wrong) == []


@pytest.mark.flips("revoke")
def test_a_revoke_that_nobody_claimed_stands() -> None:
    """002:99: what is not pointed out at once is accepted."""
    abandoned = ("H3^revoke", "abandon", "35")
    assert ruled("exposed=10 revoke=at_once", *abandoned) == []
    assert ruled("revoke=hand_lost", *abandoned) == [("ruling-due", "lost=bd")]
    assert ruled("", *abandoned) == []


@pytest.mark.flips("exposed")
def test_a_wrong_card_costs_ten_points() -> None:
    """002:97: to the other side, as 002:147 has it of throws."""
    ten = ("S7^exposed", "ruling 1.24.2 exposed b points=bd-10\nabandon", "35")
    assert ruled("exposed=10", *ten) == []
    none = ("S7^exposed", "abandon", "35")
    assert ruled("exposed=10", *none) == [("ruling-due", "points=bd-10")]
    assert ruled("", *none) == []
    half = ("S7^exposed", "ruling 1.24.2 exposed b points=ac+5\nabandon", "35")
    assert ruled("exposed=10", *half) == [("ruling-departs", "points=bd-10")]


@pytest.mark.flips("card_count")
def test_a_wrong_number_of_cards() -> None:
    """002:19 takes the hand, 002:101 draws cards until it is right."""
    lost = ("S7H3^count", "ruling 1.24.2 count b lost=bd", "35 up=ac+1 next=c")
    assert ruled("card_count=hand_lost", *lost) == []
    assert ruled("card_count=adjusted", *lost) == [("ruling-departs", "-")]
    assert ruled("", *lost) == []


@pytest.mark.flips("false_claim")
def test_a_false_claim_costs_what_was_alleged() -> None:
    """002:20: the accuser is treated as if he had done it."""
    claim = ("S7", "ruling 1.24.2 false-revoke a points=ac-10\nabandon", "35")
    both = "revoke=hand_lost false_claim=as_alleged"
    assert ruled(both, *claim) == [("ruling-departs", "lost=ac")]
    assert ruled("revoke=hand_lost", *claim) == []
    lost = ("S7", "ruling 1.24.2 false-revoke a lost=ac", "35 up=0 next=b")
    assert ruled(both, *lost) == []


def test_a_ruling_of_the_director_holds() -> None:
    """A departure is a warning; what he decided is what the next hand begins with."""
    text = OFFENCE.format(options="exposed=10", play="S7^exposed", result="35",
                          ruling="ruling 1.24.2 exposed b level=bd-1\nabandon")  # fmt: skip
    found = check(text.encode())
    assert [each.code.severity for each in found.diagnostics] == ["warning"]
    assert notation.loads(text).records
