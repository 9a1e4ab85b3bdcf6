"""Who names trump: declaring (亮主), reinforcing (自保), overturning (反主), a turned kitty (翻底).

A showing is everything that a seat has face up; it stands until a better one beats it. What a
showing says is a *call*: a suit or a joker, and how many. Cards may be unknown: then a showing has
several possible calls, and a verdict is given only where all of them agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from shengji.engine.calls import Call, beats, calls_at, reinforces_when_equal
from shengji.engine.cards import FACES, LITTLE_JOKER, NO_TRUMP, Cards, counts, rank_of
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.flips import flip_suit, may_end, turned
from shengji.engine.partial import lacking, may_be_same, surely_in
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules


@dataclass(frozen=True, slots=True)
class Showing:
    """Everything that a seat had face up from then on."""

    seat: int
    cards: Cards
    after: int | None
    """Cards dealt to all seats by then; None where unknown."""
    calls: tuple[Call, ...]
    """What it can say: one call, or several where cards are unknown."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What declaring comes to; None where it is not settled or not known."""

    suit: int | None
    """Trump suit, or NO_TRUMP."""
    level: int | None
    """The level at which the hand is played: the declarer's."""
    declarer: int | None
    """Who takes the kitty and leads (庄家)."""
    named_by: int | None = None
    """Whose showing named trump."""
    undeclared: bool = False
    """There is no showing: `suit` is what the turned cards, or the rules without them, say."""
    redeal: bool = False
    """Nobody declared, and the rules have the hand dealt again."""


class Bidding:
    """The showings of one hand, in order.

    `levels` has the level of each seat, rank 0 to 12 or 13 for N, None where unknown; `due` is the
    seat due to deal. None is a first hand, in which none is, or with `first` false one unknown.
    """

    def __init__(
        self,
        rules: Rules,
        levels: Sequence[int | None],
        due: int | None,
        *,
        first: bool = True,
    ) -> None:
        self.rules = rules
        self.levels = tuple(levels)
        self.due = due
        self.first = due is None and first
        self.showings: list[Showing] = []
        self.passes: list[int] = []
        self.flipped: Cards = ()
        self._taken: list[int] = []
        """Number of showings at each taking of the kitty."""
        self._whole = rules.players * rules.hand_size
        """Cards dealt to all seats in the end."""
        self._settled: Settled | None = None
        """The outcome, while nothing has changed it."""

    @property
    def standing(self) -> Showing | None:
        """The last showing, which beat all before it."""
        return self.showings[-1] if self.showings else None

    def outcome(self) -> Settled:
        """Trump, level and declarer if nothing more is shown."""
        if self._settled is None:
            self._settled = self._outcome()
        return self._settled

    def _outcome(self) -> Settled:
        named = self._naming()
        declarer = self._declarer()
        level = self._level_played(declarer)
        by = named.seat if named else None
        if level == NO_TRUMP_LEVEL:
            return Settled(NO_TRUMP, level, declarer, by)
        if named is not None:
            trumps = {call.trump for call in named.calls}
            return Settled(trumps.pop() if len(trumps) == 1 else None, level, declarer, by)
        nobody, suit = self._nobody(), None
        if nobody == "no_trump":
            suit = NO_TRUMP
        elif self.flipped:
            suit = flip_suit(self.rules, self.flipped, level)
        return Settled(suit, level, declarer, undeclared=True, redeal=nobody == "redeal")

    def taker(self) -> int | None:
        """Who is to take the kitty now: the declarer, then whoever overturned (炒底)."""
        if not self._taken:
            return self.outcome().declarer
        if len(self.showings) > self._taken[-1]:
            return self.showings[-1].seat
        return None

    def options(self, seat: int, held: Sequence[int], *, later: bool = False) -> tuple[Cards, ...]:
        """Every showing open to a seat with these cards after the deal, weaker ones first."""
        if self._window(seat, self._whole, later=later) is not None:
            return ()
        return tuple(
            cards
            for cards, call in self._calls(seat).items()
            if not lacking(cards, held) and self._against(seat, (call,)) is None
        )

    def level_shown(self, seat: int) -> int | None:
        """The level whose cards a seat has to show."""
        if self.rules.declare_level == "own" or self.first:
            return self.levels[seat]
        return self._common_level() if self.due is None else self.levels[self.due]

    def verify_show(
        self,
        seat: int,
        cards: Cards,
        held: Sequence[int] | None = None,
        *,
        after: int | None = None,
        exact: bool = True,
        at_most: int | None = None,
        later: bool = False,
    ) -> Verdict:
        """The rule that a showing breaks, or that cannot be proved to be kept.

        `held` counts the cards that the seat had been dealt, unknown ones under their codes; None
        where nothing is known of them. They are those dealt by then, or with `exact` false those it
        was dealt in the end, `at_most` of them by then. `after` cards had been dealt to all seats,
        None where that is unknown. `later` is a showing after a burying.
        """
        window = self._window(seat, after, later=later)
        if isinstance(window, Fault):
            return window
        readings = self._readings(seat, cards, held)
        named = self._named(seat, cards, readings)
        if isinstance(named, Fault):
            return named
        possession = self._possession(seat, cards, held, exact, at_most, readings)
        if isinstance(possession, Fault):
            return possession
        against = self._against(seat, readings)
        if isinstance(against, Fault):
            # Told are the cards as they were shown, not one of the calls that unknown ones can be.
            against = Fault(against.rule, seat, cards, other=against.other, option=against.option)
            return self._with_example(against, seat, held)
        return window or named or possession or against

    def verify_pass(self, seat: int, *, later: bool = False) -> Verdict:
        """A pass is in order wherever the seat is the one asked."""
        return None if later or self.rules.declare_order != "asked" else self._turn(seat)

    def verify_take(self, seat: int) -> Verdict:
        """The kitty goes to the declarer, and after a burying to whoever has overturned."""
        taker = self.taker()
        if taker is None and not self._taken:
            return Unproved(Rule.TAKE_SEAT, seat)
        return None if taker == seat else Fault(Rule.TAKE_SEAT, seat, other=taker)

    def verify_flip(self, cards: Cards, kitty: Cards | None, *, ordered: bool) -> Verdict:
        """Are these the cards to turn? `kitty` as dealt, top first if `ordered`; None: unknown."""
        level = self._level_played(self._declarer())
        option = "nobody_first" if self.first else "nobody_later"
        if self.showings or level == NO_TRUMP_LEVEL or not self._nobody().startswith("kitty"):
            return Fault(Rule.FLIP_CARDS, self.due, cards, option=option)
        if kitty is not None and ordered:
            owed = turned(self.rules, kitty, level)
            if owed is None:
                return Unproved(Rule.FLIP_CARDS, self.due)
            if may_be_same(cards, owed):
                return None
            return Fault(Rule.FLIP_CARDS, self.due, cards, owed, option=option)
        if kitty is not None and lacking(cards, counts(kitty)):
            return Fault(Rule.FLIP_CARDS, self.due, cards, option=option)
        size = self.rules.kitty
        if may_end(self.rules, cards, level, size) is False:
            return Fault(Rule.FLIP_CARDS, self.due, cards, option=option)
        return Unproved(Rule.FLIP_CARDS, self.due)

    def show(
        self,
        seat: int,
        cards: Cards,
        after: int | None = None,
        *,
        held: Sequence[int] | None = None,
    ) -> None:
        """The showing is made, whatever it broke; only one that names no trump changes nothing.

        What the seat is known to hold tells what unknown cards may be.
        """
        if calls := self._readings(seat, cards, held):
            self.showings.append(Showing(seat, cards, after, calls))
            self._settled = None

    def passed(self, seat: int) -> None:
        self.passes.append(seat)

    def take(self) -> None:
        """The kitty is taken: what stands now is trump until it is taken again."""
        self._taken.append(len(self.showings))
        self._settled = None

    def flip(self, cards: Cards) -> None:
        """Kitty cards are turned."""
        self.flipped += cards
        self._settled = None

    def _calls(self, seat: int) -> Mapping[Cards, Call]:
        """Every call that the seat can make at its level, by the cards shown."""
        rules = self.rules
        return calls_at(
            self.level_shown(seat), rules.decks, rules.declare_cards, rules.joker_declare
        )

    def _readings(
        self, seat: int, cards: Cards, held: Sequence[int] | None = None
    ) -> tuple[Call, ...]:
        """The calls that the cards, known or not, can make out of such a holding."""
        calls = self._calls(seat)
        if not cards or max(cards) < FACES:
            # Known cards may have been shown without being held: that is another fault.
            return (calls[cards],) if cards in calls else ()
        shown = counts(cards)
        return tuple(
            call
            for whole, call in calls.items()
            if len(whole) == len(cards)
            and not lacking(whole, shown)
            and (held is None or not lacking(whole, held))
        )

    def _cards(self, seat: int, call: Call) -> Cards:
        """The cards of a call; of several ranks where the level is not known, the lowest."""
        return next(cards for cards, made in self._calls(seat).items() if made == call)

    def _named(self, seat: int, cards: Cards, readings: tuple[Call, ...]) -> Verdict:
        """Do the cards, of what the seat had, name one trump?"""
        if not readings and not self._readings(seat, cards):
            return Fault(Rule.DECLARE_CARDS, seat, cards, option=self._why_not(seat, cards))
        if self.level_shown(seat) is None or len(readings) > 1:
            return Unproved(Rule.DECLARE_CARDS, seat)
        return None

    def _why_not(self, seat: int, cards: Cards) -> str:
        """The option for which the cards name no trump."""
        if not cards or all(card >= LITTLE_JOKER for card in cards):
            return "joker_declare"
        level = self.level_shown(seat)
        suited = [card for card in cards if card < LITTLE_JOKER]
        if level is not None and any(rank_of(card) != level for card in suited):
            return "declare_level"
        return "declare_cards"

    def _possession(
        self,
        seat: int,
        cards: Cards,
        held: Sequence[int] | None,
        exact: bool,
        at_most: int | None,
        calls: tuple[Call, ...],
    ) -> Verdict:
        """Had the seat been dealt the cards it showed?"""
        if at_most is not None and len(cards) > at_most:
            return Fault(Rule.DECLARE_NOT_HELD, seat, cards, expected=len(cards), found=at_most)
        if held is None:
            return Unproved(Rule.DECLARE_NOT_HELD, seat)
        if surely_in(cards, held):
            return None if exact else Unproved(Rule.DECLARE_NOT_HELD, seat)
        if missing := lacking(cards, held):
            return Fault(Rule.DECLARE_NOT_HELD, seat, missing)
        if not calls:
            return Fault(Rule.DECLARE_NOT_HELD, seat, cards)
        if exact and len(calls) == 1 and surely_in(self._cards(seat, calls[0]), held):
            return None
        return Unproved(Rule.DECLARE_NOT_HELD, seat)

    def _window(self, seat: int, after: int | None, *, later: bool) -> Verdict:
        """May anything be shown at this time, and by this seat?"""
        if self.flipped:
            return Fault(Rule.DECLARE_WINDOW, seat, option="nobody_later")
        if self._level_settles():
            return Fault(Rule.DECLARE_WINDOW, seat, option="level_ladder")
        if later:
            if self.rules.kitty_theft:
                return None
            return Fault(Rule.DECLARE_WINDOW, seat, option="kitty_theft")
        whole = self._whole
        if after is not None and after > whole:
            return Fault(Rule.DECLARE_WINDOW, seat, expected=whole, found=after)
        if after is not None and (earlier := self._shown_behind(after)) is not None:
            return Fault(Rule.DECLARE_WINDOW, seat, found=after, other=earlier)
        if self.rules.declare_order == "asked" and (fault := self._turn(seat)):
            return fault
        if self.rules.declare_window == "after_deal":
            if after is None:
                return Unproved(Rule.DECLARE_WINDOW, seat)
            if after < whole:
                return Fault(
                    Rule.DECLARE_WINDOW, seat, expected=whole, found=after, option="declare_window"
                )
        return None

    def _shown_behind(self, after: int) -> int | None:
        """A seat that showed when more cards than `after` had been dealt."""
        later = [shown.seat for shown in self.showings if shown.after and shown.after > after]
        return later[0] if later else None

    def _level_settles(self) -> bool:
        """At the no-trump level of a dealer who will stay there is nothing to declare."""
        return (
            self.due is not None
            and self.levels[self.due] == NO_TRUMP_LEVEL
            and (self.rules.declarer_deals != "always" or self.rules.declare_level == "dealer")
        )

    def _turn(self, seat: int) -> Fault | None:
        """Each seat is asked once, from the one due to deal on; the first who shows ends it."""
        if self.showings or len(self.passes) >= self.rules.players:
            return Fault(Rule.DECLARE_TURN, seat, option="declare_order")
        first = self.passes[0] if self.due is None and self.passes else self.due
        if first is None:
            return None
        asked = (first + len(self.passes)) % self.rules.players
        if seat == asked:
            return None
        return Fault(Rule.DECLARE_TURN, seat, other=asked, option="declare_order")

    def _against(self, seat: int, calls: tuple[Call, ...]) -> Verdict:
        """Does a call beat what stands, or properly add to it, whatever the unknown cards are?"""
        standing, own = self.standing, self._last_of(seat)
        before: Sequence[Call | None] = standing.calls if standing else (None,)
        earlier: Sequence[Call | None] = own.calls if own and own is not standing else (None,)
        faults = [
            self._fault(seat, call, stands, mine)
            for call, stands, mine in product(calls, before, earlier)
        ]
        first = next((fault for fault in faults if fault), None)
        if first is None or all(faults):
            return first
        return Unproved(first.rule, seat)

    def _last_of(self, seat: int) -> Showing | None:
        for shown in reversed(self.showings):
            if shown.seat == seat:
                return shown
        return None

    def _fault(
        self, seat: int, call: Call, stands: Call | None, earlier: Call | None
    ) -> Fault | None:
        """What is wrong with a call, given what stands and what the seat itself showed before."""
        rules, standing = self.rules, self.standing
        if standing is None or stands is None:
            if not call.jokers or rules.joker_declare_first:
                return None
            return self._say(Rule.DECLARE_CARDS, seat, call, "joker_declare_first")
        if standing.seat == seat:
            return self._own_fault(seat, call, stands)
        if earlier is not None:
            if reinforces_when_equal(rules, call, stands, earlier):
                return None
            if rules.self_overturn == "forbidden":
                return self._say(Rule.DECLARE_SELF, seat, call, "self_overturn")
        if beats(rules, call, stands):
            return None
        return self._say(Rule.DECLARE_TOO_LOW, seat, call, "overturn_order")

    def _own_fault(self, seat: int, call: Call, stands: Call) -> Fault | None:
        """What is wrong with a call by the seat whose showing stands."""
        if call.kind == stands.kind:
            if call.copies <= stands.copies:
                return self._say(Rule.DECLARE_TOO_LOW, seat, call, "reinforce")
            if self.rules.reinforce == "none":
                return self._say(Rule.DECLARE_SELF, seat, call, "reinforce")
            return None
        if self.rules.self_overturn != "allowed":
            return self._say(Rule.DECLARE_SELF, seat, call, "self_overturn")
        if beats(self.rules, call, stands):
            return None
        return self._say(Rule.DECLARE_TOO_LOW, seat, call, "overturn_order")

    def _say(self, rule: Rule, seat: int, call: Call, option: str) -> Fault:
        other = self.standing.seat if self.standing and self.standing.seat != seat else None
        return Fault(rule, seat, self._cards(seat, call), other=other, option=option)

    def _with_example(self, fault: Fault, seat: int, held: Sequence[int] | None) -> Fault:
        """The fault with a showing that would have been legal, if the seat surely had one."""
        if held is None:
            return fault
        options = [cards for cards in self.options(seat, held) if surely_in(cards, held)]
        if not options:
            return fault
        return Fault(
            fault.rule, seat, fault.cards, options[0], other=fault.other, option=fault.option
        )

    def _naming(self) -> Showing | None:
        """The showing that names trump: what stood when the kitty was last taken."""
        number = self._taken[-1] if self._taken else len(self.showings)
        return self.showings[number - 1] if number else None

    def _declarer(self) -> int | None:
        """Who plays the hand as declarer; overturning after a burying does not change it."""
        shown = self.showings[: self._taken[0]] if self._taken else self.showings
        if not self.first:
            moves = self.rules.declarer_deals == "always" and shown
            return shown[-1].seat if moves else self.due
        if self.rules.declarer_deals == "never" or not shown:
            return None
        return shown[0 if self.rules.first_dealer == "first_declarer" else -1].seat

    def _level_played(self, declarer: int | None) -> int | None:
        return self._common_level() if declarer is None else self.levels[declarer]

    def _common_level(self) -> int | None:
        """The level at which every seat stands, if it is one."""
        return self.levels[0] if len(set(self.levels)) == 1 else None

    def _nobody(self) -> str:
        """What the rules do where nobody declares."""
        return self.rules.nobody_first if self.first else self.rules.nobody_later
