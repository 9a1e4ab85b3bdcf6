"""The viewer: a page for every position, and the steps of a hand as JSON."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from shengji.notation import record as rec
from shengji.notation.address import address_order, write_address
from shengji.replay import NoSuchPosition
from shengji.web.api.games import place
from shengji.web.api.operations import Answer, respond
from shengji.web.deck import drawn
from shengji.web.filling import Form, Gaps, Writer
from shengji.web.forms import PICTURE_FORMS, position_as
from shengji.web.games import Game, facts, open_game, read_game
from shengji.web.inwords import in_words
from shengji.web.language import language, t
from shengji.web.negotiation import (
    CHANGING,
    HTML,
    JSON,
    REVISIONED,
    TEXT,
    answer,
    page_of,
    preferred,
)
from shengji.web.overview import title_of_game
from shengji.web.pages import Pages
from shengji.web.presentation import asked_alike, kept, look, url
from shengji.web.preview import preview
from shengji.web.reels import film_of, scenes_of, shown, summaries_of
from shengji.web.scene import Scene, Seen, Stage, changes
from shengji.web.spots import Spot, looking, read_address, read_line, seen_by_request, spot
from shengji.web.staging import KEYS, PANELS, UNSPOILED, set_stage

PAGES: Final[Pages[str]] = Pages()
FORMS: Final[Pages[Form]] = Pages(64)
"""Of hands; some four megabytes."""

page = Blueprint("viewer", __name__)


@page.get("/g/<name>/<at>")
def show(name: str, at: str) -> AnyResponse | str | tuple[str, int]:
    """A position of a game."""
    game = read_game(name)
    address = read_address(at)
    if address is None:
        abort(404)
    try:
        found = spot(game, address)
    except NoSuchPosition:
        return _missing(game, name, address)
    if found.at != at:
        return redirect(_address(name, found.at), 301)
    wanted = preferred(HTML, JSON, TEXT, *PICTURE_FORMS.values())
    if wanted == JSON:
        return respond(Answer(place(found, name, seen_by_request(found.film)), name=name))
    if wanted == TEXT:
        return answer(in_words(found, seen_by_request(found.film)), TEXT, name)
    if wanted != HTML:
        return position_as(found, name, wanted)
    key = (*_told(game), request.url, language())
    return page_of(PAGES.get(key, lambda: _page(found, name)))


def _told(game: Game) -> tuple[Hashable, ...]:
    """What a page depends on besides its address, its language and the program."""
    return game, game.entry.row.licence, game.entry.may_edit


def _page(found: Spot, name: str) -> str:
    return _filled("viewer.html", found, name, url_for("overview.show", name=name), {})


def embedded(found: Spot, name: str, *, controls: bool, panel: bool) -> str:
    """The table with no site around it, to be shown in a page of another one."""
    # What leads to pages that cannot be framed is left out.
    given = {"frame_controls": controls, "frame_panel": panel, "share_address": ""}
    return _filled("embed.html", found, name, url_for("embed.game", name=name), given)


def _filled(template: str, found: Spot, name: str, base: str, given: Mapping[str, object]) -> str:
    """The page of a position: the form that its hand has, filled in.

    :param base: the address below which the positions of the game stand.
    :param given: what this template shows besides.
    """
    game, hand, variation = found.game, found.address.hand, found.address.variation
    stage = shown(game, hand, variation, seen_by_request(found.film))
    scene = _drawn(found, stage) if found.place is None else stage.at(found.place)
    key = (template, *_told(game), hand, variation, stage.seen, base, request.root_url,
           request.query_string, *given.items())  # fmt: skip

    def form() -> Form:
        gaps = Gaps()
        values = {**staged(game, name, base, stage, variation, gaps), **given}
        environment = current_app.jinja_env
        writer = Writer(environment, drawn(stage.seen.language, environment), _below(base))
        return Form(render_template(template, **values), gaps, writer)

    return FORMS.get(key, form).filled({**scene, "place": str(found.place or 0)})


@page.get("/g/<name>/<line>/steps.json")
def steps(name: str, line: str) -> AnyResponse:
    """Every step of a hand (`3`) or of one of its variations (`3.v1`), as this view shows it."""
    game = open_game(name)
    found = read_line(line)
    if found is None:
        abort(404)
    hand, variation = found
    try:
        film = film_of(game, hand, variation)
    except NoSuchPosition:
        abort(404)
    seen = seen_by_request(film)
    text = PAGES.get((game, line, seen), lambda: _steps_text(game, hand, variation, seen))
    response = current_app.response_class(text, mimetype="application/json")
    response.add_etag(weak=True)
    response.headers["Cache-Control"] = REVISIONED if "@" in name else CHANGING
    return response.make_conditional(request)


def _steps_text(game: Game, hand: int, variation: int | None, seen: Seen) -> str:
    scenes = scenes_of(shown(game, hand, variation, seen))
    return current_app.json.dumps({"steps": changes(scenes)})


def _address(name: str, at: str) -> str:
    return asked_alike(url_for("viewer.show", name=name, at=at))


def _drawn(found: Spot, stage: Stage) -> Scene:
    """A position while the cards are dealt."""
    hand, rules, address = found.film.hand, found.film.rules, found.address
    most = rules.hand_size * rules.players
    ways = {
        "first": str(hand.number),
        "prev": f"{hand.number}.d{address.number - 1}" if address.number > 1 else str(hand.number),
        "next": f"{hand.number}.d{address.number + 1}" if address.number < most else "",
        "last": f"{hand.number}.d{most}" if address.number < most else "",
    }
    there = {f"to.{way}": to for way, to in ways.items()}
    return {**stage.empty(), **stage.scene(found.step), **there}


def _missing(game: Game, name: str, address: rec.Address) -> tuple[str, int]:
    """There is no such position: the nearest before it is offered."""
    hand = next((each for each in game.record.hands if each.number == address.hand), None)
    if hand is None:
        numbers = [each.number for each in game.record.hands]
        last = write_address(rec.Address(numbers[-1])) if numbers else None
        text = t("viewer.no-hand", hand=address.hand, hands=len(numbers))
    else:
        film = film_of(game, hand.number, None)
        order = address_order(address)
        before = [step.address for step in film.steps if address_order(step.address) <= order]
        last = write_address(before[-1] if before else film.steps[-1].address)
        tricks = max((step.position.trick or 0 for step in film.steps), default=0)
        text = t("viewer.no-position", at=write_address(address), tricks=tricks)
    there = None if last is None else _address(name, last)
    title = t("error.missing")
    return render_template("missing.html", title=title, text=text, last=last, there=there), 404


def staged(
    game: Game, name: str, base: str, stage: Stage, variation: int | None, scene: Scene
) -> dict[str, object]:
    """All that the templates of the table and of the panel beside it show.

    :param base: the address below which the positions of the game stand.
    :param scene: of one of them, or gaps in its place.
    """
    film, seen, at = stage.film, stage.seen, scene["at"]
    number = film.hand.number
    line = str(number) if variation is None else f"{number}.v{variation}"
    numbers = [hand.number for hand in game.record.hands]
    index = numbers.index(number)
    title = f"{scene['title']} · {title_of_game(game)}"
    return {
        **set_stage(game.record, stage, scene, scene["place"], current_app.jinja_env),
        "game_name": name,
        "asked_seat": bool(seen.seat),
        "looking": looking(seen),
        "base": base,
        "address": _below(base),
        "here": partial(asked_alike, f"{base}/{at}"),
        "preview": preview(game, name, at, seen, title, scene["say"]),
        "steps_address": url_for("viewer.steps", name=name, line=line, **looking(seen), **kept()),  # type: ignore[arg-type]
        "panels": PANELS if look().spoilers == "on" else UNSPOILED,
        "unspoiled": look().spoilers == "off",
        "share_address": url("share.show", name=name, at=at, **looking(seen)),
        "key_list": KEYS,
        "hand_list": summaries_of(game),
        "before": numbers[index - 1] if index else None,
        "after": numbers[index + 1] if index + 1 < len(numbers) else None,
        "variation": variation,
        "variations": stage.variations(variation),
        "main_line": write_address(_origin(film.hand, variation)),
        "facts": facts(game, film.hand),
    }


def _below(base: str) -> Callable[[str], str]:
    """Makes the address of a position from its name; it asks for what this request asks for."""
    query = _query()
    return lambda at: f"{base}/{at}{query}"


def _query() -> str:
    """The parameters of this request, as they stand behind an address."""
    asked = urlencode(request.args.to_dict())
    return f"?{asked}" if asked else ""


def _origin(hand: rec.Hand, variation: int | None) -> rec.Address:
    """Where a variation departs from the main line."""
    lines = [item for item in hand.appendix if isinstance(item, rec.Variation)]
    return rec.Address(hand.number) if variation is None else lines[variation - 1].address
