"""What a longer file costs: time and memory, of good files and of bad ones."""

import tracemalloc
from collections.abc import Callable
from typing import Final

from bench.measure import Task
from bench.ours import check, forget, matches, text_of

HEAD: Final = '%SJN 1\n[Event "?"]\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=?\n'


def match_text(size: int) -> str:
    """Hands of random matches."""
    return text_of(matches(size)).decode()


KINDS: Final[dict[str, tuple[Callable[[int], str], int]]] = {
    "hands": (match_text, 20),
    "blank lines": (lambda size: HEAD + "\n" * size, 23_000),
    "comment lines": (lambda size: HEAD + "# a remark\n" * size, 3_000),
    "lines of nonsense": (lambda size: HEAD + "1 a zzz\n" * size, 200),
    "tags": (lambda size: HEAD[:7] + '[X-bench "?"]\n' * size, 1_000),
    "matches": (lambda size: (HEAD + "sheet\nend\n") * size, 100),
    "cards on one line": (lambda size: HEAD + "1 a " + "SAK" * size + "\n", 5_000),
    "words on one line": (lambda size: HEAD + "1 a" + " SA" * size + "\n", 10_000),
    "unclosed braces on one line": (lambda size: HEAD + "1 a SA" + " {a" * size + "\n", 10_000),
    "a comment in braces": (lambda size: HEAD + "1 a SA {" + "a" * size + "}\n", 30_000),
    "Chinese on one line": (lambda size: HEAD + "1 a " + "黑桃" * size + "\n", 10_000),
}
"""Texts by size, and a size that takes some milliseconds."""


TIMES: Final = 10
MATCH_HANDS: Final = 30
MEMORY_HANDS: Final = 60
"""About as many as are read at one go, so that a longer file is really read in pieces."""


def doubled_tasks(kind: str, scale: float) -> tuple[Task, Task]:
    """Checking a text of a kind, and one twice as long."""
    write, size = KINDS[kind]
    size = max(1, round(size * scale))
    return _task(kind, write(size)), _task(f"{kind}, twice", write(2 * size))


def longer_tasks(scale: float) -> tuple[Task, Task]:
    """Checking a file, and one with so many times the hands."""
    hands = max(1, round(MATCH_HANDS * scale))
    name = f"{hands:,} and {TIMES * hands:,} hands"
    return _task(name, match_text(hands)), _task(f"{name}, long", match_text(TIMES * hands))


def _task(name: str, text: str) -> Task:
    data = text.encode()
    return Task(name, "files", 1, lambda: check(data), forget)


def memory(scale: float) -> tuple[int, int]:
    """The peaks in checking a file, and that file so many times over.

    What is remembered of cards and plays has a fixed bound; it is filled before both, and alike.
    """
    text = match_text(max(1, round(MEMORY_HANDS * scale))).encode()
    check(text)
    return peak(text), peak(text * TIMES)


def peak(text: bytes) -> int:
    """The most bytes that checking a text holds at once, the text itself not counted."""
    tracemalloc.start()
    try:
        check(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
