"""Two devices write one record: their logs agree, or a person decides. Nothing merges silently."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from shengji.replay.recording.actions import Action, Restore, Splice
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two logs that part: both recorders did something after the same state."""

    base: int
    """How many actions both have."""
    mine: tuple[Action, ...]
    """What this side did since."""
    theirs: tuple[Action, ...]
    """What the other side did since."""


def merge(mine: Draft, theirs: Draft) -> Draft | Conflict:
    """The longer of two drafts of which one log begins with the other, or where they part."""
    base = _common(mine.log, theirs.log)
    if base == len(mine.log):
        return theirs
    if base == len(theirs.log):
        return mine
    return Conflict(base, mine.log[base:], theirs.log[base:])


def receive(kept: Draft, base: int, actions: Sequence[Action]) -> Draft | Conflict:
    """A kept draft after another device sent what it did behind the first `base` actions.

    Actions that are kept already, as after an answer that got lost, change nothing.

    :raises DraftError: actions are missing in between, or one of them cannot be done.
    """
    if not 0 < base <= len(kept.log):
        raise DraftError(Trouble.CUT, str(len(kept.log)))
    same = _common(kept.log[base:], actions)
    if base + same == len(kept.log):
        return kept.doing(actions[same:])
    if same == len(actions):
        return kept
    return Conflict(base + same, tuple(actions[same:]), kept.log[base + same :])


def settle(theirs: Draft, conflict: Conflict, *, keep_mine: bool) -> Draft:
    """What a person decided. The log keeps both sides, so the other choice can be had back."""
    return theirs.doing(_restored(theirs, conflict)) if keep_mine else theirs


def _restored(theirs: Draft, conflict: Conflict) -> tuple[Action, ...]:
    """The actions after which their draft has the lines of mine.

    What I took back in between is left out: an undo would take back the restoring, and a redo bring
    back what was theirs. If I went back behind where we parted, my lines are put down as they are.
    """
    base = Draft.of(theirs.log[: conflict.base])
    mine = base.doing(conflict.mine)
    since = mine.done[len(base.done) :]
    if (*base.done, *since) != mine.done:
        return (Splice(1, len(theirs.lines), mine.lines),)
    return (Restore(conflict.base), *since)


def overrule(kept: Draft, base: int, over: int, actions: Sequence[Action]) -> Draft | Conflict:
    """A kept draft after somebody decided that what a device did behind the first `base` actions
    takes the place of what others did from there on, up to the first `over`.

    :raises DraftError: there are not so many actions, or one of them cannot be done.
    """
    if not 0 < base <= over <= len(kept.log):
        raise DraftError(Trouble.CUT, str(len(kept.log)))
    theirs = Draft.of(kept.log[:over])
    settled = settle(theirs, Conflict(base, tuple(actions), theirs.log[base:]), keep_mine=True)
    return receive(kept, over, settled.log[over:])


def _common(first: Sequence[Action], second: Sequence[Action]) -> int:
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
