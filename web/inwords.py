"""A position as a few lines of text: where it is, what happened, who holds and played what."""

from shengji.notation.tokens import write_seat
from shengji.replay.exports.signs import signs
from shengji.replay.steps import Position
from shengji.replay.wording import sentence
from shengji.web.scene import Seen, Stage
from shengji.web.spots import Spot


def in_words(found: Spot, seen: Seen) -> str:
    """The position as it is seen, in the language of whoever looks."""
    position = found.seen(seen)
    scene = Stage(found.film, seen).scene(found.step)
    seats = (
        _seat(position, seat, name, seen.language) for seat, name in enumerate(found.film.players)
    )
    return "\n".join((f"{scene['title']} · {found.at}", scene["say"], "", *seats, ""))


def _seat(position: Position, seat: int, name: str, language: str) -> str:
    """Who sits there, with the cards held and, behind an arrow, those on the table."""
    hand, size = position.hands[seat], position.sizes[seat]
    held = (
        sentence("paper.hidden", language, number=size) if hand is None else signs(hand, language)
    )
    played = [f"→ {signs(card.cards, language)}" for card in position.table if card.seat == seat]
    return " ".join((f"{write_seat(seat)} {name}".rstrip() + ":", held, *played)).rstrip()
