"""Options that several commands share."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from shengji.engine.presets import rules_from_text
from shengji.engine.rules import RuleError
from shengji.notation.decoding import UnknownEncodingError, codec_of
from shengji.replay.rulestag import rules_problem
from shengji.replay.wording import LANGUAGES, LanguageError, language_of, say

F = TypeVar("F", bound=Callable[..., Any])


def system_language() -> str:
    """The language of the environment, as far as we speak it."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "").lower()
    try:
        return language_of(name.partition(".")[0])
    except LanguageError:
        return "en"


def _known_encoding(_ctx: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    try:
        codec_of(name)
    except UnknownEncodingError as error:
        raise click.BadParameter(str(error)) from None
    return name


def _known_rules(ctx: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    try:
        if text is not None:
            rules_from_text(text)
    except RuleError as error:
        spoken = ctx.params.get("language") or system_language()
        raise click.BadParameter(say(rules_problem(error), spoken)) from None
    return text


def language(command: F) -> F:
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        envvar="SHENGJI_LANG",
        default=system_language,
        help="Language of the answer; else SHENGJI_LANG, else that of the system.",
    )(command)


def encoding(command: F) -> F:
    return click.option(
        "--encoding",
        callback=_known_encoding,
        metavar="NAME",
        help="Encoding of the files where it is not UTF-8: gb18030, big5 or utf-16.",
    )(command)


def rules(help: str, default: str | None = None) -> Callable[[F], F]:
    """An option that takes what a `Rules` tag says: `standard@1 throw_penalty=10`."""
    return click.option(
        "--rules", callback=_known_rules, default=default, metavar="TEXT", help=help
    )
