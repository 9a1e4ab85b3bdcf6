"""This project passes its own suite for SJN, and the suite holds together by itself."""

import base64
import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shengji import notation
from shengji.notation import twin
from shengji.notation.diagnostics import CODES
from shengji.replay import check

from . import second_reader, second_replay
from .announced import FILES
from .second_reader import cards_of
from .sjn_suite import (
    REPLAYED_TWICE,
    SUITE,
    found,
    ids,
    record_of,
    sample_expectations,
    states,
    text_of,
    text_path,
)

Json = dict[str, Any]

CLEAN = FILES["games"] + FILES["teaching"]
TWINS = sorted((SUITE / "valid").rglob("*.json"))
IMPORTS = sorted((SUITE / "canonical").glob("*.import*.sjn"))
INVALID = sorted(path for path in (SUITE / "invalid").glob("*.sjn"))
STATES = sorted((SUITE / "replay").rglob("*.states.json"))
IDS = sorted((SUITE / "hash").glob("*.ids.json"))
HASHED = sorted((SUITE / "hash").glob("*.txt"))
SAMPLES = json.loads((SUITE / "invalid" / "samples.expect.json").read_text(encoding="utf-8"))
assert TWINS and IMPORTS and INVALID and STATES and IDS and HASHED and SAMPLES


def name(path: Path) -> str:
    return path.relative_to(SUITE).as_posix().partition(".")[0]


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def write(text: str | bytes, encoding: str | None = None) -> bytes:
    return "\n".join(map(notation.dumps, notation.loads(text, encoding=encoding).records)).encode()


def test_nothing_of_the_suite_is_passed_over() -> None:
    texts = {text_path(path) for path in (*TWINS, *STATES, *IDS)}
    texts |= {*IMPORTS, *INVALID} | {canonical(path) for path in IMPORTS}
    assert set(SUITE.rglob("*.sjn")) <= texts


# valid


@pytest.mark.parametrize("path", TWINS, ids=name)
def test_text_to_twin_and_back(path: Path) -> None:
    text, expected = text_of(path), load(path)
    parsed = notation.loads(text)
    assert parsed.ok
    assert json.loads(twin.dumps(parsed.records)) == expected
    assert "\n".join(map(notation.dumps, twin.loads(json.dumps(expected)))) == text
    assert write(text) == text.encode()


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_second_reader_reads_the_same(path: Path) -> None:
    text = path.read_bytes().decode()
    assert second_reader.read(text) == json.loads(twin.dumps(notation.loads(text).records))


@pytest.mark.parametrize("path", TWINS, ids=name)
def test_twins_are_what_the_second_reader_reads(path: Path) -> None:
    assert second_reader.read(text_of(path)) == load(path)


# canonical


def canonical(path: Path) -> Path:
    return path.with_name(f"{path.name.partition('.')[0]}.sjn")


@pytest.mark.parametrize("path", IMPORTS, ids=name)
def test_import_to_canonical_text(path: Path) -> None:
    _, _, *encoding, _ = path.name.split(".")
    expected = canonical(path).read_bytes()
    assert write(path.read_bytes(), *encoding) == expected
    assert write(expected) == expected


# invalid


@pytest.mark.parametrize("path", INVALID, ids=name)
def test_faults_and_their_places(path: Path) -> None:
    assert found(check(path.read_bytes())) == load(path.with_suffix(".expect.json"))


def test_expectations_of_the_samples_are_what_they_announce() -> None:
    assert sample_expectations() == SAMPLES
    assert {row["code"] for rows in SAMPLES.values() for row in rows} == set(CODES)


# replay


@pytest.mark.parametrize("path", STATES, ids=name)
def test_state_after_every_event(path: Path) -> None:
    for state, expected in zip(states(record_of(path)), load(path), strict=True):
        assert state == expected


@pytest.mark.parametrize("path", STATES, ids=name)
def test_states_keep_the_cards_together(path: Path) -> None:
    """Between two states of a hand cards only go from hands to the table, or to the kitty."""
    for before, after in zip(load(path), load(path)[1:], strict=False):
        if after["event"] == "hand":
            continue
        gone = number(before) - number(after)
        played = after["table"][-1]["cards"] if after["event"] == "play" else ""
        assert gone == sum(map(size, cards_of(played))), after["address"]


def number(state: Json) -> int:
    """Cards in the hands and in the kitty."""
    places = [*state["hands"].values(), state["kitty"] or ""]
    return sum(size(card) for place in places for card in cards_of(place))


def size(card: str) -> int:
    return int(card[1:]) if card[0] == "." else 1


SECOND = [path for path in STATES if name(path).rpartition("/")[2] in REPLAYED_TWICE]
assert len(SECOND) == len(REPLAYED_TWICE)


@pytest.mark.parametrize("path", SECOND, ids=name)
def test_states_are_what_the_second_replay_says(path: Path) -> None:
    (record,) = second_reader.read(text_of(path))["records"]
    assert second_replay.states(record) == load(path)


@pytest.mark.parametrize("stem", ["godot-nine-hands", "godot-standard-log", "short-match"])
def test_a_second_replay_of_whole_matches_says_the_same(stem: str) -> None:
    (path,) = (path for path in CLEAN if path.stem == stem)
    text = path.read_bytes().decode()
    (record,) = notation.loads(text).records
    (second,) = second_reader.read(text)["records"]
    assert list(states(record)) == second_replay.states(second)


# hash


@pytest.mark.parametrize("path", IDS, ids=name)
def test_ids(path: Path) -> None:
    assert ids(record_of(path)) == load(path)


@pytest.mark.parametrize("path", HASHED, ids=name)
def test_ids_are_the_hash_of_the_text_beside_them(path: Path) -> None:
    record, kind, _ = path.name.split(".")
    digest = base64.b32encode(hashlib.sha256(path.read_bytes()).digest()).decode()
    expected = load(path.with_name(f"{record}.ids.json"))
    which, _, hand = kind.partition("-")
    stated = expected["hands"][int(hand) - 1][which] if hand else expected[which]
    assert digest[:26].lower() == stated


def test_what_changes_a_play_id_and_what_does_not() -> None:
    by_name = {name(path).partition("/")[2]: load(path)["match"] for path in IDS}
    base = by_name["base"]
    same = {stem for stem, match in by_name.items() if match == base}
    assert same == {"base", *(stem for stem in by_name if stem.startswith("same-"))}
    assert max(Counter(by_name.values()).values()) == len(same)
