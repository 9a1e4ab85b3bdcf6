"""`shengji record`: the command, and where its lines come from."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from shengji.cli import options
from shengji.cli.inputs import Unusable
from shengji.cli.output import write_data
from shengji.cli.record.completing import candidates
from shengji.cli.record.keeping import Keeper
from shengji.cli.record.session import Session
from shengji.cli.words import words
from shengji.notation.tokens import SEATS
from shengji.replay.recording import Mode, opening

FAULTS = 1


@click.command()
@click.argument("file", required=False)
@options.rules("The rule system of a new record, with departures.", default="standard")
@click.option("--players", metavar="NAMES", default="", help="Names by seat, with commas.")
@click.option("--event", default="?", help="What is played for.")
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in Mode]),
    default=Mode.FULL.value,
    show_default=True,
    help="What is written down: all, plays alone, what one seat sees, results, or a position.",
)
@click.option("--seat", type=click.Choice(tuple(SEATS)), help="Who looks, in --mode seat.")
@options.language
@click.pass_context
def record(
    ctx: click.Context,
    file: str | None,
    rules: str,
    players: str,
    event: str,
    mode: str,
    seat: str | None,
    language: str,
) -> None:
    """Write a match down at the table, line by line, each judged at once.

    FILE is the record. Until it is finished, everything lies in FILE.draft, which is written after
    every line; the same command goes on where it was left. Without FILE the record goes to
    standard output.

    \b
      $ shengji record friday.sjn --rules standard --players 陈伟,李娜,王强,赵敏

    A line is a statement, or the plays of a trick: `SA S3 S5 SK`, or `sa s3 s5 sk`. Who won, who
    takes the kitty, the result and the end of a hand are written by themselves where they follow;
    an empty line takes what is shown in brackets. :aside lists what may be said at any time, such
    as `:aside note . He knew.` on the last play. What breaks a rule is not taken before :anyway
    says that it happened, or :take that it is to be written as the irregularity that it was. :undo
    and :redo go back and forth, :fix 12 changes line 12, :cards shows what is left, :finish writes
    the record, :quit leaves. In a terminal the tab key completes. The exit code is 1 when the
    record has errors.
    """
    keeper = None if file is None else Keeper(Path(file), language)
    draft = keeper.load(Mode(mode)) if keeper else None
    if draft is None:
        place = None if seat is None else SEATS.index(seat)
        names = tuple(name.strip() for name in players.replace("，", ",").split(","))
        draft = opening(rules, Mode(mode), players=names, seat=place, tags={"Event": event})
    session = Session(draft, keeper, words(language), language)
    for line in _lines(session):
        session.take(line)
        if session.done or session.left:
            break
    if keeper is not None and not session.done:
        session.tell(session.say("record.kept", place=keeper.place))
        return
    text, faults = session.conclude()
    if not text:
        raise Unusable(file or "<stdin>", session.say("record.unreadable"))
    if keeper is None:
        write_data(text)
    else:
        keeper.finish(session.draft, text)
    ctx.exit(FAULTS if faults else 0)


def _lines(session: Session) -> Iterator[str]:
    """The recorder's lines: typed, with a prompt and completion, or out of a pipe."""
    if not sys.stdin.isatty():
        for line in sys.stdin.buffer:
            yield line.decode("utf-8", "replace").rstrip("\r\n")
        return
    _complete(session)
    while True:
        try:
            yield input(session.prompt())
        except EOFError:
            click.echo()
            return


def _complete(session: Session) -> None:
    """Let the tab key complete, where the system has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(word: str, state: int) -> str | None:
        found = candidates(session.draft, readline.get_line_buffer())
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
