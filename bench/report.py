"""Tables, which read well in a terminal and are Markdown too; goals; what was measured on what."""

import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from shengji.engine.play import table as engine_table

PACKAGES: Final = ("chess", "pokerkit", "lark", "click", "rich", "pydantic")


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.header, *self.rows, strict=True)]
        rule = "|".join("-" * (width + 1) + (":" if n else "-") for n, width in enumerate(widths))
        lines = [_line(self.header, widths), f"|{rule}|"]
        lines += [_line(row, widths) for row in self.rows]
        return f"## {self.title}\n\n" + "\n".join(lines) + "\n"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return "| " + " | ".join(padded) + " |"


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and what it shall be: at least `must` and then `then`, or at most."""

    what: str
    figure: float
    must: float
    then: float | None
    at_most: bool = False
    unit: str = "x"

    def meets(self, bound: float) -> bool:
        return self.figure <= bound if self.at_most else self.figure >= bound

    def row(self) -> tuple[str, ...]:
        cells = [self.what, f"{self.figure:.2f} {self.unit}"]
        for bound in (self.must, self.then):
            cells += ["", ""] if bound is None else [self._bound(bound), self._met(bound)]
        return tuple(cells)

    def _bound(self, bound: float) -> str:
        return f"{'at most' if self.at_most else 'at least'} {bound:g} {self.unit}"

    def _met(self, bound: float) -> str:
        if self.meets(bound):
            return "met"
        return f"missed by {abs(self.figure - bound) / bound:.0%}"


def goal_table(goals: Sequence[Goal]) -> Table:
    header = ("goal", "measured", "must", "met?", "then", "met?")
    return Table("Goals", header, tuple(goal.row() for goal in goals))


NOTES: Final = """\
# Benchmarks

Written by `make bench ARGS=--write`. Every task runs once a round, on one core; a rate is the
median of the rounds, a ratio the median of the ratios inside the rounds. Times of whole processes
are by the clock on the wall, all others processor time.

A *play* is one seat's contribution to a trick; plies and actions are the units of the peers. Their
games are made by themselves from a fixed seed: random legal moves, 80 plies a game on average, and
no-limit hold'em for six, since no collection of real games may come along. Random games are no
games of masters, and another collection would shift the ratios a little. Ours are random matches
of the rules `standard`, aimless but legal, with all that rules and assertions ask for checked.

What our engine and reader remember of cards and plays is forgotten before each run, so that nobody
profits from having seen the same file before. Peak memory is what Python allocates beyond the text.
"""


def page(tables: Sequence[Table], rounds: int) -> str:
    """The page for the documents."""
    return "\n".join([NOTES, *map(str, tables), circumstances(rounds)])


def is_compiled() -> bool:
    """The engine that is measured was compiled by mypyc (`make compiled`)."""
    return not str(engine_table.__file__).endswith(".py")


def circumstances(rounds: int) -> str:
    """On what was measured, and with which versions."""
    facts = [
        f"- {datetime.now(UTC):%Y-%m-%d}, commit {commit()}, {rounds} rounds",
        "- the compiled build (`make compiled`)" if is_compiled() else "- pure Python",
        f"- {cpu()}",
        f"- {platform.python_implementation()} {platform.python_version()}, {platform.system()}",
        "- " + ", ".join(f"{name} {version(name)}" for name in PACKAGES),
    ]
    return "## Measured\n\n" + "\n".join(facts) + "\n"


def cpu() -> str:
    """The processor, without the name of the machine."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.exists() else ""
    models = [line.split(":", 1)[1].strip() for line in text.splitlines() if "model name" in line]
    return f"{models[0] if models else platform.machine()}, {os.cpu_count()} processors"


def commit() -> str:
    """The commit that was measured; it says so where the sources differ from it."""
    try:
        name = _git("rev-parse", "--short", "HEAD").strip()
        changed = _git("status", "--porcelain", "--", "engine", "notation", "replay", "cli")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name} with changes" if changed else name


def _git(*arguments: str) -> str:
    root = Path(__file__).parents[1]
    return subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, encoding="utf-8", check=True
    ).stdout
