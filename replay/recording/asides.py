"""What may be said of a match at any time: notes, annotations, penalties, rulings, an early end.

`expected` tells what comes next; this, what may be put between. The list is data: each kind with
the fields that are to be filled in, and of each field what may be chosen. A page offers them as
taps, a terminal lists them, and :mod:`shengji.replay.recording.filling` makes actions of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeAlias

from shengji.engine.rules import Rules
from shengji.engine.scoring.match import side_of
from shengji.engine.values import value
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.builder import IN_VARIATION, PLACES, Phase, phase_of
from shengji.notation.tokens import (
    MARKS,
    SEATS,
    write_cards,
    write_drawn,
    write_play,
    write_seat,
    write_seats,
)
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.placing import variations

SIGNS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""The glyphs 1 to 6 of a play."""
OFFENCES: Final = ("revoke", "exposed", "turn", "count", "bury", "throw", "time", "director")
TAGS: Final = (
    "Event", "Site", "Date", "Round", "Table", "Board", "Time", "Referee", "Annotator", "Source",
    "Licence", "Stake",
)  # fmt: skip
"""Of the match; its rules and its players belong to the set-up."""


class Fill(StrEnum):
    """How a field is filled in; its value is always a text."""

    SEAT = "seat"
    """A letter."""
    SEATS = "seats"
    """Letters without blanks, `bd`."""
    AMOUNT = "amount"
    """A number from 0 on."""
    CHANGE = "change"
    """A number that may be negative."""
    WORD = "word"
    """One of the choices; where these are not all, a lower-case word."""
    LINE = "line"
    """Whatever a person says, on one line."""
    TEXT = "text"
    """Whatever a person says; it may have several lines."""
    ADDRESS = "address"
    CARDS = "cards"
    SECONDS = "seconds"
    """With up to three decimals, `12.3`."""


@value
class Choice:
    """Something that a field may hold."""

    value: str
    shown: str = ""
    """What stands at an address: the cards of a play, say."""


@value
class Field:
    """Something that is to be filled in."""

    name: str
    fill: Fill
    choices: tuple[Choice, ...] = ()
    """The likeliest first; without any, it is typed."""
    needed: bool = True
    free: bool = False
    """Others than the choices may be meant."""


@value
class Aside:
    """Something that may be said now."""

    kind: str
    fields: tuple[Field, ...]


_Choose: TypeAlias = Callable[[Judged, rec.Hand, Rules], tuple[Choice, ...]]


@value
class _Blank:
    """A field before it is known what may be chosen."""

    field: Field
    choose: _Choose | None = None


@value
class _Kind:
    """Of an aside: its name, its fields, and where it may stand."""

    name: str
    blanks: tuple[_Blank, ...]
    until: Phase | None = None
    """Of a statement: the last phase in which it may stand, as the builder has it."""
    nested: bool = True
    """It may stand in a variation; of statements the builder knows."""


# -- what may be chosen ---------------------------------------------------------------------------


def _closed(*words: str) -> tuple[Choice, ...]:
    return tuple(map(Choice, words))


def _seats(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    return _closed(*SEATS[: rules.players])


def _sides(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Sides first, where they are fixed, then each seat by itself."""
    seats = SEATS[: rules.players]
    if rules.partnership == "friends":
        return _closed(*seats)
    sides = (write_seats(side_of(rules, seat)) for seat in range(2))
    return _closed(*dict.fromkeys((*sides, *seats)))


def _fines(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Reasons of a penalty: the fine that the rules impose, while nobody has told it."""
    due = judged.replay is not None and bool(judged.replay.open_fines)
    return _closed("throw", "director") if due else _closed("director")


def _plays(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Every play, the last one first: of the open variation, and of the main line."""
    line = judged.variation
    own = (
        []
        if line is None
        else _plays_of(f"{hand.number}.v{len(variations(hand))}", line.events, rules)
    )
    return (*own, *_plays_of(f"{hand.number}", hand.events, rules))


def _plays_of(line: str, events: Sequence[rec.Statement], rules: Rules) -> Iterator[Choice]:
    """The plays of a line whose addresses begin so."""
    for trick in reversed([event for event in events if isinstance(event, rec.Trick)]):
        for place in range(min(len(trick.plays), rules.players), 0, -1):
            yield Choice(f"{line}.{trick.number}.{place}", _told(trick, place, rules))


def _told(trick: rec.Trick, place: int, rules: Rules) -> str:
    seat = (trick.leader + place - 1) % rules.players
    return f"{write_seat(seat)} {write_play(trick.plays[place - 1])}"


def _remarkable(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Plays, buryings and showings: what annotations may stand behind."""
    return (*_plays(judged, hand, rules), *_before_play(hand, rec.Bury, rec.Declare, rec.Overturn))


def _retractable(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Of the main line alone: in a variation nothing is taken back."""
    plays = _plays_of(f"{hand.number}", hand.events, rules)
    return (*plays, *_before_play(hand, rec.Declare, rec.Overturn))


def _before_play(hand: rec.Hand, *kinds: type[rec.Statement]) -> Iterator[Choice]:
    """Events before the first trick, the last one first."""
    counted = {"k": 0, "x": 0, "t": 0}
    found: list[Choice] = []
    for event in hand.events:
        letter = _LETTERS.get(type(event))
        if letter is None:
            continue
        counted[letter] += 1
        if isinstance(event, kinds):
            found.append(Choice(f"{hand.number}.{letter}{counted[letter]}", _event(event)))
    return reversed(found)


_LETTERS: Final[Mapping[type, str]] = {
    rec.Declare: "x", rec.Overturn: "x", rec.Flip: "x", rec.Take: "t", rec.Bury: "k",
}  # fmt: skip
"""By which letter the address of an event goes."""


def _event(event: rec.Statement) -> str:
    match event:
        case rec.Declare() | rec.Overturn() | rec.Bury():
            return f"{write_seat(event.seat)} {write_cards(event.cards)}"
        case rec.Flip():
            return write_drawn(event.cards)
        case rec.Take():
            return write_seat(event.seat)
    return ""


def _anywhere(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Every event of the hand and the hand itself: plays of its last tricks, then whole tricks."""
    tricks = [event for event in hand.events if isinstance(event, rec.Trick)]
    plays = _plays(judged, hand, rules)[: 2 * rules.players]
    whole = (
        Choice(f"{hand.number}.{trick.number}", " ".join(map(write_play, trick.plays)))
        for trick in reversed(tricks)
        if len(trick.plays) >= rules.players
    )
    # The last play of a trick has two addresses, of which the canonical one names the trick.
    within = (each for each in plays if not each.value.endswith(f".{rules.players}"))
    before = _before_play(hand, rec.Bury, rec.Take, rec.Flip, rec.Declare, rec.Overturn)
    ends = (Choice(f"{hand.number}.end"),) if hand.ended else ()
    return (*ends, *within, *whole, *before, Choice(write_address(rec.Address(hand.number))))


def _departures(judged: Judged, hand: rec.Hand, rules: Rules) -> tuple[Choice, ...]:
    """Where a variation may begin: after any play of the main line, and before the first one."""
    plays = _plays_of(f"{hand.number}", hand.events, rules)
    last = f".{rules.players}"
    # A whole trick is named by its own address: what follows from there is the next one.
    found = (replace(each, value=each.value.removesuffix(last)) for each in plays)
    choices = tuple(found)
    return (*choices, Choice(f"{hand.number}.0")) if choices else ()


# -- the kinds ------------------------------------------------------------------------------------


def _blank(
    name: str,
    fill: Fill,
    choose: _Choose | None = None,
    *,
    choices: tuple[Choice, ...] = (),
    needed: bool = True,
    free: bool = False,
) -> _Blank:
    return _Blank(Field(name, fill, choices, needed, free), choose)


_SEAT: Final = _blank("seat", Fill.SEAT, _seats)
_SIDE: Final = _blank("seats", Fill.SEATS, _sides, free=True)
_POINTS: Final = _blank("points", Fill.CHANGE, needed=False)
_PLACE: Final = _blank("address", Fill.ADDRESS, _anywhere, free=True)
_REMARKED: Final = _blank("address", Fill.ADDRESS, _remarkable)
_TEXT: Final = _blank("text", Fill.TEXT)


def _reason(*words: str, needed: bool = True) -> _Blank:
    return _blank("reason", Fill.WORD, choices=_closed(*words), needed=needed, free=True)


_KINDS: Final = (
    _Kind("note", (_PLACE, _TEXT)),
    _Kind("sign", (_REMARKED, _blank("sign", Fill.WORD, choices=_closed(*SIGNS)))),
    _Kind("text", (_REMARKED, _TEXT)),
    _Kind("time", (_REMARKED, _blank("seconds", Fill.SECONDS))),
    _Kind(
        "mark",
        (
            _blank("address", Fill.ADDRESS, _plays),
            _blank("mark", Fill.WORD, choices=_closed(*MARKS)),
        ),
    ),
    _Kind(
        "retract",
        (_blank("address", Fill.ADDRESS, _retractable), _blank("cards", Fill.CARDS)),
        PLACES["retract"].last,
    ),
    _Kind(
        "penalty",
        (_SIDE, _blank("amount", Fill.AMOUNT), _blank("reason", Fill.WORD, _fines)),
        PLACES["penalty"].last,
    ),
    _Kind(
        "ruling",
        (
            _PLACE,
            _reason(*OFFENCES, *(f"false-{each}" for each in OFFENCES[:4])),
            _SIDE,
            _blank("change", Fill.CHANGE, needed=False),
            _blank("levels", Fill.CHANGE, needed=False),
            _blank("lost", Fill.SEATS, _sides, needed=False, free=True),
        ),
        PLACES["ruling"].last,
    ),
    _Kind("claim", (_SEAT, _POINTS), PLACES["claim"].last),
    _Kind("concede", (_SIDE, _POINTS), PLACES["concede"].last),
    _Kind("forfeit", (_SIDE, _reason("director", "time", "revoke")), PLACES["forfeit"].last),
    _Kind("abandon", (_reason("time", "director", needed=False),), PLACES["abandon"].last),
    _Kind(
        "redeal",
        (
            _reason("undeclared", "mutiny", "misdeal", "director"),
            _blank("seat", Fill.SEAT, _seats, needed=False),
        ),
        # Behind a play it is an error, though the order of statements admits it: SPEC 5.
        Phase.KITTY,
    ),
    _Kind("var", (_blank("address", Fill.ADDRESS, _departures),), nested=False),
    _Kind("comment", (_TEXT,)),
    _Kind("tag", (_blank("name", Fill.WORD, choices=_closed(*TAGS)), _blank("value", Fill.LINE))),
)
KINDS: Final = tuple(kind.name for kind in _KINDS)
_OF_THE_FILE: Final = ("comment", "tag")
"""Kinds that need no hand."""


def asides(draft: Draft) -> tuple[Aside, ...]:
    """What may be said at this point of a draft beside what is expected, in a fixed order.

    Only what the order of statements admits here, and only where there is something to speak of;
    whether it is right is judged when it is entered.
    """
    return asides_of(judge(draft.text))


def asides_of(judged: Judged) -> tuple[Aside, ...]:
    """The same behind a text that is no draft."""
    return tuple(filter(None, (_aside(kind, judged) for kind in _KINDS)))


def _aside(kind: _Kind, judged: Judged) -> Aside | None:
    hand, rules = judged.hand, judged.rules
    if kind.name in _OF_THE_FILE:
        return Aside(kind.name, tuple(blank.field for blank in kind.blanks))
    if hand is None or rules is None or judged.over or not _has_place(kind, judged, hand):
        return None
    fields = tuple(
        blank.field
        if blank.choose is None
        else replace(blank.field, choices=blank.choose(judged, hand, rules))
        for blank in kind.blanks
    )
    addressed = (field for field in fields if field.fill is Fill.ADDRESS)
    return Aside(kind.name, fields) if all(field.choices for field in addressed) else None


def _has_place(kind: _Kind, judged: Judged, hand: rec.Hand) -> bool:
    if kind.until is None:
        return kind.nested or not judged.varying
    if judged.varying:
        return kind.name in IN_VARIATION
    if kind.until is Phase.OVER:
        # Of play that is over: it is put above the result.
        return True
    return not hand.ended and phase_of(hand.events) <= kind.until
