"""Levels, and what a hand brought, in the words of a table."""

from collections.abc import Iterable, Sequence

from shengji.notation.record import SideLevel
from shengji.notation.tokens import write_seat
from shengji.web.scene import level_name


def seats_told(seats: Iterable[int]) -> str:
    """`A·C`"""
    return "·".join(write_seat(seat).upper() for seat in seats)


def levels_told(levels: Iterable[SideLevel]) -> str:
    """`A·C 5 B·D 10`"""
    return " ".join(f"{seats_told(side.seats)} {level_name(side.level)}" for side in levels)


def gains_told(moved: Sequence[int]) -> str:
    """`A·C +2`; seats that moved alike together, and those that did not left out.

    :param moved: levels by seat.
    """
    alike: dict[int, list[int]] = {}
    for seat, gain in enumerate(moved):
        alike.setdefault(gain, []).append(seat)
    return ", ".join(f"{seats_told(seats)} {gain:+d}" for gain, seats in alike.items() if gain)
