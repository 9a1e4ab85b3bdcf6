"""One record as bytes → the record, what a check finds in it, its ids, and what it is found by."""

import datetime
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji import notation
from shengji.engine.presets import rules_from_text
from shengji.engine.scoring.points import kitty_multiplier, outcome
from shengji.notation import diagnostics as dia
from shengji.notation import record as rec
from shengji.notation.diagnostics import Severity
from shengji.notation.tokens import SEATS
from shengji.notation.writer import canonical_rules
from shengji.replay.archive.errors import RefusedError
from shengji.replay.archive.folding import searchable
from shengji.replay.checking import Report, check_pieces
from shengji.replay.replayer import HandReplay
from shengji.replay.settling import HandOutcome

MOST_BYTES: Final = 64 << 20
"""No record is longer."""
_RULES: Final = frozenset(
    (
        dia.MISSING_TAG, dia.RULES_FORM, dia.UNKNOWN_PRESET, dia.UNKNOWN_PRESET_VERSION,
        dia.UNKNOWN_OPTION, dia.OPTION_VALUE, dia.OPTIONS_CONTRADICT,
    )
)  # fmt: skip
"""What leaves a hand without rules, so that nothing of it can be shown."""
_DATE: Final = re.compile(r"(\d{4})-(\d\d|\?\?)-(\d\d|\?\?)")
_SILENT: Final = ("", "?", "-")
"""Values of a tag that say nothing."""
PLAYER_TAGS: Final = {f"Player{letter.upper()}": seat for seat, letter in enumerate(SEATS)}
"""The tags that name who sits where, and their seats."""


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What one hand is found by; None where it is not known."""

    number: int
    declarer: int | None = None
    side: tuple[int, ...] | None = None
    """The seats of the declarer's side; None where friends were not all found."""
    level: int | None = None
    """Rank 0 to 13 of the level played."""
    trump: rec.Suit | None = None
    """Suit 0 to 3, -1 no-trump."""
    points: int | None = None
    """The attackers' total."""
    kept: bool | None = None
    """The declarer's side won."""
    kitty_points: int | None = None
    """Card points that lay in the kitty."""
    multiplier: int | None = None
    """What the attackers' kitty counted times; 0 where they did not capture it."""
    failed_throws: int = 0
    tractor: int = 0
    """Length in pairs, or wider sets, of the longest tractor led; 0 without one."""
    decided_last: bool = False
    """Who won the hand hung on the last trick."""


@dataclass(frozen=True, slots=True)
class Player:
    seat: rec.Seat
    name: str


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What a match is listed and found by."""

    played: str
    """The date to sort by, unknown parts as 00; empty where the year is not known."""
    date: str
    """As written; empty where nothing is."""
    event: str
    site: str
    players: tuple[Player, ...]
    """Who sits where, substitutes included; seats without a name are left out."""
    preset: str
    """The rule system, without its version."""
    rules: str
    """The whole Rules tag, canonical."""
    fixed_sides: bool
    """Partners sit across; else friends are found hand by hand."""
    hands: int
    plays: int
    points: int | None
    """The most that attackers made in one hand."""
    errors: int
    warnings: int
    notes: int
    """Comments and notes."""


@dataclass(frozen=True, slots=True)
class Storable:
    """A record as the tables take it; small enough to come from another process."""

    raw: bytes
    """As it came."""
    text: str
    """Canonical."""
    record_id: str
    play_id: str | None
    facts: EntryFacts
    hands: tuple[HandFacts, ...]
    flags: tuple[tuple[str, int], ...]
    """The codes of what was found, and how often."""
    words: str
    """What people wrote: names, places, comments; folded for search."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A record that can be stored, and all that is known of it."""

    record: rec.Record
    report: Report
    storable: Storable

    @property
    def text(self) -> str:
        """Canonical."""
        return self.storable.text

    @property
    def record_id(self) -> str:
        return self.storable.record_id

    @property
    def play_id(self) -> str | None:
        return self.storable.play_id

    @property
    def facts(self) -> EntryFacts:
        return self.storable.facts

    @property
    def hands(self) -> tuple[HandFacts, ...]:
        return self.storable.hands


def examine(raw: bytes) -> Examined:
    """Read and judge one record.

    What the rules or its own statements contradict is told in the report and is no obstacle; what
    cannot be read is, for a part of the record would be lost.

    :raises RefusedError: there is no record or more than one, or not all of it can be read.
    """
    if len(raw) > MOST_BYTES:
        raise RefusedError(f"longer than {MOST_BYTES >> 20} MiB: split the match")
    pieces = list(notation.read(io.BytesIO(raw)))
    parsed = notation.collect(pieces)
    bad = [found for found in parsed.diagnostics if found.severity is Severity.ERROR]
    if bad or not parsed.records:
        raise RefusedError("not all of it can be read", tuple(bad or parsed.diagnostics))
    if len(parsed.records) > 1:
        raise RefusedError(f"{len(parsed.records)} matches where one is wanted")
    witness = _Witness()
    report = check_pieces(pieces, witness=witness)
    if lawless := tuple(found for found in report.diagnostics if found.code in _RULES):
        raise RefusedError("it names no rules that are known", lawless)
    return _examined(raw, parsed.records[0], report, tuple(witness.hands))


def _examined(
    raw: bytes, record: rec.Record, report: Report, hands: tuple[HandFacts, ...]
) -> Examined:
    try:
        text = notation.dumps(record)
    except notation.WriteError as error:
        raise RefusedError(f"it cannot be written again: {error}") from None
    flags = Counter(found.code.id for found in report.diagnostics)
    texts = [*texts_of(record)]
    storable = Storable(
        raw,
        text,
        notation.record_id(record, text),
        notation.match_play_id(record),
        _entry_facts(record, report, hands, notes=len(texts)),
        hands,
        tuple(sorted(flags.items())),
        searchable([*_names(record), *texts]),
    )
    return Examined(record, report, storable)


def _entry_facts(
    record: rec.Record, report: Report, hands: tuple[HandFacts, ...], *, notes: int
) -> EntryFacts:
    date, text = said(record.tag("Date")), record.tag("Rules") or ""
    preset, rules = rules_from_text(text)
    match = _DATE.fullmatch(date)
    totals = [hand.points for hand in hands if hand.points is not None]
    return EntryFacts(
        played="-".join(match.groups()).replace("?", "0") if match else "",
        date=date,
        event=said(record.tag("Event")),
        site=said(record.tag("Site")),
        players=players_of(record),
        preset=preset.id,
        rules=canonical_rules(text),
        fixed_sides=rules.partnership == "fixed",
        hands=report.hands,
        plays=report.plays,
        points=max(totals, default=None),
        errors=report.number(Severity.ERROR),
        warnings=report.number(Severity.WARNING),
        notes=notes,
    )


class _Witness:
    """Notes the facts of every hand that is judged."""

    def __init__(self) -> None:
        self.hands: list[HandFacts] = []

    def __call__(self, hand: rec.Hand, replay: HandReplay, outcome: HandOutcome) -> None:
        self.hands.append(_facts(hand, replay, outcome))


def _facts(hand: rec.Hand, replay: HandReplay, settled: HandOutcome) -> HandFacts:
    engine, result = replay.engine, replay.result
    count = settled.count
    kitty = None if count is None else count.kitty_points
    times = None if count is None else count.multiplier
    if result is not None:
        kitty = result.kitty_points if kitty is None else kitty
        times = result.multiplier if times is None else times
    return HandFacts(
        number=hand.number,
        declarer=replay.before.due if engine.declarer is None else engine.declarer,
        side=None if settled.side is None else tuple(sorted(settled.side)),
        level=engine.level,
        trump=engine.trump,
        points=settled.total,
        kept=None if settled.result is None else settled.result.dealer_side_wins,
        kitty_points=kitty,
        multiplier=times,
        failed_throws=_failed_throws(hand),
        tractor=_longest_tractor(replay),
        decided_last=_decided_last(replay, settled),
    )


def _failed_throws(hand: rec.Hand) -> int:
    tricks = (event for event in hand.events if isinstance(event, rec.Trick))
    return sum(play.forced is not None for trick in tricks for play in trick.plays)


def _longest_tractor(replay: HandReplay) -> int:
    leads = (trick.lead for trick in replay.engine.done if trick.lead is not None)
    units = (unit for lead in leads for unit in lead.units)
    return max((unit.length for unit in units if unit.width > 1 and unit.length > 1), default=0)


def _decided_last(replay: HandReplay, settled: HandOutcome) -> bool:
    """Would the other side have won the hand, had it won the last trick?

    The kitty is multiplied by the units led, whoever would have won.
    """
    count, total, last = settled.count, settled.total, replay.engine.last
    if settled.result is None or count is None or total is None:
        return False
    if last is None or last.lead is None or count.kitty_won is None or count.kitty_points is None:
        return False
    rules = replay.rules
    at_stake = 0 if rules.last_trick_points == "excluded" else last.points
    if count.kitty_won:
        other = total - at_stake - count.kitty_points * (count.multiplier or 0)
    else:
        times = kitty_multiplier(rules, last.lead.units)
        other = total + at_stake + count.kitty_points * times
    result = outcome(rules, other, last_trick_won=not count.kitty_won)
    return result.dealer_side_wins is not settled.result.dealer_side_wins


# -- who and where ----------------------------------------------------------------------------


def said(value: str | None) -> str:
    """The value of a tag, empty where it says nothing."""
    return "" if value is None or value.strip() in _SILENT else " ".join(value.split())


def players_of(record: rec.Record) -> tuple[Player, ...]:
    """Every seat and name that the match or one of its hands gives, in the order met."""
    tags = (*record.tags, *(tag for hand in record.hands for tag in hand.tags))
    met = (
        Player(PLAYER_TAGS[tag.name], said(tag.value))
        for tag in tags
        if tag.name in PLAYER_TAGS and said(tag.value)
    )
    return tuple(dict.fromkeys(met))


def _names(record: rec.Record) -> Iterator[str]:
    """What tags say that people would look for."""
    silent = ("Rules", "Date", "Licence", "DealId", "PlayId", "RecordId")
    tags = (*record.tags, *(tag for hand in record.hands for tag in hand.tags))
    return (said(tag.value) for tag in tags if tag.name not in silent and said(tag.value))


def texts_of(record: rec.Record) -> Iterator[str]:
    """Every comment and note of a record, in its order."""
    yield from _remarks(record.opening)
    for tag in record.tags:
        yield from _remarks(tag.remarks)
    for line in record.vendor:
        yield from _remarks(line.remarks)
    for hand in record.hands:
        yield from _remarks(hand.remarks)
        for tag in hand.tags:
            yield from _remarks(tag.remarks)
        yield from _said_of(hand.events)
        yield from _remarks(hand.end_remarks)
        for each in hand.appendix:
            yield from _remarks(each.remarks)
            if isinstance(each, rec.Note):
                yield each.text
            elif isinstance(each, rec.Variation):
                yield from _said_of(each.events)
                yield from _remarks(each.end_remarks)
    if record.match is not None:
        yield from _remarks(record.match.remarks)
    yield from record.closing


def _said_of(events: tuple[rec.Statement, ...]) -> Iterator[str]:
    for event in events:
        if event.remarks is not None:
            yield from _remarks(event.remarks)
        match event:
            case rec.Trick(plays=plays):
                for play in plays:
                    if play.annotations:
                        yield from _annotated(play.annotations)
            case rec.Deal(lines=lines) | rec.Hands(lines=lines):
                for line in lines:
                    yield from _remarks(line.remarks)
            case rec.Declare() | rec.Overturn() | rec.Bury():
                yield from _annotated(event.annotations)


def _annotated(annotations: tuple[rec.Annotation, ...]) -> Iterator[str]:
    return (each.text for each in annotations if isinstance(each, rec.Text))


def _remarks(remarks: rec.Remarks | None) -> Iterator[str]:
    if remarks is not None:
        yield from remarks.above
        if remarks.beside is not None:
            yield remarks.beside


def now() -> str:
    """The time as it is stored: UTC, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
