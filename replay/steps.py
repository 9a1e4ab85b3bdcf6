"""What a viewer shows after each event of a hand, computed once.

A :class:`Position` is a pure function of the record and an address: stepping to it, jumping to it
and loading it afresh give equal values.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from shengji.engine.cards import Cards
from shengji.engine.declaring.burying import kitty_seers
from shengji.engine.hand import Hand, Phase
from shengji.engine.play.table import Trick
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import Rules
from shengji.engine.values import value
from shengji.notation import record as rec
from shengji.notation.address import canonical_address, write_address
from shengji.notation.diagnostics import Diagnostic
from shengji.replay.addresses import exists, line_of
from shengji.replay.judge import Judge, address_of
from shengji.replay.listening import Where
from shengji.replay.matches import MatchReplay
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome
from shengji.replay.variations import variation_replay

PUBLIC: Final = (
    rec.Pass
    | rec.Flip
    | rec.Friend
    | rec.Join
    | rec.Claim
    | rec.Concede
    | rec.Abandon
    | rec.Forfeit
    | rec.Redeal
    | rec.Penalty
    | rec.Ruling
    | rec.Retract
    | rec.Result
)
"""Statements that tell what a position does not show, and nothing that anybody may not know."""


@value
class Showing:
    """A declaration or overturn that was made."""

    seat: rec.Seat
    cards: rec.Cards
    after: int | None


@value
class Card:
    """A play that lies on the table."""

    seat: rec.Seat
    cards: rec.Cards
    """What was really played."""
    attempted: rec.Cards | None = None
    """All that a failed throw laid down."""
    mark: str | None = None


@value
class Friend:
    """A card that the dealer called to find a friend."""

    card: rec.Card
    copy: int
    seat: rec.Seat | None
    """Whom the table knows it to have found."""


@value
class LeadShape:
    """How the lead of the trick on the table was read."""

    suit: rec.Row
    """Effective suit, 0 to 3 or :data:`shengji.engine.order.TRUMP`."""
    units: tuple[tuple[int, int], ...]
    """Of each unit how many copies of a rank, and of how many ranks in a row."""


@value
class Position:
    """Everything that can be shown at one address. None means hidden or not known."""

    address: rec.AddressWord
    event: str
    """Kind of the event that led here: start, deal, declare, take, bury, play, end and so on."""
    phase: str
    level: rec.Rank | None
    """Rank of the level played, 0 to 13."""
    trump: rec.Suit | None
    """Suit 0 to 3, -1 no-trump."""
    due: rec.Seat | None
    declarer: rec.Seat | None
    hands: tuple[rec.Cards | None, ...]
    sizes: tuple[int, ...]
    kitty: rec.Cards | None
    kitty_size: int
    holder: rec.Seat | None
    """Who holds or buried the kitty."""
    showings: tuple[Showing, ...]
    trick: int | None
    """Number of the trick on the table."""
    leader: rec.Seat | None
    table: tuple[Card, ...]
    winning: rec.Seat | None
    """Who is winning the trick on the table, or won it."""
    to_move: rec.Seat | None
    captured: tuple[int, ...]
    """Card points in the tricks of each seat."""
    attackers_points: int | None
    """With fines, without the kitty."""
    fines: int
    lead: LeadShape | None = None
    """None where nothing lies on the table, or what was led cannot be told."""
    dealt_kitty: rec.Cards | None = None
    """The kitty as it was dealt."""
    first_holder: rec.Seat | None = None
    """Who took it up then."""
    told: rec.Statement | None = None
    """The statement that led here, where it is one of :data:`PUBLIC`."""
    annotations: tuple[rec.Annotation, ...] = ()
    """What the record says beside the event."""
    total: int | None = None
    """The attackers' points with the kitty, once the hand was counted."""
    kitty_seers: rec.Seats = ()
    """Who may look at the kitty as it lies: nobody before it was taken."""
    friends: tuple[Friend, ...] = ()
    """What was called, where friends are to be found."""
    attackers: rec.Seats = ()
    """The seats against the declarer as the table knows them; empty while he is unknown."""
    multiplier: int | None = None
    """What the kitty's points were multiplied by; 0 where the dealer's side kept it."""
    findings: tuple[Diagnostic, ...] = ()
    """The diagnostics at this event."""

    def side(self, seat: int) -> str:
        """dealer, partner or attacker, as the table knows; empty while the dealer is not known."""
        if self.declarer is None:
            return ""
        if self.declarer == seat:
            return "dealer"
        return "attacker" if seat in self.attackers else "partner"

    @property
    def problems(self) -> tuple[str, ...]:
        """Codes of the diagnostics."""
        return tuple(found.code.id for found in self.findings)


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
    recorder = Recorder()
    match = MatchReplay(_rules(record), recorder)
    for each in record.hands:
        wanted = hand is None or each.number == hand
        recorder.watches = wanted
        recorder.begin(each, match.rules)
        _, outcome = match.play(each)
        if wanted:
            yield from recorder.positions(outcome)


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
    line = variation_steps(record, hand.number, address.variation or 1)
    found = [each for each in line if each.address == address]
    if not found:
        raise NoSuchPosition(address)
    return found[-1]


def variation_steps(record: rec.Record, number: int, variation: int) -> tuple[Position, ...]:
    """Every position of the n-th variation (from 1) of a hand, in order.

    :raises NoSuchPosition: there is no such variation, or it departs from nowhere.
    :raises RuleError: the record names no rules that exist.
    """
    address = rec.Address(number, "lead", variation=variation)
    hand = next((each for each in record.hands if each.number == number), None)
    if hand is None or not line_of(hand, variation):
        raise NoSuchPosition(address)
    rules = _rules(record)
    recorder = Recorder()
    recorder.watches = False
    match = MatchReplay(rules, recorder)
    for each in record.hands:
        recorder.begin(each, rules)
        replayed, _ = match.play(each)
        if each is hand:
            break
    recorder.begin(hand, match.rules)
    recorder.watches = True
    lines = [i for i, item in enumerate(hand.appendix) if isinstance(item, rec.Variation)]
    place = lines[variation - 1]
    base = variation_replay(hand, replayed.index, place, match.rules, replayed.before)
    if base is None:
        raise NoSuchPosition(address)
    base.listener = recorder
    recorder.dealt_kitty, recorder.first_holder = replayed.cards.kitty, base.engine.taker
    base.run_variation(place, line_of(hand, variation))
    return tuple(recorder.found)


class Recorder(Judge):
    """A judge that also keeps the position after every event."""

    def __init__(self) -> None:
        super().__init__(lambda where: None, watches=True)
        self.found: list[Position] = []
        self.hand: rec.Hand | None = None
        self.players = 4
        self.laid: list[Card] = []
        self.dealt_kitty: Cards = ()
        self.first_holder: int | None = None

    def begin(self, hand: rec.Hand, rules: Rules) -> None:
        self.open_hand(hand, rules.players)
        self.hand, self.players = hand, rules.players
        self.found, self.laid = [], []
        self.dealt_kitty, self.first_holder = (), None
        self.diagnostics.clear()

    def positions(self, outcome: HandOutcome) -> list[Position]:
        """The positions of the hand, the last one with what it came to."""
        if self.hand is not None and self.hand.ended and self.found:
            address = rec.Address(self.hand.number, "end")
            end = replace(
                self.found[-1], address=address, event="end", phase="over", total=outcome.total,
                multiplier=None if outcome.count is None else outcome.count.multiplier,
                to_move=None, told=None, annotations=(), findings=self._findings(),
            )  # fmt: skip
            self.found.append(end)
        return self.found

    def after(self, where: Where, replay: HandReplay) -> None:
        assert self.hand is not None
        engine = replay.engine
        lead = where.part == "lead"
        event = None if where.event is None or lead else self._event(self.hand, where)
        self._note_kitty(engine, dealt=event is None and not lead)
        trick = event.number if isinstance(event, rec.Trick) else None
        if isinstance(event, rec.Trick) and where.play is not None:
            self._lay(event, where.play, engine)
        else:
            self.laid = []
        position = position_of(
            engine,
            address_of(self.hand, where, self.players),
            "lead" if lead else "start" if event is None else "play" if trick else event.kind,
            showings=_showings(engine),
            trick=trick,
            table=tuple(self.laid),
            due=replay.before.due,
        )
        told = replace(
            position,
            dealt_kitty=self.dealt_kitty,
            first_holder=self.first_holder,
            told=event if isinstance(event, PUBLIC) else None,
            annotations=_annotations(event, where.play),
            findings=self._findings(),
        )
        self.found.append(told)

    def _note_kitty(self, engine: Hand, *, dealt: bool) -> None:
        """The kitty as it was dealt, then who took it first."""
        if dealt:
            self.dealt_kitty = engine.kitty
        elif self.first_holder is None:
            self.first_holder = engine.taker

    def _findings(self) -> tuple[Diagnostic, ...]:
        """What was found since the last position."""
        findings = tuple(self.diagnostics)
        self.diagnostics.clear()
        return findings

    def _event(self, hand: rec.Hand, where: Where) -> rec.Statement:
        assert where.event is not None
        if where.variation is None:
            return hand.events[where.event]
        line = hand.appendix[where.variation]
        assert isinstance(line, rec.Variation)
        return line.events[where.event]

    def _lay(self, trick: rec.Trick, place: int, engine: Hand) -> None:
        if place == 0:
            self.laid = []
        play = trick.plays[place]
        table = _on_table(engine)
        # Where only the letter of the leader was wrong, the engine knows better.
        seat = ((trick.leader if table is None else table.leader) + place) % self.players
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


def _annotations(event: rec.Statement | None, place: int | None) -> tuple[rec.Annotation, ...]:
    """What is said beside an event; `place` is that of a play in its trick."""
    if isinstance(event, rec.Trick):
        return () if place is None else event.plays[place].annotations
    return event.annotations if isinstance(event, rec.Declare | rec.Overturn | rec.Bury) else ()


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
    on_table = _on_table(engine) if table else None
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
        leader=on_table.leader if on_table else None,
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
        lead=_lead(on_table),
    )


def _on_table(engine: Hand) -> Trick | None:
    """The trick on the table, or the one that lay there last."""
    return engine.trick if engine.trick is not None else engine.last


def _lead(trick: Trick | None) -> LeadShape | None:
    if trick is None or trick.lead is None:
        return None
    return LeadShape(trick.lead.suit, tuple((u.width, u.length) for u in trick.lead.units))


def _winning(engine: Hand) -> int | None:
    if engine.trick is not None:
        return engine.trick.best_seat if engine.trick.certain else None
    return engine.last_winner
