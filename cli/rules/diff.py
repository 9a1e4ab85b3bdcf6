"""`shengji rules diff`: two rule systems side by side, with a case that each judges its own way."""

from itertools import groupby

import click

from shengji.cli import options
from shengji.cli.paragraphs import echo
from shengji.cli.rules.naming import RulesText, named
from shengji.cli.rules.naming import as_json as written
from shengji.cli.rules.show import whence
from shengji.cli.words import Say, words
from shengji.engine.rules import Rules
from shengji.replay.rulebook import Entry, cases, parted
from shengji.replay.rulewords import (
    preset_title,
    rule_meaning,
    rule_name,
    section_name,
    tell,
    tell_outcome,
    value_told,
    value_words,
)

Pair = tuple[Entry, Entry]
DIFFERENT = 1


@click.command()
@click.argument("first", metavar="A", type=RulesText())
@click.argument("second", metavar="B", type=RulesText())
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@options.language
@click.pass_context
def diff(ctx: click.Context, first: str, second: str, as_json: bool, language: str) -> None:
    """Compare two rule systems: only what differs, with examples that both judge.

    An example is a small case which comes out differently under the two, replayed under all the
    rules of each. A and B are names or whole Rules tags.

    \b
      $ shengji rules diff competition shuangsheng-super
      $ shengji rules diff standard "standard follow_shape=suit_only"

    The exit code is 0 when both say the same, and 1 when they do not.
    """
    one, other = named(first), named(second)
    pairs = list(parted(one[1:], other[1:]))
    if as_json:
        told = [_as_data(pair, one[2], other[2], language) for pair in pairs]
        click.echo(written({"a": one[0], "b": other[0], "options": told}))
    else:
        say = words(language)
        for letter, (text, preset, _) in zip("AB", (one, other), strict=True):
            echo(f"{letter}  {text} · {preset_title(preset, language)}", hang=3, bold=True)
        if not pairs:
            echo(say("rulebook.same"))
        for section, group in groupby(pairs, key=lambda pair: pair[0].option.section):
            click.echo()
            echo(section_name(section, language), bold=True)
            for pair in group:
                _tell(pair, (one[2], other[2]), say, language)
    ctx.exit(DIFFERENT if pairs else 0)


def _tell(pair: Pair, rules: tuple[Rules, Rules], say: Say, language: str) -> None:
    option = pair[0].option
    echo(f"{option.id} · {rule_name(option, language)}", indent=2, hang=4)
    if not value_words(option.id):
        echo(rule_meaning(option, language), indent=4)
    for letter, entry in zip("AB", pair, strict=True):
        value = value_told(option.id, entry.value, language)
        echo(f"{letter}  {value} [{whence(entry, say, language)}]", indent=4, hang=3)
    for ruling, (one, other) in cases(option.id, *rules):
        case = say("rulebook.example", case=tell(ruling, language))
        echo(case, indent=4, hang=3)
        for letter, outcome in zip("AB", (one, other), strict=True):
            echo(f"{letter}  {tell_outcome(outcome, language)}", indent=7, hang=3)
        break


def _as_data(pair: Pair, first: Rules, second: Rules, language: str) -> dict[str, object]:
    option = pair[0].option
    told = [
        {"case": tell(ruling, language), "source": ruling.source, "a": one, "b": other}
        for ruling, (one, other) in cases(option.id, first, second)
    ]
    return {
        "option": option.id,
        "section": option.section,
        "a": pair[0].value,
        "b": pair[1].value,
        "examples": told,
    }
