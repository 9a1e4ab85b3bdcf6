"""A hand as one HTML file that plays it anywhere, without a network.

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

HTML: Final = Export("html", "text/html", Scope.HAND, __name__)
"""The export, as :data:`shengji.replay.exports.registry.EXPORTS` has the others."""
ELSEWHERE: Final = frozenset({
    "share.title", "viewer.hand-after", "viewer.hand-before", "viewer.turn", "viewer.view-seat",
    "viewer.views",
})  # fmt: skip
"""What keys do that lead to other pages of a site."""


def export(extract: Extract) -> bytes:
    film = extract.film()
    seen = Seen(extract.view, extract.seat, extract.language)
    stage = Stage(film, seen)
    scenes = stage.scenes()
    template = _environment().get_template("offline.html")
    page = template.render(**_given(extract, stage, scenes[0]))
    # Text of a record is escaped, so that none of it reads as one of these empty elements.
    page = page.replace("<style></style>", f"<style>{_style()}</style>", 1)
    page = page.replace("<script></script>", f"<script>{bundle('viewer')}</script>", 1)
    steps = _json(changes(scenes))
    return page.replace('id="steps"></script>', f'id="steps">{steps}</script>', 1).encode()


def _given(extract: Extract, stage: Stage, scene: Scene) -> dict[str, object]:
    """What the template shows besides styles, script and steps."""
    record, film, t = extract.record, stage.film, texts(extract.language)
    return {
        **set_stage(record, stage, scene, "0", _environment()),
        "t": t,
        "language": extract.language,
        "offline": True,
        "unspoiled": not extract.outcome,
        "suit_shapes": SUIT_SHAPES,
        "event": _event(record, film) or t("overview.unnamed"),
        "base": record_id(record),
        "address": lambda at: f"#{at}",
        "panels": [name for name in (PANELS if extract.outcome else UNSPOILED) if name != "hands"],
        "key_list": [(keys, name) for keys, name in KEYS if name not in ELSEWHERE],
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
