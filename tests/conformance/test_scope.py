"""The frame itself: forms, scope, and that nothing unknown passes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from . import settings
from .cases import OWN_CASES, Case, exclusions, read, without_fixture
from .test_cases import KINDS
from .test_cases import test_case as run

OWN = [case for path in sorted(OWN_CASES.glob("*.json")) for case in read(path)]
IN_SCOPE = [case for case in OWN if not any(entry.matches(case) for entry in exclusions())]


def test_our_own_cases_are_all_there() -> None:
    forms = [case.form for case in OWN]
    assert {form: forms.count(form) for form in set(forms)} == {
        "engine": 278,
        "game": 62,
        "fault": 18,
        "example": 272,
    }


def test_reported_faults_without_a_fixture_are_counted_and_no_cases() -> None:
    path = OWN_CASES / "reported-faults.json"
    told = without_fixture(path)
    assert (len(told), len(read(path))) == (54, 18)
    assert not {case.id for case in read(path)} & set(told)


def test_every_exclusion_matches_a_case() -> None:
    assert [entry for entry in exclusions() if not any(map(entry.matches, OWN))] == []


def test_an_exclusion_leaves_other_forms_and_kinds_alone() -> None:
    excluded = exclusions()
    plain = Case("x", "engine", {"id": "x", "kind": "trick", "policies": {"bombs": "NoBombs"}})
    assert not any(entry.matches(plain) for entry in excluded)


@pytest.mark.parametrize("form", ["engine", "game", "fault", "example"])
def test_a_form_is_recognised_by_its_cases(form: str, tmp_path: Path) -> None:
    data = [case.data for case in OWN if case.form == form][:3]
    path = tmp_path / "cases.json"
    for content in ({"about": {}, "anything": data}, data):
        path.write_text(json.dumps(content), encoding="utf-8")
        assert [case.form for case in read(path)] == [form] * 3


def test_a_file_without_cases_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('{"about": {}, "cases": []}', encoding="utf-8")
    with pytest.raises(ValueError, match="no list of cases"):
        read(path)
    path.write_text('{"cases": [{"id": "x"}]}', encoding="utf-8")
    with pytest.raises(ValueError, match="none of the keys"):
        read(path)


def test_an_unknown_kind_fails_and_is_named() -> None:
    with pytest.raises(pytest.fail.Exception, match="unknown kind 'chess'"):
        run(Case("x", "engine", {"id": "x", "kind": "chess"}))


@pytest.mark.parametrize("policy", settings.POLICIES)
def test_an_unknown_policy_fails_and_is_named(policy: str) -> None:
    with pytest.raises(settings.UnknownSetting, match=f"'Nonsense' of policy '{policy}'"):
        settings.rules({policy: "Nonsense"})
    with pytest.raises(settings.UnknownSetting, match="unknown policy 'nonsense'"):
        settings.rules({"nonsense": 1})
    with pytest.raises(settings.UnknownSetting, match="unknown setting 'SetNonsense'"):
        settings.rules_of_settings([{"SetNonsense": 1}], players=4)


@pytest.mark.parametrize("kind", ["bid_options", "level_sequence", "trick", "follow", "decompose"])
@pytest.mark.parametrize(
    "policies", [{"bid": "Nonsense"}, {"nonsense": 1}, {"bombs": ["Nonsense"]}]
)
def test_an_unknown_option_fails_its_case(kind: str, policies: dict[str, Any]) -> None:
    case = next(case for case in IN_SCOPE if case.kind == kind)
    data = case.data | {"policies": case.data["policies"] | policies}
    with pytest.raises(settings.UnknownSetting, match=r"(?i)nonsense"):
        run(Case(case.id, case.form, data))


def test_the_option_runs_another_file(tmp_path: Path) -> None:
    good = next(case.data for case in IN_SCOPE if case.kind == "bid_options")
    out = next(case.data for case in IN_SCOPE if case.kind == "friend_selection")
    scope = tmp_path / "scope.toml"
    scope.write_text(
        '[[exclude]]\nform = "engine"\nkind = "friend_selection"\nreason = "left out"\n',
        encoding="utf-8",
    )
    path = tmp_path / "other.json"
    content = {"cases": [good, {"id": "odd", "kind": "chess"}, out]}
    path.write_text(json.dumps(content), encoding="utf-8")
    folder = Path(__file__).parent
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            folder,
            "-k",
            "test_case",
            "--cases",
            path,
            "--scope",
            scope,
        ],
        cwd=folder.parents[1],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "unknown kind 'chess'" in done.stdout
    assert "1 left out" in done.stdout


def test_kinds_are_functions() -> None:
    assert KINDS
    assert all(callable(function) for function in KINDS.values())
