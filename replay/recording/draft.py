"""A record that is being written: a frozen value, made of a log that only grows.

Every action of the recorder is one entry of the log, an undo too. So nothing is ever lost, two
devices agree when one log begins with the other, and the lines follow from the log alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from shengji.replay.recording.actions import (
    Action,
    Begin,
    Edit,
    Mode,
    Redo,
    Restore,
    Splice,
    Undo,
    from_json,
    to_json,
)
from shengji.replay.recording.editing import Patch, apply, revert
from shengji.replay.recording.errors import DraftError, Trouble

VERSION: Final = 1
"""Of the JSON of drafts."""
ACTIONS_A_DRAFT: Final = 100_000
RESTORES_A_DRAFT: Final = 100
"""Each of them is as much work as all actions before it."""


def text_of(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class Draft:
    """The log, and what it comes to."""

    log: tuple[Action, ...]
    done: tuple[Edit, ...]
    """The edits that stand, the :class:`Begin` first."""
    undone: tuple[Edit, ...]
    """Those that a redo brings back, the next one last."""
    lines: tuple[str, ...]
    """The text so far; it may hold whatever was typed."""
    patches: tuple[Patch, ...] = field(compare=False, repr=False)
    """What each of the edits that stand changed."""

    @classmethod
    def of(cls, log: Sequence[Action]) -> "Draft":
        """The draft that a log comes to.

        :raises DraftError: it does not begin with a :class:`Begin`, or an action cannot be done.
        """
        draft = _EMPTY.doing(log)
        if not draft.done:
            raise DraftError(Trouble.BEGIN)
        return draft

    @property
    def start(self) -> Begin:
        """Its first action."""
        first = self.log[0]
        assert isinstance(first, Begin)
        return first

    @property
    def mode(self) -> Mode:
        return self.start.mode

    @property
    def text(self) -> str:
        return text_of(self.lines)

    def do(self, action: Action) -> "Draft":
        """The draft after one action more; what its words mean is not looked at.

        :raises DraftError: it cannot be done.
        """
        return self.doing((action,))

    def doing(self, actions: Iterable[Action]) -> "Draft":
        """The draft after some actions more.

        :raises DraftError: one of them cannot be done.
        """
        more = tuple(actions)
        walk = _Walk(self, frozenset(each.length for each in more if isinstance(each, Restore)))
        for action in more:
            walk.take(action)
        lines = walk.written()
        return Draft(
            (*self.log, *more), tuple(walk.done), tuple(walk.undone), lines, tuple(walk.patches)
        )


_EMPTY: Final = Draft((), (), (), (), ())


class _Walk:
    """Goes on with a draft, action by action; lines are written when they are asked for, so that
    going back and forth costs nothing."""

    def __init__(self, draft: Draft, wanted: frozenset[int]) -> None:
        """`wanted` are the lengths of the log of which the lines are asked for later."""
        self.number = len(draft.log)
        self.done = list(draft.done)
        self.undone = list(draft.undone)
        self.lines = list(draft.lines)
        self.patches = list(draft.patches)
        """Of the edits that are written: of `done` as it was then."""
        self.still = len(self.done)
        """So many of those stand, whatever was taken back since."""
        self.wanted = wanted
        self.known = {
            length: Draft.of(draft.log[:length]).lines
            for length in wanted
            if 0 < length <= self.number
        }
        self.restores = sum(isinstance(each, Restore) for each in draft.log) if wanted else 0

    def written(self) -> tuple[str, ...]:
        """The lines as they are now."""
        while len(self.patches) > self.still:
            revert(self.lines, self.patches.pop())
        for edit in self.done[self.still :]:
            self.patches.append(apply(self.lines, edit))
        self.still = len(self.done)
        return tuple(self.lines)

    def take(self, action: Action) -> None:
        if isinstance(action, Begin) == bool(self.number):
            raise DraftError(Trouble.BEGIN)
        if self.number >= ACTIONS_A_DRAFT:
            raise DraftError(Trouble.TOO_LONG, str(ACTIONS_A_DRAFT))
        match action:
            case Undo():
                self._undo()
            case Redo():
                self._redo()
            case Restore(length):
                self._do(self._restored(length))
            case _:
                self._do(action)
        self.number += 1
        if self.number in self.wanted:
            self.known[self.number] = self.written()

    def _do(self, edit: Edit) -> None:
        self.done.append(edit)
        self.undone.clear()

    def _undo(self) -> None:
        if len(self.done) == 1:
            raise DraftError(Trouble.NOTHING_TO_UNDO)
        self.undone.append(self.done.pop())
        self.still = min(self.still, len(self.done))

    def _redo(self) -> None:
        if not self.undone:
            raise DraftError(Trouble.NOTHING_TO_REDO)
        self.done.append(self.undone.pop())

    def _restored(self, length: int) -> Splice:
        """All lines give way to those that stood then."""
        self.restores += 1
        if self.restores > RESTORES_A_DRAFT:
            raise DraftError(Trouble.TOO_LONG, str(RESTORES_A_DRAFT))
        if length not in self.known:
            raise DraftError(Trouble.CUT, str(self.number))
        return Splice(1, len(self.written()), self.known[length])


# As JSON


def draft_to_json(draft: Draft) -> dict[str, object]:
    """A draft as JSON keeps it: its version and its log."""
    return {"draft": VERSION, "log": [to_json(action) for action in draft.log]}


def draft_from_json(told: object) -> Draft:
    """A draft that JSON kept.

    :raises DraftError: it is none, of another version, or its log cannot be followed.
    """
    if not isinstance(told, Mapping) or "draft" not in told:
        raise DraftError(Trouble.FORM, "draft")
    if told["draft"] != VERSION:
        raise DraftError(Trouble.VERSION, str(told["draft"])[:20])
    log = told.get("log")
    if not isinstance(log, list):
        raise DraftError(Trouble.FORM, "log")
    return Draft.of([from_json(each) for each in log])
