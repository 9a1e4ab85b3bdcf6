"""What may come next, as a page asks for it: one question, and what else there is."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from shengji.notation.tokens import write_cards, write_level, write_seat
from shengji.replay.recording import (
    Draft,
    Expected,
    Palette,
    Showings,
    expected,
    judge,
    say_expected,
    showings,
)
from shengji.replay.wording import Language
from shengji.web.language import has_text, texts
from shengji.web.recorder.keys import face_name
from shengji.web.recorder.sitting import sitting

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat-line": ("cards",),
    "kitty": ("cards",),
    "bury": ("cards",),
    "flip": ("cards",),
    "play": ("cards",),
    "lead": ("seat", "cards"),
    "declare": ("moment", "seat", "cards"),
    "overturn": ("seat", "cards"),
    "trump": ("suit", "level", "seat"),
    "deal": ("seat",),
    "pass": ("seat",),
    "result": ("points",),
    "start": ("number", "seat", "gained"),
}
"""What is to be filled in behind the words of a statement, in its order."""
DEALT: Final = ("seat-line", "kitty")
"""What is asked for together, each behind a tab of its own."""
SHOWN: Final = ("declare", "overturn")
PLAYED: Final = ("lead", "play")
TYPED: Final = (*PLAYED, *DEALT, "bury")
"""Of these, where they come next, nothing but the cards is sent: `typed` knows what is meant."""
ASIDES: Final = ("claim", "concede", "redeal")
SUITS: Final = "SHCD-"


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards that are entered with one tap."""

    words: str
    names: tuple[str, ...]
    """Of the cards, as the markup has them."""
    entry: str = ""
    """What the button sends, as JSON, where that is more than the words."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the hands that can be told now, or the kitty."""

    words: str
    """What stands before its cards; empty of the one that is asked for by itself."""
    label: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Shower:
    """Who may show, and what."""

    name: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may come next, as a form or, where it is ready, as a button."""

    kind: str
    title: str
    """The question, where it is what comes next; else a word or two."""
    hint: str
    entry: str
    """What the button sends, as JSON; empty where there is something to fill in."""
    answer: str
    """The words of the button."""
    prefix: str
    fields: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    """Letters and names to choose from; one alone is understood."""
    size: int | None
    rest: str
    """All cards that are left, where these are as many as are wanted."""
    tabs: tuple[Tab, ...]
    showers: tuple[Shower, ...]


def choices(draft: Draft, found: Palette | None, language: Language) -> tuple[Choice, ...]:
    """What comes next, and then all else that may come now."""
    offers = expected(draft)
    asker = _Asker(draft, offers, found, language, sitting(draft))
    shown = offers[:1] + tuple(each for each in offers[1:] if asker.is_else(each))
    return tuple(asker.choice(each, first=not place) for place, each in enumerate(shown))


@dataclass(frozen=True, slots=True)
class _Asker:
    draft: Draft
    offers: tuple[Expected, ...]
    found: Palette | None
    language: Language
    names: Mapping[str, str]
    """Of the seats, by their letters."""

    def is_tab(self, offer: Expected) -> bool:
        """It stands behind a tab of what is asked for."""
        return offer.kind in DEALT and self.offers[0].kind in DEALT

    def is_else(self, offer: Expected) -> bool:
        """It is asked for beside what comes first. Of asides there are forms with all fields."""
        return not self.is_tab(offer) and offer.kind not in ASIDES

    def choice(self, offer: Expected, *, first: bool) -> Choice:
        entry: dict[str, object] = {"do": "enter", "lines": [offer.text]}
        if offer.word:
            entry = {"do": "add", "word": offer.text}
        fields = FIELDS.get(offer.kind, ("words",))
        if len(offer.seats) == 1:
            fields = tuple(field for field in fields if field != "seat")
        return Choice(
            kind=offer.kind,
            title=self._title(offer, first),
            hint=self._hint(offer) if first else "",
            entry=json.dumps(entry) if offer.ready else "",
            answer=self._answer(offer) if offer.ready else "",
            prefix="" if offer.kind in (TYPED if first else PLAYED) else _prefix(offer),
            fields=() if offer.ready else fields,
            seats=tuple((write_seat(seat), self._name(seat)) for seat in offer.seats),
            size=offer.size,
            rest=self._rest(offer) if first and offer.kind in DEALT else "",
            tabs=tuple(self._tabs()) if first else (),
            showers=() if offer.ready else tuple(self._showers(offer.kind)),
        )

    # -- words ----------------------------------------------------------------------------------

    def _say(self, key: str, **arguments: str | int) -> str:
        return texts(self.language)(key, **arguments)

    def _name(self, seat: int) -> str:
        return self.names[write_seat(seat)]

    def _who(self, offer: Expected) -> str:
        return self._name(offer.seats[0]) if len(offer.seats) == 1 else ""

    def _title(self, offer: Expected, first: bool) -> str:
        if not first:
            return self._known("more", offer)
        if offer.ready:
            return self._known("settled", offer)
        key = "lead-open" if offer.kind == "lead" and len(offer.seats) > 1 else offer.kind
        return self._known("ask", offer, key)

    def _known(self, group: str, offer: Expected, key: str = "") -> str:
        """The words of a group for a kind; those of a terminal where it has none."""
        name = f"{group}.{key or offer.kind}"
        if not has_text(self.language, name):
            return say_expected(offer, self.language)
        return self._say(name, who=self._who(offer))

    def _hint(self, offer: Expected) -> str:
        if offer.size is not None:
            return self._say(f"hint.{'one' if offer.size == 1 else 'some'}", number=offer.size)
        name = f"hint.{offer.kind}"
        return self._say(name) if has_text(self.language, name) else ""

    def _answer(self, offer: Expected) -> str:
        """What a button writes that needs nothing filled in."""
        words = offer.text.split()
        match offer.kind:
            case "trump":
                suit = self._say("suit.none" if words[1] == "-" else f"suit.{words[1]}")
                return self._say("answer.trump", suit=suit, level=words[2], who=self._who(offer))
            case "hand":
                stands = " · ".join(map(self._standing, words[2:]))
                return self._say("answer.hand", number=words[1], words=stands)
            case "match":
                return self._say("answer.match", words=words[1].upper())
        name = f"answer.{offer.kind}"
        if not has_text(self.language, name):
            return self._say("answer.any", words=offer.text)
        return self._say(name, who=self._who(offer))

    def _standing(self, word: str) -> str:
        """A level or the dealer, of a `hand` line: `AC 5`, `dealer B 李娜`."""
        name, told, value = word.partition("=")
        if not told:
            return word
        if name != "dealer":
            return f"{name.upper()} {value}"
        return f"{self._say('term.dealer')} {self.names.get(value, value)}"

    # -- cards ----------------------------------------------------------------------------------

    def _rest(self, offer: Expected) -> str:
        left = () if self.found is None else self.found.left
        if sum(left) != offer.size:
            return ""
        return "".join(face_name(face) * number for face, number in enumerate(left))

    def _tabs(self) -> Iterator[Tab]:
        tabs = [offer for offer in self.offers if self.is_tab(offer)]
        for place, offer in enumerate(tabs if len(tabs) > 1 else ()):
            label = self._who(offer) or self._say("term.kitty")
            yield Tab(offer.text.strip() if place else "", label, offer.size)

    def _showers(self, kind: str) -> Iterator[Shower]:
        if kind not in SHOWN:
            return
        for each in showings(self.draft):
            yield Shower(self._name(each.seat), tuple(_picks(kind, each)))


def _picks(kind: str, each: Showings) -> Iterator[Pick]:
    seat = write_seat(each.seat)
    passes = [f"pass {write_seat(before)}" for before in each.passes]
    for cards in each.cards:
        words = f"{seat} {write_cards(cards)}"
        lines = [*passes, f"{kind} ? {words}"]
        entry = json.dumps({"do": "enter", "lines": lines}) if passes else ""
        yield Pick(words, tuple(map(face_name, cards)), entry)


def level(draft: Draft) -> str:
    """Of the first side: most often what is played; empty where it is not known."""
    hand = judge(draft.text).hand
    found = hand.levels[0].level if hand and hand.levels else None
    return "" if found is None else write_level(found)


def _prefix(offer: Expected) -> str:
    """The words before what is filled in; of a line that is known in part its first word alone,
    where all of it is asked for."""
    words = offer.text.split()
    return words[0] if offer.kind == "trump" else offer.text.strip()
