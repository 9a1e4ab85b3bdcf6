"""What the templates of the table show, whether a site serves them or a file holds them."""

from dataclasses import dataclass
from typing import Final

from jinja2 import Environment

from shengji.engine.rules import Rules
from shengji.engine.scoring.leveltables import read_table
from shengji.notation import record as rec
from shengji.notation.tokens import write_seat
from shengji.replay.film import Film
from shengji.replay.summary import summaries
from shengji.web.deck import deck, drawn
from shengji.web.language import Say, texts
from shengji.web.scene import Scene, Seen, Stage, places
from shengji.web.seatnames import seat_names
from shengji.web.standing import gains_told, levels_told

PANELS: Final = ("tricks", "score", "known", "hands", "notes", "info")
UNSPOILED: Final = ("known", "info")
"""Of these, those that tell nothing of what comes after a position."""
KEYS: Final = (
    ("→ l", "go.next"), ("← h", "go.prev"), ("⇧→ ] ↓", "go.next-trick"),
    ("⇧← [ ↑", "go.prev-trick"), ("Home", "go.first"), ("End", "go.last"),
    ("PgDn n", "viewer.hand-after"), ("PgUp p", "viewer.hand-before"),
    ("␣", "go.play"), ("+ −", "viewer.speed"), ("x", "go.next-flag"), ("⇧x", "go.prev-flag"),
    ("g", "go.goto"), ("f", "viewer.turn"), ("1–4", "viewer.view-seat"), ("o", "viewer.views"),
    ("k", "viewer.toggle-kitty"), ("t", "viewer.next-tab"), ("c", "viewer.toggle-notes"),
    ("m", "viewer.bookmark"), ("s", "share.title"),
    ("d", "site.theme"), ("?", "viewer.help"), ("Esc", "viewer.close"),
)  # fmt: skip
AROUND: Final = ("bottom", "right", "top", "left")
"""Where four players sit, in order of play, counter-clockwise as seen from above."""


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat on the page."""

    letter: str
    name: str
    label: str
    """What its disc shows."""
    told: str
    """How it is called where its player is not named."""
    where: str


def set_stage(
    record: rec.Record, stage: Stage, scene: Scene, place: str, environment: Environment
) -> dict[str, object]:
    """All that the table and the panel beside it show of one step.

    :param scene: or gaps in its place.
    :param place: of the step on its film.
    :param environment: whose templates draw the cards.
    """
    film, seen = stage.film, stage.seen
    table = read_table(film.rules.level_table, film.rules.decks)
    return {
        "s": scene,
        "stage": stage,
        "title": scene["title"],
        "hand": film.hand,
        "place": place,
        "length": len(film.steps),
        "seats": seat_places(film, seen),
        "seen": seen,
        "takeover": table.threshold,
        "bands": [band.start for band in table.bands],
        "rounds": stage.rounds,
        "deck": deck(seen.language),
        "drawn": drawn(seen.language, environment),
        "note_list": stage.note_list(),
        "rules_name": record.tag("Rules") or "",
        "result_told": _told(record, film),
    }


@dataclass(frozen=True, slots=True)
class Told:
    """A hand of which only the result is told; empty where something is not known."""

    levels: str
    dealer: str
    points: str
    gained: str


def _told(record: rec.Record, film: Film) -> Told | None:
    """What there is to show of such a hand in place of a table; None of any other."""
    if not any(isinstance(event, rec.Sheet) for event in film.hand.events):
        return None
    summary = next(each for each in summaries(record) if each.number == film.hand.number)
    seat, settlement = summary.declarer, summary.settlement
    return Told(
        levels=levels_told(summary.levels),
        dealer="" if seat is None else film.players[seat] or write_seat(seat).upper(),
        points="" if summary.points is None else str(summary.points),
        gained="" if settlement is None else gains_told(settlement.moved) or "0",
    )


def seat_places(film: Film, seen: Seen) -> list[SeatPlace]:
    """The seats in order of play, from the one at the bottom, and where each of them sits."""
    called = seat_names(film.rules, seen.labels, texts(seen.language))
    seats = zip(places(film, seen.seat), around(film.rules), strict=True)
    return [
        SeatPlace(
            write_seat(seat), film.players[seat], called[seat].label, called[seat].told, where
        )
        for seat, where in seats
    ]


def around(rules: Rules) -> tuple[str, ...]:
    """Where the seats sit, in order of play, as the first of them sees it; of four it is known."""
    if rules.players != len(AROUND):
        return (AROUND[0], *("other",) * (rules.players - 1))
    return AROUND if rules.direction == "ccw" else (AROUND[0], *reversed(AROUND[1:]))


def tags_told(record: rec.Record, hand: rec.Hand | None, t: Say) -> list[tuple[str, str]]:
    """What a record says about itself, or about one of its hands; players stand elsewhere."""
    tags = {tag.name: tag.value for tag in (*record.tags, *(hand.tags if hand else ()))}
    known = [(t(f"tag.{name}"), tags.pop(name, "?")) for name in ("Event", "Site", "Date", "Rules")]
    rest = [(name, value) for name, value in tags.items() if not name.startswith("Player")]
    return [*((title, value) for title, value in known if value.strip("?-")), *rest]
