"""A hand, or a part of it, as an animation: GIF, or WebP with every pixel as it was drawn."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

from shengji.replay.exports.extract import Extract
from shengji.replay.exports.sprites import Studio
from shengji.replay.film import Film
from shengji.replay.steps import Position

LINGER: Final = 5 / 3
"""How much longer a finished trick lies there than a single play."""
REST: Final = 3
"""How much longer the last picture stands before it all begins again."""
COLOURS: Final = 255
"""Of a GIF; one more is what did not change."""


def gif(extract: Extract) -> bytes:
    frames, times = _made(extract)
    palette = _palette(frames)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    # A GIF counts in hundredths of a second.
    return _saved(reduced, "GIF", [round(time, -1) for time in times], optimize=False, disposal=1)


def webp(extract: Extract) -> bytes:
    frames, times = _made(extract)
    return _saved(frames, "WEBP", times, lossless=True, quality=50, method=3, minimize_size=False)


def _made(extract: Extract) -> tuple[list[Image.Image], list[int]]:
    """The frames, and how many milliseconds each of them stands."""
    film, steps = extract.range()
    positions = [extract.see(step.position) for step in steps]
    times = [round(extract.delay * _weight(film, position)) for position in positions]
    times[-1] = round(extract.delay * REST)
    return Studio(film, extract).frames(positions), times


def _weight(film: Film, position: Position) -> float:
    return LINGER if len(position.table) == len(film.players) else 1


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """The colours of some frames from the whole of the film, as a picture in them."""
    chosen = [frames[place * (len(frames) - 1) // 3] for place in range(4)]
    width, height = chosen[0].size
    strip = Image.new("RGB", (width, height * len(chosen)))
    for place, frame in enumerate(chosen):
        strip.paste(frame, (0, place * height))
    return strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)


def _saved(
    frames: Sequence[Image.Image], format: str, times: list[int], **how: bool | int
) -> bytes:
    data = io.BytesIO()
    frames[0].save(data, format, save_all=True, append_images=frames[1:], duration=times, loop=0,
                   **how)  # fmt: skip
    return data.getvalue()
