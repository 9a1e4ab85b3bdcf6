"""Addresses: one name for every position of a match, `3.8.2`, and the event that leads to it."""

import re
from typing import Final, Literal, TypeAlias

from shengji.notation.record import Address

Part: TypeAlias = Literal["start", "draw", "show", "take", "bury", "lead", "trick", "end"]

_LETTERS: Final[dict[str, Part]] = {"d": "draw", "x": "show", "t": "take", "k": "bury"}
_LETTER_OF: Final = {part: letter for letter, part in _LETTERS.items()}
_ORDER: Final[tuple[Part, ...]] = (
    "start", "draw", "show", "take", "bury", "lead", "trick", "end",
)  # fmt: skip
_ADDRESS: Final = (
    r"(?P<hand>[1-9][0-9]{0,4})"
    r"(?:\.(?:(?P<letter>[dxtk])(?P<count>[1-9][0-9]{0,3})"
    r"|(?:v(?P<variation>[1-9][0-9]{0,2})\.)?"
    r"(?:(?P<lead>0)|(?P<trick>[1-9][0-9]{0,2})(?:\.(?P<play>[1-9][0-9]?))?)"
    r"|(?P<end>end)))?"
)


def parse_address(text: str) -> Address:
    """The address that `text` stands for.

    :raises ValueError: it is none.
    """
    match = re.fullmatch(_ADDRESS, text)
    if match is None:
        raise ValueError(f"not an address: {text!r}")
    hand = int(match["hand"])
    variation = int(match["variation"]) if match["variation"] else None
    if match["letter"]:
        return Address(hand, _LETTERS[match["letter"]], int(match["count"]))
    if match["trick"]:
        play = int(match["play"]) if match["play"] else None
        return Address(hand, "trick", int(match["trick"]), play, variation)
    if match["lead"]:
        return Address(hand, "lead", variation=variation)
    return Address(hand, "end" if match["end"] else "start")


def write_address(address: Address) -> str:
    text = str(address.hand)
    if address.part in _LETTER_OF:
        return f"{text}.{_LETTER_OF[address.part]}{address.number}"
    if address.variation is not None:
        text += f".v{address.variation}"
    if address.part == "trick":
        text += f".{address.number}"
        return text if address.play is None else f"{text}.{address.play}"
    return text + {"start": "", "lead": ".0", "end": ".end"}[address.part]


def canonical_address(address: Address, players: int) -> Address:
    """The shorter of two names of one position: `3.8`, not `3.8.4` at a table of four."""
    if address.play != players:
        return address
    return Address(address.hand, address.part, address.number, None, address.variation)


def address_order(address: Address) -> tuple[int, int, int, int, float]:
    """A key that sorts addresses of a match: the main line of a hand, then its variations."""
    play = float("inf") if address.play is None else address.play
    place = _ORDER.index(address.part)
    return address.hand, address.variation or 0, place, address.number, play
