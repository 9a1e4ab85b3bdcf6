"""Every disagreement between a record and the engine, as diagnostics at their place."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from shengji.engine.faults import Fault, Rule, Unproved
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.address import canonical_address
from shengji.notation.diagnostics import Code, Diagnostic, Severity, Span, Value
from shengji.notation.tokens import write_cards, write_seat
from shengji.replay.listening import END, Where
from shengji.replay.replayer import HandReplay

Locate = Callable[[Where], Span | None]
"""Where in its text a place of the record stands; None for a record that came from no text."""

_UNPROVED: Final = {
    Rule.LEADER: dia.NOT_CHECKABLE_PLAY,
    Rule.PLAY_NOT_HELD: dia.NOT_CHECKABLE_PLAY,
    Rule.BURY_NOT_HELD: dia.NOT_CHECKABLE_PLAY,
    Rule.BURY_POINTS: dia.NOT_CHECKABLE_PLAY,
    Rule.FOLLOW_SUIT: dia.NOT_CHECKABLE_PLAY,
    Rule.FOLLOW_SHAPE: dia.NOT_CHECKABLE_PLAY,
    Rule.LEAD_SUIT: dia.NOT_CHECKABLE_PLAY,
    Rule.THROW_FAILS: dia.NOT_CHECKABLE_THROW,
    Rule.THROW_FORCED: dia.NOT_CHECKABLE_THROW,
    Rule.THROW_BEATEN_BY: dia.NOT_CHECKABLE_THROW,
    Rule.TAKE_SEAT: dia.NOT_CHECKABLE_TAKE,
    Rule.FLIP_CARDS: dia.NOT_CHECKABLE_FLIP,
    Rule.REDEAL_REASON: dia.NOT_CHECKABLE_REDEAL,
    Rule.FRIEND_CARD: dia.NOT_CHECKABLE_FRIEND,
    Rule.MARK_FALSE: dia.NOT_CHECKABLE_MARK,
}


@dataclass(slots=True)
class Judge:
    """A listener that turns what a replay notices into diagnostics.

    What cannot be checked is told once a hand and kind, with the first place and the number: one
    missing hand must not bury a real fault under seventy lines.
    """

    locate: Locate
    watches: bool = False
    diagnostics: list[Diagnostic] = field(default_factory=list)
    confirmed_number: int = 0
    _unchecked: dict[Code, tuple[Where, dict[str, Value]]] = field(default_factory=dict)
    _times: Counter[Code] = field(default_factory=Counter)
    _hand: rec.Hand | None = None
    _players: int = 4

    def open_hand(self, hand: rec.Hand, players: int) -> None:
        """From here on places are those of this hand."""
        self._hand, self._players = hand, players

    def close_hand(self) -> None:
        """Tell what could not be checked in the hand."""
        for code, (where, arguments) in self._unchecked.items():
            self._add(code, where, {**arguments, "number": self._times[code]})
        self._unchecked.clear()
        self._times.clear()

    def close_match(self) -> None:
        """From here on places are those of the match, not of a hand."""
        self._hand = None

    # -- the listener ---------------------------------------------------------------------------

    def verdict(self, where: Where, verdict: Fault | Unproved) -> None:
        if isinstance(verdict, Unproved):
            code = _UNPROVED.get(verdict.rule, dia.NOT_CHECKABLE_DECLARE)
            seat = "?" if verdict.seat is None else write_seat(verdict.seat)
            self._count(code, where, {"seat": seat} if "seat" in code.arguments else {})
        else:
            code = dia.FAULTS[verdict.rule]
            self._add(code, where, evidence(verdict), verdict.option)

    def finding(self, code: Code, where: Where, **arguments: Value) -> None:
        if code.severity is Severity.UNCHECKED:
            self._count(code, where, arguments)
        else:
            self._add(code, where, arguments)

    def confirmed(self) -> None:
        self.confirmed_number += 1

    def after(self, where: Where, replay: HandReplay) -> None:
        """Steps are another listener's business."""

    # -- diagnostics ----------------------------------------------------------------------------

    def _count(self, code: Code, where: Where, arguments: dict[str, Value]) -> None:
        self._times[code] += 1
        self._unchecked.setdefault(code, (where, arguments))

    def _add(self, code: Code, where: Where, arguments: dict[str, Value], option: str = "") -> None:
        address = None if self._hand is None else address_of(self._hand, where, self._players)
        self.diagnostics.append(Diagnostic(code, self.locate(where), address, arguments, option))


def evidence(fault: Fault) -> dict[str, Value]:
    """The evidence of a fault in the words of the notation."""
    numbers = {"expected": fault.expected, "found": fault.found}
    seats = {"seat": fault.seat, "other": fault.other}
    cards = {"cards": fault.cards, "owed": fault.owed}
    return {
        **{name: write_seat(seat) for name, seat in seats.items() if seat is not None},
        **{name: write_cards(held) for name, held in cards.items() if held},
        **{name: number for name, number in numbers.items() if number is not None},
    }


_COUNTED: Final[dict[type, str]] = {
    rec.Declare: "show",
    rec.Overturn: "show",
    rec.Flip: "show",
    rec.Take: "take",
    rec.Bury: "bury",
}


def address_of(hand: rec.Hand, where: Where, players: int) -> rec.Address:
    """The canonical address of the event at a place: the position that it leads to."""
    if where.event is None:
        return rec.Address(hand.number)
    if where.event == END:
        return rec.Address(hand.number, "end")
    if where.part == "lead":
        return rec.Address(hand.number, "lead")
    events, variation = hand.events, None
    if where.variation is not None:
        line = hand.appendix[where.variation]
        events = line.events if isinstance(line, rec.Variation) else ()
        lines = hand.appendix[: where.variation + 1]
        variation = sum(isinstance(item, rec.Variation) for item in lines)
    event = events[where.event]
    if isinstance(event, rec.Trick):
        play = None if where.play is None else where.play + 1
        address = rec.Address(hand.number, "trick", event.number, play, variation)
        return canonical_address(address, players)
    return _before_play(hand, where.event) if variation is None else rec.Address(hand.number)


def _before_play(hand: rec.Hand, index: int) -> rec.Address:
    """The address of a statement that is no trick: its own, or the position it stands in."""
    for at in range(index, -1, -1):
        event = hand.events[at]
        if isinstance(event, rec.Trick):
            return rec.Address(hand.number, "trick", event.number)
        if (part := _COUNTED.get(type(event))) is not None:
            number = sum(_COUNTED.get(type(each)) == part for each in hand.events[: at + 1])
            return rec.Address(hand.number, part, number)  # type: ignore[arg-type]
    return rec.Address(hand.number)
