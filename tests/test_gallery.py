"""The gallery of exports shows what is made: the files kept in docs/gallery are made again."""

import io
import runpy
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageSequence

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "gallery"
GALLERY = runpy.run_path(str(ROOT / "tools" / "write-gallery"))
AGAIN = "run .venv/bin/python tools/write-gallery"
TEXTS = ("csv", "text", "tex", "svg")
PICTURES = ("png", "gif", "webp")


def pieces(*kinds: str) -> list[Any]:
    found = [piece for piece in GALLERY["PIECES"] if piece.kind in kinds]
    assert {piece.kind for piece in found} == set(kinds)
    return found


def pixels(data: bytes) -> list[tuple[tuple[int, int], bytes]]:
    """Size and colours of every frame."""
    with Image.open(io.BytesIO(data)) as picture:
        frames = (frame.convert("RGB") for frame in ImageSequence.Iterator(picture))
        return [(frame.size, frame.tobytes()) for frame in frames]


def text(data: bytes) -> list[str]:
    """What stands on every page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert page == GALLERY["page"](), AGAIN


@pytest.mark.parametrize("piece", pieces(*TEXTS), ids=lambda piece: piece.file)
def test_texts_are_the_same_bytes(piece: Any) -> None:
    assert (FOLDER / piece.file).read_bytes() == piece.made(), AGAIN


@pytest.mark.parametrize("piece", pieces(*PICTURES), ids=lambda piece: piece.file)
def test_pictures_have_the_same_pixels(piece: Any) -> None:
    assert pixels((FOLDER / piece.file).read_bytes()) == pixels(piece.made()), AGAIN


def test_the_sheet_says_the_same() -> None:
    (piece,) = pieces("pdf")
    assert text((FOLDER / piece.file).read_bytes()) == text(piece.made()), AGAIN


def test_every_export_is_shown_and_nothing_else_is_kept() -> None:
    kinds = {piece.kind for piece in GALLERY["PIECES"]}
    assert kinds == {*GALLERY["EXPORTS"], "html"}
    assert {path.name for path in FOLDER.iterdir()} == {piece.file for piece in GALLERY["PIECES"]}
