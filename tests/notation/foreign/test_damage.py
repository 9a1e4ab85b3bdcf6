"""Whatever is done to a file: an importer reads it or says why not, and makes sound records."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shengji import notation, replay
from shengji.notation import foreign
from shengji.notation.foreign import ForeignError
from shengji.replay.remarking import say_refusal, say_remark
from shengji.replay.wording import LANGUAGES

from .botzone_writer import view, write
from .chat_writer import Chat
from .deal_writers import eighty, jerryyyu
from .lan_writer import replay_of
from .played import matches, played
from .test_tractor_online_dump import play_phase

DATA = Path(__file__).parents[2] / "data"
ROUNDS = 60


def of(rules: str) -> Any:
    return played(matches(rules, 1, range(1, 5))[0])


def samples() -> dict[str, bytes]:
    """A file of each shape that is read."""
    botzone = write(of("botzone@1")[0])
    lines = [json.dumps(line) for line in jerryyyu(of("jerryyyu@1"))]
    chat = Chat(["Yang", "小明", "Li Na", "S"]).match(of("tractor-online@1"))
    documents = {
        "botzone": botzone,
        "botzone view": view(botzone, 2),
        "eighty": eighty(of("eighty@1")[0]),
        "tractor-lan": replay_of(of("standard@1")[0]),
        "tractor-online dump": {"gameState": {"Play": play_phase()}},
        "godot": json.loads((DATA / "godot/standard_log.json").read_text(encoding="utf-8")),
    }
    return {
        **{name: json.dumps(document).encode() for name, document in documents.items()},
        "jerryyyu": "\n".join(lines).encode(),
        "tractor-online": "\n".join(chat).encode(),
    }


SAMPLES = samples()


def read(name: str, data: bytes) -> None:
    """Reads, writes, judges and tells; what is wrong with the file is a ForeignError alone."""
    importer = foreign.by_name(name.split()[0])
    assert importer is not None
    importer.looks_like(data)
    try:
        imported = importer.read(data)
    except ForeignError as error:
        assert all(say_refusal(error, language) for language in LANGUAGES)
        return
    for record in imported.records:
        try:
            text = notation.dumps(record)
        except notation.WriteError:
            continue
        notation.loads(text)
        replay.check_record(record)
    for remark in imported.remarks:
        assert say_remark(remark) and say_remark(remark, "zh-Hans")


@pytest.mark.parametrize("name", SAMPLES)
def test_cut_anywhere(name: str) -> None:
    data, rng = SAMPLES[name], random.Random(1)
    for _ in range(ROUNDS):
        read(name, data[: rng.randrange(len(data))])


@pytest.mark.parametrize("name", SAMPLES)
def test_bytes_changed(name: str) -> None:
    data, rng = SAMPLES[name], random.Random(2)
    for _ in range(ROUNDS):
        changed = bytearray(data)
        changed[rng.randrange(len(data))] = rng.choice(b'0123456789"[]{},:\xffAQ')
        read(name, bytes(changed))


@pytest.mark.parametrize("name", ["tractor-online", "jerryyyu"])
def test_lines_lost_moved_and_doubled(name: str) -> None:
    lines, rng = SAMPLES[name].split(b"\n"), random.Random(3)
    changes: list[Callable[[list[bytes], int, int], None]] = [
        lambda found, at, to: found.__delitem__(at),
        lambda found, at, to: found.insert(to, found.pop(at)),
        lambda found, at, to: found.insert(to, found[at]),
    ]
    for _ in range(3 * ROUNDS):
        changed = list(lines)
        rng.choice(changes)(changed, rng.randrange(len(lines)), rng.randrange(len(lines)))
        read(name, b"\n".join(changed))


VALUES = (None, -1, 0, 3, 99, 1.5, "", "x", "S10", [], {}, [[]], True, 10**30)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "tractor-online"])
def test_values_changed(name: str) -> None:
    """Any value of the JSON becomes any other, or is missing."""
    rng = random.Random(4)
    for _ in range(3 * ROUNDS):
        if name == "jerryyyu":
            lines = SAMPLES[name].split(b"\n")
            place = rng.randrange(len(lines))
            document = json.loads(lines[place])
            spoil(document, rng)
            lines[place] = json.dumps(document).encode()
            read(name, b"\n".join(lines))
        else:
            document = json.loads(SAMPLES[name])
            spoil(document, rng)
            read(name, json.dumps(document).encode())


def spoil(document: Any, rng: random.Random) -> None:
    """Change one value, wherever it lies."""
    while True:
        keys = list(document) if isinstance(document, dict) else range(len(document))
        key = rng.choice(list(keys))
        inner = document[key]
        if isinstance(inner, (dict, list)) and inner and rng.random() < 0.85:
            document = inner
            continue
        if rng.random() < 0.2:
            del document[key]
        else:
            document[key] = rng.choice(VALUES)
        return
