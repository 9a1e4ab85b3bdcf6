"""How a seat is called where its player is not named: by its letter, its wind, or its number.

It is a matter of looks alone: addresses, records and the API know letters.
"""

from dataclasses import dataclass
from typing import Final

from shengji.engine.rules import Rules
from shengji.notation.tokens import write_seat
from shengji.web.language import Say

LETTERS: Final = "letters"
COMPASS: Final = "compass"
NUMBERS: Final = "numbers"
LABELS: Final = (LETTERS, COMPASS, NUMBERS)
"""What can be chosen, the default first."""
WINDS: Final = ("south", "east", "north", "west")
"""Of four players, counter-clockwise as seen from above; seat a sits in the south."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat as it is called."""

    label: str
    """A sign or two, for a disc."""
    told: str
    """In a sentence."""


def seat_names(rules: Rules, labels: str, t: Say) -> tuple[SeatName, ...]:
    """The names of all seats; winds are given to four players alone."""
    if labels == COMPASS and rules.players == len(WINDS):
        first, *others = WINDS
        winds = WINDS if rules.direction == "ccw" else (first, *reversed(others))
        return tuple(SeatName(t(f"wind.{wind}"), t(f"wind-told.{wind}")) for wind in winds)
    numbered = labels == NUMBERS
    signs = (
        str(seat + 1) if numbered else write_seat(seat).upper() for seat in range(rules.players)
    )
    return tuple(SeatName(sign, t("say.seat", seat=sign)) for sign in signs)
