"""What of a hand follows from what stands above it, statement by statement.

A record states much that follows: who leads and wins a trick, who takes the kitty, the level of
trump, the result, the next hand line. Here it is told for each statement by the names of its
fields, whatever the record says.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from shengji.engine.cards import UNKNOWN
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.replay.generate import sides
from shengji.replay.matches import MatchReplay
from shengji.replay.recording.lines import leader_of, level_in, taker_of
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome, State, result_of
from shengji.replay.variations import variation_replay

Follows: TypeAlias = Mapping[str, Any]
"""By the name of a field, what follows for it, of the field's type; of others nothing does."""
Told: TypeAlias = rec.Join | rec.Penalty
"""What is told of a trick on lines of their own."""

NOTHING: Final[Follows] = {}


@dataclass(slots=True)
class HandFollows:
    """What follows in one hand."""

    hand: Follows
    """Of its `hand` line."""
    events: dict[int, Follows] = field(default_factory=dict)
    """By index of a statement."""
    due: dict[int, tuple[Told, ...]] = field(default_factory=dict)
    """By index of a trick: who joined the declarer in it, and what its failed throw costs."""
    admitted: set[int] = field(default_factory=set)
    """Who joined, as the record alone tells: indices of statements that nothing speaks against."""
    variations: dict[int, dict[int, Follows]] = field(default_factory=dict)
    """By index in the appendix: of the statements of a variation."""


def hand_follows(match: MatchReplay, hand: rec.Hand, renewed: Collection[int] = ()) -> HandFollows:
    """Drive the next hand of a match and tell what follows in it.

    :param renewed: indices of tricks whose leader will be made the one who follows: the tricks
        behind them are told as they will be then.
    :raises RuleError: the hand names rules that do not exist.
    """
    found = HandFollows(_opening(match.state, match.rules_of(hand), hand))
    replay, opening = match.begin(hand)
    _Drive(hand, replay, found, renewed).along(hand.events, replay.each())
    outcome = match.settle(replay, opening)
    index = next((i for i, e in enumerate(hand.events) if isinstance(e, rec.Result)), None)
    if index is not None:
        found.events[index] = _result(outcome)
    for place, item in enumerate(hand.appendix):
        if isinstance(item, rec.Variation):
            found.variations[place] = dict(_variation(hand, replay, place, item))
    return found


def _opening(carried: State | None, rules: Rules, hand: rec.Hand) -> Follows:
    """The levels and the dealer with which a match goes on."""
    if carried is None or hand.fresh:
        return NOTHING
    found: dict[str, object] = {}
    if None not in carried.levels:
        found["levels"] = sides(rules, carried.levels)
    if carried.due is not None:
        found["dealer"] = carried.due
    return found


def _result(outcome: HandOutcome) -> Follows:
    result = result_of(outcome)
    if result is None:
        return NOTHING
    found: dict[str, object] = {"up": result.up, "next_dealer": result.next_dealer}
    if outcome.count is not None:
        found["points"] = result.points
        if result.kitty_points is not None:
            found["kitty_points"] = result.kitty_points
            found["multiplier"] = result.multiplier
    return found


def _variation(
    hand: rec.Hand, replay: HandReplay, place: int, line: rec.Variation
) -> Iterator[tuple[int, Follows]]:
    """The plays that it shares with the hand, and then the leaders and winners of its tricks."""
    inside = HandFollows(NOTHING)
    events = inside.events
    base = variation_replay(hand, replay.index, place, replay.rules, replay.before)
    if base is not None:
        stops = base.each_of_variation(place, line.events)
        _Drive(hand, base, inside, ()).along(line.events, stops)
    shared = _shared(hand, line)
    if shared is not None:
        index, plays, leader = shared
        events[index] = {**events.get(index, NOTHING), "plays": plays, "leader": leader}
    yield from events.items()


def _shared(
    hand: rec.Hand, line: rec.Variation
) -> tuple[int, tuple[rec.Play, ...], rec.Seat] | None:
    """The first trick of a variation with what it repeats of the hand, and its index."""
    tricks = (event for event in hand.events if isinstance(event, rec.Trick))
    main = next((each for each in tricks if each.number == line.address.number), None)
    own = next(((i, e) for i, e in enumerate(line.events) if isinstance(e, rec.Trick)), None)
    number = line.address.play
    if main is None or own is None or number is None or len(main.plays) < number:
        return None
    index, first = own
    pairs = zip(main.plays[:number], first.plays, strict=False)
    same = tuple(replace(play, annotations=said.annotations) for play, said in pairs)
    return index, (*same, *first.plays[number:]), main.leader


class _Drive:
    """Goes along the statements of a hand, or of a variation, and asks the engine between them."""

    def __init__(
        self, hand: rec.Hand, replay: HandReplay, found: HandFollows, renewed: Collection[int]
    ) -> None:
        self.hand = hand
        self.replay = replay
        self.found = found
        self.renewed = renewed
        self.shift = 0
        """Seats by which the plays of the trick move on when its leader is renewed."""
        self.winner: int | None = None
        """Who has won such a trick."""
        self.joined: set[int] = set()
        self.fines = 0
        """Open ones, in front of the statement that comes."""
        self.seen = any(
            line.cards
            for event in hand.events
            if isinstance(event, rec.Deal | rec.Hands)
            for line in event.lines
        )
        """Hands are told: they say whose the cards are that are played."""

    def along(self, events: Sequence[rec.Statement], stops: Iterator[int]) -> None:
        for index in stops:
            if index and index - 1 not in self.replay.beyond:
                self._behind(index - 1, events[index - 1])
            if index < len(events):
                self.fines = len(self.replay.open_fines)
                found = self._before(index, events[index])
                if found:
                    self.found.events[index] = found

    def _before(self, index: int, event: rec.Statement) -> Follows:
        engine = self.replay.engine
        match event:
            case rec.Trump():
                return dict(self._trump(event))
            case rec.Take():
                return _seat("seat", taker_of(engine))
            case rec.Bury() if not self.seen or set(event.cards) == {UNKNOWN}:
                return _seat("seat", engine.taker)
            case rec.Trick() if not self.seen:
                return _seat("leader", self._leader(index, event))
        return NOTHING

    def _leader(self, index: int, trick: rec.Trick) -> int | None:
        leader = leader_of(self.replay.engine) if self.winner is None else self.winner
        self.shift = 0
        if leader is not None and index in self.renewed:
            self.shift = (leader - trick.leader) % self.replay.rules.players
        return leader

    def _trump(self, event: rec.Trump) -> Iterator[tuple[str, object]]:
        suit, _, declarer = self.replay.engine.settled()
        if suit is not None:
            yield "suit", suit
        if declarer is not None:
            yield "declarer", declarer
        level = level_in(self.hand, event.declarer if declarer is None else declarer)
        if level is not None:
            yield "level", level

    def _behind(self, index: int, event: rec.Statement) -> None:
        engine = self.replay.engine
        if isinstance(event, rec.Join):
            if set(self._joined()) == {event.seat}:
                self.found.admitted.add(index)
        elif isinstance(event, rec.Trick) and engine.trick is None and engine.last is not None:
            last, events = engine.last, self.found.events
            winner = last.winner
            self.winner = None
            if self.shift and last.certain and last.best_seat is not None:
                winner = self.winner = (last.best_seat + self.shift) % engine.seats
            if winner is not None:
                won = rec.Won(winner, last.points if last.points_known else None)
                events[index] = {**events.get(index, NOTHING), "won": won}
            joins = map(rec.Join, self._joined())
            self.found.due[index] = (*joins, *self._penalties())

    def _joined(self) -> rec.Seats:
        """Who has joined the declarer since it was asked last."""
        friends = self.replay.engine.found_friends()
        found = set() if friends is None else set(friends.joined) - self.joined
        self.joined |= found
        return tuple(sorted(found))

    def _penalties(self) -> Iterator[rec.Penalty]:
        for seats, points in self.replay.open_fines[self.fines :]:
            if points:
                yield rec.Penalty(seats, points, "throw")


def _seat(name: str, seat: int | None) -> Follows:
    return NOTHING if seat is None else {name: seat}
