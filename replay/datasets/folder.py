"""The folder of a data set: a folder a table, a note a chunk, and a manifest once all is there."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.errors import ArchiveError
from shengji.replay.archive.sharing import Shared
from shengji.replay.datasets.encoding import Form, Piece
from shengji.replay.datasets.schema import TABLES

PLAN: Final = "plan.json"
"""Written first: what is to come. Another plan does not go on in the same folder."""
MANIFEST: Final = "manifest.json"
"""Written last: without it a data set is not whole."""
VERSION: Final = 1
"""Of the tables; it changes with their columns."""
_NOTES: Final = ".chunks"

Told = Mapping[str, str | bool | int]


@dataclass(frozen=True, slots=True)
class File:
    path: str
    """Within the folder."""
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """What was written of some records."""

    name: str
    key: str
    """Of the records, see :func:`key_of`."""
    files: tuple[File, ...]

    @property
    def records(self) -> int:
        return self.files[0].rows


def key_of(records: Sequence[Shared]) -> str:
    """What tells whether a chunk is of these records still."""
    told = "\n".join(f"{each.record_id} {each.licence}" for each in records)
    return hashlib.sha256(told.encode()).hexdigest()


def begin(folder: Path, told: Told) -> None:
    """Take a folder for a data set, or go on with it.

    :raises ArchiveError: something else is in it.
    """
    plan, path = _plan(told), folder / PLAN
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = path.read_text("utf-8") if path.exists() else None
        others = there is None and any(folder.iterdir())
    except OSError as error:
        raise ArchiveError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
    if others:
        raise ArchiveError(f"{folder}: is not empty; name another folder")
    if there not in (None, plan):
        raise ArchiveError(
            f"{folder}: another data set was begun here, as of another day or in another form;"
            " name another folder, or remove this one"
        )
    (folder / MANIFEST).unlink(missing_ok=True)
    _write(path, plan)


def store(folder: Path, name: str, key: str, pieces: Sequence[Piece], form: Form) -> Chunk:
    """Write the files of a chunk, each whole or not at all, and then the note that they are."""
    files = []
    for piece in pieces:
        path = folder / piece.table / f"{name}.{form}"
        path.parent.mkdir(exist_ok=True)
        with whole_or_nothing(path) as made:
            made.write_bytes(piece.data)
        digest = hashlib.sha256(piece.data).hexdigest()
        files.append(File(f"{piece.table}/{path.name}", piece.rows, len(piece.data), digest))
    chunk = Chunk(name, key, tuple(files))
    note = _note(folder, name)
    note.parent.mkdir(exist_ok=True)
    _write(note, json.dumps(asdict(chunk)))
    return chunk


def stored(folder: Path, name: str, key: str) -> Chunk | None:
    """The chunk as an earlier run wrote it, if it was of the same records and is whole still."""
    note = _note(folder, name)
    if not note.exists():
        return None
    told = json.loads(note.read_text("utf-8"))
    if told["key"] != key:
        return None
    chunk = Chunk(name, key, tuple(File(**file) for file in told["files"]))
    return chunk if all(_is_whole(folder, file) for file in chunk.files) else None


def finish(folder: Path, told: Told, chunks: Sequence[Chunk]) -> dict[str, int]:
    """Remove what older records left, and write the manifest; the number of rows by table."""
    files = {file.path: file for chunk in chunks for file in chunk.files}
    for table in TABLES:
        for path in (folder / table).glob("*"):
            if f"{table}/{path.name}" not in files:
                path.unlink()
    rows = Counter(games=0)
    for file in files.values():
        rows[file.path.partition("/")[0]] += file.rows
    manifest = {**_head(told), "rows": rows, "files": [asdict(file) for file in files.values()]}
    _write(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return dict(rows)


def _is_whole(folder: Path, file: File) -> bool:
    path = folder / file.path
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == file.sha256


def _note(folder: Path, name: str) -> Path:
    return folder / _NOTES / f"{name}.json"


def _head(told: Told) -> dict[str, str | bool | int]:
    return {"format": "shengji-dataset", "version": VERSION, **told}


def _plan(told: Told) -> str:
    return json.dumps(_head(told), indent=1) + "\n"


def _write(path: Path, text: str) -> None:
    with whole_or_nothing(path) as made:
        made.write_text(text, encoding="utf-8")
