"""Lines of the chat box of tractor-online (github.com/rbtying/shengji), and what each one says.

The text is what people copy out of the page, or what the server sends: cards as `10♥J♣` or as one
playing-card character each, an optional `GAME: ` in front, and anything in between: chat, people
who come and go, settings. A line that says nothing of the course of a hand is no error.

Names are free text and may look like lines themselves. So a line is read from its end: whatever
stands in front of ` played ` and cards is the name.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from shengji.engine.cards import BIG_JOKER, LITTLE_JOKER, UNKNOWN, Cards, face_of

_LONGEST: Final = 999
"""Characters of a line; two names of 31 and all the cards that can be held at once need fewer."""
GAME: Final = "GAME: "
"""In front of what the game itself says, where people copied that too."""


class Kind(Enum):
    """What a line says."""

    STARTED = auto()
    BID = auto()
    BID_BACK = auto()
    REVEALED = auto()
    PICKED_UP = auto()
    PUT_DOWN = auto()
    PLAYED = auto()
    THROW_FAILED = auto()
    PLAY_BACK = auto()
    WON = auto()
    JOINED = auto()
    KITTY = auto()
    KITTY_POINTS = auto()
    ENDED_EARLY = auto()
    SUMMARY = auto()
    ADVANCED = auto()
    FINISHED = auto()
    NEXT = auto()
    RESET = auto()
    RANK_SET = auto()
    LANDLORD_SET = auto()
    SETTING = auto()


@dataclass(frozen=True, slots=True)
class Said:
    """A line that says something of the game."""

    kind: Kind
    line: int
    """Its number, from 1."""
    who: str = ""
    cards: Cards = ()
    other: str = ""
    """Who could beat a throw; who leads; empty where nobody is named."""
    points: int = 0
    times: int = 0
    """The multiplier of the kitty."""
    text: str = ""
    """A rank, or the words of a setting."""
    lost: bool = False
    """Of a summary: the landlord's side lost."""


_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SIGNS: Final = {"♠": 0, "♥": 1, "♦": 2, "♣": 3, "♤": 0, "♡": 1, "♢": 2, "♧": 3}
_JOKERS: Final = {"LJ": LITTLE_JOKER, "HJ": BIG_JOKER}
_SPADES: Final = 0x1F0A0
"""The back of a card; four rows of sixteen follow one another, a suit each."""
_ROW: Final = (None, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None, 10, 11, None)
"""Ranks by place in the row of a suit; there is no knight."""
BACK: Final = chr(_SPADES)


def _characters() -> Iterator[tuple[str, int]]:
    for suit in range(4):
        for place, rank in enumerate(_ROW):
            if rank is not None:
                yield chr(_SPADES + 16 * suit + place), face_of(suit, rank)
    yield chr(0x1F0DF), LITTLE_JOKER
    yield chr(0x1F0CF), BIG_JOKER
    yield BACK, UNKNOWN


CHARACTERS: Final = dict(_characters())
"""The playing-card characters."""

_CARD: Final = re.compile(rf"(10|[2-9AKQJ])([{''.join(_SIGNS)}])|(LJ|HJ)|([{''.join(CHARACTERS)}])")
_CARDS: Final = (
    rf"(?P<cards>(?:(?:{_CARD.pattern})\s?)+)".replace("(10", "(?:10")
    .replace("([", "(?:[")
    .replace("(LJ", "(?:LJ")
)
_WHO: Final = r"(?P<who>.+)"
_OTHER: Final = r"(?P<other>.+)"
_RANK: Final = r"(?P<text>10|[2-9JQKA]|NT)"
_POINTS: Final = r"(?P<points>-?\d{1,4})"

_TEMPLATES: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.PLAYED, rf"{_WHO} played {_CARDS}"),
        (Kind.THROW_FAILED, rf"{_WHO} tried to throw {_CARDS}, but {_OTHER} can beat it"),
        (Kind.WON, rf"{_WHO} wins the trick and gets {_POINTS} points"),
        (Kind.WON, rf"{_WHO} wins the trick, but gets no points :\("),
        (Kind.BID, rf"{_WHO} bid (?:(?P<times>\d{{1,2}}) )?{_CARDS}"),
        (Kind.BID_BACK, rf"{_WHO} took back their last bid"),
        (Kind.PLAY_BACK, rf"{_WHO} took back their last play"),
        (Kind.STARTED, rf"{_WHO} started the game"),
        (Kind.REVEALED, rf"{_WHO} revealed a card from the bottom of the deck"),
        (Kind.PICKED_UP, rf"{_WHO} picked up the bottom cards"),
        (Kind.PUT_DOWN, rf"{_WHO} put down the bottom cards"),
        (Kind.JOINED, rf"{_WHO} has joined the team"),
        (Kind.KITTY, rf"{_CARDS} ?in kitty"),
        (
            Kind.KITTY_POINTS,
            rf"{_POINTS} points were buried and are attached to the last trick,"
            r" with a multiplier of (?P<times>\d{1,4})",
        ),
        (Kind.ENDED_EARLY, rf"{_WHO} ended the game early"),
        (Kind.SUMMARY, rf"Landlord team won, opposing team only collected {_POINTS} points"),
        (Kind.SUMMARY, rf"Landlord team (?P<lost>lost), opposing team collected {_POINTS} points"),
        (Kind.ADVANCED, rf"{_WHO} has advanced to rank {_RANK}"),
        (Kind.FINISHED, r"The game has finished"),
        (Kind.NEXT, rf"{_WHO} will start the next game"),
        (Kind.RESET, rf"{_WHO} reset the game"),
        (Kind.RANK_SET, rf"{_WHO} set their rank to {_RANK}"),
        (Kind.LANDLORD_SET, rf"{_WHO} set the leader to {_OTHER}"),
        (
            Kind.SETTING,
            rf"{_WHO} (?P<text>(?:set the |allowed |required |removed |protected |disallowed"
            r" |disabled |enabled |updated |changed |prevented ).+)",
        ),
    )
)
_WINNER_OF_THE_BID: Final = "the winner of the bid"
_SOMEONE: Final = "someone"


def read_lines(text: str) -> list[Said]:
    """Every line that says something, in their order; where any is marked, the marked ones."""
    lines = [" ".join(_plain(line).split()) for line in text.splitlines()]
    marked = any(line.startswith(GAME) for line in lines)
    found: list[Said] = []
    for number, line in enumerate(lines, 1):
        if marked and not line.startswith(GAME):
            continue
        said = _read(line.removeprefix(GAME), number)
        if said is not None:
            found.append(said)
    return found


def _plain(line: str) -> str:
    """In form C, without what chooses the look of a character or has none."""
    text = unicodedata.normalize("NFC", line)
    return "".join(c for c in text if c not in "\ufe0e\ufe0f\ufeff\u200b\u200e\u200f\u2060")


def _read(line: str, number: int) -> Said | None:
    if len(line) > _LONGEST:
        return None
    for kind, pattern in _TEMPLATES:
        match = pattern.fullmatch(line)
        if match is not None:
            return _said(kind, number, match.groupdict())
    return None


def _said(kind: Kind, line: int, told: dict[str, str | None]) -> Said:
    cards, times = read_cards(told.get("cards") or ""), int(told.get("times") or 0)
    if kind is Kind.BID and times:
        cards *= times
    other = told.get("other") or ""
    return Said(
        kind, line, told.get("who") or "", cards,
        "" if other in (_WINNER_OF_THE_BID, _SOMEONE) else other,
        int(told.get("points") or 0), times, told.get("text") or "", bool(told.get("lost")),
    )  # fmt: skip


def read_cards(text: str) -> Cards:
    """Cards in either spelling, canonical."""
    found = [_face(match) for match in _CARD.finditer(text)]
    return tuple(sorted(found))


def _face(match: re.Match[str]) -> int:
    rank, suit, joker, character = match.groups()
    if rank:
        return face_of(_SIGNS[suit], _RANKS.index(rank))
    return _JOKERS[joker] if joker else CHARACTERS[character]
