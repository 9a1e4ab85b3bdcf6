"""The words that may stand behind others in a statement, by what the grammar expects there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from shengji.engine.cards import BIG_JOKER, FACES, LITTLE_JOKER, SUITS, face_of
from shengji.engine.hand import Hand as Engine
from shengji.engine.hand import Phase
from shengji.notation.tokens import MARKS, SEATS, write_cards, write_level, write_seat, write_seats
from shengji.replay.recording import Judged
from shengji.replay.wording import words

USUAL_SEATS: Final = 4
TRICKS: Final = 20
"""Tricks whose addresses are offered, the last ones."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "abandon": ("time", "director"),
    "forfeit": ("director", "time", *MARKS),
    "match": ("time", "director"),
    "penalty": ("throw", "director"),
    "redeal": ("undeclared", "mutiny", "misdeal", "director"),
    "ruling": (*MARKS, "bury", "throw", "misdeal", *(f"false-{mark}" for mark in MARKS)),
}
"""The known reasons of SPEC 3.4, behind the statements that they fit; others may be written."""
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "points-field": ("points=",),
    "result-field": ("kitty=", "up="),
    "ruling-field": ("points=", "level=", "lost="),
    "start-points": ("points=",),
}
_SHOWN: Final = (2, 3, 4)
"""Jokers of one kind that are shown together."""


class Argument(NamedTuple):
    """A word, and what it is."""

    text: str
    kind: str = "word"
    """`word`, or `cards`."""
    detail: str = ""


def arguments(
    expected: Iterable[str], statement: str, judged: Judged, language: str
) -> Iterator[Argument]:
    """Words for what a line may go on with.

    :param expected: as :func:`shengji.notation.diagnosis.may_follow` tells it.
    :param judged: the text above the line.
    """
    place = _Place(statement, judged, language)
    for name in expected:
        if name in _WRITERS:
            yield from _WRITERS[name](place)
        for field in _FIELDS.get(name, ()):
            yield Argument(field)


class _Place(NamedTuple):
    statement: str
    judged: Judged
    language: str

    @property
    def seats(self) -> range:
        rules = self.judged.rules
        return range(USUAL_SEATS if rules is None else rules.players)

    def player(self, seat: int) -> str:
        record = self.judged.record
        return (record and record.tag(f"Player{SEATS[seat].upper()}")) or ""


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
    """The sides that play at one level, and every seat alone."""
    hand = place.judged.hand
    sides = [side.seats for side in hand.levels] if hand else []
    for seats in sides:
        if len(seats) > 1:
            yield Argument(write_seats(seats), detail=" ".join(map(place.player, seats)).strip())
    yield from _seats(place)


def _reasons(place: _Place) -> Iterator[Argument]:
    for reason in REASONS.get(place.statement, ()):
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
    """The hand that was written last, and its tricks, the last first."""
    hand, engine = place.judged.hand, place.judged.engine
    if hand is None:
        return
    tricks = 0 if engine is None else len(engine.done)
    for number in range(tricks, max(0, tricks - TRICKS), -1):
        yield Argument(f"{hand.number}.{number}")
    yield Argument(f"{hand.number}.end")
    yield Argument(f"{hand.number}")


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
        case "declare" | "flip":
            yield from _shown(place)


def _held(engine: Engine, seat: int) -> Iterator[Argument]:
    """What a seat is known to hold, face by face."""
    for face, number in enumerate(engine.holdings.certain(seat)[:FACES]):
        for copies in range(1, number + 1):
            yield Argument(write_cards((face,) * copies), "cards")


def _shown(place: _Place) -> Iterator[Argument]:
    """Level cards, alone and in pairs, and jokers in pairs."""
    hand, rules = place.judged.hand, place.judged.rules
    ranks = {side.level.rank for side in hand.levels if side.level} if hand else set()
    decks = 2 if rules is None else rules.decks
    for rank in sorted(ranks):
        for copies in range(1, min(decks, 2) + 1):
            for suit in range(len(SUITS)):
                yield Argument(write_cards((face_of(suit, rank),) * copies), "cards")
    for copies in _SHOWN[: decks - 1]:
        for joker in (LITTLE_JOKER, BIG_JOKER):
            yield Argument(write_cards((joker,) * copies), "cards")


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
    "match-side": _sides,
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
