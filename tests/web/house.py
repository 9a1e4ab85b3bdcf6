"""A site with something of each kind that not everybody may see, and every token to it."""

import re
from collections.abc import Callable
from dataclasses import replace

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from shengji.notation import dumps, loads
from shengji.notation.record import Tag
from shengji.replay.archive import Archive, Viewer, Visibility
from shengji.web import Config, create_app

from .shelf import SAMPLES

SECRET = "marked-Lw6vT0aXbY9"
"""A word in records that not everybody may see."""
ARGUMENTS = {
    "at": "1.3.2", "part": "1", "hand": "1", "line": "1", "position": "1.3.2", "slug": "x",
    "other": "qq", "version": "0", "file": "x", "draft": "x",
}  # fmt: skip
"""Something for each part of an address."""


def record(mark: str) -> bytes:
    """A record with the mark in its names and comments."""
    found = loads((SAMPLES / "teaching" / "short-match.sjn").read_bytes()).records[0]
    others = tuple(tag for tag in found.tags if tag.name not in ("Event", "PlayerA"))
    tags = (Tag("Event", f"{mark} event"), Tag("PlayerA", f"{mark} player"), *others)
    return dumps(replace(found, tags=tags)).encode()


class House:
    """A site with a record of each visibility, their ids, and every kind of token."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.app = create_app(Config(archive, limited=False))
        self.ids: dict[Visibility, str] = {}
        self.edit: dict[Visibility, str] = {}
        self.share: dict[Visibility, str] = {}
        for visibility in Visibility:
            mark = SECRET if visibility is not Visibility.PUBLIC else "for-everybody"
            added = archive.add(record(f"{mark} {visibility}"), visibility=visibility)
            self.ids[visibility] = added.public_id
            self.edit[visibility] = added.edit_token or ""
            owner = Viewer((self.edit[visibility],))
            self.share[visibility] = archive.share(added.public_id, owner)

    def token(self, who: str, visibility: Visibility) -> str:
        """What somebody shows: a stranger nothing, a guesser a wrong token, and so on."""
        other = Visibility.PUBLIC if visibility is not Visibility.PUBLIC else Visibility.PRIVATE
        return {
            "stranger": "",
            "guesser": "A" * 22,
            "owner of another": self.edit[other],
            "guest of another": self.share[other],
            "guest": self.share[visibility],
            "owner": self.edit[visibility],
        }[who]


def rules_of_games(app: Flask) -> list[Rule]:
    """Every route that is about one game; drafts have tokens of their own, see `test_live`."""
    return [rule for rule in app.url_map.iter_rules() if rule.arguments & {"name", "id"}
            and not rule.rule.startswith(
                ("/static", "/rules", "/api/v1/rules", "/record", "/live")
            )]  # fmt: skip


def address(rule: Rule, name: str) -> str:
    """An address of a route about a game."""
    values = {key: ARGUMENTS.get(key, "x") for key in rule.arguments}
    values |= {key: name for key in ("name", "id") if key in rule.arguments}
    if choice := re.search(r"any\((?:\w+,)*?(csv|svg|json)\b", rule.rule):
        values["form"] = choice[1]
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda part: values[part[1]], rule.rule)


def calling(client: FlaskClient, method: str) -> Callable[..., TestResponse]:
    """What sends a request of that method."""
    return {
        "GET": client.get, "POST": client.post, "PUT": client.put, "PATCH": client.patch,
        "DELETE": client.delete,
    }[method]  # fmt: skip
