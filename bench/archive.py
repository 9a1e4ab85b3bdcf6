"""`python -m bench.archive`: import and search; with --write renew docs/benchmarks-archive.md."""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from bench import ours, pages, report
from bench.report import Goal, Table
from shengji import notation
from shengji.notation.record import Record
from shengji.replay.archive import (
    FACETS,
    Archive,
    Examined,
    Licence,
    Order,
    Player,
    Query,
    Role,
    Viewer,
    Visibility,
    examine,
)
from shengji.replay.archive.examining import Storable
from shengji.replay.archive.folding import searchable
from shengji.replay.archive.importing import Feed, Importer
from shengji.replay.archive.searching import facets as facets_of
from shengji.replay.archive.storing import add

PAGE: Final = Path(__file__).parents[1] / "docs" / "benchmarks-archive.md"
CORES: Final = 2

NOTES: Final = """\
# Benchmarks of the archive

Written by `.venv/bin/python -m bench.archive --write`.

*Import* is `shengji archive add` without starting the program: records of random matches of the
rules `standard` in one file, each read, judged, made canonical and stored with all that it is found
by, every chunk synced to the disk. By the clock on the wall other programs on the machine weigh as
well, so the goal is held against the time of the processors, all processes together.

*Search* is one page of 20 hits, in one thread and by its processor time, each question asked anew
with other names, dates and numbers, the file being in memory. The games searched are the random
matches many times over, each under players, a date, an event and a comment of its own: 3,000
players, some of whom play much more than others.
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    imported: int
    """Hands in the file that is imported."""
    rounds: int
    matches: int
    """Different matches among the games searched."""
    games: int
    questions: int
    """Of each kind."""


FULL: Final = Scale(imported=500, rounds=3, matches=40, games=100_000, questions=40)
QUICK: Final = Scale(imported=10, rounds=1, matches=3, games=30, questions=2)


def importing(scale: Scale) -> tuple[Table, Goal]:
    """Hands a second by number of processes."""
    records = ours.matches(scale.imported)
    data = "\n".join(map(notation.dumps, records)).encode()
    rates = {jobs: _import_rates(data, scale, jobs) for jobs in (1, CORES)}
    rows = tuple(
        (f"{jobs}", f"{clock:,.0f}", f"{processor:,.0f}")
        for jobs, (clock, processor) in rates.items()
    )
    goal = Goal("import, two cores busy", CORES * rates[CORES][1], 500, None, unit="hands/s")
    header = ("processes that judge", "hands a second", "hands a second of one processor")
    return Table("Import", header, rows), goal


def _import_rates(data: bytes, scale: Scale, jobs: int) -> tuple[float, float]:
    """Hands a second by the clock on the wall, and by the time of all processors."""
    rates = [_import(data, jobs) for _ in range(scale.rounds)]
    return median(clock for clock, _ in rates), median(processor for _, processor in rates)


def _import(data: bytes, jobs: int) -> tuple[float, float]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "big.sjn")
        path.write_bytes(data)
        with Archive.init(Path(folder, "games.db")) as archive:
            spent, start = _processor_seconds(), time.perf_counter()
            with ProcessPoolExecutor(jobs) as pool:
                feed = Feed("big", lambda: path.open("rb"), key="big")
                for step in Importer(archive, pool).run([feed]):
                    assert not step.refused
            clock, spent = time.perf_counter() - start, _processor_seconds() - spent
            hands = archive.stats().hands
    return hands / clock, hands / spent


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


# -- games to search ------------------------------------------------------------------------

SURNAMES: Final = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN: Final = "伟芳娜敏静强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红"
CLUBS: Final = ("茶馆", "俱乐部", "臺北", "城东", "Friday club", "大学", "Open")


def _names() -> list[str]:
    names = [s + g for s in SURNAMES for g in GIVEN]
    names += [s + g + h for s in SURNAMES for g in GIVEN for h in GIVEN[:8]]
    return random.Random(1).sample(names, 3000)


NAMES: Final = _names()


class Games:
    """Games made of a few matches, each with players, date, event and comment of its own."""

    def __init__(self, scale: Scale) -> None:
        hands = ours.matches(10 * scale.matches)
        short = [replace(match, hands=match.hands[: 1 + n % 8]) for n, match in enumerate(hands)]
        made = list(islice(_examined(short), scale.matches))
        self.made: list[Examined] = made
        self.rng = random.Random(2)

    def name(self) -> str:
        """A player; the first ones of the list much more often than the last ones."""
        return NAMES[int(len(NAMES) * self.rng.random() ** 3)]

    def date(self) -> str:
        return f"{2006 + self.rng.randrange(20)}-{self.rng.randint(1, 12):02}-15"

    def event(self) -> str:
        return f"{self.rng.choice(CLUBS)}升级赛 {self.rng.randint(1, 400)}"

    def game(self, number: int) -> Storable:
        found = self.made[number % len(self.made)].storable
        names = [self.name() for _ in range(4)]
        date, event, comment = self.date(), self.event(), f"第{number}场 {self.name()}的好牌"
        facts = replace(
            found.facts,
            played=date,
            date=date,
            event=event,
            players=tuple(Player(seat, name) for seat, name in enumerate(names)),
        )
        words = searchable([event, *names, comment])
        return replace(
            found, facts=facts, words=words, record_id=f"{number:026}", play_id=f"{number:026}"
        )


def _examined(records: Sequence[Record]) -> Iterator[Examined]:
    for record in records:
        yield examine(notation.dumps(replace(record, match=None)).encode())


def fill(archive: Archive, scale: Scale) -> Games:
    games = Games(scale)
    for first in range(0, scale.games, 1000):
        with archive.writing() as db:
            for number in range(first, min(first + 1000, scale.games)):
                add(db, games.game(number), Viewer(), Visibility.PUBLIC, Licence.CC0)
    with archive.writing() as db:
        db.conn.execute("analyze")
    return games


# -- questions ------------------------------------------------------------------------------


def questions(games: Games) -> dict[str, Callable[[], Query]]:
    """Kinds of questions; each call makes one of its kind."""
    rng = games.rng
    return {
        "nothing but the newest": Query,
        "the most points": lambda: Query(order=Order.POINTS),
        "a name of two characters": lambda: Query(text=rng.choice(NAMES)[:2]),
        "one character": lambda: Query(text=rng.choice(SURNAMES)),
        "a word in every game": lambda: Query(text="升級賽"),
        "a word and the oldest": lambda: Query(text="臺北", order=Order.OLDEST),
        "two words": lambda: Query(text=f"{rng.choice(SURNAMES)} {rng.choice(CLUBS)}"),
        "a player": lambda: Query(player=games.name()),
        "two players as partners": lambda: Query(
            player=games.name(), other=games.name(), role=Role.PARTNER
        ),
        "a player as declarer in no-trump": lambda: Query(
            player=games.name(), role=Role.DECLARER, trump=-1
        ),
        "trump and level": lambda: Query(trump=rng.randrange(4), level=rng.randrange(13)),
        "a year": lambda: Query(since=f"{rng.randint(2006, 2025)}", until="2025"),
        "a rule system and a day": lambda: Query(preset="standard", since="2020-05-15"),
        "a tractor of three pairs": lambda: Query(tractor_from=3),
        "a tractor of five pairs": lambda: Query(tractor_from=5),
        "a kitty counted four times": lambda: Query(multiplier_from=4),
        "a failed throw and a lost hand": lambda: Query(failed_throw=True, kept=False),
        "decided on the last trick at A": lambda: Query(decided_last=True, level=12),
        "points from and to": lambda: Query(points_from=rng.randrange(0, 300, 5), points_to=300),
        "a code that nothing has": lambda: Query(flag="follow-shape"),
        "any error": lambda: Query(flag="any"),
        "nothing that exists": lambda: Query(text="北京饭店", player="nobody"),
        "name, year, trump and result": lambda: Query(
            text=rng.choice(NAMES)[:2], since="2015", trump=rng.randrange(4), kept=True
        ),
    }


def searching(scale: Scale) -> tuple[list[Table], Goal]:
    """Milliseconds of every kind of question, and over all of them."""
    with TemporaryDirectory() as folder, Archive.init(Path(folder, "games.db")) as archive:
        games = fill(archive, scale)
        kinds = questions(games)
        times = {
            kind: [_asked(archive.search, make()) for _ in range(scale.questions)]
            for kind, make in kinds.items()
        }
        second = _second_pages(archive, games, scale)
        counts = [_asked(archive.count, make()) for make in kinds.values()]
        facets = {facet: _facet_times(archive, facet, kinds) for facet in FACETS}
        size = archive.stats().bytes
    rows = [_row(kind, each) for kind, each in {**times, "the page after": second}.items()]
    every = [ms for each in times.values() for ms in each] + second
    rows.append(_row("all of these", every))
    others = [_row("count of each question", counts)]
    others += [_row(f"facet {facet} of each", each) for facet, each in facets.items()]
    goal = Goal(f"search of {scale.games:,} games, p95", _p95(every), 20, None, True, "ms")
    header = ("question", "median ms", "p95 ms", "most ms")
    title = f"Search, {scale.games:,} games, {size / 1e6:,.0f} MB"
    return [Table(title, header, tuple(rows)),
            Table("Beside the hits", header, tuple(others))], goal  # fmt: skip


def _facet_times(
    archive: Archive, facet: str, kinds: dict[str, Callable[[], Query]]
) -> list[float]:
    def ask(query: Query) -> object:
        with archive.reading(None) as db:
            return facets_of(db, query, facet)

    return [_asked(ask, make()) for make in kinds.values()]


def _second_pages(archive: Archive, games: Games, scale: Scale) -> list[float]:
    times, after = [], ""
    for _ in range(scale.questions):
        query = Query(text="升級", after=after)
        times.append(_asked(archive.search, query))
        after = archive.search(query).next
    return times


def _asked(ask: Callable[[Query], object], query: Query) -> float:
    start = time.thread_time()
    ask(query)
    return 1000 * (time.thread_time() - start)


def _p95(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def _row(kind: str, times: Sequence[float]) -> tuple[str, ...]:
    return (kind, f"{median(times):.2f}", f"{_p95(times):.2f}", f"{max(times):.2f}")


def run(scale: Scale) -> list[Table]:
    """All tables, the goals first."""
    imported, import_goal = importing(scale)
    searched, search_goal = searching(scale)
    return [report.goal_table([import_goal, search_goal]), imported, *searched]


def main(arguments: Sequence[str] | None = None) -> None:
    options = pages.parse(pages.parser("archive", __doc__, PAGE), arguments)
    scale = QUICK if options.quick else FULL
    start = time.monotonic()
    tables = run(scale)
    print("\n".join(map(str, tables)))
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    if options.write:
        pages.write(PAGE, NOTES, tables, scale.rounds)


if __name__ == "__main__":
    main()
