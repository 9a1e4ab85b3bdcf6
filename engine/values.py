"""Frozen, slotted dataclasses that cost little to define.

`dataclass(frozen=True, slots=True)` compiles six methods for each class, 0.3 ms of every start;
with a hundred classes that is a third of a small check. A value is such a dataclass to type
checkers and to the `dataclasses` module; only its `__init__` is compiled, and that with the first
instance.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
@dataclass_transform(frozen_default=True)
def value(cls: type[T], /) -> type[T]: ...
@overload
@dataclass_transform(frozen_default=True)
def value(*, kw_only: bool) -> Callable[[type[T]], type[T]]: ...
def value(
    cls: type[T] | None = None, /, *, kw_only: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a frozen, slotted dataclass of a class; a field's default must be immutable.

    `__post_init__` is called as in any dataclass; with `kw_only` fields are given by name alone.
    """
    if cls is None:
        return partial(_value, kw_only=kw_only)
    return _value(cls, kw_only=kw_only)


def _value(cls: type[T], *, kw_only: bool) -> type[T]:
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    names = [field.name for field in dataclasses.fields(made)]  # type: ignore[arg-type]
    state = attrgetter(*names) if names else lambda _: ()

    def __init__(self: Any, /, *args: Any, **kwargs: Any) -> None:
        _put(made, "__init__", _initializer(made))
        made.__init__(self, *args, **kwargs)

    def __eq__(self: Any, other: object) -> bool:
        return state(self) == state(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(state(self))

    for method in (__init__, __eq__, __hash__, *_SHARED):
        _put(made, method.__name__, method)
    return made


def _put(cls: type, name: str, method: Callable[..., Any]) -> None:
    setattr(cls, name, method)


def _initializer(cls: type) -> Callable[..., None]:
    fields = dataclasses.fields(cls)
    given: dict[str, Any] = {"_set": object.__setattr__}
    parameters = []
    for field in fields:
        if field.default is MISSING:
            parameters.append(field.name)
        else:
            given[f"_{field.name}"] = field.default
            parameters.append(f"{field.name}=_{field.name}")
    if any(field.kw_only for field in fields):
        parameters.insert(0, "*")
    lines = [f"_set(self, {field.name!r}, {field.name})" for field in fields]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__(self, {', '.join(parameters)}): {'; '.join(lines) or 'pass'}", given)
    made: Callable[..., None] = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def __repr__(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self))
    return f"{type(self).__qualname__}({', '.join(shown)})"


def __setattr__(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def __getstate__(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def __setstate__(self: Any, state: list[Any]) -> None:
    for field, each in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, each)


_SHARED = (__repr__, __setattr__, __delattr__, __getstate__, __setstate__)
