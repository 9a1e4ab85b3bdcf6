"""The words for what a check finds and a viewer shows: one catalogue in English, 简体 and 繁體.

It lies in TOML files under `wordings/` and is read when first asked for: messages for a check,
explanations with examples for whoever wants to know more, words for tables and pages.
"""

import functools
import re
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from shengji.engine.catalogue import Option, describe
from shengji.engine.values import value
from shengji.notation.diagnostics import CODES, Diagnostic, Value
from shengji.replay.templates import fill, read_template

Language: TypeAlias = Literal["en", "zh-Hans", "zh-Hant"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh-Hans", "zh-Hant")

_FOLDER: Final = Path(__file__).with_name("wordings")
_TRADITIONAL: Final = frozenset(("hant", "tw", "hk", "mo"))
_QUANTITY: Final = re.compile(r"(?<![a-z])[0-9A-Z]+(?![a-z])")


class LanguageError(ValueError):
    """A language that the catalogue does not speak."""

    def __init__(self, language: str) -> None:
        super().__init__(f"{language!r}: expected one of {', '.join(LANGUAGES)}")
        self.language = language


class UnknownCodeError(LookupError):
    """There is no diagnostic of this id."""

    def __init__(self, code: str) -> None:
        super().__init__(f"{code!r}: there is no such diagnostic")
        self.code = code


@value
class Explanation:
    """What lies behind a diagnostic."""

    title: str
    why: str
    """What is wrong, and by which rule."""
    mend: str
    """What to do about it."""
    failing: str
    """A smallest input that gives this diagnostic, as it can be shown: repetitions abridged."""
    mended: str
    """The same, put right: it checks clean."""
    failing_bytes: bytes
    """The failing input itself."""


def language_of(name: str) -> Language:
    """The language of the catalogue that a name means: `en`, `zh-CN`, `zh_TW`, `zh-Hant-HK`.

    :raises LanguageError: there is none.
    """
    primary, *others = name.replace("_", "-").lower().split("-")
    if primary == "en":
        return "en"
    if primary != "zh":
        raise LanguageError(name)
    if "hans" in others or _TRADITIONAL.isdisjoint(others):
        return "zh-Hans"
    return "zh-Hant"


def say(diagnostic: Diagnostic, language: str = "en") -> str:
    """The message of a diagnostic, without its place.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    entry = catalogue("messages")[diagnostic.code.id]
    entry = entry.get(diagnostic.option, entry)
    return fill_in(tongue, entry[tongue], diagnostic.arguments)


def say_option(option: str, language: str = "en") -> str:
    """By which rule option something was judged: `under throw_penalty (甩失败罚)`.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    arguments = {"option": option, "name": option_name(option, tongue)}
    return fill_in(tongue, words(tongue)["basis.option"], arguments)


def say_basis(diagnostic: Diagnostic, language: str = "en") -> str:
    """What a diagnostic rests on: a rule option, a clause of the rule texts, or a section of SPEC.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    if diagnostic.option:
        source = {"source": _options()[diagnostic.option].source}
        cited = fill_in(tongue, words(tongue)["basis.source"], source)
        return say_option(diagnostic.option, tongue) + cited
    rests_on = diagnostic.code.rests_on
    if rests_on.startswith("SPEC"):
        return fill_in(tongue, words(tongue)["basis.section"], {"section": rests_on})
    return fill_in(tongue, words(tongue)["basis.rule"], {"source": rests_on})


def option_name(option: str, language: str = "en") -> str:
    """The term of the game for a rule option; in English tables it is the Chinese one too."""
    if language_of(language) == "zh-Hant":
        return str(catalogue("words")["options"][option])
    return _options()[option].chinese


def title_of(code: str, language: str = "en") -> str:
    """A few words for a diagnostic, as for a heading.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return str(catalogue("explanations")[code]["title"][language_of(language)])


def explain(code: str, language: str = "en") -> Explanation:
    """What lies behind a diagnostic, with an example.

    :raises UnknownCodeError: there is no such diagnostic.
    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    if code not in CODES:
        raise UnknownCodeError(code)
    told = {part: each[tongue] for part, each in catalogue("explanations")[code].items()}
    entry = catalogue("examples")[code]
    failing, mended = example(code)
    shown = failing.decode() if isinstance(entry, str) else "".join(map(_shown, entry["failing"]))
    return Explanation(told["title"], told["why"], told["mend"], shown, mended, failing)


def example(code: str) -> tuple[bytes, str]:
    """A failing input and the same put right.

    A text marks its lines: `-` only in the failing one, `+` only in the mended one. What is no text
    is written in parts: a text, how many times it stands there, or bytes in hexadecimal.
    """
    entry = catalogue("examples")[code]
    if isinstance(entry, str):
        return _side(entry, "-").encode(), _side(entry, "+")
    return b"".join(map(_part, entry["failing"])), entry["mended"]


def _side(marked: str, sign: str) -> str:
    lines = marked.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))


def _part(part: Mapping[str, Any]) -> bytes:
    if "hex" in part:
        return bytes.fromhex(part["hex"])
    return str(part["text"]).encode() * int(part.get("times", 1))


def _shown(part: Mapping[str, Any]) -> str:
    """A part as it is shown: bytes as `\\xNN`, a repeated text once."""
    if "hex" in part:
        return "".join(f"\\x{byte:02x}" for byte in bytes.fromhex(part["hex"]))
    text = str(part["text"])
    if "times" not in part:
        return text
    once = text.rstrip("\n")
    return f"{once} ×{part['times']}{text[len(once) :]}"


@functools.cache
def words(language: str) -> Mapping[str, str]:
    """Words of the game and of the table, by id: `phase.playing`, `event.bury`, `suit.S`.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    return {
        f"{group}.{word}": entry[tongue]
        for group, entries in catalogue("words").items()
        if group != "options"
        for word, entry in entries.items()
    }


def sentence(key: str, language: str, **arguments: Value) -> str:
    """One of the words that is a sentence, its gaps filled.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue = language_of(language)
    return fill_in(tongue, words(tongue)[key], arguments)


def fill_in(language: Language, text: str, arguments: Mapping[str, Value]) -> str:
    """A template of the catalogue with its gaps filled."""
    return fill(read_template(text), arguments, partial(_look, language))


def _look(language: Language, table: str, word: str) -> str | None:
    """A word of a table; what the rules expected (`phrases`) is looked up with `#` for figures."""
    known = words(language)
    if table != "phrases":
        return known.get(f"{table}.{word}")
    phrase = known.get(f"phrases.{_QUANTITY.sub('#', word)}")
    if phrase is None:
        return fill_in(language, "{values}", {"values": tuple(word.split(" or "))})
    for quantity in _QUANTITY.findall(word):
        phrase = phrase.replace("#", quantity, 1)
    return phrase


@functools.cache
def _options() -> Mapping[str, Option]:
    return {option.id: option for option in describe()}


@functools.cache
def catalogue(name: str) -> Mapping[str, Any]:
    """A file of the catalogue, as it is written."""
    file = _FOLDER / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
