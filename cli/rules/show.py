"""`shengji rules show`: what one rule system says, and whence."""

from itertools import groupby

import click

from shengji.cli import options
from shengji.cli.paragraphs import echo
from shengji.cli.rules.naming import RulesText, named
from shengji.cli.rules.naming import as_json as written
from shengji.cli.words import Say, words
from shengji.engine.presets import Preset
from shengji.replay.rulebook import Entry, entries
from shengji.replay.rulewords import (
    preset_note,
    preset_title,
    reason,
    rule_name,
    section_name,
    value_meaning,
)


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
    shown = [entry for entry in entries(preset, rules) if all_options or entry.departs]
    if as_json:
        click.echo(written({"rules": text, "options": [_as_data(entry) for entry in shown]}))
        return
    tell = words(language)
    _head(text, preset, tell, language)
    for section, group in groupby(shown, key=lambda entry: entry.option.section):
        click.echo()
        echo(section_name(section, language), bold=True)
        for entry in group:
            echo(_told(entry, tell, language), indent=2, hang=4)
    if not shown:
        click.echo()
        echo(tell("no-departures"))


def _head(text: str, preset: Preset, tell: Say, language: str) -> None:
    echo(f"{text} · {preset_title(preset, language)}", bold=True)
    echo(tell("rulebook.source", source=preset.source))
    if preset.inherits is not None:
        echo(tell("rulebook.inherits", name=preset.inherits))
    if preset.aliases:
        echo(tell("rulebook.aliases", names=", ".join(preset.aliases)))
    if note := preset_note(preset, language):
        echo(note)


def _told(entry: Entry, tell: Say, language: str) -> str:
    option, value = entry.option, entry.value
    meaning = value_meaning(option.id, value, language)
    words_ = rule_name(option, language) if meaning == value else tell(
        "name-and-value", name=rule_name(option, language), value=meaning
    )  # fmt: skip
    return f"{option.id}={value} · {words_} [{whence(entry, tell, language)}]"


def whence(entry: Entry, tell: Say, language: str) -> str:
    """Who says so, in words."""
    source = "" if entry.stated is None else reason(entry.stated, language)
    return tell(f"rulebook.whence-{entry.whence.value}", by=entry.by, source=source)


def _as_data(entry: Entry) -> dict[str, object]:
    return {
        "option": entry.option.id,
        "value": entry.value,
        "default": entry.option.default,
        "whence": entry.whence.value,
        "by": entry.by or None,
        "source": entry.source,
    }
