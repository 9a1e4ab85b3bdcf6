"""The page of an entry for its owner, who shows the edit token: there are no accounts."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Blueprint, abort, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.replay import check
from shengji.replay.archive import Licence, RefusedError, Visibility
from shengji.web.games import TOKEN, Game, archive, open_game, reading_token, viewer
from shengji.web.marking import marked
from shengji.web.overview import title_of_game
from shengji.web.presentation import url
from shengji.web.preview import absolute
from shengji.web.share import code_picture
from shengji.web.upload import licence, sent, shown_text, visibility
from shengji.web.uploading import examined

page = Blueprint("owner", __name__)


@page.get("/g/<name>/owner")
def show(name: str) -> AnyResponse:
    """What can be done with an entry; without its edit token, how to show that."""
    game = _game(name)
    if not game.entry.may_edit:
        return make_response(render_template("unlock.html", name=name), 403)
    return make_response(_page(game))


@page.post("/g/<name>/owner")
def change(name: str) -> AnyResponse:
    """One change: `do` says which."""
    game = _owned(name)
    action = ACTIONS.get(request.form.get("do", ""))
    if action is None:
        abort(400)
    return action(game) or redirect(_here(name), 303)


@page.post("/g/<name>/owner/correct")
def correct(name: str) -> AnyResponse:
    """A corrected record becomes the newest revision."""
    game = _owned(name)
    raw = sent()
    try:
        archive().revise(game.id, examined(raw), viewer())
    except RefusedError as error:
        return make_response(_page(game, text=shown_text(raw), refused=error), 422)
    return redirect(_here(name), 303)


def _game(name: str) -> Game:
    """An entry by its id alone: its revisions are not changed one by one."""
    if "@" in name:
        abort(404)
    game = open_game(name)
    # Its address holds the edit token, also where everybody may see the game itself.
    g.confidential = True
    return game


def _edit_token() -> str | None:
    """As the address of the request has it; a header shows it otherwise."""
    return request.args.get(TOKEN)


def _here(name: str) -> str:
    return url("owner.show", name=name, **{TOKEN: _edit_token()})


def _owned(name: str) -> Game:
    game = _game(name)
    if not game.entry.may_edit:
        abort(403)
    return game


def _page(
    game: Game, *, link: str = "", text: str | None = None, refused: RefusedError | None = None
) -> str:
    """:param link: with a new share token, which is told this once."""
    edit, row = _edit_token(), game.entry.row
    shown = game.entry.text if text is None else text
    # It opens these pages and nothing else: links to other pages do without it.
    g.own_token = True
    g.pop("kept", None)
    found = check(shown).diagnostics if refused else ()
    return render_template(
        "owner.html",
        game=game,
        row=row,
        edit=edit,
        reading=None if edit is None else reading_token(row.visibility, edit),
        title=title_of_game(game),
        link=link,
        code_picture=code_picture(link) if link else "",
        text=shown,
        refused=refused,
        marks=marked(shown, found),
        revisions=archive().revisions(game.id, viewer()),
        visibilities=tuple(Visibility),
        licences=tuple(Licence),
    )


def _set_visibility(game: Game) -> None:
    archive().set_visibility(game.id, visibility(), viewer())


def _set_licence(game: Game) -> None:
    archive().set_licence(game.id, licence(), viewer())


def _share(game: Game) -> AnyResponse:
    token = archive().share(game.id, viewer())
    link = absolute("overview.show", name=game.id, **{TOKEN: token})
    return make_response(_page(game, link=link))


def _revoke(game: Game) -> None:
    archive().revoke(game.id, viewer())


def _make_nameless(game: Game) -> None:
    _be_sure()
    archive().anonymise(game.id, viewer())


def _erase(game: Game) -> AnyResponse:
    _be_sure()
    archive().erase(game.id, viewer())
    return make_response(render_template("erased.html"))


def _be_sure() -> None:
    """What cannot be undone needs a tick."""
    if request.form.get("sure") != "yes":
        abort(400)


ACTIONS: Final[Mapping[str, Callable[[Game], AnyResponse | None]]] = {
    "visibility": _set_visibility,
    "licence": _set_licence,
    "share": _share,
    "revoke": _revoke,
    "nameless": _make_nameless,
    "erase": _erase,
}
