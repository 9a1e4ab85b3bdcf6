"""What the makers of records have in common: tags, sides, results."""

from collections.abc import Mapping, Sequence
from typing import Final

from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.tokens import write_seat

FOUR: Final = 4
"""Players at the table of most programs."""
SIDES: Final = ((0, 2), (1, 3))
"""Partners at a table of four."""


def tags(
    *, event: str, rules: str, source: str, names: Mapping[int, str], players: int = FOUR,
    date: str = "?",
) -> tuple[rec.Tag, ...]:  # fmt: skip
    """The tags of a match; who is not in `names` is not known."""
    told = {
        "Event": event,
        "Site": "?",
        "Date": date,
        "Rules": rules,
        **{f"Player{write_seat(seat).upper()}": names.get(seat, "?") for seat in range(players)},
        "Source": source,
    }
    return tuple(rec.Tag(name, value) for name, value in told.items())


def side_levels(ranks: Sequence[int]) -> tuple[rec.SideLevel, ...]:
    """The levels of two sides, a's first, from their ranks (0 the two)."""
    return tuple(
        rec.SideLevel(seats, Level(rank)) for seats, rank in zip(SIDES, ranks, strict=True)
    )


def gained(seats: Sequence[int], levels: int) -> tuple[rec.SideChange, ...]:
    """The change of level of a side, nothing where it gained none."""
    return (rec.SideChange(tuple(seats), levels),) if levels else ()
