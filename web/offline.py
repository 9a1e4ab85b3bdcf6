"""A hand, or a whole match, as one HTML file that plays it anywhere, without a network.

It is made of the templates, styles and scripts of the site's own viewer, and so stands on this
floor and not with the other exports; it has their form, and the command line asks for it here.
"""

import base64
import functools
import hashlib
import json
from typing import Final

from jinja2 import Environment

from shengji.notation import record as rec
from shengji.notation.identity import record_id
from shengji.replay.exports.errors import TooManyError
from shengji.replay.exports.extract import Extract, Scope
from shengji.replay.exports.registry import Export
from shengji.replay.film import Film
from shengji.web.assets import FOLDER
from shengji.web.bundling import bundle
from shengji.web.language import texts
from shengji.web.presentation import SUIT_SHAPES
from shengji.web.scene import Scene, Seen, Stage, changes
from shengji.web.staging import KEYS, PANELS, UNSPOILED, set_stage, tags_told
from shengji.web.templating import bare_app

HTML: Final = Export("html", "text/html", Scope.GAME, __name__)
"""The export, as :data:`shengji.replay.exports.registry.EXPORTS` has the others."""
ELSEWHERE: Final = frozenset({"share.title", "viewer.turn", "viewer.view-seat", "viewer.views"})
"""What keys do that lead to other pages of a site."""
OTHER_HANDS: Final = frozenset({"viewer.hand-after", "viewer.hand-before"})
MOST_HANDS: Final = 40
"""Of a file: some 80 KB each, so that it opens at once on a phone and goes by mail."""


def export(extract: Extract) -> bytes:
    """:raises TooManyError: of more hands than :data:`MOST_HANDS`."""
    films = list(extract.films())
    if len(films) > MOST_HANDS:
        raise TooManyError(len(films), MOST_HANDS)
    seen = Seen(extract.view, extract.seat, extract.language)
    numbers = [film.hand.number for film in films]
    (film, *others) = films
    page, steps = _hand(extract, film, seen, numbers, "offline.html")
    # Text of a record is escaped, so that none of it reads as one of these empty elements.
    page = page.replace("<style></style>", f"<style>{_style()}</style>", 1)
    page = page.replace("<script></script>", f"<script>{bundle('viewer')}</script>", 1)
    page = page.replace('id="steps"></script>', f'id="steps">{steps}</script>', 1)
    for film in others:
        shown, steps = _hand(extract, film, seen, numbers, "offline-hand.html")
        empty = f'<template data-hand-of="{film.hand.number}">'
        kept = f'{shown}<script type="application/json">{steps}</script>'
        page = page.replace(f"{empty}</template>", f"{empty}{kept}</template>", 1)
    return page.encode()


def _hand(
    extract: Extract, film: Film, seen: Seen, numbers: list[int], template: str
) -> tuple[str, str]:
    """A hand as a template shows it, and its steps as JSON."""
    stage = Stage(film, seen)
    scenes = stage.scenes()
    given = _given(extract, stage, scenes[0], numbers)
    return _environment().get_template(template).render(**given), _json(changes(scenes))


def _given(extract: Extract, stage: Stage, scene: Scene, numbers: list[int]) -> dict[str, object]:
    """What a template shows besides styles, script and steps."""
    record, film, t = extract.record, stage.film, texts(extract.language)
    elsewhere = ELSEWHERE if len(numbers) > 1 else ELSEWHERE | OTHER_HANDS
    return {
        **set_stage(record, stage, scene, "0", _environment()),
        "t": t,
        "language": extract.language,
        "offline": True,
        "unspoiled": not extract.outcome,
        "suit_shapes": SUIT_SHAPES,
        "event": _event(record, film) or t("overview.unnamed"),
        "numbers": numbers,
        "base": record_id(record),
        "address": lambda at: f"#{at}",
        "panels": [name for name in (PANELS if extract.outcome else UNSPOILED) if name != "hands"],
        "key_list": [(keys, name) for keys, name in KEYS if name not in elsewhere],
        "variation": None,
        "facts": tags_told(record, film.hand, t),
        "policy": policy(),
    }


def policy() -> str:
    """What such a page may load: its own style and script, by what they are."""
    style, script = _digest(_style()), _digest(bundle("viewer"))
    return f"default-src 'none'; style-src {style}; script-src {script}"


def _event(record: rec.Record, film: Film) -> str:
    """The name of the event, else who played."""
    event = record.tag("Event") or "?"
    return event if event != "?" else " · ".join(filter(None, film.players))


def _json(data: object) -> str:
    """JSON as it can stand in a script element: nothing in it ends that."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _digest(text: str) -> str:
    """What a policy calls a style or script that may stand in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@functools.cache
def _style() -> str:
    return (FOLDER / "site.css").read_text(encoding="utf-8")


@functools.cache
def _environment() -> Environment:
    """The templates as the site has them, without a site."""
    return bare_app().jinja_env
