"""`shengji deal`: a shuffled deal to play from."""

from random import Random
from secrets import randbelow

import click

from shengji import notation
from shengji.cli import options
from shengji.cli.output import write_data
from shengji.engine.presets import rules_from_text, rules_to_text
from shengji.engine.scoring.match import start_levels
from shengji.notation import record as rec
from shengji.notation.tokens import SEATS
from shengji.replay.generate import random_deal, sides

SEEDS = 1 << 32


@click.command()
@options.rules("The rule system, with departures.", default="standard")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Which deal; else any.")
def deal(rules: str, seed: int | None) -> None:
    """Deal a random hand.

    Every seat's cards stand in the order drawn, the kitty with its top card first. A comment names
    the seed, which gives the same deal again.

    \b
      $ shengji deal > table4.sjn
      $ shengji deal --seed 2026 --rules "standard kitty_size=4"
    """
    preset, chosen = rules_from_text(rules)
    seed = randbelow(SEEDS) if seed is None else seed
    hands, kitty = random_deal(chosen, Random(seed))
    lines = tuple(rec.SeatCards(seat, cards) for seat, cards in enumerate(hands))
    levels = sides(chosen, start_levels(chosen))
    events = (rec.Deal(0, lines), rec.Kitty(kitty))
    hand = rec.Hand(1, levels, rec.UNKNOWN_SEAT, events=events, ended=False)
    tags = {"Event": "?", "Site": "?", "Date": "????-??-??"}
    tags["Rules"] = rules_to_text(preset, chosen)
    tags |= {f"Player{letter.upper()}": "?" for letter in SEATS[: chosen.players]}
    opening = rec.Remarks(beside=f"shengji deal --seed {seed}")
    record = rec.Record(
        tuple(rec.Tag(name, value) for name, value in tags.items()), (hand,), opening=opening
    )
    write_data(notation.dumps(record))
