"""Who names trump: declaring (亮主), reinforcing (自保), overturning (反主), a turned kitty (翻底).

A showing is everything that a seat has face up; it stands until a better one beats it. What a
showing says is a *call*: a suit or a joker, and how many. Cards may be unknown: then a showing has
several possible calls, and a verdict is given only where all of them agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shengji.engine.cards import FACES, LITTLE_JOKER, NO_TRUMP, Cards, counts, rank_of
from shengji.engine.declaring.calls import Call
from shengji.engine.declaring.course import Course, Showing
from shengji.engine.declaring.flips import (
    deciding,
    flip_suit,
    match_of,
    may_be_drawn,
    may_end,
    turned,
)
from shengji.engine.declaring.overturns import added, against
from shengji.engine.declaring.windows import asking_turn, theft_turn, window
from shengji.engine.faults import Fault, Rule, Unproved, Verdict
from shengji.engine.play.partial import lacking, may_be_same, surely_in
from shengji.engine.rules import NO_TRUMP_LEVEL


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
    """Nobody declared, or nobody can match the card turned, and the hand is dealt again."""


class Bidding(Course):
    """The showings of one hand, in order, and what they come to."""

    _settled: Settled | None = None
    """The outcome, while nothing has changed it."""

    def outcome(self) -> Settled:
        """Trump, level and declarer if nothing more is shown."""
        if self._settled is None:
            self._settled = self._outcome()
        return self._settled

    def _outcome(self) -> Settled:
        named = self._naming()
        declarer = self.declarer()
        level = self.level_of(declarer)
        by = named.owner if named else None
        if level == NO_TRUMP_LEVEL:
            return Settled(NO_TRUMP, level, declarer, by)
        if named is not None:
            trumps = {call.trump for call in named.calls}
            return Settled(trumps.pop() if len(trumps) == 1 else None, level, declarer, by)
        nobody, suit = self.nobody(), None
        if nobody == "no_trump":
            suit = NO_TRUMP
        elif self.flipped:
            suit = flip_suit(self.rules, self.flipped, self.level_of(self.due))
        redeal = nobody == "redeal" or (self.match is not None and self.match.redeal)
        return Settled(suit, level, declarer, undeclared=True, redeal=redeal)

    def taker(self) -> int | None:
        """Who is to take the kitty now: the declarer, then whoever overturned (炒底)."""
        if not self.taken:
            return self.outcome().declarer
        if len(self.showings) > self.taken[-1]:
            return self.showings[-1].owner
        return None

    def options(self, seat: int, held: Sequence[int], *, later: bool = False) -> tuple[Cards, ...]:
        """Every showing open to a seat with these cards after the deal, weaker ones first."""
        if window(self, seat, self.whole, later=later) is not None:
            return ()
        return tuple(
            cards
            for cards, call in self.calls(seat).items()
            if not lacking(cards, held) and against(self, seat, (call,)) is None
        )

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
        timely = window(self, seat, after, later=later)
        if isinstance(timely, Fault):
            return timely
        readings = self._readings(seat, cards, held)
        named = self._named(seat, cards, readings)
        if isinstance(named, Fault):
            return named
        possession = self._possession(seat, cards, held, exact, at_most, readings)
        if isinstance(possession, Fault):
            return possession
        over = against(self, seat, readings)
        if isinstance(over, Fault):
            return self._with_example(replace(over, cards=cards), seat, held)
        return timely or named or possession or over

    def verify_pass(self, seat: int, *, later: bool = False) -> Verdict:
        """A pass is in order wherever the seat is the one asked."""
        if later:
            return theft_turn(self, seat) if self.rules.theft_order == "from_dealer" else None
        return None if self.rules.declare_order != "asked" else asking_turn(self, seat)

    def verify_take(self, seat: int) -> Verdict:
        """The kitty goes to the declarer, and after a burying to whoever has overturned."""
        taker = self.taker()
        if taker is None and not self.taken:
            return Unproved(Rule.TAKE_SEAT, seat)
        return None if taker == seat else Fault(Rule.TAKE_SEAT, seat, other=taker)

    def verify_flip(self, cards: Cards, kitty: Cards | None, *, ordered: bool) -> Verdict:
        """Are these the cards to turn? `kitty` as dealt, top first if `ordered`; None: unknown."""
        level, nobody = self.level_of(self.due), self.nobody()
        refused = Fault(Rule.FLIP_CARDS, self.due, cards, option=self.nobody_option())
        if self.showings or level == NO_TRUMP_LEVEL or not nobody.startswith("kitty"):
            return refused
        drawn = nobody == "kitty_match"
        if kitty is not None and ordered and not drawn:
            owed = turned(self.rules, kitty, level)
            if owed is None:
                return Unproved(Rule.FLIP_CARDS, self.due)
            return None if may_be_same(cards, owed) else replace(refused, owed=owed)
        if kitty is not None and lacking(cards, counts(kitty)):
            return refused
        if drawn:
            if not may_be_drawn(self.rules, cards):
                return refused
            is_sure = kitty is not None and surely_in(cards, counts(kitty))
            return None if is_sure else Unproved(Rule.FLIP_CARDS, self.due)
        if may_end(self.rules, cards, level, self.rules.kitty) is False:
            return refused
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
        calls, owner = self._readings(seat, cards, held), seat
        if not calls:
            return
        if any(added(self, seat, call) for call in calls):
            # A partner's card counts with what it is added to.
            assert self.standing is not None
            owner = self.standing.owner
            calls = tuple(added(self, seat, call) or call for call in calls)
        self.showings.append(Showing(seat, cards, after, calls, owner))
        self.asked.append(seat)
        self._settled = None

    def passed(self, seat: int) -> None:
        self.passes.append(seat)
        self.asked.append(seat)

    def take(self, seat: int | None = None) -> None:
        """The kitty is taken: what stands now is trump until it is taken again."""
        if not self.taken:
            self.first_taker = seat
        self.taken.append(len(self.showings))
        self.asked.clear()
        self._settled = None

    def flip(self, cards: Cards, kitty: Cards = ()) -> None:
        """Kitty cards are turned; `kitty` is what is known of it."""
        self.flipped += cards
        if self.rules.match_dealer:
            card = deciding(self.rules, self.flipped, self.level_of(self.due))
            self.match = match_of(self.rules, card, self.hands, kitty)
        self._settled = None

    def _readings(
        self, seat: int, cards: Cards, held: Sequence[int] | None = None
    ) -> tuple[Call, ...]:
        """The calls that the cards, known or not, can make out of such a holding."""
        calls = self.calls(seat)
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
        return next(cards for cards, made in self.calls(seat).items() if made == call)

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

    def _with_example(self, fault: Fault, seat: int, held: Sequence[int] | None) -> Fault:
        """The fault with a showing that would have been legal, if the seat surely had one."""
        if held is None:
            return fault
        options = [cards for cards in self.options(seat, held) if surely_in(cards, held)]
        if not options:
            return fault
        return replace(fault, owed=options[0])

    def _naming(self) -> Showing | None:
        """The showing that names trump: what stood when the kitty was last taken."""
        number = self.taken[-1] if self.taken else len(self.showings)
        return self.showings[number - 1] if number else None
