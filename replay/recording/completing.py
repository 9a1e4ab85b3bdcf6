"""How a line that is being typed may go on: by what is expected, and by the plays allowed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shengji.notation.record import Seat
from shengji.notation.tokens import SEATS, write_cards
from shengji.replay.recording.actions import Mode
from shengji.replay.recording.expecting import Expected, expected_of
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.palette import palette_of

LISTED: Final = 60
"""Plays that are offered at once."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to go on."""

    word: str
    """The next word, whole; of a line that follows from those above, its first word."""
    kind: str
    """The kind of what is expected, or `legal` of a play that the rules allow."""
    offer: Expected | None = None


def next_words(
    text: str, typed: Sequence[str], mode: Mode = Mode.FULL, seat: Seat | None = None
) -> Iterator[Candidate]:
    """What may stand behind the words of a new line below a text.

    A trick may be typed with its number and leader, or be the plays alone.

    :param seat: who looks, in :attr:`Mode.SEAT`.
    """
    judged = judge(text)
    for offer in _line_by_line(expected_of(judged, mode, seat)):
        words = offer.text.split()
        if offer.word and not typed:
            yield from (Candidate(word, offer.kind, offer) for word in words)
        elif words[: len(typed)] == list(typed) and len(words) > len(typed):
            yield Candidate(words[len(typed)], offer.kind, offer)
    if not typed:
        yield from _legal(judged)
    elif typed[0].isdecimal() and len(typed) > 1 and typed[1] in SEATS:
        yield from _in_trick(text, typed, mode)


def _line_by_line(offers: Sequence[Expected]) -> Iterator[Expected]:
    """In the place of what needs a line above it, that line."""
    above = dict.fromkeys(offer.above for offer in offers if offer.above)
    yield from (Expected(line, line, True) for line in above)
    yield from (offer for offer in offers if not offer.above and offer.text not in above)


def _in_trick(text: str, typed: Sequence[str], mode: Mode) -> Iterator[Candidate]:
    """Behind the words of a trick: the plays of the seat whose turn it is, and who won."""
    leads = len(typed) == 2
    judged = judge(text if leads else f"{text}{' '.join(typed)}\n")
    engine = judged.engine
    if leads or (engine is not None and engine.trick is not None):
        yield from _legal(judged)
    for offer in expected_of(judged, mode):
        if offer.kind == "won" and offer.ready:
            yield Candidate(offer.text, "won", offer)


def _legal(judged: Judged) -> Iterator[Candidate]:
    shown = palette_of(judged)
    for cards in (() if shown is None else shown.legal or ())[:LISTED]:
        yield Candidate(write_cards(cards), "legal")
