"""Why a record's Rules tag cannot be used, as a diagnostic that says what there is instead."""

from shengji.engine import catalogue, presets
from shengji.engine.rules import RuleConflictError, RuleError
from shengji.notation import diagnostics as dia
from shengji.notation.diagnostics import Diagnostic, Value


def rules_problem(error: RuleError) -> Diagnostic:
    """The diagnostic for a rules text that was refused."""
    if error.option == "preset":
        return _preset(error)
    options = [option.id for option in catalogue.describe()]
    if error.option not in options:
        if not error.value:
            return Diagnostic(dia.RULES_FORM, arguments={"found": error.option})
        return _diagnostic(dia.UNKNOWN_OPTION, error.option, catalogue.nearest(error.option))
    written = f"{error.option}={error.value}"
    code = dia.OPTIONS_CONTRADICT if isinstance(error, RuleConflictError) else dia.OPTION_VALUE
    arguments: dict[str, Value] = {"found": written, "expected": error.expected}
    return Diagnostic(code, arguments=arguments, option=error.option)


def _preset(error: RuleError) -> Diagnostic:
    name, at, version = error.value.partition("@")
    if at:
        arguments: dict[str, Value] = {
            "preset": name, "found": version, "known": error.expected,
        }  # fmt: skip
        return Diagnostic(dia.UNKNOWN_PRESET_VERSION, arguments=arguments)
    return _diagnostic(dia.UNKNOWN_PRESET, error.value, presets.nearest(name))


def _diagnostic(code: dia.Code, found: str, suggestion: str | None) -> Diagnostic:
    arguments: dict[str, Value] = {"found": found}
    if suggestion is not None:
        arguments["suggestion"] = suggestion
    return Diagnostic(code, arguments=arguments)
