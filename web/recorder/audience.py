"""What spectators see of a draft: the table, who is to play, the trick before, how late they are.

All of it is made from the part of the draft that is old enough, and from the view that its recorder
chose; nothing that is newer is in it, not even that there is something newer.
"""

from typing import Final

from shengji.engine.scoring.leveltables import read_table
from shengji.notation.tokens import write_seat
from shengji.replay.archive import Live, Watched
from shengji.replay.film import Film, Step
from shengji.replay.recording import judge
from shengji.replay.views import View
from shengji.replay.wording import Language
from shengji.web.language import Say, texts
from shengji.web.recorder.table import film_of_text, stage_of
from shengji.web.scene import Scene, Seen, Stage
from shengji.web.staging import seat_places

MINUTE: Final = 60


def scene_for(found: Watched, language: Language) -> Scene:
    """What stands in the places of the page."""
    say = texts(language)
    told = {"late": late(found.delay, say), "shows": say(f"live.{found.live}-text")}
    film = film_of_text(found.draft.text)
    if film is None:
        return {**told, "next": say("live.waiting")}
    stage = stage_of(film, seen_by(found, language))
    now = film.steps[-1]
    return {**told, **stage.scene(now), **_before(stage, now), "next": _next(stage, now, say)}


def seen_by(found: Watched, language: Language) -> Seen:
    """Who looks. All hands lie open after a hand, where the recorder allows it."""
    view: View = "open" if found.live is Live.AFTER and _is_over(found) else "table"
    return Seen(view, found.draft.start.seat or 0, language)


def table_told(found: Watched) -> str:
    """What of the page no scene changes: who sits where, and what they play for."""
    film = film_of_text(found.draft.text)
    if film is None:
        return ""
    seen = Seen(
        "table", found.draft.start.seat or 0, "en"
    )  # Letters are the same in all languages.
    names = (each.name or each.label for each in seat_places(film, seen))
    return "·".join((*names, str(read_table(film.rules.level_table, film.rules.decks).threshold)))


def _is_over(found: Watched) -> bool:
    hand = judge(found.draft.text).hand
    return hand is not None and hand.ended


def late(seconds: int, say: Say) -> str:
    """How late spectators are, in words."""
    if not seconds:
        return say("live.at-once")
    if seconds % MINUTE:
        return say("live.late-seconds", number=seconds)
    return say("live.late-minutes", number=seconds // MINUTE)


def _next(stage: Stage, now: Step, say: Say) -> str:
    seat = now.position.to_move
    if now.position.phase == "over" or seat is None:
        return ""
    return say("live.to-play", seat=stage.teller.seat(seat))


def _before(stage: Stage, now: Step) -> Scene:
    """The trick before the one on the table, in places of its own."""
    last = _step_before(stage.film, now)
    if last is None:
        return {}
    scene = stage.scene(last)
    told = {"before": "before", "before.number": scene["trick"]}
    for seat in range(len(stage.film.players)):
        letter = write_seat(seat)
        told |= {
            f"before.{letter}.{name}": scene[f"{letter}.{name}"]
            for name in ("play", "won", "won-name")
        }
    return told


def _step_before(film: Film, now: Step) -> Step | None:
    number = now.position.trick
    if number is None:
        return None
    tricks = (each for each in reversed(film.steps) if each.position.trick is not None)
    return next((each for each in tricks if (each.position.trick or 0) < number), None)
