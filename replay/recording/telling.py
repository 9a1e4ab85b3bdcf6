"""What a recorder is told, in English, 简体 and 繁體; of diagnostics :mod:`shengji.replay.wording`
tells."""

from typing import Final

from shengji.notation.diagnostics import Value
from shengji.notation.tokens import write_seat
from shengji.replay.recording.asides import Aside, Field, Fill
from shengji.replay.recording.choosing import Choice
from shengji.replay.recording.errors import DraftError
from shengji.replay.recording.expecting import Expected
from shengji.replay.recording.proposing import Grade
from shengji.replay.wording import sentence, words


def say_trouble(error: DraftError, language: str = "en") -> str:
    """Why something cannot be done with a draft.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"trouble.{error.trouble.value}", language, detail=error.detail)


def say_grade(grade: Grade, language: str = "en") -> str:
    """How much speaks against an action, in a word or two.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"grade.{grade.name.lower()}", language)


def say_expected(expected: Expected, language: str = "en") -> str:
    """What is to be entered.

    :raises LanguageError: the catalogue does not speak this language.
    """
    arguments: dict[str, Value] = {"seats": " ".join(map(write_seat, expected.seats))}
    if expected.size is not None:
        arguments["number"] = expected.size
    return sentence(f"next.{expected.kind}", language, **arguments)


def say_aside(aside: Aside, language: str = "en") -> str:
    """What may be said, in a few words, as for a button.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"aside.{aside.kind}", language)


def say_field(field: Field, language: str = "en") -> str:
    """What a field is for.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return sentence(f"blank.{field.name}", language)


def say_choice(field: Field, choice: Choice, language: str = "en") -> str:
    """Something that may stand in a field: a word in the language, or an address with its event.

    :raises LanguageError: the catalogue does not speak this language.
    """
    if field.fill is Fill.WORD:
        known = words(language).get(f"{_TABLES[field.name]}.{choice.value}", "")
        return f"{choice.value} {known}" if field.name == "sign" else known or choice.value
    return f"{choice.value} · {choice.shown}" if choice.shown else choice.value


_TABLES: Final = {"sign": "sign", "mark": "marks", "reason": "reason", "name": "tag"}
"""The words of a closed list, by the name of its field."""
