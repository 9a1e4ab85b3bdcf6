"""How a line of a text may go on where the cursor stands: statements, cards, tags and options."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from shengji.engine.catalogue import describe
from shengji.engine.presets import find, names
from shengji.notation.builder import KNOWN_TAGS, PLACES
from shengji.notation.spelling import spell
from shengji.replay.recording import Candidate, next_words, say_expected
from shengji.replay.rulewords import preset_title, rule_name
from shengji.replay.wording import words

_MAGIC: Final = re.compile(r"\s*%SJN\b", re.IGNORECASE)
_RULES: Final = re.compile(r'\s*\[\s*Rules\s+"(?P<value>[^"]*)$')
_TAG: Final = re.compile(r"\s*\[\s*\w*$")
_BESIDE_PLACES: Final = ("hand", "end", "note", "var", "endvar", "match")


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on with the word that is being typed."""

    text: str
    """The word, whole."""
    kind: str
    """`statement`, `cards`, `line` (one that follows from those above), `tag`, `preset`, `option`
    or `value`."""
    detail: str = ""
    """What it is, in the language asked for."""


def complete(text: str, line: int, column: int, language: str = "en") -> tuple[Completion, ...]:
    """What may stand at a place (line and column from 1; the column behind what was typed).

    Likely ones first; the word begun at the place narrows them down.

    :raises LanguageError: the catalogue does not speak this language.
    """
    lines = text.split("\n")
    typed = lines[line - 1][: column - 1] if 0 < line <= len(lines) else ""
    if rules := _RULES.match(typed):
        return _begun(_rules(rules["value"], language), rules["value"].rpartition(" ")[2])
    if _TAG.match(typed):
        return _begun(_tags(), typed.rpartition("[")[2].strip())
    before, _, word = spell(typed).lstrip().rpartition(" ")
    above = _above(lines, line)
    return _begun(_statements(above, before.split(), language), word)


def _begun(found: Iterator[Completion], word: str) -> tuple[Completion, ...]:
    kept = {each.text: each for each in reversed(list(found)) if each.text.startswith(word)}
    return tuple(reversed(kept.values()))


def _above(lines: list[str], line: int) -> str:
    """The text of the match that a line is of, down to the line above it."""
    above = lines[: max(0, line - 1)]
    starts = [number for number, each in enumerate(above) if _MAGIC.match(each)]
    return "".join(f"{each}\n" for each in above[starts[-1] if starts else 0 :])


def _statements(above: str, typed: list[str], language: str) -> Iterator[Completion]:
    for candidate in next_words(above, typed):
        # On a line of its own a play would be no statement.
        if typed or (candidate.offer is not None and not candidate.offer.word):
            yield _told(candidate, typed, language)
    if not typed:
        for name in (*PLACES, *_BESIDE_PLACES):
            if name not in ("trick", "vendor"):
                yield Completion(name, "statement", words(language).get(f"event.{name}", ""))


def _told(candidate: Candidate, typed: list[str], language: str) -> Completion:
    offer = candidate.offer
    if offer is None:
        return Completion(candidate.word, "cards")
    detail = say_expected(offer, language)
    if not typed:
        return Completion(offer.text.rstrip(), "line" if offer.ready else "statement", detail)
    return Completion(candidate.word, "cards" if offer.word else "statement", detail)


def _tags() -> Iterator[Completion]:
    return (Completion(name, "tag") for name in KNOWN_TAGS)


def _rules(value: str, language: str) -> Iterator[Completion]:
    """A preset first, then departures from it."""
    before, _, word = value.rpartition(" ")
    if not before:
        for name in names():
            preset = find(name)
            yield Completion(
                f"{preset.id}@{preset.version}", "preset", preset_title(preset, language)
            )
        return
    name, equals, _ = word.partition("=")
    for option in describe():
        if not equals:
            yield Completion(f"{option.id}=", "option", rule_name(option, language))
        elif option.id == name:
            yield from (Completion(f"{name}={value}", "value") for value in option.values)
