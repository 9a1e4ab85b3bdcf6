"""A position as PNG."""

from shengji.replay.exports.extract import Extract
from shengji.replay.exports.raster import png
from shengji.replay.exports.vector import drawn


def export(extract: Extract) -> bytes:
    return png(drawn(extract))
