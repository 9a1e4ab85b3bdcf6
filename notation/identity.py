"""Ids computed from canonical text: the same cards, the same play, the same record.

Each is a SHA-256 over a label and the text that it stands for, as 26 letters of base32. SPEC 10
gives the exact bytes and worked examples.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from shengji.engine.cards import FACES, UNKNOWN
from shengji.notation import tokens
from shengji.notation.record import (
    ENDINGS,
    Bury,
    Deal,
    Declare,
    Flip,
    Friend,
    Hand,
    Hands,
    Join,
    Kitty,
    Overturn,
    Penalty,
    Record,
    Result,
    Retract,
    Ruling,
    Sheet,
    Start,
    Statement,
    Trick,
    Trump,
    Vendor,
)
from shengji.notation.writer import (
    canonical_rules,
    dumps,
    event_lines,
    hand_line,
    statement,
)

ID_TAGS: Final = ("DealId", "PlayId", "RecordId")
"""Tags that may state an id; they are checked, and no id depends on them."""
DEAL_LABEL: Final = "sjn-deal-1"
HAND_LABEL: Final = "sjn-hand-1"
MATCH_LABEL: Final = "sjn-match-1"
RECORD_LABEL: Final = "sjn-record-1"

_SOURCES: Final = (Sheet, *ENDINGS)
"""With one of these in a hand its `result` states what play does not tell."""


def digest(label: str, text: str) -> str:
    """The id of a text under a label."""
    # Loaded on use: a check hashes nothing unless a tag states an id.
    import base64
    import hashlib

    data = f"{label}\n{text}".encode()
    return base64.b32encode(hashlib.sha256(data).digest()).decode()[:26].lower()


def deal_id(hand: Hand) -> str | None:
    """The id of the cards dealt, wherever they are played.

    None unless every seat of the `hand` line has a line of known cards and the kitty is known.
    """
    kitty = next((event for event in hand.events if isinstance(event, Kitty)), None)
    deal = next((event for event in hand.events if isinstance(event, Deal | Hands)), None)
    if deal is None or kitty is None or any(isinstance(event, Start) for event in hand.events):
        return None
    seats = {seat for side in hand.levels for seat in side.seats}
    if {line.seat for line in deal.lines} != seats:
        return None
    cards = [*kitty.cards, *(card for line in deal.lines for card in line.cards)]
    if any(card >= FACES for card in cards):
        return None
    lines = [
        f"{tokens.write_seat(line.seat)} {tokens.write_cards(line.cards)}" for line in deal.lines
    ]
    return digest(DEAL_LABEL, "\n".join((*lines, f"kitty {tokens.write_cards(kitty.cards)}", "")))


def play_id(record: Record, index: int) -> str | None:
    """The id of what happened in one hand of a match; None for a hand that names no card."""
    hand = record.hands[index]
    if not any(map(_names_card, hand.events)):
        return None
    rules = next((tag.value for tag in hand.tags if tag.name == "Rules"), None)
    lines = play_lines(hand, canonical_rules(rules or record.tag("Rules") or "?"))
    return digest(HAND_LABEL, "\n".join((*lines, "")))


def match_play_id(record: Record) -> str | None:
    """The id of what happened in a match; None where no hand names a card."""
    ids = [play_id(record, index) for index in range(len(record.hands))]
    if not any(ids):
        return None
    lines = [
        line
        for hand, identifier in zip(record.hands, ids, strict=True)
        for line in ([identifier] if identifier else _bare_lines(hand))
    ]
    return digest(MATCH_LABEL, "\n".join((*lines, "")))


def record_id(record: Record, text: str | None = None) -> str:
    """The id of everything that a record says: its canonical text without a RecordId tag.

    :param text: its canonical text, where that is at hand.
    """
    tags = tuple(tag for tag in record.tags if tag.name != "RecordId")
    if text is None or len(tags) < len(record.tags):
        text = dumps(replace(record, tags=tags))
    return digest(RECORD_LABEL, text)


def _bare_lines(hand: Hand) -> list[str]:
    """What a hand without cards is to the id of its match: its `hand` and `result` lines."""
    results = [statement(event) for event in hand.events if isinstance(event, Result)]
    return [hand_line(replace(hand, number=1)), *results]


def play_lines(hand: Hand, rules: str) -> Iterator[str]:
    """The canonical text of a hand that its play id is made from."""
    trump, result = _trump_asserts(hand), _result_asserts(hand)
    yield f'[Rules "{rules}"]'
    yield hand_line(replace(hand, number=1))
    yield from event_lines(_bare(event) for event in hand.events if _counts(event, trump, result))
    if hand.ended:
        yield "end"


def _trump_asserts(hand: Hand) -> bool:
    """Whether the showings or, without any, the flips settle trump: the last is all known."""
    shown = [event.cards for event in hand.events if isinstance(event, Declare | Overturn)]
    turned = [event.cards for event in hand.events if isinstance(event, Flip)]
    settling = shown or turned
    return bool(settling) and all(card < FACES for card in settling[-1])


def _result_asserts(hand: Hand) -> bool:
    return not any(isinstance(event, _SOURCES) for event in hand.events)


def _counts(event: Statement, trump_asserts: bool, result_asserts: bool) -> bool:
    """Whether a statement says what happened, and not only what follows from it."""
    if isinstance(event, Trump):
        return not trump_asserts
    if isinstance(event, Result):
        return not result_asserts
    if isinstance(event, Penalty):
        return event.reason == "director"
    return not isinstance(event, Vendor | Join)


def _bare(event: Statement) -> Statement:
    """The statement without comments, annotations and assertions, in a hand numbered 1."""
    if isinstance(event, Trick):
        plays = tuple(
            replace(play, annotations=()) if play.annotations else play for play in event.plays
        )
        return replace(event, plays=plays, won=None, remarks=None)
    if isinstance(event, Deal | Hands):
        lines = tuple(replace(line, remarks=None) if line.remarks else line for line in event.lines)
        return replace(event, lines=lines, remarks=None)
    if isinstance(event, Declare | Overturn | Bury):
        return replace(event, annotations=(), remarks=None)
    if isinstance(event, Ruling | Retract):
        return replace(event, address=replace(event.address, hand=1), remarks=None)
    return replace(event, remarks=None) if event.remarks else event


def _names_card(event: Statement) -> bool:
    """Whether a statement names a card, if only by its suit."""
    if isinstance(event, Deal | Hands):
        return any(card != UNKNOWN for line in event.lines for card in line.cards)
    if isinstance(event, Trick):
        return any(card != UNKNOWN for play in event.plays for card in play.cards)
    if isinstance(event, Kitty | Declare | Overturn | Flip | Bury | Retract):
        return any(card != UNKNOWN for card in event.cards)
    return isinstance(event, Friend)
