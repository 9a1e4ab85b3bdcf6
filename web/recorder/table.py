"""The table of a draft as it is now: for who records it, for spectators, and empty."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from jinja2 import Environment

from shengji.engine.rules import Rules
from shengji.engine.scoring.leveltables import read_table
from shengji.replay import NoSuchPosition
from shengji.replay.film import Film, Step, film
from shengji.replay.recording import Draft, judge
from shengji.replay.recording.placing import variations
from shengji.replay.views import View
from shengji.replay.wording import Language
from shengji.web.deck import deck, drawn
from shengji.web.language import texts
from shengji.web.scene import Scene, Seen, Stage
from shengji.web.seatnames import LETTERS, seat_names
from shengji.web.staging import AROUND, SeatPlace, seat_places

FLAGS: Final = 3
SHOWINGS: Final = 8
"""Places on the page; what is beyond them stands in the lines beside it."""


@lru_cache(maxsize=64)
def film_of_text(text: str) -> Film | None:
    """The last hand of a draft, or its open variation once there is a trick in it; None where there
    is none, or not all of it can be read."""
    judged = judge(text)
    record, hand = judged.record, judged.hand
    if record is None or hand is None or judged.rules is None or not judged.readable:
        return None
    open_ = len(variations(hand)) if judged.variation and judged.variation.events else None
    try:
        return film(record, hand.number, open_)
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
    called = seat_names(Rules(), LETTERS, texts(language))
    seats = zip("abcd", called, AROUND, strict=True)
    return {
        "stage": Places(),
        "deck": deck(language),
        "drawn": drawn(language, environment),
        "s": Empty(),
        "seats": [SeatPlace(each, "", name.label, name.told, where) for each, name, where in seats],
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
        "seats": seat_places(found, seen),
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
