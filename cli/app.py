"""The program and its commands, each loaded only when it is called."""

import importlib
import os
import sys
from typing import Any, Final

import click

from shengji.cli.output import prepare_streams

COMMANDS: Final = {
    "check": "Check records card by card under the rules they name.",
    "fmt": "Rewrite records in canonical form.",
    "diff": "Compare two records of one match: where do they part?",
    "show": "Show a record at the table, step by step.",
    "convert": "Convert between SJN, JSON and other programs' formats.",
    "export": "Make tables, text and pictures of a record.",
    "archive": "Keep records in one file, and find them again.",
    "serve": "Show an archive as a site.",
    "record": "Write a match down at the table, line by line, each judged at once.",
    "lsp": "Serve an editor: diagnostics, hover, completion, formatting, outline.",
    "new": "Print an empty record to fill in.",
    "deal": "Deal a random hand.",
    "random": "Make a random match that keeps every rule.",
    "explain": "Explain a diagnostic, with a failing and a mended example.",
    "rules": "List, show and compare rule systems; find the one that fits a record.",
    "completion": "Print the completion script for a shell.",
}
"""Every command with its line in the help; `name` is the command of the same name in
`shengji.cli.name`."""

INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""What a shell says of a program that the signal of the same meaning ended."""
NO_OUTPUT: Final = 2


class LazyGroup(click.Group):
    """Lists its commands, in their order, without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            command = getattr(importlib.import_module(f"shengji.cli.{name}"), name)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Before click sees it, which would leave with 1: that means faults here.
            _drop_output()
            ctx.exit(BROKEN_PIPE)


@click.group(
    name="shengji",
    cls=LazyGroup,
    commands={name: click.Command(name, help=help) for name, help in COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`shengji COMMAND --help` tells more, with an example.",
)
@click.version_option(package_name="shengji", prog_name="shengji")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Read, judge, compare and show records of Shengji (升级, 双升, 拖拉机, 80分).

    Records are text in SJN, the Shengji notation. To see one, check it and look at it:

    \b
      shengji random --hands 2 --seed 7 > friday.sjn
      shengji check friday.sjn
      shengji show friday.sjn
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> None:
    """Run the program and leave with its exit code."""
    prepare_streams()
    try:
        code = program.main(prog_name="shengji", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        code = BROKEN_PIPE
    except OSError as error:
        # A command answers for the files it reads; what is left is the output: a full disk.
        click.echo(f"Error: {error.strerror or error}", err=True)
        _drop_output()
        code = NO_OUTPUT
    sys.exit(code)


def _drop_output() -> None:
    """Python flushes once more on leaving, and would complain then."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
