"""A position as SVG."""

from shengji.replay.exports.extract import Extract
from shengji.replay.exports.picture import picture


def export(extract: Extract) -> bytes:
    return drawn(extract).encode()


def drawn(extract: Extract) -> str:
    """The one position of the extract as a picture."""
    film, step = extract.step()
    return picture(
        film, extract.see(step.position), bottom=extract.seat, language=extract.language,
        size=extract.size,
    )  # fmt: skip
