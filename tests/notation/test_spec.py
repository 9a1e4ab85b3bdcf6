"""SPEC.md says what the code does: its tables, its examples, its grammar."""

import re
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.notation import dumps, loads
from shengji.notation.diagnostics import CODES
from shengji.notation.grammar import LINE_RULES, line_parser
from shengji.notation.record import Record

from .strategies import records
from .test_grammar import is_sound, lines
from .test_roundtrip import unhurried

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "notation" / "SPEC.md").read_text(encoding="utf-8")
EBNF = TEXT.partition("```ebnf\n")[2].partition("```")[0]


def tool(name: str) -> ModuleType:
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "tools" / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_tables_are_those_of_the_code() -> None:
    assert tool("write-spec").page() == TEXT, "run tools/write-spec"


@pytest.mark.parametrize("example", re.findall(r"```sjn\n(.*?)```", TEXT, re.DOTALL))
def test_example_is_canonical(example: str) -> None:
    parsed = loads(example)
    assert parsed.diagnostics == ()
    assert dumps(parsed.records[0]) == example


def test_codes_rest_on_sections_that_exist() -> None:
    headings = set(re.findall(r"^#+ ([0-9.]+?)\.? ", TEXT, re.MULTILINE))
    rests = [code.rests_on for code in CODES.values()]
    sections = {each.removeprefix("SPEC ") for each in rests if each.startswith("SPEC ")}
    assert sections <= headings


# The grammar of section 15 as a regular expression.

PART = re.compile(
    r"""(?P<name>[a-z][a-z-]*) | (?P<text>"[^"]*"|'[^']*') | (?P<set>\[\^?[^]]*\])
      | (?P<sign>[()|?*+]|\{[0-9,]+\}) | \s+""",
    re.VERBOSE,
)


def definitions() -> dict[str, str]:
    joined = re.sub(r"\n +", " ", EBNF)
    return dict(line.split(" = ", 1) for line in joined.splitlines() if line)


def pattern(name: str) -> str:
    found, at, body = "", 0, definitions()[name]
    while at < len(body):
        match = PART.match(body, at)
        assert match, body[at:]
        at = match.end()
        if match["name"]:
            found += pattern(match["name"])
        elif match["text"]:
            found += f"(?:{re.escape(match['text'][1:-1])})"
        elif match["set"]:
            inside = match["set"][1:-1].replace("\\", "\\\\")
            hexed = re.sub("#x([0-9A-F]{2})", r"\\x\1", inside)
            found += f"[{hexed}]"
        elif match["sign"]:
            found += "(?:" if match["sign"] == "(" else match["sign"]
    return f"(?:{found})"


@cache
def line_of_the_spec() -> re.Pattern[str]:
    return re.compile(pattern("blank") + "*" + pattern("statement") + "?"
                      + pattern("blank") + "*" + pattern("comment") + "?")  # fmt: skip


@settings(max_examples=1000, deadline=None)
@given(lines)
def test_the_grammar_of_the_spec(line: str) -> None:
    assert bool(line_of_the_spec().fullmatch(line)) == is_sound(line)


@unhurried
@given(records(), st.data())
def test_the_grammar_of_the_spec_on_records(record: Record, data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(dumps(record).splitlines()))
    at = data.draw(st.integers(0, len(line)))
    for changed in (line, line[:at] + line[at + 1 :], line[:at] + "5" + line[at:]):
        assert bool(line_of_the_spec().fullmatch(changed)) == is_sound(changed), changed


def test_the_spec_defines_every_statement_and_every_word_that_is_expected() -> None:
    defined = set(definitions())
    assert {rule.replace("_", "-") for rule in LINE_RULES} <= defined
    terminals = [terminal.name for terminal in line_parser().terminals]
    words = {name[2:].lower().replace("_", "-") for name in terminals if name.startswith("W_")}
    assert words <= defined
