"""The plan of the house: packages, layers and habits that no other tool looks after."""

import ast
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS: dict[str, Any] = PYPROJECT["tool"]["setuptools"]
FLOORS = ["engine", "notation", "replay", "web", "cli"]
HEAVY = {"pydantic", "flask", "rich", "sqlite3", "sqlite_utils"}
OPENS_BYTES = {"Image", "gzip", "os", "tarfile", "zipfile", "zipped"}


def sources() -> list[Path]:
    return sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))


def folder(package: str) -> Path:
    return ROOT / package.removeprefix("shengji.").replace(".", "/")


def modules() -> list[str]:
    paths = [path.relative_to(ROOT).with_suffix("") for path in sources()]
    names = [".".join(["shengji", *path.parts]).removesuffix(".__init__") for path in paths]
    return [name for name in names if not name.endswith(".__main__")]


def test_packages_listed_are_the_folders_with_modules() -> None:
    folders = {path.parent.relative_to(ROOT) for path in sources()}
    assert set(SETUPTOOLS["packages"]) == {f"shengji.{'.'.join(f.parts)}" for f in folders}


def test_every_package_has_an_init_and_is_typed() -> None:
    for package in SETUPTOOLS["packages"]:
        assert (folder(package) / "__init__.py").is_file(), package
        assert (folder(package) / "py.typed").is_file(), package


def test_data_files_reach_the_wheel() -> None:
    patterns = SETUPTOOLS["package-data"]["*"]
    packed = {
        path
        for package in SETUPTOOLS["packages"]
        for pattern in patterns
        for path in folder(package).glob(pattern)
    }
    data = {
        path
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*")
        if path.is_file() and path.suffix != ".py" and path.parent.name != "__pycache__"
    }
    assert data - packed == set()


@pytest.mark.parametrize("name", modules())
def test_public_names_exist_once(name: str) -> None:
    module = importlib.import_module(name)
    names: list[str] = getattr(module, "__all__", [])
    assert len(names) == len(set(names))
    assert [public for public in names if not hasattr(module, public)] == []


def test_engine_imports_only_the_standard_library() -> None:
    foreign = set()
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            foreign |= {
                f"{path.name}: {name}"
                for name in names
                if name.partition(".")[0] not in sys.stdlib_module_names
                and not f"{name}.".startswith("shengji.engine.")
            }
    assert foreign == set()


def loaded_by(*arguments: str) -> set[str]:
    """Top-level packages that a fresh Python loads when run with these arguments."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = [line for line in run.stderr.splitlines() if line.startswith("import time:")]
    assert lines
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


def test_check_path_is_light_when_imported() -> None:
    loaded = loaded_by("-c", "import shengji.engine, shengji.notation, shengji.replay")
    assert "shengji" in loaded
    assert loaded & (HEAVY | {"click"}) == set()


def test_check_path_is_light_when_run() -> None:
    program = Path(sys.executable).with_name("shengji")
    sample = min((ROOT / "samples" / "teaching").glob("*.sjn"))
    loaded = loaded_by(str(program), "check", str(sample))
    assert "shengji" in loaded
    assert loaded & HEAVY == set()


def test_text_is_opened_with_its_encoding() -> None:
    found = []
    for path in [*sources(), *sorted((ROOT / "tests").rglob("*.py"))]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and opens_text(node):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def opens_text(call: ast.Call) -> bool:
    """Whether a call reads or writes text and leaves the encoding to the machine."""
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if "encoding" in keywords:
        return False
    match call.func:
        case ast.Attribute(attr="read_text"):
            return not call.args
        case ast.Attribute(attr="write_text"):
            return len(call.args) < 2
        case ast.Name(id="open"):
            mode = call.args[1] if len(call.args) > 1 else keywords.get("mode")
        case ast.Attribute(attr="open", value=receiver):
            if isinstance(receiver, ast.Name) and receiver.id in OPENS_BYTES:
                return False
            mode = call.args[0] if call.args else keywords.get("mode")
        case _:
            return False
    return not (isinstance(mode, ast.Constant) and "b" in str(mode.value))
