"""Values behave as frozen, slotted dataclasses do."""

import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from shengji.engine.values import value


@value
class Point:
    """A place."""

    x: int
    y: int = 0


@value
class Named(Point):
    name: str = ""


@value
class Empty:
    pass


def test_they_are_made_compared_and_shown_by_their_fields() -> None:
    assert Point(1) == Point(1, 0) == Point(y=0, x=1)
    assert Point(1) != Point(2) and Point(1) != (1, 0) and Point(1) != Named(1)
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert repr(Named(1, name="a")) == "Named(x=1, y=0, name='a')"
    assert Empty() == Empty() and repr(Empty()) == "Empty()"


def test_they_are_dataclasses() -> None:
    assert is_dataclass(Point) and [field.name for field in fields(Named)] == ["x", "y", "name"]
    assert replace(Named(1, name="a"), x=5) == Named(5, 0, "a")
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_they_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x  # type: ignore[misc]
    assert not hasattr(point, "__dict__")


def test_what_does_not_fit_is_refused_from_the_first_instance_on() -> None:
    @value
    class Fresh:
        x: int

    for _ in range(2):
        with pytest.raises(TypeError):
            Fresh()  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            Fresh(1, z=2)  # type: ignore[call-arg]
    assert Fresh(1).x == 1


def test_they_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Named(1, 2, "a"))) == Named(1, 2, "a")
