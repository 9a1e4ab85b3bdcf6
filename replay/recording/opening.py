"""How a draft begins: its tags, for each of the ways to record."""

from collections.abc import Mapping, Sequence
from datetime import date

from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.notation import dumps
from shengji.notation import record as rec
from shengji.notation.tokens import SEATS
from shengji.replay.recording.actions import Begin, Mode
from shengji.replay.recording.draft import Draft


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
    return Draft.of((Begin(mode, tuple(text.splitlines()), seat),))


def resumed(text: str, mode: Mode = Mode.FULL) -> Draft:
    """A draft that goes on with a text, such as one that somebody typed or pasted.

    :raises DraftError: it is longer than a draft may be.
    """
    return Draft.of((Begin(mode, tuple(text.splitlines())),))
