"""Seats that a table does not have: what is said of them cannot be judged."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Final

from shengji.notation import record as rec

_OF_ONE_SEAT: Final = frozenset(
    (rec.Declare, rec.Overturn, rec.Pass, rec.Take, rec.Bury, rec.Join, rec.Claim)
)
_seat = attrgetter("seat")


def beyond_table(events: tuple[rec.Statement, ...], players: int) -> Mapping[int, int]:
    """By index of a statement, the first seat in it that is beyond the table; tricks left out."""
    found: dict[int, int] = {}
    trick = rec.Trick
    for index, event in enumerate(events):
        kind = type(event)
        if kind is trick:
            continue
        seats = (_seat(event),) if kind in _OF_ONE_SEAT else _seats(event)
        for seat in seats:
            if seat >= players:
                found[index] = seat
                break
    return found


def _seats(event: rec.Statement) -> Iterator[int]:
    """The seats in statements of several, or of one that may be left out."""
    match event:
        case rec.Deal() | rec.Hands():
            yield from (line.seat for line in event.lines)
        case rec.Trump():
            yield event.declarer
        case rec.Start():
            yield event.seat
            yield from (item.seat for item in event.points_by_seat)
        case rec.Redeal() if event.seat is not None:
            yield event.seat
        case rec.Concede() | rec.Forfeit() | rec.Penalty():
            yield from event.seats
        case rec.Ruling():
            yield from (*event.seats, *event.lost)
            yield from (seat for side in (*event.points, *event.levels) for seat in side.seats)
        case rec.Result():
            yield from (seat for side in event.up or () for seat in side.seats)
            if event.next_dealer is not None:
                yield event.next_dealer
        case _:
            pass


def ending_of(events: Iterable[rec.Statement]) -> rec.Statement | None:
    """The statement among these that ends a hand early."""
    return next((event for event in events if isinstance(event, rec.ENDINGS)), None)


def within_table(hand: rec.Hand, beyond: Mapping[int, int]) -> tuple[rec.Statement, ...]:
    """The statements of a hand, those about seats beyond the table put out of action."""
    return tuple(
        rec.Vendor("x-beyond-table") if index in beyond else event
        for index, event in enumerate(hand.events)
    )
