"""`shengji fmt`: records in canonical form, rewritten where they lie."""

import click

from shengji import notation
from shengji.cli import options, records
from shengji.cli.inputs import Source, Unreadable, Unusable, reason, sources
from shengji.cli.output import plain, write_data
from shengji.cli.saving import save

DIFFERS = 1
UNUSABLE = 2


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Change nothing; list the files that differ.")
@options.encoding
@options.language
@click.pass_context
def fmt(
    ctx: click.Context, paths: tuple[str, ...], check: bool, encoding: str | None, language: str
) -> None:
    """Rewrite records in canonical form.

    A PATH is a file, a folder (searched for *.sjn), or - for standard input, which goes to
    standard output. Comments, notes and variations are kept; Chinese keywords, suit signs and 10
    become their canonical form, and the text becomes UTF-8. What a record says is not changed:
    wrong assertions stay, and `shengji check` finds them.

    \b
      $ shengji fmt friday.sjn
      $ shengji fmt --check samples/
      $ shengji fmt --encoding gb18030 old.sjn

    A file in which something could not be read is left as it is, so nothing is lost. The exit
    code is 0; with --check 1 when a file differs; 2 when a file could not be read.
    """
    differing = failed = 0
    for file in sources(paths):
        try:
            differing += _format(file, check=check, encoding=encoding, language=language)
        except Unusable as error:
            click.echo(plain(error.message), err=True)
            failed += 1
    ctx.exit(UNUSABLE if failed else DIFFERS if differing and check else 0)


def _format(file: Source | Unreadable, *, check: bool, encoding: str | None, language: str) -> bool:
    """Whether the file differed.

    :raises Unusable: it cannot be read or written.
    """
    if isinstance(file, Unreadable):
        raise Unusable(file.name, file.reason)
    loaded = records.load(file, language, format=records.SJN, encoding=encoding)
    if loaded.faults:
        records.tell_faults(loaded, encoding, language)
        raise Unusable(file.name, "not rewritten, since not all of it could be read")
    try:
        text = "\n".join(map(notation.dumps, loaded.records))
    except notation.WriteError as error:
        raise Unusable(file.name, f"not rewritten: {error}") from None
    differs = file.read() != text.encode()
    if check and differs:
        click.echo(plain(file.name))
    elif not check:
        _write(file, text, differs)
    return differs


def _write(file: Source, text: str, differs: bool) -> None:
    if file.path is None:
        write_data(text)
    elif differs:
        try:
            save(file.path, text.encode(), over=True)
        except OSError as error:
            raise Unusable(file.name, reason(error)) from None
        click.echo(plain(file.name), err=True)
