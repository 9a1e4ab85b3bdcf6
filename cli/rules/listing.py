"""`shengji rules list`: every rule system with its title."""

import click

from shengji.cli import options
from shengji.cli.rules.naming import as_json as written
from shengji.cli.tables import print_table
from shengji.cli.words import words
from shengji.engine.presets import find, names
from shengji.replay.rulewords import preset_title


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a line.")
@options.language
def listing(as_json: bool, language: str) -> None:
    """List the rule systems: name, title, and the system that says the rest.

    \b
      $ shengji rules list
      $ shengji rules list --lang zh-Hans
    """
    presets = [find(name) for name in names()]
    if as_json:
        for each in presets:
            told = {"rules": each.name, "title": preset_title(each, language)}
            rest = {"inherits": each.inherits, "aliases": each.aliases, "source": each.source}
            click.echo(written({**told, **rest}))
        return
    rows = [(each.name, preset_title(each, language), each.inherits or "") for each in presets]
    print_table(words(language)("rule-systems"), rows)
