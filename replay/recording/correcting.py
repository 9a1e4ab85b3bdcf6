"""What a device sends of a correction → the line as it is to be.

| JSON | what is done |
|---|---|
| `{"do": "correct", "at": 12, "text": "…"}` | the whole line; an empty text takes it away |
| `{"do": "correct", "at": 12, "play": 3, "cards": "HK"}` | the third play of a trick |
| `{"do": "correct", "at": 7, "cards": "SAK H2"}` | the cards of a hand, the kitty, a showing |
"""

from collections.abc import Mapping, Sequence
from typing import Final

from shengji.notation.lines import WORD
from shengji.notation.spelling import spell
from shengji.notation.tokens import SEATS, TokenError, read_cards, write_cards
from shengji.replay.recording.actions import Splice, number_of, text_of
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.placing import ANNOTATION, plays_among
from shengji.replay.recording.renewing import corrected
from shengji.replay.recording.typed import capital

_BEFORE: Final[Mapping[str, int]] = {
    "kitty": 1,
    "flip": 1,
    "bury": 2,
    "overturn": 2,
    "declare": 3,
    **dict.fromkeys(SEATS, 1),
}
"""Words in front of the cards, by the first word of a line."""


def correction(draft: Draft, told: Mapping[str, object]) -> Splice | None:
    """The action of an entry; None: it changes nothing.

    :raises DraftError: it is none, or there is no such line or play.
    """
    at = number_of(told, "at")
    if "cards" not in told:
        return corrected(draft, at, _spelled(text_of(told, "text")))
    if not 0 < at <= len(draft.lines):
        raise DraftError(Trouble.NO_LINE, str(at))
    words, cards = WORD.findall(spell(draft.lines[at - 1])), text_of(told, "cards")
    if "play" in told:
        number = number_of(told, "play")
        if not 0 < number <= len(_plays(words)):
            raise DraftError(Trouble.NO_LINE, f"{at}: {number}")
        words = _with_play(words, number, "".join(cards.split()))
    else:
        words = _with_cards(words, cards.split())
    return corrected(draft, at, " ".join(words))


def card_words(line: str) -> tuple[str, ...] | None:
    """The cards of a hand, the kitty, a burying or a showing; None of other lines."""
    words = WORD.findall(spell(line))
    span = _cards(words)
    return None if span is None else tuple(words[span])


def play_words(line: str) -> tuple[str, ...]:
    """The plays of a trick; none of other lines."""
    words = WORD.findall(spell(line))
    return tuple(words[place] for place in _plays(words))


def _plays(words: Sequence[str]) -> list[int]:
    return plays_among(words) if words and words[0].isdecimal() else []


def _spelled(text: str) -> str:
    """A line in the words of the notation, the plays of a trick in capital letters."""
    line = spell(text)
    words = WORD.findall(line)
    for place in (plays := _plays(words)):
        words[place] = capital(words[place])
    return " ".join(words) if plays else line


def _with_play(words: list[str], number: int, typed: str) -> list[str]:
    """A trick with another play; its mark and what was said of it stay."""
    if not typed:
        raise DraftError(Trouble.ONE_WORD, typed)
    place, play = _plays(words)[number - 1], _tidy(capital(typed))
    _, marked, mark = words[place].partition("^")
    if "^" not in play:
        play += marked + mark
    return [*words[:place], play, *words[place + 1 :]]


def _tidy(play: str) -> str:
    """Cards that were tapped one by one, as the notation writes them together."""
    try:
        return write_cards(read_cards([play]))
    except TokenError:
        return play


def _with_cards(words: list[str], cards: Sequence[str]) -> list[str]:
    span = _cards(words)
    if span is None:
        raise DraftError(Trouble.FORM, "cards")
    return [*words[: span.start], *map(capital, cards), *words[span.stop :]]


def _cards(words: Sequence[str]) -> slice | None:
    """Where the cards of a line stand that has any, besides tricks."""
    start = _BEFORE.get(words[0]) if words else None
    if start is None:
        return None
    ends = (i for i, word in enumerate(words) if i >= start and word[0] in f"{ANNOTATION}#")
    return slice(start, next(ends, len(words)))
