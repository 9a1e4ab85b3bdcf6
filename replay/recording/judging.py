"""What stands in a text so far: read by the notation, judged by the check, and kept for a while."""

import io
from dataclasses import dataclass, field
from functools import lru_cache

from shengji import notation
from shengji.engine.hand import Hand as Engine
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError, Rules
from shengji.notation import record as rec
from shengji.notation.diagnostics import UNCLOSED_VARIATION, Diagnostic, Severity
from shengji.replay.checking import Report, check_pieces
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome


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
    """The last hand, as the engine left it; None where one of its lines was refused."""
    outcomes: dict[int, HandOutcome] = field(compare=False)
    """By index of the hand; not of hands with lines that were refused."""
    played: bool
    """A card was played, in whichever hand."""

    @property
    def record(self) -> rec.Record | None:
        """The first match of the text."""
        return self.parsed.records[0] if self.parsed.records else None

    @property
    def hand(self) -> rec.Hand | None:
        """The last hand of the match."""
        return self.record.hands[-1] if self.record and self.record.hands else None

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
        if self.over or not self.parsed.lines or not self.parsed.lines[0].hands:
            return False
        begun = self.parsed.lines[0].hands[-1].hand
        return any(
            each.code is UNCLOSED_VARIATION and each.span is not None and each.span.line > begun
            for each in self.parsed.diagnostics
        )

    @property
    def refused(self) -> tuple[Diagnostic, ...]:
        """What of the text could not be read."""
        return tuple(d for d in self.parsed.diagnostics if d.severity is Severity.ERROR)


@lru_cache(maxsize=32)
def judge(text: str) -> Judged:
    """Read and judge a text that may be unfinished. The value is shared: nobody may change it."""
    data = text.encode("utf-8", "surrogatepass")
    pieces = list(notation.read(io.BytesIO(data)))
    parsed = notation.collect(pieces)
    hands = parsed.records[0].hands if parsed.records else ()
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


def _rules(parsed: notation.Parsed) -> Rules | None:
    if not parsed.records:
        return None
    record = parsed.records[0]
    tags = [*record.tags, *(record.hands[-1].tags if record.hands else ())]
    named = [tag.value for tag in tags if tag.name == "Rules"]
    try:
        return rules_from_text(named[-1])[1] if named else None
    except RuleError:
        return None
