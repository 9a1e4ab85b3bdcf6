"""`shengji completion`: what a shell needs to complete our commands and options."""

import click
from click.shell_completion import ShellComplete, get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_SHENGJI_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script for a shell.

    \b
      $ shengji completion bash > ~/.local/share/bash-completion/completions/shengji
      $ shengji completion zsh > ~/.zfunc/_shengji
      $ shengji completion fish > ~/.config/fish/completions/shengji.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    script = found(click.Group("shengji"), {}, "shengji", VARIABLE)
    # The class for bash would start a bash to ask for its version; the script does without.
    click.echo(ShellComplete.source(script))
