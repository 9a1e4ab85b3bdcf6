"""What was replayed is kept a while: the next request is most often for the same hand."""

from functools import lru_cache

from shengji.replay.film import Film, film
from shengji.replay.summary import Summary, summaries
from shengji.web.games import Game
from shengji.web.scene import Scene, Seen, Stage


@lru_cache(maxsize=128)
def film_of(game: Game, hand: int, variation: int | None) -> Film:
    """A hand of a game, or a variation of it.

    :raises NoSuchPosition: there is none.
    """
    return film(game.record, hand, variation)


@lru_cache(maxsize=64)
def summaries_of(game: Game) -> tuple[Summary, ...]:
    """What the hands of a game came to."""
    return summaries(game.record)


@lru_cache(maxsize=64)
def shown(game: Game, hand: int, variation: int | None, seen: Seen) -> Stage:
    """A hand as somebody sees it.

    :raises NoSuchPosition: there is no such hand or variation.
    """
    return Stage(film_of(game, hand, variation), seen)


@lru_cache(maxsize=64)
def scenes_of(stage: Stage) -> tuple[Scene, ...]:
    """The scene of every step."""
    return tuple(stage.scenes())
