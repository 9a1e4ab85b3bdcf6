"""`shengji archive rm` and `person`: what an operator does for those who want to be forgotten."""

from pathlib import Path

import click

from shengji.cli import options
from shengji.cli.archive.finding import print_rows
from shengji.cli.archive.opening import database, opened
from shengji.cli.words import words
from shengji.replay.archive import OPERATOR


@click.command()
@database
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--names", is_flag=True, help="Remove the names only, and keep the records.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.language
def rm(db: Path, ids: tuple[str, ...], names: bool, yes: bool, language: str) -> None:
    """Erase entries with all their revisions, or the names in them.

    There is no way back but a backup. With --names seats stand where names stood, in all revisions
    and also in comments and notes; the bytes as they came are gone too.

    \b
      $ shengji archive rm club.db 7KqzR4Mn
      $ shengji archive rm club.db 7KqzR4Mn --names
    """
    with opened(db, write=True) as archive:
        for id in ids:
            archive.get(id, OPERATOR)
        if not yes:
            click.confirm(f"{' '.join(ids)}: {'remove the names' if names else 'erase'}?",
                          abort=True, err=True)  # fmt: skip
        for id in ids:
            if names:
                archive.anonymise(id, OPERATOR)
            else:
                archive.erase(id, OPERATOR)
    click.echo(words(language)("made-nameless" if names else "erased", ids=" ".join(ids)))


@click.command()
@database
@click.argument("name")
@click.option("--forget", is_flag=True, help="Put seats in place of the name, in all records.")
@click.option("--alias-of", "into", metavar="NAME", help="It is another name of this player.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.language
def person(db: Path, name: str, forget: bool, into: str | None, yes: bool, language: str) -> None:
    """List every entry that names somebody in a tag, in any revision, whoever may see it.

    Players, referees and annotators are found. With --forget the name and all aliases of that
    player are taken out of these records: of their tags, comments and notes, in all revisions, for
    ever.

    \b
      $ shengji archive person club.db 陈伟
      $ shengji archive person club.db 小陈 --alias-of 陈伟
      $ shengji archive person club.db 陈伟 --forget
    """
    say = words(language)
    with opened(db, write=forget or into is not None) as archive:
        if into is not None:
            archive.merge_players(name, into)
        found = archive.entries_of(name)
        print_rows(found, say)
        if forget and found:
            if not yes:
                click.confirm(f"{name}: forget?", abort=True, err=True)
            click.echo(say("forgotten", number=archive.forget(name)))
