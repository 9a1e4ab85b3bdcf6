"""One sound line of plain text → the statement that it is.

The grammar has accepted the line before it gets here; what the grammar cannot say, such as that a
field stands twice, is refused here by :class:`LineError`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from shengji.engine.cards import Cards
from shengji.engine.values import value
from shengji.notation import diagnostics, tokens
from shengji.notation.address import parse_address
from shengji.notation.diagnostics import Code, Value
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
    Hands,
    Join,
    Kitty,
    MatchEnd,
    Note,
    Overturn,
    Pass,
    Penalty,
    Play,
    Redeal,
    Remarks,
    Result,
    Retract,
    Ruling,
    Seat,
    SeatCards,
    SeatPoints,
    Seats,
    Sheet,
    SideChange,
    SideLevel,
    Start,
    Statement,
    Tag,
    Take,
    Text,
    Trick,
    Trump,
    Variation,
    Vendor,
)


@value
class Magic:
    """The line `%SJN 1`."""

    version: str
    remarks: Remarks | None = None


@value
class HandLine:
    """The line that opens a hand."""

    number: int
    levels: tuple[SideLevel, ...]
    dealer: Seat
    fresh: bool
    remarks: Remarks | None = None


@value
class End:
    remarks: Remarks | None = None


@value
class EndVar:
    remarks: Remarks | None = None


@value
class Comment:
    """A line of nothing but a comment."""

    text: str


Structure: TypeAlias = (
    Magic | Tag | HandLine | SeatCards | End | Variation | EndVar | Note | MatchEnd
)  # fmt: skip
"""Lines that are no statements of a hand. A `var` line has no events yet."""

Line: TypeAlias = Structure | Statement | Comment
"""What a line can be. A `deal` or `hands` line has no seats yet."""


class LineError(ValueError):
    """A line that the grammar accepts and that is refused all the same."""

    def __init__(self, code: Code, found: str, **arguments: Value) -> None:
        super().__init__(f"{code.id}: {found}")
        self.code = code
        self.found = found
        """The word at fault."""
        self.arguments = arguments


WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\{(?:[^}\\]|\\.)*\}|#.*|[^\s#]+')
"""A word, a quoted text, a text in braces, or the comment that ends a line."""
_TAG: Final = re.compile(r'\[\s*([^\s"]+)\s+("(?:[^"\\]|\\.)*")')
_ESCAPE: Final = re.compile(r"\\(.)")
_GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
_NUMBERS: Final = {str(number): number for number in range(1, 1000)}
_SEATS: Final = {letter: seat for seat, letter in enumerate(tokens.SEATS)}
_PLAYS: Final = tokens.PLAYS.__getitem__
_WON: Final = tokens.WON.__getitem__
_CARD_LETTERS: Final = frozenset("SHDCLB.")


def read_line(line: str) -> Line | None:
    """What a sound line says; None for an empty one.

    :raises LineError: it says something twice, or leaves something out.
    """
    try:
        return _read_line(line)
    except tokens.TooManyUnknownError as error:
        raise LineError(diagnostics.NUMBER_SIZE, error.word) from None


def _read_line(line: str) -> Line | None:
    words = line.split()
    if not words:
        return None
    number = _NUMBERS.get(words[0])
    if number is not None and "{" not in line and "#" not in line:
        won = _WON(words.pop()) if words[-1][0] == "=" else None
        try:
            return Trick(number, _SEATS[words[1]], tuple(map(_PLAYS, words[2:])), won)
        except tokens.TokenError:
            return Trick(number, _SEATS[words[1]], _read_annotated(words[2:]), won)
    if words[0][0] == "x":
        return Vendor(nfc(line.strip()))
    if "#" in line or '"' in line or "{" in line:
        return _read_rich_line(line)
    return _READERS[words[0]](words)


def _read_annotated(words: Iterable[str]) -> tuple[Play, ...]:
    plays: list[tuple[str, list[str]]] = []
    for word in words:
        if word[0] in _CARD_LETTERS:
            plays.append((word, []))
        else:
            plays[-1][1].append(word)
    return tuple(
        replace(tokens.PLAYS[word], annotations=_annotations(notes))
        if notes
        else tokens.PLAYS[word]
        for word, notes in plays
    )


def _read_rich_line(line: str) -> Line:
    """A line with a comment, quoted text or text in braces."""
    stripped = line.strip(" \t")
    if stripped.startswith("#"):
        return Comment(comment_text(stripped))
    words = WORD.findall(stripped)
    beside = comment_text(words.pop()) if words[-1].startswith("#") else None
    if stripped.startswith("["):
        read: Line = _read_tag(stripped)
    elif words[0] in _NUMBERS:
        won = _WON(words.pop()) if words[-1][0] == "=" else None
        read = Trick(_NUMBERS[words[0]], _SEATS[words[1]], _read_annotated(words[2:]), won)
    else:
        read = _READERS[words[0]](words)
    if beside is None or isinstance(read, Comment):
        return read
    return replace(read, remarks=Remarks((), beside))


def comment_text(written: str) -> str:
    """The text of a comment: without its `#`, the blank behind that, and trailing blanks."""
    return nfc(written[1:].removeprefix(" ").rstrip())


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def joins(letter: str) -> bool:
    """Whether a character is a combining mark: form C could join it to what stands before it."""
    return bool(letter) and unicodedata.combining(letter) > 0


def unquote(written: str) -> str:
    """The text of a quoted or braced word.

    :raises LineError: a line of it begins with a combining mark. Written out, the mark would stand
        behind the n of its escape, and form C makes one letter of the two.
    """
    text = written[1:-1]
    if "\\" in text:
        text = _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text)
        if not text.isascii() and any(map(joins, re.findall("\n(.)", text))):
            raise LineError(diagnostics.COMBINING_MARK, written)
    return nfc(text)


def _read_tag(line: str) -> Tag:
    match = _TAG.match(line)
    assert match is not None
    return Tag(match[1], unquote(match[2]))


# Parts


def _annotations(words: Iterable[str]) -> tuple[Annotation, ...]:
    """In canonical order: glyphs, times, texts, each kind as written."""
    read = map(_annotation, words)
    return tuple(sorted(read, key=lambda each: _ANNOTATION_ORDER[each.kind]))


_ANNOTATION_ORDER: Final = {"glyph": 0, "clock": 1, "text": 2}


def _annotation(word: str) -> Annotation:
    if word[0] == "{":
        return Text(unquote(word))
    if word[0] == "~":
        return Clock(word[1:])
    return Glyph(int(word[1:]) if word[0] == "$" else _GLYPHS.index(word) + 1)


def _cards(words: list[str]) -> tuple[Cards, tuple[Annotation, ...]]:
    """The set at the head of some words, and the annotations behind it."""
    count = sum(word[0] in _CARD_LETTERS for word in words)
    return tokens.read_cards(words[:count]), _annotations(words[count:])


def _fields(words: Iterable[str]) -> dict[str, str]:
    """Words of the form `name=value`, each name once."""
    fields: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in fields:
            raise LineError(diagnostics.REPEATED_FIELD, word, field=name)
        fields[name] = value
    return fields


def _points(words: list[str]) -> int | None:
    return int(words[0].partition("=")[2]) if words else None


# Statements


def _hand(words: list[str]) -> HandLine:
    fresh = words.count("fresh")
    if fresh > 1:
        raise LineError(diagnostics.REPEATED_FIELD, "fresh", field="fresh")
    fields = _fields(word for word in words[2:] if word != "fresh")
    dealer = fields.pop("dealer", None)
    if dealer is None:
        raise LineError(diagnostics.MISSING_FIELD, words[0], field="dealer")
    if not fields:
        raise LineError(diagnostics.MISSING_FIELD, words[0], field="level")
    levels = [
        SideLevel(tokens.read_seats(seats), tokens.read_level(level))
        for seats, level in fields.items()
    ]
    sets = (word for word in words[2:] if word != "fresh" and not word.startswith("dealer="))
    _once([seat for level in levels for seat in level.seats], sets)
    levels.sort(key=lambda level: level.seats)
    return HandLine(int(words[1]), tuple(levels), tokens.read_seat(dealer), bool(fresh))


def _once(seats: list[Seat], sets: Iterable[str]) -> None:
    """Refuse a seat that stands more than once in these words; the last of them is at fault."""
    if len(set(seats)) == len(seats):
        return
    letter = tokens.write_seat(next(seat for seat in seats if seats.count(seat) > 1))
    found = [word for word in sets if letter in word]
    raise LineError(diagnostics.REPEATED_SEAT, found[-1], seat=letter)


def _seat_line(words: list[str]) -> SeatCards:
    return SeatCards(tokens.read_seat(words[0]), tokens.read_drawn(words[1:]))


def _start(words: list[str]) -> Start:
    trick, seat = int(words[1]), tokens.read_seat(words[2])
    value = words[3].partition("=")[2] if len(words) > 3 else ""
    if not value or value[0] not in tokens.SEATS:
        return Start(trick, seat, int(value) if value else None)
    points = [SeatPoints(tokens.read_seat(each[0]), int(each[1:])) for each in value.split(",")]
    _once([each.seat for each in points], words[3:])
    return Start(trick, seat, None, tuple(sorted(points, key=lambda each: each.seat)))


def _declare(words: list[str]) -> Declare:
    after = None if words[1] == "?" else int(words[1])
    return Declare(after, tokens.read_seat(words[2]), *_cards(words[3:]))


def _overturn(words: list[str]) -> Overturn:
    return Overturn(tokens.read_seat(words[1]), *_cards(words[2:]))


def _bury(words: list[str]) -> Bury:
    return Bury(tokens.read_seat(words[1]), *_cards(words[2:]))


def _trump(words: list[str]) -> Trump:
    return Trump(
        tokens.read_suit(words[1]), tokens.read_level(words[2]), tokens.read_seat(words[3])
    )


def _friend(words: list[str]) -> Friend:
    return Friend(tokens.read_card(words[1]), int(words[2]) if len(words) > 2 else 1)


def _ruling(words: list[str]) -> Ruling:
    fields = _fields(words[4:])
    return Ruling(
        parse_address(words[1]),
        words[2],
        tokens.read_seats(words[3]),
        _changes(fields.get("points", "0"), words),
        _changes(fields.get("level", "0"), words),
        tokens.read_seats(fields["lost"]) if "lost" in fields else (),
    )


def _changes(word: str, words: list[str]) -> tuple[SideChange, ...]:
    changes = tokens.read_changes(word)
    fields = [field for field in words if field.endswith(f"={word}")]
    _once([seat for change in changes for seat in change.seats], fields)
    return changes


def _result(words: list[str]) -> Result:
    fields = _fields(words[2:])
    kitty, _, multiplier = fields.get("kitty", "").partition("x")
    return Result(
        int(words[1]),
        int(kitty) if kitty else None,
        int(multiplier) if kitty else None,
        _changes(fields["up"], words) if "up" in fields else None,
        tokens.read_seat(fields["next"]) if "next" in fields else None,
    )


def _match(words: list[str]) -> MatchEnd:
    return MatchEnd(tokens.read_seats(words[1]), words[2] if len(words) > 2 else None)


def _seats(word: str) -> Seats:
    return tokens.read_seats(word)


_READERS: Final[dict[str, Callable[[list[str]], Line]]] = {
    "hand": _hand,
    "deal": lambda words: Deal(tokens.read_seat(words[1]), ()),
    "hands": lambda words: Hands(()),
    "start": _start,
    "kitty": lambda words: Kitty(tokens.read_drawn(words[1:])),
    "declare": _declare,
    "overturn": _overturn,
    "pass": lambda words: Pass(tokens.read_seat(words[1])),
    "flip": lambda words: Flip(tokens.read_drawn(words[1:])),
    "trump": _trump,
    "take": lambda words: Take(tokens.read_seat(words[1])),
    "bury": _bury,
    "friend": _friend,
    "join": lambda words: Join(tokens.read_seat(words[1])),
    "claim": lambda words: Claim(tokens.read_seat(words[1]), _points(words[3:])),
    "concede": lambda words: Concede(_seats(words[1]), _points(words[2:])),
    "abandon": lambda words: Abandon(words[1] if len(words) > 1 else None),
    "forfeit": lambda words: Forfeit(_seats(words[1]), words[2]),
    "redeal": lambda words: Redeal(
        words[1], tokens.read_seat(words[2]) if len(words) > 2 else None
    ),
    "penalty": lambda words: Penalty(_seats(words[1]), int(words[2]), words[3]),
    "ruling": _ruling,
    "retract": lambda words: Retract(parse_address(words[1]), tokens.read_cards(words[2:])),
    "result": _result,
    "sheet": lambda words: Sheet(),
    "end": lambda words: End(),
    "note": lambda words: Note(parse_address(words[1]), unquote(words[2])),
    "var": lambda words: Variation(parse_address(words[1]), ()),
    "endvar": lambda words: EndVar(),
    "match": _match,
    "%SJN": lambda words: Magic(words[1].removesuffix(".0")),
    **{letter: _seat_line for letter in tokens.SEATS},
}
