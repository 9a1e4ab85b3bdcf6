"""Finding friends: each option of it decides something. Hands are tiny, and made for the clause.

Sources: 000:233-237 (who holds the card), tractor-online settings 1, 2, 5 and 7 (who plays a copy),
and its cases run-ff-* for who joins.
"""

import pytest

from shengji.engine.cards import Cards
from shengji.engine.events import Adjust, Bury, Call, Laid, Name, Play, Take
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.hand import Count, Hand, Setup
from shengji.engine.rules import RuleConflictError, Rules, from_text, replace
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.match import Level, next_dealer, settle
from shengji.notation import tokens
from shengji.notation.tokens import SEATS

FOUND = {"partnership": "friends", "level_owner": "player", "kitty_size": "3", "players": "5"}
SPADES = 0
DEAL = ("S7CA3", "CAH3C4", "HKDAH5", "C578", "H6C9T")
"""Five hands of three cards, after tractor-online's own small deal (cases run-ff-*)."""
KITTY = "D346"


def rules(**changes: str) -> Rules:
    return replace(Rules(), FOUND | changes)


def read_cards(text: str) -> Cards:
    return tokens.read_cards(text.split())


def begun(
    table: Rules, deal: tuple[str, ...] = DEAL, kitty: str = KITTY, *, level: int = 0
) -> Hand:
    """Seat a deals, spades and the level (twos) are trump, and the kitty is in his hand."""
    hand = Hand(
        Setup(
            table,
            (level,) * len(deal),
            0,
            tuple(map(read_cards, deal)),
            read_cards(kitty),
            first=False,
        )
    )
    hand.apply(Name(SPADES, level, 0))
    hand.apply(Take(0))
    return hand


def card(text: str) -> int:
    return read_cards(text)[0]


def verdict(hand: Hand, text: str, copy: int = 1) -> Rule | None:
    """The rule that a call breaks."""
    found = hand.verify(Call(card(text), copy))
    assert not isinstance(found, Unproved)
    return None if found is None else found.rule


def called(hand: Hand, *calls: tuple[str, int], kitty: str = KITTY) -> Hand:
    for text, copy in calls:
        assert verdict(hand, text, copy) is None
        hand.apply(Call(card(text), copy))
    hand.apply(Bury(0, read_cards(kitty)))
    hand.begin_play()
    return hand


def play(hand: Hand, *tricks: str) -> Hand:
    """Tricks as lines of cards, from whoever leads on; every play is in order."""
    for trick in tricks:
        for text in trick.split():
            assert hand.to_move is not None
            laid = Play(hand.to_move, Laid(read_cards(text)))
            assert hand.verify(laid) is None, text
            hand.apply(laid)
    return hand


def seats(text: str) -> set[int]:
    return {SEATS.index(letter) for letter in text}


def attackers(hand: Hand) -> str:
    return "".join(SEATS[seat] for seat in hand.attackers())


FIRST, SECOND, LAST = "CA C4 HK C5 C9", "C3 CA H5 C7 CT", "H3 DA C8 H6 S7"


# -- who joins, and when ---------------------------------------------------------------------------


@pytest.mark.flips("friend_call")
def test_who_plays_the_copy_called_or_who_holds_the_other() -> None:
    """000:237: the dealer holds one ace of clubs, so b, who holds the other, is his partner."""
    played = play(called(begun(rules()), ("CA", 1)), FIRST, SECOND)
    assert attackers(played) == "bcde"
    held = play(called(begun(rules(friend_call="holder")), ("CA", 1)), FIRST, SECOND)
    assert attackers(held) == "cde"


@pytest.mark.parametrize(
    ("deal", "side"),
    [
        (("S7CA3", "H3C46", "HKDAH5", "C5A8", "H6C9T"), "ad"),
        (("S7C34", "H3C46", "HKCAH5", "CA78", "H6C9T"), "ac"),
        (("S7CAA", "H3C46", "HKDAH5", "C578", "H6C9T"), "a"),
    ],
)
def test_the_holder_is_found_as_the_rule_text_has_it(deal: tuple[str, ...], side: str) -> None:
    """000:237: he has one, so the holder of the other; none, the nearest; both, nobody."""
    hand = called(begun(rules(friend_call="holder"), deal), ("CA", 1))
    assert hand.side() == seats(side)


def test_the_dealer_holds_what_he_buries() -> None:
    """000:237 lets him call with the kitty in hand."""
    hand = begun(rules(friend_call="holder"), kitty="D34CA")
    hand = called(hand, ("CA", 1), kitty="D34CA")
    assert hand.side() == seats("ab")
    deal = ("S7CA3", "C6H3C4", *DEAL[2:])
    hand = called(begun(rules(friend_call="holder"), deal, "D34CA"), ("CA", 1), kitty="D34CA")
    assert hand.side() == seats("a")


@pytest.mark.flips("friend_reveal")
def test_the_holder_is_known_when_he_plays_it_or_at_once() -> None:
    later = called(begun(rules(friend_call="holder")), ("CA", 1))
    assert (attackers(later), later.side()) == ("bcde", seats("ab"))
    assert attackers(play(later, FIRST)) == "bcde"
    assert attackers(play(later, SECOND)) == "cde"
    once = called(begun(rules(friend_call="holder", friend_reveal="at_once")), ("CA", 1))
    assert attackers(once) == "cde"


@pytest.mark.flips("friend_rejoin")
def test_a_call_met_by_the_dealer_is_used_up_or_stays_open() -> None:
    """run-ff-Unrestricted and run-ff-NoDoubleJoin."""
    used = play(called(begun(rules()), ("CA", 1)), FIRST, SECOND)
    assert (attackers(used), used.attackers_points()) == ("bcde", 15)
    stays = play(called(begun(rules(friend_rejoin="stays_open")), ("CA", 1)), FIRST, SECOND)
    assert (attackers(stays), stays.attackers_points()) == ("cde", 0)


def test_a_holder_who_is_a_friend_already_is_passed_over_where_calls_stay_open() -> None:
    deal = ("S78C3", "H3CA6", "HKCAH5", "C5H38", "H6C9T", "D789")
    changes = {"players": "6", "kitty_size": "6", "friend_call": "holder"}
    kitty = "D346S34"
    used = begun(rules(**changes), deal, kitty)
    assert called(used, ("CA", 1), ("H3", 1), kitty=kitty).side() == seats("ab")
    stays = begun(rules(friend_rejoin="stays_open", **changes), deal, kitty)
    assert called(stays, ("CA", 1), ("H3", 1), kitty=kitty).side() == seats("abd")


def test_copies_count_in_the_order_of_play_when_the_trick_is_done() -> None:
    """tractor-online initial_skip: the second ace is b's, and joins him."""
    hand = play(called(begun(rules()), ("CA", 2)), FIRST)
    play(hand, "C3 CA H5 C7")
    assert attackers(hand) == "bcde"
    assert attackers(play(hand, "CT")) == "cde"


def test_a_copy_in_the_kitty_counts_nothing() -> None:
    hand = called(begun(rules(), kitty="D34CA"), ("CA", 2), kitty="D34CA")
    deal_side = play(hand, FIRST, SECOND, LAST).side()
    assert deal_side == seats("ab")
    deal = ("S7CA3", "C6H3C4", *DEAL[2:])
    hand = called(begun(rules(), deal, "D34CA"), ("CA", 2), kitty="D34CA")
    play(hand, "CA C4 HK C5 C9", "C3 C6 H5 C7 CT", "H6 S7 H3 DA C8")
    assert hand.side() == seats("a")


# -- points and sides ------------------------------------------------------------------------------


def test_what_a_friend_took_before_he_joined_is_the_dealers_side_s() -> None:
    """sim-62: the attackers' points fall when he joins."""
    deal = ("S7C34", "CKH3CA", "HKDAH5", "C578", "H6C9T")
    hand = play(called(begun(rules(), deal), ("CA", 1)), "C3 CK HK C5 C9")
    assert (hand.attackers_points(), attackers(hand)) == (25, "bcde")
    play(hand, "CA H5 C7 CT C4")
    assert (hand.attackers_points(), attackers(hand)) == (0, "cde")


def test_a_fine_is_paid_by_the_side_on_which_a_seat_ends() -> None:
    hand = called(begun(rules()), ("CA", 2))
    hand.apply(Adjust((1,), 10))
    assert hand.fines == -10
    play(hand, FIRST, SECOND)
    assert hand.fines == 10


@pytest.mark.flips("partnership")
def test_sides_are_fixed_or_found() -> None:
    deal = (*DEAL[:4],)
    found = replace(Rules(), {"partnership": "friends", "level_owner": "player", "kitty_size": "4"})
    hand = called(begun(found, deal, "D346C6"), ("CA", 2), kitty="D346C6")
    assert attackers(play(hand, "CA C4 HK C5", "C3 CA H5 C7")) == "cd"
    fixed = begun(replace(Rules(), {"kitty_size": "4"}), deal, "D346C6")
    assert verdict(fixed, "CA") is Rule.WRONG_PHASE
    fixed.apply(Bury(0, read_cards("D346C6")))
    assert attackers(play(fixed, "CA C4 HK C5", "C3 CA H5 C7")) == "bd"


# -- what may be called ----------------------------------------------------------------------------


@pytest.mark.flips("friend_cards")
@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ("any", ""),
        ("side", "S9 H2 L"),
        ("side_no_top", "S9 H2 L HA"),
        ("side_no_points", "S9 H2 L HK"),
    ],
)
def test_cards_that_may_be_called(value: str, refused: str) -> None:
    """tractor-online friend_selection_policy; spades and twos are trump."""
    hand = begun(rules(friend_cards=value))
    tried = ["S9", "H2", "L", "HA", "HK", "H5", "H9"]
    may_not = [text for text in tried if verdict(hand, text) is Rule.FRIEND_CARD]
    assert " ".join(may_not) == refused + (" H5" if value == "side_no_points" else "")


@pytest.mark.parametrize(("value", "card_text"), [("side_no_top", "HK"), ("side_no_points", "HT")])
def test_at_level_ace_the_king_is_the_highest(value: str, card_text: str) -> None:
    """tractor-online: no king where the highest is barred; it may be called where points are."""
    hand = begun(rules(friend_cards=value), level=12)
    assert verdict(hand, card_text) is Rule.FRIEND_CARD
    assert verdict(hand, "HQ" if value == "side_no_top" else "HK") is None


@pytest.mark.flips("friends")
@pytest.mark.parametrize(
    ("players", "friends", "number"),
    [("4", "auto", 1), ("5", "auto", 1), ("6", "auto", 2), ("7", "auto", 2), ("11", "auto", 4),
     ("12", "auto", 5), ("5", "0", 0), ("5", "3", 3), ("12", "10", 10)],
)  # fmt: skip
def test_how_many_friends_are_called(players: str, friends: str, number: int) -> None:
    table = rules(players=players, friends=friends, kitty_size="auto")
    assert table.friend_number == number


@pytest.mark.flips("friends")
def test_a_call_too_many_or_too_few_is_told() -> None:
    hand = begun(rules())
    hand.apply(Call(card("CA")))
    assert verdict(hand, "HA") is Rule.FRIEND_COUNT
    two = begun(rules(friends="2"))
    two.apply(Call(card("CA")))
    assert verdict(two, "HA") is None
    assert two.friends is not None
    lacking = two.friends.lacking(0)
    assert isinstance(lacking, Fault)
    assert (lacking.rule, lacking.expected, lacking.found) == (Rule.FRIEND_COUNT, 2, 1)


def test_calls_are_distinct_copies_that_exist() -> None:
    hand = begun(rules(friends="2"))
    assert verdict(hand, "CA", 3) is Rule.FRIEND_COPY
    hand.apply(Call(card("CA")))
    assert verdict(hand, "CA") is Rule.FRIEND_REPEATED
    assert verdict(hand, "CA", 2) is None
    assert verdict(begun(rules(friend_call="holder")), "CA", 2) is Rule.FRIEND_COPY


def test_the_dealer_calls_with_the_kitty_in_hand() -> None:
    hand = begun(rules())
    hand = Hand(hand.setup)
    hand.apply(Name(SPADES, 0, 0))
    assert verdict(hand, "CA") is Rule.WRONG_PHASE


# -- throws ----------------------------------------------------------------------------------------


@pytest.mark.flips("throw_check")
def test_only_who_is_known_to_be_with_the_leader_is_no_opponent() -> None:
    """Until the friend is known, anybody may stop a throw; then the friend no longer does."""
    deal = ("HKQCA3", "CAHAC4H3", "H56D9T", "C5789", "H67C9T")
    throw = Play(0, Laid(read_cards("HKQ")))
    for check, stops in (("opponents", (True, False)), ("others", (True, True))):
        found = []
        hand = called(begun(rules(throw_check=check), deal), ("CA", 2))
        play(hand, "CA C4 D9 C5 C9")
        found.append(isinstance(hand.verify(throw), Fault))
        play(hand, "C3 CA DT C7 CT")
        hand.to_move = 0
        found.append(isinstance(hand.verify(throw), Fault))
        assert tuple(found) == stops, check


# -- levels and the next dealer --------------------------------------------------------------------


def ranks(levels: tuple[Level, ...]) -> str:
    return "".join("23456789TJQKA"[level.rank] for level in levels)


@pytest.mark.flips("level_owner")
def test_each_player_advances_from_his_own_level() -> None:
    """tractor-online settings 2 and 7: all of a side gain the same number of levels."""
    levels = [Level(rank) for rank in (0, 3, 5, 0, 8)]
    after = settle(rules(), levels, 0, scoring.Outcome(True, 2), side=(0, 2))
    assert ranks(after.levels) == "4592T"
    with pytest.raises(RuleConflictError, match="player where friends are found"):
        rules(level_owner="team")


def test_levels_that_must_be_played_are_each_players_own() -> None:
    """One friend stands at A, and leaves it by winning with the dealer; another stops at A."""
    levels = [Level(rank) for rank in (0, 12, 11, 0, 12)]
    after = settle(rules(), levels, 0, scoring.Outcome(True, 3), side=(0, 1, 2))
    assert ranks(after.levels) == "5AA2A"
    assert after.winners == (1,)
    lost = settle(rules(), levels, 0, scoring.Outcome(False, 3), side=(0, 3))
    assert ranks(lost.levels) == "2AA2A"
    assert lost.winners == ()


@pytest.mark.parametrize(
    ("side", "held", "following"),
    [("ad", True, 3), ("ad", False, 1), ("ab", False, 2), ("a", True, 0), ("abcd", False, 4)],
)
def test_the_first_of_the_winning_side_deals_next(side: str, held: bool, following: int) -> None:
    """tractor-online settings 2: walk the seats from the one after the dealer."""
    assert next_dealer(rules(), 0, held=held, side=seats(side)) == following


@pytest.mark.flips("rotation_win")
def test_the_dealer_may_stay_where_the_rules_say_so() -> None:
    assert next_dealer(rules(rotation_win="same"), 0, held=True, side=seats("ad")) == 0


@pytest.mark.flips("small_side_bonus")
def test_a_side_that_found_too_few_gains_a_level_more() -> None:
    """ut-level-deltas-2: four levels for no points, and nothing more where the side is whole."""
    with_bonus = rules(small_side_bonus="yes")
    assert scoring.outcome(with_bonus, 0, small_side=True).levels == 4
    assert scoring.outcome(with_bonus, 0).levels == 3
    assert scoring.outcome(rules(), 0, small_side=True).levels == 3
    assert scoring.outcome(with_bonus, 120, small_side=True).levels == 1


@pytest.mark.flips("players")
def test_any_number_of_players_where_friends_are_found() -> None:
    for players in range(4, 13):
        table = rules(players=str(players), kitty_size="auto", decks=str(players // 2))
        assert table.hand_size * players + table.kitty == 54 * table.decks
        if players % 2:
            with pytest.raises(RuleConflictError, match="an even number with fixed partners"):
                replace(Rules(), {"players": str(players)})


@pytest.mark.parametrize(
    ("changes", "option"),
    [({"friends": "4"}, "friends"), ({"friend_reveal": "at_once"}, "friend_reveal")],
)
def test_what_contradicts(changes: dict[str, str], option: str) -> None:
    with pytest.raises(RuleConflictError) as caught:
        rules(**changes)
    assert caught.value.option == option
    with pytest.raises(RuleConflictError, match="auto with fixed partners"):
        replace(Rules(), {"friends": "1"})
    assert from_text("friends", "auto") is None


# -- what is not known -----------------------------------------------------------------------------


def test_an_unknown_card_may_be_the_one_called() -> None:
    hand = called(begun(rules()), ("CA", 2))
    play(hand, FIRST, "C3")
    for laid in ("C?", "H5", "C7", "CT"):
        assert hand.to_move is not None
        hand.apply(Play(hand.to_move, Laid(read_cards(laid))))
    assert hand.side() is None
    assert hand.attackers_points() is None
    assert hand.count() == Count(None, 0, None, 0, None, None)
    friends = hand.found_friends()
    assert friends is not None
    assert not friends.tell(0, 0)
    assert friends.tell(0, 1)
    assert hand.side() == seats("ab")
    assert not friends.tell(0, 2)
