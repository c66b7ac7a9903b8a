"""Sequences whose elements are made when they are asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lazy import Lazy


@given(st.lists(st.integers(), max_size=6), st.integers(-8, 8), st.integers(-8, 8))
def test_it_is_like_the_list_of_what_it_makes(elements, start, stop):
    lazy = Lazy(len(elements), elements.__getitem__)
    assert lazy == elements
    assert lazy != [*elements, 0]
    assert (len(lazy), list(lazy), list(lazy[start:stop])) == (
        len(elements),
        elements,
        elements[start:stop],
    )


def test_each_element_is_made_once_and_only_when_asked_for():
    asked: list[int] = []

    def make(index: int) -> int:
        asked.append(index)
        return 10 * index

    lazy = Lazy(3, make)
    assert asked == []
    assert (lazy[-1], lazy[2], lazy[0]) == (20, 20, 0)
    assert asked == [2, 0]
    with pytest.raises(IndexError):
        lazy[3]
