"""Sequences whose elements are made when they are first asked for."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

_T = TypeVar("_T")


class Lazy(Sequence[_T]):
    """A sequence of which mostly the first element is wanted, and the others cost something too.

    It equals any sequence of equal elements.

    Args:
        count: How many elements it has.
        make: Makes the one at an index from 0 up; called once at most for each.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, count: int, make: Callable[[int], _T]) -> None:
        self._make = make
        self._made: list[list[_T]] = [[] for _ in range(count)]

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> _T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[_T]: ...

    def __getitem__(self, index: int | slice) -> _T | Sequence[_T]:
        found = range(len(self._made))[index]
        return self._at(found) if isinstance(found, int) else [self._at(each) for each in found]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def _at(self, index: int) -> _T:
        slot = self._made[index]
        if not slot:
            slot.append(self._make(index))
        return slot[0]
