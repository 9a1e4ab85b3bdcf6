"""`shengji convert`: SJN, its twin, and what others write."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from shengji import notation
from shengji.notation import foreign
from shengji.replay.wording import catalogue

Run = Callable[..., Result]


def test_there_and_back_are_the_same_bytes(run: Run, friday: Path, tmp_path: Path) -> None:
    there = run("convert", friday, "--to", "json")
    assert there.exit_code == 0
    assert json.loads(there.stdout)["format"] == "shengji-notation"
    back = run("convert", "-", given=there.stdout_bytes)
    assert back.stdout_bytes == friday.read_bytes()
    out = tmp_path / "out.json"
    assert run("convert", friday, "-o", out).stdout == ""
    assert out.read_bytes() == there.stdout_bytes
    assert run("convert", out, "-o", friday).exit_code == 0
    assert back.stdout_bytes == friday.read_bytes()


def test_sjn_becomes_canonical_sjn(run: Run, friday: Path) -> None:
    canonical = friday.read_bytes()
    friday.write_bytes(canonical.replace(b"hand", "局".encode()))
    assert run("convert", friday).stdout_bytes == canonical


class Telegram:
    """A format for this test: one hand that lacks everything."""

    name = "telegram"

    def looks_like(self, data: bytes) -> bool:
        return data.startswith(b"STOP")

    def read(self, data: bytes) -> foreign.Imported:
        if data == b"STOP":
            raise foreign.ForeignError("no-round", foreign.Place("word 1"))
        parsed = notation.loads('%SJN 1\n[Rules "standard@1"]\n')
        missing = foreign.Remark(foreign.RemarkKind.MISSING, "players")
        return foreign.Imported(parsed.records, (missing,))


@pytest.fixture
def telegram(monkeypatch: pytest.MonkeyPatch) -> None:
    importer = Telegram()
    monkeypatch.setattr(
        foreign, "find", lambda data: importer if importer.looks_like(data) else None
    )
    monkeypatch.setattr(foreign, "by_name", lambda name: importer)
    monkeypatch.setattr(foreign, "names", lambda: ("telegram",))
    monkeypatch.setitem(catalogue("imports")["formats"], "telegram", {"en": "Telegram"})


@pytest.mark.usefixtures("telegram")
@pytest.mark.parametrize("origin", [[], ["--from", "telegram"]])
def test_other_formats_with_what_was_inferred_and_dropped(run: Run, origin: list[str]) -> None:
    result = run("convert", "-", *origin, given=b"STOP HAND ONE STOP")
    assert result.exit_code == 0
    assert result.stdout.startswith("%SJN 1\n")
    assert result.stderr == "<stdin>: missing: the names of the players\n"
    result = run("convert", "-", *origin, given=b"STOP")
    assert result.exit_code == 2
    assert "Telegram: word 1: there is no round in it" in result.stderr


def test_what_cannot_be_converted(run: Run, friday: Path, tmp_path: Path) -> None:
    result = run("convert", "--from", "fax", friday)
    assert (result.exit_code, "'fax' is none of sjn, json" in result.stderr) == (2, True)
    result = run("convert", "-", given=b'{"a": 1}')
    assert (result.exit_code, "no record of this program" in result.stderr) == (2, True)
    result = run("convert", "-", given=b"[" * 100_000)
    assert (result.exit_code, "nest" in result.stderr) == (2, True)
    result = run("convert", "-", given=friday.read_bytes() + b"frobnicate\n")
    assert (result.exit_code, "not converted" in result.stderr) == (2, True)
    assert result.stdout == ""
    result = run("convert", friday, "-o", tmp_path / "no" / "folder.sjn")
    assert (result.exit_code, "no such file or directory" in result.stderr) == (2, True)
