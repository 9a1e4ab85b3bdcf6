"""How a line of a text may go on where the cursor stands: statements, cards, tags and options."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from shengji.engine.catalogue import Option, describe
from shengji.engine.presets import find, names
from shengji.notation.builder import KNOWN_TAGS, PLACES, VERSION, phase_of
from shengji.notation.spelling import STATEMENTS, spell
from shengji.notation.tokens import MARKS
from shengji.replay.language.arguments import arguments
from shengji.replay.recording import Candidate, Judged, judge, next_words, say_expected
from shengji.replay.rulewords import preset_title, rule_name, value_meaning
from shengji.replay.wording import words

_MAGIC: Final = re.compile(r"\s*%SJN\b", re.IGNORECASE)
_RULES: Final = re.compile(r'\s*\[\s*Rules\s+"(?P<value>[^"]*)$')
_PLAYER: Final = re.compile(r'\s*\[\s*Player[A-L]\s+"(?P<value>[^"]*)$')
_NAMED: Final = re.compile(r'^\s*\[\s*Player[A-L]\s+"([^"\\]+)"', re.MULTILINE)
_TAG: Final = re.compile(r"\s*\[\s*(?P<value>\w*)$")
_MARKED: Final = re.compile(r"(?P<play>[^\s^]+)\^\w*$")
_WORD: Final = re.compile(r"\S*$")
_BESIDE_PLACES: Final = ("hand", "end", "note", "var", "endvar", "match")
_IN_HANDS: Final = ("end", "note", "var", "endvar")
_NO_STATEMENTS: Final = ("trick", "vendor")


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on with the word that is being typed."""

    text: str
    """The word, whole."""
    kind: str
    """`statement`, `cards`, `word`, `line` (one that follows from those above), `tag`, `preset`,
    `option` or `value`."""
    detail: str = ""
    """What it is, in the language asked for."""
    begun: int = 0
    """So many characters before the place give way to it."""


def complete(text: str, line: int, column: int, language: str = "en") -> tuple[Completion, ...]:
    """What may stand at a place (line and column from 1; the column behind what was typed).

    Likely ones first; the word begun at the place narrows them down.

    :raises LanguageError: the catalogue does not speak this language.
    """
    lines = text.split("\n")
    typed = lines[line - 1][: max(0, column - 1)] if 0 < line <= len(lines) else ""
    if rules := _RULES.match(typed):
        return _begun(_rules(rules["value"], language), rules["value"].rpartition(" ")[2])
    if player := _PLAYER.match(typed):
        return _begun(_players(text), player["value"])
    if tag := _TAG.match(typed):
        return _begun((Completion(name, "tag") for name in KNOWN_TAGS), tag["value"])
    if "#" in typed or '"' in typed:
        return ()
    word = _match(_WORD, typed)[0]
    if marked := _MARKED.search(word):
        return _begun(_marks(marked["play"], language), word)
    above = _above(lines, line)
    return _begun(_statements(above, typed[: len(typed) - len(word)], language), word)


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.search(text)
    assert found is not None
    return found


def _begun(found: Iterable[Completion], word: str) -> tuple[Completion, ...]:
    """What goes on with a word, each once."""
    plain = spell(word)
    kept = {each.text: each for each in reversed(list(found)) if _goes_on(each, word, plain)}
    return tuple(replace(each, begun=len(word)) for each in reversed(kept.values()))


def _goes_on(each: Completion, word: str, plain: str) -> bool:
    """Does it begin with what was typed: also by a Chinese name, or cards in small letters?"""
    if each.text.startswith((word, plain)):
        return True
    if each.kind == "cards":
        return each.text.startswith(word.upper())
    name = each.text.partition(" ")[0]
    return each.kind in ("statement", "line") and any(
        chinese.startswith(word) for chinese, statement in STATEMENTS.items() if statement == name
    )


def _above(lines: list[str], line: int) -> str:
    """The text of the match that a line is of, down to the line above it."""
    above = lines[: max(0, line - 1)]
    starts = [number for number, each in enumerate(above) if _MAGIC.match(each)]
    return "".join(f"{each}\n" for each in above[starts[-1] if starts else 0 :])


def _statements(above: str, typed: str, language: str) -> Iterator[Completion]:
    """The next word behind whole words of a line."""
    before = spell(typed).split()
    settled = False
    for candidate in next_words(above, before):
        offer = candidate.offer
        # On a line of its own a play would be no statement.
        if before or (offer is not None and not offer.word):
            yield _told(candidate, before, language)
        settled = settled or (offer is not None and offer.ready and "?" not in candidate.word)
    judged = judge(above)
    if not before:
        yield from _first_words(judged, language)
    if not before or settled:
        return
    # Loaded where a word is asked for: it brings the grammar along.
    from shengji.notation.diagnosis import may_follow

    for each in arguments(may_follow(typed), before, judged, language):
        yield Completion(*each)


def _first_words(judged: Judged, language: str) -> Iterator[Completion]:
    """Statements that have their place here; before any match, its first line and then all."""
    if judged.record is None:
        yield Completion(f"%SJN {VERSION}", "line")
    for name in _placed(judged):
        yield Completion(name, "statement", words(language).get(f"event.{name}", ""))


def _placed(judged: Judged) -> Iterator[str]:
    hand = judged.hand
    if hand is not None and not hand.ended:
        phase = phase_of(hand.events)
        yield from (name for name, place in PLACES.items() if place.last >= phase
                    and name not in _NO_STATEMENTS)  # fmt: skip
        yield from _IN_HANDS
    elif hand is not None:
        yield from (name for name in _BESIDE_PLACES if name != "end")
    else:
        yield from (name for name in (*PLACES, *_BESIDE_PLACES) if name not in _NO_STATEMENTS)


def _told(candidate: Candidate, typed: list[str], language: str) -> Completion:
    offer = candidate.offer
    if offer is None:
        return Completion(candidate.word, "cards")
    detail = say_expected(offer, language)
    if not typed:
        return Completion(offer.text.rstrip(), "line" if offer.ready else "statement", detail)
    return Completion(candidate.word, "cards" if offer.word else "word", detail)


def _marks(play: str, language: str) -> Iterator[Completion]:
    for mark in MARKS:
        yield Completion(f"{play}^{mark}", "word", words(language)[f"marks.{mark}"])


def _players(text: str) -> Iterator[Completion]:
    """Names that stand in the text already."""
    return (Completion(name, "value") for name in dict.fromkeys(_NAMED.findall(text)))


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
            yield from _values(option, language)


def _values(option: Option, language: str) -> Iterator[Completion]:
    """The values of an option; of one that takes numbers or a table, how it is by itself."""
    for value in option.values or (option.default,):
        meaning = value_meaning(option.id, value, language)
        detail = "" if meaning == value else meaning
        yield Completion(f"{option.id}={value}", "value", detail)
