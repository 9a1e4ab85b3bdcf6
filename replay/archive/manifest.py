"""What a bundle says of itself: its manifest, as dataclasses and as JSON."""

import datetime
import json
import re
from dataclasses import asdict, dataclass
from typing import Final

from shengji.notation.foreign.fields import Field, read_json
from shengji.notation.foreign.importer import ForeignError
from shengji.replay.archive.errors import BundleError
from shengji.replay.archive.examining import MOST_BYTES
from shengji.replay.archive.model import Licence
from shengji.replay.archive.sharing import LICENCES, Issue
from shengji.replay.remarking import say_refusal

FORMAT: Final = "shengji-bundle"
VERSION: Final = 1
PART_BYTES: Final = 4 << 20
"""A part is closed when it has so many bytes."""
MOST_PART: Final = PART_BYTES + MOST_BYTES
"""No part has more."""
_MANY: Final = 1 << 40
_NAME: Final = re.compile(r"[0-9]{6}\.sjn")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Part:
    """Some records under one licence, in canonical form, one after the other."""

    name: str
    licence: Licence
    records: int
    hands: int
    plays: int
    bytes: int
    """Uncompressed."""
    sha256: str
    """Of these bytes."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a bundle."""

    as_of: str
    """The day at whose end the archive had these records, as whoever made the bundle says."""
    nameless: bool
    parts: tuple[Part, ...]
    issues: tuple[Issue, ...]

    @property
    def records(self) -> int:
        return sum(part.records for part in self.parts)

    @property
    def licences(self) -> list[Licence]:
        """In the order of :data:`LICENCES`."""
        return [licence for licence in LICENCES if licence in {p.licence for p in self.parts}]

    def to_json(self) -> str:
        """The same text for the same manifest."""
        told = {
            "format": FORMAT,
            "version": VERSION,
            "as_of": self.as_of,
            "nameless": self.nameless,
            "records": self.records,
            "hands": sum(part.hands for part in self.parts),
            "plays": sum(part.plays for part in self.parts),
            "parts": [asdict(part) for part in self.parts],
            "known_issues": [asdict(issue) for issue in self.issues],
        }
        return json.dumps(told, indent=1) + "\n"


def read_manifest(raw: bytes) -> Manifest:
    """:raises BundleError: it is none, contradicts itself, or a newer version wrote it."""
    try:
        return _manifest(read_json(raw))
    except ForeignError as error:
        raise BundleError(f"its manifest cannot be read: {say_refusal(error)}") from None


def _manifest(told: Field) -> Manifest:
    if told.get("format").text() != FORMAT:
        raise told.get("format").error("exactly", wanted=repr(FORMAT))
    version = told.get("version").integer(1, _MANY)
    if version > VERSION:
        raise BundleError(
            f"version {version} of the format is newer than this program, which knows {VERSION}:"
            " update it"
        )
    manifest = Manifest(
        as_of=_day(told.get("as_of")),
        nameless=told.get("nameless").flag(),
        parts=tuple(map(_part, told.get("parts").items())),
        issues=tuple(map(_issue, told.get("known_issues").items())),
    )
    if len({part.name for part in manifest.parts}) != len(manifest.parts):
        raise told.get("parts").error("different-names")
    if told.get("records").integer(0, _MANY) != manifest.records:
        raise told.get("records").error("sum-of-parts", number=manifest.records)
    return manifest


def _part(told: Field) -> Part:
    licences = [str(licence) for licence in LICENCES]
    return Part(
        name=_matching(told.get("name"), _NAME, "part-name"),
        licence=[*LICENCES][told.get("licence").one_of(licences)],
        records=told.get("records").integer(1, _MANY),
        hands=told.get("hands").integer(0, _MANY),
        plays=told.get("plays").integer(0, _MANY),
        bytes=told.get("bytes").integer(1, MOST_PART),
        sha256=_matching(told.get("sha256"), _SHA256, "sha256"),
    )


def _issue(told: Field) -> Issue:
    return Issue(told.get("code").text(), told.get("records").integer(1, _MANY))


def _matching(told: Field, form: re.Pattern[str], expected: str) -> str:
    if not form.fullmatch(told.text()):
        raise told.error(expected)
    return told.text()


def _day(told: Field) -> str:
    if not is_day(told.text()):
        raise told.error("day")
    return told.text()


def is_day(text: str) -> bool:
    """It is a date, `2026-11-29`."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
