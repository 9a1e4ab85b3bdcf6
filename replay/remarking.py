"""What an import has to say of itself, and why a file is refused, in words."""

from shengji.notation.diagnostics import Value
from shengji.notation.foreign import ForeignError, Place, Remark
from shengji.replay.wording import Language, catalogue, fill_in, language_of


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


def say_refusal(error: ForeignError, language: str = "en") -> str:
    """Why a file is refused, behind the place: `rounds[2].winner: expected a text, found 3`.

    :raises LanguageError: the catalogue does not speak this language.
    """
    tongue, told = language_of(language), catalogue("imports")
    place = _say_place(error.place, tongue)
    if error.id in told["refusals"]:
        return place + fill_in(tongue, told["refusals"][error.id][tongue], error.arguments)
    expected = fill_in(tongue, told["expected"][error.id][tongue], error.arguments)
    arguments = {"expected": expected, "found": error.arguments["found"]}
    return place + fill_in(tongue, told["refusal"]["expected"][tongue], arguments)


def _say_place(place: Place, tongue: Language) -> str:
    known: dict[str, Value] = {"file": place.file, "path": place.path}
    known |= {"line": place.line} if place.line else {}
    known |= {"column": place.column} if place.column else {}
    return fill_in(tongue, catalogue("imports")["refusal"]["at"][tongue], known)


def say_format(name: str, language: str = "en") -> str:
    """A format by the name that people know: `Eighty: completed deals, version 2 (JSON)`.

    :raises LanguageError: the catalogue does not speak this language.
    """
    return str(catalogue("imports")["formats"][name][language_of(language)])
