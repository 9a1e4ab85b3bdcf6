"""What kind of values each column of a table has, read off its dataclass."""

import types
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, Union, get_args, get_origin, get_type_hints

from shengji.replay.datasets.rows import Game, Hand, Play, Row, State


class Kind(Enum):
    """Of the values of a column."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind
    lists: int
    """0 a value, 1 a list of them, 2 a list of lists."""
    optional: bool

    @property
    def told(self) -> str:
        """The type as the documentation writes it: `list of number?`."""
        return "list of " * self.lists + self.kind.value + ("?" if self.optional else "")


TABLES: Final[dict[str, type[Row]]] = {
    "games": Game,
    "hands": Hand,
    "plays": Play,
    "states": State,
}
"""By name; each is a folder of files."""
_KINDS: Final = {str: Kind.TEXT, int: Kind.NUMBER, bool: Kind.FLAG}


@cache
def columns(table: str) -> tuple[Column, ...]:
    """The columns of a table, in order."""
    return tuple(_column(name, kind) for name, kind in get_type_hints(TABLES[table]).items())


def _column(name: str, declared: object) -> Column:
    optional = get_origin(declared) in (Union, types.UnionType)
    if optional:
        declared = get_args(declared)[0]
    lists = 0
    while get_origin(declared) is tuple:
        declared = get_args(declared)[0]
        lists += 1
    assert isinstance(declared, type)
    return Column(name, _KINDS[declared], lists, optional)
