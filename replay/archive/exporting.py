"""Records out of an archive as text, one after the other."""

from collections.abc import Iterator

from shengji import notation
from shengji.replay.archive.archive import Archive
from shengji.replay.archive.gate import PUBLIC, rows
from shengji.replay.archive.model import OPERATOR
from shengji.replay.archive.nameless import nameless

CHUNK = 200


def export(
    archive: Archive, *, everything: bool = False, without_names: bool = False
) -> Iterator[str]:
    """The newest revision of every public entry, or of every entry, in the order they came."""
    last, wanted = 0, "1" if everything else PUBLIC.sql
    while True:
        with archive.reading(None) as db:
            found = rows(
                db,
                "select e.id, r.text from entry e join revision r on r.entry_id = e.id and"
                f" r.number = e.revision where {wanted} and e.id > ? order by e.id limit ?",
                last,
                CHUNK,
            )
        if not found:
            return
        for row in found:
            yield _text(row["text"], without_names)
        last = found[-1]["id"]


def export_entry(archive: Archive, public_id: str, *, without_names: bool = False) -> str:
    """:raises NotFoundError: there is no such entry."""
    return _text(archive.get(public_id, OPERATOR).text, without_names)


def _text(text: str, without_names: bool) -> str:
    return notation.dumps(nameless(notation.loads(text).records[0])) if without_names else text
