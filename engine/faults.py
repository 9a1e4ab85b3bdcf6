"""The rules that can be broken, as values that carry their evidence.

A fault is a fact about the game, not a message: wording, severity and place are added above.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from shengji.engine.cards import Cards


class Rule(StrEnum):
    """A rule that an action can break. The value is the stable code of its diagnostic."""

    # The deal and the cards
    CARD_COUNT = "card-count"
    """More copies of a face than the decks hold (found, expected)."""
    HAND_SIZE = "hand-size"
    """A hand or a kitty of the wrong number of cards."""
    WRONG_PHASE = "wrong-phase"
    """The action has no place at this point of the hand."""

    # Declaring
    DECLARE_CARDS = "declare-cards"
    """What was shown names no trump under these rules."""
    DECLARE_NOT_HELD = "declare-not-held"
    """The seat had not been dealt the cards it showed by then."""
    DECLARE_TOO_LOW = "declare-too-low"
    """The showing does not beat the one that stands."""
    DECLARE_SELF = "declare-self"
    """A declarer overturned himself where the rules forbid it."""
    DECLARE_WINDOW = "declare-window"
    """A showing at a time when none is allowed."""
    DECLARE_TURN = "declare-turn"
    """Declarers are asked in turn and it was another seat's turn."""
    FLIP_CARDS = "flip-cards"
    """The kitty cards turned are not the ones the rules turn."""
    TRUMP_MISMATCH = "trump-mismatch"
    """Trump, level or declarer are not what the showings settle."""

    # The kitty
    TAKE_SEAT = "take-seat"
    """Another seat is to take the kitty."""
    BURY_COUNT = "bury-count"
    """The wrong number of cards was buried."""
    BURY_NOT_HELD = "bury-not-held"
    """A card was buried that the seat did not hold."""

    # Play
    LEADER = "leader"
    """The trick was led by the wrong seat."""
    TURN = "turn"
    """A seat played out of turn."""
    PLAY_COUNT = "play-count"
    """The play has another number of cards than the lead."""
    PLAY_NOT_HELD = "play-not-held"
    """A card was played that the seat does not hold."""
    LEAD_SUIT = "lead-suit"
    """A lead of several cards is not of one suit."""
    LEAD_READING = "lead-reading"
    """The announced units are no reading of the cards led."""
    FOLLOW_SUIT = "follow-suit"
    """Cards of the led suit were kept back."""
    FOLLOW_SHAPE = "follow-shape"
    """A pair, tractor or wider set was owed (owed says which)."""
    THROW_FORBIDDEN = "throw-forbidden"
    """The rules allow no throw, or none in this suit."""
    THROW_FAILS = "throw-fails"
    """The throw is beaten and should have failed (owed: what had to be played, other: by whom)."""
    THROW_STANDS = "throw-stands"
    """The throw was called failed although nobody can beat a part of it."""
    THROW_FORCED = "throw-forced"
    """Another unit had to be played (owed)."""
    THROW_BEATEN_BY = "throw-beaten-by"
    """The seat named cannot beat the throw."""
    TRICK_LENGTH = "trick-length"
    """A trick with fewer or more plays than players."""
    CARDS_LEFT = "cards-left"
    """The hand is said to be over while cards are held."""

    # Marks
    MARK_FALSE = "mark-false"
    """A regular play marked as irregular."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken rule and its evidence; what does not apply is empty."""

    rule: Rule
    seat: int | None = None
    cards: Cards = ()
    """The cards at fault."""
    owed: Cards = ()
    """Cards that would have been legal, or that were owed."""
    expected: int | None = None
    found: int | None = None
    other: int | None = None
    """Another seat that the evidence names."""
    option: str = ""
    """The id of the rule option on which the verdict rests."""


@dataclass(frozen=True, slots=True)
class Unproved:
    """A rule that cannot be checked for want of facts: neither kept nor broken is proved."""

    rule: Rule
    seat: int | None = None


Verdict: TypeAlias = Fault | Unproved | None
"""None: the rule is proved to be kept."""
