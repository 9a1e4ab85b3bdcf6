"""What is written without anybody asking, because it follows from what stands above it."""

from typing import Final

from shengji.notation.lines import WORD
from shengji.replay.recording.actions import Action, Enter, Splice, Undo
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.expecting import expected
from shengji.replay.recording.judging import judge

BY_ITSELF: Final = ("won", "take", "bury", "same", "result", "end")
"""Kinds of what is expected."""


def followed(draft: Draft) -> Action | None:
    """What is to be written next without anybody asking: who won a trick, who takes the kitty, a
    burying that nobody sees, the plays that a variation shares with its hand, the result of a hand
    that was played out, and its end."""
    first = next(iter(expected(draft)), None)
    if first is None or not first.ready:
        return None
    return first.action if first.kind in BY_ITSELF else None


def by_itself(draft: Draft) -> tuple[Action, ...]:
    """The actions at the end of a draft that nobody asked for, the last one first."""
    found: list[Action] = []
    while len(draft.done) > 2:
        before = draft.do(Undo())
        if followed(before) != draft.done[-1]:
            break
        found.append(draft.done[-1])
        draft = before
    return tuple(found)


def told_already(draft: Draft, words: list[str]) -> tuple[Action, ...] | None:
    """What a line does that was written by itself already: nothing, or what it says besides.

    None where it says something else.
    """
    return _told(draft, words) if words[0] in BY_ITSELF else _varied(draft, words)


def _told(draft: Draft, words: list[str]) -> tuple[Action, ...] | None:
    """A statement, and perhaps a comment beside it."""
    said = [word for word in words if not word.startswith("#")]
    for action in by_itself(draft):
        line = action.lines[-1] if isinstance(action, Enter) else ""
        written = WORD.findall(line)
        if written[:1] == said[:1] and set(said) <= set(written):
            if said == words:
                return ()
            at = max(index for index, each in enumerate(draft.lines, 1) if each == line)
            return (Splice(at, 1, (f"{line} {words[-1]}",)),)
    return () if words == ["end"] and _has_ended(draft) else None


def _varied(draft: Draft, words: list[str]) -> tuple[Action, ...] | None:
    """The first trick of a variation typed as a whole, though its beginning wrote itself."""
    same = WORD.findall(draft.lines[-1]) if judge(draft.text).varying else []
    if not same or words[: len(same)] != same or not by_itself(draft):
        return None
    return (Splice(len(draft.lines), 1, (" ".join(words),)),)


def _has_ended(draft: Draft) -> bool:
    judged = judge(draft.text)
    return judged.hand is not None and judged.hand.ended and not judged.varying
