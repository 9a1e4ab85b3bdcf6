"""Time by rounds: every task once in each round, so that a ratio compares neighbours in time.

A machine that is slowed down by others slows down all tasks of a round. The ratio of two tasks is
therefore taken inside each round, and the median of these ratios is the figure.
"""

import gc
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

Seconds: TypeAlias = Mapping[str, Sequence[float]]
"""For each task by its name, the seconds of each round."""

MIN_ROUNDS: Final = 7
"""Fewer rounds than this make no figure; a smoke run says that it is none."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to run, and how much it does."""

    name: str
    unit: str
    """What is counted, in the plural."""
    units: int
    """How many of them one run does."""
    run: Callable[[], object]
    prepare: Callable[[], object] | None = None
    """What must happen before each run and is not measured."""


def process_task(name: str, command: Sequence[str], compiled: Path) -> Task:
    """A whole process, from its start to its end, which has to be a good one.

    Compiled modules are kept in the folder `compiled`: as after any first run, wherever they are
    installed and whatever the environment says of writing them.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run() -> None:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)

    return Task(name, "processes", 1, run)


def measure(
    tasks: Sequence[Task], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, list[float]]:
    """Seconds of every task in every round; every second round goes backwards.

    The clock is the processor time of this process, on which other processes weigh least.
    """
    seconds: dict[str, list[float]] = {task.name: [] for task in tasks}
    gc.collect()
    gc.freeze()
    try:
        for number in range(rounds):
            for task in tasks if number % 2 == 0 else reversed(tasks):
                seconds[task.name].append(_once(task, clock))
    finally:
        gc.unfreeze()
    return seconds


def _once(task: Task, clock: Callable[[], float]) -> float:
    if task.prepare is not None:
        task.prepare()
    gc.collect()
    start = clock()
    task.run()
    return clock() - start


def rate(units: int, seconds: Sequence[float]) -> float:
    """Units a second: the median of the rounds."""
    return units / median(seconds)


def paired(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the rounds of ours by theirs."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def speedup(ours: Task, theirs: Task, seconds: Seconds) -> float:
    """How many times as many units a second as the peer does."""
    work = ours.units / theirs.units
    return work * paired(seconds[theirs.name], seconds[ours.name])
