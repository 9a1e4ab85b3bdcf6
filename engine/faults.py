"""The rules that can be broken, as values that carry their evidence.

A fault is a fact about the game, not a message: wording, severity and place are added above.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from shengji.engine.cards import Cards
from shengji.engine.values import value


class Rule(StrEnum):
    """A rule that an action can break. The value is the stable code of its diagnostic."""

    # The deal and the cards
    CARD_COUNT = "card-count"
    """More copies of a face than the decks hold (found, expected)."""
    HAND_SIZE = "hand-size"
    """A hand or a kitty of the wrong number of cards."""
    WRONG_PHASE = "wrong-phase"
    """The action has no place at this point of the hand."""
    FIRST_DRAWER = "first-drawer"
    """Another seat was to draw the first card."""

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
    REDEAL_REASON = "redeal-reason"
    """The rules do not let the hand be dealt again for this."""
    TRUMP_MISMATCH = "trump-mismatch"
    """Trump, level or declarer are not what the showings settle."""

    # The kitty
    TAKE_SEAT = "take-seat"
    """Another seat is to take the kitty."""
    BURY_COUNT = "bury-count"
    """The wrong number of cards was buried."""
    BURY_NOT_HELD = "bury-not-held"
    """A card was buried that the seat did not hold."""
    BURY_POINTS = "bury-points"
    """More card points were buried than the rules allow (found, expected)."""

    # Friends
    FRIEND_CARD = "friend-card"
    """A card was called that the rules let nobody call under this trump."""
    FRIEND_COPY = "friend-copy"
    """A copy was called that the decks do not have, or that means nothing (expected: the last)."""
    FRIEND_REPEATED = "friend-repeated"
    """The same copy of a card was called twice."""
    FRIEND_COUNT = "friend-count"
    """More or fewer cards were called than there are to be friends."""

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


SOURCES: Final[Mapping[Rule, str]] = {
    Rule.CARD_COUNT: "000:7,85",
    Rule.HAND_SIZE: "000:7,91-93",
    Rule.WRONG_PHASE: "000:11-19",
    Rule.FIRST_DRAWER: "000:207",
    Rule.DECLARE_CARDS: "000:99,107,111",
    Rule.DECLARE_NOT_HELD: "000:99,103",
    Rule.DECLARE_TOO_LOW: "000:117; 002:103",
    Rule.DECLARE_SELF: "000:111; 002:10,207",
    Rule.DECLARE_WINDOW: "000:11,99,113-115",
    Rule.DECLARE_TURN: "000:115; 001:33; godot",
    Rule.FLIP_CARDS: "000:105; 002:11,95",
    Rule.REDEAL_REASON: "001:35,37; 002:95; 003:24",
    Rule.TRUMP_MISMATCH: "000:99,113",
    Rule.TAKE_SEAT: "000:13,109,115",
    Rule.BURY_COUNT: "000:13,109",
    Rule.BURY_NOT_HELD: "000:109",
    Rule.BURY_POINTS: "002:109",
    Rule.FRIEND_CARD: "tractor-online friend_selection_policy",
    Rule.FRIEND_COPY: "000:237; tractor-online initial_skip",
    Rule.FRIEND_REPEATED: "tractor-online friend_selection_policy",
    Rule.FRIEND_COUNT: "000:237; tractor-online num_friends",
    Rule.LEADER: "000:127,141,325; 002:14",
    Rule.TURN: "000:127",
    Rule.PLAY_COUNT: "000:133,193",
    Rule.PLAY_NOT_HELD: "000:91-93",
    Rule.LEAD_SUIT: "000:57-71,333-335",
    Rule.LEAD_READING: "000:57-67",
    Rule.FOLLOW_SUIT: "000:129,329",
    Rule.FOLLOW_SHAPE: "000:131-133,193,337-339",
    Rule.THROW_FORBIDDEN: "000:67-71; 001:69",
    Rule.THROW_FAILS: "000:67,135; 002:214-216",
    Rule.THROW_STANDS: "000:67,135; 002:214-216",
    Rule.THROW_FORCED: "000:135; 002:216",
    Rule.THROW_BEATEN_BY: "000:67; 002:214",
    Rule.TRICK_LENGTH: "000:127",
    Rule.CARDS_LEFT: "000:127,143",
    Rule.MARK_FALSE: "002:97-101",
}
"""Where the rule texts state each rule, as `seed:line`, or the program whose rule it is."""


@value
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


@value
class Unproved:
    """A rule that cannot be checked for want of facts: neither kept nor broken is proved."""

    rule: Rule
    seat: int | None = None


Verdict: TypeAlias = Fault | Unproved | None
"""None: the rule is proved to be kept."""
