"""Reading games: lists, records, hands step by step, positions, flags, notes."""

from dataclasses import replace

from flask import abort, request

from shengji.notation.tokens import SEATS
from shengji.notation.twin import Document
from shengji.replay import NoSuchPosition, check_record
from shengji.replay.findings import finding
from shengji.replay.steps import Position
from shengji.web.api import models, parameters
from shengji.web.api.operations import Answer, Example, Operation, operation
from shengji.web.asking import ask
from shengji.web.games import Game, archive, open_game
from shengji.web.language import language
from shengji.web.preview import absolute, shared
from shengji.web.problems import BadInput, Fault
from shengji.web.reels import film_of, scenes_of, shown
from shengji.web.scene import Remark, Scene, Seen, Stage, flags_of
from shengji.web.spots import (
    Spot,
    looking,
    read_address,
    read_line,
    seen_by_request,
    spot_or_404,
)

SEEN = (parameters.VIEW, parameters.SEAT, parameters.LANGUAGE)
GIVEN = (parameters.ID, parameters.NAMES, parameters.SHOWN_TOKEN)


@operation(
    Operation(
        "get", "/games", models.Games, Example("/games?trump=H&limit=2"),
        parameters=parameters.SEARCH, errors=(400, 429, 503),
    )
)  # fmt: skip
def games() -> Answer:
    """Games that a question finds; the same ones as the page with that question."""
    asked = ask(parameters.limit())
    if asked.errors:
        raise BadInput(Fault(name, why) for name, why in asked.errors.items())
    found = archive().find(asked.query)
    return Answer(models.Games(found.page.rows, found.count, found.page.next or None))


@operation(
    Operation(
        "get", "/games/{id}", models.Game, Example("/games/{game}"),
        parameters=GIVEN, errors=(404, 429),
    )
)  # fmt: skip
def game(id: str) -> Answer:
    """A game: what is known of it, and the record."""
    found = open_game(id)
    entry = found.entry
    told = models.Game(
        entry.row if found.names else replace(entry.row, players=(), event="", site=""),
        entry.revision,
        entry.record_id,
        entry.play_id,
        Document((found.record,)),
        _links(found, id),
    )
    return Answer(told, name=id, key=(found, entry.row, *told.links.items()))


@operation(
    Operation(
        "get", "/games/{id}/hands/{hand}", models.Hand, Example("/games/{game}/hands/1?view=table"),
        parameters=(*GIVEN, parameters.HAND, *SEEN), errors=(400, 404, 429),
    )
)  # fmt: skip
def hand(id: str, hand: str) -> Answer:
    """A hand, or one of its variations, with every position as the view shows it."""
    found = open_game(id)
    line = read_line(hand)
    if line is None:
        abort(404)
    try:
        stage = shown(found, *line, _seen(found, f"{line[0]}"))
    except NoSuchPosition:
        abort(404)
    film, seen = stage.film, stage.seen
    steps = tuple(
        _step(seen.see(step.position), scene)
        for step, scene in zip(film.steps, scenes_of(stage), strict=True)
    )
    told = models.Hand(
        film.hand.number, seen.view, seen.eye, film.players, steps, _links(found, id)
    )
    return Answer(told, name=id)


@operation(
    Operation(
        "get", "/games/{id}/positions/{position}", models.Place,
        Example("/games/{game}/positions/1.3.2?view=seat&seat=b"),
        parameters=(*GIVEN, parameters.POSITION, *SEEN), errors=(400, 404, 429),
    )
)  # fmt: skip
def position(id: str, position: str) -> Answer:
    """One position as the view shows it, with the ways that lead on from it."""
    found = spot_or_404(open_game(id), position)
    return Answer(place(found, id, _seen(found.game, position)), name=id)


@operation(
    Operation(
        "get", "/games/{id}/flags", models.Flags, Example("/games/{game}/flags?lang=zh-Hans"),
        parameters=(*GIVEN, parameters.LANGUAGE), errors=(404, 429),
    )
)  # fmt: skip
def flags(id: str) -> Answer:
    """What the check of a game finds: rules broken, statements that do not hold, what is unsure."""
    report = check_record(open_game(id).record)
    found = tuple(finding(each, language()) for each in report.diagnostics)
    return Answer(models.Flags(found), name=id)


@operation(
    Operation(
        "get", "/games/{id}/notes", models.Notes, Example("/games/{game}/notes"),
        parameters=GIVEN, errors=(404, 429),
    )
)  # fmt: skip
def notes(id: str) -> Answer:
    """The notes of a game, hand by hand."""
    return Answer(models.Notes(notes_of(open_game(id))), name=id)


def notes_of(game: Game) -> tuple[Remark, ...]:
    """The notes and comments of every hand."""
    seen = Seen("open", 0, language())
    found: list[Remark] = []
    for each in game.record.hands:
        found.extend(shown(game, each.number, None, seen).note_list())
    return tuple(found)


def place(found: Spot, name: str, seen: Seen) -> models.Place:
    """A position as somebody sees it."""
    stage = shown(found.game, found.address.hand, found.address.variation, seen)
    scene = _drawn(stage, found) if found.place is None else stage.at(found.place)
    kept = {**looking(seen), **shared(found.game)}
    ways = ("prev", "next", "prev-trick", "next-trick", "first", "last")
    there = {way: at for way in ways if (at := scene.get(f"to.{way}"))}
    links = {
        way: absolute("api.get_games_positions", id=name, position=at, **kept)
        for way, at in {**there, "self": found.at}.items()
    }
    values = {"name": name, "at": found.at, **kept}
    links["html"] = absolute("viewer.show", **values)
    links["png"] = absolute("forms.position", form="png", **values)
    links["embed"] = absolute("embed.show", **values)
    step = _step(found.seen(seen), scene)
    return models.Place(step, seen.view, seen.eye, found.film.players, links)


def _drawn(stage: Stage, found: Spot) -> Scene:
    return {**stage.empty(), **stage.scene(found.step)}


def _step(position: Position, scene: Scene) -> models.Step:
    """A position already as it is seen. Its findings are told in words, beside it."""
    found = tuple(finding(each, language()) for each in flags_of(position))
    return models.Step(position.address, scene["say"], replace(position, findings=()), found)


def _seen(game: Game, at: str) -> Seen:
    """Who looks. What pages pass over, programs are told.

    :raises BadInput: the view or the seat is none, or a seat's view names no seat.
    """
    address = read_address(at)
    assert address is not None
    view = parameters.chosen(parameters.VIEW)
    if parameters.SEAT.name in request.args:
        parameters.chosen(parameters.SEAT)
    elif view == "seat":
        raise BadInput([Fault("seat", "whose view it is must be told")])
    film = film_of(game, address.hand, None)
    seen = seen_by_request(film)
    if request.args.get("seat", SEATS[0]) not in SEATS[: film.rules.players]:
        raise BadInput([Fault("seat", "there is no such seat at this table")])
    return seen


def _links(game: Game, name: str) -> models.Links:
    given = shared(game)
    return {
        "self": absolute("api.get_one_games", id=name, **given),
        "html": absolute("overview.show", name=name, **given),
        "json": absolute("forms.record", name=name, form="json", **given),
        "text": absolute("forms.record", name=name, form="txt", **given),
    }
