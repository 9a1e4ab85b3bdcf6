"""Who is told what a replay notices, and of which place in the record."""

from typing import TYPE_CHECKING, Final, Protocol

from shengji.engine.faults import Fault, Unproved
from shengji.engine.values import value
from shengji.notation.diagnostics import Code, Severity, Value

if TYPE_CHECKING:
    from shengji.replay.replayer import HandReplay

END: Final = -1
"""In place of an index: the `end` of a hand."""


@value
class Where:
    """A place in a record: the statement, and the play within a trick line, by index."""

    hand: int
    event: int | None = None
    """Index into the hand's events; None for the `hand` line; END for its `end`."""
    play: int | None = None
    part: str = ""
    """What of the statement: a field name such as `won`, `points`, `next`, `levels`, `dealer`."""
    variation: int | None = None
    """Index into the hand's appendix."""
    line: int | None = None
    """Of a `deal` or `hands`: the seat line, by index."""


class Listener(Protocol):
    """Who wants to know what a replay notices."""

    watches: bool
    """Whether `after` is to be called; without it a check is faster."""

    def verdict(self, where: Where, verdict: Fault | Unproved) -> None:
        """The engine found a rule broken, or not checkable."""

    def finding(self, code: Code, where: Where, **arguments: Value) -> None:
        """The record contradicts itself or the outcome, or something is worth a remark."""

    def confirmed(self) -> None:
        """An assertion of the record was checked and holds."""

    def after(self, where: Where, replay: "HandReplay") -> None:
        """An event has happened."""


class Silent:
    """A listener that wants to know nothing."""

    watches = False

    def verdict(self, where: Where, verdict: Fault | Unproved) -> None:
        pass

    def finding(self, code: Code, where: Where, **arguments: Value) -> None:
        pass

    def confirmed(self) -> None:
        pass

    def after(self, where: Where, replay: "HandReplay") -> None:
        pass


class OnlyErrors(Silent):
    """Passes on what is proved to be wrong, and nothing else."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    def verdict(self, where: Where, verdict: Fault | Unproved) -> None:
        if isinstance(verdict, Fault):
            self.listener.verdict(where, verdict)

    def finding(self, code: Code, where: Where, **arguments: Value) -> None:
        if code.severity is Severity.ERROR:
            self.listener.finding(code, where, **arguments)

    def confirmed(self) -> None:
        self.listener.confirmed()
