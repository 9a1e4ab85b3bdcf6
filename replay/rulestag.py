"""Why a record's Rules tag cannot be used, as a diagnostic that says what there is instead."""

from shengji.engine.catalogue import describe
from shengji.engine.presets import names
from shengji.engine.rules import RuleConflictError, RuleError
from shengji.notation import diagnostics as dia
from shengji.notation.diagnostics import Diagnostic, Value


def rules_problem(error: RuleError) -> Diagnostic:
    """The diagnostic for a rules text that was refused."""
    if error.option == "preset":
        return _preset(error)
    options = [option.id for option in describe()]
    if error.option not in options:
        if not error.value:
            return Diagnostic(dia.RULES_FORM, arguments={"found": error.option})
        return _diagnostic(dia.UNKNOWN_OPTION, error.option, _near(error.option, options))
    written = f"{error.option}={error.value}"
    code = dia.OPTIONS_CONTRADICT if isinstance(error, RuleConflictError) else dia.OPTION_VALUE
    arguments: dict[str, Value] = {"found": written, "expected": error.expected}
    return Diagnostic(code, arguments=arguments, option=error.option)


def _preset(error: RuleError) -> Diagnostic:
    name, _, version = error.value.partition("@")
    if name in names():
        arguments: dict[str, Value] = {
            "preset": name, "found": version, "known": error.expected,
        }  # fmt: skip
        return Diagnostic(dia.UNKNOWN_PRESET_VERSION, arguments=arguments)
    return _diagnostic(dia.UNKNOWN_PRESET, error.value, _near(name, names()))


def _diagnostic(code: dia.Code, found: str, suggestion: str | None) -> Diagnostic:
    arguments: dict[str, Value] = {"found": found}
    if suggestion is not None:
        arguments["suggestion"] = suggestion
    return Diagnostic(code, arguments=arguments)


def _near(word: str, known: "list[str] | tuple[str, ...]") -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1)), None)
