"""What the API answers: classes of the floors below, and what holds them together."""

from collections.abc import Mapping
from dataclasses import dataclass

from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.twin import Document
from shengji.replay.archive import Count, Licence, PlayerRow, Row, Visibility
from shengji.replay.findings import Finding
from shengji.replay.playable import Playable
from shengji.replay.steps import Position
from shengji.replay.views import View
from shengji.web.scene import Remark

Links = Mapping[str, str]
"""Addresses of what belongs to an answer, by what they lead to."""


@dataclass(frozen=True, slots=True)
class Games:
    """A page of games."""

    items: tuple[Row, ...]
    total: Count
    next: str | None
    """What to ask for `after` these; null behind the last."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game in one revision."""

    game: Row
    revision: int
    record_id: str
    play_id: str | None
    document: Document
    """The record, as its JSON twin."""
    links: Links


@dataclass(frozen=True, slots=True)
class Step:
    """A position, and what led to it."""

    at: rec.AddressWord
    say: str
    """What happened, in a sentence."""
    position: Position
    """As the view has it: what it hides is null."""
    flags: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand step by step."""

    number: int
    view: View
    seat: rec.Seat | None
    """Whose view it is."""
    players: tuple[str, ...]
    """By seat; empty where a name is not known."""
    steps: tuple[Step, ...]
    links: Links


@dataclass(frozen=True, slots=True)
class Place:
    """One position."""

    step: Step
    view: View
    seat: rec.Seat | None
    players: tuple[str, ...]
    links: Links


@dataclass(frozen=True, slots=True)
class Flags:
    """What a check finds in a game."""

    items: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a game, with the positions that they belong to."""

    items: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class NewNote:
    """Something to be said about a position."""

    at: str
    """Its address: 3.8.3."""
    text: str
    revision: int | None = None
    """The revision that it is written on; where a newer one has come, it is not taken."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of a note: the revision that has it, and all the notes of it."""

    revision: int
    items: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a record came to."""

    format: str
    """In which it came: `sjn`, `json` or another program's."""
    remarks: tuple[str, ...]
    """Of another program's: what of it was inferred, missing or left out."""
    sjn: str | None
    """What it became, where it came in another format; lines are those of this text."""
    usable: bool
    """Something of it could be read."""
    records: int
    hands: int
    plays: int
    confirmed: int
    """Statements that were derived again and hold."""
    counts: Mapping[Severity, int]
    diagnostics: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A position, of a game here or of a text that is sent along."""

    at: str
    game: str | None = None
    """The id of a game, perhaps with its revision."""
    text: str | None = None
    """SJN, where it is no game of this site."""
    limit: int = 20
    """So many plays are told, 1 to 100."""


@dataclass(frozen=True, slots=True)
class Plays:
    """What the seat to move may play."""

    answer: Playable


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a record that was sent."""

    id: str
    revision: int
    created: bool
    """False: the archive had it."""
    edit_token: str | None
    """What its owner changes or erases it with. It is told this once."""
    visibility: Visibility
    licence: Licence
    format: str
    """In which it came: `sjn`, `json` or another program's."""
    remarks: tuple[str, ...]
    """Of another program's: what of it was inferred, missing or left out."""
    problems: tuple[Finding, ...]
    links: Links


@dataclass(frozen=True, slots=True)
class Players:
    items: tuple[PlayerRow, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class System:
    """A rule system."""

    rules: str
    """Its name with the version, as a Rules tag has it."""
    title: str
    inherits: str | None
    aliases: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Systems:
    items: tuple[System, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option under a rule system."""

    option: str
    name: str
    section: str
    value: str
    default: str
    whence: str
    """Who says so: stated, own, recommended, inherited or default."""
    by: str | None
    source: str | None


@dataclass(frozen=True, slots=True)
class SystemInFull:
    """Every option of a rule system."""

    system: System
    options: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How much there is for everybody."""

    games: Count
    facets: Mapping[str, Mapping[str, int]]
    """Games by value of each facet, the most first."""
