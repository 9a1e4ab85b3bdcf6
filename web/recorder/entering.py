"""Entries into a kept draft, and what came of them, whoever sent them: a form or a device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shengji.replay.archive import Kept
from shengji.replay.recording import (
    Action,
    Conflict,
    Draft,
    DraftError,
    Trouble,
    say_trouble,
    take,
)
from shengji.replay.recording.intake import meant
from shengji.web.language import language
from shengji.web.recorder.board import Asked, asked, words_of
from shengji.web.recorder.opened import drafts, shown_token


@dataclass(frozen=True, slots=True)
class Came:
    """What became of entries."""

    draft: Draft
    """As it is kept now."""
    entries: int
    """So many were written."""
    asked: Asked | None = None
    """Of the next one."""
    trouble: str = ""
    """Why the next one cannot be done at all."""
    parted: "Parted | None" = None
    """Another device went on too: nothing was written."""


@dataclass(frozen=True, slots=True)
class Parted:
    """What two devices did after the same state."""

    base: int
    version: int
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


def enter(kept: Kept, base: int, entries: Sequence[object], over: int | None = None) -> Came:
    """Write entries that were made behind the first `base` actions.

    :param over: what others did from there on, up to so many actions, gives way: somebody decided.
    :raises DraftError: they are no entries, or something is missing before them.
    """
    if not 0 < base <= kept.version:
        raise DraftError(Trouble.CUT, str(kept.version))
    behind = kept.draft if base == kept.version else Draft.of(kept.draft.log[:base])
    taken = take(behind, entries)
    draft = kept.draft
    if taken.actions or over is not None:
        after = _written(kept.id, base, over, taken.actions)
        if isinstance(after, Conflict):
            return Came(draft, 0, parted=_parted(after, kept.version))
        draft = after.draft
    question = None
    if taken.refused is not None and taken.action is not None:
        told = entries[taken.entries]
        assert isinstance(told, Mapping)
        whole = len(meant(taken.draft, told)) == 1
        question = asked(told, taken.action, taken.refused, language(), whole=whole)
    trouble = "" if taken.trouble is None else say_trouble(taken.trouble, language())
    return Came(draft, taken.entries, question, trouble)


def _written(name: str, base: int, over: int | None, actions: Sequence[Action]) -> Kept | Conflict:
    if over is None:
        return drafts().receive(name, shown_token(), base, actions)
    return drafts().overrule(name, shown_token(), base, over, actions)


def _parted(conflict: Conflict, version: int) -> Parted:
    return Parted(
        conflict.base,
        version,
        tuple(map(words_of, conflict.mine)),
        tuple(map(words_of, conflict.theirs)),
    )
