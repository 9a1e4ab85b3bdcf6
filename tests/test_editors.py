"""What docs/editors/ gives to editors knows every statement of the notation."""

import json
import re
from pathlib import Path

import pytest

from shengji.notation.builder import PLACES
from shengji.notation.spelling import STATEMENTS

EDITORS = Path(__file__).parents[1] / "docs" / "editors"
WORDS = {*PLACES, "hand", "end", "note", "var", "endvar", "match", *STATEMENTS} - {
    "trick",
    "vendor",
}


def test_extension_names_files_that_are_there() -> None:
    folder = EDITORS / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    contributes = package["contributes"]
    (language,), (grammar,) = contributes["languages"], contributes["grammars"]
    named = [package["main"], language["configuration"], grammar["path"]]
    assert [name for name in named if not (folder / name).is_file()] == []
    assert json.loads((folder / language["configuration"]).read_text(encoding="utf-8"))
    used = (folder / package["main"]).read_text(encoding="utf-8")
    assert set(re.findall(r'get\("(\w+)"\)', used)) == {
        name.partition(".")[2] for name in contributes["configuration"]["properties"]
    }


def patterns() -> list[str]:
    path = EDITORS / "vscode" / "sjn.tmLanguage.json"
    told = json.loads(path.read_text(encoding="utf-8"))["patterns"]
    return [each["match"] for each in told if "match" in each]


@pytest.mark.parametrize("word", sorted(WORDS))
def test_colours_know_every_statement(word: str) -> None:
    assert any(re.match(pattern, f"{word} x") for pattern in patterns() if pattern[0] == "^")
    vim = (EDITORS / "vim" / "syntax" / "sjn.vim").read_text(encoding="utf-8")
    statements = re.search(r"sjnStatement /\^\\s\*\\%\((.*?)\\\)\\ze", vim)
    assert statements is not None
    assert word in statements[1].split(r"\|")
