"""Windows and batches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.batching import batches, may_wait, shared_rows, windows


def test_windows_grow_up_to_the_largest():
    sizes = [len(window) for window in windows(90, 32)]
    assert sizes == [1, 3, 12, 32, 32, 10]
    assert [len(window) for window in windows(90, 32, first=32)] == [32, 32, 26]


@given(st.integers(0, 2000), st.integers(1, 200))
def test_windows_cover_everything_once_and_in_order(count, largest):
    found = list(windows(count, largest))
    assert [i for window in found for i in window] == list(range(count))
    assert all(1 <= len(window) <= largest for window in found)
    assert all(len(window) <= max(1, 3 * window.start) for window in found)


def test_windows_are_made_as_they_are_asked_for():
    endless = windows(10**12, 128)
    assert [next(endless) for _ in range(3)] == [range(1), range(1, 4), range(4, 16)]


lengths = st.lists(st.integers(1, 300), max_size=120)


@given(lengths, st.integers(1, 40), st.integers(1, 2000))
def test_every_item_is_in_one_batch_within_the_limits(items, rows, cells):
    found = batches(items, rows=rows, cells=cells)
    assert sorted(i for batch in found for i in batch) == list(range(len(items)))
    for batch in found:
        widest = max(items[i] for i in batch)
        assert 1 <= len(batch) <= rows
        assert len(batch) == 1 or widest * len(batch) <= cells


@given(lengths, st.integers(1, 40), st.integers(1, 2000))
def test_batch_mates_are_neighbours_in_length_and_the_longest_come_first(items, rows, cells):
    order = [i for batch in batches(items, rows=rows, cells=cells) for i in batch]
    assert order == sorted(order, key=lambda i: (-items[i], i))


@given(lengths, st.integers(1, 40), st.integers(1, 2000))
def test_no_batch_could_take_the_next_item_too(items, rows, cells):
    found = batches(items, rows=rows, cells=cells)
    for batch in found[:-1]:
        full = len(batch) == rows
        assert full or items[batch[0]] * (len(batch) + 1) > cells


@given(st.integers(0, 2000), st.integers(1, 64), st.integers(1, 16))
def test_lanes_have_about_as_much_to_do(count, rows, lanes):
    most = shared_rows(count, rows=rows, lanes=lanes)
    assert 1 <= most <= rows
    parts = -(-count // most)
    if most > 4:
        assert parts <= -(-count // (rows * lanes)) * lanes  # no more rounds than it takes
        assert parts > lanes * (-(-count // (rows * lanes)) - 1)


@pytest.mark.parametrize(
    ("count", "lanes", "expected"),
    [
        (0, 2, 4),
        (1, 2, 4),
        (8, 2, 4),
        (9, 2, 5),
        (64, 1, 32),
        (64, 2, 32),
        (66, 2, 17),
        (20, 1, 20),
    ],
)
def test_rows_of_a_batch_by_example(count, lanes, expected):
    assert shared_rows(count, rows=32, lanes=lanes) == expected


@pytest.mark.parametrize(
    ("items", "rows", "cells", "expected"),
    [
        ([], 4, 100, []),
        ([5], 1, 1, [[0]]),
        ([500, 3, 3], 8, 100, [[0], [1, 2]]),
        ([1, 9, 5, 9], 8, 18, [[1, 3], [2, 0]]),
        ([7, 7, 7], 2, 100, [[0, 1], [2]]),
    ],
)
def test_batches_by_example(items, rows, cells, expected):
    assert batches(items, rows=rows, cells=cells) == expected


@pytest.mark.parametrize(
    ("left", "following", "waits"),
    [(0, 0, True), (1, 0, False), (1, 12, False), (1, 40, True), (2, 40, False), (28, 256, True)],
)
def test_what_is_left_waits_for_a_window_that_it_hardly_adds_to(left, following, waits):
    assert may_wait(left, following) is waits
