"""A whole trick at once, plays that are spoiled, plays that may be made: on random hands."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.engine.cards import FACES, Cards, counts
from shengji.engine.events import Laid, Play
from shengji.engine.faults import Fault, Rule
from shengji.engine.hand import Hand
from shengji.engine.order import RAINBOW
from shengji.engine.play.follow import duty
from shengji.engine.play.shapes import Shape
from shengji.engine.play.table import Table, Trick
from shengji.engine.rules import Rules

from .oracle import Oracle, Run
from .scripts import TABLES, any_event, hidden, other_play, script

CHANCES = st.integers(0, 2**32).map(Random)
SEEDS = st.integers(0, 12)
TABLE = st.sampled_from(range(len(TABLES)))


def state(hand: Hand) -> object:
    tricks = [*hand.done, *([hand.trick] if hand.trick else [])]
    return (
        hand.holdings.held,
        hand.holdings.partial,
        hand.holdings.doubted,
        hand.to_move,
        hand.captured,
        hand.unassigned,
        hand.fines,
        hand.points_known,
        [(t.leader, t.plays, t.lead, t.winner, t.best, t.standing, t.points) for t in tricks],
    )


@settings(max_examples=150, deadline=None)
@given(TABLE, SEEDS, CHANCES)
def test_a_trick_at_once_is_its_plays_one_by_one(table: int, seed: int, rng: Random) -> None:
    whole = script(table, seed)
    told = hidden(whole, rng) if rng.random() < 0.4 else whole
    one, two = told.started(), told.started()
    spoil = rng.choice((0, 0.02, 0.1))
    for leader, laid in whole.tricks:
        plays = list(laid)
        for position in range(len(plays)):
            seat = (leader + position) % one.seats
            if rng.random() < spoil and any(one.holdings.cards(seat)):
                plays[position] = other_play(one, seat, plays[position], rng)
        if rng.random() < spoil:
            plays = plays[: rng.randint(1, len(plays))]
        if rng.random() < spoil:
            leader = rng.randrange(one.seats)
        problems = two.play_trick(leader, plays)
        assert list(problems) == one_by_one(one, leader, plays)
        assert state(one) == state(two)
        if one.trick is not None:
            one.abandon_trick()
            two.abandon_trick()


def one_by_one(hand: Hand, leader: int, plays: list[Laid]) -> list[tuple[int, object]]:
    problems: list[tuple[int, object]] = []
    for position, laid in enumerate(plays):
        seat = (leader + position) % hand.seats
        verdict = hand.verify_play(seat, laid)
        if verdict is not None:
            problems.append((position, verdict))
        hand.apply_play(seat, laid)
    return problems


@settings(max_examples=150, deadline=None)
@given(TABLE, SEEDS, CHANCES)
def test_nothing_is_too_senseless_to_be_judged(table: int, seed: int, rng: Random) -> None:
    """Any event in any order: judged without an exception or a change, then it happens."""
    whole = script(table, seed)
    hand = Hand(hidden(whole, rng).setup if rng.random() < 0.7 else whole.setup)
    for _ in range(40):
        event = any_event(hand, rng)
        if rng.random() < 0.1:
            rng.choice((hand.begin_play, hand.abandon_trick, lambda: hand.assign(0)))()
        before = repr(state(hand))
        assert hand.verify(event) == hand.verify(event)
        assert repr(state(hand)) == before
        if isinstance(event, Play) and rng.random() < 0.3:
            hand.play_trick(event.seat, [event.laid] * rng.randint(1, hand.seats))
        else:
            hand.apply(event)
        assert min(map(min, hand.holdings.held)) == 0
        hand.count()
        list(hand.legal_plays(20))


# -- plays that are spoiled -----------------------------------------------------------------------


def spoiled(hand: Hand, seat: int, cards: Cards, rng: Random) -> Cards:
    """A play with a card swapped, dropped, doubled or moved in from another hand."""
    held = hand.holdings
    result = list(cards)
    at = rng.randrange(len(result))
    match rng.randrange(5):
        case 0:
            result[at] = rng.choice(held.cards(seat))
        case 1:
            result[at] = rng.randrange(FACES)
        case 2:
            del result[at]
        case 3:
            result.append(result[at])
        case _:
            other = held.cards((seat + rng.randrange(1, hand.seats)) % hand.seats)
            result[at] = rng.choice(other or cards)
    return tuple(sorted(result))


def naively_legal(hand: Hand, oracle: Oracle, seat: int, cards: Cards) -> bool:
    """By trying everything that the hand could play instead."""
    held = hand.holdings.cards(seat)
    if not cards or any(cards.count(card) > held.count(card) for card in cards):
        return False
    if hand.trick is None:
        return len({oracle.suit(card) for card in cards}) == 1 or oracle.is_rainbow(cards)
    lead = hand.trick.lead
    assert lead is not None
    if len(cards) != lead.size:
        return False
    suit = oracle.suit(hand.trick.plays[0][0])
    runs: list[Run] = [unit.run for unit in lead.units]
    of_suit = [card for card in held if oracle.suit(card) == suit]
    if len(of_suit) <= lead.size:
        return sorted(card for card in cards if oracle.suit(card) == suit) == of_suit
    return cards in oracle.legal_plays(suit, runs, tuple(of_suit))


@settings(max_examples=60, deadline=None)
@given(TABLE, SEEDS, CHANCES)
def test_no_spoiled_play_passes_unless_it_is_legal(table: int, seed: int, rng: Random) -> None:
    whole = script(table, seed)
    hand = whole.started()
    assert hand.order is not None
    oracle = Oracle(hand.rules, hand.order.level, hand.order.trump)
    for play in whole.plays:
        small = hand.trick is None or hand.trick.lead is None or hand.trick.lead.size < 4
        if small and rng.random() < 0.5:
            cards = spoiled(hand, play.seat, play.laid.cards, rng)
            verdict = hand.verify_play(play.seat, Laid(cards))
            legal = naively_legal(hand, oracle, play.seat, cards)
            if isinstance(verdict, Fault) and verdict.rule in (
                Rule.THROW_FAILS,
                Rule.THROW_FORBIDDEN,
            ):
                assert legal
            else:
                assert (verdict is None) == legal, (verdict, cards)
        hand.apply_play(play.seat, play.laid)


# -- what may be played ---------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(TABLE, SEEDS, CHANCES)
def test_what_is_said_to_be_legal_is(table: int, seed: int, rng: Random) -> None:
    whole = script(table, seed)
    hand = whole.started()
    for play in whole.plays:
        if rng.random() < 0.3:
            legal = list(hand.legal_plays(40))
            assert legal
            assert len(legal) == len(set(legal)) <= 40
            for cards in legal:
                assert cards == tuple(sorted(cards))
                assert hand.verify(Play(play.seat, Laid(cards))) is None
            if hand.trick is not None and len(legal) < 40:
                assert play.laid.cards in legal
            is_owed(hand, play.seat, legal)
        hand.apply(play)
    assert list(hand.legal_plays()) == []


def is_owed(hand: Hand, seat: int, legal: list[Cards]) -> None:
    """Every legal play gives what is owed: so many cards of the suit, all if they are few."""
    owed = hand.owes(seat)
    if hand.trick is None:
        assert owed is None
        return
    assert owed is not None and hand.order is not None and hand.trick.lead is not None
    assert owed == duty(hand.order, hand.trick.lead, hand.holdings.held[seat])
    for cards in legal:
        followed = sum(hand.order.suit[card] == owed.suit for card in cards)
        if owed.suit == RAINBOW:
            followed = owed.number if answers_rainbow(cards, owed.shape) else -1
        bomb = hand.rules.bombs != "off" and len(cards) > 3 and len(set(cards)) == 1
        assert bomb or followed == owed.number
    held = counts(hand.holdings.cards(seat))
    assert all(owed.cards.count(card) <= held[card] for card in owed.cards)
    assert sum(map(sum, owed.shape)) <= owed.number


def answers_rainbow(cards: Cards, shape: Shape) -> bool:
    """Whether cards of one rank fill a led rainbow; of a throw only the largest is looked at."""
    ranks = Counter(card % 13 for card in cards if card < 52)
    return not shape or max(ranks.values(), default=0) >= shape[0][0]


def test_without_trump_or_turn_nothing_is_enumerated() -> None:
    table = Table(Rules(), ((), (), (), ()), ())
    assert list(table.legal_plays()) == []
    table.trick = Trick(0)
    assert table.owes(1) is None
