"""A rule system is one data file and one test file, as CONTRIBUTING shows it."""

import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji.engine import presets
from shengji.engine.rules import RuleError, Rules, differences

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(?:toml|python)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown() -> dict[str, str]:
    """The files that CONTRIBUTING shows, by their path."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return {found[1]: found[2] for found in BLOCK.finditer(text)}


def forget() -> None:
    for cached in (presets.versions, presets._load, presets._aliases, presets.rules_from_text):
        cached.cache_clear()


@pytest.fixture
def with_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The presets with the one shown among them."""
    folder = tmp_path / "presets"
    shutil.copytree(ROOT / "engine" / "presets", folder)
    (data,) = (path for path in shown() if path.endswith(".toml"))
    assert Path(data).parent == Path("engine/presets")
    (folder / Path(data).name).write_text(shown()[data], encoding="utf-8")
    monkeypatch.setattr(presets, "_FOLDER", folder)
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def test_a_rule_system_is_one_data_file_and_one_test_file(with_preset: Path) -> None:
    assert len(shown()) == 2
    (path,) = (path for path in shown() if path.endswith(".py"))
    assert Path(path).match("tests/rules/test_preset_*.py")
    file = with_preset / Path(path).name
    file.write_text(shown()[path], encoding="utf-8")
    module = runpy.run_path(str(file))
    tests = [value for name, value in module.items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()
    for name, pinned in module["PINNED"].items():
        rules = presets.rules_from_text(name)[1]
        assert differences(rules, Rules()) == dict(pair.split("=") for pair in pinned.split())


def test_a_correction_is_another_version_and_both_are_kept(with_preset: Path) -> None:
    (path,) = (path for path in shown() if path.endswith(".toml"))
    corrected = shown()[path].replace("version = 1", "version = 2").replace('["10",', '["20",')
    first = presets._FOLDER / Path(path).name
    (presets._FOLDER / first.name.replace("-1.", "-2.")).write_text(corrected, encoding="utf-8")
    forget()
    name = first.stem.removesuffix("-1")
    assert presets.versions()[name] == (1, 2)
    fines = [presets.rules_from_text(name + at)[1].throw_penalty for at in ("@1", "@2", "")]
    assert fines == ["10", "20", "20"]
    with pytest.raises(RuleError, match=f"{name}@3: expected version 2, the newest"):
        presets.rules_from_text(f"{name}@3")
    first.unlink()
    forget()
    with pytest.raises(RuleError, match=f"{name}@1: expected version 2$"):
        presets.rules_from_text(f"{name}@1")
