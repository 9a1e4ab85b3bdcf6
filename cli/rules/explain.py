"""`shengji rules explain`: what a rule decides, who plays it how, and cases that turn on it."""

from collections import defaultdict

import click

from shengji.cli import options
from shengji.cli.paragraphs import echo
from shengji.cli.rules.naming import RuleNames
from shengji.cli.words import Say, words
from shengji.engine.catalogue import Fixed, Option
from shengji.engine.conflicts import conflicts
from shengji.engine.presets import find, names
from shengji.engine.rules import to_text
from shengji.replay.rulewords import (
    conflict_told,
    fixed_value,
    rule_meaning,
    rule_name,
    section_name,
    tell,
    tell_outcome,
    value_told,
)
from shengji.replay.rulings import decide, rules_for, rulings_on


@click.command()
@click.argument("found", metavar="PARAMETER", type=RuleNames())
@options.language
def explain(found: tuple[Option | Fixed, ...], language: str) -> None:
    """Explain a rule: what it decides, its values, sources, conflicts, and worked examples.

    PARAMETER is an option's id, a parameter of the rule texts, or an English or Chinese name. The
    examples are played as you look: what stands behind each value is the engine's verdict.

    \b
      $ shengji rules explain throw_fail_play
      $ shengji rules explain 自保
    """
    tell_ = words(language)
    for number, rule in enumerate(found):
        if number:
            click.echo()
        _head(rule, tell_, language)
        if isinstance(rule, Option):
            _values(rule, tell_, language)
        _cases(rule, tell_, language)
        _conflicts(rule, tell_, language)


def _head(rule: Option | Fixed, say: Say, language: str) -> None:
    name, section = rule_name(rule, language), section_name(rule.section, language)
    echo(f"{rule.id} · {name} · {section}", bold=True)
    echo(rule_meaning(rule, language))
    echo(say("rulebook.source", source=rule.source))
    if isinstance(rule, Fixed):
        echo(say("rulebook.everywhere", value=fixed_value(rule, language)))
        return
    if rule.parameters:
        echo(say("rule-parameters", names=", ".join(rule.parameters)))
    if rule.interacts:
        echo(say("rule-interacts", names=", ".join(rule.interacts)))


def _values(option: Option, say: Say, language: str) -> None:
    having: dict[str, list[str]] = defaultdict(list)
    for preset in map(find, names()):
        having[to_text(getattr(preset.rules, option.id))].append(preset.id)
    click.echo()
    echo(say("rulebook.values"), bold=True)
    for value in dict.fromkeys((*option.values, option.default, *sorted(having))):
        told = value_told(option.id, value, language)
        echo(told + (say("rulebook.default") if value == option.default else ""), indent=2, hang=4)
        if len(having[value]) > len(names()) // 2:
            echo(say("rulebook.most", number=len(having[value]), all=len(names())), indent=6)
        elif having[value]:
            echo(", ".join(having[value]), indent=6)


def _cases(rule: Option | Fixed, say: Say, language: str) -> None:
    cases = rulings_on(rule.id)
    if not cases:
        return
    click.echo()
    echo(say("rulebook.cases"), bold=True)
    for ruling in cases:
        given = say("rulebook.given", options=ruling.given) if ruling.given else ""
        echo(f"{tell(ruling, language)}{given} [{ruling.source}]", indent=2, hang=2)
        for value in ruling.outcomes:
            outcome = decide(ruling, rules_for(ruling, value))
            if outcome is not None:
                told = tell_outcome(outcome, language)
                fixed = isinstance(rule, Fixed)
                echo(told if fixed else f"{value}: {told}", indent=6, hang=2)


def _conflicts(rule: Option | Fixed, say: Say, language: str) -> None:
    found = [each for each in conflicts() if rule.id in each.options]
    if not found:
        return
    click.echo()
    echo(say("rulebook.conflicts"), bold=True)
    for each in found:
        problem, resolution = conflict_told(each, language)
        echo(f"{each.id} [{'; '.join(each.places)}] {problem}", indent=2, hang=4)
        echo(f"→ {resolution}", indent=6, hang=2)
