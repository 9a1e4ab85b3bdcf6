"""The program as a whole: commands, help, what it loads, and how it ends."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji.cli.app import COMMANDS
from shengji.engine.catalogue import describe
from shengji.engine.presets import names
from shengji.notation import CODES

Run = Callable[..., Result]


def process(
    *arguments: str | Path, given: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The program as others run it."""
    return subprocess.run(
        [sys.executable, "-m", "shengji.cli", *map(str, arguments)],
        input=given,
        capture_output=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert re.search(rf"^ +\$ shengji {command}\b", result.stdout, re.MULTILINE)


def test_help_lists_the_commands_in_order(run: Run) -> None:
    text = run("--help").stdout
    assert re.findall(r"^  ([a-z]+)  ", text.partition("Commands:")[2], re.MULTILINE) == list(
        COMMANDS
    )


def test_a_mistyped_command_is_met_with_the_right_one(run: Run) -> None:
    result = run("chekc")
    assert result.exit_code == 2
    assert "Did you mean 'check'?" in result.stderr


def test_importing_the_program_is_light() -> None:
    code = "import sys, shengji.cli; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True,
                         encoding="utf-8")  # fmt: skip
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert {"click", "shengji"} <= loaded
    assert not {"lark", "rich", "pydantic"} & loaded
    assert "shengji.replay" not in run.stdout.split()


def test_version() -> None:
    run = process("--version")
    assert run.stdout == b"shengji, version 0.1.0\n"


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "utf-8"])
def test_a_terminal_without_suit_signs_gets_letters(friday: Path, encoding: str) -> None:
    run = process("show", friday, "1.14.2", PYTHONIOENCODING=encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    assert (b"SKJ9" in run.stdout) == (encoding == "gbk")


def test_data_is_utf_8_whatever_the_terminal() -> None:
    run = process("new", "--players", "陈伟", PYTHONIOENCODING="gbk")
    assert '[PlayerA "陈伟"]' in run.stdout.decode("utf-8")


@pytest.mark.parametrize("arguments", [("random",), ("show", "-"), ("check", "-"), ("rules",)])
def test_a_broken_pipe_is_quiet(friday: Path, arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [sys.executable, "-m", "shengji.cli", *arguments],
        input=friday.read_bytes(),
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_a_message(friday: Path) -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "shengji.cli", "fmt", "-"],
            input=friday.read_bytes(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (run.returncode, run.stderr) == (2, b"Error: No space left on device\n")


def test_completion_scripts_and_what_they_ask(run: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_SHENGJI_COMPLETE" in run("completion", shell).stdout
    asked = {"_SHENGJI_COMPLETE": "bash_complete", "COMP_CWORD": "1", "COMP_WORDS": "shengji ch"}
    assert process(**asked).stdout == b"plain,check\n"
    asked |= {"COMP_CWORD": "2", "COMP_WORDS": "shengji check --js"}
    assert process(**asked).stdout == b"plain,--json\n"


def test_explain_lists_every_code(run: Run) -> None:
    listed = re.findall(r"^  ([a-z-]+)  ", run("explain").stdout, re.MULTILINE)
    assert sorted(listed) == sorted(CODES)


def test_explain_shows_a_failing_and_a_mended_example(run: Run) -> None:
    text = run("explain", "wrong-points").stdout
    assert text.startswith("wrong-points · error · ")
    assert text.count("    %SJN 1") == 2
    assert "错误" in run("explain", "wrong-points", "--lang", "zh-Hans").stdout
    result = run("explain", "wrong-pionts")
    assert (result.exit_code, "did you mean wrong-points" in result.stderr) == (2, True)


def test_rules_lists_the_systems_and_shows_one(run: Run) -> None:
    listed = run("rules").stdout
    assert all(f"  {name}@" in listed for name in names())
    godot = run("rules", "godot").stdout
    assert "throw_allowed=no" in godot and "players=4" not in godot
    everything = run("rules", "godot", "--all").stdout
    assert all(f"  {option.id}=" in everything for option in describe())
    assert "throw_penalty=10" in run("rules", "standard throw_penalty=10").stdout
    assert run("rules", "standrd").exit_code == 2
