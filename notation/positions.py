"""Where statements stand in their file: line numbers kept, columns found when asked for.

The tables run beside a record, so records hold no places and equal records are equal.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from shengji.engine.values import value
from shengji.notation.diagnostics import Span

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\{(?:[^}\\]|\\.)*\}|#.*|\[|\]|[^\s#\[\]]+')
_ANNOTATION_MARKS: Final = "{~$!?"
_AMOUNT: Final = re.compile(r"-?\d+")
_FIELD_NAMES: Final = {
    "dealer": ("dealer", "庄", "莊", "庄家", "莊家"),
    "points": ("points", "得分"),
    "kitty": ("kitty", "底", "底牌"),
    "up": ("up", "升", "升级", "升級"),
    "next": ("next", "下局", "下局庄", "下局莊"),
    "level": ("level", "级", "級"),
    "lost": ("lost", "输", "輸"),
}


@value
class MatchLines:
    """The lines of a match up to its first hand."""

    first: int
    """Number of the first line in `texts`."""
    texts: tuple[str, ...]
    """The lines as they stand in the file."""
    magic: int
    tags: tuple[int, ...]
    vendor: tuple[int, ...] = ()

    def locate(self, tag: int | None = None, part: str = "") -> Span:
        """Where a tag stands, by index; `part` value: its value. None: the `%SJN` line."""
        line = self.magic if tag is None else self.tags[tag]
        text = _text(self.first, self.texts, line)
        return _place(text, line, part="value") if part else whole(text, line)


@value
class HandLines:
    """The lines of one hand, from the comments above its `hand` line to the last one before the
    next hand; and the line of each of its statements, in the order of the record."""

    first: int
    texts: tuple[str, ...]
    hand: int
    tags: tuple[int, ...]
    events: tuple[int, ...]
    parts: Mapping[int, tuple[int, ...]]
    """By index of an event: the lines of the seats below a `deal` or `hands`."""
    end: int | None
    appendix: tuple[int, ...]
    variations: Mapping[int, tuple[int, ...]]
    """By index in the appendix: the lines of a variation's statements and of its `endvar`."""

    def locate(
        self,
        event: int | None = None,
        *,
        play: int | None = None,
        part: str = "",
        variation: int | None = None,
        seat_line: int | None = None,
        tag: int | None = None,
    ) -> Span:
        """Where something stands.

        `event` is an index into the hand's events, None for the `hand` line, -1 for its `end`;
        with `variation`, an index into the appendix, it counts within that variation, and None is
        the `var` or `note` line itself. `play` is a play of a trick line, `seat_line` a line below
        a `deal`. `part` names a piece of the statement: a field by its name (`dealer`, `points`,
        `kitty`, `up`, `next`, `level`, `lost`), the `points` of a result or penalty, the `number`
        of a hand or trick, the `levels` of a hand, `won`, `text` of a note, `value` of a tag. What
        cannot be found is the whole statement.
        """
        line = self._line(event, variation, seat_line, tag)
        text = _text(self.first, self.texts, line)
        if play is None and not part:
            return whole(text, line)
        return _place(text, line, play=play, part=part)

    def _line(
        self, event: int | None, variation: int | None, seat_line: int | None, tag: int | None
    ) -> int:
        if tag is not None:
            return self.tags[tag]
        if variation is not None:
            inner = self.variations.get(variation, ())
            return self.appendix[variation] if event is None else inner[event]
        if event is None:
            return self.hand
        if event == -1:
            return self.hand if self.end is None else self.end
        return self.events[event] if seat_line is None else self.parts[event][seat_line]


def _text(first: int, texts: tuple[str, ...], line: int) -> str:
    return texts[line - first] if 0 <= line - first < len(texts) else ""


@lru_cache(maxsize=8)
def _words(text: str) -> tuple[re.Match[str], ...]:
    """The words of a line; kept, since a line with one finding often has many."""
    return tuple(match for match in _WORD.finditer(text) if match[0][0] != "#")


@lru_cache(maxsize=8)
def _plays(text: str) -> tuple[re.Match[str], ...]:
    """The plays of a trick line."""
    return tuple(word for word in _words(text)[2:] if word[0][0] not in _ANNOTATION_MARKS + "=")


def whole(text: str, line: int) -> Span:
    """A statement without the blanks around it and the comment beside it."""
    words = _words(text)
    if not words or text.lstrip().startswith("x-"):
        stripped = text.strip()
        return Span(line, len(text) - len(text.lstrip()) + 1, len(stripped))
    return Span(line, words[0].start() + 1, words[-1].end() - words[0].start())


def _place(text: str, line: int, *, play: int | None = None, part: str = "") -> Span:
    if play is not None:
        found: Sequence[re.Match[str]] = _plays(text)[play : play + 1]
    else:
        found = _find_part(_words(text), part)
    if not found:
        return whole(text, line)
    return Span(line, found[0].start() + 1, found[-1].end() - found[0].start())


def _find_part(words: Sequence[re.Match[str]], part: str) -> Sequence[re.Match[str]]:
    if part == "won":
        return [word for word in words if word[0][0] == "="]
    if part in ("value", "text"):
        return [word for word in words if word[0][0] == '"']
    if part == "number":
        return words[:1] if words[0][0].isdecimal() else words[1:2]
    if part == "levels":
        return [word for word in words if _name(word) and _name(word) not in _FIELD_NAMES["dealer"]]
    if part in _FIELD_NAMES:
        fields = [word for word in words if _name(word) in _FIELD_NAMES[part]]
        return fields or (_points(words) if part == "points" else [])
    return []


def _name(word: re.Match[str]) -> str:
    """What stands before an equals sign, if anything does."""
    name, equals, _ = word[0].partition("=")
    return name if equals else ""


def _points(words: Sequence[re.Match[str]]) -> Sequence[re.Match[str]]:
    """The points of a `result` or `penalty`: its first number."""
    return [word for word in words[1:] if _AMOUNT.fullmatch(word[0])][:1]
