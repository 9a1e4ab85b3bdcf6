"""The records of an archive as tables in a folder, chunk by chunk, from where an earlier run broke.

A chunk is some records in the order of their ids, so that equal archives make equal files, whoever
does the work: this process, others, or those of a cluster.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from shengji.replay.archive.archive import Archive
from shengji.replay.archive.sharing import Shared, Wanted, shared
from shengji.replay.datasets.encoding import Form, Task, encode
from shengji.replay.datasets.folder import Chunk, begin, finish, key_of, store, stored
from shengji.replay.working import ordered

PLAYS: Final = 50_000
"""A chunk is closed when it has so many, unless something else is ordered,"""
RECORDS: Final = 500
"""or so many records."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which data set is wanted."""

    wanted: Wanted
    form: Form
    states: bool = False
    """Also what each seat knew at its plays."""
    chunk: int = PLAYS
    """Plays in a chunk, and so in a file."""

    @property
    def told(self) -> dict[str, str | bool | int]:
        """What makes two data sets of the same records different."""
        return {
            "as_of": self.wanted.as_of,
            "form": self.form.value,
            "states": self.states,
            "nameless": self.wanted.without_names,
            "chunk": self.chunk,
        }


def export_dataset(
    archive: Archive,
    folder: Path,
    order: Order,
    executor: Executor,
    progress: Callable[[int], None] = lambda records: None,
) -> dict[str, int]:
    """Write a data set, or what is lacking of it; the number of rows by table.

    :param progress: is told the number of records of every chunk that is there.
    :raises ArchiveError: the folder holds something else, or the disk does not take it.
    :raises WorkersLostError: a process died; what was written stays and is not made again.
    """
    begin(folder, order.told)
    done: list[Chunk] = []
    waiting: list[tuple[str, str]] = []

    def lacking() -> Iterator[Task]:
        for number, records in enumerate(_chunks(shared(archive, order.wanted), order.chunk)):
            name, key = f"{number:06}", key_of(records)
            known = stored(folder, name, key)
            if known is None:
                waiting.append((name, key))
                yield Task(tuple(records), order.form, order.states)
            else:
                done.append(known)
                progress(known.records)

    for made in ordered(executor, encode, lacking()):
        name, key = waiting.pop(0)
        chunk = store(folder, name, key, made, order.form)
        done.append(chunk)
        progress(chunk.records)
    return finish(folder, order.told, sorted(done, key=lambda chunk: chunk.name))


def _chunks(records: Iterable[Shared], most: int) -> Iterator[list[Shared]]:
    chunk: list[Shared] = []
    plays = 0
    for each in records:
        chunk.append(each)
        plays += each.plays
        if plays >= most or len(chunk) >= RECORDS:
            yield chunk
            chunk, plays = [], 0
    if chunk:
        yield chunk
