"""`shengji rules find`: which rule systems have an option at some value."""

import click

from shengji.cli import options
from shengji.cli.rules.naming import as_json as written
from shengji.cli.rules.naming import option_of
from shengji.cli.rules.show import whence
from shengji.cli.tables import print_table
from shengji.cli.words import words
from shengji.engine.presets import find as find_preset
from shengji.engine.presets import names
from shengji.engine.rules import RuleError, from_text, to_text
from shengji.replay.rulebook import entries
from shengji.replay.rulestag import rules_problem
from shengji.replay.rulewords import rule_name, value_told
from shengji.replay.wording import say

NOTHING = 1


@click.command()
@click.argument("wanted", metavar="OPTION[=VALUE]")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line.")
@options.language
@click.pass_context
def find(ctx: click.Context, wanted: str, as_json: bool, language: str) -> None:
    """Find the rule systems in which an option has a value.

    OPTION is its id or any name of it, Chinese ones too. Without a value every system is listed,
    by value.

    \b
      $ shengji rules find kitty_theft=yes
      $ shengji rules find 抠底倍数

    The exit code is 1 when no system has this value.
    """
    name, equals, text = wanted.partition("=")
    option = option_of(name, language)
    value = _value(option.id, text, language) if equals else None
    found = []
    for preset in map(find_preset, names()):
        entry = next(each for each in entries(preset, preset.rules) if each.option == option)
        if value is None or entry.value == value:
            found.append((preset, entry))
    found.sort(key=lambda each: each[1].value)
    if as_json:
        for preset, entry in found:
            told = {"rules": preset.name, "option": option.id, "value": entry.value}
            rest = {"whence": entry.whence.value, "source": entry.source}
            click.echo(written({**told, **rest}))
    else:
        tell = words(language)
        title = f"{option.id} · {rule_name(option, language)}"
        rows = []
        for preset, entry in found:
            told_value = value_told(option.id, entry.value, language)
            rows.append((preset.name, told_value, whence(entry, tell, language)))
        if rows:
            print_table(title, rows)
        else:
            click.echo(tell("no-system-has", option=option.id, value=value))
    ctx.exit(0 if found else NOTHING)


def _value(option: str, text: str, language: str) -> str:
    try:
        return to_text(from_text(option, text))
    except RuleError as error:
        raise click.BadParameter(say(rules_problem(error), language)) from None
