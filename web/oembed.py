"""oEmbed: what another site puts into its page when somebody posts a link to a position there."""

from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from flask import Blueprint, abort, current_app, jsonify, request
from markupsafe import escape
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay.exports.picture import SIZES
from shengji.web.embed import HEIGHT, WIDTH
from shengji.web.forms import SIZE
from shengji.web.games import NAMES_SHOWN, TOKEN, open_game
from shengji.web.language import t
from shengji.web.overview import title_of_game
from shengji.web.preview import absolute
from shengji.web.spots import spot_or_404

KEPT: Final = ("view", "seat", "lang", "spoilers", NAMES_SHOWN, TOKEN)
"""Parameters of a link that the embedded page keeps."""
NARROWEST: Final = 240

page = Blueprint("oembed", __name__)


@page.get("/oembed")
def show() -> AnyResponse:
    """The embedding of a position of this site: a frame, and a picture for who wants no frame."""
    if request.args.get("format", "json") != "json":
        abort(501)
    address = _split(request.args.get("url", ""))
    name, at = _matched(address)
    asked = MultiDict(parse_qsl(address.query))
    given = {key: asked[key] for key in KEPT if key in asked}
    game = open_game(name, asked)
    found = spot_or_404(game, at or str(next(iter(game.record.hands)).number))
    width, height = (_at_most("maxwidth", WIDTH), _at_most("maxheight", HEIGHT))
    source = absolute("embed.show", name=name, at=found.at, **given)
    title = f"{title_of_game(game)} · {found.at}"
    thumbnail = {"name": name, "at": found.at, "form": "png", **given}
    response = jsonify(
        version="1.0",
        type="rich",
        provider_name=t("site.name"),
        provider_url=absolute("landing.show"),
        title=title,
        html=frame(source, title, width, height),
        width=width,
        height=height,
        thumbnail_url=absolute("forms.position", **thumbnail),
        thumbnail_width=SIZES[SIZE][0],
        thumbnail_height=SIZES[SIZE][1],
    )
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def frame(source: str, title: str, width: int | str = "100%", height: int = HEIGHT) -> str:
    """The markup that shows an embedded page elsewhere."""
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}" '
        f'title="{escape(title)}" loading="lazy" allow="fullscreen"></iframe>'
    )


def _split(text: str) -> SplitResult:
    """A link to this site; else 404."""
    try:
        found = urlsplit(text)
    except ValueError:
        abort(404)
    if found.scheme not in ("http", "https") or found.netloc != request.host:
        abort(404)
    return found


def _matched(address: SplitResult) -> tuple[str, str]:
    """The game and the position of a link, the latter empty for that of a whole game; else 404."""
    try:
        endpoint, values = current_app.url_map.bind("").match(address.path)
    except (HTTPException, RequestRedirect):
        abort(404)
    if endpoint not in ("viewer.show", "overview.show", "embed.show"):
        abort(404)
    return str(values["name"]), str(values.get("at", ""))


def _at_most(parameter: str, wanted: int) -> int:
    """What is wanted, or less where the asker has no room for it."""
    text = request.args.get(parameter, "")
    room = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else wanted
    return max(NARROWEST, min(wanted, room))
