"""What a statement, a play or an option of the rules means, for who points at it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from shengji.engine.cards import suit_of
from shengji.engine.rules import RuleError
from shengji.notation import record as rec
from shengji.notation.address import write_address
from shengji.notation.diagnostics import Span
from shengji.notation.tokens import write_cards, write_seat
from shengji.replay.film import Film, film
from shengji.replay.language.places import Place, place_at
from shengji.replay.listening import END
from shengji.replay.rulewords import find_rules, rule_meaning, rule_name
from shengji.replay.steps import NoSuchPosition, Position
from shengji.replay.telling import Teller
from shengji.replay.wording import sentence, words

_RULES_TAG: Final = re.compile(r'\s*\[\s*Rules\s+"')
_OPTION: Final = re.compile(r"[a-z_]+(?==)")


@dataclass(frozen=True, slots=True)
class Hover:
    """A text about a place."""

    text: str
    span: Span


def hover(text: str, line: int, column: int, language: str = "en") -> Hover | None:
    """What stands at a place (line and column from 1): what was played, who is winning, the score.

    :raises LanguageError: the catalogue does not speak this language.
    """
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return None
    if _RULES_TAG.match(lines[line - 1]):
        return _option(lines[line - 1], line, column, language)
    place = place_at(text, line, column)
    if place is None or place.span.line != line:
        return None
    shown = _film(text, place.record, place.hand.number)
    told = None if shown is None else _told(shown, place, language)
    return None if told is None else Hover(told, place.span)


def _option(text: str, line: int, column: int, language: str) -> Hover | None:
    for match in _OPTION.finditer(text):
        if match.start() < column <= match.end() + 1:
            for rule in find_rules(match[0]):
                told = f"{rule_name(rule, language)} ({rule.id}): {rule_meaning(rule, language)}"
                return Hover(told, Span(line, match.start() + 1, len(match[0])))
    return None


@lru_cache(maxsize=8)
def _film(text: str, record: rec.Record, number: int) -> Film | None:
    """The hand as it was played, as far as its rules are known."""
    try:
        return film(record, number)
    except (RuleError, NoSuchPosition):
        return None


def _told(shown: Film, place: Place, language: str) -> str | None:
    found = shown.find(place.address)
    if found is None:
        return None
    step, event = shown.steps[found], place.statement
    kind = _kind(place, event)
    events = [each for each in step.events if each.event == kind]
    teller = Teller(shown, language)
    said = teller.words["say.then"].join(filter(None, map(teller.event, events)))
    said = said or teller.words.get(f"event.{kind}", "")
    shown_last = events[-1] if events else step.position
    score = _score(shown_last, language)
    line = " · ".join(filter(None, (f"{write_address(place.address)} {said}".rstrip(), score)))
    return "\n".join(filter(None, (line, _held(shown_last, language))))


def _kind(place: Place, event: rec.Statement | None) -> str:
    if place.where.event == END:
        return "end"
    if event is None:
        return "start"
    return "play" if isinstance(event, rec.Trick) else event.kind


def _score(position: Position, language: str) -> str:
    points = position.attackers_points
    return "" if points is None else f"{words(language)['term.attackers']} {points}"


def _held(position: Position, language: str) -> str:
    """What the seat that played still holds, where its hand is known."""
    if position.event != "play" or not position.table:
        return ""
    seat = position.table[-1].seat
    cards = position.hands[seat]
    if not cards:
        return ""
    return sentence("hover.held", language, seat=write_seat(seat), cards=_by_suit(cards))


def _by_suit(cards: rec.Cards) -> str:
    """Cards as a record writes them, a word a suit."""
    return " ".join(write_cards(group) for _, group in groupby(cards, suit_of))
