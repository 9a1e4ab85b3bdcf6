"""The formats that can be read: a new one is a file beside this and a line here."""

from typing import Final

from shengji.notation.foreign.botzone import BOTZONE
from shengji.notation.foreign.eighty import EIGHTY
from shengji.notation.foreign.godot import GODOT
from shengji.notation.foreign.importer import Importer
from shengji.notation.foreign.jerryyyu import JERRYYYU
from shengji.notation.foreign.tractor_lan import TRACTOR_LAN
from shengji.notation.foreign.tractor_online import TRACTOR_ONLINE

IMPORTERS: Final[tuple[Importer, ...]] = (
    GODOT,
    BOTZONE,
    EIGHTY,
    JERRYYYU,
    TRACTOR_LAN,
    TRACTOR_ONLINE,
)
"""In the order in which they are asked whether a file looks like theirs."""


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(importer.name for importer in IMPORTERS)


def by_name(name: str) -> Importer | None:
    """The importer of that name."""
    return next((importer for importer in IMPORTERS if importer.name == name), None)


def find(data: bytes) -> Importer | None:
    """The importer of the format that a file looks like."""
    return next((importer for importer in IMPORTERS if importer.looks_like(data)), None)
