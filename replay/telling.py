"""What happened, in a sentence: for the eye under the table, and for screen readers."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from shengji.engine.cards import FACES, RANKS, SUITS, UNKNOWN, Cards
from shengji.engine.order import NO_LEVEL
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.tokens import write_changes, write_seat
from shengji.replay.arranging import order_of, sorted_cards
from shengji.replay.film import Film, Step
from shengji.replay.steps import Position
from shengji.replay.wording import sentence, words

SILENT: Final = frozenset({"deal", "hands", "kitty", "vendor", "draw"})
"""Events that change nothing that is not shown."""


class Teller:
    """Tells the events of one hand in one language."""

    def __init__(self, film: Film, language: str, unnamed: tuple[str, ...] = ()) -> None:
        """:param unnamed: how each seat is called whose player is not named; else by its letter."""
        self.film = film
        self.unnamed = unnamed
        self.language = language
        self.words = words(language)

    def tell(self, step: Step, see: Callable[[Position], Position]) -> str:
        """All that happened at a step, as far as `see` lets it be seen."""
        told = (self.event(see(event)) for event in step.events if event.event not in SILENT)
        return self.words["say.then"].join(filter(None, told))

    def event(self, position: Position) -> str:
        """What one event was; empty where there is nothing to say."""
        match position.event:
            case "declare" | "overturn":
                return self._shown(position)
            case "play":
                return self._played(position)
            case "trump":
                return self._trump(position)
            case "take" | "bury":
                return self._kitty(position)
            case "lead":
                return self._say("lead", seat=self._seat(position.to_move))
            case "end":
                return self._end(position)
            case "start":
                part = "start" if position.to_move is None else "resume"
                seat = self._seat(position.to_move)
                return self._say(part, number=self.film.hand.number, seat=seat)
            case "sheet":
                return self._say("sheet")
        return "" if position.told is None else self._told(position.told)

    def _say(self, word: str, **arguments: object) -> str:
        given = {name: value for name, value in arguments.items() if value is not None}
        return sentence(f"say.{word}", self.language, **given)  # type: ignore[arg-type]

    def seat(self, seat: int) -> str:
        """A seat by its player's name, where it is known."""
        name = self.film.players[seat] if seat < len(self.film.players) else ""
        if name or seat >= len(self.unnamed):
            return name or self._say("seat", seat=write_seat(seat).upper())
        return self.unnamed[seat]

    def _seat(self, seat: int | None) -> str | None:
        return None if seat is None or seat < 0 else self.seat(seat)

    def _seats(self, seats: Iterable[int]) -> str:
        return self.words["list.comma"].join(map(self.seat, seats))

    def _shown(self, position: Position) -> str:
        if not position.showings:
            return ""
        shown, before = position.showings[-1], position.showings[:-1]
        if position.event == "overturn":
            word = "overturn"
        elif not before:
            word = "declare"
        else:
            word = "reinforce" if before[-1].seat == shown.seat else "counter"
        seat, cards = self.seat(shown.seat), self._cards(shown.cards, position)
        return self._say(word, seat=seat, cards=cards, after=shown.after)

    def _played(self, position: Position) -> str:
        card = position.table[-1]
        cards, seat = self._cards(card.cards, position), self.seat(card.seat)
        lead = len(position.table) == 1
        if card.attempted is not None:
            attempted = self._cards(card.attempted, position)
            text = self._say("failed", seat=seat, attempted=attempted, cards=cards)
        else:
            text = self._say("leads" if lead else "plays", seat=seat, cards=cards)
        if lead or position.winning is None:
            return text
        done = len(position.table) == len(self.film.players)
        word = "wins" if done else "winning"
        return text + self.words["say.then"] + self._say(word, seat=self._seat(position.winning))

    def _trump(self, position: Position) -> str:
        suit = None if position.trump is None else self.suit(position.trump)
        level = self.level(position.level)
        return self._say("trump", suit=suit, level=level, seat=self._seat(position.declarer))

    def _kitty(self, position: Position) -> str:
        seat = self._seat(position.holder)
        if position.event == "take":
            return self._say("takes", seat=seat)
        kitty = position.kitty
        cards = None if kitty is None or UNKNOWN in kitty else self._cards(kitty, position)
        return self._say("buries", seat=seat, number=position.kitty_size, cards=cards)

    def _end(self, position: Position) -> str:
        if position.total is None:
            return self._say("end")
        return self._say("total", points=position.total)

    def _told(self, told: rec.Statement) -> str:
        match told:
            case rec.Pass():
                return self._say("passes", seat=self._seat(told.seat))
            case rec.Flip():
                return self._say("flip", cards=self.cards(told.cards))
            case rec.Friend():
                copy = told.copy if told.copy > 1 else None
                return self._say("calls", card=self.cards((told.card,)), copy=copy)
            case rec.Join():
                return self._say("joins", seat=self._seat(told.seat))
            case rec.Claim():
                return self._say("claim", seat=self._seat(told.seat))
            case rec.Concede():
                return self._say("concede", seats=self._seats(told.seats))
            case rec.Abandon():
                return self._say("abandon", reason=told.reason)
            case rec.Forfeit():
                return self._say("forfeit", seats=self._seats(told.seats), reason=told.reason)
            case rec.Redeal():
                return self._say("redeal", reason=told.reason, seat=self._seat(told.seat))
            case rec.Penalty():
                seats = self._seats(told.seats)
                return self._say("penalty", seats=seats, points=told.points, reason=told.reason)
            case rec.Ruling():
                return self._ruling(told)
            case rec.Retract():
                at, cards = write_address(told.address), self.cards(told.cards)
                return self._say("retract", at=at, cards=cards)
        return ""

    def _ruling(self, told: rec.Ruling) -> str:
        lost = self._seats(told.lost) if told.lost else None
        return self._say(
            "ruling", at=write_address(told.address), offence=told.offence,
            seats=self._seats(told.seats), points=write_changes(told.points) or None,
            levels=write_changes(told.levels) or None, lost=lost,
        )  # fmt: skip

    # -- cards ----------------------------------------------------------------------------------

    def suit(self, suit: int) -> str:
        """A suit's name; no-trump for -1."""
        return self.words["suit.none" if suit < 0 else f"suit.{SUITS[suit]}"]

    def level(self, level: int | None) -> str | None:
        return None if level in (None, NO_LEVEL) else self.rank(RANKS[level])

    def rank(self, letter: str) -> str:
        return self.words.get(f"rank.{letter}", letter)

    def _cards(self, cards: Cards, position: Position) -> str:
        """Cards in words, trumps first and from high to low, as they are shown."""
        return self.cards(sorted_cards(cards, order_of(position, self.film.rules)))

    def cards(self, cards: Cards) -> str:
        """Cards in words, in the order given: `ace, 10 of spades`."""
        return self.words["say.runs"].join(self._runs(cards))

    def _runs(self, cards: Cards) -> Iterator[str]:
        for kind, run in groupby(cards, _printed):
            held = list(run)
            if kind == UNKNOWN:
                yield self._say("unknown", number=len(held))
            elif kind < 0:
                yield from (self.words[f"joker.{'LB'[card - 52]}"] for card in held)
            elif held[0] >= FACES:
                yield self._say("unknown-suit", number=len(held), suit=self.suit(kind - FACES))
            else:
                ranks = self.words["say.ranks"].join(self.rank(RANKS[c % 13]) for c in held)
                yield self._say("of", ranks=ranks, suit=self.suit(kind))


def _printed(card: int) -> int:
    """What cards have in common that are told together: the suit, or that it is not known."""
    if card >= FACES:
        return card
    return card // 13 if card < 52 else -1
