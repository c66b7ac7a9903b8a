"""How far a translation is said to have come, between the times that it is known."""

from itertools import pairwise

import pytest

from gui.pace import Pace


@pytest.fixture
def pace():
    return Pace()


def shares(pace, times):
    return [pace.share(time) for time in times]


def test_without_a_text_nothing_is_done(pace):
    assert pace.share(5.0) == 0.0
    pace.came(3, 6.0)
    assert pace.share(7.0) == 0.0


def test_one_huge_sentence_moves_and_never_arrives_by_itself(pace):
    pace.begin([6000], 0.0)
    seen = shares(pace, [0.0, 0.5, 1.0, 2.0, 8.0, 60.0])
    assert seen[0] == 0.0
    assert all(after > before for before, after in pairwise(seen))
    assert seen[-1] < 1.0
    pace.came(1, 61.0)
    assert pace.share(61.0) == 1.0


def test_long_sentences_weigh_more(pace):
    pace.begin([10, 10, 80], 0.0)
    pace.came(2, 1.0)
    assert pace.share(1.0) == pytest.approx(0.2)


def test_it_never_falls_within_a_text(pace):
    pace.begin([100] * 50, 0.0)
    seen = []
    for step in range(1, 100):
        time = step / 2
        if step % 10 == 0:
            pace.came(step // 10, time)
        seen.append(pace.share(time))
    assert seen == sorted(seen)
    # Nine sentences have come, and at most nine more may be on their way.
    assert 9 / 50 <= seen[-1] < 18 / 50


def test_the_speed_of_one_text_serves_the_next(pace):
    pace.begin([1000, 1000], 0.0)
    slow = pace.share(1.0)
    pace.came(2, 0.5)
    pace.begin([1000, 1000], 10.0)
    assert pace.share(10.0) == 0.0
    assert pace.share(11.0) > slow


def test_more_than_there_is_counts_as_all(pace):
    pace.begin([5, 0], 0.0)
    pace.came(9, 1.0)
    assert pace.share(2.0) == 1.0
