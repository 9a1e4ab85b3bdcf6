"""Which game an address means."""

import re

from flask import abort

from shengji.notation import record as rec
from shengji.web.language import t
from shengji.web.shelf import Game, shelf


def open_game(name: str) -> Game:
    """The game of a name such as `k3Fd9aZq` or, in one revision, `k3Fd9aZq@r1`; else 404."""
    found = re.fullmatch(r"([A-Za-z0-9_-]{1,64})(?:@r([1-9][0-9]{0,5}))?", name)
    if found is None:
        abort(404)
    game = shelf().game(found[1], int(found[2]) if found[2] else None)
    if game is None:
        abort(404)
    return game


def named(game: Game) -> str:
    """The name of a game in this revision."""
    return f"{game.id}@r{game.revision}"


def facts(game: Game, hand: rec.Hand | None = None) -> list[tuple[str, str]]:
    """What the record says about itself, or about one of its hands."""
    tags = {tag.name: tag.value for tag in (*game.record.tags, *(hand.tags if hand else ()))}
    known = [(t(f"tag.{name}"), tags.pop(name, "?")) for name in ("Event", "Site", "Date", "Rules")]
    rest = [(name, value) for name, value in tags.items() if not name.startswith("Player")]
    revision = (t("viewer.revision"), named(game))
    return [*((title, value) for title, value in known if "?" not in value), *rest, revision]
