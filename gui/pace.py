"""How far a translation has come, also between the times that one is told.

Sentences come in groups, and a very long one takes a while by itself. In between, the share that
is done is estimated from how fast the text went so far; what is not there yet is never counted as
done.
"""

import math
from collections.abc import Iterable
from itertools import accumulate

_AHEAD = 128
"""Sentences that may come as one group, if as many have come before."""
_NEARLY = 0.95
"""Part of a group that may be taken for done before it is there."""
_INITIAL = 300.0
"""Characters a second, until it is known better."""


class Pace:
    """Estimates the share of a text that is translated. Times are seconds of any clock."""

    def __init__(self) -> None:
        self._rate = _INITIAL
        self.begin((), 0.0)

    def begin(self, lengths: Iterable[int], now: float) -> None:
        """Start on a text of sentences of these lengths, in characters."""
        # A sentence of no length would take no time and never come.
        self._sums = [0, *accumulate(max(1, length) for length in lengths)]
        self._begun = self._since = now
        self._done = 0
        self._from = 0.0

    def came(self, done: int, now: float) -> None:
        """Take note that so many sentences are done."""
        done = min(max(0, done), len(self._sums) - 1)
        if done == self._done:
            return
        self._from = max(self.share(now), self._sums[done] / self._sums[-1])
        self._done, self._since = done, now
        if now > self._begun:
            self._rate = max(1.0, self._sums[done] / (now - self._begun))

    def share(self, now: float) -> float:
        """Return how much is done by now, from 0 to 1; it never falls within one text."""
        total = self._sums[-1]
        if not total:
            return 0.0
        group = self._done + min(max(self._done, 1), _AHEAD)
        due = self._sums[min(group, len(self._sums) - 1)]
        known = self._sums[self._done]
        room = (known + _NEARLY * (due - known)) / total - self._from
        if room <= 0.0:
            return self._from
        gone = self._rate * max(0.0, now - self._since) / total
        return self._from + room * -math.expm1(-gone / room)
