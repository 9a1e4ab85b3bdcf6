"""How declaring has gone so far: what was shown, passed and turned, and whose deal it is then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shengji.engine.cards import Cards
from shengji.engine.declaring.calls import Call, calls_at
from shengji.engine.declaring.flips import Match
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring.match import side_of


@dataclass(frozen=True, slots=True)
class Showing:
    """Everything that a seat had face up from then on."""

    seat: int
    cards: Cards
    after: int | None
    """Cards dealt to all seats by then; None where unknown."""
    calls: tuple[Call, ...]
    """What it can say: one call, or several where cards are unknown."""
    owner: int
    """Whose declaration it is: the seat's own, or its partner's that it reinforces (对家保)."""


class Course:
    """The declaring of one hand up to now.

    `levels` has the level of each seat, rank 0 to 12 or 13 for N, None where unknown; `due` is the
    seat due to deal. None is a first hand, in which none is, or with `first` false one unknown.
    `hands` are the counts of what each seat was dealt, None where nothing is known of them.
    """

    def __init__(
        self,
        rules: Rules,
        levels: Sequence[int | None],
        due: int | None,
        *,
        first: bool = True,
        hands: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.rules = rules
        self.levels = tuple(levels)
        self.due = due
        self.first = due is None and first
        self.deal_may_pass = due is not None and _lets_deal_pass(rules)
        self.hands = hands
        self.whole = rules.players * rules.hand_size
        """Cards dealt to all seats in the end."""
        self.showings: list[Showing] = []
        self.passes: list[int] = []
        self.asked: list[int] = []
        """The seats that showed or passed since the kitty was last taken."""
        self.flipped: Cards = ()
        self.match: Match | None = None
        """Who can match the card turned, where that makes the dealer."""
        self.taken: list[int] = []
        """Number of showings at each taking of the kitty."""
        self.first_taker: int | None = None
        """Who took the kitty first: the dealer, as far as the table is concerned."""

    @property
    def standing(self) -> Showing | None:
        """The last showing, which beat all before it."""
        return self.showings[-1] if self.showings else None

    @property
    def declared(self) -> list[Showing]:
        """The showings before the kitty was taken for the first time."""
        return self.showings[: self.taken[0]] if self.taken else self.showings

    def last_of(self, seat: int) -> Showing | None:
        """The last showing of a seat."""
        for shown in reversed(self.showings):
            if shown.seat == seat:
                return shown
        return None

    def is_reinforced(self) -> bool:
        """What stands was opened with two cards or more, or added to (上保险, 定主)."""
        match self.showings:
            case [only]:
                return all(call.copies > 1 for call in only.calls)
            case [*_, before, last]:
                kinds = {call.kind for shown in (before, last) for call in shown.calls}
                return before.owner == last.owner and len(kinds) == 1
            case _:
                return False

    def calls(self, seat: int) -> Mapping[Cards, Call]:
        """Every call that the seat can make at its level, by the cards shown."""
        rules = self.rules
        return calls_at(
            self.level_shown(seat), rules.decks, rules.declare_cards, rules.joker_declare
        )

    def level_shown(self, seat: int) -> int | None:
        """The level whose cards a seat has to show."""
        if self.rules.declare_level == "own" or self.first:
            return self.levels[seat]
        if self.flipped:
            return self.level_played()
        if self.deal_may_pass:
            opener = self.showings[0].owner if self.showings else seat
            if self._takes_over(opener):
                return self.levels[opener]
        return self.common_level() if self.due is None else self.levels[self.due]

    def level_settles(self) -> bool:
        """At the no-trump level of a dealer who will stay there is nothing to declare."""
        return (
            self.due is not None
            and self.levels[self.due] == NO_TRUMP_LEVEL
            and (self.rules.declarer_deals != "always" or self.rules.declare_level == "dealer")
        )

    def declarer(self) -> int | None:
        """Who plays the hand as declarer; overturning after a burying does not change it."""
        if self.match is not None:
            return self.match.dealer
        shown = self.declared
        if not shown:
            return self.due
        deals = self.rules.declarer_deals
        if self.first:
            first = self.rules.first_dealer == "first_declarer"
            return None if deals == "never" else shown[0 if first else -1].owner
        if deals == "always":
            return shown[-1].owner
        return shown[0].owner if self._takes_over(shown[0].owner) else self.due

    def _takes_over(self, opener: int) -> bool:
        """It is his level that is played then, and that he and whoever overturns him must show."""
        return (
            self.deal_may_pass
            and self.due is not None
            and opener not in side_of(self.rules, self.due)
        )

    def level_played(self) -> int | None:
        """The level of the hand: the declarer's."""
        return self.level_of(self.declarer())

    def level_of(self, declarer: int | None) -> int | None:
        """The level of a hand of this declarer; cards are turned at that of the seat due."""
        return self.common_level() if declarer is None else self.levels[declarer]

    def common_level(self) -> int | None:
        """The level at which every seat stands, if it is one."""
        return self.levels[0] if len(set(self.levels)) == 1 else None

    def nobody_option(self) -> str:
        """The option that says what happens where nobody declares."""
        return "nobody_first" if self.first else "nobody_later"

    def nobody(self) -> str:
        """What the rules do where nobody declares."""
        return self.rules.nobody_first if self.first else self.rules.nobody_later


def _lets_deal_pass(rules: Rules) -> bool:
    """An attacker who opens, since the dealer's side cannot, has the deal (001:33)."""
    return rules.later_declarers == "dealer_side_first" and rules.declarer_deals == "first_hand"
