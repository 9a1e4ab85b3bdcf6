"""SVG into PNG with the fonts that come with the project, so that every machine draws alike."""

import functools
from pathlib import Path
from typing import Final

import resvg_py

FONTS: Final = Path(__file__).with_name("fonts")


@functools.cache
def _fonts() -> list[str]:
    return [str(path) for path in sorted(FONTS.glob("*.otf"))]


def png(svg: str) -> bytes:
    """The picture of :mod:`.picture`, as PNG at its own size."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=_fonts(), skip_system_fonts=True))
