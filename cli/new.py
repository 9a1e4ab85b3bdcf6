"""`shengji new`: a record to fill in at the table."""

import re
from datetime import date
from typing import Final

import click

from shengji import notation
from shengji.cli import options
from shengji.cli.output import write_data
from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.rules import Rules
from shengji.engine.scoring.match import start_levels
from shengji.notation import record as rec
from shengji.notation.tokens import SEATS
from shengji.replay.generate import sides

GUIDE: Final = (
    "Cards: S spades, H hearts, D diamonds, C clubs; 2-9 T J Q K A; L and B are the jokers.",
    "Take the # away where you fill in; leave out what nobody wrote down.",
)
STATEMENTS: Final = (
    "hands",
    "a S234 H56 D789 CTJQKA LB",
    "kitty S5 H9",
    "declare 23 b H2        (23 cards were dealt by then; ? if nobody counted)",
    "trump H 2 b            (suit, level, dealer)",
    "take b",
    "bury b S34 H5",
    "1 b SA S3 SK S4 =b+10  (trick, leader, the plays in order; =b+10: b wins 10 points)",
    "result 85 kitty=20x2 up=0 next=c",
)
"""One line of each kind, in their order; most people need no others."""
CALL: Final = "friend SA 2            (the card called, and which of its copies)"
JOIN: Final = "join c                 (who has joined the dealer by this trick)"


def _names(_ctx: click.Context, _option: click.Parameter, text: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in re.split("[,，、]", text)) if text else ()
    if any(not name.isprintable() for name in names):
        raise click.BadParameter("a name holds a character that cannot be printed")
    return names


@click.command()
@options.rules("The rule system, with departures.", default="standard")
@click.option(
    "--players", callback=_names, metavar="NAMES", help="Names by seat, with commas between them."
)
@click.option(
    "--hands",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="How many hands to prepare.",
)
@click.option("--event", default="?", help="What is played for.")
@click.option("--date", "day", default=lambda: date.today().isoformat(), help="Else today.")
def new(rules: str, players: tuple[str, ...], hands: int, event: str, day: str) -> None:
    """Print an empty record to fill in.

    \b
      $ shengji new --players 陈伟,李娜,王强,赵敏 --hands 4 > friday.sjn

    Comments show each statement once. Seats a b c d follow the order of play; with fixed
    partners a and c play against b and d. Keywords in Chinese, 10 for T and suit signs are
    understood as well, and `shengji fmt` makes them canonical.
    """
    preset, chosen = rules_from_text(rules)
    if len(players) > chosen.players:
        raise click.BadParameter(f"{len(players)} names for {chosen.players} seats")
    tags = {"Event": event, "Site": "?", "Date": day, "Rules": rules_to_text(preset, chosen)}
    for seat in range(chosen.players):
        name = players[seat] if seat < len(players) else ""
        tags[f"Player{SEATS[seat].upper()}"] = name or "?"
    record = rec.Record(
        tuple(rec.Tag(name, value) for name, value in tags.items()),
        tuple(_hand(number, chosen) for number in range(1, hands + 1)),
    )
    write_data(notation.dumps(record))


def _hand(number: int, rules: Rules) -> rec.Hand:
    levels = start_levels(rules) if number == 1 else (None,) * rules.players
    guide = rec.Remarks(above=GUIDE) if number == 1 else None
    lines = rec.Remarks(above=_statements(rules)) if number == 1 else None
    return rec.Hand(
        number, sides(rules, levels), rec.UNKNOWN_SEAT, remarks=guide, end_remarks=lines
    )


def _statements(rules: Rules) -> tuple[str, ...]:
    if rules.partnership == "fixed":
        return STATEMENTS
    *before, trick, result = STATEMENTS
    return (*before, CALL, trick, JOIN, result)
