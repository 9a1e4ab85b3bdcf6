"""Pictures of positions: what is drawn, what a view leaves out, and that every size can be made."""

import ast
import io
import struct
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shengji.engine.cards import NO_TRUMP
from shengji.notation import loads
from shengji.notation.address import parse_address
from shengji.notation.record import Record
from shengji.replay.exports.art import SHAPES
from shengji.replay.exports.drawing import shortened
from shengji.replay.exports.picture import SIZES, Size, picture
from shengji.replay.exports.raster import png
from shengji.replay.film import Film, film
from shengji.replay.steps import Position
from shengji.replay.views import View, view
from shengji.replay.wording import Language, words

SAMPLES = Path(__file__).parents[3] / "samples"
EXPORTS_FOLDER = Path(__file__).parents[3] / "replay" / "exports"
SVG = "{http://www.w3.org/2000/svg}"


def record(name: str) -> Record:
    return loads((SAMPLES / name).read_text(encoding="utf-8")).records[0]


def seen(name: str, at: str, kind: View = "open", seat: int | None = None) -> tuple[Film, Position]:
    address = parse_address(at)
    shown = film(record(name), address.hand)
    place = shown.find(address)
    assert place is not None
    return shown, view(shown.steps[place].position, kind, seat)


def texts(svg: str) -> list[str]:
    return [mark.text or "" for mark in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def suits(svg: str) -> int:
    """How many suits and stars are drawn: one a card whose face is shown, one for the trump."""
    outlines = set(SHAPES.values())
    return sum(path.get("d") in outlines for path in ElementTree.fromstring(svg).iter(f"{SVG}path"))


def drawn(name: str, at: str, kind: View = "open", seat: int | None = None) -> str:
    shown, position = seen(name, at, kind, seat)
    return picture(shown, position, bottom=seat or 0, language="en")


# Hand 1 of the log: seven tricks are over, one of them of pairs, and a, b and c have played to the
# eighth. So 35 cards of 100 are gone, nine each but for d, and 8 lie buried.
AT = ("games/godot-nine-hands.sjn", "1.8.3")
CLUBS = 1
"""The trump that the status names."""


def test_the_open_view_draws_every_card_once() -> None:
    assert suits(drawn(*AT)) == (100 - 35) + 8 + 3 + CLUBS


def test_the_view_of_the_dealer_has_his_hand_and_his_kitty() -> None:
    assert suits(drawn(*AT, "seat", 0)) == (25 - 9) + 8 + 3 + CLUBS


def test_the_view_of_another_seat_has_no_kitty() -> None:
    assert suits(drawn(*AT, "seat", 1)) == (25 - 9) + 3 + CLUBS


def test_the_view_of_the_table_has_what_lies_there() -> None:
    svg = drawn(*AT, "table")
    assert suits(svg) == 3 + CLUBS
    assert texts(svg).count("× 16") == 3
    assert texts(svg).count("× 17") == 1


@pytest.mark.parametrize("size", SIZES)
def test_sizes(size: Size) -> None:
    shown, position = seen(*AT)
    found = png(picture(shown, position, bottom=2, language="zh-Hans", size=size))
    assert found.startswith(b"\x89PNG")
    assert struct.unpack(">II", io.BytesIO(found[16:24]).read()) == SIZES[size]


def test_the_same_position_gives_the_same_bytes() -> None:
    assert drawn(*AT) == drawn(*AT)
    assert png(drawn(*AT)) == png(drawn(*AT))


def test_the_next_seat_sits_on_the_right() -> None:
    """Counter-clockwise (000:91): seen from above the next player is the one on the right."""
    shown, position = seen(*AT)
    root = ElementTree.fromstring(picture(shown, position, bottom=0, language="en"))
    at = {
        mark.text: float(mark.get("x", "0"))
        for mark in root.iter(f"{SVG}text")
        if mark.text in ("b", "c", "d")
    }
    assert at["d"] < at["c"] < at["b"]


def test_a_long_name_is_cut() -> None:
    assert shortened("陈伟", 100, 20) == "陈伟"
    assert shortened("陈伟" * 20, 100, 20) == "陈伟陈伟…"


@pytest.mark.parametrize(
    ("language", "told"), (("en", "no-trump"), ("zh-Hans", "无主"), ("zh-Hant", "無主"))
)
def test_a_hand_without_trumps_says_so(language: Language, told: str) -> None:
    """The last showing of this record has no suit: no symbol stands on the badge, but a word."""
    shown, position = seen("teaching/kitty-overturn.sjn", "1.end")
    assert position.trump == NO_TRUMP
    assert told in texts(picture(shown, position, bottom=0, language=language))


def test_every_text_that_an_export_asks_for_is_there() -> None:
    """A key is written out where it is used, so that none is met for the first time by a user."""
    known = words("en")
    for path in sorted(EXPORTS_FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("words"):
                key = node.slice.value if isinstance(node.slice, ast.Constant) else None
                assert key is None or key in known, f"{path.name}: {key}"


@pytest.mark.parametrize(("at", "dark_red"), [("1.6", {"a 庄"}), ("1.8", {"a 庄", "c"})])
def test_a_found_friend_has_the_colour_of_the_dealers_side(at: str, dark_red: set[str]) -> None:
    """c plays the four of hearts that a called in trick 7 (000:237)."""
    marks = list(ElementTree.fromstring(drawn("teaching/five-friends.sjn", at)))
    chips = pairwise(marks)
    assert {text.text for chip, text in chips if chip.get("fill") == "#7a1f1f"} == dark_red
