"""The dump of a month: its records as files that anybody can read without this program."""

import gzip
import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from shengji import notation
from shengji.notation import twin
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.backup import whole_or_nothing
from shengji.replay.archive.errors import ArchiveError
from shengji.replay.archive.sharing import LICENCES, Shared, Wanted, issues, licence_text, shared

SUMS: Final = "sha256sums.txt"
"""Written last: without it a dump is not whole."""


@dataclass(frozen=True, slots=True)
class Dump:
    """What was written of a month."""

    files: tuple[Path, ...]
    records: int


def dump(archive: Archive, folder: Path, month: str, wanted: Wanted) -> Dump:
    """Write `NAME.sjn.gz`, `NAME.jsonl.gz` and what is to be known of them into a folder.

    :param month: `2026-11`; `wanted` says which days of it.
    :raises ArchiveError: a dump of the month is there already, or the disk does not take it.
    """
    name = f"shengji-{month}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArchiveError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
    sums = folder / f"{name}.{SUMS}"
    if sums.exists():
        raise ArchiveError(f"{sums}: is there already; name another folder")
    text, lines = folder / f"{name}.sjn.gz", folder / f"{name}.jsonl.gz"
    counts = _write_records(archive, wanted, text, lines)
    licences = [licence for licence in LICENCES if counts[licence]]
    files = (
        text,
        lines,
        _note(folder / f"{name}.counts.txt", _counts(month, wanted, counts)),
        _note(folder / f"{name}.LICENCE.txt", licence_text(licences)),
        _note(folder / f"{name}.known-issues.txt", _issues(archive, wanted)),
    )
    _note(sums, "".join(f"{_sha256(path)}  {path.name}\n" for path in files))
    return Dump((*files, sums), counts["records"])


def _write_records(archive: Archive, wanted: Wanted, text: Path, lines: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    with ExitStack() as stack:
        as_text = stack.enter_context(_compressed(text))
        as_json = stack.enter_context(_compressed(lines))
        for each in shared(archive, wanted):
            as_text.write((f"\n{each.text}" if counts["records"] else each.text).encode())
            as_json.write(json_line(each).encode())
            counts.update(records=1, hands=each.hands, plays=each.plays)
            counts[each.licence] += 1
    return counts


def json_line(each: Shared) -> str:
    """One record: its id, its licence, and the exact JSON twin of it."""
    (record,) = notation.loads(each.text).records
    document = twin.dumps([record], indent=None).rstrip("\n")
    return f'{{"record_id":"{each.record_id}","licence":"{each.licence}","sjn":{document}}}\n'


@contextmanager
def _compressed(target: Path) -> Iterator[gzip.GzipFile]:
    """A gzip file without name and time, which so has the same bytes for the same contents."""
    with (
        whole_or_nothing(target) as made,
        made.open("wb") as stream,
        gzip.GzipFile("", "wb", 9, stream, mtime=0) as packed,
    ):
        yield packed


def _counts(month: str, wanted: Wanted, counts: Counter[str]) -> str:
    names = ("records", "hands", "plays", *LICENCES)
    numbers = "".join(f"{name}: {counts[name]}\n" for name in names)
    return f"month: {month}\nas of: {wanted.as_of}\n{numbers}"


def _issues(archive: Archive, wanted: Wanted) -> str:
    found = issues(archive, wanted)
    head = "What `shengji check` finds in these records; `shengji explain CODE` tells more.\n\n"
    return head + "".join(f"{each.code}: {each.records} records\n" for each in found)


def _note(target: Path, text: str) -> Path:
    with whole_or_nothing(target) as made:
        made.write_text(text, encoding="utf-8")
    return target


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
