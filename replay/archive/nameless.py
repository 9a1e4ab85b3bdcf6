"""A record without the names of its players: the one place where names become seats.

Pages, JSON, exports, pictures and file names that shall be nameless are all made from what comes
out of here.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from shengji.notation import record as rec
from shengji.notation.tokens import write_seat
from shengji.replay.archive.examining import PLAYER_TAGS, players_of, said
from shengji.replay.archive.folding import fold, fold_name

T = TypeVar("T")

PEOPLE: Final = ("Referee", "Annotator")
"""Tags that name people who do not play."""
KEPT: Final = ("Rules", "Date", "Licence", "DealId", "PlayId")
"""Tags in whose values no name stands. A RecordId is of the record with its names, and goes."""


def nameless(record: rec.Record, names: Collection[str] | None = None) -> rec.Record:
    """The record with seats in place of names, also where comments and notes mention them.

    :param names: only these names, in any spelling that search takes for the same; else those of
        all players, referees and annotators.
    """
    hidden = None if names is None else frozenset(map(fold_name, names))
    seats = {
        player.name: f"({write_seat(player.seat)})"
        for player in players_of(record)
        if hidden is None or fold_name(player.name) in hidden
    }
    seats = {**dict.fromkeys(_said_by(record, hidden), "(?)"), **seats}
    if hidden is None and not seats and not any(tag.name in PEOPLE for tag in _all_tags(record)):
        return record
    replaced = _replacing(seats)
    tags = tuple(_tags(record.tags, hidden, replaced))
    hands = tuple(
        replace(_texts(hand, replaced), tags=tuple(_tags(hand.tags, hidden, replaced)))
        for hand in record.hands
    )
    bare = _texts(replace(record, tags=(), hands=()), replaced)
    closing = tuple(map(replaced, record.closing))
    return replace(bare, tags=tags, hands=hands, closing=closing)


def people_of(record: rec.Record) -> set[str]:
    """The names, folded, of all whom the tags of a record name, whether they play or not."""
    others = (said(tag.value) for tag in _all_tags(record) if tag.name in PEOPLE)
    players = (player.name for player in players_of(record))
    return {fold_name(name) for name in (*others, *players)} - {""}


def _all_tags(record: rec.Record) -> tuple[rec.Tag, ...]:
    return (*record.tags, *(tag for hand in record.hands for tag in hand.tags))


def _said_by(record: rec.Record, hidden: frozenset[str] | None) -> list[str]:
    """Names of people who do not play, among those that are to go."""
    found = (said(tag.value) for tag in _all_tags(record) if tag.name in PEOPLE)
    return [name for name in found if name and (hidden is None or fold_name(name) in hidden)]


def _tags(
    tags: tuple[rec.Tag, ...], hidden: frozenset[str] | None, replaced: Callable[[str], str]
) -> list[rec.Tag]:
    """The tags that stay, as they then read."""
    return [
        _texts(replace(tag, value=_value(tag, hidden, replaced)), replaced)
        for tag in tags
        if tag.name != "RecordId"
    ]


def _value(tag: rec.Tag, hidden: frozenset[str] | None, replaced: Callable[[str], str]) -> str:
    if tag.name in PLAYER_TAGS or tag.name in PEOPLE:
        gone = hidden is None or fold_name(said(tag.value)) in hidden
        return "?" if gone else tag.value
    return tag.value if tag.name in KEPT else replaced(tag.value)


def _replacing(seats: dict[str, str]) -> Callable[[str], str]:
    """What puts seats in place of names in a text, in whatever spelling search takes for the same.

    Names that begin or end in a Latin letter are found as whole words only.
    """
    by_name = {fold_name(name): seat for name, seat in seats.items() if fold_name(name)}
    if not by_name:
        return lambda text: text
    pattern = re.compile("|".join(map(_pattern, sorted(by_name, key=len, reverse=True))))

    def replaced(text: str) -> str:
        folded, origin = _folded(text)
        made, end = "", 0
        for match in pattern.finditer(folded):
            made += text[end : origin[match.start()]] + by_name[" ".join(match[0].split())]
            end = origin[match.end()]
        return made + text[end:]

    return replaced


def _folded(text: str) -> tuple[str, list[int]]:
    """A text folded sign by sign, and for every place in it where in the text that sign stands."""
    parts = [fold(sign) for sign in text]
    origin = [place for place, part in enumerate(parts) for _ in part]
    return "".join(parts), [*origin, len(text)]


def _pattern(name: str) -> str:
    escaped = r"\s+".join(map(re.escape, name.split()))
    before = r"(?<![^\W_])" if name[0].isascii() else ""
    after = r"(?![^\W_])" if name[-1].isascii() else ""
    return f"{before}{escaped}{after}"


def _texts(each: T, replaced: Callable[[str], str]) -> T:
    """A value of a record with every free text in it replaced."""
    changed: Any = _replaced(each, replaced)
    return changed  # type: ignore[no-any-return]


def _replaced(each: object, replaced: Callable[[str], str]) -> object:
    match each:
        case rec.Remarks(above, beside):
            return rec.Remarks(
                tuple(map(replaced, above)), None if beside is None else replaced(beside)
            )
        case rec.Text(text):
            return rec.Text(replaced(text))
        case rec.Vendor():
            remarks = _texts(each.remarks, replaced)
            return replace(each, line=replaced(each.line), remarks=remarks)
        case rec.Note():
            remarks = _texts(each.remarks, replaced)
            return replace(each, text=replaced(each.text), remarks=remarks)
        case tuple():
            if not each or isinstance(each[0], int | str):
                return each
            return tuple(_replaced(part, replaced) for part in each)
    if not is_dataclass(each) or isinstance(each, type):
        return each
    values = {field.name: getattr(each, field.name) for field in fields(each)}
    parts = {
        name: made
        for name, value in values.items()
        if value and (made := _replaced(value, replaced)) is not value
    }
    return replace(each, **parts) if parts else each
