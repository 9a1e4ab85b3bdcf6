"""Kinds of cases about whole hands: every action is an event, verified, then applied."""

from collections.abc import Callable
from typing import Any

from shengji.engine.cards import Cards
from shengji.engine.events import Bury, Call, Event, Flip, Laid, Name, Play, Show, Take
from shengji.engine.faults import Fault, Rule
from shengji.engine.hand import Hand, Phase, Setup
from shengji.engine.rules import NO_TRUMP_LEVEL, Rules
from shengji.engine.scoring import points as scoring
from shengji.engine.scoring.match import Level, Settlement, settle

from .settings import (
    SAME,
    UnknownSetting,
    card,
    cards,
    finding_friends,
    level,
    rules,
    rules_of_settings,
    seat,
    suit,
)

Data = dict[str, Any]

SHOWN = {Rule.DECLARE_CARDS, Rule.DECLARE_NOT_HELD, Rule.DECLARE_TOO_LOW, Rule.DECLARE_SELF}
"""The rules that a refused bid can break."""
REFUSED = {
    "this play is illegal": {Rule.FOLLOW_SUIT, Rule.FOLLOW_SHAPE},
    "the cards have the wrong number of suits": {Rule.LEAD_SUIT},
}
"""By the error of a refused play, the rules that it can break."""


def call_of(called: Data) -> Call:
    """A friend called: `skip` copies are passed over."""
    return Call(card(called["card"]), called["skip"] + 1)


def make(hand: Hand, event: Event) -> None:
    """The event is in order and happens."""
    verdict = hand.verify(event)
    assert verdict is None, (event, verdict)
    hand.apply(event)


def refuse(hand: Hand, event: Event, *broken: Rule) -> Fault:
    """The event breaks one of these rules."""
    verdict = hand.verify(event)
    assert isinstance(verdict, Fault), (event, verdict)
    assert verdict.rule in broken, (event, verdict)
    return verdict


def refuse_showing(hand: Hand, show: Show) -> None:
    """At the no-trump level there is nothing to show at any time."""
    due = hand.setup.due
    if due is not None and hand.setup.levels[due] == NO_TRUMP_LEVEL:
        refuse(hand, show, Rule.DECLARE_WINDOW)
    else:
        refuse(hand, show, *SHOWN)


def throw_fails(hand: Hand, who: int, tried: Cards, forced: Cards, stopper: int | None) -> None:
    """The throw does not stand; it fails, and in no other way than this."""
    fault = refuse(hand, Play(who, Laid(tried)), Rule.THROW_FAILS)
    assert fault.owed == forced
    assert stopper in (None, fault.other)
    assert hand.order is not None
    standing = hand.order.standing
    for face in set(tried):
        # Of two units of one rank, such as level cards of two side suits, either may be played.
        if len(forced) > 1 or standing[face] != standing[forced[0]]:
            refuse(hand, Play(who, Laid(tried, forced=(face,))), Rule.THROW_FORCED)
    with_leader = Play(who, Laid(tried, forced=forced, beaten_by=who))
    refuse(hand, with_leader, Rule.THROW_BEATEN_BY)
    make(hand, Play(who, Laid(tried, forced=forced, beaten_by=stopper)))


def settled(hand: Hand, levels: list[int], total: int) -> Settlement:
    side = hand.side()
    assert hand.declarer is not None
    assert side is not None
    return settle(
        hand.rules,
        [Level(rank) for rank in levels],
        hand.declarer,
        scoring.outcome(hand.rules, total, small_side=len(side) < hand.rules.friend_number + 1),
        last_trick_winner=hand.done[-1].winner,
        side=side,
    )


def check_result(hand: Hand, levels: list[int], result: Data) -> Settlement:
    total = hand.count().total
    assert total == result["attackers_points"]
    assert scoring.outcome(hand.rules, total).dealer_side_wins == result["landlord_side_wins"]
    after = settled(hand, levels, total)
    assert after.next_dealer == seat(result["next_landlord"])
    return after


def check_trick(hand: Hand, expected: Data, winner: str, bonus: tuple[int, int] | None) -> None:
    """The trick just closed; `bonus` are the kitty's points and what they are multiplied by.

    It is told behind a last trick, whoever won it, if there were points in the kitty.
    """
    done = hand.done[-1]
    assert done.winner == seat(winner)
    kitty = 0 if bonus is None else bonus[0] * bonus[1]
    assert done.points + kitty == expected["points_incl_kitty"]
    if any(hand.cards_left()):
        assert bonus is None
        assert hand.attackers_points() == expected["attackers_points_after"]
        return
    count = hand.count()
    assert count.total == expected["attackers_points_after"]
    assert count.kitty_points == (0 if bonus is None else bonus[0])
    if bonus is not None:
        assert hand.last is not None
        assert hand.last.lead is not None
        assert scoring.kitty_multiplier(hand.rules, hand.last.lead.units) == bonus[1]
        assert count.multiplier == (bonus[1] if count.kitty_won else 0)


# -- tractor-engine-games.json --------------------------------------------------------------------


def game(case: Data) -> None:
    friends = case["game_mode"] == "FindingFriends"
    mode = finding_friends(case["num_friends"]) if friends else SAME
    table = rules(case["policies"], decks=case["num_decks"], players=case["num_players"], mode=mode)
    levels = list(map(level, case["levels_before"]))
    hand = Hand(_dealt(case, table, levels))
    for bid in case["bids"]:
        show = Show(seat(bid["player"]), (card(bid["card"]),) * bid["count"], bid["after_cards"])
        if bid["valid"]:
            make(hand, show)
        else:
            refuse_showing(hand, show)
    landlord = seat(case["landlord"])
    trump = case["trump"]
    make(hand, Name(suit(trump["suit"]), level(trump["rank"]), landlord))
    make(hand, Take(landlord))
    make(hand, Bury(landlord, cards(case["kitty_buried"])))
    for called in case.get("friends", ()):
        make(hand, call_of(called))
    hand.begin_play()
    for trick in case["tricks"]:
        _play_trick(hand, trick)
    assert not any(hand.cards_left())
    after = check_result(hand, levels, case["result"])
    assert [gained.rank for gained in after.levels] == [
        level(text) for text in case["result"]["levels_after"]
    ]
    assert hand.side() == set(map(seat, case["result"]["landlord_side"]))


def _dealt(case: Data, table: Rules, levels: list[int]) -> Setup:
    drawn = tuple(
        tuple(map(card, case["hands_dealt"][f"P{number + 1}"])) for number in range(table.players)
    )
    return Setup(
        table,
        tuple(levels),
        seat(case["landlord"]) if case["landlord_fixed"] else None,
        tuple(tuple(sorted(hand)) for hand in drawn),
        cards(case["kitty_dealt"]),
        drawn=drawn,
        first_drawer=seat(case["first_drawer"]),
        first=not case["landlord_fixed"],
    )


def _play_trick(hand: Hand, trick: Data) -> None:
    before = hand.attackers()
    for position, play in enumerate(trick["plays"]):
        for attempt in trick.get("illegal_attempts", ()):
            if attempt["position"] == position:
                tried = Play(seat(attempt["player"]), Laid(cards(attempt["cards"])))
                refuse(hand, tried, *REFUSED[attempt["error"]])
        who, laid = seat(play["player"]), cards(play["cards"])
        if failed := play.get("throw_failed"):
            assert cards((*play["cards"], *failed["returned"])) == cards(failed["tried"])
            throw_fails(hand, who, cards(failed["tried"]), laid, seat(failed["stopped_by"]))
        else:
            make(hand, Play(who, Laid(laid)))
    kitty = trick.get("kitty")
    bonus = (kitty["points"], kitty["multiplier"]) if kitty else None
    check_trick(hand, trick, trick["winner"], bonus)
    joined = trick.get("joined")
    expected = () if joined is None or joined["already"] else (seat(joined["player"]),)
    assert set(before) - set(hand.attackers()) == set(expected)


# -- round_actions of tractor-engine.json ---------------------------------------------------------


class Round:
    """A small hand driven action by action.

    Where the engine of the cases has an action and we have no event, it is modelled here: cards go
    one by one between kitty and hand until they are buried, a showing taken back was never made,
    and kitty cards are turned one by one until they are the ones to turn.
    """

    def __init__(self, case: Data) -> None:
        table = rules_of_settings(case["settings"], players=case["num_players"])
        self.levels = [level(case["levels_before"][f"P{n + 1}"]) for n in range(table.players)]
        due = None
        for setting in case["settings"]:
            if "SetRank" in setting:
                self.levels[0] = level(setting["SetRank"])
            due = setting.get("SetLandlord", due)
        dealt = tuple(cards(case["hands"][f"P{n + 1}"]) for n in range(table.players))
        self.setup = Setup(
            table,
            tuple(self.levels),
            due,
            dealt,
            tuple(map(card, case["kitty"])),
            kitty_ordered=True,
            first=due is None,
        )
        self.hand = Hand(self.setup)
        self.made: list[Event] = []
        self.kitty: list[int] = []
        """What the taker has laid aside to bury."""
        self.turned: Cards = ()
        self.called: list[Call] = []
        """The friends called last: they may be called anew until play begins."""
        self.ended = False

    def make(self, event: Event) -> None:
        make(self.hand, event)
        self.made.append(event)

    def act(self, step: Data) -> None:
        action = getattr(self, f"_{step['action']}", None)
        if action is None:
            raise UnknownSetting(f"unknown action {step['action']!r}")
        action(seat(step["player"]), step)

    # -- trump ------------------------------------------------------------------------------------

    def _bid(self, who: int, step: Data) -> None:
        whole = self.setup.rules.players * self.setup.rules.hand_size
        after = whole if self.hand.phase is Phase.DECLARING else None
        show = Show(who, (card(step["card"]),) * step["count"], after)
        if step["ok"]:
            self.make(show)
        elif self.hand.phase is Phase.BURYING:
            refuse(self.hand, show, Rule.DECLARE_WINDOW)
        else:
            refuse_showing(self.hand, show)

    def _take_back_bid(self, who: int, step: Data) -> None:
        """The last showing may be taken back by its seat until something is built on it."""
        last = self.made[-1]
        may = isinstance(last, Show) and last.seat == who
        assert may == step["ok"]
        if may:
            self.made.pop()
            self.hand = Hand(self.setup)
            for event in self.made:
                self.hand.apply(event)

    def _reveal_kitty_card(self, who: int, step: Data) -> None:
        """Turning must go on exactly until the cards turned are those to turn."""
        complete = bool(self.turned) and self.hand.verify(Flip(self.turned)) is None
        assert complete != step["ok"]
        more = self.setup.kitty[: len(self.turned) + 1]
        if complete and len(more) > len(self.turned):
            refuse(self.hand, Flip(more), Rule.FLIP_CARDS)
        if self.turned and not complete:
            refuse(self.hand, Flip(self.turned), Rule.FLIP_CARDS)
        if step["ok"]:
            self.turned = more

    # -- the kitty --------------------------------------------------------------------------------

    def _take_up_kitty(self, who: int, step: Data) -> None:
        if self.turned:
            self.make(Flip(self.turned))
            self.turned = ()
        if not step["ok"]:
            refuse(self.hand, Take(who), Rule.TAKE_SEAT, Rule.WRONG_PHASE)
            return
        self.kitty = list(self.hand.kitty)
        self.make(Take(who))

    def _kitty_to_hand(self, who: int, step: Data) -> None:
        assert who == self.hand.taker
        assert step["ok"]
        self.kitty.remove(card(step["card"]))

    def _hand_to_kitty(self, who: int, step: Data) -> None:
        assert who == self.hand.taker
        assert step["ok"]
        self.kitty.append(card(step["card"]))

    def _bury(self) -> Bury:
        assert self.hand.taker is not None
        return Bury(self.hand.taker, tuple(sorted(self.kitty)))

    def _put_down_kitty(self, who: int, step: Data) -> None:
        assert who == self.hand.taker
        if step["ok"]:
            self.make(self._bury())
        else:
            refuse(self.hand, self._bury(), Rule.BURY_COUNT)

    def _call_friends(self, who: int, step: Data) -> None:
        """What is called counts from when play begins; till then it is only looked at."""
        assert who == self.hand.declarer
        calls = list(map(call_of, step["friends"]))
        if step["ok"]:
            assert [self.hand.verify(call) for call in calls] == [None] * len(calls)
            self.called = calls
        else:
            refuse(self.hand, calls[0], Rule.FRIEND_CARD, Rule.FRIEND_COPY)

    def _begin_play(self, who: int, step: Data) -> None:
        """Without theft, what was laid aside is buried by beginning."""
        if not step["ok"]:
            self._may_not_begin(who)
            return
        if self.hand.phase is Phase.BURYING:
            self.make(self._bury())
        for call in self.called:
            self.make(call)
        self.hand.begin_play()
        assert self.hand.to_move == self.hand.declarer == who == seat(step["leader"])
        assert self.hand.trump == suit(step["trump"]["suit"])
        assert self.hand.level == level(step["trump"]["rank"])

    def _may_not_begin(self, who: int) -> None:
        hand = self.hand
        if hand.phase is Phase.PLAYING or who != hand.declarer:
            return
        assert hand.phase is Phase.BURYING
        if not hand.rules.kitty_theft:
            refuse(hand, self._bury(), Rule.BURY_COUNT)

    # -- play -------------------------------------------------------------------------------------

    def _play(self, who: int, step: Data) -> None:
        assert step["ok"]
        laid = cards(step["cards"])
        if failed := step.get("throw_failed"):
            stopper = failed["stopped_by"]
            forced = cards(failed["forced"])
            assert cards((*failed["forced"], *failed["returned"])) == laid
            throw_fails(self.hand, who, laid, forced, None if stopper is None else seat(stopper))
        else:
            self.make(Play(who, Laid(laid)))

    def _end_trick(self, who: int, step: Data) -> None:
        """Ours ends by itself with the last play."""
        assert step["ok"]
        assert self.hand.trick is None
        told = step.get("kitty_bonus")
        bonus = (told["kitty_points"], told["multiplier"]) if told else None
        check_trick(self.hand, step, step["trick_winner"], bonus)
        team = set(map(seat, step["landlord_team"]))
        assert set(self.hand.attackers()) == set(range(self.hand.seats)) - team

    def _finish_round(self, who: int, step: Data) -> None:
        assert step["ok"]
        after = check_result(self.hand, self.levels, step["result"])
        self.levels = [gained.rank for gained in after.levels]


def round_actions(case: Data) -> None:
    played = Round(case)
    for step in case["steps"]:
        played.act(step)
    after = case["expected"]["levels_after"]
    assert played.levels == [level(after[f"P{n + 1}"]) for n in range(len(after))]


KINDS: dict[str, Callable[[Data], None]] = {"round_actions": round_actions, "games": game}
