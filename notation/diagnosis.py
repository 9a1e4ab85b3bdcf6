"""A line that the grammar refuses → where it fails and what was expected."""

from shengji.notation import diagnostics as codes
from shengji.notation.diagnostics import Code, Value


def diagnose(line: str) -> list[tuple[Code, int, int, dict[str, Value]]]:
    return [(codes.UNEXPECTED, 1, len(line), {"found": line, "expected": ()})]
