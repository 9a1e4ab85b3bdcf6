"""Random legal records, for tests and benches: every hand dealt, declared, buried and played out.

The play is legal and otherwise aimless. Throws that fail are played as failed throws.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final

from shengji.engine import events
from shengji.engine.cards import DECK, FACES, POINTS, Cards, counts, points
from shengji.engine.declaring.flips import deciding, may_be_drawn, turned
from shengji.engine.faults import Fault, Rule, Unproved
from shengji.engine.hand import Hand, Setup
from shengji.engine.pack import Copies
from shengji.engine.play.bombs import is_bomb
from shengji.engine.play.follow import legal_follows
from shengji.engine.play.rainbows import rainbow_leads
from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring.match import Level, side_of, start_levels
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Code, Value
from shengji.notation.tokens import SEATS
from shengji.replay.listening import Silent, Where
from shengji.replay.matches import MatchReplay
from shengji.replay.settling import HandOutcome, result_of

_CHOICES: Final = 24
"""How many of the legal plays are looked at before one is picked."""
_MUTINIES: Final = 0.3
"""How often a hand that may be thrown in is."""
_THEFTS: Final = 0.5
"""How often a seat that may overturn after a burying does."""
_SILENT: Final = 7
"""In one hand out of so many nobody declares, so that the rules of such hands are met."""


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
    # Where no showing ever makes the dealer, the first one is chosen by lot.
    due = rng.randrange(rules.players) if rules.declarer_deals == "never" else None
    ending: rec.MatchEnd | None = None
    for number in range(1, hands + 1):
        hand = _Maker(rules, rng, number, levels, due).hand()
        _, outcome = match.play(hand)
        played.append(_with_result(hand, outcome))
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


def _with_result(hand: rec.Hand, outcome: HandOutcome) -> rec.Hand:
    result = result_of(outcome)
    return hand if result is None else replace(hand, events=(*hand.events, result))


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
        copies = rules.copies_dealt(ranks, due, first=due is None)
        drawn, self.kitty = random_deal(rules, rng, copies)
        turn = [(seat - self.first) % rules.players for seat in range(rules.players)]
        self.drawn = tuple(drawn[turn[seat]] for seat in range(rules.players))
        self.events: list[rec.Statement] = []
        self.joins = 0
        """How many friends were told to have joined."""
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
        if (poor := self._mutineer()) is not None:
            self.events.append(rec.Redeal("mutiny", poor))
        elif self._has_trump():
            self._exchange()
            self._call_friends()
            self.engine.begin_play()
            self._tell_joins()
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
            self._leave_to_others(whole)
        if not self.engine.bidding.showings:
            self._nobody()

    def _leave_to_others(self, whole: int) -> None:
        """The dealer's side passes, so that the others may declare."""
        if self.due is None or self.rules.later_declarers == "any":
            return
        side = side_of(self.rules, self.due)
        for seat in side:
            self._pass(seat)
        for seat in side_of(self.rules, self.due + 1):
            self._may_show(seat, whole)

    def _pass(self, seat: int) -> None:
        self.engine.apply(events.Pass(seat))
        self.events.append(rec.Pass(seat))

    def _ask(self, whole: int) -> None:
        for step in range(self.rules.players):
            seat = (self.first + step) % self.rules.players
            if self._may_show(seat, whole, eagerness=0.8):
                return
            self._pass(seat)

    def _may_show(self, seat: int, after: int, eagerness: float = 0.3) -> bool:
        turn = (seat - self.first) % self.rules.players
        held = counts(
            self.drawn[seat][: (after + self.rules.players - 1 - turn) // self.rules.players]
        )
        options = self.engine.bidding.options(seat, held)
        if not options or self.number % _SILENT == 0 or self.rng.random() > eagerness:
            return False
        show = events.Show(seat, self.rng.choice(options), after)
        if self.engine.verify(show) is not None:
            return False
        self.engine.apply(show)
        self.events.append(rec.Declare(after, seat, show.cards))
        return True

    def _nobody(self) -> None:
        bidding = self.engine.bidding
        level = bidding.level_played()
        if not bidding.nobody().startswith("kitty") or level == NO_TRUMP_LEVEL:
            return
        drawn = bidding.nobody() == "kitty_match"
        flipped = self._drawn() if drawn else turned(self.rules, self.kitty, level)
        if flipped:
            self.engine.apply(events.Flip(flipped))
            self.events.append(rec.Flip(flipped))

    def _drawn(self) -> Cards:
        """Cards drawn out of the kitty until one names trump, or all of them."""
        order = self.rng.sample(self.kitty, len(self.kitty))
        for end in range(1, len(order)):
            if may_be_drawn(self.rules, tuple(order[:end])):
                return tuple(order[:end])
        return tuple(order)

    def _mutineer(self) -> int | None:
        """An attacker who throws his hand in, since it is worth too little."""
        dealer, rules = self.engine.bidding.declarer(), self.rules
        if dealer is None or rules.partnership == "friends" or not rules.mutiny_points:
            return None
        if self.rng.random() > _MUTINIES:
            return None
        for seat in side_of(rules, dealer + 1):
            if points(self.drawn[seat]) < rules.mutiny_points:
                return seat
        return None

    def _has_trump(self) -> bool:
        outcome = self.engine.bidding.outcome()
        declarer = outcome.declarer
        if declarer is None and outcome.undeclared and not outcome.redeal:
            declarer = self._one_of_the_matching()
        if outcome.suit is None or declarer is None:
            return False
        level = self.levels[declarer]
        self.engine.apply(events.Name(outcome.suit, level.rank, declarer))
        # Without a card turned, nothing else would tell that nobody declared.
        silent = outcome.undeclared and not self.engine.bidding.flipped
        told = rec.NOBODY if silent else declarer
        self.events.append(rec.Trump(outcome.suit, level, told))
        return True

    def _one_of_the_matching(self) -> int | None:
        """Partners both hold the card that was turned: the rules do not say which of them deals."""
        bidding = self.engine.bidding
        if not bidding.flipped:
            return None
        card = deciding(self.rules, bidding.flipped, bidding.level_of(self.due))
        holding = [seat for seat, held in enumerate(self.drawn) if card in held]
        return self.rng.choice(holding) if holding else None

    # -- the kitty ------------------------------------------------------------------------------

    def _exchange(self) -> None:
        declarer = self.engine.declarer
        assert declarer is not None
        if self.kitty:
            self._take_and_bury(declarer)
            while self.rules.kitty_theft and self._thief(declarer):
                pass

    def _take_and_bury(self, seat: int) -> None:
        self.engine.apply(events.Take(seat))
        bury = events.Bury(seat, self._some_burial(seat))
        self.engine.apply(bury)
        self.events += [rec.Take(seat), rec.Bury(seat, bury.cards)]

    def _some_burial(self, seat: int) -> Cards:
        """Any cards; where points are limited and these are worth too much, the cheapest."""
        held, limit = self.engine.holdings.cards(seat), self.rules.kitty_points_limit
        chosen = self.rng.sample(held, self.rules.kitty)
        if limit is not None and points(tuple(chosen)) > limit:
            chosen = sorted(held, key=POINTS.__getitem__)[: self.rules.kitty]
        return tuple(sorted(chosen))

    def _thief(self, dealer: int) -> bool:
        """The seats are asked from the dealer's next on; does one of them take the kitty?"""
        for step in range(1, self.rules.players + 1):
            seat = (dealer + step) % self.rules.players
            held = self.engine.holdings.held[seat]
            options = self.engine.bidding.options(seat, held, later=True)
            if options and self.rng.random() < _THEFTS:
                show = events.Show(seat, self.rng.choice(options))
                self.engine.apply(show)
                self.events.append(rec.Overturn(seat, show.cards))
                self._take_and_bury(seat)
                return True
            self._pass(seat)
        return False

    # -- friends --------------------------------------------------------------------------------

    def _call_friends(self) -> None:
        """As many cards as there are to be friends, picked out of those that may be called."""
        if self.engine.friends is None:
            return
        copies = self.rules.decks if self.rules.friend_call == "nth" else 1
        calls = [events.Call(face, copy) for face in range(FACES) for copy in range(1, copies + 1)]
        self.rng.shuffle(calls)
        for call in calls:
            if self.engine.friends.complete:
                return
            if self.engine.verify(call) is None:
                self.engine.apply(call)
                self.events.append(rec.Friend(call.card, call.copy))

    def _tell_joins(self) -> None:
        """Who has joined the declarer since this was told last."""
        friends = self.engine.found_friends()
        for seat in friends.joined[self.joins :] if friends else ():
            self.events.append(rec.Join(seat))
            self.joins += 1

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
            self._tell_joins()
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
        bombs = [] if self.rules.bombs == "off" else list(filter(is_bomb, choices))
        if bombs and self.rng.random() < 0.5:
            choices = bombs
        return self._lay(seat, rec.Play(self.rng.choice(choices)))
