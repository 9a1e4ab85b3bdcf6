"""The shapes and colours of cards, drawn once for pages and pictures alike."""

from collections.abc import Mapping
from typing import Final

SHAPES: Final[Mapping[str, str]] = {
    "S": "M12 2C9 6.500 3.500 9.500 3.500 14"
    "a4.300 4.300 0 0 0 7.300 3c-.2 2-1 3.500-2.300 5h7c-1.300-1.500-2.100-3-2.300-5"
    "a4.300 4.300 0 0 0 7.300-3C20.500 9.500 15 6.500 12 2z",
    "H": "M12 21.500C5.500 16.200 2.500 12.800 2.500 8.800A5 5 0 0 1 12 6.500"
    "a5 5 0 0 1 9.500 2.300c0 4-3 7.400-9.500 12.700z",
    "D": "M12 1.500 20 12l-8 10.500L4 12z",
    "C": "M12 2"
    "a4.600 4.600 0 0 0-4 6.900 4.600 4.600 0 1 0 3 8.400c-.2 1.900-.9 3.300-2.200 4.700h6.400"
    "c-1.300-1.400-2-2.800-2.200-4.700"
    "a4.600 4.600 0 1 0 3-8.400A4.600 4.600 0 0 0 12 2z",
    "J": "m12 2 3 6.600 7.200.8-5.400 4.900 1.500 7.100-6.300-3.600-6.300 3.600 1.500-7.100"
    "L1.800 9.400 9 8.600z",
}
"""Outlines by suit letter, J for a joker's star, in a square of 24 by 24."""

FOUR_COLOURS: Final[Mapping[str, str]] = {
    "S": "#111111", "H": "#c8102e", "C": "#0a7a2f", "D": "#0b57d0",
    "L": "#111111", "B": "#c8102e",
}  # fmt: skip
"""Of the four suits, the little and the big joker, on white."""
