"""Rule systems: what each says and whence, where two part, what an option decides.

All of it is made from the same data and by the same functions as `shengji rules`.
"""

from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from shengji.engine.catalogue import Fixed, Option
from shengji.engine.conflicts import conflicts
from shengji.engine.presets import Preset, names, rules_from_text
from shengji.engine.presets import find as find_preset
from shengji.engine.rules import RuleError, Rules, to_text
from shengji.replay.rulebook import Entry, cases, entries, parted
from shengji.replay.rulewords import (
    all_rules,
    conflict_told,
    fixed_value,
    preset_note,
    preset_title,
    reason,
    rule_meaning,
    rule_name,
    section_name,
    tell,
    tell_outcome,
    value_meaning,
    value_told,
)
from shengji.replay.rulings import Ruling, decide, rules_for, rulings_on
from shengji.web.language import language, t
from shengji.web.presentation import url

page = Blueprint("rules", __name__)


@dataclass(frozen=True, slots=True)
class Told:
    """An option under a system."""

    id: str
    name: str
    value: str
    meaning: str
    """Empty where the value says it itself."""
    whence: str
    departs: bool


@dataclass(frozen=True, slots=True)
class Parted:
    """An option in which two systems differ."""

    id: str
    name: str
    meaning: str
    values: tuple[str, str]
    whences: tuple[str, str]
    case: str
    """A small case that each judges its own way; empty where there is none."""
    outcomes: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """A worked example, and what comes of it under each value."""

    told: str
    source: str
    outcomes: tuple[tuple[str, str], ...]


@page.get("/rules")
def index() -> AnyResponse | str:
    """Every system; with two of them named, where they part."""
    first, second = request.args.get("a", ""), request.args.get("b", "")
    if first and second:
        one, two = _system(first)[0].name, _system(second)[0].name
        return redirect(url("rules.diff", name=one, other=two))
    found = [find_preset(name) for name in names()]
    told = [(each, preset_title(each, language())) for each in found]
    sections = groupby(all_rules(), key=lambda rule: rule.section)
    rules: dict[str, list[tuple[str, str]]] = {}
    for section, group in sections:
        named = [(rule.id, rule_name(rule, language())) for rule in group]
        rules.setdefault(section_name(section, language()), []).extend(named)
    return render_template("rules.html", systems=told, rules=rules)


@page.get("/rules/<name>")
def show(name: str) -> str:
    """A system: its departures from the defaults, or every option."""
    preset, rules = _system(name)
    everything = request.args.get("all") == "yes"
    shown = [each for each in entries(preset, rules) if everything or each.departs]
    sections = [
        (section_name(section, language()), [_told(entry) for entry in group])
        for section, group in groupby(shown, key=lambda entry: entry.option.section)
    ]
    return render_template(
        "system.html",
        preset=preset,
        title=preset_title(preset, language()),
        note=preset_note(preset, language()),
        sections=sections,
        everything=everything,
        others=[other for other in names() if other != preset.id],
    )


@page.get("/rules/<name>/diff/<other>")
def diff(name: str, other: str) -> str:
    """Two systems: only what differs, each with a case that they judge differently."""
    one, two = _system(name), _system(other)
    sections = [
        (section_name(section, language()), [_parted(pair, one[1], two[1]) for pair in group])
        for section, group in groupby(parted(one, two), key=lambda pair: pair[0].option.section)
    ]
    titles = [preset_title(each[0], language()) for each in (one, two)]
    return render_template(
        "parted.html", presets=(one[0], two[0]), titles=titles, sections=sections
    )


@page.get("/rules/option/<id>")
def option(id: str) -> str:
    """What a rule decides, who plays it how, and cases that turn on it."""
    rule = next((each for each in all_rules() if each.id == id), None)
    if rule is None:
        abort(404)
    contradictions = [
        (each, *conflict_told(each, language())) for each in conflicts() if id in each.options
    ]
    return render_template(
        "option.html",
        rule=rule,
        name=rule_name(rule, language()),
        section=section_name(rule.section, language()),
        meaning=rule_meaning(rule, language()),
        fixed=fixed_value(rule, language()) if isinstance(rule, Fixed) else "",
        values=_values(rule) if isinstance(rule, Option) else [],
        cases=[_case(ruling) for ruling in rulings_on(id)],
        contradictions=contradictions,
    )


def _system(name: str) -> tuple[Preset, Rules]:
    """The system of a name, perhaps with its version; else 404."""
    if len(name) > 80 or " " in name:
        abort(404)
    try:
        return rules_from_text(name)
    except RuleError:
        abort(404)


def _told(entry: Entry) -> Told:
    id, value = entry.option.id, entry.value
    meaning = value_meaning(id, value, language())
    return Told(
        id,
        rule_name(entry.option, language()),
        value,
        "" if meaning == value else meaning,
        _whence(entry),
        entry.departs,
    )


def _whence(entry: Entry) -> str:
    source = "" if entry.stated is None else reason(entry.stated, language())
    return t(f"rulebook.whence-{entry.whence.value}", by=entry.by, source=source)


def _parted(pair: tuple[Entry, Entry], first: Rules, second: Rules) -> Parted:
    option = pair[0].option
    found = next(cases(option.id, first, second), None)
    one, two = pair
    values = [value_told(option.id, each.value, language()) for each in pair]
    return Parted(
        option.id,
        rule_name(option, language()),
        rule_meaning(option, language()),
        (values[0], values[1]),
        (_whence(one), _whence(two)),
        "" if found is None else tell(found[0], language()),
        ("", "") if found is None else _outcomes(found[1]),
    )


def _outcomes(outcomes: tuple[str, str]) -> tuple[str, str]:
    return tell_outcome(outcomes[0], language()), tell_outcome(outcomes[1], language())


def _values(option: Option) -> list[tuple[str, bool, list[str]]]:
    """Each value in words, whether it is the default, and the systems that have it."""
    having: dict[str, list[str]] = {}
    for preset in map(find_preset, names()):
        having.setdefault(to_text(getattr(preset.rules, option.id)), []).append(preset.id)
    values = dict.fromkeys((*option.values, option.default, *sorted(having)))
    return [
        (value_told(option.id, value, language()), value == option.default, having.get(value, []))
        for value in values
    ]


def _case(ruling: Ruling) -> Case:
    outcomes = [
        (value, tell_outcome(outcome, language()))
        for value in ruling.outcomes
        if (outcome := decide(ruling, rules_for(ruling, value))) is not None
    ]
    given = t("rulebook.given", options=ruling.given) if ruling.given else ""
    return Case(tell(ruling, language()) + given, ruling.source, tuple(outcomes))
