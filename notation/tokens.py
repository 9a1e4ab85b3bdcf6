"""The small words of the notation ↔ ints: card sets, seats, levels, plays.

The grammar decides which words stand where; these functions still refuse what is no such word,
so that they can be used by themselves. Words repeat: each distinct one is decoded once.
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final, Generic, TypeVar

from shengji.engine.cards import (
    BIG_JOKER,
    FACES,
    LITTLE_JOKER,
    NO_TRUMP,
    RANKS,
    SUITS,
    UNKNOWN,
    UNKNOWN_OF_SUIT,
    Cards,
)
from shengji.engine.events import Mark
from shengji.engine.rules import LEVELS
from shengji.engine.scoring.match import Level
from shengji.notation.record import (
    NOBODY,
    UNKNOWN_SEAT,
    UNKNOWN_SUIT,
    Play,
    Seat,
    Seats,
    SideChange,
    Won,
)

K = TypeVar("K")
T = TypeVar("T")

SEATS: Final = "abcdefghijkl"
"""Seat letters in order of play; the index is the seat's int."""

MOST_UNKNOWN: Final = 999
"""Cards of a set, or of a line whose order counts, of which nothing is known: `.999`."""

STAKE: Final = "Stake"
"""The tag of the base stake."""
_STAKE: Final = re.compile("[1-9][0-9]{0,8}", re.ASCII)

MEMORY: Final = 1 << 16
"""How many distinct words of a kind are remembered before the memory is emptied."""


class TokenError(ValueError):
    """A word that is not what it was read as."""


class TooManyUnknownError(TokenError):
    """A set that could not be written: of more than 999 of its cards nothing is known."""

    def __init__(self, word: str) -> None:
        super().__init__(f"more than {MOST_UNKNOWN} unknown cards: {word!r}")
        self.word = word


class Memory(dict[K, T], Generic[K, T]):
    """What each word of one kind stands for, worked out when first asked for."""

    def __init__(self, work_out: Callable[[K], T]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, word: K) -> T:
        value = self._work_out(word)
        if len(self) >= MEMORY:
            self.clear()
        self[word] = value
        return value


# Cards


_PART: Final = re.compile(
    r"(?P<suit>[SHDC])(?=[1-9TJQKA?])|(?P<rank>10|[2-9TJQKA?])|[LB]|\.[1-9][0-9]{0,2}"
)


def _read_drawn(word: str) -> Cards:
    codes: list[int] = []
    suit, at = -1, 0
    while match := _PART.match(word, at):
        at = match.end()
        if match["suit"]:
            suit = SUITS.index(match[0])
        elif match["rank"]:
            codes.append(_code(suit, match[0], word))
        elif match[0][0] == ".":
            codes.extend([UNKNOWN] * int(match[0][1:]))
            suit = -1
        else:
            codes.append(LITTLE_JOKER if match[0] == "L" else BIG_JOKER)
            suit = -1
    if not codes or at < len(word):
        raise TokenError(f"no cards: {word!r}")
    if codes.count(UNKNOWN) > MOST_UNKNOWN:
        raise TooManyUnknownError(word)
    return tuple(codes)


def _code(suit: int, rank: str, word: str) -> int:
    if suit < 0:
        raise TokenError(f"a rank without a suit: {word!r}")
    if rank == "?":
        return UNKNOWN_OF_SUIT + suit
    return suit * 13 + RANKS.index("T" if rank == "10" else rank)


DRAWN: Final = Memory(_read_drawn)
"""The cards that a word names, in the order written."""


def _read_cards(word: str) -> Cards:
    return tuple(sorted(_read_drawn(word)))


CARDS: Final = Memory(_read_cards)
"""The set of cards that a word names, in canonical order."""


def read_cards(words: Iterable[str]) -> Cards:
    """The set that several words name together."""
    return tuple(sorted(read_drawn(words)))


def read_drawn(words: Iterable[str]) -> Cards:
    """The cards that several words name, in the order written."""
    known = list(words)
    cards = tuple(chain.from_iterable(map(DRAWN.__getitem__, known)))
    if len(cards) > MOST_UNKNOWN and cards.count(UNKNOWN) > MOST_UNKNOWN:
        raise TooManyUnknownError(known[-1])
    return cards


def write_cards(cards: Iterable[int]) -> str:
    """The canonical word for a set of cards."""
    return _WORDS[tuple(cards)]


def _write_cards(cards: Cards) -> str:
    held = sorted(cards)
    if held and not (held[0] >= 0 and held[-1] <= UNKNOWN):
        raise TokenError(f"no cards: {cards}")
    text = ""
    for suit, letter in enumerate(SUITS):
        ranks = "".join(RANKS[card % 13] for card in held if card // 13 == suit and card < 52)
        ranks += "?" * held.count(UNKNOWN_OF_SUIT + suit)
        text += letter + ranks if ranks else ""
    text += "L" * held.count(LITTLE_JOKER) + "B" * held.count(BIG_JOKER)
    unknown = held.count(UNKNOWN)
    if unknown > MOST_UNKNOWN:
        raise TooManyUnknownError(f".{unknown}")
    return f"{text}.{unknown}" if unknown else text


_WORDS: Final = Memory(_write_cards)


def write_drawn(cards: Cards) -> str:
    """Cards in the order given, one a word; a run of unknown ones is one word."""
    words: list[str] = []
    unknown = 0
    for card in cards:
        if card == UNKNOWN:
            unknown += 1
            continue
        if unknown:
            words.append(f".{unknown}")
            unknown = 0
        words.append(CARD_NAMES[card])
    if unknown:
        words.append(f".{unknown}")
    return " ".join(words)


CARD_NAMES: Final = tuple(write_cards([card]) for card in range(UNKNOWN))
"""The word of each code but the unknown card."""


def read_card(word: str) -> int:
    """A single known card."""
    codes = DRAWN[word]
    if len(codes) != 1 or codes[0] >= FACES:
        raise TokenError(f"not a card: {word!r}")
    return codes[0]


# Seats


def read_seat(word: str) -> Seat:
    """A seat letter, `?` or `-`."""
    try:
        return _SEAT_WORDS[word]
    except KeyError:
        raise TokenError(f"not a seat: {word!r}") from None


_SEAT_WORDS: Final[dict[str, Seat]] = {
    **{letter: seat for seat, letter in enumerate(SEATS)},
    "?": UNKNOWN_SEAT,
    "-": NOBODY,
}


_SEAT_LETTERS: Final = {seat: word for word, seat in _SEAT_WORDS.items()}


def write_seat(seat: Seat) -> str:
    try:
        return _SEAT_LETTERS[seat]
    except KeyError:
        raise TokenError(f"no seat: {seat}") from None


def _read_seats(word: str) -> Seats:
    seats = tuple(read_seat(letter) for letter in word)
    if not seats or seats != tuple(sorted(set(seats))):
        raise TokenError(f"not a set of seats: {word!r}")
    return seats


_SEATS: Final = Memory(_read_seats)


def read_seats(word: str) -> Seats:
    """A set of seats, ascending, or `-`."""
    return _SEATS[word]


def write_seats(seats: Seats) -> str:
    return "".join(map(write_seat, seats))


# Levels, trump, numbers


def _read_level(word: str) -> Level | None:
    if word == "?":
        return None
    rank, _, lap = word.partition(":")
    place = LEVELS.find("T" if rank == "10" else rank)
    if place < 0 or not rank or (lap and not lap.isdecimal()):
        raise TokenError(f"not a level: {word!r}")
    return Level(place, int(lap or 1))


_LEVELS: Final = Memory(_read_level)


def read_level(word: str) -> Level | None:
    """A level, or None for `?`."""
    return _LEVELS[word]


def write_level(level: Level | None) -> str:
    if level is None:
        return "?"
    rank = LEVELS[level.rank]
    return rank if level.lap == 1 else f"{rank}:{level.lap}"


def read_stake(text: str) -> int | None:
    """A base stake, 1 to 999999999; None where the text is none."""
    return int(text) if _STAKE.fullmatch(text) else None


def read_suit(word: str) -> int:
    """A trump suit, `-` or `?`."""
    return {"-": NO_TRUMP, "?": UNKNOWN_SUIT}[word] if word in "-?" else SUITS.index(word)


def write_suit(suit: int) -> str:
    return {NO_TRUMP: "-", UNKNOWN_SUIT: "?"}.get(suit) or SUITS[suit]


def read_changes(word: str) -> tuple[SideChange, ...]:
    """`ac+1,bd-9`, in the canonical order of the seats; `0` for none."""
    if word == "0":
        return ()
    return tuple(sorted(map(_read_change, word.split(",")), key=lambda change: change.seats))


def _read_change(word: str) -> SideChange:
    sign = "+" if "+" in word else "-"
    seats, _, number = word.partition(sign)
    return SideChange(read_seats(seats), int(sign + number))


def write_changes(changes: Iterable[SideChange]) -> str:
    return ",".join(f"{write_seats(each.seats)}{each.change:+d}" for each in changes)


# Plays

MARKS: Final[dict[str, Mark]] = {
    "revoke": "revoke", "exposed": "exposed", "turn": "turn", "count": "count",
}  # fmt: skip


def _read_play(word: str) -> Play:
    rest, _, mark = word.partition("^")
    rest, _, beaten_by = rest.partition("<")
    rest, _, forced = rest.partition("/")
    units = tuple(map(_read_cards, rest.split("+")))
    cards = units[0] if len(units) == 1 else tuple(sorted(sum(units, ())))
    if cards.count(UNKNOWN) > MOST_UNKNOWN:
        raise TooManyUnknownError(word)
    return Play(
        cards,
        order_units(units) if len(units) > 1 else (),
        _read_cards(forced) if forced else None,
        read_seat(beaten_by) if beaten_by else None,
        MARKS[mark] if mark else None,
    )


def order_units(units: Iterable[Cards]) -> tuple[Cards, ...]:
    """Announced units in canonical order: the larger first, then by their cards."""
    return tuple(sorted(units, key=lambda unit: (-len(unit), sorted(map(_PLACE.index, unit)))))


_SUIT_AND_UNKNOWN: Final = [
    (*range(13 * suit, 13 * suit + 13), UNKNOWN_OF_SUIT + suit) for suit in range(len(SUITS))
]
_PLACE: Final = (*chain(*_SUIT_AND_UNKNOWN), LITTLE_JOKER, BIG_JOKER, UNKNOWN)
"""Cards in the order in which a word writes them: a `?` behind the ranks of its suit."""


PLAYS: Final = Memory(_read_play)
"""The play that a word stands for, without annotations: one shared value a word."""


def write_play(play: Play) -> str:
    """The word of a play, without its annotations."""
    word = "+".join(map(write_cards, play.units)) or write_cards(play.cards)
    if play.forced is not None:
        word += "/" + write_cards(play.forced)
    if play.beaten_by is not None:
        word += "<" + write_seat(play.beaten_by)
    return f"{word}^{play.mark}" if play.mark else word


def _read_won(word: str) -> Won:
    seat, _, points = word.removeprefix("=").partition("+")
    return Won(read_seat(seat), None if points == "?" else int(points))


WON: Final = Memory(_read_won)
"""The assertion `=d+15` of a trick."""


def write_won(won: Won) -> str:
    return f"={write_seat(won.seat)}+{'?' if won.points is None else won.points}"
