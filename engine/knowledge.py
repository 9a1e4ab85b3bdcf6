"""What is proved about hidden cards: hands completed by proof, and verdicts without full hands.

Judging with unknown cards is sound, not complete: a play is called illegal only if it is illegal
for every hand the seat may hold, legal only if it is legal for every one of them.

The proof rests on one property of the follow rules, that more cards can only oblige to more: a play
that is illegal with some of the cards is illegal with all of them (:func:`tricks.monotone` says for
which rules it holds).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shengji.engine.cards import CODES, FACES, UNKNOWN, Cards, cards_from, counts

Counts = list[int]


def unknown_number(held: Sequence[int]) -> int:
    """How many cards of a holding are not known by face."""
    return sum(held[FACES:])


def is_complete(cards: Cards) -> bool:
    """No card of the set is unknown."""
    return not cards or max(cards) < FACES


def at_least(known: Counts, size: int) -> Cards:
    """A set of `size` cards that holds the known ones and unknown ones for the rest."""
    held = known[:FACES] + [0] * (CODES - FACES)
    held[UNKNOWN] = max(0, size - sum(known[:FACES]))
    return cards_from(held)


def most_possible(held: Sequence[int], unseen: Sequence[int]) -> Counts:
    """An upper bound by face of what a partly known holding can be."""
    free = unknown_number(held)
    bound = [held[face] + min(unseen[face], free) for face in range(FACES)]
    return bound + [0] * (CODES - FACES)


def least_certain(held: Sequence[int]) -> Counts:
    """The known cards of a holding alone."""
    return list(held[:FACES]) + [0] * (CODES - FACES)


@dataclass(frozen=True, slots=True)
class Facts:
    """Where the cards of one hand are, as far as a record says; codes may stand for unknown cards.

    `played` are the cards each seat is known to hold when play begins: all that it plays.
    `exchanges` are the kitty exchanges in order: who took it and what was buried.
    """

    decks: int
    hand_size: int
    dealt: tuple[Cards, ...]
    kitty: Cards
    exchanges: tuple[tuple[int, Cards], ...]
    played: tuple[Cards, ...]


def complete(facts: Facts) -> Facts:
    """The same facts with every card filled in that the rest of them proves.

    Proofs used: a seat that exchanged nothing was dealt all that it plays; hand and kitty before an
    exchange are hand and buried cards after it; what no other place holds is in the last one.
    """
    while True:
        better = _by_complement(_by_exchange(_by_play(facts)))
        if better == facts:
            return facts
        facts = better


def _union(first: Cards, second: Cards) -> Counts:
    return [max(pair) for pair in zip(counts(first), counts(second), strict=True)]


def _minus(whole: Cards, part: Cards) -> Cards | None:
    """The rest of a complete set, or None where `part` is not within it."""
    left = counts(whole)
    for card in part:
        left[card] -= 1
    return None if min(left) < 0 else cards_from(left)


def _by_play(facts: Facts) -> Facts:
    exchanged = {seat for seat, _ in facts.exchanges}
    dealt = list(facts.dealt)
    for seat, cards in enumerate(facts.dealt):
        if seat in exchanged or is_complete(cards):
            continue
        least = _union(cards, facts.played[seat])
        if sum(least[:FACES]) <= len(cards):
            dealt[seat] = _same_hints(cards, least)
    return replace(facts, dealt=tuple(dealt))


def _same_hints(cards: Cards, least: Counts) -> Cards:
    """`cards` with the proved faces; suit hints are kept only while no new face may be theirs."""
    if sum(least[:FACES]) == sum(counts(cards)[:FACES]):
        return cards
    return at_least(least, len(cards))


def _by_exchange(facts: Facts) -> Facts:
    if len(facts.exchanges) != 1:
        return facts
    seat, buried = facts.exchanges[0]
    after = facts.played[seat]
    if len(after) != facts.hand_size or not is_complete(after):
        return facts
    dealt, kitty = facts.dealt[seat], facts.kitty
    parts = (is_complete(dealt), is_complete(kitty), is_complete(buried))
    if parts == (True, True, False) and (rest := _minus(dealt + kitty, after)) is not None:
        return _fits(facts, buried, rest, exchanges=((seat, rest),))
    if parts == (False, True, True) and (rest := _minus(after + buried, kitty)) is not None:
        hands = tuple(rest if s == seat else cards for s, cards in enumerate(facts.dealt))
        return _fits(facts, dealt, rest, dealt=hands)
    if parts == (True, False, True) and (rest := _minus(after + buried, dealt)) is not None:
        return _fits(facts, kitty, rest, kitty=rest)
    return facts


def _fits(
    facts: Facts,
    stated: Cards,
    proved: Cards,
    *,
    dealt: tuple[Cards, ...] | None = None,
    kitty: Cards | None = None,
    exchanges: tuple[tuple[int, Cards], ...] | None = None,
) -> Facts:
    """The facts with a proved set, unless it contradicts what is stated of that set."""
    if len(stated) != len(proved) or not _covers(proved, stated):
        return facts
    return replace(
        facts,
        dealt=facts.dealt if dealt is None else dealt,
        kitty=facts.kitty if kitty is None else kitty,
        exchanges=facts.exchanges if exchanges is None else exchanges,
    )


def _covers(whole: Cards, stated: Cards) -> bool:
    have, want = counts(whole), counts(stated)
    return all(have[face] >= want[face] for face in range(FACES))


def _by_complement(facts: Facts) -> Facts:
    places = (*facts.dealt, facts.kitty)
    open_places = [index for index, cards in enumerate(places) if not is_complete(cards)]
    if len(open_places) != 1 or sum(map(len, places)) != FACES * facts.decks:
        return facts
    index = open_places[0]
    others = [card for place, cards in enumerate(places) if place != index for card in cards]
    rest = _minus(tuple(range(FACES)) * facts.decks, tuple(others))
    if rest is None:
        return facts
    if index == len(facts.dealt):
        return _fits(facts, facts.kitty, rest, kitty=rest)
    hands = tuple(rest if seat == index else cards for seat, cards in enumerate(facts.dealt))
    return _fits(facts, facts.dealt[index], rest, dealt=hands)
