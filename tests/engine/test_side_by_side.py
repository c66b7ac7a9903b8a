"""Work on several threads at a time."""

import threading

import pytest

from engine.side_by_side import side_by_side


@pytest.mark.parametrize("lanes", [1, 2, 3, 50])
def test_all_is_done_and_comes_in_order(lanes):
    assert list(side_by_side(lambda item: item * item, range(20), lanes)) == [
        i * i for i in range(20)
    ]
    assert list(side_by_side(str, [], lanes)) == []


def test_as_many_are_at_work_as_there_are_lanes():
    barrier = threading.Barrier(3)
    found = list(side_by_side(lambda _item: barrier.wait(10), range(3), 3))
    assert sorted(found) == [0, 1, 2]


@pytest.mark.parametrize(("items", "lanes"), [([1], 4), ([1, 2, 3], 1)])
def test_the_caller_does_what_is_not_to_be_divided(items, lanes):
    found = list(side_by_side(lambda _item: threading.get_ident(), items, lanes))
    assert set(found) == {threading.get_ident()}


@pytest.mark.parametrize("lanes", [1, 2])
def test_a_failure_is_raised_and_what_is_not_begun_is_left(lanes):
    begun: list[int] = []

    def work(item: int) -> int:
        begun.append(item)
        if item == 1:
            raise KeyError(item)
        return item

    with pytest.raises(KeyError):
        list(side_by_side(work, range(1000), lanes))
    assert 2 <= len(begun) < 1000


def test_what_is_not_asked_for_any_more_is_not_begun():
    begun: list[int] = []
    held = threading.Event()

    def work(item: int) -> int:
        begun.append(item)
        if item > 1:
            held.wait(0.1)
        return item

    made = side_by_side(work, range(1000), 2)
    assert next(made) == 0
    made.close()
    assert len(begun) < 1000
