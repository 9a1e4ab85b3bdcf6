"""Every diagnostic that a check can give: its stable code, its severity and what it rests on.

No wording here. Sentences in each language live in one catalogue above this package, keyed by
the id of the code and filled from the named arguments that the code declares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from shengji.engine.faults import SOURCES, Rule
from shengji.engine.values import value
from shengji.notation.record import AddressWord, Word

Value: TypeAlias = int | str | tuple[str, ...]
"""What an argument can be. Cards, seats and levels stand in their notation; seats as letters."""


class Severity(StrEnum):
    ERROR = "error"
    """The record contradicts itself, its rules or the grammar."""
    WARNING = "warning"
    """Legal but suspicious."""
    UNCHECKED = "unchecked"
    """Facts are missing; it could not be checked."""
    NOTE = "note"


@value
class Code:
    """One kind of diagnostic, declared once."""

    id: str
    severity: Severity
    rests_on: str
    """A section of SPEC.md (`SPEC 5`), or where the rule texts state the rule (`000:127`)."""
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.id


@value
class Span:
    """A place in a file, in code points; line and column count from 1."""

    line: int
    column: int = 1
    length: int = 0


@dataclass(frozen=True, slots=True)
class Diagnostic:
    code: Annotated[Code, Word("code")]
    span: Span | None = None
    """None where it concerns the file as a whole or the record did not come from text."""
    address: AddressWord | None = None
    arguments: Mapping[str, Value] = field(default_factory=dict)
    option: str = ""
    """The id of the rule option on which the verdict rests."""

    @property
    def severity(self) -> Severity:
        return self.code.severity


CODES: Final[dict[str, Code]] = {}
"""Every code by its id, in the order of the table in SPEC.md."""


def _declare(severity: Severity, code: str, rests_on: str, *arguments: str) -> Code:
    declared = Code(code, severity, rests_on, arguments)
    assert code not in CODES, code
    CODES[code] = declared
    return declared


def _error(code: str, rests_on: str, *arguments: str) -> Code:
    return _declare(Severity.ERROR, code, rests_on, *arguments)


def _warning(code: str, rests_on: str, *arguments: str) -> Code:
    return _declare(Severity.WARNING, code, rests_on, *arguments)


def _unchecked(code: str, rests_on: str, *arguments: str) -> Code:
    return _declare(Severity.UNCHECKED, code, rests_on, *arguments)


def _note(code: str, rests_on: str, *arguments: str) -> Code:
    return _declare(Severity.NOTE, code, rests_on, *arguments)


# The file as a whole. With the first group nothing of it was read.
EMPTY_FILE = _error("empty-file", "SPEC 2")
BINARY_FILE = _error("binary-file", "SPEC 2", "format")
FOREIGN_FORMAT = _error("foreign-format", "SPEC 2", "format")
WRONG_ENCODING = _error("wrong-encoding", "SPEC 2.1", "encoding", "option")
TOO_MANY_FAULTS = _error("too-many-faults", "SPEC 12", "limit")

NO_MAGIC = _error("no-magic", "SPEC 2.2")
NEWER_VERSION = _error("newer-version", "SPEC 2.2", "found", "supported")
NEWER_MINOR = _note("newer-minor", "SPEC 2.2", "found", "supported")
BYTE_ORDER_MARK = _note("byte-order-mark", "SPEC 2.1")
LINE_ENDINGS = _note("line-endings", "SPEC 2.1", "found")
BAD_BYTE = _error("bad-byte", "SPEC 2.1", "byte", "encoding")
BAD_CHARACTER = _error("bad-character", "SPEC 2.1", "character")
BIDI_CONTROL = _warning("bidi-control", "SPEC 2.1", "character")
LIMIT = _error("limit", "SPEC 12", "kind", "limit")

# One line.
UNKNOWN_STATEMENT = _error("unknown-statement", "SPEC 4", "word", "suggestion")
PERCENT_LINE = _error("percent-line", "SPEC 2.2")
LINE_CONTINUED = _error("line-continued", "SPEC 2.3", "found")
UNEXPECTED = _error("unexpected", "SPEC 4", "found", "expected")
LINE_ENDS = _error("line-ends", "SPEC 4", "expected")
UNKNOWN_CARD = _error("unknown-card", "SPEC 3.1", "found", "card")
AMBIGUOUS_JOKER = _error("ambiguous-joker", "SPEC 3.1", "found", "readings")
JACK_OR_JOKER = _warning("jack-or-joker", "SPEC 3.1", "found", "readings")
RANK_WITHOUT_SUIT = _error("rank-without-suit", "SPEC 3.1", "found")
LOWER_CASE_CARD = _error("lower-case-card", "SPEC 3.1", "found", "suggestion")
UNKNOWN_SEAT = _error("unknown-seat", "SPEC 3.2", "found")
SEAT_ORDER = _error("seat-order", "SPEC 3.2", "found", "suggestion")
NUMBER_SIZE = _error("number-size", "SPEC 12", "found")
FULL_WIDTH = _error("full-width", "SPEC 3.5", "found", "suggestion")
TOUCHING_ANNOTATION = _error("touching-annotation", "SPEC 6", "found", "suggestion")
EARLY_ANNOTATION = _error("early-annotation", "SPEC 6", "found")
UNCLOSED_TEXT = _error("unclosed-text", "SPEC 6")
UNCLOSED_QUOTE = _error("unclosed-quote", "SPEC 2.4")
BAD_ESCAPE = _error("bad-escape", "SPEC 2.4", "found")
COMBINING_MARK = _error("combining-mark", "SPEC 3.4")
TAG_FORM = _error("tag-form", "SPEC 2.4")

# Statements in their order.
MISPLACED = _error("misplaced", "SPEC 5", "statement", "state")
REPEATED = _error("repeated", "SPEC 5", "statement")
REPEATED_TAG = _error("repeated-tag", "SPEC 2.4", "name")
MISSING_TAG = _error("missing-tag", "SPEC 2.4", "name")
STAKE_VALUE = _error("stake-value", "SPEC 2.4", "found")
REPEATED_FIELD = _error("repeated-field", "SPEC 4", "field")
MISSING_FIELD = _error("missing-field", "SPEC 4", "field")
REPEATED_SEAT = _error("repeated-seat", "SPEC 4", "seat")
FOREIGN_ADDRESS = _error("foreign-address", "SPEC 7", "found", "hand")
ADDRESS_PART = _error("address-part", "SPEC 7", "found", "statement")
NESTED_VARIATION = _error("nested-variation", "SPEC 4.9")
UNCLOSED_VARIATION = _error("unclosed-variation", "SPEC 4.9")

# The rules that a record names.
RULES_FORM = _error("rules-form", "SPEC 8", "found")
UNKNOWN_PRESET = _error("unknown-preset", "SPEC 8", "found", "suggestion")
UNKNOWN_PRESET_VERSION = _error("unknown-preset-version", "SPEC 8", "preset", "found", "known")
PRESET_WITHOUT_VERSION = _note("preset-without-version", "SPEC 8", "preset", "version")
UNKNOWN_OPTION = _error("unknown-option", "SPEC 8", "found", "suggestion")
OPTION_VALUE = _error("option-value", "SPEC 8", "found", "expected")
OPTIONS_CONTRADICT = _error("options-contradict", "SPEC 8", "found", "expected")

# What the engine finds broken: one code a rule, all with the same evidence.
FAULT_ARGUMENTS: Final = ("seat", "cards", "owed", "expected", "found", "other")
FAULTS: Final[Mapping[Rule, Code]] = {
    rule: _error(rule.value, SOURCES[rule], *FAULT_ARGUMENTS)
    for rule in Rule
    if rule not in (Rule.TRUMP_MISMATCH, Rule.TURN)
} | {Rule.TRUMP_MISMATCH: _error(Rule.TRUMP_MISMATCH.value, "SPEC 9", "written", "derived")}
"""The code of each rule of the engine that a record can break: whose turn it is follows from the
leader of a trick line, so nobody in it can be out of turn."""

# Assertions of the record that replaying contradicts.
TRICK_NUMBER = _error("trick-number", "SPEC 9", "written", "derived")
WON_EARLY = _error("won-early", "SPEC 9")
WRONG_WINNER = _error("wrong-winner", "SPEC 9", "written", "derived")
WRONG_POINTS = _error("wrong-points", "SPEC 9", "written", "derived")
WRONG_JOIN = _error("wrong-join", "SPEC 9", "written", "derived")
WRONG_RESULT = _error(
    "wrong-result", "SPEC 9", "written", "derived", "captured", "fines", "kitty", "multiplier"
)
POINTS_NOT_FIVE = _error("points-not-five", "SPEC 9", "written")
POINTS_IMPOSSIBLE = _error("points-impossible", "000:139-155", "written", "most")
WRONG_KITTY = _error("wrong-kitty", "SPEC 9", "written", "derived")
WRONG_LEVELS = _error("wrong-levels", "SPEC 9", "written", "derived")
WRONG_NEXT = _error("wrong-next", "SPEC 9", "written", "derived")
WRONG_PENALTY = _error("wrong-penalty", "SPEC 9", "written", "derived")
WRONG_MATCH = _error("wrong-match", "SPEC 9", "written", "derived")
WRONG_ID = _error("wrong-id", "SPEC 10", "name", "written", "derived")
RULING_DEPARTS = _warning("ruling-departs", "002:17-20,95-101", "written", "derived")
RULING_DUE = _note("ruling-due", "002:17-20,95-101", "mark", "derived")
MISSING_RESULT = _warning("missing-result", "SPEC 9", "derived")
MISSING_JOIN = _warning("missing-join", "SPEC 9", "seats")
MISSING_TRUMP = _error("missing-trump", "SPEC 9")
MISSING_TAKE = _error("missing-take", "SPEC 5", "seat")
MISSING_BURY = _error("missing-bury", "SPEC 5", "seat")

# From hand to hand.
HAND_ORDER = _error("hand-order", "SPEC 9", "written", "derived")
HAND_LEVELS = _error("hand-levels", "SPEC 9", "written", "expected")
PARTNER_LEVELS = _error("partner-levels", "000:209; 003:65", "written")
LEVEL_CARRY = _error("hand-level-carry", "SPEC 9", "seats", "written", "derived")
DEALER_CARRY = _error("dealer-carry", "SPEC 9", "written", "derived")
SEAT_BEYOND_TABLE = _error("seat-beyond-table", "SPEC 9", "seat", "players")
NO_FRIENDS = _error("no-friends", "000:87,205,233-237")
REDEAL_AFTER_PLAY = _error("redeal-after-play", "SPEC 5")
MATCH_OVER = _error("match-over", "SPEC 9", "hand")
MATCH_NOT_OVER = _error("match-not-over", "SPEC 9")
WRONG_VARIATION = _error("wrong-variation", "SPEC 4.9", "found")
UNKNOWN_ADDRESS = _error("unknown-address", "SPEC 7", "found")
RETRACT_CARDS = _error("retract-cards", "SPEC 4", "cards")

UNFINISHED_HAND = _warning("unfinished-hand", "SPEC 5", "hand")
UNKNOWN_TAG = _note("unknown-tag", "SPEC 2.4", "name", "suggestion")

# Facts are missing.
NOT_CHECKABLE_PLAY = _unchecked("not-checkable-play", "SPEC 9", "seat", "cards", "number")
NOT_CHECKABLE_THROW = _unchecked("not-checkable-throw", "SPEC 9", "seat", "cards", "number")
NOT_CHECKABLE_WINNER = _unchecked("not-checkable-winner", "SPEC 9", "written", "number")
NOT_CHECKABLE_POINTS = _unchecked("not-checkable-points", "SPEC 9", "written", "number")
NOT_CHECKABLE_DECLARE = _unchecked("not-checkable-declare", "SPEC 9", "seat", "cards", "number")
NOT_CHECKABLE_TAKE = _unchecked("not-checkable-take", "SPEC 9", "seat", "number")
NOT_CHECKABLE_FLIP = _unchecked("not-checkable-flip", "SPEC 9", "cards", "number")
NOT_CHECKABLE_REDEAL = _unchecked("not-checkable-redeal", "SPEC 9", "number")
NOT_CHECKABLE_FRIEND = _unchecked("not-checkable-friend", "SPEC 9", "seat", "number")
NOT_CHECKABLE_RESULT = _unchecked("not-checkable-result", "SPEC 9", "written", "number")
NOT_CHECKABLE_KITTY = _unchecked("not-checkable-kitty", "SPEC 9", "written", "number")
NOT_CHECKABLE_DEALER = _unchecked("not-checkable-dealer", "SPEC 9", "written", "number")
NOT_CHECKABLE_MARK = _unchecked("not-checkable-mark", "SPEC 9", "mark", "number")
NOT_CHECKABLE_DAMAGED = _unchecked("not-checkable-damaged", "SPEC 9", "hand", "number")

HAND_RECONSTRUCTED = _note("hand-reconstructed", "SPEC 9", "seat")
KITTY_RECONSTRUCTED = _note("kitty-reconstructed", "SPEC 9")
BURY_RECONSTRUCTED = _note("bury-reconstructed", "SPEC 9")
