"""What an archive is given and hands out."""

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from shengji.notation import record as rec
from shengji.replay.archive.examining import HandFacts, Player

LOOK: Final = "look-"
"""Before the hash of an edit token, in a token that only shows the entry."""
_LOOK: Final = re.compile(f"{LOOK}[0-9a-f]{{64}}")


class Visibility(StrEnum):
    PUBLIC = "public"
    """Found by search, seen by all."""
    UNLISTED = "unlisted"
    """Found by nobody, seen with a share token."""
    PRIVATE = "private"
    """Seen by its owner alone; share tokens sleep."""


class Licence(StrEnum):
    CC0 = "CC0-1.0"
    CC_BY = "CC-BY-4.0"
    PRIVATE = "private"
    """All rights stay with the owner."""


class Order(StrEnum):
    """How hits are sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    POINTS = "points"
    """The most points of attackers in one hand first."""
    FLAGS = "flags"
    """The most errors first."""


class Role(StrEnum):
    ANY = "any"
    DECLARER = "declarer"
    """In the hand that is asked for, if only any."""
    ATTACKER = "attacker"
    PARTNER = "partner"
    """On one side with the other player of the question."""
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks. Nobody has an account: what a viewer may do follows from the tokens shown."""

    tokens: tuple[str, ...] = ()
    """Edit, look and share tokens, as they were handed out."""
    operator: bool = False
    """Runs the archive, and may do everything."""

    @property
    def hashes(self) -> tuple[bytes, ...]:
        return tuple(map(token_sha256, self.tokens))

    @property
    def looks(self) -> tuple[bytes, ...]:
        """The hashes of the edit tokens of which look tokens are shown."""
        shown = (token.removeprefix(LOOK) for token in self.tokens if is_look_token(token))
        return tuple(map(bytes.fromhex, shown))


STRANGER = Viewer()
OPERATOR = Viewer(operator=True)


def look_token(edit_token: str) -> str:
    """What shows an owner his entry and lets nobody change it: the edit token does not follow
    from it. It stands in the addresses of pages, which people copy."""
    return LOOK + token_sha256(edit_token).hex()


def is_look_token(token: str) -> bool:
    return _LOOK.fullmatch(token) is not None


def token_sha256(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a record."""

    public_id: str
    revision: int
    created: bool
    """False: the archive had it."""
    edit_token: str | None = None
    """The owner's, of a new entry; it is told once and kept nowhere."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in a list."""

    public_id: str
    revision: int
    """The newest."""
    visibility: Visibility
    licence: Licence
    date: str
    """As the record says; empty where it does not."""
    event: str
    site: str
    players: tuple[Player, ...]
    preset: str
    rules: str
    hands: int
    plays: int
    points: int | None
    """The most that attackers made in one hand."""
    errors: int
    warnings: int
    notes: int
    """Comments and notes."""
    nameless: bool
    created: str
    """UTC, ISO 8601."""
    updated: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as its viewer may see it, at one revision."""

    row: Row
    """Of the newest revision."""
    revision: int
    """The one that is shown."""
    record_id: str
    play_id: str | None
    text: str
    """Canonical."""
    stored: str
    """When this revision came, UTC."""
    may_edit: bool

    @property
    def record(self) -> rec.Record:
        """The record, read anew."""
        from shengji import notation

        return notation.loads(self.text).records[0]

    @property
    def is_newest(self) -> bool:
        return self.revision == self.row.revision


@dataclass(frozen=True, slots=True)
class Revision:
    number: int
    record_id: str
    stored: str


@dataclass(frozen=True, slots=True)
class Detail:
    """What an entry is found by."""

    hands: tuple[HandFacts, ...]
    flags: dict[str, int]
    """Codes of what was found, and how often."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    slug: str
    name: str
    aliases: tuple[str, ...]
    games: int
    """Public ones."""


@dataclass(frozen=True, slots=True)
class Stats:
    """How much an archive holds; numbers of all entries, whoever may see them."""

    entries: dict[str, int]
    """By visibility."""
    revisions: int
    hands: int
    plays: int
    players: int
    errors: int
    """Entries with errors."""
    presets: dict[str, int]
    """Entries by rule system."""
    bytes: int
    """Of the file."""
