"""`shengji explain`: what a diagnostic means, why, and what to do."""

from difflib import get_close_matches

import click

from shengji.cli import options
from shengji.cli.output import plain
from shengji.cli.tables import print_table
from shengji.cli.words import words
from shengji.notation.diagnostics import CODES, Code, Severity
from shengji.replay.wording import explain as explained


def _known(_ctx: click.Context, _argument: click.Parameter, code: str | None) -> Code | None:
    if code is None or code in CODES:
        return None if code is None else CODES[code]
    near = get_close_matches(code, CODES, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`shengji explain` lists all"
    raise click.BadParameter(f"there is no code {code!r}; {hint}")


@click.command()
@click.argument("code", required=False, callback=_known)
@options.language
def explain(code: Code | None, language: str) -> None:
    """Explain a diagnostic, with a failing and a mended example.

    CODE is what `shengji check` prints behind the severity. Without it all codes are listed.

    \b
      $ shengji explain follow-suit
    """
    if code is None:
        for severity in Severity:
            _list(severity, language)
    else:
        _explain(code, language)


def _list(severity: Severity, language: str) -> None:
    found = [code for code in CODES.values() if code.severity is severity]
    rows = [(code.id, explained(code.id, language).title) for code in found]
    print_table(words(language)(f"severity.{severity.value}"), rows)
    click.echo()


def _explain(code: Code, language: str) -> None:
    say, told = words(language), explained(code.id, language)
    severity = say(f"severity.{code.severity.value}")
    click.echo(f"{click.style(code.id, bold=True)} · {severity} · {told.title}")
    click.echo(f"\n{told.why}\n{told.mend}\n")
    for title, text in (("failing", told.failing), ("mended", told.mended)):
        click.secho(say(title), bold=True)
        for line in text.splitlines():
            click.echo(f"    {plain(line)}".rstrip())
        click.echo()
