"""What can be given away of a position: a link, a frame, a picture, the record.

A page of its own, which the viewer shows as a dialog where scripts run.
"""

from typing import Final

import segno
from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.notation.tokens import write_seat
from shengji.replay.archive import Visibility, is_look_token
from shengji.replay.exports.picture import SIZES
from shengji.web.assets import asset
from shengji.web.embed import HEIGHT
from shengji.web.games import TOKEN, Game, read_game
from shengji.web.language import NAMES, language
from shengji.web.oembed import frame
from shengji.web.overview import title_of_game
from shengji.web.presentation import look
from shengji.web.preview import absolute, shared
from shengji.web.scene import Seen
from shengji.web.spots import Spot, looking, seen_by_request, spot_or_404

FORMS: Final = ("sjn", "txt", "json")
VIEWS: Final = ("open", "seat", "table")

page = Blueprint("share", __name__)


@page.get("/g/<name>/<at>/share")
def show(name: str, at: str) -> AnyResponse | str:
    """Everything there is to give away of a position, as the choices of the form have it."""
    found = spot_or_404(read_game(name), at)
    seen = seen_by_request(found.film)
    given = parameters(found.game, seen)
    place = {"name": found.game.name, "at": found.at}
    link = absolute("viewer.show", **place, **given)
    title = f"{title_of_game(found.game)} · {found.at}"
    return render_template(
        "share.html",
        title=title,
        name=name,
        at=found.at,
        seen=seen,
        seats=_seats(found),
        views=VIEWS,
        spoken=request.args.get("lang", ""),
        told=NAMES,
        hidden=look().names == "off",
        unspoiled=look().spoilers == "off",
        closed=_is_closed(found.game),
        link=link,
        code_picture=code_picture(link),
        frame=frame(absolute("embed.show", **place, **given), title),
        element=element(link),
        sizes=SIZES,
        pictures=[
            (size, absolute("forms.position", form="png", size=size, **place, **_spoken(given)))
            for size in SIZES
        ],
        drawing=absolute("forms.position", form="svg", **place, **_spoken(given)),
        files=[] if look().spoilers == "off" else _files(found.game),
    )


def _is_closed(game: Game) -> bool:
    """No address can be given away: this one opens for its owner alone."""
    if game.entry.row.visibility is Visibility.PUBLIC:
        return False
    return game.entry.may_edit or is_look_token(request.args.get(TOKEN, ""))


def _files(game: Game) -> list[tuple[str, str]]:
    """The record in each form."""
    return [
        (form, absolute("forms.record", name=game.name, form=form, **shared(game)))
        for form in FORMS
    ]


def parameters(game: Game, seen: Seen) -> dict[str, str]:
    """What a link keeps of this request: who looks, what is hidden, the language if one is told."""
    found = {**looking(seen), **shared(game)}
    return {**found, "lang": seen.language} if request.args.get("lang") else found


def code_picture(link: str) -> str:
    """A link as a QR code, a `data:` address; empty where the link is longer than a code holds."""
    try:
        code = segno.make(link, error="m")
    except segno.DataOverflowError:
        return ""
    return code.svg_data_uri(scale=4, dark="#000", light="#fff")


def element(link: str) -> str:
    """The markup that shows a position by the custom element of `embed.js`."""
    script = request.host_url.rstrip("/") + asset("embed.js")
    shown = link.replace("&", "&amp;")
    return (
        f'<script type="module" src="{script}"></script>\n'
        f'<shengji-game src="{shown}" height="{HEIGHT}"></shengji-game>'
    )


def _spoken(given: dict[str, str]) -> dict[str, str]:
    """A picture is in one language."""
    return {**given, "lang": language()}


def _seats(found: Spot) -> list[tuple[str, str]]:
    """Letters and names of the seats."""
    players = enumerate(found.film.players)
    return [(write_seat(seat), name or write_seat(seat).upper()) for seat, name in players]
