"""Records are the frozen dataclasses that they stand for."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace

import pytest

from engine.records import record


@record
class Point:
    """A place."""

    x: int
    y: int = 2
    marks: list[str] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Point:
    x: int
    y: int = 2
    marks: list[str] = field(default_factory=list, compare=False, repr=False)


@record(kw_only=True)
class Named:
    """All by name, with a check."""

    name: str
    size: int = 0

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


@record(eq=False)
class Itself:
    """Equal to itself only."""

    value: int


@record
class Nothing:
    """Without fields."""


@record
class Told:
    """Says of itself what it wants."""

    value: int

    def __repr__(self) -> str:
        return "told"


@record
class Deep(Point):
    """One with a field more."""

    depth: int = 0


def test_it_is_a_dataclass() -> None:
    assert [each.name for each in fields(Point)] == [each.name for each in fields(_Point)]
    assert dataclasses.is_dataclass(Nothing)
    assert asdict(Point(1)) == asdict(_Point(1))
    assert replace(Point(1), y=5) == Point(1, 5)
    assert repr(Point(1)) == "Point(x=1, y=2)"
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_each_has_a_list_of_its_own() -> None:
    first, second = Point(1), Point(1)
    first.marks.append("a")
    assert second.marks == []
    assert Point(1, marks=first.marks).marks is first.marks


def test_it_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    with pytest.raises(FrozenInstanceError):
        point.other = 2  # type: ignore[attr-defined]
    assert not hasattr(point, "__dict__")


def test_equality_and_hash() -> None:
    assert Point(1) == Point(1, 2, ["a"])
    assert Point(1) != Point(2)
    assert Point(1) != _Point(1)  # type: ignore[comparison-overlap]
    assert len({Point(1), Point(1), Point(2)}) == 2
    assert Itself(1) != Itself(1)
    assert len({Itself(1), Itself(1)}) == 2
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    with pytest.raises(TypeError):
        hash(Point([]))  # type: ignore[arg-type]


def test_what_is_given_by_name() -> None:
    assert Named(name="a").size == 0
    with pytest.raises(TypeError):
        Named("a")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Named\.__init__\(\)"):
        Named()  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="no name"):
        Named(name="")
    with pytest.raises(ValueError, match="no name"):
        replace(Named(name="a"), name="")


def test_own_methods_stay() -> None:
    assert repr(Told(1)) == "told"


def test_one_may_build_on_another() -> None:
    deep = Deep(1, depth=3)
    assert (deep.x, deep.y, deep.depth) == (1, 2, 3)
    assert deep != Point(1)


def test_it_can_be_copied_and_pickled() -> None:
    point = Point(1, marks=["a"])
    assert copy.deepcopy(point) == point
    found = pickle.loads(pickle.dumps(point))
    assert (found, found.marks) == (point, ["a"])


def test_a_field_that_is_not_given_is_refused() -> None:
    with pytest.raises(TypeError, match="late"):

        @record
        class Late:
            late: int = field(init=False)
