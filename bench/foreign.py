"""`python -m bench.foreign`: files of others; with --write renew docs/benchmarks-foreign.md."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench import pages
from bench.measure import MIN_ROUNDS, Task, measure, rate
from bench.report import Table
from shengji.notation import foreign
from shengji.replay import check_record
from shengji.replay.intake import Intake, take_in

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "benchmarks-foreign.md"
DATA: Final = ROOT / "tests" / "data"
FILES: Final = {
    "tractor-online": ("tractor-online/issue-347.txt", "chat log"),
    "botzone": ("botzone/sample_log.json", "log of a match"),
    "godot": ("godot/nine-hands.json", "game log"),
    "eighty": ("written/eighty.json", "completed deals"),
    "jerryyyu": ("written/jerryyyu.jsonl", "event log"),
    "tractor-lan": ("written/tractor-lan.zip", "zip of replays"),
}
"""By format a file of it, and what it is."""
FEWEST: Final = 20
"""Hands that one run reads: small files are read several times."""
NOTES: Final = """\
# Benchmarks of imports

Written by `.venv/bin/python -m bench.foreign --write`.

Files of other programs, as `shengji convert`, `archive add` and the upload page of a site read
them: *read* is from the bytes to records, format found by looking; *judged* is that and the check
of every record. Each file is read again and again, in one process; what is given is hands a second
of processor time, the median of the rounds. Those of tractor-online, Botzone and godot come
from the programs themselves (`tests/data`), the others from writers of the tests, made after the
sources of the programs. A chat log tells no dealt cards, so there is less of a hand to read and to
judge.
"""


def tasks(name: str, *, quick: bool) -> tuple[Task, Task]:
    """Reading the file of a format, and reading and judging it."""
    data = (DATA / FILES[name][0]).read_bytes()
    hands = sum(len(record.hands) for record in take_in(data).records)
    times = 1 if quick else -(-FEWEST // hands)
    return (
        Task(f"{name} read", "hands", hands * times, partial(repeat, take_in, data, times)),
        Task(f"{name} judged", "hands", hands * times, partial(repeat, judged, data, times)),
    )


def repeat(run: Callable[[bytes], object], data: bytes, times: int) -> None:
    for _ in range(times):
        run(data)


def judged(data: bytes) -> Intake:
    taken = take_in(data)
    for record in taken.records:
        check_record(record)
    return taken


def main(arguments: Sequence[str] | None = None) -> int:
    options = pages.parse(pages.parser("foreign", __doc__, PAGE), arguments)
    rounds = 1 if options.quick else MIN_ROUNDS
    pairs = {name: tasks(name, quick=options.quick) for name in foreign.names()}
    seconds = measure([task for pair in pairs.values() for task in pair], rounds)
    rows = tuple(
        (
            f"{name}, {FILES[name][1]}",
            *(f"{rate(task.units, seconds[task.name]):.0f}" for task in pair),
        )
        for name, pair in pairs.items()
    )
    table = Table("Hands a second of one processor", ("file", "read", "judged"), rows)
    print(table)
    if options.write:
        pages.write(PAGE, NOTES, [table], rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
