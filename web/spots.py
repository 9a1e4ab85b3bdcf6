"""A position of a game as an address names it, and who looks at it."""

import re
from dataclasses import dataclass

from flask import abort, request

from shengji.notation import record as rec
from shengji.notation.address import canonical_address, parse_address, write_address
from shengji.notation.tokens import SEATS, write_seat
from shengji.replay import NoSuchPosition
from shengji.replay.addresses import exists
from shengji.replay.film import Film, Step, drawing
from shengji.replay.steps import Position
from shengji.replay.views import View
from shengji.web.games import Game
from shengji.web.language import language
from shengji.web.presentation import look
from shengji.web.reels import film_of
from shengji.web.scene import Seen


@dataclass(frozen=True, slots=True)
class Spot:
    """A step of a game, and where it stands."""

    game: Game
    film: Film
    address: rec.Address
    """Canonical."""
    step: Step
    place: int | None
    """Among the steps of the film; None while the cards are being dealt."""

    @property
    def at(self) -> str:
        return write_address(self.address)

    def seen(self, seen: Seen) -> Position:
        """The position as it is seen."""
        return seen.see(self.step.position)


def read_address(text: str) -> rec.Address | None:
    """The address that is meant: leading zeros and capitals do no harm."""
    plain = re.sub(r"(?<![0-9])0+(?=[0-9])", "", text.lower())
    try:
        return parse_address(plain)
    except ValueError:
        return None


def read_line(text: str) -> tuple[int, int | None] | None:
    """A hand (`3`) or one of its variations (`3.v1`), by their numbers."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})(?:\.v([1-9][0-9]{0,2}))?", text)
    return None if found is None else (int(found[1]), int(found[2]) if found[2] else None)


def spot(game: Game, address: rec.Address) -> Spot:
    """The position of that address, by either of its names.

    :raises NoSuchPosition: there is none.
    """
    film = film_of(game, address.hand, address.variation)
    wanted = canonical_address(address, film.rules.players)
    if wanted.part == "draw":
        if not exists(film.hand, wanted, film.rules):
            raise NoSuchPosition(wanted)
        return Spot(game, film, wanted, drawing(game.record, wanted), None)
    place = film.find(wanted)
    if place is None:
        raise NoSuchPosition(wanted)
    return Spot(game, film, wanted, film.steps[place], place)


def spot_or_404(game: Game, at: str) -> Spot:
    """The position that an address names; what names none is a 404."""
    address = read_address(at)
    if address is None:
        abort(404)
    try:
        return spot(game, address)
    except NoSuchPosition:
        abort(404)


def seen_by_request(film: Film) -> Seen:
    """Who looks, as the address of the page says."""
    letter = request.args.get("seat", "")
    seat = SEATS.index(letter) if len(letter) == 1 and letter in SEATS else 0
    views: dict[str, View] = {"seat": "seat", "table": "table"}
    kind = views.get(request.args.get("view", ""), "open")
    bottom = seat if seat < film.rules.players else 0
    return Seen(kind, bottom, language(), look().labels)


def looking(seen: Seen) -> dict[str, str]:
    """The parameters that keep a view."""
    found: dict[str, str] = {} if seen.view == "open" else {"view": seen.view}
    return {**found, "seat": write_seat(seen.seat)} if seen.seat or seen.view == "seat" else found
