"""`shengji rules fit`: which rule systems fit a record, and what speaks against the others."""

import click

from shengji.cli import options
from shengji.cli.inputs import source
from shengji.cli.output import plain
from shengji.cli.paragraphs import echo
from shengji.cli.records import load, tell_faults
from shengji.cli.rules.naming import as_json as written
from shengji.cli.words import Say, words
from shengji.engine.presets import rules_from_text
from shengji.notation.address import write_address
from shengji.notation.diagnostics import Diagnostic
from shengji.notation.record import Record
from shengji.replay.fitting import Fit, stated_rules
from shengji.replay.fitting import fit as fitted
from shengji.replay.rulewords import preset_title
from shengji.replay.wording import say, say_basis

NOTHING = 1


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one object a match.")
@options.language
@options.encoding
@click.pass_context
def fit(ctx: click.Context, path: str, as_json: bool, language: str, encoding: str | None) -> None:
    """Find the rules that were played: judge a record under every system.

    The cards and everything that the record states are held against each rule system, whatever the
    record's own Rules tag says. Told are the systems that nothing speaks against, and for each of
    the others how many errors there are under it and where the first one is.

    \b
      $ shengji rules fit samples/games/godot-nine-hands.sjn

    The exit code is 0 when a system fits each match, 1 when none does for one of them.
    """
    loaded = load(source(path), language, encoding=encoding)
    if loaded.faults:
        tell_faults(loaded, encoding, language)
    unfit = False
    for number, record in enumerate(loaded.records, 1):
        fits = fitted(record)
        unfit = unfit or not fits[0].consistent
        if as_json:
            told = [_as_data(each, language) for each in fits]
            click.echo(written({"file": loaded.source.name, "match": number, "systems": told}))
            continue
        if number > 1:
            click.echo()
        _head(loaded.source.name, number, len(loaded.records), record, words(language))
        _tell(fits, words(language), language)
    ctx.exit(NOTHING if unfit or loaded.faults else 0)


def _head(name: str, number: int, matches: int, record: Record, tell: Say) -> None:
    place = (
        plain(name) if matches == 1 else f"{plain(name)} · {tell('match-number', number=number)}"
    )
    own = stated_rules(record)
    names = tell("names-no-rules") if own is None else tell("names-rules", rules=own)
    echo(f"{place} · {tell('hands-number', number=len(record.hands))} · {names}", bold=True)


def _tell(fits: tuple[Fit, ...], tell: Say, language: str) -> None:
    fitting = [each for each in fits if each.consistent]
    echo(tell("fits" if fitting else "fits-none"))
    for each in fitting:
        title = preset_title(rules_from_text(each.rules)[0], language)
        confirmed = tell("fit-confirmed", number=each.confirmed)
        echo(f"{each.rules} · {title} · {confirmed}", indent=2, hang=4)
    if fitting and len(fitting) < len(fits):
        echo(tell("fits-not"))
    for reason, together in by_reason(fits, language).items():
        echo(reason, indent=2, hang=4)
        told = [tell("fit-errors", rules=each.rules, number=each.errors) for each in together]
        echo(tell("list.comma").join(told), indent=6)


def by_reason(fits: tuple[Fit, ...], language: str) -> dict[str, list[Fit]]:
    """The systems that do not fit, by the first thing that speaks against each."""
    groups: dict[str, list[Fit]] = {}
    for each in fits:
        if each.evidence is not None:
            groups.setdefault(evidence(each.evidence, language), []).append(each)
    return groups


def evidence(found: Diagnostic, language: str) -> str:
    """What speaks against a system: place, message, and the option on which it rests."""
    address = f"{write_address(found.address)} " if found.address else ""
    return f"{address}{found.code.id}: {plain(say(found, language))} [{say_basis(found, language)}]"


def _as_data(fit: Fit, language: str) -> dict[str, object]:
    found = fit.evidence
    told = None
    if found is not None:
        told = {
            "code": found.code.id,
            "address": write_address(found.address) if found.address else None,
            "option": found.option or None,
            "message": say(found, language),
        }
    return {
        "rules": fit.rules, "errors": fit.errors, "confirmed": fit.confirmed, "evidence": told,
    }  # fmt: skip
