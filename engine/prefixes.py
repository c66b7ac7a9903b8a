"""What each row of a search has generated so far, put together only when somebody looks."""

import numpy as np

from engine.hypotheses import IntArray


class Prefixes:
    """The tokens of each row.

    Args:
        rows: How many rows there are before the first token.
    """

    def __init__(self, rows: int) -> None:
        self._tokens: IntArray = np.zeros((rows, 0), np.int64)
        self._later: list[tuple[IntArray, IntArray]] = []

    def __len__(self) -> int:
        """Return how many tokens each row has."""
        return int(self._tokens.shape[1]) + len(self._later)

    def extend(self, rows: IntArray, ids: IntArray) -> None:
        """Go on with some rows, each with a token more.

        Args:
            rows: ``[rows]`` the rows that go on, in their new order; a row may go on twice.
            ids: ``[rows]`` the tokens. Neither array may change afterwards.
        """
        self._later.append((rows, ids))

    @property
    def tokens(self) -> IntArray:
        """``[rows, tokens]``; it must not be changed."""
        if self._later:
            size = self._tokens.shape[1]
            rows, ids = self._later[-1]
            made: IntArray = np.empty((len(rows), len(self)), np.int64)
            made[:, -1] = ids
            # From there back, since only what goes on to the end is wanted.
            for at in range(len(self._later) - 2, -1, -1):
                before, ids = self._later[at]
                made[:, size + at] = ids.take(rows)
                rows = before.take(rows)
            made[:, :size] = self._tokens.take(rows, axis=0)
            self._tokens = made
            self._later.clear()
        return self._tokens
