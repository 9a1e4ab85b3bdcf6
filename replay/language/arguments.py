"""The words that may stand behind others in a statement, by what the grammar expects there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from shengji.engine.cards import FACES, SUITS
from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase
from shengji.notation.tokens import SEATS, write_cards, write_level, write_seat, write_seats
from shengji.replay.recording import Choice, Fill, Judged, asides_of, showings_of
from shengji.replay.wording import words

USUAL_SEATS: Final = 4
_ENDINGS: Final = ("time", "director")
"""Reasons of SPEC 3.4 for which a match ends early."""
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "points-field": ("points=",),
    "result-field": ("kitty=", "up="),
    "ruling-field": ("points=", "level=", "lost="),
    "start-points": ("points=",),
}


class Argument(NamedTuple):
    """A word, and what it is."""

    text: str
    kind: str = "word"
    """`word`, or `cards`."""
    detail: str = ""


def arguments(
    expected: Iterable[str], typed: Sequence[str], judged: Judged, language: str
) -> Iterator[Argument]:
    """Words for what a line may go on with.

    :param expected: as :func:`shengji.notation.diagnosis.may_follow` tells it.
    :param typed: the words of the line so far, at least one.
    :param judged: the text above the line.
    """
    place = _Place(typed, judged, language)
    for name in expected:
        if name in _WRITERS:
            yield from _WRITERS[name](place)
        for field in _FIELDS.get(name, ()):
            yield Argument(field)


class _Place(NamedTuple):
    typed: Sequence[str]
    judged: Judged
    language: str

    @property
    def statement(self) -> str:
        return self.typed[0]

    @property
    def seats(self) -> range:
        rules = self.judged.rules
        return range(USUAL_SEATS if rules is None else rules.players)

    def player(self, seat: int) -> str:
        record = self.judged.record
        return (record and record.tag(f"Player{SEATS[seat].upper()}")) or ""

    def choices(self, fill: Fill, statement: str = "") -> tuple[Choice, ...]:
        """What a recorder may choose for a field of that kind."""
        name = statement or self.statement
        asides = (aside for aside in asides_of(self.judged) if aside.kind == name)
        fields = (field for aside in asides for field in aside.fields if field.fill is fill)
        return next((field.choices for field in fields), ())


def _seats(place: _Place) -> Iterator[Argument]:
    for seat in place.seats:
        yield Argument(write_seat(seat), detail=place.player(seat))


def _dealers(place: _Place) -> Iterator[Argument]:
    for each in (*_seats(place), Argument("?")):
        yield each._replace(text=f"dealer={each.text}")


def _next(place: _Place) -> Iterator[Argument]:
    for each in (*_seats(place), Argument("?"), Argument("-")):
        yield each._replace(text=f"next={each.text}")


def _sides(place: _Place) -> Iterator[Argument]:
    for choice in place.choices(Fill.SEATS):
        names = (place.player(SEATS.index(seat)) for seat in choice.value)
        yield Argument(choice.value, detail=" ".join(names).strip())


def _winners(place: _Place) -> Iterator[Argument]:
    """The sides that play at one level, every seat alone, or nobody."""
    hand = place.judged.hand
    for side in hand.levels if hand else ():
        yield Argument(write_seats(side.seats))
    yield Argument("-")


def _reasons(place: _Place) -> Iterator[Argument]:
    reasons = [choice.value for choice in place.choices(Fill.WORD)]
    for reason in _ENDINGS if place.statement == "match" else reasons:
        yield Argument(reason, detail=words(place.language).get(f"marks.{reason}", ""))


def _suits(place: _Place) -> Iterator[Argument]:
    table = words(place.language)
    for suit in SUITS:
        yield Argument(suit, detail=table[f"suit.{suit}"])
    yield Argument("-", detail=table["suit.none"])


def _levels(place: _Place) -> Iterator[Argument]:
    hand = place.judged.hand
    levels = [side.level for side in hand.levels if side.level] if hand else []
    for text in dict.fromkeys(map(write_level, levels)):
        yield Argument(text)


def _addresses(place: _Place) -> Iterator[Argument]:
    """A variation may begin where there may be a note."""
    statement = "note" if place.statement == "var" else place.statement
    for choice in place.choices(Fill.ADDRESS, statement):
        yield Argument(choice.value, detail=choice.shown)


def _moment(place: _Place) -> Iterator[Argument]:
    """Behind all the cards that are dealt, or when nobody knows."""
    rules = place.judged.rules
    if rules is not None:
        yield Argument(str(rules.players * rules.hand_size))
    yield Argument("?")


def _cards(place: _Place) -> Iterator[Argument]:
    engine = place.judged.engine
    match place.statement:
        case "bury":
            if engine is not None and engine.phase is Phase.BURYING and engine.taker is not None:
                yield from _held(engine, engine.taker)
        case "declare" | "overturn":
            yield from _shown(place)


def _held(engine: Engine, seat: int) -> Iterator[Argument]:
    """What a seat is known to hold, face by face."""
    for face, number in enumerate(engine.holdings.certain(seat)[:FACES]):
        for copies in range(1, number + 1):
            yield Argument(write_cards((face,) * copies), "cards")


def _shown(place: _Place) -> Iterator[Argument]:
    """What the seat that was typed may show."""
    for showings in showings_of(place.judged):
        if write_seat(showings.seat) == place.typed[-1]:
            yield from (Argument(write_cards(cards), "cards") for cards in showings.cards)


def _lead(place: _Place) -> Iterator[Argument]:
    """To the first trick the declarer leads."""
    engine = place.judged.engine
    if engine is not None and engine.phase is Phase.READY and engine.declarer is not None:
        yield from _held(engine, engine.declarer)


_WRITERS: Final[Mapping[str, Callable[[_Place], Iterator[Argument]]]] = {
    "address": _addresses,
    "after": _moment,
    "cards": _cards,
    "dealer-field": _dealers,
    "fresh": lambda place: iter((Argument("fresh"),)),
    "level": _levels,
    "match-side": _winners,
    "play": _lead,
    "reason": _reasons,
    "rest": lambda place: iter((Argument("rest"),)),
    "result-field": _next,
    "seat": _seats,
    "seat-or-more": _seats,
    "seat-or-unknown": lambda place: iter((*_seats(place), Argument("?"))),
    "seats": _sides,
    "trump-suit": _suits,
    "version": lambda place: iter((Argument("1"),)),
}
"""By the name of what is expected."""
