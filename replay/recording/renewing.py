"""A correction of an earlier line, with all that followed from it following anew.

A line or a word is renewed where, before the correction, it said what followed from what stands
above it. What somebody stated otherwise stays, and the check tells of it as ever.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeAlias, TypeVar

from shengji import notation
from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation import record as rec
from shengji.notation.tokens import write_seats
from shengji.notation.writer import hand_line, statement
from shengji.replay.listening import Silent
from shengji.replay.matches import MatchReplay
from shengji.replay.recording.actions import Splice
from shengji.replay.recording.deriving import Follows, HandFollows, Told, hand_follows
from shengji.replay.recording.draft import Draft
from shengji.replay.recording.judging import judge

Said: TypeAlias = rec.Hand | rec.Statement
_Said = TypeVar("_Said", bound=Said)

_NO_FIELDS: Final[frozenset[str]] = frozenset()


def corrected(draft: Draft, at: int, text: str) -> Splice | None:
    """What puts a text in the place of line `at` and renews what followed from it; an empty text
    takes the line away. None: nothing changes.

    :raises DraftError: there is no such line, or the text is more than one.
    """
    put = (text.strip(),) if text.strip() else ()
    after = draft.do(Splice(at, 1, put))
    before = _Before()
    _read(judge(draft.text).parsed, before)
    change = _Change(before, at, len(put))
    _read(judge(after.text).parsed, change)
    return _difference(draft.lines, tuple(change.written(after.lines)))


def _difference(old: Sequence[str], new: Sequence[str]) -> Splice | None:
    """The shortest span of lines that changes."""
    if old == new:
        return None
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    last = next((i for i in range(shorter - first) if old[-1 - i] != new[-1 - i]), shorter - first)
    return Splice(first + 1, len(old) - last - first, tuple(new[first : len(new) - last]))


class _Reader(Protocol):
    """Who is shown the hands of a text in their order."""

    def hand(self, match: MatchReplay, hand: rec.Hand, stands: notation.HandLines) -> MatchReplay:
        """The next hand of a match; answers with the match behind it."""

    def end(
        self, index: int, record: rec.Record, lines: notation.RecordLines, winners: rec.Seats
    ) -> None:
        """The end of a match, or of the text, with those who have won it by then."""


def _read(parsed: notation.Parsed, reader: _Reader) -> None:
    for place, (record, lines) in enumerate(zip(parsed.records, parsed.lines, strict=True)):
        try:
            rules = rules_from_text(record.tag("Rules") or "")[1]
        except RuleError:
            continue
        match = MatchReplay(rules, Silent())
        for index, (hand, stands) in enumerate(zip(record.hands, lines.hands, strict=True)):
            if index in lines.damaged or not _has_rules(match, hand):
                match.skip(hand)
            else:
                match = reader.hand(match, hand, stands)
        reader.end(place, record, lines, match.state.winners if match.state else ())


def _has_rules(match: MatchReplay, hand: rec.Hand) -> bool:
    try:
        match.rules_of(hand)
    except RuleError:
        return False
    return True


# -- before the correction ------------------------------------------------------------------------


class _Before:
    """What said no more than what followed, by numbers of lines."""

    def __init__(self) -> None:
        self.said: dict[int, Said] = {}
        self.fields: dict[int, frozenset[str]] = {}
        """The fields of a statement that followed."""
        self.told: set[int] = set()
        """Lines of who joined and of penalties that followed."""
        self.whole: set[int] = set()
        """Tricks of which all was told."""
        self.fines = True
        """What a failed throw costs was told wherever there was one."""
        self.match: set[int] = set()
        """The `match` lines that followed."""
        self.open: set[int] = set()
        """Matches that nobody had won yet, by index."""

    def hand(self, match: MatchReplay, hand: rec.Hand, stands: notation.HandLines) -> MatchReplay:
        follows = hand_follows(match, hand)
        for line, said, found in _statements(hand, stands, follows):
            self.said[line] = said
            self.fields[line] = frozenset(
                name for name, value in found.items() if getattr(said, name) == value
            )
        for index, due in follows.due.items():
            told = dict(_told_behind(hand, index))
            self.told.update(stands.events[i] for i, said in told.items() if said in due)
            missing = set(due) - set(told.values())
            if not missing:
                self.whole.add(stands.events[index])
            if any(isinstance(each, rec.Penalty) for each in missing):
                self.fines = False
        return match

    def end(
        self, index: int, record: rec.Record, lines: notation.RecordLines, winners: rec.Seats
    ) -> None:
        said = record.match
        if said is None and not winners:
            self.open.add(index)
        if said is not None and lines.match and said.reason is None and said.seats == winners:
            self.match.add(lines.match.line)


def _statements(
    hand: rec.Hand, stands: notation.HandLines, follows: HandFollows
) -> Iterator[tuple[int, Said, Follows]]:
    """Each statement of which something follows, with its line."""
    yield stands.hand, hand, follows.hand
    for index, found in follows.events.items():
        yield stands.events[index], hand.events[index], found
    for place, events in follows.variations.items():
        item = hand.appendix[place]
        assert isinstance(item, rec.Variation)
        for index, found in events.items():
            yield stands.variations[place][index], item.events[index], found


def _told_behind(hand: rec.Hand, trick: int) -> Iterator[tuple[int, Told]]:
    """What stands behind a trick, up to the next one, of who joined and what a throw costs."""
    for index in range(trick + 1, len(hand.events)):
        event = hand.events[index]
        if isinstance(event, rec.Trick):
            return
        if isinstance(event, rec.Join) or (
            isinstance(event, rec.Penalty) and event.reason == "throw"
        ):
            yield index, replace(event, remarks=None)


# -- behind the correction ------------------------------------------------------------------------


@dataclass(slots=True)
class _Lines:
    """How lines change, by their numbers."""

    texts: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    more: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Behind a line."""


class _Change:
    """The corrected text, renewed hand by hand."""

    def __init__(self, before: _Before, at: int, put: int) -> None:
        self.before = before
        self.at = at
        self.put = put
        """How many lines stand in the place of the one at `at`: one or none."""
        self.lines = _Lines()

    def written(self, lines: Sequence[str]) -> Iterator[str]:
        changes = self.lines
        for number, text in enumerate(lines, 1):
            if number not in changes.gone:
                yield changes.texts.get(number, text)
            yield from changes.more.get(number, ())

    def _line_before(self, line: int) -> int:
        return line if line < self.at + self.put else line + 1 - self.put

    def hand(self, match: MatchReplay, hand: rec.Hand, stands: notation.HandLines) -> MatchReplay:
        renewal = _Renewal(hand, stands, self._names)
        behind, follows = renewal.run(match)
        self.lines.texts.update(renewal.texts())
        for index, due in follows.due.items():
            if self._line_before(stands.events[index]) in self.before.whole:
                self._tell(renewal.hand, stands, index, due, follows.admitted)
        return behind

    def _names(self, line: int, said: Said) -> frozenset[str]:
        """The fields that followed; of the corrected line those that were left as they were."""
        old = self._line_before(line)
        names = self.before.fields.get(old, _NO_FIELDS)
        if line != self.at or not self.put or not names:
            return names
        was = self.before.said[old]
        if type(was) is not type(said):
            return _NO_FIELDS
        return frozenset(
            name for name in names if getattr(said, name) in (None, getattr(was, name))
        )

    def _tell(
        self,
        hand: rec.Hand,
        stands: notation.HandLines,
        trick: int,
        due: Collection[Told],
        admitted: Collection[int],
    ) -> None:
        """Lines behind a trick for all that is to be told of it, and none for what is not."""
        told = dict(_told_behind(hand, trick))
        for index, said in told.items():
            line = stands.events[index]
            followed = self._line_before(line) in self.before.told
            if followed and said not in due and index not in admitted:
                self.lines.gone.add(line)
        missing = tuple(
            statement(each)
            for each in due
            if each not in told.values() and (self.before.fines or isinstance(each, rec.Join))
        )
        if missing:
            self.lines.more[stands.events[trick]] = missing

    def end(
        self, index: int, record: rec.Record, lines: notation.RecordLines, winners: rec.Seats
    ) -> None:
        written = f"match {write_seats(winners)}" if winners else ""
        if lines.match is not None:
            line = lines.match.line
            if self._line_before(line) in self.before.match and record.match is not None:
                self._end_at(line, record.match, winners)
        elif written and index in self.before.open and record.hands[-1].ended:
            stands = lines.hands[-1]
            last = stands.first + len(stands.texts) - 1
            self.lines.more[last] = (*self.lines.more.get(last, ()), written)

    def _end_at(self, line: int, said: rec.MatchEnd, winners: rec.Seats) -> None:
        if not winners:
            self.lines.gone.add(line)
        elif said.seats != winners:
            self.lines.texts[line] = _beside(f"match {write_seats(winners)}", said.remarks)


# -- one hand -------------------------------------------------------------------------------------


class _Renewal:
    """A hand whose statements are renewed until all say what follows from those above them."""

    def __init__(
        self,
        hand: rec.Hand,
        stands: notation.HandLines,
        names: Callable[[int, Said], frozenset[str]],
    ) -> None:
        """`names` gives the fields of a statement on a line that are to follow."""
        self.written = hand
        self.hand = hand
        self.stands = stands
        self.names = {line: names(line, said) for line, said in _on_lines(hand, stands)}
        self.leaders = frozenset(
            index for index, line in enumerate(stands.events) if "leader" in self.names[line]
        )

    def run(self, match: MatchReplay) -> tuple[MatchReplay, HandFollows]:
        """The match behind the hand, and what follows in it."""
        behind, follows = self._look(match)
        # A statement that is renewed changes no more than what stands below it.
        for _ in self.names:
            renewed = self._renewed(follows)
            if renewed == self.hand:
                break
            self.hand = renewed
            behind, follows = self._look(match)
        return behind, follows

    def _look(self, match: MatchReplay) -> tuple[MatchReplay, HandFollows]:
        behind = copy(match)
        return behind, hand_follows(behind, self.hand, self.leaders)

    def _renewed(self, follows: HandFollows) -> rec.Hand:
        stands = self.stands
        return replace(
            self._one(self.hand, stands.hand, follows.hand),
            events=self._all(self.hand.events, stands.events, follows.events),
            appendix=tuple(
                replace(
                    item,
                    events=self._all(
                        item.events, stands.variations[place], follows.variations[place]
                    ),
                )
                if isinstance(item, rec.Variation)
                else item
                for place, item in enumerate(self.hand.appendix)
            ),
        )

    def _all(
        self,
        events: Sequence[rec.Statement],
        lines: Sequence[int],
        follows: Mapping[int, Follows],
    ) -> tuple[rec.Statement, ...]:
        return tuple(
            self._one(event, lines[index], follows[index]) if index in follows else event
            for index, event in enumerate(events)
        )

    def _one(self, said: _Said, line: int, follows: Follows) -> _Said:
        names = self.names[line] & follows.keys()
        return replace(said, **{name: follows[name] for name in names}) if names else said

    def texts(self) -> Iterator[tuple[int, str]]:
        """The lines that are written otherwise now."""
        before = _on_lines(self.written, self.stands)
        for (line, was), (_, said) in zip(before, _on_lines(self.hand, self.stands), strict=True):
            if said != was and isinstance(said, rec.Hand):
                yield line, _beside(hand_line(said), said.remarks)
            elif said != was and not isinstance(said, rec.Hand):
                yield line, _beside(statement(said), said.remarks)


def _on_lines(hand: rec.Hand, stands: notation.HandLines) -> Iterator[tuple[int, Said]]:
    """The `hand` line without all below it, and each statement, with its line."""
    yield stands.hand, replace(hand, events=(), appendix=())
    yield from zip(stands.events, hand.events, strict=True)
    for place, item in enumerate(hand.appendix):
        if isinstance(item, rec.Variation):
            yield from zip(stands.variations[place], item.events, strict=False)


def _beside(text: str, remarks: rec.Remarks | None) -> str:
    """A statement with the comment that stood beside it."""
    comment = None if remarks is None else remarks.beside
    return text if comment is None else f"{text} # {comment}"
