"""The group of commands; without one of them the systems are listed, or one is shown."""

from collections.abc import Sequence

import click
from click.core import ParameterSource

from shengji.cli import options
from shengji.cli.rules.diff import diff
from shengji.cli.rules.explain import explain
from shengji.cli.rules.find import find
from shengji.cli.rules.fit import fit
from shengji.cli.rules.listing import listing
from shengji.cli.rules.show import show

COMMANDS: Sequence[click.Command] = (listing, show, diff, find, explain, fit)


class _Group(click.Group):
    """Takes what is no command for the name of a rule system: `rules godot` shows it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = ["show", *args]
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Group,
    commands={str(command.name): command for command in COMMANDS},
    invoke_without_command=True,
)
@options.language
@click.pass_context
def rules(ctx: click.Context, language: str) -> None:
    """List rule systems, show and compare them, and find the one that fits a record.

    NAME is what a record's Rules tag begins with, with or without a version: standard,
    standard@1. A whole tag does too, and names what its departures come to.

    \b
      $ shengji rules
      $ shengji rules godot
      $ shengji rules diff competition shuangsheng-super
      $ shengji rules explain throw_penalty
      $ shengji rules fit friday.sjn
    """
    if ctx.get_parameter_source("language") is ParameterSource.COMMANDLINE:
        ctx.default_map = {str(command.name): {"language": language} for command in COMMANDS}
    if ctx.invoked_subcommand is None:
        ctx.invoke(listing, language=language, as_json=False)
