"""How a page is to look: language, theme, suits, as its address says and its links keep it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import g, request, url_for

from shengji.replay.exports.art import SHAPES
from shengji.web.assets import asset
from shengji.web.games import NAMES_SHOWN, TOKEN
from shengji.web.language import NAMES, language, t, texts
from shengji.web.seatnames import LABELS

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark"),
    "suits": ("4", "hd", "2"),
    NAMES_SHOWN: ("on", "off"),
    "spoilers": ("on", "off"),
    "labels": LABELS,
    "ghosts": ("off", "on"),
}
"""What can be chosen, the default first. An address names only what differs from it."""

SUIT_SHAPES: Final = tuple(("star" if suit == "J" else suit, path) for suit, path in SHAPES.items())
"""The outlines of the suits and of the joker's star, by the names of their symbols."""


@dataclass(frozen=True, slots=True)
class Look:
    """The choices of this request."""

    theme: str
    suits: str
    names: str
    """Off: seats stand in place of the players' names."""
    spoilers: str
    """Off: nothing is told of what comes after the position."""
    labels: str
    """How seats are called: see :mod:`shengji.web.seatnames`."""
    ghosts: str
    """On: what was just played stays beside the hand, in outline, while the trick lies there."""


def look() -> Look:
    return Look(**{name: _chosen(name) for name in CHOICES})


def _chosen(name: str) -> str:
    asked = request.args.get(name, "")
    return asked if asked in CHOICES[name] else CHOICES[name][0]


def kept() -> dict[str, str]:
    """What the address of the next page is to keep of this one's: the choices, and the token."""
    if "kept" not in g:
        g.kept = _kept()
    found: dict[str, str] = g.kept
    return found


def _kept() -> dict[str, str]:
    found: dict[str, str] = {
        name: _chosen(name) for name in CHOICES if _chosen(name) != CHOICES[name][0]
    }
    if request.args.get("lang"):
        found["lang"] = language()
    if TOKEN in request.args and not g.get("own_token"):
        found[TOKEN] = request.args[TOKEN]
    return found


def url(endpoint: str, **values: object) -> str:
    """The address of a page that looks as this one does; None takes a parameter away."""
    wanted = {**kept(), **values}
    return url_for(endpoint, **{name: value for name, value in wanted.items() if value is not None})  # type: ignore[arg-type]


def here(**changes: str | None) -> str:
    """The address of this page with other parameters."""
    if "here" not in g:
        endpoint = None if request.routing_exception else request.endpoint
        g.here = url_for(endpoint or "landing.show", **(request.view_args or {}))
    return asked_alike(f"{g.here}", **changes)


def asked_alike(path: str, **changes: str | None) -> str:
    """An address with the parameters of this request, whatever their names, and these changes."""
    values = {**request.args.to_dict(), **changes}
    query = urlencode({name: value for name, value in values.items() if value is not None})
    return f"{path}?{query}" if query else path


def template_context() -> dict[str, object]:
    """What every template can use."""
    return {
        "t": texts(language()), "url": url, "here": here, "asset": asset,
        "kept": kept(), "look": look(), "offline": False,
        "language": language(), "languages": NAMES,
        "suit_shapes": SUIT_SHAPES,
        "theme_names": _named("theme"), "suit_names": _named("suits"),
        "label_names": _named("labels"), "ghost_names": _named("ghosts"),
    }  # fmt: skip


def _named(name: str) -> list[tuple[str, str]]:
    return [(choice, t(f"{name}.{choice}")) for choice in CHOICES[name]]
