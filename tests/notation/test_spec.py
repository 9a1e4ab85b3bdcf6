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

from shengji.engine.catalogue import describe
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


def test_every_code_is_defined() -> None:
    table = TEXT.partition("<!-- table codes -->\n")[2].partition("<!-- end -->")[0]
    rows = [row.split(" | ") for row in table.splitlines()[2:]]
    assert [row[0].strip("| `") for row in rows] == list(CODES)
    assert all(len(row) == 5 and row[2] not in ("", "TODO") for row in rows)


CATALOGUE = """
    decks=2 players=4 kitty_size=auto partnership=fixed direction=ccw
    level_ladder=23456789TJQKA start_level=2 level_owner=team declare_level=dealer
    must_play_levels=A must_play_semantics=by_level after_top=win_on_passing
    permanent_trumps=none no_trump_set=jokers_level tractor_min_length=2 tractor_min_width=2
    tractor_level_gap=yes tractor_level_natural=no tractor_jokers=yes
    tractor_little_joker_main=yes tractor_main_side_level=yes tractor_side_level_ace=yes
    tractor_no_trump_joker_level=no declare_window=during_deal declare_order=free
    declare_cards=level overturn_order=length_joker joker_declare=two joker_declare_first=no
    reinforce=same_suit reinforce_when_equal=no self_overturn=after_another
    first_dealer=final_declarer declarer_deals=first_hand kitty_theft=no nobody_first=redeal
    nobody_later=kitty_third nobody_joker=no_trump follow_shape=cascade
    follow_longer_protected=no follow_new_tractor=yes follow_tractor_partial=longest
    follow_throw=best break_tractor_for_pair=must throw_compare=largest throw_allowed=yes
    throw_check=others throw_fail_play=smallest_failing throw_penalty=none
    throw_penalty_basis=attempted last_trick_points=count kitty_multiplier=k4n
    kitty_basis=winning_play kitty_throw=largest level_table=t40 level_cap=auto
    rotation_win=partner rotation_loss=next_seat
"""
"""Frozen, order and defaults: canonical Rules tags and ids depend on them. New options go last."""


def test_the_catalogue_never_changes() -> None:
    frozen = CATALOGUE.split()
    listed = [f"{option.id}={option.default}" for option in describe()]
    assert listed[: len(frozen)] == frozen


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
    return re.compile(pattern("line"))


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
