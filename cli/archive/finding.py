"""`shengji archive list` and `search`: which entries there are, and which have what is asked."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from shengji.cli import options
from shengji.cli.archive.opening import Word, database, opened, told
from shengji.cli.output import plain
from shengji.cli.tables import print_table
from shengji.cli.words import Say, words
from shengji.notation.tokens import TokenError, read_level, read_suit
from shengji.replay.archive import Order, Page, Query, Role, Row, Visibility
from shengji.replay.archive.query import MOST

F = TypeVar("F", bound=Callable[..., Any])

NO_HIT = 1
_COLUMNS: Final = ("id", "date", "players", "event", "rules", "hands", "points", "errors")


def _paged(command: F) -> F:
    """The options of a list that is told a page at a time."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="One JSON object an entry and line."),
        click.option("--after", default="", metavar="WORD", help="Go on behind an earlier page."),
        click.option("--limit", type=click.IntRange(1, MOST), default=20, show_default=True,
                     metavar="N", help="So many at a time."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command("list")
@database
@click.option("--visibility", type=Word(Visibility), help="Only such entries.")
@_paged
@options.language
def list_(
    db: Path, visibility: Visibility | None, limit: int, after: str, as_json: bool, language: str
) -> None:
    """List all entries in the order in which they came, whoever may see them.

    \b
      $ shengji archive list club.db
    """
    with opened(db) as archive:
        page = archive.every(visibility, after, limit)
    _print(page, words(language), as_json)


def _suit(_ctx: click.Context, _option: click.Parameter, word: str | None) -> int | None:
    try:
        return None if word is None else read_suit(word)
    except (TokenError, KeyError, ValueError):
        raise click.BadParameter(f"{word!r} is none of S, H, D, C and -") from None


def _level(_ctx: click.Context, _option: click.Parameter, word: str | None) -> int | None:
    try:
        level = None if word is None else read_level(word)
    except (TokenError, KeyError, ValueError):
        raise click.BadParameter(f"{word!r} is none of 2 to 9, T, J, Q, K, A and N") from None
    return None if level is None else level.rank


@click.command()
@database
@click.argument("text", nargs=-1)
@click.option("--player", default="", metavar="NAME", help="Somebody who played.")
@click.option(
    "--role",
    type=Word(Role),
    default=Role.ANY,
    show_default=True,
    help="What this player was: partner and opponent are those of --with.",
)
@click.option("--with", "other", default="", metavar="NAME", help="Somebody else who played.")
@click.option("--since", default="", metavar="DATE", help="2026, 2026-11 or 2026-11-27.")
@click.option("--until", default="", metavar="DATE", help="The last day, month or year.")
@click.option("--event", default="", metavar="NAME", help="The whole name of an event.")
@click.option("--rules", "preset", default="", metavar="NAME", help="A rule system.")
@click.option("--flag", default="", metavar="CODE", help="Something found; any error; or none.")
@click.option("--notes/--no-notes", "has_notes", default=None, help="With comments, or without.")
@click.option("--hands-from", type=int, metavar="N", help="At least so many hands.")
@click.option("--hands-to", type=int, metavar="N", help="At most so many hands.")
@click.option("--trump", callback=_suit, metavar="SUIT", help="S, H, D, C, or - for no-trump.")
@click.option("--level", callback=_level, metavar="LEVEL", help="The level played, 2 to A or N.")
@click.option("--kept/--lost", default=None, help="The declarer's side won the hand, or did not.")
@click.option("--points-from", type=int, metavar="N", help="Attackers made at least so many.")
@click.option("--points-to", type=int, metavar="N", help="Attackers made at most so many.")
@click.option(
    "--kitty",
    "kitty_from",
    type=int,
    metavar="N",
    help="Attackers captured a kitty with at least so many points.",
)
@click.option(
    "--multiplier",
    "multiplier_from",
    type=int,
    metavar="N",
    help="Attackers captured a kitty that counted at least so many times.",
)
@click.option("--failed-throw/--no-failed-throw", default=None, help="A throw failed, or none.")
@click.option(
    "--tractor",
    "tractor_from",
    type=int,
    metavar="N",
    help="A tractor of at least so many pairs was led.",
)
@click.option(
    "--last-trick/--before-last-trick",
    "decided_last",
    default=None,
    help="The last trick decided the hand, or did not.",
)
@click.option(
    "--order",
    type=Word(Order),
    default=Order.NEWEST,
    show_default=True,
    help="Of points and flags the most come first.",
)
@_paged
@options.language
@click.pass_context
def search(
    ctx: click.Context,
    /,
    db: Path,
    text: tuple[str, ...],
    as_json: bool,
    language: str,
    **asked: Any,
) -> None:
    """Find public entries.

    TEXT are words in names, places and comments, in either Chinese script; a part of a name is
    enough. All that is asked holds together, and what is asked of a hand holds for one and the same
    hand.

    \b
      $ shengji archive search club.db 陈伟 --since 2026
      $ shengji archive search club.db --trump - --tractor 3 --lost
      $ shengji archive search club.db --player "Li Na" --role partner --with 赵敏
      $ shengji archive search club.db --flag follow-shape

    The exit code is 0, 1 when nothing was found, 2 when the archive could not be used.
    """
    with told():
        query = Query(text=" ".join(text), **asked)
    with opened(db) as archive:
        found = archive.find(query)
    say = words(language)
    _print(found.page, say, as_json)
    if not as_json:
        word = "hits" if found.count.exact else "hits-more"
        click.echo(say(word, number=found.count.number))
    ctx.exit(0 if found.page.rows else NO_HIT)


def _print(page: Page, say: Say, as_json: bool) -> None:
    for row in page.rows if as_json else ():
        click.echo(json.dumps(asdict(row), ensure_ascii=False, separators=(",", ":")))
    if not as_json:
        print_rows(page.rows, say)
    if page.next:
        click.echo(say("next-page", next=page.next), err=as_json)


def print_rows(rows: tuple[Row, ...], say: Say) -> None:
    """A table of entries; nothing where there are none."""
    if rows:
        head = [say(f"archive.{name}") for name in _COLUMNS]
        print_table("", [head, *map(_cells, rows)])


def _cells(row: Row) -> list[str]:
    players = " ".join(f"{player.name}" for player in row.players)
    points = "" if row.points is None else str(row.points)
    numbers = (str(row.hands), points, str(row.errors))
    return [row.public_id, *map(plain, (row.date, players, row.event, row.preset)), *numbers]
