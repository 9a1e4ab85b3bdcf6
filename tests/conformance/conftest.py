"""`--cases FILE…`, one test a case, and `--scope FILE`, the list of what is not in scope."""

from collections import Counter
from pathlib import Path

import pytest

from .cases import OWN_CASES, SCOPE, Case, Exclusion, exclusions, read, without_fixture

OUT_OF_SCOPE = pytest.StashKey[Counter[str]]()
NO_FIXTURE = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases", nargs="+", metavar="FILE", help="conformance cases to run instead of our own"
    )
    parser.addoption(
        "--scope", metavar="FILE", help="what is not in scope, instead of our own scope.toml"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        # The option exists only where this folder was named on the command line.
        files = metafunc.config.getoption("cases", default=None) or sorted(OWN_CASES.glob("*.json"))
        cases = [case for file in files for case in read(Path(file))]
        assert cases
        prose = sum(len(without_fixture(Path(file))) for file in files)
        metafunc.config.stash[NO_FIXTURE] = prose
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    excluded = exclusions(Path(config.getoption("scope", default=None) or SCOPE))
    counts = config.stash.setdefault(OUT_OF_SCOPE, Counter())
    kept: list[pytest.Item] = []
    deselected: list[pytest.Item] = []
    for item in items:
        reason = _reason(item, excluded)
        (kept if reason is None else deselected).append(item)
        if reason is not None:
            counts[reason] += 1
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = kept


def _reason(item: pytest.Item, excluded: list[Exclusion]) -> str | None:
    """Why an item's case is not in scope."""
    call = getattr(item, "callspec", None)
    case = call.params.get("case") if call else None
    if not isinstance(case, Case):
        return None
    return next((entry.reason for entry in excluded if entry.matches(case)), None)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    prose = config.stash.get(NO_FIXTURE, 0)
    if prose:
        terminalreporter.line(f"{prose} reported faults have no fixture: told in prose, no cases")
    counts = config.stash.get(OUT_OF_SCOPE, None)
    if counts:
        terminalreporter.section("conformance cases not in scope")
        for reason, number in counts.most_common():
            terminalreporter.line(f"{number:5} {reason}")
