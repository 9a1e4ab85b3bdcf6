"""What somebody fills in to begin a draft, read: a draft, or by field what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from shengji.engine.catalogue import describe
from shengji.engine.presets import Preset, rules_from_text, rules_to_text
from shengji.engine.rules import RuleError, replace
from shengji.notation import WriteError, dumps
from shengji.notation import record as rec
from shengji.notation.limits import HANDS_A_MATCH
from shengji.notation.tokens import SEATS
from shengji.replay.recording import (
    Draft,
    Grade,
    Mode,
    first_hand,
    first_levels,
    opening,
    propose,
)
from shengji.replay.rulestag import rules_problem
from shengji.replay.wording import say
from shengji.web.language import language, t

USUAL: Final = "standard"
TAGS: Final = ("Event", "Site")
LONGEST_NAME: Final = 60
LONGEST_TAG: Final = 120
LONGEST_OPTION: Final = 200
"""Characters of a field."""


class SetupError(ValueError):
    """A draft cannot begin like this: fields, each with its reason in words."""

    def __init__(self, problems: Mapping[str, str], status: int = 422) -> None:
        super().__init__("; ".join(f"{name}: {reason}" for name, reason in problems.items()))
        self.problems = problems
        self.status = status
        """As HTTP has it."""


def draft_of(form: Mapping[str, str]) -> Draft:
    """The draft that begins as a form says.

    :raises SetupError: something in it cannot be so. All fields that are wrong are named at once,
        but levels and dealer only where the rules are known.
    """
    reading = _Reading(form)
    rules, mode = reading.rules(), reading.mode()
    players = [reading.text(f"player.{seat}", LONGEST_NAME) for seat in SEATS]
    tags = {name: text for name in TAGS if (text := reading.text(name, LONGEST_TAG))}
    day, seat = reading.day(), reading.seat() if mode is Mode.SEAT else None
    number = reading.number()
    if reading.problems:
        raise SetupError(reading.problems)
    draft = opening(rules, mode, players=players, seat=seat, day=day, tags=tags)
    return _with_hand(draft, rules, form, number)


def rules_of(form: Mapping[str, str]) -> str:
    """The rules that a form states: its system, and the options that were changed.

    :raises RuleError: something of it does not exist, or contradicts something else.
    """
    preset, base = rules_from_text(form.get("preset", USUAL))
    given = own_options(form, preset)
    changes = {
        option.id: text
        for option in describe()
        if (text := given.get(f"option.{option.id}", "").strip())
    }
    return rules_to_text(preset, replace(base, changes))


def own_options(form: Mapping[str, str], preset: Preset) -> Mapping[str, str]:
    """The form without its options, where they were shown for another rule system."""
    if form.get("options", preset.name) == preset.name:
        return form
    return {name: text for name, text in form.items() if not name.startswith("option.")}


@dataclass(slots=True)
class _Reading:
    """Reads fields, and keeps what is wrong with them."""

    form: Mapping[str, str]
    problems: dict[str, str] = field(default_factory=dict)

    def rules(self) -> str:
        long = [f"option.{option.id}" for option in describe()]
        if any(not self._fits(name, LONGEST_OPTION) for name in long):
            return USUAL
        try:
            return rules_of(self.form)
        except RuleError as error:
            self.problems[_field_of(error)] = say(rules_problem(error), language())
            return USUAL

    def mode(self) -> Mode:
        asked = self.form.get("mode", Mode.FULL)
        if asked not in {*Mode}:
            self.problems["mode"] = t("record.no-choice")
            return Mode.FULL
        return Mode(asked)

    def seat(self) -> int:
        """Whose view it is. Whether the table has that seat is for the rules to say."""
        letter = self.form.get("seat", SEATS[0])
        if len(letter) != 1 or letter not in SEATS:
            self.problems["seat"] = t("record.no-choice")
            return 0
        return SEATS.index(letter)

    def day(self) -> date | None:
        text = self.form.get("date", "").strip()
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            self.problems["date"] = t("record.no-date")
            return None

    def number(self) -> int:
        """Of the hand that is recorded first."""
        text = self.form.get("hand", "").strip() or "1"
        if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= HANDS_A_MATCH):
            self.problems["hand"] = t("record.no-number", most=HANDS_A_MATCH)
            return 1
        return int(text)

    def text(self, name: str, most: int) -> str:
        text = self.form.get(name, "").strip()
        if self._fits(name, most) and not _writable(text):
            self.problems[name] = t("record.unwritable")
        return text

    def _fits(self, name: str, most: int) -> bool:
        number = len(self.form.get(name, "").strip())
        if number > most:
            self.problems[name] = t("record.too-long", number=number, most=most)
        return number <= most


def _field_of(error: RuleError) -> str:
    """The field that an error of the rules belongs to."""
    known = error.option in {option.id for option in describe()}
    return f"option.{error.option}" if known else "preset"


def _writable(text: str) -> bool:
    try:
        dumps(rec.Record((rec.Tag(TAGS[0], text),)))
    except WriteError:
        return False
    return True


def _with_hand(draft: Draft, rules: str, form: Mapping[str, str], number: int) -> Draft:
    """With the line of the first hand.

    :raises SetupError: a level or the dealer cannot be.
    """
    levels = {seats: form.get(f"level.{seats}", "") for seats in first_levels(rules)}
    dealer = form.get("dealer", "").strip()
    stated = {**{f"level.{seats}": level for seats, level in levels.items()}, "dealer": dealer}
    if wordy := [name for name, text in stated.items() if len(text.split()) > 1]:
        raise SetupError(dict.fromkeys(wordy, t("record.no-choice")))
    verdict = propose(draft, first_hand(rules, levels, dealer, number))
    if verdict.grade < Grade.BREAKS:
        return verdict.after
    problems = dict(_wrong_alone(draft, rules, levels, dealer))
    together = " ".join(say(found, language()) for found in verdict.found)
    raise SetupError(problems or {"dealer": together})


def _wrong_alone(
    draft: Draft, rules: str, levels: Mapping[str, str], dealer: str
) -> Iterator[tuple[str, str]]:
    """The fields of which each is wrong with all others left as the rules have them."""
    tried = {f"level.{seats}": ({seats: level}, "") for seats, level in levels.items()}
    for name, (stated, due) in {**tried, "dealer": ({}, dealer)}.items():
        verdict = propose(draft, first_hand(rules, stated, due))
        if verdict.grade >= Grade.BREAKS:
            yield name, " ".join(say(found, language()) for found in verdict.found)
