"""An aside with its fields filled in → the action that writes it down.

What a person says is put into quotes or braces here, by the writer of the notation, so that no
device has to know how.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from shengji.engine.cards import Cards
from shengji.engine.scoring.match import side_of
from shengji.notation import WriteError
from shengji.notation import record as rec
from shengji.notation.address import parse_address, write_address
from shengji.notation.tokens import SEATS, TokenError, read_cards, read_seats
from shengji.notation.writer import annotation, join, note_line, statement
from shengji.replay.recording.actions import Action, Enter, SetTag
from shengji.replay.recording.asides import KINDS, SIGNS, Aside, Field, asides_of
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.placing import before_result, behind, below, marked
from shengji.replay.recording.typed import capital

_BREAK: Final = re.compile("\r\n|\r|\n")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,5}")
_REASON: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def aside(draft: Draft, kind: str, fields: Mapping[str, str]) -> Action:
    """The action that an aside is, its fields filled in with texts; an empty one is left out.

    :raises DraftError: there is no such kind, it has no place here, or a field is missing or wrong.
    """
    if kind not in KINDS:
        raise DraftError(Trouble.FORM, "kind")
    judged = judge(draft.text)
    offered = next((each for each in asides_of(judged) if each.kind == kind), None)
    if offered is None:
        raise DraftError(Trouble.NO_PLACE, kind)
    names = [field.name for field in offered.fields]
    unknown = next((name for name in fields if name not in names), None)
    if unknown is not None:
        raise DraftError(Trouble.FIELD, unknown)
    return _ACTIONS[kind](_Filled(draft, judged, offered, fields))


@dataclass(frozen=True, slots=True)
class _Filled:
    """What was filled in; every question of it raises :class:`DraftError` with the field."""

    draft: Draft
    judged: Judged
    aside: Aside
    fields: Mapping[str, str]

    def _field(self, name: str) -> Field:
        return next(field for field in self.aside.fields if field.name == name)

    def _wrong(self, name: str) -> DraftError:
        return DraftError(Trouble.FIELD, name)

    def given(self, name: str) -> bool:
        """Something stands in the field."""
        return bool(self.fields.get(name, "").strip())

    def raw(self, name: str) -> str:
        if self.given(name):
            return self.fields[name]
        raise self._wrong(name)

    def word(self, name: str) -> str:
        """One of the choices, or another reason where these are not all."""
        field, word = self._field(name), self.raw(name).strip()
        if any(word == choice.value for choice in field.choices):
            return word
        if field.free and _REASON.fullmatch(word):
            return word
        raise self._wrong(name)

    def text(self, name: str) -> str:
        """What a person said, its lines parted by line feeds.

        It is tried whether it can be written: control characters have no place in a line.
        """
        text = _BREAK.sub("\n", self.raw(name)).strip()
        try:
            join([text])
            annotation(rec.Text(text))
        except WriteError:
            raise self._wrong(name) from None
        return text

    def line(self, name: str) -> str:
        text = self.text(name)
        if "\n" in text:
            raise self._wrong(name)
        return text

    def seats(self, name: str) -> rec.Seats:
        players = SEATS[: self.players]
        letters = "".join(sorted(set(self.raw(name).strip())))
        if any(letter not in players for letter in letters):
            raise self._wrong(name)
        return read_seats(letters)

    def seat(self, name: str) -> rec.Seat:
        seats = self.seats(name)
        if len(seats) != 1:
            raise self._wrong(name)
        return seats[0]

    def number(self, name: str) -> int:
        word = self.raw(name).strip()
        if _NUMBER.fullmatch(word) is None:
            raise self._wrong(name)
        return int(word)

    def amount(self, name: str) -> int:
        number = self.number(name)
        if number < 0:
            raise self._wrong(name)
        return number

    def some_number(self, name: str) -> int | None:
        return self.number(name) if self.given(name) else None

    def cards(self, name: str) -> Cards:
        try:
            return read_cards(map(capital, self.raw(name).split()))
        except TokenError:
            raise self._wrong(name) from None

    def address(self, name: str) -> rec.Address:
        field, word = self._field(name), self.raw(name).strip()
        if not field.free and all(word != choice.value for choice in field.choices):
            raise self._wrong(name)
        try:
            return parse_address(word)
        except ValueError:
            raise self._wrong(name) from None

    @property
    def players(self) -> int:
        assert self.judged.rules is not None
        return self.judged.rules.players

    def change(self, name: str) -> tuple[rec.SideChange, ...]:
        """A number that stands at the side of the seats, or at the seats where none is fixed."""
        rules, change = self.judged.rules, self.some_number(name)
        assert rules is not None
        if not change:
            return ()
        seats = self.seats("seats")
        fixed = rules.partnership != "friends"
        return (rec.SideChange(side_of(rules, seats[0]) if fixed else seats, change),)


# -- kinds ----------------------------------------------------------------------------------------


def _line(event: rec.Statement) -> Enter:
    return Enter((statement(event),))


def _of_play(told: _Filled, event: rec.Statement) -> Action:
    return before_result(told.draft, statement(event))


def _note(told: _Filled) -> Action:
    address = told.address("address")
    line = note_line(rec.Note(address, told.text("text")))
    hand = told.judged.hand
    assert hand is not None
    if address.hand == hand.number:
        return Enter((line,))
    try:
        return below(told.judged, address.hand, line)
    except LookupError:
        raise DraftError(Trouble.FIELD, "address") from None


def _annotate(told: _Filled, annotated: rec.Annotation) -> Action:
    return behind(told.judged, annotation(annotated), told.address("address"))


def _sign(told: _Filled) -> Action:
    return _annotate(told, rec.Glyph(SIGNS.index(told.word("sign")) + 1))


def _text(told: _Filled) -> Action:
    return _annotate(told, rec.Text(told.text("text")))


def _time(told: _Filled) -> Action:
    try:
        return _annotate(told, rec.Clock(told.raw("seconds").strip()))
    except WriteError:
        raise DraftError(Trouble.FIELD, "seconds") from None


def _mark(told: _Filled) -> Action:
    return marked(told.judged, told.word("mark"), told.address("address"))


def _retract(told: _Filled) -> Action:
    return _of_play(told, rec.Retract(told.address("address"), told.cards("cards")))


def _penalty(told: _Filled) -> Action:
    penalty = rec.Penalty(told.seats("seats"), told.amount("amount"), told.word("reason"))
    return _of_play(told, penalty)


def _ruling(told: _Filled) -> Action:
    return _of_play(
        told,
        rec.Ruling(
            told.address("address"),
            told.word("reason"),
            told.seats("seats"),
            told.change("change"),
            told.change("levels"),
            told.seats("lost") if told.given("lost") else (),
        ),
    )


def _claim(told: _Filled) -> Action:
    return _line(rec.Claim(told.seat("seat"), told.some_number("points")))


def _concede(told: _Filled) -> Action:
    return _line(rec.Concede(told.seats("seats"), told.some_number("points")))


def _forfeit(told: _Filled) -> Action:
    return _line(rec.Forfeit(told.seats("seats"), told.word("reason")))


def _abandon(told: _Filled) -> Action:
    return _line(rec.Abandon(told.word("reason") if told.given("reason") else None))


def _redeal(told: _Filled) -> Action:
    seat = told.seat("seat") if told.given("seat") else None
    return _line(rec.Redeal(told.word("reason"), seat))


def _var(told: _Filled) -> Action:
    return Enter((f"var {write_address(told.address('address'))}",))


def _comment(told: _Filled) -> Action:
    return Enter(tuple(f"# {line}".rstrip() for line in told.text("text").split("\n")))


def _tag(told: _Filled) -> Action:
    return SetTag(told.word("name"), told.line("value"))


_ACTIONS: Final[Mapping[str, Callable[[_Filled], Action]]] = {
    "note": _note,
    "sign": _sign,
    "text": _text,
    "time": _time,
    "mark": _mark,
    "retract": _retract,
    "penalty": _penalty,
    "ruling": _ruling,
    "claim": _claim,
    "concede": _concede,
    "forfeit": _forfeit,
    "abandon": _abandon,
    "redeal": _redeal,
    "var": _var,
    "comment": _comment,
    "tag": _tag,
}
