"""Five hundred spectators of one table beside normal use: `python -m bench.spectators`.

The site runs as `shengji serve` runs it, in a process of its own. Each spectator asks every two
seconds whether there is something new, over a connection that stays as long as the site lets it; a
recorder enters a play a second, and a reader opens positions of a game. What is told is how long
answers took and how much of one processor the site had.
"""

import asyncio
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from shengji.replay.archive import Archive, Drafts, Live
from shengji.replay.recording import opening, take

SPECTATORS: Final = 500
EVERY: Final = 2.0
SECONDS: Final = 30.0
SAMPLE: Final = Path(__file__).parents[1] / "samples" / "teaching" / "short-match.sjn"
PLAYS: Final = ("h5 h4 h4 hk", "sa s5 s9 s4", "s77 s8q sjh6 s9t", "h33 skht h78 hqq")


@dataclass(slots=True)
class Times:
    """Seconds that answers took, and of what kind they were."""

    all: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float, status: int) -> None:
        self.all.append(seconds)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def told(self) -> str:
        order = sorted(self.all)
        at = [
            1000 * order[min(len(order) - 1, int(share * len(order)))] for share in (0.5, 0.95, 1)
        ]
        figures = "  ".join(
            f"{name} {ms:6.1f} ms" for name, ms in zip(("p50", "p95", "most"), at, strict=True)
        )
        return f"{len(order):6} answers  {figures}  {self.statuses}"


class Line:
    """A connection that stays open as long as the site lets it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, etag: str = "") -> tuple[int, str]:
        """The status and the ETag of an answer."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        condition = f"If-None-Match: {etag}\r\n" if etag else ""
        self.writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{condition}\r\n".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = re.search(r"(?im)^content-length: (\d+)", head)
        status = int(head.split()[1])
        if size is not None and status != 304:
            await self.reader.readexactly(int(size[1]))
        if re.search(r"(?im)^connection: close", head):
            self.writer.close()
            self.reader = self.writer = None
        found = re.search(r"(?im)^etag: (.*?)\r?$", head)
        return status, found[1] if found else ""


async def _watch(port: int, name: str, late: float, until: float, times: Times) -> None:
    await asyncio.sleep(late)
    line, etag = Line(port), ""
    while time.monotonic() < until:
        start = time.monotonic()
        status, etag = await line.get(f"/live/{name}/scene.json", etag)
        times.add(time.monotonic() - start, status)
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - start)))


async def _read(port: int, game: str, until: float, times: Times) -> None:
    line, number = Line(port), 0
    while time.monotonic() < until:
        start = time.monotonic()
        number += 1
        status, _ = await line.get(f"/g/{game}/1.{number % 16 + 1}.2")
        times.add(time.monotonic() - start, status)
        await asyncio.sleep(0.2)


async def _record(drafts: Drafts, name: str, token: str, until: float) -> None:
    for text in PLAYS:
        for play in text.split():
            if time.monotonic() > until:
                return
            draft = drafts.get(name, token).draft
            taken = take(draft, [{"do": "type", "text": play, "anyway": True}])
            await asyncio.to_thread(drafts.receive, name, token, len(draft.log), taken.actions)
            await asyncio.sleep(1)


async def _all(archive: Archive, port: int, name: str, token: str, game: str) -> None:
    until = time.monotonic() + SECONDS
    spectators, readers = Times(), Times()
    watching = [
        _watch(port, name, EVERY * number / SPECTATORS, until, spectators)
        for number in range(SPECTATORS)
    ]
    await asyncio.gather(
        _record(Drafts(archive), name, token, until), _read(port, game, until, readers), *watching
    )
    print(f"spectators {spectators.told()}")
    print(f"reader     {readers.told()}")


def main() -> None:
    """Run it and print what was measured."""
    with tempfile.TemporaryDirectory() as folder, Archive.init(Path(folder) / "a.db") as archive:
        game = archive.add(SAMPLE.read_bytes()).public_id
        drafts = Drafts(archive)
        entries = [
            {"do": "type", "text": each} for each in ("hand 1 ac=2 bd=2 dealer=b", "trump C 2 b")
        ]
        name, token = drafts.start(take(opening("godot@1"), entries).draft)
        drafts.show(name, token, Live.TABLE, 0)
        program = str(Path(sys.executable).with_name("shengji"))
        site = subprocess.Popen(
            [program, "serve", "--archive", str(archive.path), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert site.stdout is not None
        port = int(site.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        try:
            asyncio.run(_all(archive, port, name, token, game))
        finally:
            site.terminate()
            site.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    share = (used.ru_utime + used.ru_stime) / SECONDS
    print(f"the site had {100 * share:.0f} % of one processor, start included")


if __name__ == "__main__":
    main()
