"""What stands in a text so far: read by the notation, judged by the check, and kept for a while."""

import io
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from shengji import notation
from shengji.engine.hand import Hand as Engine
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError, Rules
from shengji.notation import record as rec
from shengji.notation.diagnostics import (
    UNCLOSED_VARIATION,
    WRONG_VARIATION,
    Diagnostic,
    Severity,
)
from shengji.replay.checking import Report, check_pieces
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome
from shengji.replay.variations import unfinished_variation


@dataclass(frozen=True, slots=True)
class Judged:
    """A text, the match in it, and all that can be said of it."""

    parsed: notation.Parsed
    """What was read; its diagnostics are those of the text alone."""
    report: Report
    """What reading and judging found, in the order of the text."""
    rules: Rules | None
    """Of the last hand, or else of the match; None where it names none that exist."""
    replay: HandReplay | None = field(compare=False)
    """The last hand, or its open variation, as the engine left it; None where one of its lines was
    refused."""
    outcomes: dict[int, HandOutcome] = field(compare=False)
    """By index of the hand; not of hands with lines that were refused."""
    played: bool
    """A card was played, in whichever hand."""
    variation: rec.Variation | None = None
    """The open variation, as far as it goes; None where there is none, or nothing can be said."""

    @property
    def record(self) -> rec.Record | None:
        """The last match of the text: what is written next belongs to it."""
        return self.parsed.records[-1] if self.parsed.records else None

    @property
    def lines(self) -> notation.RecordLines:
        """Where its statements stand."""
        return self.parsed.lines[-1]

    @property
    def hand(self) -> rec.Hand | None:
        """The last hand of the match."""
        return self.record.hands[-1] if self.record and self.record.hands else None

    @property
    def match_rules(self) -> Rules | None:
        """Of the match, whatever its last hand says; None where it names none that exist."""
        return None if self.record is None else _named(self.record.tags)

    @property
    def engine(self) -> Engine | None:
        return None if self.replay is None else self.replay.engine

    @property
    def outcome(self) -> HandOutcome | None:
        """What the last hand comes to, as far as it is told by now."""
        return self.outcomes.get(len(self.record.hands) - 1) if self.record else None

    @property
    def over(self) -> bool:
        """The match has its `match` line."""
        return self.record is not None and self.record.match is not None

    @property
    def varying(self) -> bool:
        """A variation of the last hand is open: what comes next belongs to it."""
        if self.over or self.hand is None:
            return False
        begun = self.lines.hands[-1].hand
        return any(
            _is_open(each) and each.span is not None and each.span.line > begun
            for each in self.parsed.diagnostics
        )

    @property
    def refused(self) -> tuple[Diagnostic, ...]:
        """What of the text could not be read."""
        return tuple(d for d in self.parsed.diagnostics if d.severity is Severity.ERROR)

    @property
    def readable(self) -> bool:
        """All of the text could be read; a variation may still be open."""
        return all(self.variation is not None and _is_open(each) for each in self.refused)


def _is_open(found: Diagnostic) -> bool:
    return found.code is UNCLOSED_VARIATION


@lru_cache(maxsize=32)
def judge(text: str) -> Judged:
    """Read and judge a text that may be unfinished. The value is shared: nobody may change it.

    A variation that is still open is judged as if it ended with the text.
    """
    judged = _judged(text)
    return _with_open_variation(text, judged) if judged.varying else judged


def _judged(text: str) -> Judged:
    data = text.encode("utf-8", "surrogatepass")
    pieces = list(notation.read(io.BytesIO(data)))
    parsed = notation.collect(pieces)
    hands = parsed.records[-1].hands if parsed.records else ()
    last: HandReplay | None = None
    outcomes: dict[int, HandOutcome] = {}
    played = False

    def keep(hand: rec.Hand, replay: HandReplay, outcome: HandOutcome) -> None:
        nonlocal last, played
        played = played or replay.played
        if replay.index < len(hands) and hand is hands[replay.index]:
            outcomes[replay.index] = outcome
            last = replay if replay.index == len(hands) - 1 else None

    report = check_pieces(pieces, witness=keep)
    return Judged(parsed, report, _rules(parsed), last, outcomes, played)


def _with_open_variation(text: str, open_: Judged) -> Judged:
    """The same, with what can be said of the variation and of the hand that it belongs to."""
    closed = _judged(f"{text.removesuffix(chr(10))}\nendvar\n")
    unclosed = [each for each in open_.parsed.diagnostics if _is_open(each)]
    places = {each.span.line for each in unclosed if each.span}
    line = _last_variation(closed, places)
    if closed.hand is None or closed.replay is None or line is None:
        return open_
    # Whether it departs where it says is not to be said before it has.
    found = [
        each
        for each in closed.report.diagnostics
        if not (each.code is WRONG_VARIATION and each.span and each.span.line in places)
    ]
    return replace(
        closed,
        parsed=replace(closed.parsed, diagnostics=_sorted(*closed.parsed.diagnostics, *unclosed)),
        report=replace(closed.report, diagnostics=_sorted(*found, *unclosed)),
        replay=unfinished_variation(closed.replay, closed.hand),
        variation=line,
    )


def _last_variation(judged: Judged, places: Collection[int]) -> rec.Variation | None:
    """The last variation of the last hand, if it stands on one of these lines."""
    if judged.varying or judged.hand is None:
        return None
    lines = judged.lines.hands[-1].appendix
    for item, line in zip(reversed(judged.hand.appendix), reversed(lines), strict=True):
        if isinstance(item, rec.Variation):
            return item if line in places else None
    return None


def _sorted(*found: Diagnostic) -> tuple[Diagnostic, ...]:
    """In the order of the text."""
    return tuple(sorted(found, key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0)))


def _rules(parsed: notation.Parsed) -> Rules | None:
    if not parsed.records:
        return None
    record = parsed.records[-1]
    match = _named(record.tags)
    own = [tag for tag in (record.hands[-1].tags if record.hands else ()) if tag.name == "Rules"]
    rules = _named(own) if own else match
    if rules is None or match is None or rules.players != match.players:
        # Of a hand for a table of another size nothing can be judged.
        return None
    return rules


def _named(tags: Iterable[rec.Tag]) -> Rules | None:
    """The rules that the first of these tags names which names any."""
    named = next((tag.value for tag in tags if tag.name == "Rules"), None)
    try:
        return None if named is None else rules_from_text(named)[1]
    except RuleError:
        return None
