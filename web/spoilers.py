"""Links that are to tell no outcome: what cannot but tell it is refused under them."""

from werkzeug.exceptions import BadRequest

from shengji.web.presentation import look


class TellsOutcome(BadRequest):
    """What is asked for tells how it ended, and is asked for without that."""

    description = "This tells how it ended: ask for it without spoilers=off."


def refuse_unspoiled() -> None:
    """Of what lists everything up to the end.

    :raises TellsOutcome: no outcome is to be told.
    """
    if look().spoilers == "off":
        raise TellsOutcome
