"""Rules and options as they are named on a command line."""

import json
from collections.abc import Iterable
from difflib import get_close_matches

import click
from click.shell_completion import CompletionItem

from shengji.cli.options import system_language
from shengji.cli.words import words
from shengji.engine.catalogue import Fixed, Option, describe
from shengji.engine.presets import Preset, names, rules_from_text
from shengji.engine.rules import RuleError, Rules
from shengji.replay.rulestag import rules_problem
from shengji.replay.rulewords import all_rules, find_rules
from shengji.replay.wording import say


class RulesText(click.ParamType[str]):
    """A preset, with or without its version, and departures from it."""

    name = "NAME"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            rules_from_text(value)
        except RuleError as error:
            self.fail(say(rules_problem(error), _spoken(ctx)), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _completed(names(), incomplete)


class RuleNames(click.ParamType[tuple[Option | Fixed, ...]]):
    """An option or a fixed rule by any of its names."""

    name = "PARAMETER"

    def convert(
        self,
        value: str | tuple[Option | Fixed, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[Option | Fixed, ...]:
        if isinstance(value, tuple):
            return value
        found = find_rules(value)
        if not found:
            self.fail(_no_such_rule(value, _spoken(ctx)), param, ctx)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _completed([rule.id for rule in all_rules()], incomplete)


def _completed(words_: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words_ if word.startswith(begun)]


def _spoken(ctx: click.Context | None) -> str:
    return (ctx and ctx.params.get("language")) or system_language()


def _no_such_rule(name: str, language: str) -> str:
    ids = [rule.id for rule in all_rules()]
    ids += [other for option in describe() for other in option.parameters]
    near = get_close_matches(name.lower().replace(" ", "_"), ids, n=3)
    tell = words(language)
    if near:
        return tell("no-such-rule-near", name=name, near=", ".join(near))
    return tell("no-such-rule", name=name)


def option_of(name: str, language: str) -> Option:
    """The one option of that name.

    :raises click.BadParameter: there is none, or the rule is the same at all tables.
    """
    found = find_rules(name)
    if not found:
        raise click.BadParameter(_no_such_rule(name, language))
    first = found[0]
    if isinstance(first, Fixed):
        raise click.BadParameter(words(language)("rule-fixed", name=first.id))
    return first


def named(text: str) -> tuple[str, Preset, Rules]:
    """A rules text with its version, the preset and what it comes to."""
    preset, rules = rules_from_text(text)
    _, *departures = text.split()
    return " ".join([preset.name, *departures]), preset, rules


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
