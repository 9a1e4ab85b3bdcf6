"""Judging with unknown cards is sound; what is completed is true; contradictions prove nothing."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.engine.cards import DECK, FACES, UNKNOWN, Cards, counts
from shengji.engine.events import Bury, Event, Play
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.hand import Hand
from shengji.engine.knowledge import Facts, complete, is_complete

from .hands import cards
from .scripts import TABLES, Script, hidden, hide, other_play, script

SEEDS = st.integers(0, 12)
CHANCES = st.integers(0, 2**32).map(Random)


# -- verdicts -------------------------------------------------------------------------------------


def agree(known: Verdict, partly: Verdict, event: Event) -> None:
    """With less known, a fault is still a fault, and what is in order is still in order."""
    if isinstance(partly, Fault):
        assert isinstance(known, Fault), (event, known, partly)
        if partly.rule is known.rule and partly.owed and partly.rule is Rule.THROW_FAILS:
            assert partly.owed == known.owed, (event, known, partly)
    if partly is None:
        assert known is None, (event, known, partly)


def replay(whole: Script, less: Script, rng: Random, others: int) -> int:
    """Both judge the same hand, and at each play some others; how many were told at all."""
    one, two = Hand(whole.setup), Hand(less.setup)
    told = 0
    for event, seen in zip(whole.before, less.before, strict=True):
        partly = two.verify(seen)
        if not (isinstance(seen, Bury) and not is_complete(seen.cards)):
            agree(one.verify(event), partly, event)
        one.apply(event)
        two.apply(seen)
    one.begin_play()
    two.begin_play()
    for play in whole.plays:
        for _ in range(others):
            laid = other_play(one, play.seat, play.laid, rng)
            seat = play.seat if rng.random() < 0.9 else rng.randrange(one.seats)
            partly = two.verify_play(seat, laid)
            agree(one.verify_play(seat, laid), partly, Play(seat, laid))
            told += not isinstance(partly, Unproved)
        agree(one.verify(play), two.verify(play), play)
        one.apply(play)
        two.apply(play)
        if two.done and two.done[-1].winner is not None:
            assert two.done[-1].winner == one.done[-1].winner
    return told


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(range(len(TABLES))), SEEDS, CHANCES)
def test_with_less_known_nothing_is_guessed(table: int, seed: int, rng: Random) -> None:
    whole = script(table, seed)
    replay(whole, hidden(whole, rng), rng, 2)


def test_something_is_told() -> None:
    """The test above would pass if nothing ever were."""
    rng = Random(1)
    told = 0
    for seed in range(4):
        whole = script(0, seed)
        told += replay(whole, hidden(whole, rng), rng, 2)
    assert told > 200


# -- completion -----------------------------------------------------------------------------------


def facts_of(rng: Random, decks: int, players: int, takers: int) -> Facts:
    """A deal, some exchanges of the kitty, and what is then held."""
    deck = list(DECK) * decks
    rng.shuffle(deck)
    size = (len(deck) - 6) // players
    kitty_size = len(deck) - size * players
    hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(players)]
    kitty = sorted(deck[size * players :])
    dealt, last = tuple(map(tuple, hands)), list(kitty)
    exchanges = []
    for _ in range(takers):
        seat = rng.randrange(players)
        pool = hands[seat] + last
        rng.shuffle(pool)
        last, hands[seat] = sorted(pool[:kitty_size]), sorted(pool[kitty_size:])
        exchanges.append((seat, tuple(last)))
    held = tuple(map(tuple, hands))
    return Facts((decks,) * FACES, size, dealt, tuple(kitty), tuple(exchanges), held)


def less_of(whole: Facts, rng: Random) -> Facts:
    share = rng.choice((0.05, 0.3, 1))

    def some(cards: Cards) -> Cards:
        return tuple(sorted(hide(cards, rng, rng.choice((0, 0, share)))))

    return replace(
        whole,
        dealt=tuple(map(some, whole.dealt)),
        kitty=some(whole.kitty),
        exchanges=tuple((seat, some(buried)) for seat, buried in whole.exchanges),
        played=tuple(known(some(cards)) for cards in whole.played),
    )


def known(held: Cards) -> Cards:
    return tuple(card for card in held if card < FACES)


def within(part: Cards, whole: Cards) -> bool:
    return all(a <= b for a, b in zip(counts(known(part)), counts(whole), strict=True))


def places(facts: Facts) -> list[Cards]:
    buried = [cards for _, cards in facts.exchanges]
    return [*facts.dealt, facts.kitty, *buried, *facts.played]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((1, 2, 3)), st.sampled_from((4, 6)), st.integers(0, 3), CHANCES)
def test_what_is_completed_is_true(decks: int, players: int, takers: int, rng: Random) -> None:
    whole = facts_of(rng, decks, players, takers)
    less = less_of(whole, rng)
    full = complete(less)
    for stated, found, true in zip(places(less), places(full), places(whole), strict=True):
        assert within(found, true)
        assert within(stated, found)
        assert len(found) >= len(stated)
        if len(found) == len(true) and is_complete(found):
            assert sorted(found) == sorted(true)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((1, 2)), st.integers(0, 2), CHANCES)
def test_a_card_too_many_proves_nothing(decks: int, takers: int, rng: Random) -> None:
    whole = facts_of(rng, decks, 4, takers)
    less = less_of(whole, rng)
    seat = rng.randrange(4)
    face = rng.randrange(FACES)
    spoiled = [card for card in less.dealt[seat] if card != face]
    spoiled = [*([face] * (decks + 1)), *spoiled][: len(less.dealt[seat])]
    dealt = tuple(tuple(sorted(spoiled)) if at == seat else c for at, c in enumerate(less.dealt))
    if spoiled.count(face) > decks:
        broken = replace(less, dealt=dealt)
        assert complete(broken) == broken


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((1, 2)), st.integers(0, 2), CHANCES)
def test_contradictions_never_raise(decks: int, takers: int, rng: Random) -> None:
    less = less_of(facts_of(rng, decks, 4, takers), rng)

    def spoil(cards: Cards) -> Cards:
        spoiled = [rng.randrange(FACES) if rng.random() < 0.05 else card for card in cards]
        if rng.random() < 0.1:
            spoiled = spoiled[1:] if rng.random() < 0.5 else [*spoiled, UNKNOWN]
        return tuple(sorted(spoiled))

    complete(
        replace(
            less,
            dealt=tuple(map(spoil, less.dealt)),
            kitty=spoil(less.kitty),
            exchanges=tuple((seat, spoil(buried)) for seat, buried in less.exchanges),
            played=tuple(map(known, map(spoil, less.played))),
        )
    )


FOUR = ("S2345", "H2345", "D2345", "C2345")
"""Four hands of a deck of their own kind, with a kitty of the rest."""
REST = tuple(sorted(set(DECK) - {card for hand in FOUR for card in cards(hand)}))
HIDDEN = (UNKNOWN,) * 4


def facts(
    *dealt: Cards,
    kitty: Cards = REST,
    exchanges: tuple[tuple[int, Cards], ...] = (),
    played: tuple[Cards, ...] = ((), (), (), ()),
) -> Facts:
    return Facts((1,) * FACES, 4, dealt, kitty, exchanges, played)


S, H, D, C = map(cards, FOUR)


def test_the_last_place_holds_what_no_other_does() -> None:
    assert complete(facts(S, H, D, HIDDEN)).dealt == (S, H, D, C)
    hidden_kitty = (UNKNOWN,) * len(REST)
    assert complete(facts(S, H, D, C, kitty=hidden_kitty)).kitty == REST
    assert complete(facts(S, H, HIDDEN, HIDDEN)).dealt == (S, H, HIDDEN, HIDDEN)


def test_who_exchanged_nothing_was_dealt_what_he_plays() -> None:
    taken = ((0, (UNKNOWN,) * len(REST)),)
    told = facts(HIDDEN, HIDDEN, D, C, exchanges=taken, played=((), H, (), ()))
    assert complete(told).dealt == (S, H, D, C)
    nobody = facts(HIDDEN, HIDDEN, D, C, played=((), H, (), ()))
    assert complete(nobody).dealt == (HIDDEN, HIDDEN, D, C)


def test_what_is_held_after_the_exchange_tells_what_was_buried() -> None:
    kept = cards("S5 B L SA")
    buried = tuple(sorted((*cards("S234"), *(card for card in REST if card not in kept))))
    taken = ((0, (UNKNOWN,) * len(REST)),)
    told = facts(HIDDEN, HIDDEN, HIDDEN, HIDDEN, exchanges=taken, played=(kept, H, D, C))
    full = complete(replace(told, kitty=(UNKNOWN,) * len(REST)))
    assert full.exchanges == ((0, buried),)
    assert full.dealt == (HIDDEN, H, D, C)
    assert complete(replace(told, kitty=REST)).dealt == (S, H, D, C)


@pytest.mark.parametrize("hint", ["H?", "S?"])
def test_a_suit_that_is_told_must_fit(hint: str) -> None:
    told = hide(cards("S2345"), Random(0), 0)[:3] + ((54,) if hint == "S?" else (55,))
    full = complete(facts(told, H, D, C))
    assert full.dealt[0] == (S if hint == "S?" else told)
