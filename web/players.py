"""Who plays: everybody in the archive, and a page for each with the games."""

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from shengji.replay.archive import NotFoundError, Query, QueryError, Role
from shengji.web.games import archive
from shengji.web.presentation import url

AT_ONCE = 50

page = Blueprint("players", __name__)


@page.get("/players")
def index() -> Response | str:
    """The players whose name begins like `q`; if it is the name of one, that one's page."""
    text, after = request.args.get("q", "")[:80], request.args.get("after", "")[:80]
    found = archive().players(text, AT_ONCE, after)
    exact = [each for each in found if text in (each.name, *each.aliases)]
    if len(exact) == 1 and text:
        return redirect(url("players.show", slug=exact[0].slug))
    return render_template("players.html", players=found, text=text, more=len(found) == AT_ONCE)


@page.get("/players/<slug>")
def show(slug: str) -> str:
    try:
        player = archive().player(slug)
        found = archive().search(Query(player=slug, after=request.args.get("after", "")))
    except (NotFoundError, QueryError):
        abort(404)
    return render_template("player.html", player=player, found=found, tally=_tally(slug))


def _tally(slug: str) -> list[tuple[str, int]]:
    """Matches in which the player dealt or attacked, and won such a hand."""
    asked = (
        ("dealt", Query(player=slug, role=Role.DECLARER)),
        ("dealt-kept", Query(player=slug, role=Role.DECLARER, kept=True)),
        ("attacked", Query(player=slug, role=Role.ATTACKER)),
        ("attacked-won", Query(player=slug, role=Role.ATTACKER, kept=False)),
    )
    return [(name, archive().count(query).number) for name, query in asked]
