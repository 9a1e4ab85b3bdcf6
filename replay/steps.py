"""What a viewer shows after each event of a hand, computed once.

A :class:`Position` is a pure function of the record and an address: stepping to it, jumping to it
and loading it afresh give equal values.
"""

from dataclasses import dataclass, field

from shengji.engine.cards import Cards
from shengji.engine.hand import Hand, Phase
from shengji.notation import record as rec


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
    problems: tuple[str, ...] = field(default=())
    """Codes of the diagnostics at this event."""


def position_of(
    engine: Hand,
    address: rec.Address,
    event: str,
    *,
    showings: tuple[Showing, ...],
    trick: int | None,
    table: tuple[Card, ...],
    due: int | None,
    total: int | None,
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
        total=total,
    )


def _winning(engine: Hand) -> int | None:
    if engine.trick is not None:
        return engine.trick.best_seat if engine.trick.certain else None
    return engine.done[-1].winner if engine.done else None
