"""What may be said of a match at any time: notes, annotations, penalties, rulings, an early end.

`expected` tells what comes next; this, what may be put between. The list is data: each kind with
the fields that are to be filled in, and of each field what may be chosen. A page offers them as
taps, a terminal lists them, and :mod:`shengji.replay.recording.filling` makes actions of them.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from shengji.engine.values import value
from shengji.notation import record as rec
from shengji.notation.builder import IN_VARIATION, PLACES, Phase, phase_of
from shengji.notation.tokens import MARKS
from shengji.replay.recording import choosing
from shengji.replay.recording.choosing import Choice, Choose
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import Judged, judge

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


@value
class _Blank:
    """A field before it is known what may be chosen."""

    field: Field
    choose: Choose | None = None


@value
class _Kind:
    """Of an aside: its name, its fields, and where it may stand."""

    name: str
    blanks: tuple[_Blank, ...]
    until: Phase | None = None
    """Of a statement: the last phase in which it may stand, as the builder has it."""
    nested: bool = True
    """It may stand in a variation; of statements the builder knows."""


# -- the kinds ------------------------------------------------------------------------------------


def _blank(
    name: str,
    fill: Fill,
    choose: Choose | None = None,
    *,
    choices: tuple[Choice, ...] = (),
    needed: bool = True,
    free: bool = False,
) -> _Blank:
    return _Blank(Field(name, fill, choices, needed, free), choose)


_SEAT: Final = _blank("seat", Fill.SEAT, choosing.seats)
_SIDE: Final = _blank("seats", Fill.SEATS, choosing.sides, free=True)
_POINTS: Final = _blank("points", Fill.CHANGE, needed=False)
_PLACE: Final = _blank("address", Fill.ADDRESS, choosing.anywhere, free=True)
_REMARKED: Final = _blank("address", Fill.ADDRESS, choosing.remarkable)
_TEXT: Final = _blank("text", Fill.TEXT)


def _reason(*words: str, needed: bool = True) -> _Blank:
    return _blank("reason", Fill.WORD, choices=choosing.closed(*words), needed=needed, free=True)


_KINDS: Final = (
    _Kind("note", (_PLACE, _TEXT)),
    _Kind("sign", (_REMARKED, _blank("sign", Fill.WORD, choices=choosing.closed(*SIGNS)))),
    _Kind("text", (_REMARKED, _TEXT)),
    _Kind("time", (_REMARKED, _blank("seconds", Fill.SECONDS))),
    _Kind(
        "mark",
        (
            _blank("address", Fill.ADDRESS, choosing.plays),
            _blank("mark", Fill.WORD, choices=choosing.closed(*MARKS)),
        ),
    ),
    _Kind(
        "retract",
        (_blank("address", Fill.ADDRESS, choosing.retractable), _blank("cards", Fill.CARDS)),
        PLACES["retract"].last,
    ),
    _Kind(
        "penalty",
        (_SIDE, _blank("amount", Fill.AMOUNT), _blank("reason", Fill.WORD, choosing.fines)),
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
            _blank("lost", Fill.SEATS, choosing.sides, needed=False, free=True),
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
            _blank("seat", Fill.SEAT, choosing.seats, needed=False),
        ),
        # Behind a play it is an error, though the order of statements admits it: SPEC 5.
        Phase.KITTY,
    ),
    _Kind("var", (_blank("address", Fill.ADDRESS, choosing.departures),), nested=False),
    _Kind("comment", (_TEXT,)),
    _Kind(
        "tag",
        (_blank("name", Fill.WORD, choices=choosing.closed(*TAGS)), _blank("value", Fill.LINE)),
    ),
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
