"""A match as it is put on paper, whatever it is then written in: text, print or LaTeX.

A play is a row's cell with its cards; all that is said about it is a numbered note below.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, Protocol

from shengji.engine.cards import UNKNOWN, Cards, points
from shengji.engine.scoring.match import Level
from shengji.notation import record as rec
from shengji.notation.tokens import write_level, write_seat, write_seats
from shengji.replay.arranging import order_of, rows, sorted_cards
from shengji.replay.exports.extract import Extract
from shengji.replay.film import Film, Step
from shengji.replay.film import players as players_of
from shengji.replay.steps import Position
from shengji.replay.summary import Summary, summaries
from shengji.replay.telling import SILENT, Teller
from shengji.replay.wording import say, sentence, words

LATER: Final = frozenset({"play", "lead", "end"})
"""Events that do not belong to what happens before play."""


@dataclass(frozen=True, slots=True)
class SeatPaper:
    """A seat and what it holds as play begins."""

    letter: str
    name: str
    rows: tuple[Cards, ...]
    """Trumps first, then the suits, then what is not known; empty where the hand is hidden."""
    hidden: int
    """How many cards are not shown."""


@dataclass(frozen=True, slots=True)
class PlayPaper:
    """What a seat played to a trick."""

    seat: int
    cards: Cards
    attempted: Cards | None
    """All that a failed throw laid down."""
    wins: bool
    notes: tuple[int, ...]
    """Numbers of the notes about it, from 1."""


@dataclass(frozen=True, slots=True)
class TrickPaper:
    """A trick: its plays in their order."""

    number: int
    plays: tuple[PlayPaper, ...]
    winner: int | None
    points: int
    total: int | None
    """The attackers' points after it."""


@dataclass(frozen=True, slots=True)
class HandPaper:
    """A hand as far as its view lets it be seen. Cards are in the order in which they are read."""

    title: str
    facts: tuple[str, ...]
    """Levels and dealer."""
    trump: str
    seats: tuple[SeatPaper, ...]
    dealt: Cards
    """The kitty as it was dealt and as it lay at the end; empty where they are not known."""
    kitty: Cards
    before: tuple[str, ...]
    """What happened before play, in sentences."""
    tricks: tuple[TrickPaper, ...]
    result: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def shows_cards(self) -> bool:
        """Is anything known of what was held and buried?"""
        return bool(self.dealt or self.kitty or any(seat.rows for seat in self.seats))


@dataclass(frozen=True, slots=True)
class MatchPaper:
    """The head of a match."""

    title: str
    facts: tuple[str, ...]
    """Place, date and rules, as far as they are known."""
    players: tuple[tuple[str, str], ...]
    """Letter and name of each seat."""


def match_paper(extract: Extract, players: int) -> MatchPaper:
    """The head for a record at a table of that many."""
    record, told = extract.record, words(extract.language)
    names = players_of(record, None, players)
    title = _known(record, "Event") or " · ".join(filter(None, names)) or told["paper.unnamed"]
    rules = sentence("paper.rules", extract.language, rules=record.tag("Rules") or "?")
    facts = (_known(record, "Site"), _known(record, "Date"), rules)
    seats = tuple((write_seat(seat), name) for seat, name in enumerate(names))
    return MatchPaper(title, tuple(filter(None, facts)), seats)


def hand_papers(extract: Extract) -> Iterator[HandPaper]:
    """Every hand of the extract.

    :raises ExportError, NoSuchPosition, RuleError: as :meth:`Extract.films` does.
    """
    found = {summary.number: summary for summary in summaries(extract.record)}
    for film in extract.films():
        yield _Writer(extract, film).paper(found[film.hand.number])


def _known(record: rec.Record, name: str) -> str:
    value = record.tag(name) or ""
    return value if value.strip("?.-") else ""


class _Writer:
    """Puts one hand on paper."""

    def __init__(self, extract: Extract, film: Film) -> None:
        self.extract = extract
        self.film = film
        self.teller = Teller(film, extract.language)
        self.words = words(extract.language)
        self.notes: list[str] = []
        self.remarks = _remarks(film.hand) if extract.view == "open" else {}

    def paper(self, summary: Summary) -> HandPaper:
        start = next((step for step in self.film.steps if step.address.part == "lead"), None)
        first = self._see(start or self.film.steps[0])
        last = self._see(self.film.steps[-1])
        order = order_of(last, self.film.rules)
        # Notes are numbered as they come up: before play, then trick by trick, then at the end.
        before = tuple(filter(None, map(self._before, self.film.steps)))
        tricks = self._tricks()
        return HandPaper(
            title=self._say("hand", number=self.film.hand.number),
            facts=tuple(self._facts(last)),
            trump=self._trump(last),
            seats=tuple(self._seats(first)),
            dealt=_all_known(sorted_cards(last.dealt_kitty or (), order)),
            kitty=_all_known(sorted_cards(last.kitty or (), order)),
            before=before,
            tricks=tricks,
            result=tuple(self._result(last, summary)),
            notes=tuple(self.notes),
        )

    def _say(self, word: str, **arguments: str | int) -> str:
        return sentence(f"paper.{word}", self.extract.language, **arguments)

    def _see(self, step: Step) -> Position:
        return self.extract.see(step.position)

    def _facts(self, last: Position) -> Iterator[str]:
        levels = (f"{write_seats(s.seats)} {_level(s.level)}" for s in self.film.hand.levels)
        yield self._say("levels", levels=" ".join(levels))
        seat = last.due if last.declarer is None else last.declarer
        if seat is not None:
            yield self._say("dealer", seat=self.teller.seat(seat))

    def _trump(self, last: Position) -> str:
        if last.trump is None:
            return self.words["term.unknown"]
        return f"{self.teller.suit(last.trump)} {_level(_as_level(last.level))}".strip()

    def _seats(self, first: Position) -> Iterator[SeatPaper]:
        order = order_of(first, self.film.rules)
        for seat, held in enumerate(first.hands):
            name, letter = self.film.players[seat], write_seat(seat)
            if held is None:
                yield SeatPaper(letter, name, (), first.sizes[seat])
            elif set(held) == {UNKNOWN}:
                yield SeatPaper(letter, name, (), len(held))
            else:
                yield SeatPaper(letter, name, rows(held, order), 0)

    def _before(self, step: Step) -> str:
        if step.position.table or step.position.event == "end":
            return ""
        told = [
            self.teller.event(self.extract.see(event))
            for event in step.events
            if event.event not in SILENT | LATER
            if event.event != "start" or event.to_move is not None
        ]
        notes = self._numbered(self._remarked(step))
        return self.words["say.then"].join(filter(None, told)) + marked(notes)

    # -- tricks ---------------------------------------------------------------------------------

    def _tricks(self) -> tuple[TrickPaper, ...]:
        tricks: dict[int, TrickPaper] = {}
        notes: dict[tuple[int, int], tuple[int, ...]] = {}
        for step in self.film.steps:
            position = self._see(step)
            if position.event == "play" and position.trick is not None:
                notes[position.trick, len(position.table)] = self._noted(step)
                tricks[position.trick] = self._trick(position, notes)
        return tuple(tricks.values())

    def _trick(
        self, position: Position, notes: Mapping[tuple[int, int], tuple[int, ...]]
    ) -> TrickPaper:
        order, number = order_of(position, self.film.rules), position.trick or 0
        done = len(position.table) == len(self.film.players)
        plays = tuple(
            PlayPaper(
                card.seat,
                sorted_cards(card.cards, order),
                None if card.attempted is None else sorted_cards(card.attempted, order),
                done and card.seat == position.winning,
                notes.get((number, place), ()),
            )
            for place, card in enumerate(position.table, 1)
        )
        laid = points(chain.from_iterable(card.cards for card in position.table))
        winner = position.winning if done else None
        return TrickPaper(number, plays, winner, laid, position.attackers_points)

    def _noted(self, step: Step) -> tuple[int, ...]:
        """The numbers of the notes on a play: what followed it, what was wrong, what was said."""
        followed = (
            self.teller.event(self.extract.see(event))
            for event in step.events
            if event.event not in LATER
        )
        return self._numbered([*filter(None, followed), *self._remarked(step)])

    def _remarked(self, step: Step) -> list[str]:
        """What was wrong at a step and what is said about it, as far as the view has it."""
        position = self._see(step)
        found = (say(found, self.extract.language) for found in position.findings)
        return [*found, *_comments(position), *self.remarks.get(step.address, ())]

    def _numbered(self, texts: list[str]) -> tuple[int, ...]:
        first = len(self.notes) + 1
        self.notes += (" ".join(text.split()) for text in texts)
        return tuple(range(first, len(self.notes) + 1))

    # -- the end --------------------------------------------------------------------------------

    def _result(self, last: Position, summary: Summary) -> Iterator[str]:
        if last.event != "end":
            return
        notes = self._numbered(self._remarked(self.film.steps[-1]))
        yield self.teller.event(last) + marked(notes)
        kitty = points(last.kitty or ())
        if last.multiplier and kitty:
            yield self._say("kitty", kitty=kitty, times=last.multiplier)
        settled = summary.settlement
        if settled is None:
            return
        for seats, gained in _moved(settled.moved):
            yield self._say("up", seats=self._names(seats), levels=f"{gained:+d}")
        if settled.winners:
            yield self._say("won", seats=self._names(settled.winners))
        elif settled.next_dealer is not None:
            yield self._say("next", seat=self.teller.seat(settled.next_dealer))

    def _names(self, seats: Iterable[int]) -> str:
        return self.words["list.comma"].join(map(self.teller.seat, seats))


def marked(notes: Iterable[int]) -> str:
    """The numbers of notes, as they stand behind what they are about."""
    return "".join(f" [{number}]" for number in notes)


def _moved(moved: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The seats that gained or lost levels, those with equal gains together."""
    for gained in dict.fromkeys(filter(None, moved)):
        yield tuple(seat for seat, each in enumerate(moved) if each == gained), gained


def _remarks(hand: rec.Hand) -> Mapping[rec.Address, list[str]]:
    found: dict[rec.Address, list[str]] = {}
    for item in hand.appendix:
        if isinstance(item, rec.Note):
            found.setdefault(item.address, []).append(item.text)
    return found


def _comments(position: Position) -> Iterator[str]:
    return (each.text for each in position.annotations if isinstance(each, rec.Text))


def _all_known(cards: Cards) -> Cards:
    return () if UNKNOWN in cards else cards


def _as_level(rank: int | None) -> Level | None:
    return None if rank is None else Level(rank)


def _level(level: Level | None) -> str:
    """A level as people write it: 10, not T."""
    return write_level(level).replace("T", "10")


class Writer(Protocol):
    """A way to write paper down, line by line."""

    def head(self, match: MatchPaper) -> Iterator[str]: ...
    def hand(self, hand: HandPaper) -> Iterator[str]: ...


def written(extract: Extract, writer: Writer) -> str:
    """The match and its hands as lines, an empty one before each hand."""
    hands = list(hand_papers(extract))
    players = len(hands[0].seats) if hands else 4
    lines = [*writer.head(match_paper(extract, players))]
    for hand in hands:
        lines += ["", *writer.hand(hand)]
    return "".join(f"{line}\n" for line in lines)
