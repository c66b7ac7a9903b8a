"""What each row of a search has generated so far, put together only when somebody looks."""

from typing import Final

import numpy as np

from engine.hypotheses import IntArray

_SPARE: Final = 16
"""Tokens for which there is room at once."""


class Prefixes:
    """The tokens of each row.

    Args:
        rows: How many rows there are before the first token.
    """

    def __init__(self, rows: int) -> None:
        self._room: IntArray = np.zeros((rows, _SPARE), np.int64)
        self._size = 0
        self._later: list[tuple[IntArray, IntArray]] = []

    def __len__(self) -> int:
        """Return how many tokens each row has."""
        return self._size + len(self._later)

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
            self._catch_up(len(self))
        return self._room[:, : self._size]

    def _catch_up(self, size: int) -> None:
        # From the last step back, since only what goes on to the end is wanted.
        rows, ids = self._later.pop()
        columns = [ids]
        for before, ids in reversed(self._later):
            columns.append(ids.take(rows))
            rows = before.take(rows)
        self._later.clear()
        self._room = self._room.take(rows, axis=0)
        if size > self._room.shape[1]:
            more = size - self._room.shape[1] + _SPARE
            self._room = np.pad(self._room, ((0, 0), (0, more)))
        for at, column in enumerate(columns, 1):
            self._room[:, size - at] = column
        self._size = size
