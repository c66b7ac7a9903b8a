"""What a search has generated so far, and how a hypothesis is read back from it."""

from collections.abc import Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from engine.records import record

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float32]


@record
class Hypothesis:
    """One way to continue from the start token.

    Two hypotheses are equal when everything but their attention is.

    Attributes:
        ids: Vocabulary ids, without the start token and the end token.
        score: Sum of ``log_probs`` divided by ``len(log_probs) ** length_penalty`` (natural
            logarithm), which is what transformers returns as ``sequences_scores``.
        log_probs: One for each generated token, the end token included if there is one. A forced
            end token counts 0.
        attention: ``[len(log_probs), source]``: for each generated token, the alignment head's
            cross-attention probabilities, padding columns of the batch included.
        finished: The search chose the end token; false when the limit cut the hypothesis off, even
            if ``forced_eos`` then closed it.
    """

    ids: tuple[int, ...]
    score: float
    log_probs: tuple[float, ...]
    attention: FloatArray = field(compare=False, repr=False)
    finished: bool


@record(eq=False)
class Expansion:
    """What one step of a search made: candidates, each of which extends a row by a token.

    Attributes:
        origins: ``[rows]``: the candidate of the step before that each row continues.
        attention: ``[rows, source]``: cross-attention probabilities of each row.
        rows: ``[candidates]``: the row that each candidate extends.
        ids: ``[candidates]``: the token it is extended by.
        log_probs: ``[candidates]``: log-probability of that token.
    """

    origins: IntArray
    attention: FloatArray
    rows: IntArray
    ids: IntArray
    log_probs: FloatArray


class History:
    """Every step of a search, from which single hypotheses are traced back.

    Steps are kept as they came and are never reordered: beams that die cost nothing but memory.
    """

    def __init__(self) -> None:
        self._steps: list[Expansion] = []

    def append(self, expansion: Expansion) -> None:
        """Add the next step; its arrays must not change afterwards."""
        self._steps.append(expansion)

    def hypothesis(
        self,
        entries: Sequence[tuple[int, int, float]],
        eos_id: int,
        forced_at: int,
        index: int,
    ) -> Hypothesis:
        """Return one of a sentence's finished hypotheses.

        Args:
            entries: Step, candidate and score of each of them.
            eos_id: The end token.
            forced_at: Step from which the end token was no choice.
            index: Which of the entries.
        """
        step, candidate, score = entries[index]
        ids, log_probs, attention = self.trace(step, candidate)
        ended = ids[-1] == eos_id
        return Hypothesis(
            ids=tuple(ids[:-1] if ended else ids),
            score=score,
            log_probs=tuple(log_probs),
            attention=attention,
            finished=ended and step < forced_at,
        )

    def trace(self, step: int, candidate: int) -> tuple[list[int], list[float], FloatArray]:
        """Return the tokens, log-probabilities and attention that lead to a candidate.

        Args:
            step: The step that made the candidate, from 1.
            candidate: Its index among that step's candidates.

        Returns:
            ``step`` token ids, as many log-probabilities, and attention ``[step, source]``.
        """
        ids: list[int] = []
        log_probs: list[float] = []
        attention: list[FloatArray] = []
        for expansion in reversed(self._steps[:step]):
            row = int(expansion.rows[candidate])
            ids.append(int(expansion.ids[candidate]))
            log_probs.append(float(expansion.log_probs[candidate]))
            attention.append(expansion.attention[row])
            candidate = int(expansion.origins[row])
        return ids[::-1], log_probs[::-1], np.stack(attention[::-1])
