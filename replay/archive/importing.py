"""Bulk import: sources in chunks through a pool of processes into the archive, from where it broke.

Each chunk is one transaction, which also stores how far its sources were read and what of them was
refused. A process that is killed at any moment so has stored every record once or not at all, and
the next run of the same sources goes on behind the last chunk.
"""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, TypeAlias

from sqlite_utils import Database

from shengji.notation.diagnostics import CODES, Diagnostic, Span
from shengji.replay.archive import storing
from shengji.replay.archive.archive import Archive, examine_nameless
from shengji.replay.archive.errors import ArchiveError, RefusedError
from shengji.replay.archive.examining import Storable, examine
from shengji.replay.archive.gate import one, rows
from shengji.replay.archive.model import OPERATOR, Licence, Visibility
from shengji.replay.archive.splitting import Slice, slices

CHUNK_BYTES: Final = 1 << 18
CHUNK_RECORDS: Final = 200
AHEAD: Final = 4
"""Chunks that are judged before the first of them is stored."""
_BLOCK: Final = 1 << 20
TOLD: Final = 3
"""Diagnostics of a refused record that are kept."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A file, or what else gives bytes."""

    name: str
    """As it is shown."""
    stream: Callable[[], BinaryIO]
    size: int = 0
    """Bytes, where they are known."""
    key: str = ""
    """What names it in the next run too; without one that begins at its start."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was not stored, or a file that could not be read."""

    name: str
    line: int
    """Where the record begins."""
    reason: str
    diagnostics: tuple[Diagnostic, ...] = ()
    """Some of what was found; their lines are those of the file."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a chunk came to, once it is stored for good."""

    bytes: int
    """Read of all feeds since the step before, with what earlier runs had read."""
    added: int = 0
    known: int = 0
    refused: tuple[Refusal, ...] = ()
    earlier: bool = False
    """An earlier run that broke had done this."""


Judged: TypeAlias = Storable | RefusedError


@dataclass(slots=True)
class _Work:
    """One record on its way; the last of its feed has no slice."""

    feed: Feed
    slice: Slice | None
    digest: bytes
    """SHA-256 of the feed up to the end of the slice."""
    refusal: Refusal | None = None
    """Why nothing more of the feed is read."""
    known: bool = False
    judged: Judged | None = None


@dataclass(slots=True)
class _Read:
    """How far a feed was read."""

    position: int = 0
    line: int = 1
    digest: Any = field(default_factory=hashlib.sha256)


@dataclass(slots=True)
class _Chunk:
    works: list[_Work] = field(default_factory=list)
    future: Future[list[Judged]] | None = None

    @property
    def slices(self) -> list[tuple[_Work, Slice]]:
        return [(work, work.slice) for work in self.works if work.slice is not None]


def judge(raws: list[bytes]) -> list[Judged]:
    """What a process of the pool does: records examined, each as it can be stored or refused."""
    return [_judge(raw) for raw in raws]


def judge_nameless(raws: list[bytes]) -> list[Judged]:
    """The same, with seats in place of names."""
    return [_judge(raw, without_names=True) for raw in raws]


def _judge(raw: bytes, *, without_names: bool = False) -> Judged:
    try:
        found = examine(raw)
        return (examine_nameless(found) if without_names else found).storable
    except RefusedError as error:
        return RefusedError(str(error), error.diagnostics[:TOLD])


class Importer:
    """Brings feeds into an archive, as its operator."""

    def __init__(
        self,
        archive: Archive,
        executor: Executor,
        *,
        visibility: Visibility = Visibility.PUBLIC,
        licence: Licence = Licence.CC0,
        without_names: bool = False,
    ) -> None:
        self.archive = archive
        self.executor = executor
        self.visibility = visibility
        self.licence = licence
        self.without_names = without_names
        self._resumed: deque[Step] = deque()

    def run(self, feeds: Iterable[Feed]) -> Iterator[Step]:
        """Import all feeds in their order; a step for every chunk that was stored.

        :raises ArchiveError: the archive cannot take more; what the steps told is stored.
        """
        waiting: deque[_Chunk] = deque()
        for chunk in _chunks(work for feed in feeds for work in self._works(feed)):
            self._submit(chunk)
            waiting.append(chunk)
            if len(waiting) > AHEAD:
                yield from self._store(waiting.popleft())
        while waiting:
            yield from self._store(waiting.popleft())

    # -- reading ----------------------------------------------------------------------------

    def _works(self, feed: Feed) -> Iterator[_Work]:
        read, refusal = _Read(), None
        try:
            with feed.stream() as stream:
                read = self._resume(feed, stream)
                for each in slices(stream, read.position, read.line):
                    read.digest.update(each.raw)
                    read.line = each.line
                    yield _Work(feed, each, read.digest.digest())
        except OSError as error:
            refusal = Refusal(feed.name, read.line, (error.strerror or str(error)).lower())
        except (RefusedError, UnicodeError) as error:
            refusal = Refusal(feed.name, read.line, str(error))
        yield _Work(feed, None, read.digest.digest(), refusal)

    def _resume(self, feed: Feed, stream: BinaryIO) -> "_Read":
        """Pass over what an earlier run that broke has stored, if the file is the same."""
        if not feed.key:
            return _Read()
        with self.archive.reading(None) as db:
            run = one(db, "select * from import_run where source = ?", feed.key)
            refused = rows(
                db, "select * from import_refusal where source = ? order by line", feed.key
            )
        if run is None:
            return _Read()
        read = _Read(run["position"], run["line"])
        left: int = run["position"]
        while left and (block := stream.read(min(left, _BLOCK))):
            read.digest.update(block)
            left -= len(block)
        if read.digest.digest() != run["digest"]:
            with self.archive.writing() as db:
                db.conn.execute("delete from import_run where source = ?", (feed.key,))
            stream.seek(0)
            return _Read()
        told = tuple(_refusal(feed.name, row) for row in refused)
        self._resumed.append(Step(run["position"], run["added"], run["known"], told, earlier=True))
        return read

    def _submit(self, chunk: _Chunk) -> None:
        """Send to the pool what the archive does not have byte for byte."""
        if not self.without_names:
            with self.archive.reading(None) as db:
                for work, each in chunk.slices:
                    work.known = storing.has_bytes(db, each.record, OPERATOR, self.visibility)
        raws = [each.record for work, each in chunk.slices if not work.known]
        if raws:
            task = judge_nameless if self.without_names else judge
            chunk.future = self.executor.submit(task, raws)

    # -- storing ----------------------------------------------------------------------------

    def _store(self, chunk: _Chunk) -> Iterator[Step]:
        try:
            judged = iter(chunk.future.result() if chunk.future is not None else ())
        except BrokenExecutor:
            raise ArchiveError(
                "a process that judges records died; run the same again, it goes on from here"
            ) from None
        for work in chunk.works:
            if work.slice is not None and not work.known:
                work.judged = next(judged)
        while self._resumed:
            yield self._resumed.popleft()
        with self.archive.writing() as db:
            step = self._store_in(db, chunk)
        yield step

    def _store_in(self, db: Database, chunk: _Chunk) -> Step:
        tallies: dict[Feed, _Tally] = {}
        for work in chunk.works:
            tally = tallies.setdefault(work.feed, _Tally())
            self._take(db, work, tally)
        for feed, tally in tallies.items():
            tally.checkpoint(db, feed)
        each = tallies.values()
        return Step(
            sum(tally.bytes for tally in each),
            sum(tally.added for tally in each),
            sum(tally.known for tally in each),
            tuple(refusal for tally in each for refusal in tally.refused),
        )

    def _take(self, db: Database, work: _Work, tally: "_Tally") -> None:
        tally.last = work
        if work.refusal is not None:
            tally.refused.append(work.refusal)
        if work.slice is None:
            return
        tally.bytes += len(work.slice.raw)
        if work.known:
            tally.known += 1
        elif isinstance(work.judged, Storable):
            added = storing.add(
                db, work.judged, OPERATOR, self.visibility, self.licence,
                nameless=self.without_names,
            )  # fmt: skip
            tally.added += added.created
            tally.known += not added.created
        elif work.judged is not None:
            tally.refused.append(_refused(work.feed, work.slice, work.judged))


@dataclass(slots=True)
class _Tally:
    """What became of the records of one feed in one chunk."""

    bytes: int = 0
    added: int = 0
    known: int = 0
    refused: list[Refusal] = field(default_factory=list)
    last: _Work | None = None

    def checkpoint(self, db: Database, feed: Feed) -> None:
        """Store how far the feed was read; nothing of one that was read to its end."""
        assert self.last is not None
        if not feed.key:
            return
        if self.last.slice is None:
            db.conn.execute("delete from import_run where source = ?", (feed.key,))
            return
        end = self.last.slice
        db.conn.execute(
            "insert into import_run (source, position, digest, line, added, known)"
            " values (?, ?, ?, ?, ?, ?) on conflict (source) do update set"
            " position = excluded.position, digest = excluded.digest, line = excluded.line,"
            " added = added + excluded.added, known = known + excluded.known",
            (feed.key, end.end, self.last.digest, end.next_line, self.added, self.known),
        )
        db.conn.executemany(
            "insert into import_refusal (source, line, reason, found) values (?, ?, ?, ?)",
            [(feed.key, each.line, each.reason, _to_json(each)) for each in self.refused],
        )


def _chunks(works: Iterable[_Work]) -> Iterator[_Chunk]:
    chunk, size, records = _Chunk(), 0, 0
    for work in works:
        chunk.works.append(work)
        records += 1
        size += 0 if work.slice is None else len(work.slice.raw)
        if size >= CHUNK_BYTES or records >= CHUNK_RECORDS:
            yield chunk
            chunk, size, records = _Chunk(), 0, 0
    if chunk.works:
        yield chunk


# -- refusals -------------------------------------------------------------------------------


def _refused(feed: Feed, each: Slice, error: ArchiveError) -> Refusal:
    found = error.diagnostics if isinstance(error, RefusedError) else ()
    told = tuple(_moved(diagnostic, each.line - 1) for diagnostic in found)
    return Refusal(feed.name, each.line, str(error), told)


def _moved(found: Diagnostic, lines: int) -> Diagnostic:
    """The diagnostic with its line as one of the whole file."""
    span = found.span
    if span is not None:
        span = Span(span.line + lines, span.column, span.length)
    return Diagnostic(found.code, span, None, dict(found.arguments), found.option)


def _to_json(refusal: Refusal) -> str:
    told = [
        [
            found.code.id,
            None if found.span is None else [found.span.line, found.span.column, found.span.length],
            dict(found.arguments),
            found.option,
        ]
        for found in refusal.diagnostics
    ]
    return json.dumps(told, ensure_ascii=False)


def _refusal(name: str, row: dict[str, Any]) -> Refusal:
    told = tuple(
        Diagnostic(
            CODES[code],
            None if span is None else Span(*span),
            None,
            {key: tuple(value) if isinstance(value, list) else value
             for key, value in arguments.items()},
            option,
        )
        for code, span, arguments, option in json.loads(row["found"])
    )  # fmt: skip
    return Refusal(name, row["line"], row["reason"], told)
