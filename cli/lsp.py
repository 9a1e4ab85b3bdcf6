"""`shengji lsp`: the language service for editors on the desk."""

import os
import sys

import click

from shengji.cli import options


@click.command()
@click.option(
    "--stdio", is_flag=True, help="Speak over standard input and output, as it always does."
)
@click.option(
    "--site", default="", metavar="URL",
    help="A site of this program: diagnostics then link to its pages.",
)  # fmt: skip
@options.language
def lsp(stdio: bool, site: str, language: str) -> None:
    """Serve an editor: diagnostics with their mending, hover, completion, formatting, outline.

    The editor starts it and speaks the Language Server Protocol with it over standard input and
    output. docs/editors.md shows how to set up VS Code, Vim and Neovim. It needs the library pygls,
    which comes with the extra `lsp`.

    \b
      $ pip install "shengji[lsp]"
      $ shengji lsp --lang zh-Hans
    """
    try:
        from shengji.cli.languageserver import server
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise click.ClickException(
            'the library pygls is missing; `pip install "shengji[lsp]"` installs it'
        ) from None
    # The library closes what it writes to, and whoever called flushes the standard output.
    with open(os.dup(sys.stdout.fileno()), "wb") as out:
        server(language, site).start_io(sys.stdin.buffer, out)
