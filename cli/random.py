"""`shengji random`: a match that nobody played and that keeps every rule."""

import click

from shengji import notation
from shengji.cli import options
from shengji.cli.output import write_data
from shengji.replay.generate import random_match


@click.command()
@click.option(
    "--hands",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many hands; fewer when the match is won before.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Which match."
)
@options.rules("The rule system, with departures.", default="standard")
def random(hands: int, seed: int, rules: str) -> None:
    """Make a random match that keeps every rule, for tests and benches.

    The same seed gives the same match, under any rule system of `shengji rules`.

    \b
      $ shengji random --hands 10 --seed 42 | shengji check -
      $ shengji random --rules "tractor-online throw_penalty=10"
    """
    write_data(notation.dumps(random_match(rules, hands, seed)))
