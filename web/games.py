"""Which game an address means, and who may see it."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlencode

from flask import abort, current_app, g, redirect, request
from werkzeug.datastructures import MultiDict

from shengji.notation import record as rec
from shengji.replay.archive import (
    Archive,
    Entry,
    NotFoundError,
    Viewer,
    Visibility,
    look_token,
    nameless,
)
from shengji.web.language import language, t, texts
from shengji.web.staging import tags_told

TOKEN = "token"
"""The parameter that shows a share or edit token."""
NAMES_SHOWN = "names"
"""The parameter that, when it is off, puts seats in place of names."""


@dataclass(frozen=True, slots=True)
class Game:
    """A record in one revision; equal to any other with the same content under the same name."""

    id: str
    revision: int
    record_id: str
    names: bool
    """False: it is shown without the names of its players."""
    entry: Entry = field(compare=False)

    @property
    def record(self) -> rec.Record:
        return _record(self)

    @property
    def name(self) -> str:
        """What it is called in addresses that keep their meaning: `k3Fd9aZq@r1`."""
        return f"{self.id}@r{self.revision}"


@lru_cache(maxsize=128)
def _record(game: Game) -> rec.Record:
    record = game.entry.record
    return record if game.names else nameless(record)


def archive() -> Archive:
    """The archive of this site."""
    found: Archive = current_app.extensions["shengji"].archive
    return found


def bearer() -> tuple[str, ...]:
    """The token of the Authorization header, if it has one."""
    header = request.authorization
    return (header.token,) if header and header.type == "bearer" and header.token else ()


def viewer(asked: MultiDict[str, str] | None = None) -> Viewer:
    """Who asks, by the tokens of the address and of the Authorization header."""
    given = request.args if asked is None else asked
    return Viewer(tokens=(*given.getlist(TOKEN), *bearer()))


def open_game(name: str, asked: MultiDict[str, str] | None = None) -> Game:
    """The game of a name such as `k3Fd9aZq` or, in one revision, `k3Fd9aZq@r1`; else 404.

    :param asked: the parameters that go with the name, unless they are those of the request.
    """
    given = request.args if asked is None else asked
    found = re.fullmatch(r"([A-Za-z0-9_-]{1,64})(?:@r([1-9][0-9]{0,5}))?", name)
    if found is None:
        abort(404)
    try:
        entry = archive().get(found[1], viewer(given), int(found[2]) if found[2] else None)
    except NotFoundError:
        abort(404)
    # Not for everybody: no cache may keep it, no search engine list it, no link tell its address.
    g.confidential = entry.row.visibility is not Visibility.PUBLIC or bool(viewer(given).tokens)
    names = given.get(NAMES_SHOWN) != "off"
    return Game(entry.row.public_id, entry.revision, entry.record_id, names, entry)


def read_game(name: str) -> Game:
    """The game of a page that is only read, whose address people copy: whoever shows it an edit
    token is led to the same page with a token that lets nobody change anything."""
    game = open_game(name)
    shown = request.args.get(TOKEN)
    if shown is not None and archive().owns(game.id, shown):
        abort(redirect(_with_token(reading_token(game.entry.row.visibility, shown)), 302))
    return game


def reading_token(visibility: Visibility, edit_token: str) -> str | None:
    """What the address of a page has to hold for the owner to read there; None: nothing."""
    return None if visibility is Visibility.PUBLIC else look_token(edit_token)


def _with_token(token: str | None) -> str:
    """The address of this request with another token."""
    kept = [(name, each) for name, each in request.args.items(multi=True) if name != TOKEN]
    query = urlencode([*kept, *([] if token is None else [(TOKEN, token)])])
    return f"{request.path}?{query}" if query else request.path


def facts(game: Game, hand: rec.Hand | None = None) -> list[tuple[str, str]]:
    """What the record says about itself, or about one of its hands."""
    licence = (t("tag.Licence"), game.entry.row.licence.value)
    told = tags_told(game.record, hand, texts(language()))
    return [*told, licence, (t("viewer.revision"), game.name)]
