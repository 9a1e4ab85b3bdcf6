"""Writing a record down again, action by action, as a recorder would."""

from collections.abc import Iterator

from shengji import notation
from shengji.notation.lines import WORD
from shengji.replay.recording import Add, Begin, Draft, Enter, Mode


def canonical_records(data: bytes) -> list[str]:
    """The canonical text of each match of a file."""
    return [notation.dumps(record) for record in notation.loads(data).records]


def begun(text: str) -> tuple[Draft, list[str]]:
    """A draft with the head of a canonical text, and the lines that are still to be entered."""
    lines = [line for line in text.splitlines() if line]
    body = next((i for i, line in enumerate(lines) if line.startswith("hand ")), len(lines))
    while body and lines[body - 1].startswith("#"):
        body -= 1
    return Draft.of((Begin(Mode.FULL, tuple(lines[:body])),)), lines[body:]


def entered(text: str) -> Iterator[Draft]:
    """The drafts on the way to a whole record: a line at a time, of tricks a word at a time."""
    draft, rest = begun(text)
    yield draft
    for line in rest:
        for after in _entered(draft, line):
            yield after
            draft = after


def _entered(draft: Draft, line: str) -> Iterator[Draft]:
    words = [match[0] for match in WORD.finditer(line)]
    if not words[0].isdecimal():
        yield draft.do(Enter((line,)))
        return
    whole = not words[-1].startswith("#")
    first = " ".join(words[:3]) if whole else line
    draft = draft.do(Enter((first,)))
    yield draft
    for word in words[3:] if whole else ():
        draft = draft.do(Add(word))
        yield draft
