"""The commands of `shengji archive`, each of which names the archive first."""

import click

from shengji.cli.archive.adding import add, init
from shengji.cli.archive.drafting import drafts
from shengji.cli.archive.exporting import export
from shengji.cli.archive.finding import list_, search
from shengji.cli.archive.keeping import backup, stats, verify
from shengji.cli.archive.publishing import dump, publish
from shengji.cli.archive.removing import person, rm
from shengji.cli.archive.showing import show


@click.group(
    epilog="`shengji archive COMMAND --help` tells more. Whoever can read the file sees all of it:"
    " what strangers see of unlisted and private entries is the site's to keep.",
)
def archive() -> None:
    """Keep records in one file, and find them again.

    The same record twice is one entry; the same play under other names or with other notes is kept
    beside it and linked. What is wrong with a record is kept with it; a record that cannot be read
    as a whole is refused.

    \b
      $ shengji archive init club.db
      $ shengji archive add club.db friday.sjn samples/games
      $ shengji archive search club.db 陈伟 --tractor 3
    """


for command in (
    init, add, list_, search, show, export, dump, publish, verify, backup, stats, rm, person,
    drafts,
):  # fmt: skip
    archive.add_command(command)
