"""A match as plain text that people read, in the language of the extract."""

from collections.abc import Iterator
from typing import Final

from shengji.engine.cards import Cards
from shengji.notation.tokens import write_seat
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.paper import (
    HandPaper,
    MatchPaper,
    PlayPaper,
    SeatPaper,
    TrickPaper,
    marked,
    written,
)
from shengji.replay.exports.signs import signs
from shengji.replay.wording import sentence, words

INDENT: Final = "  "


def export(extract: Extract) -> bytes:
    return written(extract, _Writer(extract.language)).encode()


class _Writer:
    def __init__(self, language: str) -> None:
        self.language = language
        self.words = words(language)

    def head(self, match: MatchPaper) -> Iterator[str]:
        yield match.title
        yield " · ".join(match.facts)
        yield " · ".join(f"{letter} {name}".strip() for letter, name in match.players)

    def hand(self, hand: HandPaper) -> Iterator[str]:
        yield f"== {' · '.join((hand.title, *hand.facts))} =="
        yield from self._section("before", hand.before)
        if hand.shows_cards:
            yield from self._section("held", self._held(hand))
        yield from self._section("tricks", map(self._trick, hand.tricks))
        yield from self._section("result", hand.result)
        notes = (f"[{number}] {note}" for number, note in enumerate(hand.notes, 1))
        yield from self._section("notes", notes)

    def _section(self, name: str, lines: Iterator[str] | tuple[str, ...]) -> Iterator[str]:
        found = list(lines)
        if found:
            yield ""
            yield self.words[f"paper.{name}"]
            yield from (f"{INDENT}{line}" for line in found)

    def _held(self, hand: HandPaper) -> Iterator[str]:
        for seat in hand.seats:
            yield f"{seat.letter} {seat.name}".strip() + ": " + self._cards_of(seat)
        for word, cards in (("dealt", hand.dealt), ("buried", hand.kitty)):
            if cards:
                yield f"{self.words[f'paper.{word}']}: {self._signs(cards)}"

    def _cards_of(self, seat: SeatPaper) -> str:
        if seat.hidden:
            return sentence("paper.hidden", self.language, number=seat.hidden)
        trumps, *rest = seat.rows
        told = [f"{self.words['paper.trumps']} {self._signs(trumps)}"] if trumps else []
        return " | ".join([*told, *(self._signs(row) for row in rest if row)])

    def _trick(self, trick: TrickPaper) -> str:
        plays = ", ".join(map(self._play, trick.plays))
        line = f"{trick.number:>2}. {plays}"
        if trick.winner is None:
            return line
        told = {"seat": write_seat(trick.winner), "points": trick.points or None,
                "total": trick.total}  # fmt: skip
        given = {name: value for name, value in told.items() if value is not None}
        return f"{line} · {sentence('paper.takes', self.language, **given)}"

    def _play(self, play: PlayPaper) -> str:
        cards = self._signs(play.cards)
        if play.attempted is not None:
            attempted = self._signs(play.attempted)
            cards = sentence("paper.fails", self.language, attempted=attempted, cards=cards)
        return f"{write_seat(play.seat)} {cards}{marked(play.notes)}"

    def _signs(self, cards: Cards) -> str:
        return signs(cards, self.language)
