"""What the page of a draft shows: the table, what comes next, the cards, what was found."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from jinja2 import Environment

from shengji.engine.scoring.leveltables import read_table
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.diagnostics import UNFINISHED_HAND, Diagnostic, Severity
from shengji.notation.tokens import write_cards, write_level, write_seat
from shengji.replay import NoSuchPosition
from shengji.replay.film import Film, Step, film
from shengji.replay.recording import (
    Action,
    Draft,
    Expected,
    Mode,
    Palette,
    Verdict,
    expected,
    judge,
    palette,
    say_expected,
    say_grade,
    to_json,
)
from shengji.replay.recording.proposing import Grade
from shengji.replay.views import View
from shengji.replay.wording import Language, say, say_basis
from shengji.web.deck import deck, drawn
from shengji.web.scene import Scene, Seen, Stage, card_names
from shengji.web.staging import AROUND, SeatPlace, seat_places

FLAGS: Final = 3
SHOWINGS: Final = 8
"""Places on the page; what is beyond them stands in the lines beside it."""
OFFERED: Final = 8
"""Legal plays that are offered as buttons; among more of them one taps cards."""
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat-line": ("cards",),
    "kitty": ("cards",),
    "bury": ("cards",),
    "flip": ("cards",),
    "play": ("cards",),
    "lead": ("seat", "cards"),
    "declare": ("moment", "seat", "cards"),
    "overturn": ("seat", "cards"),
    "trump": ("suit", "level", "seat"),
    "deal": ("seat",),
    "pass": ("seat",),
    "claim": ("seat", "rest"),
    "result": ("points",),
    "redeal": ("reason",),
    "start": ("number", "seat", "gained"),
}
"""What is to be filled in behind the words of a statement, in its order."""
PLAYED: Final = ("lead", "play")
TYPED: Final = (*PLAYED, "seat-line", "bury", "kitty")
"""Of these, where they come next, nothing but the cards is sent: `typed` knows what is meant."""
SUITS: Final = "SHCD-"
REASONS: Final = ("undeclared", "mutiny", "misdeal", "director")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may come next, as a form or, where it is ready, as a button."""

    kind: str
    label: str
    entry: str
    """What the button sends, as JSON; empty where there is something to fill in."""
    prefix: str
    fields: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    """Letters and names to choose from; one alone is understood."""
    size: int | None
    rest: str
    """All cards that are left, where these are as many as are wanted."""


@dataclass(frozen=True, slots=True)
class Key:
    """A card of the palette."""

    name: str
    left: int
    state: str
    """`ok`: in a play that the rules allow; `owed`: of the led suit; `off`: held, and not allowed
    now; `none`: there is none any more; else empty."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the draft, as it can be corrected."""

    number: int
    text: str
    severity: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What the check says, and where."""

    line: int | None
    severity: str
    address: str
    text: str
    basis: str


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry that was held back: why, and what can be done with it."""

    grade: str
    text: str
    remarks: tuple[Remark, ...]
    settled: int
    entry: str
    """The same once more, confirmed; empty where it cannot be written at all."""
    instead: tuple[tuple[str, str], ...]
    """Other ways to write it: their words and their entries."""


@dataclass(frozen=True, slots=True)
class Board:
    """All that a page shows of a draft."""

    version: int
    mode: Mode
    scene: Scene
    """The table; empty where the text cannot be read."""
    choices: tuple[Choice, ...]
    keys: tuple[Key, ...]
    level: str
    """Of the first side: most often what is played."""
    unplayed: str
    """Copies of each card that nobody has laid down, as JSON: what a device counts on alone."""
    mover: str
    """Whose cards are picked from."""
    legal: tuple[str, ...]
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]
    can_undo: bool
    can_redo: bool


def board(draft: Draft, language: Language) -> Board:
    """What the recorder sees."""
    judged = judge(draft.text)
    found = palette(draft)
    names = _names(draft)
    left = _left(found)
    remarks = tuple(_remark(each, language) for each in judged.report.diagnostics if _told(each))
    return Board(
        version=len(draft.log),
        mode=draft.mode,
        scene=scene_of(draft, "open", language),
        choices=tuple(
            _choice(each, names, left, language, first=not place)
            for place, each in enumerate(expected(draft))
        ),
        keys=tuple(_keys(found)),
        level=_level(draft),
        unplayed=json.dumps(_unplayed(draft), separators=(",", ":")),
        mover="" if found is None or found.seat is None else write_seat(found.seat),
        legal=_legal(found),
        lines=tuple(_lines(draft, remarks)),
        remarks=remarks,
        can_undo=len(draft.done) > 1,
        can_redo=bool(draft.undone),
    )


# -- the table ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def film_of_text(text: str) -> Film | None:
    """The last hand of a draft; None where there is none, or not all of it can be read."""
    judged = judge(text)
    if judged.record is None or judged.hand is None or judged.rules is None or judged.refused:
        return None
    try:
        return film(judged.record, judged.hand.number)
    except NoSuchPosition:
        return None


def scene_of(draft: Draft, view: View, language: Language) -> Scene:
    """The table as it is now."""
    found = film_of_text(draft.text)
    if found is None:
        return {}
    seat = draft.start.seat or 0
    return stage_of(found, Seen(view, seat, language)).scene(found.steps[-1])


def stage_of(found: Film, seen: Seen) -> Stage:
    """With the same places whatever happens."""
    stage = Stage(found, seen)
    stage.flags, stage.showings, stage.ordered = FLAGS, SHOWINGS, False
    return stage


@dataclass(frozen=True, slots=True)
class Places:
    """How many places of a kind a page has."""

    flags: int = FLAGS
    showings: int = SHOWINGS


def empty_table(language: Language, environment: Environment) -> dict[str, object]:
    """A table for four with nothing on it yet."""
    around = zip("abcd", AROUND, strict=True)
    return {
        "stage": Places(),
        "deck": deck(language),
        "drawn": drawn(language, environment),
        "s": Empty(),
        "seats": [SeatPlace(letter, "", letter.upper(), where) for letter, where in around],
        "takeover": 80,
        "rules_name": "",
    }


class Empty(dict[str, str]):
    """A scene in which nothing stands anywhere."""

    def __missing__(self, name: str) -> str:
        return ""


def table_of(found: Film, seen: Seen, step: Step, environment: Environment) -> dict[str, object]:
    """What the templates of the table show of a step."""
    return {
        "stage": Places(),
        "deck": deck(seen.language),
        "drawn": drawn(seen.language, environment),
        "s": stage_of(found, seen).scene(step),
        "seats": seat_places(found, seen.seat),
        "takeover": read_table(found.rules.level_table, found.rules.decks).threshold,
        "rules_name": next((tag.value for tag in found.hand.tags if tag.name == "Rules"), ""),
    }


def table_context(
    draft: Draft, view: View, language: Language, environment: Environment
) -> dict[str, object]:
    """What the templates of the table show of a draft.

    Where its text cannot be read the table is empty, and what is wrong stands beside it.
    """
    found, record = film_of_text(draft.text), judge(draft.text).record
    if found is None:
        return empty_table(language, environment)
    shown = table_of(
        found, Seen(view, draft.start.seat or 0, language), found.steps[-1], environment
    )
    return {**shown, "rules_name": (record.tag("Rules") if record else None) or ""}


# -- what comes next ------------------------------------------------------------------------------


def _names(draft: Draft) -> Mapping[int, str]:
    record = judge(draft.text).record
    tags = {} if record is None else {tag.name: tag.value for tag in record.tags}
    letters = {seat: write_seat(seat).upper() for seat in range(12)}
    found = {seat: tags.get(f"Player{letter}", "?") for seat, letter in letters.items()}
    return {
        seat: letters[seat] if name == "?" else f"{letters[seat]} {name}"
        for seat, name in found.items()
    }


def _choice(
    each: Expected,
    names: Mapping[int, str],
    left: Mapping[str, int],
    language: Language,
    *,
    first: bool,
) -> Choice:
    entry = {"do": "enter", "lines": [each.text]}
    if each.word:
        entry = {"do": "add", "word": each.text}
    fields = FIELDS.get(each.kind, ("words",))
    if len(each.seats) == 1:
        fields = tuple(field for field in fields if field != "seat")
    ready = each.ready
    total = sum(left.values())
    rest = "".join(name * number for name, number in left.items()) if total == each.size else ""
    return Choice(
        kind=each.kind,
        label=say_expected(each, language),
        entry=json.dumps(entry) if ready else "",
        prefix="" if each.kind in (TYPED if first else PLAYED) else _prefix(each),
        fields=() if ready else fields,
        seats=tuple((write_seat(seat), names[seat]) for seat in each.seats),
        size=each.size,
        rest=rest if first and each.kind in ("seat-line", "kitty") else "",
    )


def _prefix(each: Expected) -> str:
    """The words before what is filled in; of a line that is known in part its first word alone,
    where all of it is asked for."""
    words = each.text.split()
    return words[0] if each.kind == "trump" else each.text.strip()


# -- cards ----------------------------------------------------------------------------------------


def _face(card: int) -> str:
    return card_names((card,), None)


def _left(found: Palette | None) -> dict[str, int]:
    if found is None:
        return {}
    return {_face(face): number for face, number in enumerate(found.left) if number}


def _keys(found: Palette | None) -> Iterator[Key]:
    if found is None:
        return
    allowed = {card for play in found.legal or () for card in play}
    narrow = found.complete and found.legal is not None and found.owed != ()
    for face, number in enumerate(found.left):
        state = ""
        if not number:
            state = "none"
        elif narrow:
            state = "ok" if face in allowed else "off"
        elif face in found.owed:
            state = "owed"
        yield Key(_face(face), number, state)


def _level(draft: Draft) -> str:
    hand = judge(draft.text).hand
    level = hand.levels[0].level if hand and hand.levels else None
    return "" if level is None else write_level(level)


def _legal(found: Palette | None) -> tuple[str, ...]:
    """The plays that the rules allow, where they are few."""
    if found is None or found.legal is None or not found.complete or len(found.legal) > OFFERED:
        return ()
    return tuple(map(write_cards, found.legal))


def _unplayed(draft: Draft) -> dict[str, int]:
    judged = judge(draft.text)
    if judged.rules is None:
        return {}
    found = Counter(
        {_face(face): number for face, number in enumerate(judged.rules.copies[:54]) if number}
    )
    for event in judged.hand.events if judged.hand else ():
        if isinstance(event, rec.Trick):
            for play in event.plays:
                found.subtract(map(_face, (card for card in play.cards if card < 54)))
    return {name: max(number, 0) for name, number in found.items()}


# -- what was found -------------------------------------------------------------------------------


def _told(each: Diagnostic) -> bool:
    """An unfinished hand is no news to who writes it."""
    serious = each.severity in (Severity.ERROR, Severity.WARNING)
    return serious and each.code is not UNFINISHED_HAND


def _remark(each: Diagnostic, language: Language) -> Remark:
    return Remark(
        line=each.span.line if each.span else None,
        severity=each.severity.value,
        address=write_address(each.address) if each.address else "",
        text=say(each, language),
        basis=say_basis(each, language),
    )


def _lines(draft: Draft, remarks: tuple[Remark, ...]) -> Iterator[Line]:
    worst: dict[int | None, str] = {}
    for remark in remarks:
        if worst.get(remark.line) != "error":
            worst[remark.line] = remark.severity
    for number, text in enumerate(draft.lines, 1):
        yield Line(number, text, worst.get(number, ""))


def asked(
    told: Mapping[str, object], action: Action, verdict: Verdict, language: Language, *, whole: bool
) -> Asked:
    """What is to be told of an entry that was held back.

    :param told: the entry.
    :param action: what of it was refused.
    :param whole: it is all that the entry means; so it may be written in another way instead.
    """
    return Asked(
        grade=say_grade(verdict.grade, language),
        text=words_of(action),
        remarks=tuple(_remark(each, language) for each in verdict.found),
        settled=len(verdict.settled),
        entry=""
        if verdict.grade is Grade.UNREADABLE
        else json.dumps({**told, "anyway": True}, ensure_ascii=False),
        instead=tuple(
            (words_of(way), json.dumps({**to_json(way), "anyway": True}, ensure_ascii=False))
            for way in (verdict.instead if whole else ())
        ),
    )


def words_of(action: Action) -> str:
    """An action as a person reads it."""
    told = to_json(action)
    match told:
        case {"word": str(word)}:
            return word
        case {"lines": list(lines)}:
            return " / ".join(map(str, lines))
        case {"name": str(name), "value": str(value)}:
            return f'[{name} "{value}"]'
        case _:
            return str(told["do"])
