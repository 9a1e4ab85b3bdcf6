"""What a failed throw gives the other side (甩失败罚): nothing, or points, also by the card."""

import functools
import re
from dataclasses import dataclass
from typing import Final

from shengji.engine.stated import StatedError

USUAL: Final = ("none", "10", "5_per_card", "10_per_card")
"""Those that rule texts name (002:17,147,216)."""
FORM: Final = "none or points in fives, as in 10 or 5_per_card"

_TEXT: Final = re.compile(r"([1-9]\d{0,2})(_per_card)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fine:
    """So many points, for each card where `per_card`."""

    points: int
    per_card: bool = False


@functools.cache
def read_fine(text: str) -> Fine:
    """The fine that a text states.

    :raises StatedError: it states none.
    """
    if text == "none":
        return Fine(0)
    found = _TEXT.fullmatch(text)
    if found is None or int(found[1]) % 5:
        raise StatedError(FORM)
    return Fine(int(found[1]), found[2] is not None)
