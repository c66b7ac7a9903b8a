"""The arithmetic of beam search on arrays: candidates, continuing beams, finished hypotheses.

Everything here is per sentence and vectorised over sentences: ``S`` sentences, ``W`` rows (beams)
each, ``C`` candidates each. An impossible candidate has the score −inf and is never chosen over a
possible one. Ties go to the better beam, then to the token the decoder lists first, and in the
pool to the older hypothesis.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.hypotheses import FloatArray, IntArray
from engine.records import record

BoolArray = NDArray[np.bool_]
EarlyStopping = bool | Literal["never"]


@record(eq=False)
class Candidates:
    """The best continuations of each sentence's beams, best first; every array is ``[S, C]``.

    Attributes:
        scores: Sum of the log-probabilities of all tokens, this one included.
        ids: Token by which a row is extended.
        log_probs: Log-probability of that token.
        rows: The row that is extended, counted over the whole batch.
    """

    scores: FloatArray
    ids: IntArray
    log_probs: FloatArray
    rows: IntArray


def best_candidates(
    running: FloatArray, log_probs: FloatArray, ids: IntArray, count: int
) -> Candidates:
    """Choose the best continuations of each sentence.

    Args:
        running: ``[S, W]``: sum of log-probabilities of each beam.
        log_probs: ``[S * W, k]``: best tokens of each row.
        ids: ``[S * W, k]``: their ids.
        count: How many to choose for a sentence; fewer if there are not as many.
    """
    sentences, width = running.shape
    k = log_probs.shape[1]
    scores = (running.reshape(-1, 1) + log_probs).reshape(sentences, width * k)
    order = _descending(scores, count)
    return Candidates(
        scores=scores.ravel()[order],
        ids=ids.ravel()[order],
        log_probs=log_probs.ravel()[order],
        rows=order // k,
    )


def continuing(candidates: Candidates, ends: BoolArray, count: int) -> tuple[FloatArray, IntArray]:
    """Choose the candidates that become the next step's beams.

    Args:
        candidates: The step's candidates.
        ends: ``[S, C]``: which of them cannot be continued.
        count: Beams wanted for a sentence; fewer if there are not as many candidates.

    Returns:
        Scores ``[S, W]``, best first, −inf where nothing is left to continue, and the chosen
        candidates' indices ``[S, W]`` in the flattened candidates.
    """
    scores = np.where(ends, np.float32(-np.inf), candidates.scores)
    chosen = _descending(scores, count)
    return scores.ravel()[chosen], chosen


def force(
    log_probs: FloatArray, ids: IntArray, rows: BoolArray, token: int
) -> tuple[FloatArray, IntArray]:
    """Leave some rows nothing but one token, at log-probability 0.

    Source: ``ForcedEOSTokenLogitsProcessor`` of transformers.

    Args:
        log_probs: ``[rows, k]``; not changed.
        ids: ``[rows, k]``; not changed.
        rows: ``[rows]``: which of them.
        token: The token.
    """
    log_probs, ids = log_probs.copy(), ids.copy()
    log_probs[rows] = -np.inf
    log_probs[rows, 0] = 0.0
    ids[rows, 0] = token
    return log_probs, ids


class Pool:
    """The best finished hypotheses of each sentence, best first, ``beam_size`` at most."""

    def __init__(
        self,
        sentences: int,
        beam_size: int,
        length_penalty: float,
        early_stopping: EarlyStopping,
    ) -> None:
        self._length_penalty = length_penalty
        self._early_stopping = early_stopping
        # [sentences, beam_size] each; an empty place has the score −inf.
        self._scores: FloatArray = np.full((sentences, beam_size), -np.inf, np.float32)
        self._steps: IntArray = np.zeros((sentences, beam_size), np.int64)
        self._candidates: IntArray = np.zeros((sentences, beam_size), np.int64)

    def add(self, candidates: Candidates, ends: BoolArray, step: int) -> None:
        """Offer the candidates that end at this step.

        As in transformers, a candidate counts only if it is among the best ``beam_size``, ended or
        not; the others are there to keep enough beams alive.

        Args:
            candidates: The step's candidates.
            ends: ``[S, C]``: which of them end here.
            step: The step, from 1, which is how many tokens they have.
        """
        sentences, beam_size = self._scores.shape
        best = ends[:, :beam_size]
        if not best.any():
            return
        count = candidates.scores.shape[1]
        width = best.shape[1]
        indices = np.arange(sentences)[:, None] * count + np.arange(width)
        scores = candidates.scores[:, :width] / self._divisor(step)
        scores = np.where(best, scores, np.float32(-np.inf))
        merged = np.concatenate((self._scores, scores), axis=1)
        steps = np.concatenate((self._steps, np.full_like(indices, step)), axis=1)
        sources = np.concatenate((self._candidates, indices), axis=1)
        order = _descending(merged, beam_size)
        self._scores = merged.ravel()[order]
        self._steps = steps.ravel()[order]
        self._candidates = sources.ravel()[order]

    def settled(self, best: FloatArray, step: int, limits: IntArray) -> BoolArray:
        """Tell which sentences have nothing more to gain, or no beam left.

        Source: ``GenerationMixin._check_early_stop_heuristic`` of transformers.

        Args:
            best: ``[S]``: sum of log-probabilities of each sentence's best beam.
            step: The tokens that beam has.
            limits: ``[S]``: the most it can come to have.
        """
        worst = self._scores[:, -1]
        dead = ~(best > -np.inf)
        full = worst > -np.inf
        if self._early_stopping is True or not full.any():
            return full | dead
        at_limit = self._early_stopping == "never" and self._length_penalty > 0
        divisor = self._divisor(limits if at_limit else step)
        return (full & ~(best / divisor > worst)) | dead

    def keep(self, sentences: IntArray) -> None:
        """Forget every sentence but these (indices into the present ones)."""
        self._scores = self._scores[sentences]
        self._steps = self._steps[sentences]
        self._candidates = self._candidates[sentences]

    def entries(self, sentence: int, count: int) -> Iterator[tuple[int, int, float]]:
        """Yield step, candidate and score of a sentence's best hypotheses, ``count`` at most."""
        for slot in np.flatnonzero(self._scores[sentence, :count] > -np.inf):
            yield (
                int(self._steps[sentence, slot]),
                int(self._candidates[sentence, slot]),
                float(self._scores[sentence, slot]),
            )

    def _divisor(self, length: IntArray | int) -> FloatArray:
        return np.asarray(np.float64(length) ** self._length_penalty, np.float32)


def _descending(scores: FloatArray, count: int) -> IntArray:
    """Return flat indices ``[S, count]`` of the highest scores of each row, stable in ties."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :count]
    if len(scores) > 1:
        order += np.arange(0, scores.size, scores.shape[1])[:, None]
    return order
