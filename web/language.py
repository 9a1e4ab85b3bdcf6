"""Which language a page speaks, and its texts.

Words of the game come from the catalogue of :mod:`shengji.replay.wording`, what only pages say from
`translations/site.toml`; both are filled in the same language of templates.
"""

import functools
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from flask import g, request
from werkzeug.datastructures import LanguageAccept

from shengji.notation.diagnostics import Value
from shengji.replay.templates import fill, read_template
from shengji.replay.wording import LANGUAGES, Language, LanguageError, language_of, words

Say: TypeAlias = Callable[..., str]
"""The text of a key in one language, its gaps filled from named arguments."""

NAMES: Final[Mapping[Language, str]] = {"en": "English", "zh-Hans": "简体", "zh-Hant": "繁體"}
_FILE: Final = Path(__file__).with_name("translations") / "site.toml"


def language() -> Language:
    """The language of this request: as `?lang=` has it, else the first that the browser knows."""
    if "language" not in g:
        g.language = _asked(request.args.get("lang", "")) or accepted(request.accept_languages)
    found: Language = g.language
    return found


def _asked(name: str) -> Language | None:
    try:
        return language_of(name)
    except LanguageError:
        return None


def accepted(wanted: LanguageAccept) -> Language:
    """The first language of a header that there is; English where there is none."""
    found = (_asked(name) for name, quality in wanted if quality > 0)
    return next((each for each in found if each is not None), "en")


@functools.cache
def texts(language: Language) -> Say:
    """The texts of one language, by `group.key`."""
    table = _texts(language)

    def look(group: str, word: str) -> str | None:
        return table.get(f"{group}.{word}")

    def say(key: str, **arguments: Value) -> str:
        return fill(read_template(table[key]), arguments, look) if arguments else table[key]

    return say


def has_text(language: Language, key: str) -> bool:
    """Is there such a text?"""
    return key in _texts(language)


def t(key: str, **arguments: Value) -> str:
    """A text in the language of this request."""
    return texts(language())(key, **arguments)


@functools.cache
def _texts(language: Language) -> Mapping[str, str]:
    site = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    own = {
        f"{group}.{key}": entry[language]
        for group, entries in site.items()
        for key, entry in entries.items()
    }
    return {**words(language), **own}


assert set(NAMES) == set(LANGUAGES)
