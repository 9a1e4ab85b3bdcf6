"""A strange JSON document, read with care: each value knows its place, and says what was wrong."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shengji.notation.diagnostics import Value
from shengji.notation.foreign.importer import ForeignError, Place


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the document and the path to it."""

    value: Any
    path: str = ""
    line: int = 0
    """Of a file that has a document on each line."""

    @property
    def place(self) -> Place:
        return Place(self.path, self.line)

    def error(self, expected: str, **arguments: Value) -> ForeignError:
        """What to raise where the value is not what it should be.

        :param expected: what it should be, by its id in the catalogue of wording.
        :param arguments: what fills the gaps of that.
        """
        return ForeignError(expected, self.place, found=shown(self.value), **arguments)

    def get(self, name: str) -> "Field":
        """A member that has to be there."""
        found = self.find(name)
        if found is None:
            raise ForeignError("missing", self.place, name=repr(name))
        return found

    def find(self, name: str) -> "Field | None":
        """A member, None where it is absent or null."""
        value = self.members().get(name)
        if value is None:
            return None
        return Field(value, f"{self.path}.{name}".lstrip("."), self.line)

    def members(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.error("object")
        return self.value

    def items(self) -> "list[Field]":
        if not isinstance(self.value, list):
            raise self.error("list")
        return [
            Field(value, f"{self.path}[{place}]", self.line)
            for place, value in enumerate(self.value)
        ]

    def integer(self, low: int, high: int) -> int:
        """A whole number; programs that know no other numbers write 3 as 3.0."""
        value = self.value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error("number", low=low, high=high)
        return value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.error("text")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error("flag")
        return self.value

    def one_of(self, texts: Sequence[str]) -> int:
        """The place of the text among those that are possible."""
        text = self.text()
        if text not in texts:
            raise self.error("one-of", choices=tuple(map(repr, texts)))
        return texts.index(text)


def decode(data: bytes) -> str:
    """The text that the bytes are in UTF-8.

    :raises ForeignError: they are not.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ForeignError("not-utf8", byte=error.start + 1) from None


def read_json(data: bytes) -> Field:
    """The document as a whole.

    :raises ForeignError: it is no JSON.
    """
    text = decode(data)
    try:
        return Field(json.loads(text))
    except json.JSONDecodeError as error:
        place = Place(line=error.lineno, column=error.colno)
        raise ForeignError("not-json", place, detail=error.msg) from None
    except RecursionError:
        raise ForeignError("nested") from None
    except ValueError:  # A number of more digits than Python converts.
        raise ForeignError("long-number") from None


def shown(value: Any) -> str:
    """A value as a message quotes it, a longer one by its kind: `object`, `list`."""
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "list"
    # repr escapes what would not print as itself.
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
