"""A line that is to be corrected: the plays of a trick one by one, cards, or the whole of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shengji.engine.cards import FACES, Cards
from shengji.notation.lines import WORD
from shengji.notation.spelling import spell
from shengji.notation.tokens import SEATS, TokenError, read_cards
from shengji.replay.recording import Draft, judge
from shengji.replay.recording.correcting import card_words, play_words
from shengji.web.recorder.keys import by_face, face_name
from shengji.web.recorder.sitting import sitting


@dataclass(frozen=True, slots=True)
class Played:
    """A play that can be tapped."""

    number: int
    """From 1, as in an address."""
    who: str
    words: str
    names: tuple[str, ...]
    """Of its cards, as the markup has them; empty where these cannot be read."""


@dataclass(frozen=True, slots=True)
class Correcting:
    """What is shown of a line that is to be corrected."""

    line: int
    """0: of none."""
    text: str = ""
    plays: tuple[Played, ...] = ()
    play: Played | None = None
    """The one that was tapped."""
    who: str = ""
    """Whose cards they are, of a hand or a burying."""
    cards: str | None = None
    """What the field of cards begins with; None: it has none."""
    copies: str = "{}"
    """Of each card there is, as JSON: all can be meant."""


def correcting(draft: Draft, line: int, play: int) -> Correcting:
    """The line of this number, from 1; of a trick perhaps with a play that was tapped."""
    if not 0 < line <= len(draft.lines):
        return Correcting(0)
    text = draft.lines[line - 1]
    names = sitting(draft)
    plays = tuple(_plays(text, names))
    tapped = plays[play - 1] if 0 < play <= len(plays) else None
    words = card_words(text)
    cards = None if words is None else " ".join(words)
    if tapped is not None:
        # Of a single card there is nothing to be kept.
        cards = "".join(tapped.names) if len(tapped.names) > 1 else ""
    return Correcting(line, text, plays, tapped, _whose(text, names), cards, _copies(draft))


def _plays(text: str, names: Mapping[str, str]) -> Iterator[Played]:
    words = WORD.findall(spell(text))
    seats = list(names)
    for place, word in enumerate(play_words(text)):
        leader = words[1] if words[1] in seats else None
        seat = None if leader is None else seats[(seats.index(leader) + place) % len(seats)]
        who = "" if seat is None else names[seat]
        yield Played(place + 1, who, word, tuple(map(face_name, _cards(word))))


def _cards(word: str) -> Cards:
    """The cards of a play, as they were meant to be laid down; none where not all are known."""
    end = min((word.find(sign) for sign in "/^" if sign in word), default=len(word))
    try:
        cards = read_cards([word[:end]])
    except TokenError:
        return ()
    return cards if all(card < FACES for card in cards) else ()


def _whose(text: str, names: Mapping[str, str]) -> str:
    """The seat of a hand, a burying or a showing, by its name."""
    words = WORD.findall(spell(text))
    found = (names[word] for word in words[:3] if word in SEATS and word in names)
    return next(found, "")


def _copies(draft: Draft) -> str:
    rules = judge(draft.text).rules
    copies = () if rules is None else rules.copies
    return json.dumps(by_face(copies), separators=(",", ":"))
