"""Statements in file order → records; owns which statement may follow which.

A statement in the wrong place is one diagnostic and is left out. A bad line moves the builder on as
the sound line would have done, so that what follows it is not called misplaced.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias, TypeVar

from shengji.engine.values import value
from shengji.notation import diagnostics as codes
from shengji.notation.address import address_order, canonical_address, write_address
from shengji.notation.diagnostics import Code, Diagnostic, Span, Value
from shengji.notation.limits import HANDS_A_MATCH, LINES_A_HAND
from shengji.notation.lines import Comment, End, EndVar, HandLine, Line, Magic, Structure
from shengji.notation.positions import HandLines, MatchLines, whole
from shengji.notation.record import (
    UNKNOWN_SEAT,
    Address,
    Appendix,
    Bury,
    Deal,
    Hand,
    Hands,
    Kitty,
    MatchEnd,
    Note,
    Record,
    Remarks,
    Retract,
    Ruling,
    SeatCards,
    Statement,
    Tag,
    Take,
    Trick,
    Variation,
    Vendor,
)
from shengji.notation.tokens import SEATS, STAKE, read_stake, write_seat

T = TypeVar("T", bound=Structure | Statement)

VERSION: Final = 1
"""The major version of the notation that this package reads and writes."""


KNOWN_TAGS: Final = (
    "Event", "Site", "Date", "Round", "Table", "Board", "Time", "Rules",
    *(f"Player{seat.upper()}" for seat in SEATS),
    "Referee", "Annotator", "Source", "Licence", "DealId", "PlayId", "RecordId",
    STAKE,
)  # fmt: skip
"""Tags whose meaning SPEC 2.4 gives; others are kept and may be a misspelling."""


class Phase(IntEnum):
    """How far a hand has come."""

    OPENED = 0
    DEALT = 1
    SHOWING = 2
    KITTY = 3
    PLAY = 4
    OVER = 5
    RESULT = 6


class Place(NamedTuple):
    """Up to which phase a statement may stand, and the phase that it leads to."""

    last: Phase
    leads_to: Phase = Phase.OPENED
    once: bool = False


PLACES: Final[dict[str, Place]] = {
    "deal": Place(Phase.OPENED, Phase.DEALT),
    "hands": Place(Phase.OPENED, Phase.DEALT),
    "sheet": Place(Phase.OPENED, Phase.OVER),
    "start": Place(Phase.DEALT, Phase.DEALT, once=True),
    "kitty": Place(Phase.DEALT, Phase.DEALT, once=True),
    "declare": Place(Phase.SHOWING, Phase.SHOWING),
    "flip": Place(Phase.SHOWING, Phase.SHOWING),
    "pass": Place(Phase.KITTY, Phase.SHOWING),
    "trump": Place(Phase.KITTY, Phase.SHOWING),
    "take": Place(Phase.KITTY, Phase.KITTY),
    "bury": Place(Phase.KITTY, Phase.KITTY),
    "overturn": Place(Phase.KITTY, Phase.KITTY),
    "friend": Place(Phase.KITTY, Phase.SHOWING),
    "trick": Place(Phase.PLAY, Phase.PLAY),
    "join": Place(Phase.PLAY, Phase.PLAY),
    "claim": Place(Phase.PLAY, Phase.OVER),
    "concede": Place(Phase.PLAY, Phase.OVER),
    "abandon": Place(Phase.PLAY, Phase.OVER),
    "forfeit": Place(Phase.PLAY, Phase.OVER),
    "redeal": Place(Phase.PLAY, Phase.OVER),
    "penalty": Place(Phase.OVER),
    "ruling": Place(Phase.OVER),
    "retract": Place(Phase.OVER),
    "result": Place(Phase.OVER, Phase.RESULT),
    "vendor": Place(Phase.RESULT),
}
"""Where each statement may stand between `hand` and `end`; SPEC 5 prints this table."""


def phase_of(events: Iterable[Statement]) -> Phase:
    """How far these statements bring a hand."""
    return max((PLACES[event.kind].leads_to for event in events), default=Phase.OPENED)


IN_VARIATION: Final = frozenset(("trick", "join", "claim", "concede", "penalty", "vendor"))
"""What may stand between `var` and `endvar`."""


@value
class MatchOpened:
    """The head of a match: a record without its hands, and what was found by then."""

    record: Record
    lines: MatchLines
    diagnostics: tuple[Diagnostic, ...]


@value
class HandRead:
    hand: Hand
    lines: HandLines
    damaged: bool
    """Something of the hand was refused, so it does not say all that was meant."""
    diagnostics: tuple[Diagnostic, ...]


@value
class MatchClosed:
    """What stands behind the last hand of a match."""

    match: MatchEnd | None
    closing: tuple[str, ...]
    match_span: Span | None
    diagnostics: tuple[Diagnostic, ...]


@value
class Outside:
    """Diagnostics of a file in which no match begins."""

    diagnostics: tuple[Diagnostic, ...]


Piece: TypeAlias = MatchOpened | HandRead | MatchClosed | Outside
"""What reading a file yields, in order: a match is opened, its hands are read, it is closed."""


@dataclass(slots=True, eq=False, repr=False)
class _Lines:
    """Statements of one kind with the lines they stand on."""

    statements: list[Statement] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def add(self, statement: Statement, at: int) -> None:
        self.statements.append(statement)
        self.numbers.append(at)


@dataclass(slots=True, eq=False, repr=False)
class _OpenMatch:
    magic: Magic
    at: int
    tags: list[Tag] = field(default_factory=list)
    tag_lines: list[int] = field(default_factory=list)
    vendor: _Lines = field(default_factory=_Lines)
    opened: bool = False
    """Its head was handed out."""
    hands: int = 0
    end: MatchEnd | None = None
    end_span: Span | None = None
    refused: bool = False
    """It is of a newer version and is passed over."""


@dataclass(slots=True, eq=False, repr=False)
class _OpenVariation:
    at: int
    opening: Variation | None
    """None where its `var` line was refused."""
    inside: _Lines = field(default_factory=_Lines)
    nested: int = 0
    """How many variations inside it are being passed over."""


@dataclass(slots=True, eq=False, repr=False)
class _OpenHand:
    at: int
    line: HandLine | None
    """None where the `hand` line itself was bad."""
    number: int
    tags: list[Tag] = field(default_factory=list)
    tag_lines: list[int] = field(default_factory=list)
    events: _Lines = field(default_factory=_Lines)
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    appendix: list[tuple[Appendix, int, tuple[int, ...]]] = field(default_factory=list)
    begun: bool = False
    """A statement was met: no tag may follow."""
    phase: Phase = Phase.OPENED
    once: set[str] = field(default_factory=set)
    """Statements that may stand once and did."""
    dealing: list[tuple[SeatCards, int]] | None = None
    """The seat lines so far, while the last statement is a `deal` or `hands`."""
    holder: int | None = None
    """Who took the kitty and has not buried yet."""
    end: int | None = None
    end_remarks: Remarks | None = None
    damaged: bool = False

    @property
    def players(self) -> int:
        """Seats named on the `hand` line; more than any table has where it was bad."""
        levels = self.line.levels if self.line else ()
        return sum(len(level.seats) for level in levels) or 99

    @property
    def address(self) -> Address:
        """After the last trick read, or the start of the hand."""
        for event in reversed(self.events.statements):
            if isinstance(event, Trick):
                return Address(self.number, "trick", event.number)
        return Address(self.number)


class Builder:
    """Takes lines one after the other; finished pieces pile up in :attr:`pieces`."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.found: list[Diagnostic] = []
        self.texts: list[str] = []
        """The file's lines that belong to no finished piece yet; the reader appends to it."""
        self._first = 1
        """The number of the first line in `texts`."""
        self._above: list[str] = []
        self._above_at = 0
        self._sealed = 0
        """How many of the comments waiting are cut off by an empty line."""
        self.matches = 0
        """How many matches have begun."""
        self._match: _OpenMatch | None = None
        self._hand: _OpenHand | None = None
        self._variation: _OpenVariation | None = None
        self._lost = False
        """Statements outside any hand were reported once; more of them are passed over."""
        self._playing: _OpenHand | None = None
        """The open hand while the last statement was a trick of its main line."""

    # What the reader calls

    def add(self, line: Line | None, at: int) -> None:
        """The line `at` of the file says this; None for an empty line."""
        hand = self._playing
        if type(line) is Trick and hand and not self._above and at - hand.at <= LINES_A_HAND:
            hand.events.statements.append(line)
            hand.events.numbers.append(at)
        elif line is None:
            self._sealed = len(self._above)
        elif isinstance(line, Comment):
            if not self._above:
                self._above_at = at
            self._above.append(line.text)
        else:
            self._place(line, at)

    def bad(self, words: list[str], at: int) -> None:
        """The line `at`, of these plain words, was refused: go on as if it had been sound."""
        self._playing = None
        word = words[0] if words else ""
        if word.upper().startswith("%SJN"):
            self._open_match(Magic(str(VERSION)), at)
            return
        self._opened_match(at)
        if self._hand is not None:
            self._hand.damaged = True
        if word == "hand":
            self._open_hand(None, at, _number(words))
        elif word in ("var", "endvar"):
            self._bad_variation(word, at)
        elif self._hand is not None and self._variation is None:
            self._pass_over(self._hand, word, at)

    def _bad_variation(self, word: str, at: int) -> None:
        open_now = self._variation
        if word == "endvar" and open_now is not None:
            if open_now.nested:
                open_now.nested -= 1
            else:
                self._close_variation(at, None)
        elif word == "var" and open_now is not None:
            open_now.nested += 1
        elif word == "var" and self._hand is not None:
            self._variation = _OpenVariation(at, None)

    @property
    def passing_over(self) -> bool:
        """The match is of a newer version: what its lines say is not ours to judge."""
        return self._match is not None and self._match.refused

    def forget(self) -> None:
        """Drop the lines that are held."""
        self._take_texts(0)

    def report(self, code: Code, span: Span | None, **arguments: Value) -> None:
        address = self._hand.address if self._hand is not None else None
        self.found.append(Diagnostic(code, span, address, arguments))

    def finish(self) -> None:
        """The file has ended."""
        self._close_match()
        self._above.clear()
        if self.found:
            self.pieces.append(Outside(self._take_found()))

    # Dispatch

    def _place(self, line: Structure | Statement, at: int) -> None:
        self._playing = None
        if isinstance(line, Magic):
            self._open_match(line, at)
            return
        match = self._opened_match(at)
        hand = self._hand
        if match.refused:
            self._above.clear()
        elif isinstance(line, HandLine):
            self._open_hand(line, at, line.number)
        elif isinstance(line, Tag):
            self._tag(match, line, at)
        elif isinstance(line, MatchEnd):
            self._match_end(match, line, at)
        elif hand is None:
            self._outside(match, line, at)
        elif at - hand.at > LINES_A_HAND:
            self._too_long(hand, line, at)
        elif isinstance(line, SeatCards):
            self._seat_line(hand, line, at)
        else:
            hand.begun = True
            if hand.dealing is not None:
                _close_deal(hand)
            self._in_hand(hand, line, at)

    def _opened_match(self, at: int) -> _OpenMatch:
        """The match that the line `at` is of, which ought to be open."""
        if self._match is not None:
            return self._match
        self.report(codes.NO_MAGIC, self._span(at))
        return self._open_match(Magic(str(VERSION)), at)

    def _in_hand(
        self, hand: _OpenHand, line: Note | Variation | End | EndVar | Statement, at: int
    ) -> None:
        if isinstance(line, Note):
            self._note(hand, line, at)
        elif self._variation is not None:
            self._in_variation(hand, self._variation, line, at)
        elif isinstance(line, Variation):
            self._open_variation(hand, line, at)
        elif isinstance(line, End):
            self._end(hand, line, at)
        elif isinstance(line, EndVar):
            self._misplaced("endvar", at)
        elif hand.end is not None:
            self._behind_end(hand, line, at)
        else:
            self._event(hand, line, at)

    def _outside(
        self,
        match: _OpenMatch,
        line: SeatCards | End | EndVar | Note | Variation | Statement,
        at: int,
    ) -> None:
        if isinstance(line, Vendor) and not match.opened:
            match.vendor.add(self._remarked(line), at)
        elif not self._lost:
            self._misplaced(_kind(line), at)
            self._lost = True

    def _behind_end(self, hand: _OpenHand, line: Statement, at: int) -> None:
        if isinstance(line, Vendor):
            hand.appendix.append((self._remarked(line), at, ()))
        elif not self._lost:
            self._misplaced(line.kind, at)
            self._lost = True

    # Matches

    def _open_match(self, magic: Magic, at: int) -> _OpenMatch:
        if self._match is not None:
            # An empty line parts the comments that end a match from those of the next one.
            own = self._above[self._sealed :]
            del self._above[self._sealed :]
            self._close_match(at - len(own))
            self._above = own
        self._lost = False
        self.matches += 1
        match = self._match = _OpenMatch(self._remarked(magic), at)
        major, _, minor = magic.version.partition(".")
        if int(major) > VERSION:
            match.refused = True
            self.report(
                codes.NEWER_VERSION, self._span(at), found=magic.version, supported=str(VERSION)
            )
        elif minor not in ("", "0"):
            self.report(
                codes.NEWER_MINOR, self._span(at), found=magic.version, supported=str(VERSION)
            )
        return match

    def _hand_out_head(self, match: _OpenMatch, before: int) -> None:
        """Everything above the line `before` is the head of the match."""
        match.opened = True
        if all(tag.name != "Rules" for tag in match.tags):
            self.report(codes.MISSING_TAG, self._span(match.at), name="Rules")
        first, texts = self._take_texts(before)
        vendor = tuple(line for line in match.vendor.statements if isinstance(line, Vendor))
        record = Record(
            tuple(match.tags), (), None, match.magic.version, match.magic.remarks, (), vendor
        )
        lines = MatchLines(
            first, texts, match.at, tuple(match.tag_lines), tuple(match.vendor.numbers)
        )
        self.pieces.append(MatchOpened(record, lines, self._take_found()))

    def _close_match(self, before: int = 0) -> None:
        match = self._match
        if match is None:
            return
        closing, self._above = tuple(self._above), []
        if match.refused:
            self._take_texts(before)
            self.pieces.append(Outside(self._take_found()))
        else:
            self._close_hand(before)
            if not match.opened:
                self._hand_out_head(match, before)
            self._take_texts(before)
            self.pieces.append(MatchClosed(match.end, closing, match.end_span, self._take_found()))
        self._match = None

    def _match_end(self, match: _OpenMatch, line: MatchEnd, at: int) -> None:
        if match.end is not None:
            self.report(codes.REPEATED, self._span(at), statement="match")
            return
        self._close_hand(self._head_of(at))
        if not match.opened:
            self._hand_out_head(match, self._head_of(at))
        match.end, match.end_span = self._remarked(line), self._span(at)
        self._lost = False

    def _tag(self, match: _OpenMatch, tag: Tag, at: int) -> None:
        hand = self._hand
        if hand is None:
            tags, lines = match.tags, match.tag_lines
            fits = not (match.opened or match.vendor.numbers)
        else:
            tags, lines, fits = hand.tags, hand.tag_lines, not hand.begun
        if not fits:
            self._misplaced("tag", at)
            return
        if any(tag.name == other.name for other in tags):
            self.report(codes.REPEATED_TAG, self._span(at), name=tag.name)
        if tag.name not in KNOWN_TAGS and not tag.name.startswith("X-"):
            self._unknown_tag(tag.name, at)
        if tag.name == STAKE and tag.value not in ("", "?") and read_stake(tag.value) is None:
            self.report(codes.STAKE_VALUE, self._span(at), found=tag.value)
        tags.append(self._remarked(tag))
        lines.append(at)

    def _unknown_tag(self, name: str, at: int) -> None:
        from difflib import get_close_matches

        known = {tag.lower(): tag for tag in KNOWN_TAGS}
        near = get_close_matches(name.lower(), known, 1, 0.75)
        told = {"suggestion": known[near[0]]} if near else {}
        self.report(codes.UNKNOWN_TAG, self._span(at), name=name, **told)

    # Hands

    def _open_hand(self, line: HandLine | None, at: int, number: int) -> None:
        match = self._opened_match(at)
        before = self._head_of(at)
        self._close_hand(before)
        if not match.opened:
            self._hand_out_head(match, before)
        if match.end is not None:
            self._misplaced("hand", at)
        match.hands += 1
        if match.hands == HANDS_A_MATCH + 1:
            self.report(codes.LIMIT, self._span(at), kind="hands", limit=HANDS_A_MATCH)
        self._lost = False
        if line is not None:
            line = self._remarked(line)
        self._hand = _OpenHand(at, line, number or match.hands, damaged=line is None)

    def _close_hand(self, before: int) -> None:
        hand = self._hand
        if hand is None:
            return
        if self._variation is not None:
            self.report(codes.UNCLOSED_VARIATION, self._span(self._variation.at))
            hand.damaged = True
            self._close_variation(self._variation.at, None)
        if hand.dealing is not None:
            _close_deal(hand)
        hand.appendix = _appendix_order(hand.appendix)
        self._hand = None
        first, texts = self._take_texts(before)
        self.pieces.append(
            HandRead(_hand(hand), _hand_lines(hand, first, texts), hand.damaged, self._take_found())
        )

    def _too_long(self, hand: _OpenHand, line: Structure | Statement, at: int) -> None:
        """Of what is too much in a hand its end alone is taken."""
        if not self._lost:
            self._lost = True
            hand.damaged = True
            self.report(codes.LIMIT, self._span(at), kind="lines a hand", limit=LINES_A_HAND)
        if isinstance(line, End):
            self._end(hand, line, at)

    def _end(self, hand: _OpenHand, line: End, at: int) -> None:
        if hand.end is not None:
            self._misplaced("end", at)
            return
        hand.end = at
        hand.end_remarks = self._remarked(line).remarks

    def _seat_line(self, hand: _OpenHand, line: SeatCards, at: int) -> None:
        if hand.dealing is None:
            if not hand.damaged or hand.phase != Phase.DEALT:
                self._misplaced("seat-line", at)
        elif any(line.seat == other.seat for other, _ in hand.dealing):
            self.report(codes.REPEATED_SEAT, self._span(at), seat=write_seat(line.seat))
            hand.damaged = True
        else:
            hand.dealing.append((self._remarked(line), at))

    def _event(self, hand: _OpenHand, event: Statement, at: int) -> None:
        place = PLACES[event.kind]
        if hand.phase > place.last:
            self._misplaced(event.kind, at)
            return
        if place.once:
            if event.kind in hand.once:
                self.report(codes.REPEATED, self._span(at), statement=event.kind)
                hand.damaged = True
                return
            hand.once.add(event.kind)
        if place.leads_to > hand.phase:
            hand.phase = place.leads_to
        if self._above:
            event = self._remarked(event)
        if isinstance(event, Trick):
            self._playing = hand
        elif event.kind in _SPECIAL:
            prepared = self._prepare(hand, event, at)
            if prepared is None:
                return
            event = prepared
        hand.events.add(event, at)

    def _prepare(self, hand: _OpenHand, event: Statement, at: int) -> Statement | None:
        """What is more than taken over: None where it is refused."""
        if isinstance(event, Deal | Hands):
            hand.dealing = []
        elif isinstance(event, Take):
            hand.holder = event.seat
        elif isinstance(event, Bury):
            if hand.holder is None:
                hand.events.add(Take(event.seat), at)
            hand.holder = None
        elif isinstance(event, Kitty):
            if not any(isinstance(other, Deal) for other in hand.events.statements):
                return replace(event, cards=tuple(sorted(event.cards)))
        elif isinstance(event, Ruling | Retract):
            address = self._own_address(hand, event.address, at)
            return replace(event, address=address) if address else None
        return event

    # Behind the end

    def _note(self, hand: _OpenHand, note: Note, at: int) -> None:
        address = self._own_address(hand, note.address, at)
        if address is not None:
            hand.appendix.append((replace(self._remarked(note), address=address), at, ()))

    def _own_address(self, hand: _OpenHand, address: Address, at: int) -> Address | None:
        """The canonical address, if it is of this hand."""
        if address.hand == hand.number:
            return canonical_address(address, hand.players)
        self.report(
            codes.FOREIGN_ADDRESS, self._span(at), found=write_address(address), hand=hand.number
        )
        hand.damaged = True
        return None

    def _open_variation(self, hand: _OpenHand, line: Variation, at: int) -> None:
        address = self._own_address(hand, line.address, at)
        if address is not None and (
            address.part not in ("lead", "trick") or address.variation is not None
        ):
            found = write_address(address)
            self.report(codes.ADDRESS_PART, self._span(at), found=found, statement="var")
            address = None
        opening = replace(self._remarked(line), address=address) if address else None
        self._variation = _OpenVariation(at, opening)

    def _in_variation(
        self,
        hand: _OpenHand,
        variation: _OpenVariation,
        line: Variation | End | EndVar | Statement,
        at: int,
    ) -> None:
        if isinstance(line, Variation):
            self.report(codes.NESTED_VARIATION, self._span(at))
            hand.damaged = True
            variation.nested += 1
        elif isinstance(line, EndVar) and not variation.nested:
            self._close_variation(at, self._remarked(line).remarks)
        elif isinstance(line, EndVar):
            variation.nested -= 1
        elif variation.nested:
            self._above.clear()
        elif isinstance(line, End) or line.kind not in IN_VARIATION:
            self._misplaced(_kind(line), at)
        else:
            variation.inside.add(self._remarked(line), at)

    def _close_variation(self, at: int, remarks: Remarks | None) -> None:
        variation, hand = self._variation, self._hand
        self._variation = None
        if variation is None or hand is None or variation.opening is None:
            return
        inside = variation.inside
        closed = replace(variation.opening, events=tuple(inside.statements), end_remarks=remarks)
        hand.appendix.append((closed, variation.at, (*inside.numbers, at)))

    # Helpers

    def _remarked(self, line: T) -> T:
        """The line with the comments above it."""
        if not self._above:
            return line
        above, self._above = tuple(self._above), []
        self._sealed = 0
        beside = line.remarks.beside if line.remarks else None
        return replace(line, remarks=Remarks(above, beside))

    def _head_of(self, at: int) -> int:
        """The first line of what stands at `at`, with the comments above it."""
        return self._above_at if self._above else at

    def _span(self, at: int) -> Span:
        """The statement on a line that is not handed out yet."""
        return whole(self.texts[at - self._first], at)

    def _misplaced(self, statement: str, at: int) -> None:
        self.report(
            codes.MISPLACED, self._span(at), statement=statement, state=self._state(statement)
        )
        if self._hand is not None:
            self._hand.damaged = True

    def _state(self, statement: str) -> str:
        """Where the file is, for a statement that has no place there."""
        if statement == "tag":
            return "begun"
        if self._hand is None:
            return "match-over" if self._match and self._match.end else "no-hand"
        if self._variation is not None:
            return "variation"
        return "ended" if self._hand.end is not None else self._hand.phase.name.lower()

    def _pass_over(self, hand: _OpenHand, word: str, at: int) -> None:
        """Move a hand on past a bad line that begins with `word`."""
        if word == "end":
            hand.end = hand.end or at
        elif word in SEATS and word:
            return
        _close_deal(hand)
        place = PLACES.get("trick" if word.isdecimal() else word)
        hand.begun = hand.begun or hand.end is not None or place is not None
        if place is not None and hand.end is None:
            hand.phase = max(hand.phase, place.leads_to)

    def _take_found(self) -> tuple[Diagnostic, ...]:
        found, self.found = tuple(self.found), []
        return found

    def _take_texts(self, before: int) -> tuple[int, tuple[str, ...]]:
        """The lines so far, up to and without the line `before`; 0 for all."""
        first = self._first
        count = before - first if before else len(self.texts)
        texts = tuple(self.texts[:count])
        del self.texts[:count]
        self._first += count
        return first, texts


_SPECIAL: Final = frozenset(("deal", "hands", "take", "bury", "kitty", "ruling", "retract"))


_NAMES: Final[dict[type, str]] = {SeatCards: "seat-line", End: "end", EndVar: "endvar"}


def _kind(line: SeatCards | End | EndVar | Note | Variation | Statement) -> str:
    """The statement that a line is, as diagnostics name it."""
    if isinstance(line, SeatCards | End | EndVar):
        return _NAMES[type(line)]
    return "var" if isinstance(line, Variation) else line.kind


def _number(words: list[str]) -> int:
    word = words[1] if len(words) > 1 else ""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 0


def _close_deal(hand: _OpenHand) -> None:
    """Put the seat lines read into their `deal` or `hands`, in the order of the seats."""
    if hand.dealing is None:
        return
    index = len(hand.events.statements) - 1
    deal = hand.events.statements[index]
    assert isinstance(deal, Deal | Hands)
    lines = sorted(hand.dealing, key=lambda each: each[0].seat)
    seats = tuple(line for line, _ in lines)
    if isinstance(deal, Hands):
        seats = tuple(replace(line, cards=tuple(sorted(line.cards))) for line in seats)
    hand.events.statements[index] = replace(deal, lines=seats)
    hand.parts[index] = tuple(at for _, at in lines)
    hand.dealing = None


def _appendix_order(
    appendix: list[tuple[Appendix, int, tuple[int, ...]]],
) -> list[tuple[Appendix, int, tuple[int, ...]]]:
    """Variations, then notes by address; a vendor line stays behind what it follows."""
    key: tuple[float, ...] = (0,)
    keyed = []
    for entry in appendix:
        if isinstance(entry[0], Note):
            key = (1, *address_order(entry[0].address))
        elif isinstance(entry[0], Variation):
            key = (0,)
        keyed.append((key, entry))
    keyed.sort(key=lambda each: each[0])
    return [entry for _, entry in keyed]


def _hand(hand: _OpenHand) -> Hand:
    line = hand.line or HandLine(hand.number, (), UNKNOWN_SEAT, False)
    return Hand(
        hand.number,
        line.levels,
        line.dealer,
        line.fresh,
        tuple(hand.tags),
        tuple(hand.events.statements),
        hand.end is not None,
        tuple(each for each, _, _ in hand.appendix),
        line.remarks,
        hand.end_remarks,
    )


def _hand_lines(hand: _OpenHand, first: int, texts: tuple[str, ...]) -> HandLines:
    return HandLines(
        first,
        texts,
        hand.at,
        tuple(hand.tag_lines),
        tuple(hand.events.numbers),
        hand.parts,
        hand.end,
        tuple(at for _, at, _ in hand.appendix),
        {index: inner for index, (_, _, inner) in enumerate(hand.appendix) if inner},
    )
