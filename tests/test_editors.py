"""What docs/editors/ gives to editors knows every statement of the notation."""

import json
import re
import shutil
import subprocess
import tomllib
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


def block(language: str) -> str:
    """The first block of that language in docs/editors.md."""
    text = (EDITORS.parent / "editors.md").read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None, language
    return found[1]


def test_settings_that_the_document_shows_are_those_of_the_extension() -> None:
    package = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    known = set(package["contributes"]["configuration"]["properties"])
    assert {name for name in json.loads(block("json")) if name != "[sjn]"} == known


STUB = """
const { Module } = require("module");
const real = Module._load;
const told = [];
class LanguageClient {
    constructor(id, name, server, client) { told.push(server, client); }
    start() { return Promise.resolve(); }
    stop() { told.push("stopped"); }
}
const settings = JSON.parse(process.argv[1]);
Module._load = (name, ...rest) => ({
    vscode: {
        workspace: { getConfiguration: (part) => ({ get: (key) => settings[`${part}.${key}`] }) },
    },
    "vscode-languageclient/node": { LanguageClient },
})[name] ?? real(name, ...rest);
const extension = require(process.argv[2]);
extension.activate();
extension.deactivate();
console.log(JSON.stringify(told));
"""


def test_the_extension_starts_the_program_as_the_settings_say() -> None:
    """Its script is run over a stub of the editor."""
    script = EDITORS / "vscode" / "extension.js"
    run = subprocess.run(
        ["node", "-e", STUB, block("json"), str(script)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    server, client, stopped = json.loads(run.stdout)
    assert server == {
        "command": "/home/me/.venv/bin/shengji",
        "args": ["lsp", "--lang", "zh-Hans", "--site", "https://club.example"],
    }
    assert client == {"documentSelector": [{"language": "sjn"}]}
    assert stopped == "stopped"


def test_helix_is_told_what_starts_the_service() -> None:
    told = tomllib.loads(block("toml"))
    (language,) = told["language"]
    (name,) = language["language-servers"]
    assert told["language-server"][name] == {"command": "shengji", "args": ["lsp"]}
    assert language["file-types"] == ["sjn"]


@pytest.mark.parametrize("language", ["elisp", "lua", "vim"])
def test_what_is_to_be_copied_is_closed(language: str) -> None:
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', block(language))
    for opening, closing in ("()", "[]", "{}"):
        assert text.count(opening) == text.count(closing)


VIM = r"""
set nocompatible
let &runtimepath = $FILES . ',' . &runtimepath
filetype plugin on
syntax on
edit $SAMPLE
let told = [&filetype, &commentstring]
for number in range(1, line('$'))
  call add(told, synIDattr(synID(number, 1, 1), 'name') . '|' . getline(number))
endfor
call writefile(told, $TOLD)
qall!
"""


def test_vim_shows_the_colours(tmp_path: Path) -> None:
    """Vim itself reads the files."""
    vim = shutil.which("vim")
    assert vim is not None
    script, told, sample = tmp_path / "init.vim", tmp_path / "told", tmp_path / "x.sjn"
    script.write_text(VIM, encoding="utf-8")
    sample.write_text(
        '%SJN 1\n[Rules "qq@1"]\nhand 1\n亮 22 d C2\n1 a SA\n# so\n', encoding="utf-8"
    )
    names = {"LC_ALL": "C.UTF-8", "FILES": str(EDITORS / "vim"), "SAMPLE": str(sample)}
    subprocess.run(
        [vim, "-es", "-u", str(script)],
        env={**names, "TOLD": str(told), "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )
    kind, comment, *lines = told.read_text(encoding="utf-8").splitlines()
    assert (kind, comment) == ("sjn", "# %s")
    assert [line.partition("|")[0] for line in lines] == [
        "sjnMagic", "", "sjnStatement", "sjnStatement", "sjnTrick", "sjnComment",
    ]  # fmt: skip
