"""What the site asks of whoever keeps the records."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from flask import current_app

from shengji.notation.record import Record


@dataclass(frozen=True, slots=True)
class Game:
    """A record as it is kept."""

    id: str
    """Its name in addresses."""
    revision: int
    newest: int
    """The revision that an address without one means."""
    record: Record = field(compare=False)


class Shelf(Protocol):
    """Where records are kept."""

    def game(self, id: str, revision: int | None = None) -> Game | None:
        """A game in a revision, the newest unless one is named; None: there is none to be seen."""

    def latest(self, number: int) -> Sequence[Game]:
        """The newest games."""


def shelf() -> Shelf:
    """The shelf of this site."""
    found: Shelf = current_app.extensions["shengji"].shelf
    return found
