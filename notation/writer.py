"""Records → canonical text, the same bytes for the same record whoever writes it."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.rules import RuleError
from shengji.notation import tokens
from shengji.notation.address import write_address
from shengji.notation.lines import joins
from shengji.notation.record import (
    Abandon,
    Annotation,
    Bury,
    Claim,
    Clock,
    Concede,
    Deal,
    Declare,
    Flip,
    Forfeit,
    Friend,
    Glyph,
    Hand,
    Hands,
    Join,
    Kitty,
    MatchEnd,
    Note,
    Overturn,
    Pass,
    Penalty,
    Record,
    Redeal,
    Remarks,
    Result,
    Retract,
    Ruling,
    Sheet,
    Start,
    Statement,
    Tag,
    Take,
    Trick,
    Trump,
    Variation,
    Vendor,
)

REQUIRED_TAGS: Final = ("Event", "Site", "Date", "Rules")
"""The tags that every exported match has, in order; a Player tag for each seat follows."""

_REASON: Final = r"[a-z][a-z0-9-]{0,39}"
_TAG_NAME: Final = r"[A-Za-z][A-Za-z0-9_-]{0,63}"
_VENDOR: Final = r"x-[a-z0-9][a-z0-9-]*(?:[ \t].*)?"
_CLOCK: Final = r"(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,3})?"
_VERSION: Final = r"[1-9][0-9]{0,3}(?:\.(?:0|[1-9][0-9]{0,3}))?"
_CONTROL: Final = "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]"


class WriteError(ValueError):
    """A record holds what the notation has no way to write."""


def dumps(record: Record) -> str:
    """The canonical text of a record.

    :raises WriteError: something in it cannot be written, such as a reason of two words.
    """
    try:
        return _text(record)
    except tokens.TooManyUnknownError as error:
        raise WriteError(str(error)) from None


def _text(record: Record) -> str:
    lines = [*_head(record)]
    for hand in record.hands:
        lines += ("", *hand_lines(hand))
    if record.match is not None:
        lines += ("", *_statement(_match_end(record.match), record.match.remarks))
    lines += map(_comment, record.closing)
    return join(lines)


def join(lines: Iterable[str]) -> str:
    """Lines of canonical text as one text."""
    text = unicodedata.normalize("NFC", "\n".join(lines)) + "\n"
    if match := re.search(_CONTROL, text):
        raise WriteError(f"a text holds the control character U+{ord(match[0]):04X}")
    return text


def _head(record: Record) -> Iterator[str]:
    version = _checked(_VERSION, record.version, "version").removesuffix(".0")
    yield from _statement(f"%SJN {version}", record.opening)
    for tag in complete_tags(record):
        yield from _tag(tag)
    for line in record.vendor:
        yield from _statement(_vendor(line), line.remarks)


def complete_tags(record: Record) -> Iterator[Tag]:
    """The tags in canonical order, with `?` for a required one that is absent or empty."""
    rest = list(record.tags)
    players = [f"Player{letter.upper()}" for letter in tokens.SEATS[: _players(record)]]
    for name in (*REQUIRED_TAGS, *players):
        tag = next((tag for tag in rest if tag.name == name), None)
        if tag is not None:
            rest.remove(tag)
        yield Tag(name, "?") if tag is None else Tag(name, tag.value or "?", tag.remarks)
    yield from rest


def _players(record: Record) -> int:
    """Players at the table, by the rules of the match; four where these are not known."""
    try:
        return rules_from_text(record.tag("Rules") or "")[1].players
    except RuleError:
        return 4


def canonical_rules(value: str) -> str:
    """The value of a Rules tag as records write it: with its version, every departure, no more."""
    try:
        return rules_to_text(*rules_from_text(value))
    except RuleError:
        return " ".join(value.split())


def _tag(tag: Tag) -> Iterator[str]:
    value = canonical_rules(tag.value) if tag.name == "Rules" else tag.value
    if "\n" in value:
        raise WriteError(f"the value of tag {tag.name} holds a line break")
    name = _checked(_TAG_NAME, tag.name, "name of a tag")
    yield from _statement(f"[{name} {_quoted(value)}]", tag.remarks)


# Hands


def hand_lines(hand: Hand) -> Iterator[str]:
    """The canonical lines of one hand, from the comments above its `hand` line."""
    yield from _statement(hand_line(hand), hand.remarks)
    for tag in hand.tags:
        yield from _tag(tag)
    yield from event_lines(hand.events)
    if hand.ended:
        yield from _statement("end", hand.end_remarks)
    for each in hand.appendix:
        if isinstance(each, Variation):
            yield from _statement(f"var {write_address(each.address)}", each.remarks)
            yield from event_lines(each.events)
            yield from _statement("endvar", each.end_remarks)
        elif isinstance(each, Note):
            yield from _statement(note_line(each), each.remarks)
        else:
            yield from _statement(_vendor(each), each.remarks)


def hand_line(hand: Hand) -> str:
    """The line that opens a hand."""
    words = [f"hand {hand.number}"]
    if hand.fresh:
        words.append("fresh")
    for side in hand.levels:
        words.append(f"{tokens.write_seats(side.seats)}={tokens.write_level(side.level)}")
    words.append(f"dealer={tokens.write_seat(hand.dealer)}")
    return " ".join(words)


def note_line(note: Note) -> str:
    """The line of a note, without its comments."""
    return f"note {write_address(note.address)} {_quoted(note.text)}"


def event_lines(events: Iterable[Statement]) -> Iterator[str]:
    """The canonical lines of statements in event order."""
    dealt = False
    for event in events:
        if isinstance(event, Kitty) and dealt:
            yield from _statement(f"kitty {tokens.write_drawn(event.cards)}", event.remarks)
            continue
        yield from _statement(statement(event), event.remarks)
        if isinstance(event, Deal):
            dealt = True
            for line in event.lines:
                words = f"{tokens.write_seat(line.seat)} {tokens.write_drawn(line.cards)}"
                yield from _statement(words, line.remarks)
        elif isinstance(event, Hands):
            for line in event.lines:
                words = f"{tokens.write_seat(line.seat)} {tokens.write_cards(line.cards)}"
                yield from _statement(words, line.remarks)


def _statement(text: str, remarks: Remarks | None) -> Iterator[str]:
    if remarks is None:
        yield text
        return
    yield from map(_comment, remarks.above)
    yield text if remarks.beside is None else f"{text} {_comment(remarks.beside)}"


def _comment(text: str) -> str:
    if "\n" in text:
        raise WriteError(f"a comment holds a line break: {text!r}")
    return f"# {text}".rstrip()


# Statements

_WRITERS: Final[dict[type, Callable[[Any], str]]] = {}


def statement(event: Statement) -> str:
    """The words of a statement, without its comments and without the seat lines below a deal."""
    return _WRITERS[type(event)](event)


def _reason(reason: str) -> str:
    return _checked(_REASON, reason, "reason")


def _checked(pattern: str, text: str, kind: str) -> str:
    if not re.fullmatch(pattern, text):
        raise WriteError(f"not a {kind} that can be written: {text!r}")
    return text


def _quoted(text: str) -> str:
    return f'"{_escaped(text, chr(34))}"'


def _escaped(text: str, end: str) -> str:
    """A text between two signs of which the second is `end`."""
    if not text.isascii() and any(map(joins, re.findall("\n(.)", text))):
        raise WriteError(f"a line of a text begins with a combining mark: {text!r}")
    return text.replace("\\", "\\\\").replace(end, f"\\{end}").replace("\n", "\\n")


def _vendor(each: Vendor) -> str:
    if each.remarks is not None and each.remarks.beside is not None:
        raise WriteError(f"a vendor line has no comment beside it: {each.line!r}")
    return _checked(_VENDOR, each.line.rstrip(), "vendor line")


def _field(name: str, value: object) -> str:
    return "" if value is None else f" {name}={value}"


def _annotated(text: str, annotations: Iterable[Annotation]) -> str:
    return " ".join((text, *map(annotation, annotations)))


def annotation(each: Annotation) -> str:
    """One annotation: `$1`, `~12.3` or `{text}`."""
    if isinstance(each, Glyph):
        return f"${each.number}"
    if isinstance(each, Clock):
        return "~" + _checked(_CLOCK, each.seconds, "time")
    return f"{{{_escaped(each.text, '}')}}}"


def _trick(trick: Trick) -> str:
    words = [str(trick.number), tokens.write_seat(trick.leader)]
    for play in trick.plays:
        words.append(tokens.write_play(play))
        words.extend(map(annotation, play.annotations))
    if trick.won is not None:
        words.append(tokens.write_won(trick.won))
    return " ".join(words)


def _start(start: Start) -> str:
    points: str | int | None = start.points
    if start.points_by_seat:
        points = ",".join(
            f"{tokens.write_seat(each.seat)}{each.points}" for each in start.points_by_seat
        )
    return f"start {start.trick} {tokens.write_seat(start.seat)}{_field('points', points)}"


def _declare(each: Declare) -> str:
    after = "?" if each.after is None else each.after
    text = f"declare {after} {tokens.write_seat(each.seat)} {tokens.write_cards(each.cards)}"
    return _annotated(text, each.annotations)


def _overturn(each: Overturn) -> str:
    text = f"overturn {tokens.write_seat(each.seat)} {tokens.write_cards(each.cards)}"
    return _annotated(text, each.annotations)


def _bury(each: Bury) -> str:
    text = f"bury {tokens.write_seat(each.seat)} {tokens.write_cards(each.cards)}"
    return _annotated(text, each.annotations)


def _trump(each: Trump) -> str:
    level = tokens.write_level(each.level)
    return f"trump {tokens.write_suit(each.suit)} {level} {tokens.write_seat(each.declarer)}"


def _ruling(each: Ruling) -> str:
    text = f"ruling {write_address(each.address)} {_reason(each.offence)}"
    text += f" {tokens.write_seats(each.seats)}"
    if each.points:
        text += f" points={tokens.write_changes(each.points)}"
    if each.levels:
        text += f" level={tokens.write_changes(each.levels)}"
    return text + (f" lost={tokens.write_seats(each.lost)}" if each.lost else "")


def _result(each: Result) -> str:
    text = f"result {each.points}"
    if each.kitty_points is not None:
        text += f" kitty={each.kitty_points}x{each.multiplier}"
    if each.up is not None:
        text += f" up={tokens.write_changes(each.up) or 0}"
    return (
        text if each.next_dealer is None else f"{text} next={tokens.write_seat(each.next_dealer)}"
    )


def _match_end(each: MatchEnd) -> str:
    side = tokens.write_seats(each.seats)
    return f"match {side}" + (f" {_reason(each.reason)}" if each.reason else "")


def _seated(word: str) -> Callable[[Any], str]:
    """The writer of a statement that is a word and a seat."""
    return lambda each: f"{word} {tokens.write_seat(each.seat)}"


def _friend(each: Friend) -> str:
    copy = f" {each.copy}" if each.copy != 1 else ""
    return f"friend {tokens.CARD_NAMES[each.card]}{copy}"


def _claim(each: Claim) -> str:
    return f"claim {tokens.write_seat(each.seat)} rest{_field('points', each.points)}"


def _concede(each: Concede) -> str:
    return f"concede {tokens.write_seats(each.seats)}{_field('points', each.points)}"


def _abandon(each: Abandon) -> str:
    return f"abandon {_reason(each.reason)}" if each.reason else "abandon"


def _forfeit(each: Forfeit) -> str:
    return f"forfeit {tokens.write_seats(each.seats)} {_reason(each.reason)}"


def _redeal(each: Redeal) -> str:
    seat = "" if each.seat is None else f" {tokens.write_seat(each.seat)}"
    return f"redeal {_reason(each.reason)}{seat}"


def _penalty(each: Penalty) -> str:
    return f"penalty {tokens.write_seats(each.seats)} {each.points} {_reason(each.reason)}"


def _retract(each: Retract) -> str:
    return f"retract {write_address(each.address)} {tokens.write_cards(each.cards)}"


_WRITERS.update(
    {
        Deal: lambda each: f"deal {tokens.write_seat(each.first)}",
        Hands: lambda each: "hands",
        Start: _start,
        Kitty: lambda each: f"kitty {tokens.write_cards(each.cards)}",
        Declare: _declare,
        Overturn: _overturn,
        Pass: _seated("pass"),
        Flip: lambda each: f"flip {tokens.write_drawn(each.cards)}",
        Trump: _trump,
        Take: _seated("take"),
        Bury: _bury,
        Friend: _friend,
        Join: _seated("join"),
        Trick: _trick,
        Claim: _claim,
        Concede: _concede,
        Abandon: _abandon,
        Forfeit: _forfeit,
        Redeal: _redeal,
        Penalty: _penalty,
        Ruling: _ruling,
        Retract: _retract,
        Result: _result,
        Sheet: lambda each: "sheet",
        Vendor: _vendor,
    }
)
