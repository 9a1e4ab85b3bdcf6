"""`shengji diff`: where two records of one match part, and whom the rules support."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import click

from shengji.cli import options, records
from shengji.cli.findings import sentence
from shengji.cli.inputs import STDIN, source
from shengji.cli.output import plain
from shengji.cli.words import Say, words
from shengji.notation.address import write_address
from shengji.replay.compare import Comparison, Difference, HandComparison, compare

DIFFERENT: Final = 1
UNUSABLE: Final = 2
SHOWN: Final = 8
"""Differences of a hand that are printed; behind a missing play every one would be different."""
REASONS: Final = 3
"""Errors that are printed against a record."""


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options.language
@options.encoding
@click.pass_context
def diff(ctx: click.Context, first: str, second: str, language: str, encoding: str | None) -> None:
    """Compare two records of one match: where do they part?

    A and B are what two scorers wrote down. For every hand in which they say different things,
    the places are listed by address, then what the rules object to in each. What only one of them
    says, say the deal, is used to judge both.

    \b
      $ shengji diff scorer1.sjn scorer2.sjn
      hand 1: they part at 1.14.2
        1.14.2 play: a D2 | a D3
        …
        the rules support A

    Names, comments and notes are not compared. The exit code is 0 when both say the same, 1 when
    they do not, 2 when one of them cannot be read.
    """
    if first == second == STDIN:
        raise click.UsageError("only one of the records can come from standard input")
    loaded = [records.load(source(path), language, encoding=encoding) for path in (first, second)]
    say = words(language)
    for each in loaded:
        if each.faults:
            number = len(each.faults)
            click.echo(f"{plain(each.source.name)}: {say('text-faults', number=number)}", err=True)
    one, other = (each.records for each in loaded)
    compared = [compare(*pair) for pair in zip(one, other, strict=False)]
    for comparison in compared:
        for line in told(comparison, say, language):
            click.echo(line)
    if len(one) != len(other):
        click.echo(say("matches-differ", first=len(one), second=len(other)))
    equal = len(one) == len(other) and all(each.equal for each in compared)
    if equal:
        hands = sum(len(each.hands) for each in compared)
        plays = sum(each.plays for each in compared)
        click.secho(say("same-play", hands=hands, plays=plays), fg="green")
    ctx.exit(0 if equal else DIFFERENT)


def told(comparison: Comparison, say: Say, language: str) -> Iterator[str]:
    """The lines about one match."""
    for difference in comparison.match:
        yield _line(difference, say)
    for hand in comparison.hands:
        if hand.differences:
            yield from _hand(hand, say, language)


def _hand(hand: HandComparison, say: Say, language: str) -> Iterator[str]:
    address = hand.differences[0].address
    place = "" if address is None else write_address(address)
    yield click.style(say("part-at", number=hand.number, address=place), bold=True)
    for difference in islice(hand.differences, SHOWN):
        yield f"  {_line(difference, say)}"
    more = len(hand.differences) - SHOWN
    if more > 0:
        yield f"  {say('and-more', number=more)}"
    for name, errors in zip("AB", hand.errors, strict=True):
        for error in islice(errors, REASONS):
            yield f"  {sentence(name, error, language)}"
        if len(errors) > REASONS:
            yield f"  {name}: {say('and-more', number=len(errors) - REASONS)}"
    yield click.style(f"  {say(f'support-{hand.support.value}')}", bold=True)


def _line(difference: Difference, say: Say) -> str:
    place = "" if difference.address is None else f"{write_address(difference.address)} "
    pair = (difference.first, difference.second)
    texts = (say("nothing") if text is None else plain(text) for text in pair)
    return f"{place}{difference.kind}: {' | '.join(texts)}"
