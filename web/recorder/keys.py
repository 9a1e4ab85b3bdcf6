"""The palette: every card that can be meant, row by row as a hand is read."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
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


def by_face(numbers: Sequence[int]) -> dict[str, int]:
    """The cards of which there are any, by their names in the markup."""
    return {face_name(face): number for face, number in enumerate(numbers[:FACES]) if number}


def key_rows(judged: Judged, found: Palette | None) -> tuple[KeyRow, ...]:
    """The palette. Its rows keep their places: who taps ahead of an answer finds what he meant."""
    return () if found is None else tuple(_rows(judged, found))


def _rows(judged: Judged, found: Palette) -> Iterator[KeyRow]:
    engine = judged.engine
    order = None if engine is None else engine.order
    lead = None if engine is None or engine.trick is None else engine.trick.lead
    allowed = frozenset(chain(*(found.legal or ())))
    for name, faces in zip(ROWS, rows(range(FACES), order)[: len(ROWS)], strict=True):
        keys = tuple(_key(face, found, allowed) for face in faces if _exists(face, judged))
        if keys:
            yield KeyRow(name, keys, lead is not None and name == _row_name(lead.suit))


def _row_name(suit: int) -> str:
    return "T" if suit == TRUMP else ROWS[1 + suit]


def _exists(face: int, judged: Judged) -> bool:
    return judged.rules is not None and judged.rules.copies[face] > 0


def _key(face: int, found: Palette, allowed: Collection[int]) -> Key:
    number, state = found.left[face], ""
    narrow = found.complete and found.legal is not None and found.owed != ()
    if not number:
        state = "none"
    elif narrow:
        state = "ok" if face in allowed else "off"
    elif face in found.owed:
        state = "owed"
    return Key(face_name(face), number, state)
