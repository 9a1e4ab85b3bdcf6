"""The tables of a data set: a dataclass each, whose fields are the columns.

`docs/datasets.md` tells what each column means. Cards are faces as the engine counts them: suits
spades, hearts, diamonds, clubs times 13 ranks from 2 to A, then the small and the big joker.
Seats, suits and ranks are numbers from 0; None is what is not known.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Game:
    """A match."""

    game_id: str
    licence: str
    date: str | None
    event: str | None
    preset: str
    rules: str
    players: tuple[str, ...]
    hands: int
    plays: int
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a match."""

    game_id: str
    hand: int
    preset: str
    level: int | None
    trump: int | None
    declarer: int | None
    side: tuple[int, ...] | None
    points: int | None
    kept: bool | None
    kitty_points: int | None
    multiplier: int | None
    failed_throws: int
    tractor: int
    decided_last: bool


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat played to a trick."""

    game_id: str
    hand: int
    trick: int
    place: int
    seat: int
    side: str | None
    cards: str
    faces: tuple[int, ...]
    attempted: tuple[int, ...] | None
    lead_suit: int | None
    lead_shape: str | None
    points: int
    winning: int | None
    attackers_points: int | None
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What a seat knows before it plays, and what it plays."""

    game_id: str
    hand: int
    trick: int
    place: int
    seat: int
    preset: str
    level: int | None
    trump: int | None
    declarer: int | None
    side: str | None
    leader: int
    held: tuple[int, ...]
    kitty: tuple[int, ...] | None
    table: tuple[tuple[int, ...], ...]
    winning: int | None
    lead_suit: int | None
    lead_shape: str | None
    sizes: tuple[int, ...]
    captured: tuple[int, ...]
    attackers_points: int | None
    fines: int
    voids: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] | None
    legal: tuple[tuple[int, ...], ...] | None
    owed_suit: int | None
    owed_number: int | None
    owed_shape: str | None
    played: tuple[int, ...]


Row = Game | Hand | Play | State
