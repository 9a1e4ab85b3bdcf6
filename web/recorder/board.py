"""What the page of a draft shows: the table, what comes next, the cards, what was found."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji.engine.cards import FACES
from shengji.notation import record as rec
from shengji.notation.tokens import write_cards, write_seat
from shengji.replay.recording import Draft, Mode, Palette, judge, palette
from shengji.replay.wording import Language
from shengji.web.recorder.asides import Form, forms
from shengji.web.recorder.choices import Choice, Pick, choices, level
from shengji.web.recorder.keys import KeyRow, by_face, face_name, key_rows
from shengji.web.recorder.remarks import Remark, remarks
from shengji.web.recorder.table import scene_of
from shengji.web.scene import Scene

OFFERED: Final = 8
"""Legal plays that are offered as buttons; among more of them one taps cards."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the draft, as it can be corrected."""

    number: int
    text: str
    severity: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that a page shows of a draft."""

    version: int
    mode: Mode
    scene: Scene
    """The table; empty where the text cannot be read."""
    choices: tuple[Choice, ...]
    asides: tuple[Form, ...]
    rows: tuple[KeyRow, ...]
    level: str
    unplayed: str
    """Copies of each card that nobody has laid down, as JSON: what a device counts on alone."""
    mover: str
    """Whose cards are picked from."""
    plays: int
    """Missing in the trick on the table; 0 where none is."""
    legal: tuple[Pick, ...]
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]
    can_undo: bool
    can_redo: bool


def board(draft: Draft, language: Language) -> Board:
    """What the recorder sees."""
    found = palette(draft)
    told = remarks(draft, language)
    return Board(
        version=len(draft.log),
        mode=draft.mode,
        scene=scene_of(draft, "open", language),
        choices=choices(draft, found, language),
        asides=tuple(forms(draft, language)),
        rows=key_rows(judge(draft.text), found),
        level=level(draft),
        unplayed=json.dumps(_unplayed(draft), separators=(",", ":")),
        mover="" if found is None or found.seat is None else write_seat(found.seat),
        plays=_missing(draft),
        legal=_legal(found),
        lines=tuple(_lines(draft, told)),
        remarks=told,
        can_undo=len(draft.done) > 1,
        can_redo=bool(draft.undone),
    )


def _missing(draft: Draft) -> int:
    engine = judge(draft.text).engine
    if engine is None or engine.trick is None:
        return 0
    return engine.seats - len(engine.trick.plays)


def _legal(found: Palette | None) -> tuple[Pick, ...]:
    """The plays that the rules allow, where they are few; of single cards the palette tells."""
    if found is None or found.legal is None or not found.complete or len(found.legal) > OFFERED:
        return ()
    several = (cards for cards in found.legal if len(cards) > 1)
    return tuple(Pick(write_cards(cards), tuple(map(face_name, cards))) for cards in several)


def _unplayed(draft: Draft) -> dict[str, int]:
    judged = judge(draft.text)
    if judged.rules is None:
        return {}
    found = Counter(by_face(judged.rules.copies))
    for event in judged.hand.events if judged.hand else ():
        if isinstance(event, rec.Trick):
            for play in event.plays:
                found.subtract(face_name(card) for card in play.cards if card < FACES)
    return {name: max(number, 0) for name, number in found.items()}


def _lines(draft: Draft, told: tuple[Remark, ...]) -> Iterator[Line]:
    worst: dict[int | None, str] = {}
    for remark in told:
        if worst.get(remark.line) != "error":
            worst[remark.line] = remark.severity
    for number, text in enumerate(draft.lines, 1):
        yield Line(number, text, worst.get(number, ""))
