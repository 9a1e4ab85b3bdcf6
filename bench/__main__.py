"""`python -m bench`: measure, print, and with --write renew docs/benchmarks.md."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench import peers, report
from bench.measure import MIN_ROUNDS, Seconds, Task, measure, rate, speedup
from bench.report import Table

PAGE: Final = Path(__file__).parents[1] / "docs" / "benchmarks.md"


@dataclass(frozen=True, slots=True)
class Scale:
    """How much each task does in a round."""

    games: int
    poker_hands: int


FULL: Final = Scale(games=300, poker_hands=150)
QUICK: Final = Scale(games=2, poker_hands=2)


def throughput(scale: Scale, rounds: int) -> Table:
    chess = peers.chess_task(scale.games)
    poker = peers.poker_task(scale.poker_hands)
    tasks = [chess, poker]
    seconds = measure(tasks, rounds)
    rows = tuple(_row(task, chess, poker, seconds) for task in tasks)
    header = ("task", "a second", "units", "to python-chess", "to pokerkit")
    return Table("From text", header, rows)


def _row(task: Task, chess: Task, poker: Task, seconds: Seconds) -> tuple[str, ...]:
    return (
        task.name,
        f"{rate(task.units, seconds[task.name]):,.0f}",
        task.unit,
        f"{speedup(task, chess, seconds):.2f} x",
        f"{speedup(task, poker, seconds):.2f} x",
    )


def run(scale: Scale, rounds: int) -> list[Table]:
    """All tables of one run."""
    return [throughput(scale, rounds)]


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    start = time.monotonic()
    tables = run(QUICK if options.quick else FULL, options.rounds)
    print("\n".join(map(str, tables)))
    print(f"{options.rounds} rounds, {time.monotonic() - start:.0f} s", file=sys.stderr)
    if options.write:
        PAGE.write_text(report.page(tables, options.rounds), encoding="utf-8")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, help="how often everything runs (default 11)")
    parser.add_argument("--quick", action="store_true", help="tiny inputs: does it run at all?")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md")
    options = parser.parse_args(arguments)
    if options.rounds is None:
        options.rounds = 1 if options.quick else 11
    if options.rounds < 1:
        parser.error("there must be a round")
    if options.write and (options.quick or options.rounds < MIN_ROUNDS):
        parser.error(f"only a full run of {MIN_ROUNDS} rounds or more is written down")
    return options


if __name__ == "__main__":
    main()
