"""The whole check: bytes or records in, a report out; files are judged a hand at a time."""

import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import BinaryIO, Final, TypeAlias

from shengji import notation
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError, Rules
from shengji.engine.values import value
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Diagnostic, Severity, Span, Value
from shengji.replay.addresses import check_addresses
from shengji.replay.cardcheck import check_cards
from shengji.replay.ids import states_ids, wrong_ids_of_hand, wrong_ids_of_record
from shengji.replay.judge import Judge
from shengji.replay.listening import Where
from shengji.replay.matches import MatchReplay
from shengji.replay.replayer import HandReplay
from shengji.replay.rulestag import rules_problem
from shengji.replay.settling import HandOutcome
from shengji.replay.variations import replay_variations

UNUSABLE: Final = frozenset(
    code.id
    for code in (
        dia.EMPTY_FILE, dia.BINARY_FILE, dia.FOREIGN_FORMAT, dia.WRONG_ENCODING,
        dia.NO_MAGIC, dia.NEWER_VERSION,
    )
)  # fmt: skip
"""Codes after which nothing of an input was read."""

Witness: TypeAlias = Callable[[rec.Hand, HandReplay, HandOutcome], None]
"""Is shown every hand once it was judged, as the engine left it."""


@value
class Report:
    """What a check found."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """In the order of the file."""
    records: int = 0
    hands: int = 0
    plays: int = 0
    confirmed: int = 0
    """Assertions of the record that were derived again and hold."""

    @property
    def usable(self) -> bool:
        """Something of the input could be read."""
        return not any(found.code.id in UNUSABLE for found in self.diagnostics)

    @property
    def faults(self) -> bool:
        """The record contradicts itself, its rules or the grammar."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)

    def number(self, severity: Severity) -> int:
        return sum(found.severity is severity for found in self.diagnostics)


def check(data: bytes | str, *, encoding: str | None = None, rules: str | None = None) -> Report:
    """Read and judge a whole text.

    :param encoding: the name of an encoding where the text is not UTF-8.
    :param rules: judge under these rules instead of the ones the records name.
    :raises RuleError: `rules` does not exist.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return check_stream(io.BytesIO(raw), encoding=encoding, rules=rules)


def check_stream(
    stream: BinaryIO, *, encoding: str | None = None, rules: str | None = None
) -> Report:
    """Read and judge a stream of bytes, holding no more than a hand at a time."""
    override = None if rules is None else rules_from_text(rules)[1]
    return check_pieces(notation.read(stream, encoding=encoding), override)


def check_pieces(
    pieces: Iterable[notation.Piece],
    override: Rules | None = None,
    witness: Witness | None = None,
) -> Report:
    """Judge what reading a text yields."""
    checker = _Checker(override, witness)
    for piece in pieces:
        checker.take(piece)
    return checker.report()


def check_record(record: rec.Record, *, rules: str | None = None) -> Report:
    """Judge a record that came from no text; diagnostics have addresses and no spans."""
    checker = _Checker(None if rules is None else rules_from_text(rules)[1])
    checker.begin(record, None)
    for hand in record.hands:
        checker.hand(hand, None)
    checker.close(record.match, None, record.closing)
    return checker.report()


class _Checker:
    """Collects what the pieces of a text come to."""

    def __init__(self, override: Rules | None, witness: Witness | None = None) -> None:
        self.override = override
        self.witness = witness
        self.found: list[Diagnostic] = []
        self.match: MatchReplay | None = None
        self.judge = Judge(_nowhere)
        self.records = self.hands = self.plays = 0
        self.head = rec.Record(())
        self.head_lines: notation.MatchLines | None = None
        self.kept: list[rec.Hand] | None = None
        """The hands of a match that states its ids, which need the whole of it."""

    def report(self) -> Report:
        found = sorted(self.found, key=_place)
        return Report(
            tuple(found), self.records, self.hands, self.plays, self.judge.confirmed_number
        )

    def take(self, piece: notation.Piece) -> None:
        self.found.extend(piece.diagnostics)
        match piece:
            case notation.MatchOpened(record, lines):
                self.begin(record, lines)
            case notation.HandRead(hand, lines, damaged):
                bad = _first_bad_line(piece.diagnostics) if damaged else None
                self.hand(hand, lines, bad)
            case notation.MatchClosed(match, closing, span):
                self.close(match, span, closing)

    def begin(self, head: rec.Record, lines: notation.MatchLines | None) -> None:
        self.records += 1
        self.match = None
        self.head, self.head_lines = head, lines
        self.kept = [] if states_ids(head.tags) else None
        rules = self.override
        if rules is None:
            index = next((i for i, tag in enumerate(head.tags) if tag.name == "Rules"), None)
            if index is None:
                return
            rules = self._rules(head.tags[index].value, index, lines)
        if rules is not None:
            self.match = MatchReplay(rules, self.judge, override=self.override is not None)

    def _rules(self, text: str, index: int, lines: notation.MatchLines | None) -> Rules | None:
        span = None if lines is None else lines.locate(index, "value")
        try:
            preset, rules = rules_from_text(text)
        except RuleError as error:
            self.found.append(replace(rules_problem(error), span=span))
            return None
        if "@" not in text.split()[0]:
            told: dict[str, Value] = {"preset": preset.id, "version": preset.version}
            self.found.append(Diagnostic(dia.PRESET_WITHOUT_VERSION, span, arguments=told))
        return rules

    def hand(
        self, hand: rec.Hand, lines: notation.HandLines | None, bad: int | None = None
    ) -> None:
        """A hand; `bad` is the first of its lines that could not be read, if there is one."""
        self.hands += 1
        if self.kept is not None:
            self.kept.append(hand)
        if bad is None and states_ids(hand.tags):
            for tag, found in wrong_ids_of_hand(self.head, hand):
                span = None if lines is None else lines.locate(tag=tag, part="value")
                self.found.append(replace(found, span=span))
        if self.match is None:
            return
        judge, match = self.judge, self.match
        judge.locate = _nowhere if lines is None else _Locator(lines)
        judge.open_hand(hand, match.rules.players)
        if not self._has_rules(match, hand, lines):
            match.skip(hand)
        elif bad is None or lines is None or (lines.end is not None and lines.end < bad):
            self._judge(match, hand if bad is None else replace(hand, appendix=()))
        else:
            sound = sum(line < bad for line in lines.events)
            match.skip(hand, sound if lines.hand < bad else None)
        judge.close_hand()
        self.found.extend(judge.diagnostics)
        judge.diagnostics.clear()

    def _has_rules(
        self, match: MatchReplay, hand: rec.Hand, lines: notation.HandLines | None
    ) -> bool:
        """Can the rules be used that a hand names for itself, if it names any?"""
        try:
            match.rules_of(hand)
        except RuleError as error:
            index = next(i for i, tag in enumerate(hand.tags) if tag.name == "Rules")
            span = None if lines is None else lines.locate(tag=index, part="value")
            self.found.append(replace(rules_problem(error), span=span))
            return False
        return True

    def _judge(self, match: MatchReplay, hand: rec.Hand) -> None:
        replay, outcome = match.play(hand)
        if not replay.cards.whole:
            check_cards(hand, replay.index, match.rules, replay.engine.holdings.copies, self.judge)
        self.plays += replay.plays
        if hand.appendix:
            replay_variations(hand, replay.index, match.rules, replay.before, self.judge)
        check_addresses(hand, replay, self.judge)
        if self.witness is not None:
            self.witness(hand, replay, outcome)

    def close(
        self, match: rec.MatchEnd | None, span: Span | None, closing: tuple[str, ...] = ()
    ) -> None:
        if self.kept is not None:
            whole = replace(self.head, hands=tuple(self.kept), match=match, closing=closing)
            for tag, found in wrong_ids_of_record(whole):
                lines = self.head_lines
                place = None if lines is None else lines.locate(tag, "value")
                self.found.append(replace(found, span=place))
        if self.match is None:
            return
        self.judge.locate = lambda where: span
        self.judge.close_match()
        self.match.finish(match)
        self.found.extend(self.judge.diagnostics)
        self.judge.diagnostics.clear()


def _first_bad_line(found: Iterable[Diagnostic]) -> int:
    """The first line of a damaged hand that has an error; 0 where no place is known."""
    errors = [each for each in found if each.severity is Severity.ERROR]
    return min((each.span.line if each.span else 0 for each in errors), default=0)


def _nowhere(where: Where) -> Span | None:
    return None


@value
class _Locator:
    """Places of a replay in the lines of its hand."""

    lines: notation.HandLines

    def __call__(self, where: Where) -> Span:
        return self.lines.locate(
            where.event,
            play=where.play,
            part=where.part,
            variation=where.variation,
            seat_line=where.line,
        )


def _place(found: Diagnostic) -> tuple[int, int]:
    return (0, 0) if found.span is None else (found.span.line, found.span.column)
