"""A record that somebody sends: how much of it is taken, and what a check says of it."""

from collections import Counter
from typing import Final

from shengji.notation.diagnostics import Severity
from shengji.replay import Report
from shengji.replay.archive import Archive, Examined, RefusedError
from shengji.replay.findings import finding
from shengji.web.api.models import Checked
from shengji.web.language import language

MOST_HANDS: Final = 200


def examined(raw: bytes) -> Examined:
    """What would be stored of a record that was sent.

    :raises RefusedError: it cannot be read as a whole, or is longer than is taken here.
    """
    found = Archive.preview(raw)
    if found.facts.hands > MOST_HANDS:
        raise RefusedError(f"{found.facts.hands} hands where {MOST_HANDS} are taken at once")
    return found


def checked(report: Report) -> Checked:
    """What a check came to, in the language of the request."""
    counts = Counter(each.severity for each in report.diagnostics)
    return Checked(
        report.usable,
        report.records,
        report.hands,
        report.plays,
        report.confirmed,
        {severity: counts[severity] for severity in Severity},
        tuple(finding(each, language()) for each in report.diagnostics),
    )
