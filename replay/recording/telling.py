"""What a recorder is told, in English, 简体 and 繁體; of diagnostics :mod:`shengji.replay.wording`
tells."""

from shengji.notation.diagnostics import Value
from shengji.notation.tokens import write_seat
from shengji.replay.recording.errors import DraftError
from shengji.replay.recording.expecting import Expected
from shengji.replay.recording.proposing import Grade
from shengji.replay.wording import sentence


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
