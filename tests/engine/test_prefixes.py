"""The tokens of a search's rows, put together late."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.prefixes import Prefixes


@given(st.integers(1, 3), st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=6)), st.data())
def test_rows_are_those_that_each_step_made(rows, steps, data):
    prefixes = Prefixes(rows)
    expected: list[list[int]] = [[] for _ in range(rows)]
    for ids in steps:
        chosen = [data.draw(st.integers(0, len(expected) - 1)) for _ in ids]
        prefixes.extend(np.array(chosen), np.array(ids))
        expected = [[*expected[row], token] for row, token in zip(chosen, ids, strict=True)]
        if data.draw(st.booleans()):
            assert prefixes.tokens.tolist() == expected

    assert len(prefixes) == len(steps)
    assert prefixes.tokens.tolist() == expected
