"""What an import has to say of itself, in words."""

from shengji.notation.diagnostics import Value
from shengji.notation.foreign import Remark
from shengji.replay.wording import catalogue, fill_in, language_of


def say_remark(remark: Remark, language: str = "en") -> str:
    """A remark as a line: `hand 3: missing: the names of the players`.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue, told = language_of(language), catalogue("imports")
    sentence = fill_in(tongue, told["remarks"][remark.id][tongue], dict(remark.arguments))
    arguments: dict[str, Value] = {"remark": sentence}
    if remark.hand is not None:
        arguments["hand"] = remark.hand
    return fill_in(tongue, told["kinds"][remark.kind][tongue], arguments)
