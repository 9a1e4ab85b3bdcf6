"""Records for the tests, by names that can be read."""

from pathlib import Path

from shengji.notation import dumps, loads
from shengji.notation.record import Record
from shengji.replay.archive import Archive

SAMPLES = Path(__file__).parents[2] / "samples"
FLAGGED = ("follow-shape", "follow-suit", "play-not-held", "wrong-winner", "throw-fails")
"""Broken samples in which a play is flagged."""


class Shelf:
    """An archive with every game and teaching record and some broken ones."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.ids: dict[str, str] = {}
        """Public ids by the name of the sample; its second match is NAME-2."""
        self.records: dict[str, Record] = {}
        for folder in ("games", "teaching"):
            for path in sorted((SAMPLES / folder).glob("*.sjn")):
                self._add(path)
        for name in FLAGGED:
            self._add(SAMPLES / "broken" / f"{name}.sjn")

    def _add(self, path: Path) -> None:
        for number, record in enumerate(loads(path.read_bytes()).records, 1):
            name = path.stem if number == 1 else f"{path.stem}-{number}"
            self.ids[name] = self.archive.add(dumps(record).encode()).public_id
            self.records[name] = record
