"""`python -m bench.site`: requests a second; with --write renew docs/benchmarks-site.md."""

import argparse
import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from bench import archive as searched
from bench import ours, pages, report
from bench.report import Goal, Table
from shengji import notation
from shengji.notation.address import write_address
from shengji.replay.archive import Archive
from shengji.replay.film import films

PAGE: Final = Path(__file__).parents[1] / "docs" / "benchmarks-site.md"
CONNECTIONS: Final = 16

NOTES: Final = """\
# Benchmarks of the site

Written by `.venv/bin/python -m bench.site --write`.

A server process as `shengji serve` starts it (waitress, four threads; but callers are not told to
wait), and a client with 16 connections that are kept open, on the same machine. *Positions* are
pages of distinct positions of several games, each asked for once, so that no page was made before;
what their hands have in common was, except in the first table row. All is asked for compressed.

Client, server and whatever else runs share the processors, so the goals are held against the
processor time of the server; the rate by the clock and the waiting stand beside it, with the load
of the machine. Everything is asked in several rounds, each of a server that has just been started
(of the search, the same one), and a row is its best round by processor time.
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    hands: int
    positions: int
    requests: int
    games: int
    """In the archive that is searched."""
    uploads: int
    rounds: int


FULL: Final = Scale(hands=24, positions=1200, requests=2000, games=100_000, uploads=150, rounds=3)
QUICK: Final = Scale(hands=2, positions=20, requests=20, games=30, uploads=2, rounds=1)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request as it goes over the wire."""

    path: str
    body: bytes = b""

    def raw(self) -> bytes:
        method = "POST" if self.body else "GET"
        head = f"{method} {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        if self.body:
            head += f"Content-Type: text/plain\r\nContent-Length: {len(self.body)}\r\n"
        return f"{head}\r\n".encode() + self.body


@dataclass(frozen=True, slots=True)
class Run:
    """What a number of requests took."""

    seconds: float
    processor: float
    """Seconds of the server's process."""
    waits: Sequence[float]
    """Seconds until each answer was there."""

    @property
    def by_processor(self) -> float:
        return len(self.waits) / self.processor

    @property
    def p99(self) -> float:
        """Milliseconds."""
        return 1000 * quantiles(self.waits, n=100)[-1]

    def row(self, name: str) -> tuple[str, ...]:
        rates = (self.by_processor, len(self.waits) / self.seconds)
        waits = (1000 * median(self.waits), self.p99)
        cells = [f"{rate:,.0f}" for rate in rates] + [f"{wait:.0f}" for wait in waits]
        return (name, f"{len(self.waits):,}", *cells)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    port: int
    process: int

    def run(self, asks: Sequence[Ask], status: int = 200) -> Run:
        """Ask all of it over :data:`CONNECTIONS` connections.

        :raises ValueError: an answer had another status.
        """
        spent, start = self.processor_seconds(), time.perf_counter()
        waits = asyncio.run(_ask_all(self.port, asks, status))
        return Run(time.perf_counter() - start, self.processor_seconds() - spent, waits)

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def _ask_all(port: int, asks: Sequence[Ask], status: int) -> list[float]:
    left, waits = iter(asks), []

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for ask in left:
            start = time.perf_counter()
            writer.write(ask.raw())
            await _read(reader, ask, status)
            waits.append(time.perf_counter() - start)
        writer.close()

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return waits


async def _read(reader: asyncio.StreamReader, ask: Ask, status: int) -> None:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    length = next(line for line in lines if line.startswith("content-length:"))
    await reader.readexactly(int(length.split(":")[1]))
    if first.split()[1] != str(status):
        raise ValueError(f"{ask.path} was answered by {first}")


@contextmanager
def serving(path: Path) -> Iterator[Server]:
    """A server over an archive, in a process of its own."""
    command = [sys.executable, "-m", "bench.site", "--serve", str(path)]
    root = Path(__file__).parents[1]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        try:
            yield Server(int(process.stdout.readline()), process.pid)
        finally:
            process.terminate()


def serve(path: Path) -> None:
    """What `shengji serve` does, for callers that ask as often as they can."""
    from shengji.web import Config, create_app
    from shengji.web.serving import serve as run_server

    with Archive(path) as archive:
        app = create_app(Config(archive, limited=False))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            print(listening.getsockname()[1], flush=True)
            run_server(app, listening, threads=4)


def reading(scale: Scale) -> tuple[list[tuple[str, ...]], list[Goal]]:
    """Pages of positions and JSON records."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        with Archive.init(path) as archive:
            records = ours.matches(scale.hands)
            names = [archive.add(notation.dumps(each).encode()).public_id for each in records]
        asks = [
            Ask(f"/g/{name}/{write_address(step.address)}")
            for name, record in zip(names, records, strict=True)
            for hand in films(record)
            for step in hand.steps
        ]
        random.Random(1).shuffle(asks)
        rounds = [_read_all(path, scale, asks, names) for _ in range(scale.rounds)]
    cold, warm, again, json = map(_best, zip(*rounds, strict=True))
    rows = [
        cold.row("positions, the first of their hands among them"),
        warm.row("positions of hands that were seen"),
        again.row("positions that were asked for before"),
        json.row("a record as JSON"),
    ]
    goals = [
        Goal("page of a position", warm.by_processor, 400, None, unit="/s"),
        Goal("page of a position, p99", warm.p99, 100, None, at_most=True, unit="ms"),
        Goal("record as JSON", json.by_processor, 1000, None, unit="/s"),
    ]
    return rows, goals


def _read_all(
    path: Path, scale: Scale, asks: list[Ask], names: Sequence[str]
) -> tuple[Run, Run, Run, Run]:
    """Positions of new hands, of hands that were seen, the same again, and records."""
    api = [Ask(f"/api/v1/games/{name}") for name in names]
    with serving(path) as server:
        cold = server.run(asks[: scale.positions])
        warm = server.run(asks[scale.positions : 2 * scale.positions])
        again = server.run(asks[:50] * (scale.requests // 50 + 1))
        server.run(api)
        return cold, warm, again, server.run(api * (scale.requests // len(api) + 1))


def _best(runs: Iterable[Run]) -> Run:
    """The round that others disturbed least."""
    return max(runs, key=lambda run: run.by_processor)


def searching(scale: Scale) -> tuple[list[tuple[str, ...]], list[Goal]]:
    """The page and the API of search, over many games."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        with Archive.init(path) as archive:
            size = replace(searched.FULL, games=scale.games, matches=min(40, scale.games))
            games = searched.fill(archive, size)
        texts = [
            [games.rng.choice(searched.NAMES)[:2] for _ in range(scale.requests)]
            for _ in range(scale.rounds)
        ]
        with serving(path) as server:
            api = _best(
                server.run([Ask(f"/api/v1/games?q={quote(text)}") for text in each])
                for each in texts
            )
            page = _best(
                server.run([Ask(f"/games?q={quote(text)}") for text in each[::4]]) for each in texts
            )
    rows = [api.row(f"search of {scale.games:,} games, JSON"), page.row("the same, the page")]
    return rows, [Goal("search of names, JSON", api.by_processor, 300, None, unit="/s")]


def uploading(scale: Scale) -> tuple[list[tuple[str, ...]], list[Goal]]:
    """Records of one hand, each judged and stored."""
    hands = [
        replace(record, hands=record.hands[:1], match=None)
        for record in (ours.match(seed) for seed in range(scale.uploads))
    ]
    asks = [Ask("/api/v1/games", notation.dumps(record).encode()) for record in hands]
    run = _best(_upload_all(asks) for _ in range(scale.rounds))
    goal = Goal("upload with validation", run.by_processor, 150, None, unit="/s")
    return [run.row("upload of a hand, judged and stored")], [goal]


def _upload_all(asks: Sequence[Ask]) -> Run:
    """Into an archive that is empty."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        Archive.init(path).close()
        with serving(path) as server:
            return server.run(asks, status=201)


def run(scale: Scale) -> list[Table]:
    """All tables, the goals first."""
    parts = [part(scale) for part in (reading, searching, uploading)]
    header = ("asked", "requests", "a second of processor", "a second", "median ms", "p99 ms")
    rows = tuple(row for found, _ in parts for row in found)
    goals = [goal for _, found in parts for goal in found]
    return [report.goal_table(goals), Table("Requests", header, rows)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = pages.parser("site", __doc__, PAGE)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = pages.parse(parser, arguments)
    if options.serve:
        serve(options.serve)
        return
    scale = QUICK if options.quick else FULL
    tables = run(scale)
    load = f"- load of the machine at the end: {os.getloadavg()[0]:.1f}\n"
    print("\n".join(map(str, tables)), load, sep="\n")
    if options.write:
        pages.write(PAGE, NOTES, tables, scale.rounds, load)


if __name__ == "__main__":
    main()
