"""Random hands as engine events, and ways to hide or to spoil what is told of them."""

import functools
from dataclasses import dataclass, replace
from random import Random

from shengji.engine.cards import CODES, FACES, UNKNOWN, UNKNOWN_OF_SUIT, Cards, suit_of
from shengji.engine.events import (
    Adjust,
    Bury,
    Event,
    Flip,
    Laid,
    Mark,
    Name,
    Pass,
    Play,
    Show,
    Take,
)
from shengji.engine.hand import Hand, Setup
from shengji.engine.presets import rules_from_text
from shengji.notation import record as rec
from shengji.replay.generate import random_match

TABLES = (
    "standard",
    "tractor-online",
    "godot",
    "standard throw_fail_play=first_stopper throw_penalty=5_per_card throw_penalty_basis=beaten",
    "standard throw_check=opponents follow_shape=suit_only",
    "standard decks=3 follow_longer_protected=yes",
    "standard break_tractor_for_pair=protected throw_allowed=side_suits",
    "standard decks=1 throw_compare=all",
    "standard decks=3 players=6 throw_compare=units",
    "tractor-online decks=4 bombs=any_suit rainbow=6",
    "standard decks=4 bombs=led_suit ruff_structure=any_trump titanic=no rainbow=4",
    "standard throw_check=seen throw_fail_play=failing_card",
    "standard throw_whole_suit=yes throw_fail_play=smallest_part throw_penalty=10",
    "standard throw_fail_play=free follow_throw=with_tractor throw_penalty=5_per_card",
    "standard throw_fail_play=smallest_card short_decks=3 kitty_size=7 odd_cards=left_out",
)
MARKS: tuple[Mark, ...] = ("revoke", "count", "turn", "exposed")


@dataclass(frozen=True)
class Script:
    """A whole legal hand: how it is set up, and what happens."""

    setup: Setup
    before: tuple[Event, ...]
    """Up to the last bury."""
    plays: tuple[Play, ...]

    @property
    def tricks(self) -> list[tuple[int, tuple[Laid, ...]]]:
        """Who leads, and what is laid down."""
        size = self.setup.rules.players
        rounds = [self.plays[at : at + size] for at in range(0, len(self.plays), size)]
        return [(plays[0].seat, tuple(play.laid for play in plays)) for plays in rounds]

    def held(self) -> tuple[Cards, ...]:
        """What every seat holds when play begins."""
        hand = self.started()
        return tuple(map(hand.holdings.cards, range(hand.seats)))

    def started(self) -> Hand:
        hand = Hand(self.setup)
        for event in self.before:
            hand.apply(event)
        hand.begin_play()
        return hand


@functools.cache
def script(table: int, seed: int) -> Script:
    """A random hand, under one of the tables."""
    rules = rules_from_text(TABLES[table])[1]
    match = random_match(TABLES[table], 3, seed)
    hand = next(hand for hand in match.hands if any(isinstance(e, rec.Trick) for e in hand.events))
    drawn = next(tuple(line.cards for line in e.lines) for e in hand.events if type(e) is rec.Deal)
    kitty = next(event.cards for event in hand.events if isinstance(event, rec.Kitty))
    first = next(event.first for event in hand.events if isinstance(event, rec.Deal))
    levels: list[int | None] = [None] * rules.players
    for side in hand.levels:
        for seat in side.seats:
            levels[seat] = side.level.rank if side.level else None
    setup = Setup(
        rules,
        tuple(levels),
        hand.dealer if hand.dealer >= 0 else None,
        tuple(tuple(sorted(cards)) for cards in drawn),
        kitty,
        kitty_ordered=True,
        drawn=drawn,
        first_drawer=first,
        first=hand.dealer < 0,
    )
    before = tuple(event for told in hand.events for event in _event(told))
    tricks = [event for event in hand.events if isinstance(event, rec.Trick)]
    plays = tuple(
        Play((trick.leader + step) % rules.players, Laid(p.cards, p.units, p.forced, p.beaten_by))
        for trick in tricks
        for step, p in enumerate(trick.plays)
    )
    return Script(setup, before, plays)


def _event(told: rec.Statement) -> tuple[Event, ...]:
    match told:
        case rec.Declare():
            return (Show(told.seat, told.cards, told.after),)
        case rec.Overturn():
            return (Show(told.seat, told.cards),)
        case rec.Pass():
            return (Pass(told.seat),)
        case rec.Flip():
            return (Flip(told.cards),)
        case rec.Trump():
            level = None if told.level is None else told.level.rank
            return (Name(told.suit, level, told.declarer),)
        case rec.Take():
            return (Take(told.seat),)
        case rec.Bury():
            return (Bury(told.seat, told.cards),)
        case _:
            return ()


def hide(cards: Cards, rng: Random, share: float) -> Cards:
    """Some of the cards become unknown, now and then with their suit told; the order is kept."""
    return tuple(
        card
        if rng.random() >= share
        else UNKNOWN_OF_SUIT + suit_of(card)
        if suit_of(card) < 4 and rng.random() < 0.3
        else UNKNOWN
        for card in cards
    )


def hidden(whole: Script, rng: Random) -> Script:
    """The same hand, of which less is told: cards, whole hands, the kitty or what was buried."""
    setup = whole.setup
    shares = [rng.choice((0, 0, 0.1, 0.5, 1)) for _ in setup.hands]
    assert setup.drawn is not None
    drawn = tuple(hide(cards, rng, share) for cards, share in zip(setup.drawn, shares, strict=True))
    kitty = hide(setup.kitty, rng, rng.choice((0, 0.3, 1)))
    proved = [
        tuple(sorted(rng.sample(cards, rng.randint(0, len(cards))))) for cards in whole.held()
    ]
    less = replace(
        setup,
        hands=tuple(tuple(sorted(cards)) for cards in drawn),
        kitty=kitty,
        kitty_ordered=rng.random() < 0.5,
        drawn=drawn if rng.random() < 0.7 else None,
        first_drawer=setup.first_drawer if rng.random() < 0.7 else None,
        proved=tuple(proved) if rng.random() < 0.5 else (),
    )
    share = rng.choice((0, 0, 0.5, 1))
    before = tuple(
        replace(event, cards=tuple(sorted(hide(event.cards, rng, share))))
        if isinstance(event, Bury)
        else event
        for event in whole.before
    )
    return Script(less, before, whole.plays)


def other_play(hand: Hand, seat: int, like: Laid, rng: Random) -> Laid:
    """What the seat might have laid down instead: often against the rules."""
    held = list(hand.holdings.cards(seat))
    size = len(like.cards)
    if hand.trick is None:
        size = rng.choice((size, 1, 2, 2, 3, 4, 5))
        if rng.random() < 0.7 and hand.order is not None:
            suit = hand.order.suit[rng.choice(held)]
            held = [card for card in held if hand.order.suit[card] == suit]
    elif rng.random() < 0.1:
        size += 1
    size = min(size, len(held))
    cards = rng.sample(held, size)
    if rng.random() < 0.15:
        cards[rng.randrange(size)] = rng.randrange(FACES)
    laid = tuple(sorted(cards))
    if hand.trick is None and size > 1 and rng.random() < 0.4:
        forced = (rng.choice(laid),)
        forced = forced * laid.count(forced[0]) if rng.random() < 0.5 else forced
        return Laid(laid, (), forced, rng.choice((None, rng.randrange(hand.seats))))
    return Laid(laid, mark=rng.choice((None,) * 8 + ("revoke", "count", "turn")))


def any_cards(hand: Hand, seat: int, rng: Random) -> Cards:
    """Cards of a seat, or any at all, known or not."""
    own = hand.holdings.cards(seat)
    if own and rng.random() < 0.6:
        return tuple(sorted(rng.sample(own, min(len(own), rng.choice((1, 1, 2, 3, 8))))))
    number = rng.choice((0, 1, 1, 2, 3, 8, 30))
    return tuple(sorted(rng.randrange(rng.choice((FACES, CODES))) for _ in range(number)))


def any_event(hand: Hand, rng: Random) -> Event:
    """An event that makes no sense more often than not."""
    seat = rng.randrange(hand.seats)
    cards = any_cards(hand, seat, rng)
    units = rng.choice(((), (), tuple((card,) for card in cards)))
    forced = rng.choice((None, None, cards[:1], any_cards(hand, seat, rng)))
    laid = Laid(cards, units, forced, rng.choice((None, seat)), rng.choice((None, None, *MARKS)))
    name = Name(rng.choice((None, -1, 0, 3)), rng.choice((None, 0, 13)), rng.choice((None, seat)))
    seats = rng.choice(((), (seat,), tuple(range(hand.seats))))
    return rng.choice(
        (
            *(Play(seat, laid),) * 5,
            Show(seat, cards, rng.choice((None, 0, 50, 500))),
            Pass(seat),
            Flip(cards),
            name,
            Take(seat),
            Bury(seat, cards),
            Adjust(seats, 10),
        )
    )
