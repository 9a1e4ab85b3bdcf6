"""`shengji rules show`: what one rule system says, and whence."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import click

from shengji.cli import options
from shengji.cli.output import echo
from shengji.cli.rules.naming import RulesText, named
from shengji.cli.rules.naming import as_json as written
from shengji.cli.words import Say, words
from shengji.engine.catalogue import Option, describe
from shengji.engine.presets import Preset, Stated, origin
from shengji.engine.rules import Rules, to_text
from shengji.replay.rulewords import (
    preset_note,
    preset_title,
    reason,
    rule_name,
    section_name,
    value_meaning,
)


@dataclass(frozen=True, slots=True)
class Line:
    """An option of a rule system, its value, and who says so."""

    option: Option
    value: str
    whence: str
    """stated, own (in the source as a whole), recommended, inherited, default or tag"""
    by: str = ""
    stated: Stated | None = None

    @property
    def source(self) -> str | None:
        """The place that states it, or the reason why it is recommended, in English."""
        return None if self.stated is None else self.stated.source


@click.command()
@click.argument("name", type=RulesText())
@click.option("--all", "all_options", is_flag=True, help="Show every option, not only departures.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@options.language
def show(name: str, all_options: bool, as_json: bool, language: str) -> None:
    """Show a rule system: the options that differ from the defaults, and who says so.

    Behind each option stands the place in the rule texts that states it, or the system from which
    it is inherited. With --all every option is shown.

    \b
      $ shengji rules show competition
      $ shengji rules show "standard throw_penalty=10" --all
    """
    text, preset, rules = named(name)
    shown = [line for line in lines(preset, rules) if all_options or _departs(line)]
    if as_json:
        click.echo(written({"rules": text, "options": [_as_data(line) for line in shown]}))
        return
    tell = words(language)
    _head(text, preset, tell, language)
    for section, group in groupby(shown, key=lambda line: line.option.section):
        click.echo()
        echo(section_name(section, language), bold=True)
        for line in group:
            echo(_told(line, tell, language), indent=2, hang=4)
    if not shown:
        click.echo()
        echo(tell("no-departures"))


def lines(preset: Preset, rules: Rules) -> Iterator[Line]:
    """Every option under these rules, in sections."""
    order = list(dict.fromkeys(option.section for option in describe()))
    for option in sorted(describe(), key=lambda option: order.index(option.section)):
        value = to_text(getattr(rules, option.id))
        if getattr(preset.rules, option.id) != getattr(rules, option.id):
            yield Line(option, value, "tag")
            continue
        found = origin(preset, option.id)
        if found is None:
            yield Line(option, value, "default")
            continue
        by, stated = found
        whence = "recommended" if stated.recommended else "stated"
        if by.name != preset.name:
            whence = "inherited"
        elif stated.source == by.source:
            whence = "own"
        yield Line(option, value, whence, by.name, stated)


def _departs(line: Line) -> bool:
    return line.value != line.option.default


def _head(text: str, preset: Preset, tell: Say, language: str) -> None:
    echo(f"{text} · {preset_title(preset, language)}", bold=True)
    echo(tell("system-source", source=preset.source))
    if preset.inherits is not None:
        echo(tell("system-inherits", name=preset.inherits))
    if preset.aliases:
        echo(tell("system-aliases", names=", ".join(preset.aliases)))
    if note := preset_note(preset, language):
        echo(note)


def _told(line: Line, tell: Say, language: str) -> str:
    option, value = line.option, line.value
    meaning = value_meaning(option.id, value, language)
    words_ = rule_name(option, language) if meaning == value else tell(
        "name-and-value", name=rule_name(option, language), value=meaning
    )  # fmt: skip
    return f"{option.id}={value} · {words_} [{whence(line, tell, language)}]"


def whence(line: Line, tell: Say, language: str) -> str:
    """Who says so, in words."""
    source = "" if line.stated is None else reason(line.stated, language)
    return tell(f"whence-{line.whence}", by=line.by, source=source)


def _as_data(line: Line) -> dict[str, object]:
    return {
        "option": line.option.id,
        "value": line.value,
        "default": line.option.default,
        "whence": line.whence,
        "by": line.by or None,
        "source": line.source,
    }
