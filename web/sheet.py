"""A hand on paper: the four hands in a cross, the kitty, every trick with its plays."""

from dataclasses import dataclass

from flask import Blueprint, abort, current_app, render_template

from shengji.replay import NoSuchPosition
from shengji.replay.arranging import order_of
from shengji.replay.steps import Position
from shengji.replay.wording import say, say_basis
from shengji.web.deck import drawn
from shengji.web.games import read_game
from shengji.web.language import language
from shengji.web.presentation import look
from shengji.web.reels import scenes_of, shown
from shengji.web.scene import Round, Scene, Seen, Stage, card_names, flags_of
from shengji.web.spoilers import refuse_unspoiled
from shengji.web.staging import seat_places

page = Blueprint("sheet", __name__)


@dataclass(frozen=True, slots=True)
class SheetPlay:
    """A play in the row of its trick."""

    seat: str
    cards: str
    tried: str
    wins: bool
    notes: tuple[int, ...]
    """Numbers of its footnotes."""


@dataclass(frozen=True, slots=True)
class SheetTrick:
    """A row: the plays in their order."""

    round: Round
    plays: tuple[SheetPlay, ...]


@page.get("/g/<name>/<int:hand>/all")
def show(name: str, hand: int) -> str:
    refuse_unspoiled()
    game = read_game(name)
    seen = Seen("open", 0, language(), look().labels)
    try:
        stage = shown(game, hand, None, seen)
    except NoSuchPosition:
        abort(404)
    footnotes: list[str] = []
    tricks, scenes = _tricks(stage, footnotes), scenes_of(stage)
    return render_template(
        "sheet.html",
        game_name=name,
        number=hand,
        first=_held(scenes),
        last=scenes[-1],
        seats=seat_places(stage.film, seen),
        tricks=tricks,
        footnotes=footnotes,
        drawn=drawn(seen.language, current_app.jinja_env),
        rules_name=game.record.tag("Rules") or "",
        event=game.record.tag("Event") or "",
    )


def _held(scenes: tuple[Scene, ...]) -> Scene:
    """The scene in which play begins, when all that is played is still held."""
    return next((scene for scene in scenes if scene["at"].endswith(".0")), scenes[0])


def _tricks(stage: Stage, footnotes: list[str]) -> list[SheetTrick]:
    """Every trick; what is wrong with a play goes to the footnotes."""
    film = stage.film
    numbers: dict[tuple[int, int], tuple[int, ...]] = {}
    plays: dict[int, tuple[SheetPlay, ...]] = {}
    for step in film.steps:
        position = step.position
        if position.event != "play" or position.trick is None:
            continue
        found = []
        for flag in flags_of(position):
            footnotes.append(f"{say(flag, language())} — {say_basis(flag, language())}")
            found.append(len(footnotes))
        numbers[position.trick, len(position.table)] = tuple(found)
        plays[position.trick] = tuple(
            _play(stage, position, place, numbers) for place in range(len(position.table))
        )
    return [SheetTrick(each, plays[each.number]) for each in stage.rounds]


def _play(
    stage: Stage,
    position: Position,
    place: int,
    numbers: dict[tuple[int, int], tuple[int, ...]],
) -> SheetPlay:
    card, order = position.table[place], order_of(position, stage.film.rules)
    return SheetPlay(
        stage.names[card.seat].label,
        card_names(card.cards, order),
        card_names(card.attempted or (), order),
        position.winning == card.seat,
        numbers.get((position.trick or 0, place + 1), ()),
    )
