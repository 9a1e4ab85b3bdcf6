"""Worked examples on declaring, on hands that nobody declares or wants, and on the deal."""

from itertools import count

from shengji.engine.cards import CODES, DECK, DECK_POINTS, POINTS, Cards, counts, rank_of
from shengji.engine.declaring.bidding import Bidding
from shengji.engine.declaring.flips import turned
from shengji.engine.events import Redeal
from shengji.engine.hand import Hand, Setup
from shengji.engine.rules import Rules
from shengji.engine.scoring.leveltables import Outcome
from shengji.engine.scoring.match import Level, settle, side_of
from shengji.engine.scoring.specials import Special

from .examples import Data, Example, kinds_of
from .settings import card, cards, level, suit

EVERYTHING = [9] * CODES
"""A hand in which every showing is found: the examples ask what it says, not whether it is held."""
DEALER, ATTACKER = 0, 1


# -- showings -------------------------------------------------------------------------------------


class Showings:
    """The showings of one example, made in turn as far as they are legal."""

    def __init__(self, setup: Data, rules: Rules) -> None:
        self.bidding = Bidding(
            rules,
            [level(setup["level"])] * rules.players,
            setup.get("dealer_before"),
            first=setup["hand"] == "first",
            hands=_hands(setup, rules),
        )
        self.up: dict[int, Cards] = {}
        self.offered: list[bool] = []
        """Of each showing, whether it is among those that are offered as buttons."""

    def attempt(self, step: Data) -> bool:
        seat, action, added = step["seat"], step["action"], cards(step["cards"])
        if action == "pass":
            legal = self.bidding.verify_pass(seat) is None
            self.bidding.passed(seat)
            return legal
        if later := action == "fry":
            self.bury()
        shown = tuple(sorted((*self.up.get(seat, ()), *added))) if action == "reinforce" else added
        after = None if later else self.bidding.whole
        self.offered.append(shown in self.bidding.options(seat, EVERYTHING, later=later))
        if self.bidding.verify_show(seat, shown, EVERYTHING, after=after, later=later) is not None:
            return False
        self.bidding.show(seat, shown, after)
        self.up[seat] = shown
        return True

    def bury(self) -> None:
        """Whoever is to have the kitty takes and buries it, so that it can be fried."""
        if self.bidding.taker() is not None:
            self.bidding.take()


def _hands(setup: Data, rules: Rules) -> list[list[int]] | None:
    """What an example says of who can declare: the dealer has a diamond of the level, or nobody."""
    can = setup.get("dealer_side_can_declare")
    if can is None:
        return None
    holding = counts((13 * suit("D") + level(setup["level"]), card("B")) if can else ())
    return [holding if seat == DEALER else counts(()) for seat in range(rules.players)]


def declare(case: Data, rules: Rules) -> None:
    showings, expect = Showings(case["setup"], rules), case["expect"]
    sequence = case["input"]["sequence"]
    assert [showings.attempt(step) for step in sequence] == expect["legal"]
    shown = zip(sequence, expect["legal"], strict=True)
    assert showings.offered == [legal for step, legal in shown if step["action"] != "pass"]
    showings.bury()
    outcome = showings.bidding.outcome()
    if "trump" in expect:
        assert outcome.suit == suit(expect["trump"])
    if "dealer" in expect:
        assert outcome.declarer == expect["dealer"]


# -- nobody declares ------------------------------------------------------------------------------


def nobody(case: Data, rules: Rules) -> None:
    setup, expect = case["setup"], case["expect"]
    bidding = Bidding(
        rules,
        [level(setup.get("dealer_level", rules.start_level))] * rules.players,
        None if setup["hand"] == "first" else DEALER,
        hands=_matching(setup, rules),
    )
    for flipped, kitty, ordered in _flips(setup, rules):
        assert bidding.verify_flip(flipped, kitty, ordered=ordered) is None
        bidding.flip(flipped, kitty)
    outcome = bidding.outcome()
    assert outcome.redeal == expect.get("redeal", False)
    if "trump" in expect:
        assert outcome.suit == suit(expect["trump"])
    if "dealer_side" in expect:
        assert outcome.declarer is not None
        assert list(side_of(rules, outcome.declarer)) == expect["dealer_side"]
    if "dealer_level" in expect:
        # The deal is lost without a level for the attackers, so that nothing else moves.
        before = [Level(level(setup["dealer_level"]))] * rules.players
        silent = Special(nobody_declared=outcome.undeclared)
        after = settle(rules, before, DEALER, Outcome(False, 0), special=silent)
        assert after.levels[DEALER] == Level(level(expect["dealer_level"]))


def _flips(setup: Data, rules: Rules) -> list[tuple[Cards, Cards, bool]]:
    """The cards that are turned, the kitty, and whether its order is known."""
    if "drawn" in setup:
        return [(cards([setup["drawn"]]), cards([setup["drawn"]]), False)]
    if "kitty" not in setup:
        return []
    kitty = tuple(map(card, setup["kitty"]))
    flipped = turned(rules, kitty, level(setup.get("dealer_level", rules.start_level)))
    assert flipped is not None
    return [(flipped, kitty, True)]


def _matching(setup: Data, rules: Rules) -> list[list[int]] | None:
    if "drawn" not in setup:
        return None
    holder, drawn = setup["holder_of_match"], cards([setup["drawn"]])
    return [counts(drawn if seat == holder else ()) for seat in range(rules.players)]


# -- a poor hand, and the deal --------------------------------------------------------------------


def mutiny(case: Data, rules: Rules) -> None:
    seat = ATTACKER if case["input"]["role"] == "attackers" else DEALER
    hands = tuple(
        _worth(case["input"]["hand_points"], rules) if each == seat else ()
        for each in range(rules.players)
    )
    hand = Hand(Setup(rules, (0,) * rules.players, DEALER, hands, first=False))
    expect = case["expect"]
    assert (hand.verify(Redeal("mutiny", seat)) is None) == expect["may_redeal"]
    if "dealer_changes" in expect:
        hand.apply(Redeal("mutiny", seat))
        assert (hand.bidding.declarer() != DEALER) == expect["dealer_changes"]


def _worth(points: int, rules: Rules) -> Cards:
    """A hand of the full number of cards that is worth so much: tens, a five, and nothing."""
    tens, fives = divmod(points, 10)
    worth = [face for face in DECK if rank_of(face) == 8][:tens]
    worth += [face for face in DECK if POINTS[face] == 5][: fives // 5]
    rest = (face for _ in count() for face in DECK if POINTS[face] == 0)
    return tuple(sorted([*worth, *(next(rest) for _ in range(rules.hand_size - len(worth)))]))


def deal(case: Data, rules: Rules) -> None:
    expect = case["expect"]
    assert rules.decks * len(DECK) == expect["total"]
    assert rules.hand_size * rules.players + rules.kitty == expect["total"]
    assert (rules.hand_size, rules.kitty) == (expect["hand"], expect["kitty"])
    assert rules.decks * DECK_POINTS == expect["points"]


EXAMPLES: dict[str, Example] = {
    "declare": declare,
    "nobody": nobody,
    "mutiny": mutiny,
    "deal": deal,
}

KINDS = kinds_of(EXAMPLES)
