"""Random legal records, for tests and benches: every hand dealt, declared, buried and played out.

The play is legal and otherwise aimless. Throws that fail are played as failed throws.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final

from shengji.engine import events
from shengji.engine.cards import DECK, FACES, Cards, counts
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.flips import turned
from shengji.engine.follow import legal_follows
from shengji.engine.hand import Hand, Setup
from shengji.engine.match import Level, start_levels
from shengji.engine.pack import Copies
from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.rainbows import rainbow_leads
from shengji.engine.rules import LEVELS, Rules
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Code, Value
from shengji.notation.tokens import SEATS
from shengji.replay.listening import Silent, Where
from shengji.replay.matches import MatchReplay
from shengji.replay.settling import HandOutcome

_CHOICES: Final = 24
"""How many of the legal plays are looked at before one is picked."""


class _Proof(Silent):
    """A listener for records that are legal by construction: anything noticed is a bug."""

    def verdict(self, where: Where, verdict: Fault | Unproved) -> None:
        raise AssertionError((where, verdict))

    def finding(self, code: Code, where: Where, **arguments: Value) -> None:
        if code is not dia.MISSING_RESULT:
            raise AssertionError((code, where, arguments))


def random_match(rules_text: str, hands: int, seed: int) -> rec.Record:
    """A match of up to `hands` hands under these rules; it stops when the match is won.

    :raises RuleError: the rules do not exist.
    """
    preset, rules = rules_from_text(rules_text)
    rng = Random(seed)
    match = MatchReplay(rules, _Proof())
    played: list[rec.Hand] = []
    levels: tuple[Level, ...] = start_levels(rules)
    due: int | None = None
    ending: rec.MatchEnd | None = None
    for number in range(1, hands + 1):
        hand = _Maker(rules, rng, number, levels, due).hand()
        _, outcome = match.play(hand)
        played.append(_with_result(hand, outcome, rules))
        levels = tuple(level for level in outcome.after.levels if level is not None)
        due = outcome.after.due
        if outcome.after.winners:
            ending = rec.MatchEnd(outcome.after.winners)
            break
    return rec.Record(_tags(rules_to_text(preset, rules), rules, seed), tuple(played), ending)


def _tags(rules_text: str, rules: Rules, seed: int) -> tuple[rec.Tag, ...]:
    heads = {"Event": f"Random match {seed}", "Site": "?", "Date": "????-??-??"}
    players = {f"Player{SEATS[seat].upper()}": "?" for seat in range(rules.players)}
    return tuple(
        rec.Tag(name, value) for name, value in {**heads, "Rules": rules_text, **players}.items()
    )


def _with_result(hand: rec.Hand, outcome: HandOutcome, rules: Rules) -> rec.Hand:
    count, settlement = outcome.count, outcome.settlement
    if count is None or settlement is None or count.total is None:
        return hand
    gains: dict[int, tuple[int, ...]] = {}
    for seat, moved in enumerate(settlement.moved):
        if moved:
            gains[moved] = (*gains.get(moved, ()), seat)
    following = settlement.next_dealer
    result = rec.Result(
        count.total,
        count.kitty_points,
        count.multiplier,
        tuple(rec.SideChange(seats, moved) for moved, seats in gains.items()),
        rec.NOBODY if following is None else following,
    )
    return replace(hand, events=(*hand.events, result))


def sides(rules: Rules, levels: Sequence[Level | None]) -> tuple[rec.SideLevel, ...]:
    """The levels as a hand line writes them: by side, or by seat where each has his own."""
    if rules.level_owner == "player":
        return tuple(rec.SideLevel((seat,), level) for seat, level in enumerate(levels))
    return tuple(
        rec.SideLevel(tuple(range(side, rules.players, 2)), levels[side]) for side in (0, 1)
    )


def random_deal(
    rules: Rules, rng: Random, copies: Copies | None = None
) -> tuple[tuple[Cards, ...], Cards]:
    """Each seat's cards in the order drawn, and the kitty, top first.

    `copies` are the cards dealt, where some are left out of the game.
    """
    copies = rules.copies if copies is None else copies
    deck = [face for deck in range(rules.decks) for face in DECK if copies[face] > deck]
    rng.shuffle(deck)
    dealt = rules.hand_size * rules.players
    hands = tuple(tuple(deck[seat : dealt : rules.players]) for seat in range(rules.players))
    return hands, tuple(deck[dealt:])


class _Maker:
    """Makes one hand: an engine is driven, and the record written along."""

    def __init__(
        self, rules: Rules, rng: Random, number: int, levels: tuple[Level, ...], due: int | None
    ) -> None:
        self.rules, self.rng, self.number = rules, rng, number
        self.levels, self.due = levels, due
        self.first = rng.randrange(rules.players) if due is None else due
        ranks = tuple(level.rank for level in levels)
        copies = rules.copies_dealt(ranks, due, first=number == 1)
        drawn, self.kitty = random_deal(rules, rng, copies)
        turn = [(seat - self.first) % rules.players for seat in range(rules.players)]
        self.drawn = tuple(drawn[turn[seat]] for seat in range(rules.players))
        self.events: list[rec.Statement] = []
        self.engine = Hand(
            Setup(
                rules,
                ranks,
                due,
                tuple(tuple(sorted(cards)) for cards in self.drawn),
                self.kitty,
                True,
                self.drawn,
                self.first,
            )
        )

    def hand(self) -> rec.Hand:
        lines = tuple(rec.SeatCards(seat, cards) for seat, cards in enumerate(self.drawn))
        self.events.append(rec.Deal(self.first, lines))
        if self.kitty:
            self.events.append(rec.Kitty(self.kitty))
        self._declare()
        if self._has_trump():
            self._exchange()
            self._play()
        else:
            self.events.append(rec.Redeal("undeclared"))
        due = rec.UNKNOWN_SEAT if self.due is None else self.due
        return rec.Hand(self.number, sides(self.rules, self.levels), due, events=tuple(self.events))

    # -- trump ----------------------------------------------------------------------------------

    def _declare(self) -> None:
        whole = self.rules.hand_size * self.rules.players
        if self.rules.declare_order == "asked":
            self._ask(whole)
        else:
            start = whole if self.rules.declare_window == "after_deal" else 1
            for after in range(start, whole + 1):
                self._may_show((self.first + after - 1) % self.rules.players, after)
        if not self.engine.bidding.showings:
            self._nobody()

    def _ask(self, whole: int) -> None:
        for step in range(self.rules.players):
            seat = (self.first + step) % self.rules.players
            if self._may_show(seat, whole, eagerness=0.8):
                return
            self.engine.apply(events.Pass(seat))
            self.events.append(rec.Pass(seat))

    def _may_show(self, seat: int, after: int, eagerness: float = 0.3) -> bool:
        turn = (seat - self.first) % self.rules.players
        held = counts(
            self.drawn[seat][: (after + self.rules.players - 1 - turn) // self.rules.players]
        )
        options = self.engine.bidding.options(seat, held)
        if not options or self.rng.random() > eagerness:
            return False
        show = events.Show(seat, self.rng.choice(options), after)
        if self.engine.verify(show) is not None:
            return False
        self.engine.apply(show)
        self.events.append(rec.Declare(after, seat, show.cards))
        return True

    def _nobody(self) -> None:
        if self.due is None or not self.rules.nobody_later.startswith("kitty"):
            return
        level = self.levels[self.due].rank
        if LEVELS[level] == "N":
            return
        flipped = turned(self.rules, self.kitty, level)
        if flipped:
            self.engine.apply(events.Flip(flipped))
            self.events.append(rec.Flip(flipped))

    def _has_trump(self) -> bool:
        outcome = self.engine.bidding.outcome()
        if outcome.suit is None or outcome.declarer is None or outcome.level is None:
            return False
        name = rec.Trump(outcome.suit, self.levels[outcome.declarer], outcome.declarer)
        self.engine.apply(events.Name(outcome.suit, outcome.level, outcome.declarer))
        self.events.append(name)
        return True

    # -- the kitty ------------------------------------------------------------------------------

    def _exchange(self) -> None:
        declarer = self.engine.declarer
        assert declarer is not None
        if not self.kitty:
            self.engine.begin_play()
            return
        self.engine.apply(events.Take(declarer))
        held = list(self.engine.holdings.cards(declarer))
        buried = tuple(sorted(self.rng.sample(held, self.rules.kitty)))
        self.engine.apply(events.Bury(declarer, buried))
        self.engine.begin_play()
        self.events += [rec.Take(declarer), rec.Bury(declarer, buried)]

    # -- play -----------------------------------------------------------------------------------

    def _play(self) -> None:
        number = 1
        while any(self.engine.cards_left()):
            leader = self.engine.to_move
            assert leader is not None
            plays = [self._lead(leader)]
            for step in range(1, self.rules.players):
                plays.append(self._follow((leader + step) % self.rules.players))
            done = self.engine.done[-1]
            assert done.winner is not None
            won = rec.Won(done.winner, done.points)
            self.events.append(rec.Trick(number, leader, tuple(plays), won))
            number += 1

    def _lay(self, seat: int, play: rec.Play) -> rec.Play:
        self.engine.apply_play(seat, play)
        return play

    def _lead(self, seat: int) -> rec.Play:
        held = self.engine.holdings.held[seat]
        for _ in range(8):
            play = rec.Play(self._some_lead(held))
            verdict = self.engine.verify_play(seat, play)
            if verdict is None:
                return self._lay(seat, play)
            if isinstance(verdict, Fault) and verdict.rule is Rule.THROW_FAILS:
                forced = verdict.owed or play.cards[:1]
                return self._lay(seat, rec.Play(play.cards, (), forced, verdict.other))
        single = self.rng.choice([face for face in range(FACES) if held[face]])
        return self._lay(seat, rec.Play((single,)))

    def _some_lead(self, held: list[int]) -> Cards:
        """A single, all copies of a face, or now and then several neighbours of one suit."""
        order = self.engine.order
        assert order is not None
        rng = self.rng
        face = rng.choice([card for card in range(FACES) for _ in range(held[card])])
        mood = rng.random()
        if mood < 0.5:
            return (face,)
        if self.rules.rainbow and (rainbow := self._some_rainbow(held)):
            return rainbow
        if mood < 0.95:
            return (face,) * held[face]
        suit = order.suit[face]
        near = [card for card in range(FACES) if held[card] and order.suit[card] == suit]
        near.sort(key=lambda card: abs(order.strength[card] - order.strength[face]))
        return tuple(sorted(card for card in near[: rng.randint(1, 3)] for _ in range(held[card])))

    def _some_rainbow(self, held: list[int]) -> Cards:
        """One of the rainbows in a hand; empty where it has none."""
        assert self.engine.order is not None
        leads = islice(rainbow_leads(self.engine.order, held, throws=True), _CHOICES)
        return self.rng.choice([*leads] or [()])

    def _follow(self, seat: int) -> rec.Play:
        order, trick = self.engine.order, self.engine.trick
        assert order is not None and trick is not None and trick.lead is not None
        held = self.engine.holdings.held[seat]
        choices = list(islice(legal_follows(order, trick.lead, held), _CHOICES))
        return self._lay(seat, rec.Play(self.rng.choice(choices)))
