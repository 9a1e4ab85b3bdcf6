"""Animations, decoded again by Pillow and held against the pictures of their positions."""

import io
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from shengji.replay.exports.errors import WrongPartError
from shengji.replay.exports.picture import SIZES
from shengji.replay.steps import NoSuchPosition

from .extracts import made

LOG = "games/godot-nine-hands.sjn"
PART = "1.1.2-1.2.1"
ADDRESSES = ("1.1.2", "1.1.3", "1.1", "1.2.1")
TURNED = 3.0
"""More than two pictures of one position differ, in which cards lie up to a pixel apart."""


def frames(kind: str, part: str = PART, **how: Any) -> list[Image.Image]:
    with Image.open(io.BytesIO(made(kind, LOG, part, **how))) as film:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]


def still(at: str, **how: Any) -> Image.Image:
    return Image.open(io.BytesIO(made("png", LOG, at, **how))).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other, on average over all pixels."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def times(kind: str, part: str, **how: Any) -> list[int]:
    found = []
    with Image.open(io.BytesIO(made(kind, LOG, part, **how))) as film:
        for frame in ImageSequence.Iterator(film):
            frame.load()
            found.append(frame.info["duration"])
    return found


@pytest.mark.parametrize("kind", ["gif", "webp"])
@pytest.mark.parametrize(
    "how", [{}, {"view": "table"}, {"view": "seat", "seat": 1, "language": "zh-Hans"}]
)
def test_every_frame_is_the_picture_of_its_position(kind: str, how: dict[str, Any]) -> None:
    found = frames(kind, **how)
    assert len(found) == len(ADDRESSES)
    for frame, at in zip(found, ADDRESSES, strict=True):
        assert frame.size == SIZES["card"]
        assert apart(frame, still(at, **how)) < TURNED
    assert len({frame.tobytes() for frame in found}) == len(found)


def test_what_the_table_does_not_see_is_in_no_frame() -> None:
    """The open picture of a position has three hands more than that of the table."""
    hidden = frames("webp", view="table")[0]
    assert apart(hidden, still(ADDRESSES[0])) > 5 * TURNED


def test_a_whole_hand_begins_with_it_and_ends_with_it() -> None:
    with Image.open(io.BytesIO(made("webp", "teaching/failed-throw.sjn", "1"))) as film:
        found = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    # A position, three tricks of four plays, the end.
    assert len(found) == 1 + 1 + 3 * 4 + 1


def test_delays() -> None:
    """A finished trick lies a little longer, and the last picture longest."""
    assert times("webp", "1.1.3-1.2.2", delay=600) == [600, 1000, 600, 1800]
    assert times("gif", "1.1.3-1.2.2", delay=600) == [600, 1000, 600, 1800]


def test_it_plays_again_and_again() -> None:
    for kind in ("gif", "webp"):
        with Image.open(io.BytesIO(made(kind, LOG, PART))) as film:
            assert film.info["loop"] == 0


def test_the_same_bytes_each_time() -> None:
    for kind in ("gif", "webp"):
        assert made(kind, LOG, PART) == made(kind, LOG, PART)


@pytest.mark.parametrize("size", ["og", "square"])
def test_sizes(size: str) -> None:
    assert {frame.size for frame in frames("gif", size=size)} == {SIZES[size]}


@pytest.mark.parametrize("part", [None, "1.2-2.3", "1.3-1.2", "1.3"])
def test_at_most_one_hand_and_forward(part: str | None) -> None:
    with pytest.raises(WrongPartError, match="one hand"):
        made("gif", LOG, part)


def test_ends_that_are_not_there() -> None:
    with pytest.raises(NoSuchPosition):
        made("gif", LOG, "1.24-1.99")
