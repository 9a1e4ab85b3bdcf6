"""A strange JSON document, read with care: each value knows its place, and says what was wrong."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shengji.notation.foreign.importer import ForeignError


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the document and the path to it."""

    value: Any
    path: str = ""

    def error(self, expected: str) -> ForeignError:
        """What to raise where the value is not what it should be."""
        return ForeignError(f"expected {expected}, found {_shown(self.value)}", self.path)

    def get(self, name: str) -> "Field":
        """A member that has to be there."""
        found = self.find(name)
        if found is None:
            raise ForeignError(f"{name!r} is missing", self.path)
        return found

    def find(self, name: str) -> "Field | None":
        """A member, None where it is absent or null."""
        value = self.members().get(name)
        return None if value is None else Field(value, f"{self.path}.{name}".lstrip("."))

    def members(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.error("an object")
        return self.value

    def items(self) -> "list[Field]":
        if not isinstance(self.value, list):
            raise self.error("a list")
        return [Field(value, f"{self.path}[{place}]") for place, value in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        """A whole number; programs that know no other numbers write 3 as 3.0."""
        value = self.value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(f"a whole number from {low} to {high}")
        return value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.error("a text")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error("true or false")
        return self.value

    def one_of(self, texts: Sequence[str]) -> int:
        """The place of the text among those that are possible."""
        text = self.text()
        if text not in texts:
            raise self.error(" or ".join(map(repr, texts)))
        return texts.index(text)


def decode(data: bytes) -> str:
    """The text that the bytes are in UTF-8.

    :raises ForeignError: they are not.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ForeignError(f"not UTF-8 text: byte {error.start + 1} cannot be read") from None


def read_json(data: bytes) -> Field:
    """The document as a whole.

    :raises ForeignError: it is no JSON.
    """
    text = decode(data)
    try:
        return Field(json.loads(text))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ForeignError(f"not JSON, or cut off: {error.msg}", place) from None
    except RecursionError:
        raise ForeignError("not a log: nested too deeply") from None
    except ValueError:  # A number of more digits than Python converts.
        raise ForeignError("not a log: a number is too long") from None


def _shown(value: Any) -> str:
    """A value as a message quotes it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    # repr escapes what would not print as itself.
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
