"""What a viewer shows after each event of a hand, computed once.

A :class:`Position` is a pure function of the record and an address: stepping to it, jumping to it
and loading it afresh give equal values.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from shengji.engine.burying import kitty_seers
from shengji.engine.cards import Cards
from shengji.engine.hand import Hand, Phase
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules
from shengji.notation import record as rec
from shengji.notation.address import canonical_address, write_address
from shengji.replay.addresses import exists, line_of
from shengji.replay.judge import Judge, address_of
from shengji.replay.listening import Where
from shengji.replay.matches import MatchReplay
from shengji.replay.replayer import HandReplay
from shengji.replay.variations import variation_replay


@dataclass(frozen=True, slots=True)
class Showing:
    """A declaration or overturn that was made."""

    seat: int
    cards: Cards
    after: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """A play that lies on the table."""

    seat: int
    cards: Cards
    """What was really played."""
    attempted: Cards | None = None
    """All that a failed throw laid down."""
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Friend:
    """A card that the dealer called to find a friend."""

    card: int
    copy: int
    seat: int | None
    """Whom the table knows it to have found."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that can be shown at one address. None means hidden or not known."""

    address: rec.Address
    event: str
    """Kind of the event that led here: start, deal, declare, take, bury, play, end and so on."""
    phase: str
    level: int | None
    """Rank of the level played, 0 to 13."""
    trump: int | None
    """Suit 0 to 3, -1 no-trump."""
    due: int | None
    declarer: int | None
    hands: tuple[Cards | None, ...]
    sizes: tuple[int, ...]
    kitty: Cards | None
    kitty_size: int
    holder: int | None
    """Who holds or buried the kitty."""
    showings: tuple[Showing, ...]
    trick: int | None
    """Number of the trick on the table."""
    leader: int | None
    table: tuple[Card, ...]
    winning: int | None
    """Who is winning the trick on the table, or won it."""
    to_move: int | None
    captured: tuple[int, ...]
    """Card points in the tricks of each seat."""
    attackers_points: int | None
    """With fines, without the kitty."""
    fines: int
    total: int | None = None
    """The attackers' points with the kitty, once the hand was counted."""
    kitty_seers: tuple[int, ...] = ()
    """Who may look at the kitty as it lies: nobody before it was taken."""
    problems: tuple[str, ...] = field(default=())
    """Codes of the diagnostics at this event."""
    friends: tuple[Friend, ...] = ()
    """What was called, where friends are to be found."""
    attackers: tuple[int, ...] = ()
    """The seats against the declarer as the table knows them; empty while he is unknown."""


class NoSuchPosition(ValueError):
    """An address that names no position of the record."""

    def __init__(self, address: rec.Address) -> None:
        super().__init__(f"{write_address(address)}: this record has no such position")
        self.address = address


def steps(record: rec.Record, hand: int | None = None) -> Iterator[Position]:
    """Every position of a record's main line in order, or of the hand of that number.

    Cards that are drawn one by one have positions of their own (`3.d23`) that are not listed here:
    :func:`position` makes them.

    :raises RuleError: the record names no rules that exist.
    """
    recorder = _Recorder()
    match = MatchReplay(_rules(record), recorder)
    for each in record.hands:
        recorder.begin(each, match.rules)
        _, outcome = match.play(each)
        if hand is None or each.number == hand:
            yield from recorder.positions(outcome.total)


def position(record: rec.Record, address: rec.Address) -> Position:
    """The position at an address; of two names of one position either will do.

    :raises NoSuchPosition: there is none.
    :raises RuleError: the record names no rules that exist.
    """
    rules = _rules(record)
    hand = next((each for each in record.hands if each.number == address.hand), None)
    if hand is None or not exists(hand, address, rules):
        raise NoSuchPosition(address)
    wanted = canonical_address(address, rules.players)
    if address.part == "draw":
        return _drawn(record, hand, wanted, rules)
    if address.variation is not None:
        return _varied(record, hand, wanted, rules)
    found = [each for each in steps(record, hand.number) if each.address == wanted]
    if not found:
        raise NoSuchPosition(address)
    return found[-1]


def _rules(record: rec.Record) -> Rules:
    return rules_from_text(record.tag("Rules") or "")[1]


def _drawn(record: rec.Record, hand: rec.Hand, address: rec.Address, rules: Rules) -> Position:
    """While the cards are being dealt: known only where the record tells their order."""
    deal = next((event for event in hand.events if isinstance(event, rec.Deal)), None)
    start = next(steps(record, hand.number))
    if deal is None:
        raise NoSuchPosition(address)
    order = {line.seat: line.cards for line in deal.lines}
    first = max(deal.first, 0)
    sizes = [
        (address.number + rules.players - 1 - (seat - first) % rules.players) // rules.players
        for seat in range(rules.players)
    ]
    hands = tuple(
        tuple(sorted(order[seat][:size])) if seat in order else None
        for seat, size in enumerate(sizes)
    )
    showings = tuple(
        Showing(event.seat, event.cards, event.after)
        for event in hand.events
        if isinstance(event, rec.Declare)
        and event.after is not None
        and event.after <= address.number
    )
    return replace(
        start, address=address, event="draw", hands=hands, sizes=tuple(sizes),
        showings=showings, kitty=None,
    )  # fmt: skip


def _varied(record: rec.Record, hand: rec.Hand, address: rec.Address, rules: Rules) -> Position:
    recorder = _Recorder()
    match = MatchReplay(rules, recorder)
    for each in record.hands:
        recorder.begin(each, rules)
        replayed, _ = match.play(each)
        if each is hand:
            break
    recorder.begin(hand, rules)
    lines = [i for i, item in enumerate(hand.appendix) if isinstance(item, rec.Variation)]
    number = lines[(address.variation or 1) - 1]
    base = variation_replay(hand, replayed.index, number, rules, replayed.before)
    if base is None:
        raise NoSuchPosition(address)
    base.listener = recorder
    base.run_variation(number, line_of(hand, address.variation))
    found = [each for each in recorder.found if each.address == address]
    if not found:
        raise NoSuchPosition(address)
    return found[-1]


class _Recorder(Judge):
    """A judge that also keeps the position after every event."""

    def __init__(self) -> None:
        super().__init__(lambda where: None, watches=True)
        self.found: list[Position] = []
        self.hand: rec.Hand | None = None
        self.players = 4
        self.laid: list[Card] = []

    def begin(self, hand: rec.Hand, rules: Rules) -> None:
        self.open_hand(hand, rules.players)
        self.hand, self.players = hand, rules.players
        self.found, self.laid = [], []
        self.diagnostics.clear()

    def positions(self, total: int | None) -> list[Position]:
        """The positions of the hand, the last one with the total."""
        if self.hand is not None and self.hand.ended and self.found:
            address = rec.Address(self.hand.number, "end")
            end = replace(self.found[-1], address=address, event="end", phase="over", total=total)
            self.found.append(replace(end, to_move=None, problems=self._problems()))
        return self.found

    def after(self, where: Where, replay: HandReplay) -> None:
        assert self.hand is not None
        lead = where.part == "lead"
        event = None if where.event is None or lead else self._event(self.hand, where)
        trick = event.number if isinstance(event, rec.Trick) else None
        if isinstance(event, rec.Trick) and where.play is not None:
            self._lay(event, where.play)
        else:
            self.laid = []
        position = position_of(
            replay.engine,
            address_of(self.hand, where, self.players),
            "lead" if lead else "start" if event is None else "play" if trick else event.kind,
            showings=_showings(replay.engine),
            trick=trick,
            table=tuple(self.laid),
            due=replay.before.due,
        )
        self.found.append(replace(position, problems=self._problems()))

    def _problems(self) -> tuple[str, ...]:
        """What was found since the last position."""
        problems = tuple(found.code.id for found in self.diagnostics)
        self.diagnostics.clear()
        return problems

    def _event(self, hand: rec.Hand, where: Where) -> rec.Statement:
        assert where.event is not None
        if where.variation is None:
            return hand.events[where.event]
        line = hand.appendix[where.variation]
        assert isinstance(line, rec.Variation)
        return line.events[where.event]

    def _lay(self, trick: rec.Trick, place: int) -> None:
        if place == 0:
            self.laid = []
        play = trick.plays[place]
        seat = (trick.leader + place) % self.players
        attempted = None if play.forced is None else play.cards
        self.laid.append(Card(seat, play.played, attempted, play.mark))


def _showings(engine: Hand) -> tuple[Showing, ...]:
    return tuple(Showing(shown.seat, shown.cards, shown.after) for shown in engine.bidding.showings)


def _friends(engine: Hand) -> tuple[Friend, ...]:
    """The calls; whom they found only where everybody knows it."""
    friends = engine.found_friends()
    return tuple(
        Friend(call.card, call.copy, call.friend if call.revealed else None)
        for call in (() if friends is None else friends.calls)
    )


def position_of(
    engine: Hand,
    address: rec.Address,
    event: str,
    *,
    showings: tuple[Showing, ...],
    trick: int | None,
    table: tuple[Card, ...],
    due: int | None,
) -> Position:
    """The open position that the engine stands in."""
    hands = tuple(engine.holdings.cards(seat) for seat in range(engine.seats))
    on_table = engine.trick if engine.trick is not None else engine.last
    shown = engine.trick if table else None
    return Position(
        address=address,
        event=event,
        phase=engine.phase.value,
        level=engine.level,
        trump=engine.trump,
        due=due,
        declarer=engine.declarer,
        hands=hands,
        sizes=tuple(map(len, hands)),
        kitty=None if engine.phase is Phase.BURYING else engine.kitty,
        kitty_size=len(engine.kitty),
        holder=engine.taker,
        showings=showings,
        trick=trick,
        leader=on_table.leader if on_table and table else None,
        table=table,
        winning=_winning(engine) if table else None,
        to_move=engine.to_move if shown or engine.phase is Phase.PLAYING else None,
        captured=tuple(engine.captured),
        attackers_points=engine.attackers_points(),
        fines=engine.fines,
        friends=_friends(engine),
        attackers=engine.attackers(),
        kitty_seers=()
        if engine.taker is None
        else kitty_seers(engine.rules, engine.declarer, engine.taker),
    )


def _winning(engine: Hand) -> int | None:
    if engine.trick is not None:
        return engine.trick.best_seat if engine.trick.certain else None
    return engine.last_winner
