"""Which rules were these people playing? A record judged under every rule system in turn."""

from dataclasses import dataclass

from shengji.engine.presets import find as find_preset
from shengji.engine.presets import names, rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation.diagnostics import Diagnostic, Severity
from shengji.notation.record import Record
from shengji.replay.checking import check_record


@dataclass(frozen=True, slots=True)
class Fit:
    """How a record stands under one system of rules."""

    rules: str
    """As a Rules tag names them."""
    errors: int
    confirmed: int
    """Statements of the record that were derived again and hold."""
    evidence: Diagnostic | None
    """The first thing in the record that speaks against these rules; None where nothing does."""

    @property
    def consistent(self) -> bool:
        return self.evidence is None


def fit(record: Record) -> tuple[Fit, ...]:
    """The newest version of every preset, and the rules that the record names, the best first.

    Fewest errors come first, and of equally many those under which more of what the record states
    is confirmed.
    """
    candidates = dict.fromkeys(find_preset(name).name for name in names())
    own = stated_rules(record)
    if own is not None:
        candidates[own] = None
    return tuple(sorted((_fit(record, rules) for rules in candidates), key=_rank))


def stated_rules(record: Record) -> str | None:
    """What the record's own Rules tag says, if it names rules that exist."""
    text = next((tag.value for tag in record.tags if tag.name == "Rules"), None)
    if text is None:
        return None
    try:
        preset, rules = rules_from_text(text)
    except RuleError:
        return None
    return preset.name if rules == preset.rules else text


def _fit(record: Record, rules: str) -> Fit:
    report = check_record(record, rules=rules)
    errors = [found for found in report.diagnostics if found.severity is Severity.ERROR]
    return Fit(rules, len(errors), report.confirmed, errors[0] if errors else None)


def _rank(fit: Fit) -> tuple[int, int, str]:
    return fit.errors, -fit.confirmed, fit.rules
