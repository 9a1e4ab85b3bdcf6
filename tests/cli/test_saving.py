"""Files written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from shengji.cli.saving import save


def test_a_new_file_has_the_mode_that_new_files_get(tmp_path: Path) -> None:
    there, other = tmp_path / "there", tmp_path / "other"
    save(there, b"data", over=False)
    other.write_bytes(b"data")
    assert there.read_bytes() == b"data"
    assert stat.S_IMODE(there.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)
    assert sorted(tmp_path.iterdir()) == [other, there]


def test_a_file_that_is_there_is_replaced_only_when_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with pytest.raises(FileExistsError):
        save(path, b"new", over=False)
    assert path.read_bytes() == b"old"
    save(path, b"new", over=True)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "there", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    save(link, b"new", over=True)
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_file_that_comes_up_meanwhile_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "there"
    sync = os.fsync

    def someone_else(number: int) -> None:
        path.write_bytes(b"theirs")
        sync(number)

    monkeypatch.setattr(os, "fsync", someone_else)
    with pytest.raises(FileExistsError):
        save(path, b"ours", over=False)
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(tmp_path / "there", b"data", over=False)
    assert list(tmp_path.iterdir()) == []


def test_a_device_takes_what_it_gets() -> None:
    save(Path("/dev/null"), b"data", over=False)
