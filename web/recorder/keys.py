"""The palette: every card that can be meant, row by row as a hand is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji.engine.cards import FACES
from shengji.engine.order import TRUMP
from shengji.replay.arranging import rows
from shengji.replay.recording import Judged, Palette
from shengji.web.scene import card_names

ROWS: Final = "TSHDC"
"""Names of the rows of a hand, as :func:`rows` gives them."""


@dataclass(frozen=True, slots=True)
class Key:
    """A card of the palette."""

    name: str
    left: int
    state: str
    """`ok`: in a play that the rules allow; `owed`: of the led suit; `off`: held, and not allowed
    now; `none`: there is none any more; else empty."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """The cards of one suit, or the trumps, from high to low."""

    row: str
    keys: tuple[Key, ...]
    led: bool
    """It is the suit that was led."""


def face_name(card: int) -> str:
    """A card as the markup names it."""
    return card_names((card,), None)


def key_rows(judged: Judged, found: Palette | None) -> tuple[KeyRow, ...]:
    """The palette. Its rows keep their places: who taps ahead of an answer finds what he meant."""
    return () if found is None else tuple(_rows(judged, found))


def _rows(judged: Judged, found: Palette) -> Iterator[KeyRow]:
    engine = judged.engine
    order = None if engine is None else engine.order
    lead = None if engine is None or engine.trick is None else engine.trick.lead
    for name, faces in zip(ROWS, rows(range(FACES), order)[: len(ROWS)], strict=True):
        keys = tuple(_key(face, found) for face in faces if _exists(face, judged))
        if keys:
            yield KeyRow(name, keys, lead is not None and name == _row_name(lead.suit))


def _row_name(suit: int) -> str:
    return "T" if suit == TRUMP else ROWS[1 + suit]


def _exists(face: int, judged: Judged) -> bool:
    return judged.rules is not None and judged.rules.copies[face] > 0


def _key(face: int, found: Palette) -> Key:
    number, state = found.left[face], ""
    narrow = found.complete and found.legal is not None and found.owed != ()
    if not number:
        state = "none"
    elif narrow:
        state = "ok" if any(face in play for play in found.legal or ()) else "off"
    elif face in found.owed:
        state = "owed"
    return Key(face_name(face), number, state)
