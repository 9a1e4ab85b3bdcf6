"""What a request brings, read without trust: a number of a form, a value in JSON."""

import json
from typing import Final

from flask import abort, request

DIGITS: Final = 9
"""Of the largest number that anything here counts to."""


def number_of(text: str) -> int | None:
    """A number of an address or a form; None where it is none, or larger than anything here."""
    fits = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return int(text) if fits else None


def json_of(text: str | bytes) -> object:
    """A value in JSON; 400 where it is none, or nested without end.

    Halves of characters (`"\\ud800"`) are refused as well: no page and no file can hold them.
    """
    try:
        told: object = json.loads(text)
        json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        abort(400)
    return told


def json_body() -> object:
    """The body of a request that says that it is JSON; else 400.

    A form of another site cannot say so, and a script there is not let through to say it.
    """
    if not request.is_json:
        abort(400)
    return json_of(request.get_data())
