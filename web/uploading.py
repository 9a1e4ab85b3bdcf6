"""A record that somebody sends: how much of it is taken, and what a check says of it."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from shengji.notation.diagnostics import Severity
from shengji.replay import check
from shengji.replay.archive import Archive, Examined, RefusedError
from shengji.replay.findings import finding
from shengji.replay.intake import HEAD, JSON, SJN, IntakeError, format_of, take_in, to_sjn
from shengji.replay.remarking import say_remark
from shengji.web.api.models import Checked
from shengji.web.language import language

MOST_HANDS: Final = 200
MOST_CHARACTERS: Final = 400_000
"""Of a text that is judged while it is written: so many hands with every card of them."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent, as SJN."""

    raw: bytes
    format: str = SJN
    """The name of the format in which it came."""
    remarks: tuple[str, ...] = ()
    """Where it was in another format: what of it was inferred, missing or left out."""


def as_sjn(raw: bytes, *, json: bool = False) -> Sent:
    """What was sent as it is, or the SJN that a file in another format becomes.

    :param json: it was said to be JSON.
    :raises IntakeError: no format that is read, or not all of it can be read.
    """
    format = format_of(raw[:HEAD])
    if format == SJN and not json:
        return Sent(raw)
    taken = take_in(raw, format=JSON if format == SJN else format)
    if not taken.records:
        raise IntakeError("no-record", taken.format)
    hands = sum(len(record.hands) for record in taken.records)
    if hands > MOST_HANDS:
        raise IntakeError("many-hands", taken.format, hands=hands, most=MOST_HANDS)
    remarks = tuple(say_remark(remark, language()) for remark in taken.remarks)
    return Sent(to_sjn(taken.records).encode(), taken.format, remarks)


def examined(raw: bytes) -> Examined:
    """What would be stored of a record that was sent.

    :raises RefusedError: it cannot be read as a whole, or is longer than is taken here.
    """
    found = Archive.preview(raw)
    if found.facts.hands > MOST_HANDS:
        raise RefusedError(f"{found.facts.hands} hands where {MOST_HANDS} are taken at once")
    return found


def checked(sent: Sent) -> Checked:
    """What a check of it comes to, in the language of the request."""
    report = check(sent.raw)
    counts = Counter(each.severity for each in report.diagnostics)
    return Checked(
        sent.format,
        sent.remarks,
        None if sent.format == SJN else sent.raw.decode(),
        report.usable,
        report.records,
        report.hands,
        report.plays,
        report.confirmed,
        {severity: counts[severity] for severity in Severity},
        tuple(finding(each, language()) for each in report.diagnostics),
    )
