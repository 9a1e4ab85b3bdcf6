"""Who may see what: the open, the seat's and the table's view of a position.

What a view hides is not in it: hidden hands are absent, not covered, and with them everything that
was worked out from them, and every comment, which may speak of them.
"""

from dataclasses import replace
from typing import Literal, TypeAlias

from shengji.replay.steps import Position

View: TypeAlias = Literal["open", "seat", "table"]


def view(position: Position, kind: View, seat: int | None = None) -> Position:
    """The position as `kind` shows it.

    :param seat: whose view, for `seat`.
    :raises ValueError: the seat is missing, superfluous, or not at this table.
    """
    if (kind == "seat") != (seat is not None):
        raise ValueError("a seat is named for the seat's view, and only for it")
    if seat is not None and not 0 <= seat < len(position.hands):
        raise ValueError(f"there is no seat {seat} at this table")
    if kind == "open":
        return position
    over = position.phase == "over"
    return replace(
        position,
        hands=tuple(cards if index == seat else None for index, cards in enumerate(position.hands)),
        kitty=position.kitty if over or _sees_kitty(position, seat) else None,
        dealt_kitty=position.dealt_kitty if over or _took_kitty(position, seat) else None,
        annotations=(),
        findings=(),
    )


def without_score(position: Position) -> Position:
    """The position without what the attackers have: for links that are to tell no outcome."""
    return replace(position, attackers_points=None, total=None)


def _sees_kitty(position: Position, seat: int | None) -> bool:
    """Those who may look, and where all of them may, the table too (底牌可见, 000:109)."""
    seers = position.kitty_seers
    return seat in seers or len(seers) == len(position.hands)


def _took_kitty(position: Position, seat: int | None) -> bool:
    """Whoever took the kitty up knows what was dealt into it."""
    return seat is not None and position.first_holder == seat
