"""`shengji rules`: the rule systems by name, and what each of them says."""

import click

from shengji.cli import options
from shengji.cli.tables import print_table
from shengji.cli.words import words
from shengji.engine.catalogue import describe
from shengji.engine.presets import find, names, rules_from_text
from shengji.engine.rules import RuleError, Rules, differences, to_text
from shengji.replay.wording import option_name


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--all", "all_options", is_flag=True, help="Show every option, not only departures.")
@options.language
def rules(name: str | None, all_options: bool, language: str) -> None:
    """List the rule systems, or show one.

    NAME is what a record's Rules tag begins with, with or without a version: standard,
    standard@1. A whole tag does too, and shows what its departures come to. Shown are the options
    that differ from the defaults; with --all every option and its value.

    \b
      $ shengji rules
      $ shengji rules godot
      $ shengji rules "standard throw_penalty=10" --all
    """
    if name is None:
        rows = []
        for each in names():
            preset = find(each)
            title = preset.english if language == "en" else preset.chinese
            rows.append((preset.name, title))
        print_table(words(language)("term.rules"), rows)
        return
    try:
        preset, chosen = rules_from_text(name)
    except RuleError as error:
        raise click.BadParameter(f"{error}; `shengji rules` lists the systems") from None
    click.secho(preset.name, bold=True)
    for line in (preset.english, preset.chinese, preset.source):
        click.echo(line)
    click.echo()
    shown = _all(chosen) if all_options else differences(chosen, Rules())
    options_by_id = {option.id: option for option in describe()}
    print_table(
        words(language)("all-options" if all_options else "departures"),
        [
            (f"{id}={value}", option_name(id, language), options_by_id[id].meaning)
            for id, value in shown.items()
        ],
    )


def _all(chosen: Rules) -> dict[str, str]:
    return {option.id: to_text(getattr(chosen, option.id)) for option in describe()}
