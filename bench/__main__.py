"""`python -m bench`: measure, print, and with --write renew docs/benchmarks.md."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bench import growth, ours, peers, plays, report
from bench.measure import MIN_ROUNDS, Seconds, Task, measure, paired, process_task, rate, speedup
from bench.report import Goal, Table

PAGE: Final = Path(__file__).parents[1] / "docs" / "benchmarks.md"
COMPILED_PAGE: Final = PAGE.with_name("benchmarks-compiled.md")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much each task does in a round."""

    games: int
    poker_hands: int
    hands: int
    growth: float
    """The size of the texts of which longer ones are made, by the usual one."""


FULL: Final = Scale(games=300, poker_hands=100, hands=300, growth=1)
QUICK: Final = Scale(games=2, poker_hands=2, hands=2, growth=0.01)


@dataclass(frozen=True, slots=True)
class Part:
    """A table, and the goals that its figures answer to."""

    table: Table
    goals: tuple[Goal, ...]


def run(scale: Scale, rounds: int) -> list[Table]:
    """All tables of one run, the goals first."""
    parts = [part(scale, rounds) for part in (throughput, costly_plays, processes, longer, peaks)]
    goals = [goal for part in parts for goal in part.goals]
    return [report.goal_table(goals), *(part.table for part in parts)]


def throughput(scale: Scale, rounds: int) -> Part:
    """Units a second of the peers, of ours, and of the parts of ours."""
    chess, poker = peers.chess_task(scale.games), peers.poker_task(scale.poker_hands)
    mine = list(ours.our_tasks(scale.hands))
    tasks = [chess, poker, *mine]
    seconds = measure(tasks, rounds)
    header = ("task", "a second", "units", "to python-chess", "to pokerkit")
    rows = tuple(_rates(task, chess, poker, seconds) for task in tasks)
    whole, _, records, _ = mine
    goals = (
        Goal("text to verdict, to python-chess", speedup(whole, chess, seconds), 4, 12),
        Goal("text to verdict, to pokerkit", speedup(whole, poker, seconds), 12, 30),
        Goal("records in memory, to python-chess", speedup(records, chess, seconds), 8, 20),
    )
    return Part(Table("Units a second", header, rows), goals)


def _rates(task: Task, chess: Task, poker: Task, seconds: Seconds) -> tuple[str, ...]:
    return (
        task.name,
        f"{rate(task.units, seconds[task.name]):,.0f}",
        task.unit,
        f"{speedup(task, chess, seconds):.2f} x",
        f"{speedup(task, poker, seconds):.2f} x",
    )


def costly_plays(scale: Scale, rounds: int) -> Part:
    """Milliseconds of whole tricks that are hard to judge."""
    tasks = {throw.name: plays.play_tasks(throw) for throw in plays.THROWS}
    seconds = measure([task for row in tasks.values() for task in row], rounds)
    times = {name: [1000 * median(seconds[task.name]) for task in tasks[name]] for name in tasks}
    rows = tuple((name, *(f"{ms:.2f} ms" for ms in row)) for name, row in times.items())
    header = ("trick, nothing remembered", *plays.COMPARES)
    worst = max(ms for row in times.values() for ms in row)
    goal = Goal("worst single play", worst, 5, 1, at_most=True, unit="ms")
    return Part(Table("Costly plays", header, rows), (goal,))


def processes(scale: Scale, rounds: int) -> Part:
    """Whole processes: one hand checked, one game of chess read."""
    with TemporaryDirectory() as folder:
        hand, game = Path(folder, "one-hand.sjn"), Path(folder, "one-game.pgn")
        hand.write_bytes(ours.text_of(ours.matches(1)))
        game.write_text(peers.chess_pgn(1), encoding="utf-8")
        compiled = Path(folder)
        mine = process_task("shengji check one-hand.sjn", ours.check_command(hand), compiled)
        theirs = process_task("python-chess, one game", peers.chess_command(game), compiled)
        measure([mine, theirs], 1)
        seconds = measure([mine, theirs], rounds, time.perf_counter)
    ratio = paired(seconds[mine.name], seconds[theirs.name])
    rows = (
        (mine.name, f"{1000 * median(seconds[mine.name]):.0f} ms", f"{ratio:.2f} x"),
        (theirs.name, f"{1000 * median(seconds[theirs.name]):.0f} ms", ""),
    )
    goal = Goal("whole process, to python-chess", ratio, 1, 0.5, at_most=True)
    return Part(Table("Whole process", ("command", "time", "to python-chess"), rows), (goal,))


def longer(scale: Scale, rounds: int) -> Part:
    """How much more a longer file takes."""
    tenfold = growth.longer_tasks(scale.growth)
    doubled = [growth.doubled_tasks(kind, scale.growth) for kind in growth.KINDS]
    pairs = [tenfold, *doubled]
    seconds = measure([task for pair in pairs for task in pair], rounds)
    factors = [paired(seconds[long.name], seconds[short.name]) for short, long in pairs]
    rows = tuple(
        (short.name, f"{1000 * median(seconds[short.name]):.1f} ms", f"{factor:.2f} x")
        for (short, _), factor in zip(pairs, factors, strict=True)
    )
    goals = (
        Goal("time for 10 times the hands", factors[0], 10.5, None, at_most=True),
        Goal("time for twice the file, worst kind", max(factors[1:]), 2.3, None, at_most=True),
    )
    header = ("file", "time", "longer: 10 times the hands, else twice the file")
    return Part(Table("Longer files", header, rows), goals)


def peaks(scale: Scale, rounds: int) -> Part:
    """Peak memory; it needs one round only."""
    short, long = growth.memory(scale.growth)
    rows = (
        ("a file", f"{short / 1e6:.1f} MB", ""),
        ("10 times the file", f"{long / 1e6:.1f} MB", f"{long / short:.2f} x"),
    )
    goal = Goal("memory for 10 times the hands", long / short, 1.25, None, at_most=True)
    return Part(Table("Peak memory", ("check of", "memory", "factor"), rows), (goal,))


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    start = time.monotonic()
    tables = run(QUICK if options.quick else FULL, options.rounds)
    print("\n".join(map(str, tables)))
    print(f"{options.rounds} rounds, {time.monotonic() - start:.0f} s", file=sys.stderr)
    if options.quick or options.rounds < MIN_ROUNDS:
        print("too little was run for these figures to mean anything", file=sys.stderr)
    if options.write:
        page = COMPILED_PAGE if report.is_compiled() else PAGE
        page.write_text(report.page(tables, options.rounds), encoding="utf-8")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, help=f"how often all is run (default {MIN_ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="tiny inputs: does it run at all?")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md")
    options = parser.parse_args(arguments)
    if options.rounds is None:
        options.rounds = 1 if options.quick else MIN_ROUNDS
    if options.rounds < 1:
        parser.error("there must be a round")
    if options.write and (options.quick or options.rounds < MIN_ROUNDS):
        parser.error(f"only a full run of {MIN_ROUNDS} rounds or more is written down")
    return options


if __name__ == "__main__":
    main()
