"""Shelves for tests: records by a name that can be read."""

from collections.abc import Sequence
from pathlib import Path

from shengji.notation import loads
from shengji.web.shelf import Game

SAMPLES = Path(__file__).parents[2] / "samples"


class Named:
    """Records in memory, each by its name."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = {game.id: game for game in games}

    def game(self, id: str, revision: int | None = None) -> Game | None:
        found = self.games.get(id)
        return found if found and revision in (None, found.revision) else None

    def latest(self, number: int) -> Sequence[Game]:
        return list(self.games.values())[:number]


def samples() -> Named:
    """Every real game and teaching record, by the name of its file; the second is `NAME-2`."""
    games = []
    for folder in ("games", "teaching"):
        for path in sorted((SAMPLES / folder).glob("*.sjn")):
            for number, record in enumerate(loads(path.read_bytes()).records, 1):
                name = path.stem if number == 1 else f"{path.stem}-{number}"
                games.append(Game(name, 1, 1, record))
    assert games
    return Named(games)
