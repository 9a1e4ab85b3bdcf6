"""What others show of a link to a position: title, sentence, picture, and its other forms.

Addresses are absolute here, as those who read them want them. An edit token is in none of them.
"""

from dataclasses import dataclass

from flask import request, url_for

from shengji.replay.archive import is_look_token
from shengji.replay.exports.picture import SIZES
from shengji.web.forms import SIZE
from shengji.web.games import NAMES_SHOWN, TOKEN, Game
from shengji.web.language import NAMES
from shengji.web.negotiation import JSON, TEXT
from shengji.web.scene import Seen
from shengji.web.spots import looking


@dataclass(frozen=True, slots=True)
class Preview:
    """The head of a position's page."""

    title: str
    text: str
    canonical: str
    """Of this position in this view; what a page only looks like is not in it."""
    picture: str
    size: tuple[int, int]
    languages: tuple[tuple[str, str], ...]
    """The same page in each language, and in whichever the browser prefers."""
    oembed: str
    records: tuple[tuple[str, str, str], ...]
    """Media type, address and name of its record's forms; none where no outcome is to be told."""


def shared(game: Game) -> dict[str, str]:
    """The parameters that whoever gets a link needs to see what is seen here.

    A share token is among them; an edit or look token, which is its owner's, never is.
    """
    found = {} if game.names else {NAMES_SHOWN: "off"}
    token = request.args.get(TOKEN)
    if token is not None and not game.entry.may_edit and not is_look_token(token):
        found[TOKEN] = token
    if request.args.get("spoilers") == "off":
        found["spoilers"] = "off"
    return found


def absolute(endpoint: str, **values: str) -> str:
    """The whole address of a page."""
    return url_for(endpoint, _external=True, **values)


def preview(game: Game, name: str, at: str, seen: Seen, title: str, text: str) -> Preview:
    """How a position is told to those who show links."""
    given = {**shared(game), **looking(seen)}
    canonical = absolute("viewer.show", name=name, at=at, **given)
    spoken = [(code, f"{canonical}{'&' if '?' in canonical else '?'}lang={code}") for code in NAMES]
    return Preview(
        title=title,
        text=text,
        canonical=canonical,
        picture=absolute(
            "forms.position", name=name, at=at, form="png", lang=seen.language, **given
        ),
        size=SIZES[SIZE],
        languages=(*spoken, ("x-default", canonical)),
        oembed=absolute("oembed.show", url=canonical, format="json"),
        records=() if "spoilers" in given else _records(game, name),
    )


def _records(game: Game, name: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (kind, absolute("forms.record", name=name, form=form, **shared(game)), called)
        for kind, form, called in ((JSON, "json", "JSON"), (TEXT, "txt", "SJN"))
    )
