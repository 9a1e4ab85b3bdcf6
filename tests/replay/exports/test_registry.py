"""What all exports have in common."""

import sys
from pathlib import Path

import pytest

from shengji.engine.rules import RuleError
from shengji.notation import loads
from shengji.replay.exports.errors import ExportError, MissingLibraryError
from shengji.replay.exports.extract import Extract
from shengji.replay.exports.registry import EXPORTS

from .extracts import SAMPLES, extract

HARMLESS = sorted((SAMPLES / "teaching").glob("*.sjn"))
FAULTY = sorted((SAMPLES / "broken").glob("*.sjn"))
LONG = ("limit", "too-many-faults")


@pytest.mark.parametrize("path", HARMLESS, ids=lambda path: path.stem)
def test_the_first_hand_of_every_sample_can_be_exported(path: Path) -> None:
    name = f"teaching/{path.name}"
    hand = extract(name).record.hands[0].number
    for kind in ("csv", "text", "svg", "tex"):
        assert EXPORTS[kind].make(extract(name, str(hand)))


def test_a_faulty_record_is_exported_or_refused_with_a_reason() -> None:
    """Whatever is wrong with a record that could be read: nobody meets an error of the program."""
    made = 0
    for path in FAULTY:
        if path.stem in LONG:
            continue
        for found in loads(path.read_bytes()).records:
            try:
                assert EXPORTS["text"].make(Extract(found))
                made += 1
            except RuleError as error:
                assert str(error)
    assert made > len(FAULTY) / 2


@pytest.mark.parametrize(
    ("kind", "library", "extra"),
    [("gif", "PIL", "animation"), ("webp", "PIL", "animation"), ("pdf", "weasyprint", "pdf")],
)
def test_a_library_that_is_not_there_is_named(
    kind: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for made in ("animation", "sprites", "sheet"):
        monkeypatch.delitem(sys.modules, f"shengji.replay.exports.{made}", raising=False)
    with pytest.raises(MissingLibraryError, match=rf"{library}.*pip install 'shengji\[{extra}\]"):
        EXPORTS[kind].make(extract("teaching/failed-throw.sjn", "1"))


def test_an_error_of_an_export_is_a_value_error() -> None:
    assert issubclass(MissingLibraryError, ExportError)
    assert issubclass(ExportError, ValueError)


@pytest.mark.parametrize("kind", EXPORTS)
def test_names_are_endings(kind: str) -> None:
    assert EXPORTS[kind].name == kind
    assert EXPORTS[kind].mimetype.partition("/")[2]
