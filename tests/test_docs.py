"""What the documents show is what happens.

In a ```console block a line `$ shengji …` is a command and the lines below it are what it prints;
`...` alone on a line stands for any lines, and `$ echo $?` shows the exit code, 0 when not shown.
A command with nothing below it is only run. In a ```sh block every line is a command.
The commands of a block run one after the other in one folder; blocks without `shengji` do not run.
"""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from shengji.engine.catalogue import describe

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Command:
    text: str
    shown: list[str] = field(default_factory=list)
    code: int = 0


@dataclass
class Block:
    place: str
    commands: list[Command]


def blocks() -> Iterator[Block]:
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for found in BLOCK.finditer(text):
            line = text.count("\n", 0, found.start(2)) + 1
            lines = found[2].splitlines()
            if found[1] == "sh":
                lines = [f"$ {command}" for command in lines]
            commands = session(lines)
            if any(re.search(r"\bshengji ", command.text) for command in commands):
                yield Block(f"{path.relative_to(ROOT)}:{line}", commands)


def session(lines: list[str]) -> list[Command]:
    """The commands of one block, each with what is shown below it."""
    commands: list[Command] = []
    for line in lines:
        if line.startswith("$ "):
            commands.append(Command(line[2:]))
        else:
            commands[-1].shown.append(line)
    for before, after in pairwise(commands):
        if after.text == "echo $?":
            before.code = int(after.shown[0])
    return [command for command in commands if command.text != "echo $?"]


BLOCKS = list(blocks())


def test_there_are_examples() -> None:
    assert len(BLOCKS) > 0


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like the repository's root and may be written to."""
    for name in ("samples", "docs", "tests", "README.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_block(block: Block, checkout: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command in block.commands:
        run = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.text],
            cwd=checkout,
            env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "COLUMNS": "100"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert run.returncode == command.code, f"{command.text}\n{run.stdout}"
        if command.shown:
            assert matches(command.shown, run.stdout), f"{command.text}\n{run.stdout}"


def matches(shown: list[str], printed: str) -> bool:
    """Whether the printed lines are those shown; blanks at the ends of lines do not count."""
    lines = (r"(?:.*\n)*?" if s == "..." else re.escape(s.rstrip()) + r" *\n" for s in shown)
    return re.fullmatch("".join(lines), printed.rstrip() + "\n") is not None


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a", "...", "c"], "a\nb\nb\nc\n", True),
        (["a", "...", "c"], "a\nc\n", True),
        (["a"], "a\nb\n", False),
        (["a", "..."], "b\na\n", False),
    ],
)
def test_matches(shown: list[str], printed: str, expected: bool) -> None:
    assert matches(shown, printed) is expected


def test_links_lead_somewhere() -> None:
    broken = []
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if "://" not in target and not (path.parent / target).exists():
                broken.append(f"{path.relative_to(ROOT)}: {target}")
    assert broken == []


def test_glossary_is_complete_in_every_row() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith("| English")
    ]
    assert len(rows) >= 70
    assert [row for row in rows if len(row) != 5 or not all(row)] == []
    terms = [row[0] for row in rows]
    assert [term for term in terms if terms.count(term) > 1] == []


def test_the_page_of_diagnostics_is_the_catalogues() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "write-docs"))["page"]()
    assert (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8") == page, (
        "run .venv/bin/python tools/write-docs"
    )


def test_the_pages_of_rules_are_the_datas() -> None:
    pages: dict[str, str] = runpy.run_path(str(ROOT / "tools" / "write-rules"))["pages"]()
    folder = ROOT / "docs" / "rules"
    written = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.md")
    }
    again = "run .venv/bin/python tools/write-docs"
    assert set(written) == set(pages), again
    assert [name for name in pages if written[name] != pages[name]] == [], again


def test_marks_of_tests_that_an_option_turns_name_options() -> None:
    found: dict[str, list[str]] = runpy.run_path(str(ROOT / "tools" / "write-rules"))["flips"]()
    assert set(found) <= {option.id for option in describe()}
    assert len(found) > 10
