"""What the rules say of an action before it is written down.

The draft is judged with the action and without it; what is new is the verdict. So a correction of
an earlier trick tells by the same way what no longer fits, each at its address.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from shengji.engine.events import Mark
from shengji.engine.faults import Rule
from shengji.notation import diagnostics as dia
from shengji.notation.diagnostics import Code, Diagnostic, Severity
from shengji.notation.record import Start
from shengji.notation.tokens import SEATS
from shengji.replay.recording.actions import Action, Add, Enter, Mode, SetTag, Splice
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.errors import DraftError, Trouble
from shengji.replay.recording.judging import Judged, judge
from shengji.replay.recording.lines import leader_of


class Grade(IntEnum):
    """How much speaks against an action, in rising order."""

    FINE = 0
    UNPROVED = 1
    """Facts are missing: neither kept nor broken is proved."""
    ODD = 2
    """It keeps the rules and is suspicious all the same."""
    BREAKS = 3
    """It breaks a rule, or contradicts what stands above it. It may have happened."""
    IMPOSSIBLE = 4
    """The cards cannot be there, or their number cannot be: something was misheard or mistyped."""
    UNREADABLE = 5
    """It is no statement, or has no place here: it cannot be written at all."""


IMPOSSIBLE: Final = frozenset(
    (
        *(
            dia.FAULTS[rule]
            for rule in (
                Rule.CARD_COUNT, Rule.HAND_SIZE, Rule.WRONG_PHASE, Rule.DECLARE_NOT_HELD,
                Rule.BURY_COUNT, Rule.BURY_NOT_HELD, Rule.PLAY_COUNT, Rule.PLAY_NOT_HELD,
                Rule.TRICK_LENGTH, Rule.CARDS_LEFT,
            )
        ),
        dia.SEAT_BEYOND_TABLE, dia.UNKNOWN_ADDRESS, dia.RETRACT_CARDS, dia.POINTS_IMPOSSIBLE,
        dia.POINTS_NOT_FIVE,
    )
)  # fmt: skip
"""Codes of what cannot have been so, whatever the players did."""

_FORCED: Final = frozenset((dia.FAULTS[Rule.THROW_FAILS], dia.FAULTS[Rule.THROW_FORCED]))
_MARKS: Final[dict[Code, Mark]] = {
    dia.FAULTS[Rule.FOLLOW_SUIT]: "revoke",
    dia.FAULTS[Rule.FOLLOW_SHAPE]: "revoke",
    dia.FAULTS[Rule.PLAY_COUNT]: "count",
    dia.FAULTS[Rule.LEADER]: "turn",
}
"""The mark that says that an offence was one, and was noticed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of an action."""

    grade: Grade
    found: tuple[Diagnostic, ...]
    """What is found with it and was not without it, errors first."""
    settled: tuple[Diagnostic, ...]
    """Errors and warnings that it does away with."""
    after: Draft
    """The draft, were it done."""
    rules_changed: bool = False
    """Other rules judge what was played by now."""
    instead: tuple[Action, ...] = ()
    """Ways to write the same down as the irregularity that it was, which have a better grade."""


class Refused(ValueError):
    """An action that speaks against the rules, and that nobody has confirmed."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(", ".join(found.code.id for found in verdict.found))
        self.verdict = verdict


def propose(draft: Draft, action: Action) -> Verdict:
    """Judge an action without doing it.

    :raises DraftError: it cannot be done, whatever happened at the table.
    """
    verdict = _verdict(draft, action)
    if verdict.grade not in (Grade.BREAKS, Grade.IMPOSSIBLE):
        return verdict
    ways = (way for way in _instead(action, verdict) if _verdict(draft, way).grade < verdict.grade)
    return replace(verdict, instead=tuple(ways))


def enter(draft: Draft, action: Action, *, anyway: bool = False) -> Draft:
    """The draft after an action that nothing speaks against, or that happened `anyway`.

    :raises Refused: something speaks against it; what is unreadable cannot be entered at all.
    :raises DraftError: it cannot be done.
    """
    verdict = propose(draft, action)
    if verdict.grade < (Grade.UNREADABLE if anyway else Grade.BREAKS):
        return verdict.after
    raise Refused(verdict)


def lay(draft: Draft, word: str, seat: int | None = None) -> Action:
    """The action that writes down the next play: on the line of the trick, or on a new one.

    `seat` names who leads where that does not follow from what stands above, or was another.

    :raises DraftError: nobody knows who leads.
    """
    judged = judge(draft.text)
    engine = judged.engine
    if engine is not None and engine.trick is not None:
        return Add(word)
    if seat is None and engine is not None:
        seat = leader_of(engine)
    if seat is None:
        raise DraftError(Trouble.NO_LEADER)
    number = 1 if judged.replay is None else judged.replay.trick_number
    return Enter((f"{number} {SEATS[seat]} {word}",))


def _verdict(draft: Draft, action: Action) -> Verdict:
    after = draft.do(action)
    before, now = judge(draft.text), judge(after.text)
    known, told = standing(draft), standing(after)
    refused = _new([each for each in told if each in now.refused], known)
    found = refused or _new(told, known)
    changed = _changes_rules(action, before, now)
    grade = Grade.UNREADABLE if refused else max(map(_grade, found), default=Grade.FINE)
    if changed:
        grade = max(grade, Grade.BREAKS)
    settled = _new(known, told)
    return Verdict(
        grade,
        tuple(sorted(found, key=_grade, reverse=True)),
        tuple(each for each in settled if _grade(each) >= Grade.ODD),
        after,
        changed,
    )


def standing(draft: Draft) -> list[Diagnostic]:
    """What is to be said of a draft, but for what is so until the next line comes."""
    judged = judge(draft.text)
    told = [each for each in judged.report.diagnostics if not _under_way(each, judged)]
    if draft.mode is not Mode.POSITION or _has_start(judged):
        return told
    # The hands stand above the `start` that says how much of them is left.
    return [each for each in told if each.code is not dia.FAULTS[Rule.HAND_SIZE]]


def _has_start(judged: Judged) -> bool:
    hand = judged.hand
    return hand is not None and any(isinstance(event, Start) for event in hand.events)


def _changes_rules(action: Action, before: Judged, now: Judged) -> bool:
    """A tag, or a correction of its line, gives a match other rules while it is being played."""
    corrects = isinstance(action, SetTag | Splice)
    return corrects and before.played and before.match_rules != now.match_rules


def _grade(found: Diagnostic) -> Grade:
    match found.severity:
        case Severity.ERROR:
            return Grade.IMPOSSIBLE if found.code in IMPOSSIBLE else Grade.BREAKS
        case Severity.WARNING:
            return Grade.ODD
        case Severity.UNCHECKED:
            return Grade.UNPROVED
        case Severity.NOTE:
            return Grade.FINE


def _under_way(found: Diagnostic, judged: Judged) -> bool:
    """Does it say no more than that the last hand, or its variation, still goes on?"""
    if found.code is dia.UNCLOSED_VARIATION:
        return judged.varying
    hand = judged.hand
    last = hand is not None and found.arguments.get("hand") == hand.number
    return found.code is dia.UNFINISHED_HAND and last and not judged.over


def _new(now: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What is told now and was not before, wherever in the text it stands."""
    known = Counter(map(_what, before))
    fresh = []
    for found in now:
        if known[_what(found)]:
            known[_what(found)] -= 1
        else:
            fresh.append(found)
    return tuple(fresh)


def _what(found: Diagnostic) -> tuple[Code, object, tuple[tuple[str, object], ...]]:
    """What a diagnostic says. What could not be checked is told once a hand, with a number."""
    return found.code, found.address, tuple(sorted(found.arguments.items()))


def _instead(action: Action, verdict: Verdict) -> Iterator[Action]:
    """The last word of a play written as a failed throw, or with the mark of what was found."""
    for found in verdict.found:
        ending = irregular(found)
        if ending:
            yield from _ended(action, ending)


def irregular(found: Diagnostic) -> str:
    """What behind a play says that it was the failed throw or the offence which was found.

    Empty where it can be no such thing.
    """
    code, told = found.code, found.arguments
    if code in _FORCED and "owed" in told:
        by = f"<{told['other']}" if "other" in told else ""
        return f"/{told['owed']}{by}"
    return f"^{_MARKS[code]}" if code in _MARKS else ""


def _ended(action: Action, ending: str) -> Iterator[Action]:
    if isinstance(action, Add) and not set("/^=") & set(action.word):
        yield Add(action.word + ending)
    elif isinstance(action, Enter) and not set("/^=") & set(action.lines[-1]):
        yield Enter((*action.lines[:-1], action.lines[-1] + ending))
