"""Hypothesis strategies: records in canonical form, and their parts.

They cover the whole notation, not the game: the cards of a hand need not fit together. A record
drawn from :func:`records` is what its own canonical text is read back as.
"""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from shengji.engine.cards import FACES, UNKNOWN, UNKNOWN_OF_SUIT
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.address import address_order
from shengji.notation.lines import joins, nfc
from shengji.notation.tokens import order_units

PLAYERS = 4

_LETTERS = st.one_of(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]),
    st.sampled_from('{}"\\#%[]~$!?=^ 王红桃♠️🃏１＝'),
)


@cache
def texts(max_size: int = 20, breaks: bool = False) -> st.SearchStrategy[str]:
    """Text as records hold it: NFC, without control characters; line breaks where allowed."""
    letters = st.one_of(_LETTERS, st.just("\n")) if breaks else _LETTERS
    return st.text(letters, max_size=max_size).map(nfc).filter(_lines_stand_alone)


def _lines_stand_alone(text: str) -> bool:
    """A line of a text cannot begin with a combining mark."""
    return not any(joins(line[:1]) for line in text.split("\n")[1:])


@cache
def comments() -> st.SearchStrategy[str]:
    """Comments end in no blank."""
    return texts().map(str.rstrip)


@cache
def remarks() -> st.SearchStrategy[rec.Remarks | None]:
    above = st.lists(comments(), min_size=1, max_size=2).map(tuple)
    some = st.builds(rec.Remarks, above, st.none() | comments())
    beside = st.builds(rec.Remarks, st.just(()), comments())
    return st.one_of(st.none(), st.none(), st.none(), some, beside)


@cache
def remarks_above() -> st.SearchStrategy[rec.Remarks | None]:
    """Those of a vendor line, to which a comment beside it would belong."""
    return remarks().map(lambda each: rec.Remarks(each.above) if each and each.above else None)


codes = st.one_of(
    st.integers(0, FACES - 1),
    st.integers(0, FACES - 1),
    st.integers(UNKNOWN_OF_SUIT, UNKNOWN),
)
sets = st.lists(codes, min_size=1, max_size=6).map(sorted).map(tuple)
drawn = st.lists(codes, min_size=1, max_size=12).map(tuple)
seats = st.integers(0, 11)
seat_sets = st.sets(seats, min_size=1, max_size=4).map(sorted).map(tuple)
levels = st.builds(Level, st.integers(0, 13), st.integers(1, 99))
points = st.integers(-99_999, 99_999)
amounts = st.integers(0, 99_999)
reasons = st.from_regex(r"[a-z][a-z0-9-]{0,39}", fullmatch=True)
seconds = st.from_regex(r"(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?", fullmatch=True).filter(str.isascii)
vendor_lines = st.builds(
    "x-{}{}".format, reasons, st.just("") | texts().map(" {}".format).map(str.rstrip)
)
versions = st.just("1") | st.integers(1, 9999).map("1.{}".format)


@cache
@st.composite
def annotations(draw: st.DrawFn) -> tuple[rec.Annotation, ...]:
    glyphs = st.builds(rec.Glyph, st.integers(1, 999))
    return (
        *draw(st.lists(glyphs, max_size=2)),
        *draw(st.lists(st.builds(rec.Clock, seconds), max_size=1)),
        *draw(st.lists(st.builds(rec.Text, texts(breaks=True)), max_size=2)),
    )


some_annotations = st.one_of(st.just(()), st.just(()), annotations())


@cache
@st.composite
def plays(draw: st.DrawFn) -> rec.Play:
    units: tuple[tuple[int, ...], ...] = ()
    if draw(st.integers(0, 9)) == 0:
        units = order_units(draw(st.lists(sets, min_size=2, max_size=3)))
    cards = tuple(sorted(sum(units, ()))) if units else draw(sets)
    forced = draw(st.none() | sets) if draw(st.integers(0, 4)) == 0 else None
    beaten_by = draw(st.none() | seats) if forced is not None else None
    mark = draw(st.sampled_from([None, None, None, "revoke", "exposed", "turn", "count"]))
    return rec.Play(cards, units, forced, beaten_by, mark, draw(some_annotations))


@cache
@st.composite
def changes(draw: st.DrawFn, min_size: int = 0) -> tuple[rec.SideChange, ...]:
    """Signed numbers for disjoint sets of seats, ascending."""
    found: dict[tuple[int, ...], int] = {}
    for side in draw(st.lists(seat_sets, min_size=min_size, max_size=3)):
        if not any(set(side) & set(other) for other in found):
            found[side] = draw(st.integers(1, 99_999)) * draw(st.sampled_from([1, -1]))
    return tuple(rec.SideChange(side, found[side]) for side in sorted(found))


@cache
def addresses(hand: int) -> st.SearchStrategy[rec.Address]:
    count = st.integers(1, 999)
    play = st.none() | st.integers(1, PLAYERS - 1)
    variation = st.none() | st.integers(1, 99)
    counted = st.sampled_from(["draw", "show", "take", "bury"])
    return st.one_of(
        st.builds(rec.Address, st.just(hand), st.sampled_from(["start", "end"])),
        st.builds(rec.Address, st.just(hand), counted, count),
        st.builds(rec.Address, st.just(hand), st.just("lead"), variation=variation),
        st.builds(rec.Address, st.just(hand), st.just("trick"), count, play, variation),
    )


@cache
def tricks() -> st.SearchStrategy[rec.Trick]:
    won = st.none() | st.builds(rec.Won, seats, st.none() | amounts)
    return st.builds(
        rec.Trick,
        st.integers(1, 999),
        seats,
        st.lists(plays(), min_size=1, max_size=5).map(tuple),
        won,
        remarks(),
    )


@cache
@st.composite
def seat_lines(draw: st.DrawFn, cards: st.SearchStrategy[Any]) -> tuple[rec.SeatCards, ...]:
    chosen = sorted(draw(st.sets(seats, max_size=4)))
    return tuple(rec.SeatCards(seat, draw(cards), draw(remarks())) for seat in chosen)


@cache
@st.composite
def starts(draw: st.DrawFn) -> rec.Start:
    trick, seat = draw(st.integers(1, 999)), draw(seats)
    if draw(st.booleans()):
        return rec.Start(trick, seat, draw(st.none() | points), (), draw(remarks()))
    held = sorted(draw(st.sets(seats, min_size=1, max_size=4)))
    by_seat = tuple(rec.SeatPoints(each, draw(amounts)) for each in held)
    return rec.Start(trick, seat, None, by_seat, draw(remarks()))


@cache
def seat_or(*others: int) -> st.SearchStrategy[int]:
    return st.one_of(seats, st.sampled_from(others))


@cache
def showings() -> st.SearchStrategy[rec.Statement]:
    after = st.none() | st.integers(1, 9999)
    return st.one_of(
        st.builds(rec.Declare, after, seats, sets, some_annotations, remarks()),
        st.builds(rec.Flip, drawn, remarks()),
        st.builds(rec.Pass, seats, remarks()),
        trumps(),
    )


@cache
def trumps() -> st.SearchStrategy[rec.Trump]:
    suit = st.integers(-2, 3)
    declarer = seat_or(rec.UNKNOWN_SEAT, rec.NOBODY)
    return st.builds(rec.Trump, suit, st.none() | levels, declarer, remarks())


@cache
@st.composite
def exchanges(draw: st.DrawFn) -> tuple[rec.Statement, ...]:
    seat = draw(seats)
    return (
        rec.Take(seat, draw(remarks())),
        rec.Bury(seat, draw(sets), draw(some_annotations), draw(remarks())),
    )


@cache
def directors(hand: int) -> st.SearchStrategy[rec.Statement]:
    """What may stand anywhere before the result."""
    return st.one_of(
        st.builds(rec.Penalty, seat_sets, amounts, reasons, remarks()),
        st.builds(
            rec.Ruling,
            addresses(hand),
            reasons,
            seat_sets,
            changes(),
            changes(),
            st.just(()) | seat_sets,
            remarks(),
        ),
        st.builds(rec.Retract, addresses(hand), sets, remarks()),
        st.builds(rec.Vendor, vendor_lines, remarks_above()),
    )


@cache
def endings() -> st.SearchStrategy[rec.Statement]:
    some_points = st.none() | points
    return st.one_of(
        st.builds(rec.Claim, seats, some_points, remarks()),
        st.builds(rec.Concede, seat_sets, some_points, remarks()),
        st.builds(rec.Abandon, st.none() | reasons, remarks()),
        st.builds(rec.Forfeit, seat_sets, reasons, remarks()),
        st.builds(rec.Redeal, reasons, st.none() | seats, remarks()),
    )


@cache
@st.composite
def results(draw: st.DrawFn) -> rec.Result:
    kitty, multiplier = draw(st.none() | amounts), None
    if kitty is not None:
        multiplier = draw(amounts)
    up = draw(st.none() | changes())
    next_dealer = draw(st.none() | seat_or(rec.UNKNOWN_SEAT, rec.NOBODY))
    return rec.Result(draw(points), kitty, multiplier, up, next_dealer, draw(remarks()))


@cache
@st.composite
def deals(draw: st.DrawFn) -> tuple[rec.Statement, ...]:
    """The cards of a hand: dealt in order, or as hands, or not told."""
    form = draw(st.sampled_from(["deal", "hands", "start", "none"]))
    if form == "none":
        return ()
    if form == "deal":
        first = draw(seat_or(rec.UNKNOWN_SEAT))
        dealt: rec.Statement = rec.Deal(first, draw(seat_lines(drawn)), draw(remarks()))
    else:
        dealt = rec.Hands(draw(seat_lines(sets)), draw(remarks()))
    kitty_cards = drawn if form == "deal" else sets
    kitty = [rec.Kitty(draw(kitty_cards), draw(remarks()))] if draw(st.booleans()) else []
    start = [draw(starts())] if form == "start" else []
    return (dealt, *start, *kitty)


@cache
@st.composite
def events(draw: st.DrawFn, hand: int) -> tuple[rec.Statement, ...]:
    def some(what: st.SearchStrategy[Any], most: int) -> list[Any]:
        return draw(st.lists(what, max_size=most))

    if draw(st.integers(0, 9)) == 0:
        return (rec.Sheet(draw(remarks())), *some(directors(hand), 1), draw(results()))
    found: list[rec.Statement] = [*draw(deals()), *some(showings(), 3)]
    for exchange in some(exchanges(), 2):
        found += exchange
        if draw(st.booleans()):
            found.append(rec.Overturn(draw(seats), draw(sets), draw(some_annotations)))
    friends = st.builds(rec.Friend, st.integers(0, FACES - 1), st.integers(1, 99), remarks())
    found += some(friends, 1)
    found += some(st.one_of(tricks(), tricks(), st.builds(rec.Join, seats, remarks())), 4)
    found += some(endings(), 1)
    found += some(results(), 1)
    place = draw(st.integers(0, len(found)))
    if not any(isinstance(each, rec.Result) for each in found[:place]):
        found[place:place] = [each for each in some(directors(hand), 2) if _may_stand(each, place)]
    return tuple(found)


def _may_stand(event: rec.Statement, place: int) -> bool:
    """A director's statement first of all would stand before the deal: only a vendor line may."""
    return place > 0 or isinstance(event, rec.Vendor)


@cache
@st.composite
def variations(draw: st.DrawFn, hand: int) -> rec.Variation:
    play = draw(st.none() | st.integers(1, PLAYERS - 1))
    address = rec.Address(hand, "trick", draw(st.integers(1, 999)), play)
    if draw(st.integers(0, 3)) == 0:
        address = rec.Address(hand, "lead")
    inside = draw(st.lists(tricks(), max_size=2).map(tuple))
    return rec.Variation(address, inside, draw(remarks()), draw(remarks()))


@cache
@st.composite
def appendices(draw: st.DrawFn, hand: int) -> tuple[rec.Appendix, ...]:
    notes = st.builds(rec.Note, addresses(hand), texts(breaks=True), remarks())
    found: list[rec.Appendix] = [*draw(st.lists(variations(hand), max_size=2))]
    if draw(st.integers(0, 4)) == 0:
        found.append(rec.Vendor(draw(vendor_lines), draw(remarks_above())))
    found += sorted(draw(st.lists(notes, max_size=3)), key=lambda note: address_order(note.address))
    return tuple(found)


@cache
def tags(names: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[rec.Tag, ...]]:
    """Tags of distinct names."""
    tag = st.builds(rec.Tag, names, texts(), remarks())
    return st.lists(tag, max_size=2, unique_by=lambda each: each.name).map(tuple)


other_names = st.from_regex(r"[A-Z][a-z]{0,3}-[A-Za-z0-9_]{1,8}", fullmatch=True)


@cache
@st.composite
def hands(draw: st.DrawFn, number: int) -> rec.Hand:
    level = st.none() | levels
    sides = [(0, 2), (1, 3)] if draw(st.booleans()) else [(0,), (1,), (2,), (3,)]
    happened = draw(events(number))
    ended = draw(st.booleans())
    return rec.Hand(
        number,
        tuple(rec.SideLevel(side, draw(level)) for side in sides),
        draw(seat_or(rec.UNKNOWN_SEAT)),
        draw(st.booleans()),
        draw(tags(other_names)),
        happened,
        ended,
        draw(appendices(number)) if ended else (),
        draw(remarks()),
        draw(remarks()) if ended else None,
    )


@cache
@st.composite
def records(draw: st.DrawFn) -> rec.Record:
    value = texts().map(lambda text: text or "?")
    required = [
        *(rec.Tag(name, draw(value), draw(remarks())) for name in ("Event", "Site", "Date")),
        rec.Tag("Rules", draw(st.sampled_from(RULES))),
        *(rec.Tag(f"Player{letter}", draw(value)) for letter in "ABCD"),
    ]
    count = draw(st.integers(0, 3))
    played = tuple(draw(hands(number)) for number in range(1, count + 1))
    end = st.builds(
        rec.MatchEnd, st.just((rec.NOBODY,)) | seat_sets, st.none() | reasons, remarks()
    )
    return rec.Record(
        (*required, *draw(tags(other_names))),
        played,
        draw(st.none() | end),
        draw(versions),
        draw(remarks()),
        draw(st.lists(comments(), max_size=2).map(tuple)),
        draw(st.lists(st.builds(rec.Vendor, vendor_lines, remarks_above()), max_size=1).map(tuple)),
    )


RULES = ("standard@1", "standard@1 throw_penalty=10", "godot@1", "my-own@7 a=b")
