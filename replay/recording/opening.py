"""How a draft begins: its tags, for each of the ways to record."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.scoring.match import Level, shift, start_levels
from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.notation.tokens import SEATS, write_level, write_seats
from shengji.replay.generate import sides
from shengji.replay.recording.actions import Begin, Enter, Mode
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.editing import lines_of

LAPS: Final = 3
"""Of a ladder that begins anew behind its top: so many are listed, and more can be written."""


def opening(
    rules: str,
    mode: Mode = Mode.FULL,
    *,
    players: Sequence[str] = (),
    seat: rec.Seat | None = None,
    day: date | None = None,
    tags: Mapping[str, str] | None = None,
) -> Draft:
    """A new draft under some rules, with the tags that every record has.

    `players` are names by seat; `tags` are more tags, or other values.

    :raises RuleError: the rules do not exist.
    :raises WriteError: a tag cannot be written.
    """
    preset, chosen = rules_from_text(rules)
    head = {"Event": "?", "Site": "?", "Date": "?" if day is None else day.isoformat()}
    head["Rules"] = rules_to_text(preset, chosen)
    for place in range(chosen.players):
        name = players[place] if place < len(players) else ""
        head[f"Player{SEATS[place].upper()}"] = name or "?"
    head.update(tags or {})
    text = dumps(rec.Record(tuple(rec.Tag(name, value) for name, value in head.items())))
    return Draft.of((Begin(mode, lines_of(text), seat),))


def first_hand(rules: str, levels: Mapping[str, str], dealer: str, number: int = 1) -> Enter:
    """The `hand` line of the first hand that is recorded of a match.

    :param levels: by seats, as in `{"ac": "2", "bd": "5"}`; sides left out begin where the rules
        say.
    :param dealer: the letter of the seat that is due to deal; empty or `?` where nobody is.
    :param number: of the hand, where those before it are not recorded.
    :raises RuleError: the rules do not exist.
    """
    words = [f"hand {number}"]
    for seats, level in first_levels(rules).items():
        words.append(f"{seats}={levels.get(seats, '').strip().upper() or level}")
    words.append(f"dealer={dealer or '?'}")
    return Enter((" ".join(words),))


def first_levels(rules: str) -> dict[str, str]:
    """The level at which each side begins, by its seats.

    :raises RuleError: the rules do not exist.
    """
    chosen = rules_from_text(rules)[1]
    begun = sides(chosen, start_levels(chosen))
    return {write_seats(side.seats): write_level(side.level) for side in begun}


def listed_levels(rules: str) -> tuple[str, ...]:
    """The levels that a side can be at, from the lowest up.

    :raises RuleError: the rules do not exist.
    """
    chosen = rules_from_text(rules)[1]
    laps = LAPS if chosen.after_top == "wrap" else 1
    steps = range(len(chosen.level_ladder) * laps)
    return tuple(write_level(shift(chosen, Level(0), step)) for step in steps)


def resumed(text: str, mode: Mode = Mode.FULL) -> Draft:
    """A draft that goes on with a text, such as one that somebody typed or pasted.

    :raises DraftError: it is longer than a draft may be.
    """
    return Draft.of((Begin(mode, lines_of(text)),))
