"""How the actions of a recorder change the lines of a draft, whatever the words mean."""

import re
from collections.abc import Sequence
from typing import Final

from shengji.engine.values import value
from shengji.notation.lines import WORD
from shengji.notation.spelling import STATEMENTS
from shengji.replay.recording.actions import Add, Begin, Edit, Enter, SetTag, Splice
from shengji.replay.recording.errors import DraftError, Trouble

CHARACTERS_AN_ACTION: Final = 2_097_152
"""Of all its lines."""

_TRICK_LINE: Final = re.compile(r"\s*[0-9]{1,3}\s")
_LINE_END: Final = re.compile("\r\n|\r|\n")
_HEAD: Final = re.compile(r"\s*[\[#]")


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text, as the notation ends them: other signs that break a line on a screen
    (U+2028) stand within one."""
    lines = _LINE_END.split(text)
    return tuple(lines if lines[-1] else lines[:-1])


@value
class Patch:
    """What an edit changed, so that it can be taken back."""

    at: int
    """Index of the first line."""
    removed: tuple[str, ...]
    added: int
    """How many lines stand in their place."""


def apply(lines: list[str], edit: Edit) -> Patch:
    """Change the lines.

    :raises DraftError: it cannot be done; they are as they were.
    """
    _check(edit)
    match edit:
        case Begin():
            if lines:
                raise DraftError(Trouble.BEGIN)
            return _put(lines, 0, 0, edit.lines)
        case Enter():
            return _put(lines, len(lines), 0, edit.lines)
        case Add():
            return _add(lines, edit.word)
        case SetTag():
            return _set_tag(lines, edit)
        case Splice():
            return _splice(lines, edit)


def replacing(before: Sequence[str], after: Sequence[str]) -> Splice | None:
    """The one correction that makes these lines of those; None where they are the same."""
    least = min(len(before), len(after))
    same = 0
    while same < least and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < least - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    removed, lines = len(before) - same - tail, tuple(after[same : len(after) - tail])
    return Splice(same + 1, removed, lines) if removed or lines else None


def revert(lines: list[str], patch: Patch) -> None:
    """Take back the last change that was made to the lines."""
    lines[patch.at : patch.at + patch.added] = patch.removed


def _put(lines: list[str], at: int, removed: int, added: Sequence[str]) -> Patch:
    patch = Patch(at, tuple(lines[at : at + removed]), len(added))
    lines[at : at + removed] = added
    return patch


def _check(edit: Edit) -> None:
    match edit:
        case Begin() | Enter() | Splice():
            texts = edit.lines
        case Add():
            texts = (edit.word,)
        case SetTag():
            texts = (edit.name, edit.value)
    if sum(map(len, texts)) > CHARACTERS_AN_ACTION:
        raise DraftError(Trouble.TOO_LONG, str(CHARACTERS_AN_ACTION))
    if any("\n" in text or "\r" in text for text in texts):
        raise DraftError(Trouble.LINE_BREAK)


def _add(lines: list[str], word: str) -> Patch:
    """Write a word at the end of the last trick line, before a comment beside it."""
    if WORD.fullmatch(word) is None:
        raise DraftError(Trouble.ONE_WORD, word[:40])
    at = _last_trick(lines)
    if at is None:
        raise DraftError(Trouble.NO_TRICK)
    words = [match[0] for match in WORD.finditer(lines[at])]
    words.insert(len(words) - words[-1].startswith("#"), word)
    return _put(lines, at, 1, (" ".join(words),))


def _last_trick(lines: Sequence[str]) -> int | None:
    """The index of the line of the trick on the table: of the main line behind a variation that is
    closed, of the variation while it is open."""
    closed = 0
    for index in reversed(range(len(lines))):
        word = next(iter(lines[index].split()), "")
        word = STATEMENTS.get(word, word)
        closed += (word == "endvar") - (word == "var" and closed > 0)
        if not closed and _TRICK_LINE.match(lines[index]):
            return index
    return None


def _set_tag(lines: list[str], tag: SetTag) -> Patch:
    """In the place of the old one, or behind the last tag of the match that was begun last."""
    quoted = tag.value.replace("\\", "\\\\").replace('"', '\\"')
    written = f'[{tag.name} "{quoted}"]'
    same = re.compile(rf"\s*\[\s*{re.escape(tag.name)}\s")
    magic = (i for i in reversed(range(len(lines))) if lines[i].lstrip().startswith("%"))
    last = next(magic, 0)
    for index in range(last + 1, len(lines)):
        if same.match(lines[index]):
            return _put(lines, index, 1, (written,))
        if not _HEAD.match(lines[index]):
            break
        # Comments above the first hand belong to it.
        last = index if lines[index].lstrip().startswith("[") else last
    return _put(lines, last + 1, 0, (written,))


def _splice(lines: list[str], splice: Splice) -> Patch:
    start = splice.at - 1
    end = start + splice.removed
    if start < 0 or end > len(lines):
        raise DraftError(Trouble.NO_LINE, str(max(splice.at, end)))
    return _put(lines, start, splice.removed, splice.lines)
