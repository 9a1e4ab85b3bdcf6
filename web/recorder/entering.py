"""Entries into a kept draft, and what came of them, whoever sent them: a form or a device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.replay.archive import Kept
from shengji.replay.recording import (
    Action,
    Conflict,
    Draft,
    DraftError,
    Taken,
    Trouble,
    say_trouble,
    take,
)
from shengji.web.language import language
from shengji.web.recorder.opened import drafts, shown_token
from shengji.web.recorder.remarks import Asked, asked, words_of
from shengji.web.uploading import MOST_CHARACTERS

SECONDS: Final = 5.0
"""For which one request may have its entries judged."""


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
    taken = take(behind, entries, SECONDS)
    draft = kept.draft
    if len(taken.draft.text) > max(MOST_CHARACTERS, len(draft.text)):
        too_long = DraftError(Trouble.TOO_LONG, str(MOST_CHARACTERS))
        return Came(draft, 0, trouble=say_trouble(too_long, language()))
    if taken.actions or over is not None:
        after = _written(kept.id, base, over, taken.actions)
        if isinstance(after, Conflict):
            return Came(draft, 0, parted=_parted(after, kept.version))
        # Entries that are sent again may be cut at another place: the rest comes behind these.
        draft = taken.draft if over is None and _is_cut(taken, entries) else after.draft
    trouble = "" if taken.trouble is None else say_trouble(taken.trouble, language())
    return Came(draft, taken.entries, _question(taken, entries), trouble)


def _is_cut(taken: Taken, entries: Sequence[object]) -> bool:
    """There was no time for all of them."""
    return taken.entries < len(entries) and taken.action is None and taken.trouble is None


def _question(taken: Taken, entries: Sequence[object]) -> Asked | None:
    """What is asked about the entry that was held back."""
    if taken.refused is None or taken.action is None:
        return None
    told = entries[taken.entries]
    assert isinstance(told, Mapping)
    return asked(taken, told, taken.action, taken.refused, language())


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
