"""Seats that a table does not have: what is said of them cannot be judged."""

from collections.abc import Iterator, Mapping

from shengji.notation import record as rec


def beyond_table(events: tuple[rec.Statement, ...], players: int) -> Mapping[int, int]:
    """By index of a statement, the first seat in it that is beyond the table; tricks left out."""
    found: dict[int, int] = {}
    for index, event in enumerate(events):
        if type(event) is not rec.Trick:
            for seat in _seats(event):
                if seat >= players:
                    found[index] = seat
                    break
    return found


def _seats(event: rec.Statement) -> Iterator[int]:
    match event:
        case rec.Deal() | rec.Hands():
            yield from (line.seat for line in event.lines)
        case rec.Trump():
            yield event.declarer
        case rec.Start():
            yield event.seat
            yield from (item.seat for item in event.points_by_seat)
        case rec.Declare() | rec.Overturn() | rec.Pass() | rec.Take() | rec.Bury() | rec.Join():
            yield event.seat
        case rec.Claim():
            yield event.seat
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


def within_table(hand: rec.Hand, beyond: Mapping[int, int]) -> tuple[rec.Statement, ...]:
    """The statements of a hand, those about seats beyond the table put out of action."""
    return tuple(
        rec.Vendor("x-beyond-table") if index in beyond else event
        for index, event in enumerate(hand.events)
    )
