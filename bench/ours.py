"""Our side: random matches of the preset `standard`, as text, as records and as JSON."""

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from bench.measure import Task
from shengji import notation
from shengji.notation import twin
from shengji.notation.record import Record
from shengji.notation.tokens import Memory
from shengji.replay import Report, check_record, check_stream
from shengji.replay.generate import random_match

RULES: Final = "standard@1"
MOST_HANDS: Final = 100
"""Where a match that nobody wins is broken off."""
READ_ONCE: Final = ("shengji.engine.presets", "shengji.engine.rules")
"""What these remember is read once a process, as python-chess makes its tables when imported."""


def matches(hands: int) -> list[Record]:
    """Random matches, one after the other, until there are so many hands; the last may be cut."""
    made: list[Record] = []
    while hands:
        found = match(seed=len(made))
        if len(found.hands) > hands:
            found = replace(found, hands=found.hands[:hands], match=None)
        made.append(found)
        hands -= len(found.hands)
    return made


@cache
def match(seed: int) -> Record:
    """A random match, played to its end; the same one for the same seed."""
    return random_match(RULES, MOST_HANDS, seed)


def text_of(records: list[Record]) -> bytes:
    return "".join(map(notation.dumps, records)).encode()


def check(text: bytes) -> Report:
    """What `shengji check` does with a file once it is open."""
    return check_stream(io.BytesIO(text))


def check_clean(text: bytes) -> int:
    """The number of plays in a text that has to be without a fault."""
    report = check(text)
    if report.diagnostics:
        raise ValueError(f"a random match is not clean: {report.diagnostics[0]}")
    return report.plays


def check_task(text: bytes, name: str = "ours, text to verdict") -> Task:
    return Task(name, "plays", check_clean(text), lambda: check(text), forget)


def our_tasks(hands: int) -> Iterator[Task]:
    """Text to verdict first, then its parts, then reading the JSON twin, for information."""
    records = matches(hands)
    text = text_of(records)
    whole = check_task(text)
    yield whole
    yield Task("ours, parse alone", "plays", whole.units, lambda: notation.loads(text), forget)
    yield Task(
        "ours, replay and check of records",
        "plays",
        whole.units,
        lambda: [check_record(record) for record in records],
        forget,
    )
    json = twin.dumps(records, indent=None).encode()
    yield Task("ours, JSON twin to records", "plays", whole.units, lambda: twin.loads(json), forget)


def check_command(path: Path) -> list[str]:
    """The process that checks one file."""
    return [str(Path(sys.executable).with_name("shengji")), "check", str(path)]


def forget() -> None:
    """Empty what was remembered of cards and plays, so that each run works everything out anew."""
    for clear in _MEMORIES:
        clear()


def _memories() -> Iterator[Callable[[], None]]:
    for name, module in list(sys.modules.items()):
        if name.startswith("shengji.") and name not in READ_ONCE:
            for value in vars(module).values():
                if isinstance(value, Memory):
                    yield value.clear
                elif name.startswith("shengji.engine.") and hasattr(value, "cache_clear"):
                    yield value.cache_clear


_MEMORIES: Final = tuple(_memories())
