"""The JSON twin of a record: pydantic reads, writes and describes the classes of :mod:`record`.

Text → JSON → text is the identity on canonical text. Words of the notation (cards, seats, levels,
addresses) stay words; fields at their default are left out.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from pydantic import ConfigDict, Discriminator, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from shengji.engine.rules import LEVELS
from shengji.notation import record, tokens
from shengji.notation.address import parse_address, write_address
from shengji.notation.diagnostics import CODES
from shengji.notation.record import Record

T = TypeVar("T")

FORMAT: Final[Literal["shengji-notation"]] = "shengji-notation"
SCHEMA_ID: Final = "urn:shengji-notation:twin:1"
_CONFIG: Final = "__pydantic_config__"
NESTING: Final = 64
"""How deep brackets may nest; records need 9."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON file: what a text file of one or several matches says."""

    records: tuple[Record, ...]
    format: Literal["shengji-notation"] = FORMAT
    version: Literal[1] = 1


class TwinError(ValueError):
    """JSON that is no twin of a record; `place` is a JSON pointer."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place or '/'}: {problem}")
        self.place = place
        self.problem = problem


@dataclass(frozen=True, slots=True)
class _Words:
    """How one kind of word is read and written, and what it looks like."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    pattern: str


_CARD: Final = r"[SHDC][2-9TJQKA]|[LB]"
_ONE: Final = r"([SHDC][2-9TJQKA?]|[LB]|\.[1-9][0-9]{0,2})"
_SETS: Final = r"(([SHDC][2-9TJQKA?]+)|[LB])*(\.[1-9][0-9]{0,2})?"
_WORDS: Final[Mapping[str, _Words]] = {
    "cards": _Words(tokens.CARDS.__getitem__, tokens.write_cards, rf"^{_SETS}$"),
    "drawn": _Words(
        lambda text: tokens.read_drawn(text.split()), tokens.write_drawn, rf"^({_ONE}( {_ONE})*)?$"
    ),
    "card": _Words(tokens.read_card, lambda card: tokens.write_cards((card,)), rf"^({_CARD})$"),
    "suit": _Words(tokens.read_suit, tokens.write_suit, r"^[SHDC?-]$"),
    "seat": _Words(tokens.read_seat, tokens.write_seat, r"^[a-l?-]$"),
    "seats": _Words(
        lambda text: tokens.read_seats(text) if text else (), tokens.write_seats, r"^([a-l]*|-)$"
    ),
    "level": _Words(tokens.read_level, tokens.write_level, r"^[2-9TJQKAN](:[1-9][0-9]*)?$"),
    "rank": _Words(LEVELS.index, LEVELS.__getitem__, r"^[2-9TJQKAN]$"),
    "row": _Words("SHDCTR".index, "SHDCTR".__getitem__, r"^[SHDCTR]$"),
    "code": _Words(CODES.__getitem__, str, r"^[a-z][a-z-]*$"),
    "address": _Words(parse_address, write_address, r"^[1-9][0-9]*(\.[a-z0-9]+)*$"),
}


def word_schema(kind: str) -> core_schema.CoreSchema:
    """The schema of a value that stands as one word; called by the marker in :mod:`record`."""
    words = _WORDS[kind]
    pattern = re.compile(words.pattern)

    def read(value: Any) -> Any:
        if not isinstance(value, str) or not pattern.match(value):
            raise PydanticCustomError("word", "not a word for {kind}", {"kind": kind})
        try:
            return words.read(value)
        except (ValueError, KeyError, IndexError) as error:
            raise PydanticCustomError("word", "not a word for {kind}", {"kind": kind}) from error

    written = core_schema.str_schema(pattern=words.pattern)
    return core_schema.no_info_before_validator_function(
        read,
        core_schema.any_schema(),
        serialization=core_schema.plain_serializer_function_ser_schema(
            words.write, return_schema=core_schema.str_schema()
        ),
        json_schema_input_schema=written,
        metadata={"pydantic_js_functions": [lambda _schema, handler: handler(written)]},
    )


def union_schema(source: Any, handler: Any) -> core_schema.CoreSchema:
    """The schema of a union told apart by `kind`; called by the marker in :mod:`record`."""
    made: core_schema.CoreSchema = Discriminator("kind").__get_pydantic_core_schema__(
        source, handler
    )
    return made


_ADAPTERS: Final[dict[type[Any], TypeAdapter[Any]]] = {}


def adapter(kind: type[T]) -> TypeAdapter[T]:
    """What reads, writes and describes values of a frozen class, made of records or not."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = _adapter(kind)
    return _ADAPTERS[kind]


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    for each in (kind, *vars(record).values()):
        if isinstance(each, type) and dataclasses.is_dataclass(each):
            # A key that the twin does not know would be lost without a word.
            setattr(each, _CONFIG, ConfigDict(extra="forbid"))
    return TypeAdapter(kind)


def plain(value: object) -> Any:
    """A value of a frozen class as JSON has it; fields at their default are left out."""
    data = adapter(type(value)).dump_python(value, mode="json", exclude_defaults=True)
    return _with_kinds(value, data)


class _Schema(GenerateJsonSchema):
    def generate(self, schema: Any, mode: Any = "validation") -> JsonSchemaValue:
        made = super().generate(schema, mode)
        return {"$schema": self.schema_dialect, "$id": SCHEMA_ID, **made}


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the twin."""
    return adapter(Document).json_schema(schema_generator=_Schema)


def dumps(records: Iterable[Record], *, indent: int | None = 1) -> str:
    """The JSON of some records, ending in a line feed."""
    document = Document(tuple(records))
    made = {"format": FORMAT, "version": 1, **plain(document)}
    return json.dumps(made, ensure_ascii=False, indent=indent) + "\n"


def _with_kinds(value: Any, data: Any) -> Any:
    """Dumped data with the `kind` of every value that has one, which dumping left out."""
    if isinstance(data, list):
        return [_with_kinds(*pair) for pair in zip(value, data, strict=True)]
    if not isinstance(data, dict) or isinstance(value, Mapping):
        return data
    made = {"kind": value.kind} if hasattr(value, "kind") else {}
    return made | {
        name: _with_kinds(getattr(value, name), each) if isinstance(each, dict | list) else each
        for name, each in data.items()
    }


def loads(text: str | bytes) -> tuple[Record, ...]:
    """The records that a JSON twin stands for.

    :raises TwinError: the text is no JSON, nests too deep, or is no twin of a record.
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if _depth(raw) > NESTING:
        raise TwinError("", f"brackets nest more than {NESTING} deep")
    try:
        return adapter(Document).validate_json(raw, strict=False).records
    except ValidationError as error:
        raise _problem(error, raw) from None


def _depth(raw: bytes) -> int:
    """How deep the brackets of a JSON text nest, those in strings left out."""
    depth = most = 0
    for mark in _BRACKETS.findall(raw):
        if mark in b"[{":
            depth += 1
            most = max(most, depth)
        elif mark in b"]}":
            depth -= 1
    return most


_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)


def _problem(error: ValidationError, raw: bytes) -> TwinError:
    """The first problem that pydantic found, at its JSON pointer."""
    first = error.errors(include_url=False, include_context=False)[0]
    try:
        value = json.loads(raw)
    except ValueError:
        return TwinError("", first["msg"])
    place = ""
    for step in first["loc"]:
        if isinstance(value, dict) and value.get("kind") == step and step not in value:
            continue  # pydantic names the member of a union here
        place += f"/{step}"
        inner = value.get(step) if isinstance(value, dict) else value
        value = value[step] if isinstance(value, list) and isinstance(step, int) else inner
    return TwinError(place, first["msg"])
