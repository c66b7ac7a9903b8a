"""A narrow stand-in for the projection to the vocabulary, that finds the few tokens worth scoring.

The projection is more than half of a decoding step: every token of the vocabulary is multiplied by
the whole hidden state, and all but a handful are far off. A narrow table, made of the directions in
which hidden states and tokens vary most together, tells which tokens are near; only they are scored
with the projection itself. That a small part of a well chosen basis is enough was found by Shim et
al. 2017 (SVD-softmax); here the basis also knows how hidden states are spread.

The stand-in for the logits of a hidden state h is ``table · (basis · h + shift)``. With L Lᵀ the
second moments of h − m, h − m = L u, and the logits are ``E h = E m + E L u``: u has no favoured
direction, so the best narrow stand-in keeps the largest singular values of E L. What it leaves out
is a sum of many small things, which raises the mean of an exponential by half its variance; that
and everything else that does not depend on h is a bias, carried by a last input that never changes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from export.marian import Array
from export.quantise import channel_quantise

CANDIDATES: Final = 96
"""Tokens that are scored with the projection itself."""

SPAN: Final = 32
"""Neighbouring tokens of which the best is found first."""

WHOLE: Final = 64 * SPAN
"""Tables have a multiple of this many rows, so that nothing is summed over a part of a register."""

LEAST_NUMBERS: Final = 1 << 23
"""A projection of fewer weights is multiplied in about the time that finding candidates takes."""

MOST_MISSED: Final = 0.001
"""Of a stand-in that is taken; see :class:`Judgement`."""

MOST_ERROR: Final = 0.08
"""As above, in nats. Trained models stay well below: it is largest where hardly any token stands
out."""

_STEP: Final = 8

_CONSTANT: Final = np.float32(2.0)
"""The last input. About as large as the largest of the others, which are of variance 1."""

_NEVER: Final = np.float32(-60.0)
"""Stands for minus infinity."""

_SHRINKAGE: Final = 0.02
"""How much of the second moments is taken to be the same in all directions."""

_MOST_STATES: Final = 3000
_REST_STATES: Final = 512
_ROWS_AT_ONCE: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """The stand-in.

    Attributes:
        basis: float32 ``[width, d_model]``; its last row is 0.
        shift: float32 ``[width]``; its last element is the constant input.
        table: float32 ``[rows, width]``, rows a multiple of :data:`WHOLE`.
        rest: What the best of a span stands for: the sum of its tokens' probabilities by the best
            one's, where the span has no candidate.
    """

    basis: Array
    shift: Array
    table: Array
    rest: float

    @property
    def width(self) -> int:
        """Inputs of the table."""
        return len(self.basis)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a stand-in does to states that it was not made from.

    Attributes:
        states: How many there were; of a stand-in that is not good, as many as told so.
        missed: Share of them whose best token is not among the candidates.
        error: Mean error of the logarithm of the sum of all probabilities.
        worst: The largest such error.
    """

    states: int
    missed: float
    error: float
    worst: float

    @property
    def good(self) -> bool:
        """Whether it is as good as the projection to all intents."""
        return self.missed <= MOST_MISSED and self.error <= MOST_ERROR


def choose(
    states: Sequence[Array], projection: Array, bias: Array, *, judged: bool = True
) -> tuple[Screen, Judgement] | None:
    """Find the narrowest stand-in that is good enough.

    Args:
        states: Hidden states of each sentence, float32 ``[tokens, d_model]``. A stand-in is made
            from every other sentence and judged by the rest.
        projection: float32 ``[vocabulary, d_model]``.
        bias: float32 ``[vocabulary]``; minus infinity for tokens that are never chosen.
        judged: Otherwise the widest is taken where none is good enough.

    Returns:
        The stand-in and how good it is; ``None`` if none is good enough, or there is nothing to
        judge by.
    """
    d_model = projection.shape[1]
    if len(states) < 2:
        return None
    seen, unseen = (np.concatenate(states[half::2])[:_MOST_STATES] for half in range(2))
    tried = widths(d_model)
    fitting = Fitting(seen, projection, bias, tried[-1])
    exact = Exact(unseen, projection, bias)
    for width in tried:
        anyway = not judged and width == tried[-1]
        screen = fitting.screen(width)
        judgement = judge(screen, exact, whole=anyway)
        if judgement.good or anyway:
            return screen, judgement
    return None


def worth(rows: int, d_model: int) -> bool:
    """Tell whether a projection is large enough for a stand-in to save time."""
    return rows * d_model >= LEAST_NUMBERS


def possible(rows: int) -> bool:
    """Tell whether a vocabulary has spans enough to find candidates in."""
    return rows >= CANDIDATES * SPAN


def widths(d_model: int) -> range:
    """Return the widths tried: from three sixteenths of the model's to half of it."""
    least = -(-3 * d_model // 16 // _STEP) * _STEP
    return range(max(_STEP, least), d_model // 2 + 1, _STEP)


class Fitting:
    """Makes stand-ins of several widths; what they have in common is found once.

    Args:
        states: Hidden states, float32 ``[n, d_model]``.
        projection: float32 ``[vocabulary, d_model]``.
        bias: float32 ``[vocabulary]``; minus infinity for tokens that are never chosen.
        widest: Most inputs of a table.
    """

    def __init__(self, states: Array, projection: Array, bias: Array, widest: int) -> None:
        self._states, self._bias = states[:_REST_STATES], bias
        self._mean = states.mean(axis=0, dtype=np.float64)
        centred = states - self._mean
        moments = centred.T @ centred / len(states)
        moments += np.eye(len(moments)) * (_SHRINKAGE * moments.trace() / len(moments))
        lower = np.linalg.cholesky(moments)
        tokens = projection.astype(np.float64)
        energies, vectors = np.linalg.eigh(lower.T @ (tokens.T @ tokens) @ lower)
        kept = vectors[:, np.argsort(-energies)[: widest - 1]]
        # Kept inputs are keptᵀ L⁻¹ (h − m).
        self._basis = np.linalg.solve(lower.T, kept).T
        self._scores = tokens @ (lower @ kept)
        self._varies = ((tokens @ moments) * tokens).sum(axis=1)
        self._level = bias + tokens @ self._mean

    def screen(self, width: int) -> Screen:
        """Make a stand-in whose table has so many inputs."""
        basis, scores = self._basis[: width - 1], self._scores[:, : width - 1]
        never = ~np.isfinite(self._bias)
        left_out = self._varies - np.square(scores).sum(axis=1)
        constant = np.where(never, _NEVER, self._level + np.maximum(left_out, 0) / 2)
        rows = -(-len(self._bias) // WHOLE) * WHOLE
        table = np.zeros((rows, width), np.float32)
        table[:, -1] = _NEVER / _CONSTANT
        table[: len(scores), :-1] = np.where(never[:, None], 0, scores)
        table[: len(scores), -1] = constant / _CONSTANT
        screen = Screen(
            basis=np.concatenate([basis, np.zeros((1, len(self._mean)))]).astype(np.float32),
            shift=np.append(-basis @ self._mean, _CONSTANT).astype(np.float32),
            table=table,
            rest=1.0,
        )
        return replace(screen, rest=_rest(screen, self._states))


class Exact:
    """What the projection itself says of states that no stand-in was made from.

    Args:
        states: Hidden states, float32 ``[n, d_model]``.
        projection: float32 ``[vocabulary, d_model]``.
        bias: float32 ``[vocabulary]``; minus infinity for tokens that are never chosen.
    """

    def __init__(self, states: Array, projection: Array, bias: Array) -> None:
        self._states, self._projection, self._bias = states, projection, bias
        self._first: tuple[Array, Array, NDArray[np.float64]] | None = None

    def __len__(self) -> int:
        return len(self._states)

    def parts(self) -> Iterator[tuple[Array, Array, NDArray[np.float64]]]:
        """Yield some of the states, their logits, and the logarithms of their sums.

        The first are remembered: most of what is judged is found wanting by them.
        """
        for start in range(0, len(self._states), _ROWS_AT_ONCE):
            if start == 0 and self._first is not None:
                yield self._first
                continue
            some = self._states[start : start + _ROWS_AT_ONCE]
            logits = some @ self._projection.T + self._bias
            part = (some, logits, _log_sum(logits))
            if start == 0:
                self._first = part
            yield part


def judge(screen: Screen, exact: Exact, *, whole: bool = True) -> Judgement:
    """Compare a stand-in, rounded to 8 bits, with the projection.

    Args:
        screen: The stand-in.
        exact: What the projection says.
        whole: Otherwise it is enough to go on until the stand-in cannot be good any more.
    """
    rounded = _rounded_table(screen)
    missed, errors = 0, list[float]()
    for some, logits, sums in exact.parts():
        guessed = _inputs(screen, some) @ rounded.T
        found, total = _screened(screen, guessed, logits)
        missed += int((found != logits.argmax(axis=1)).sum())
        errors += np.abs(total - sums).tolist()
        lost = missed > MOST_MISSED * len(exact) or sum(errors) > MOST_ERROR * len(exact)
        if lost and not whole:
            break
    return Judgement(len(errors), missed / len(errors), float(np.mean(errors)), max(errors))


def _inputs(screen: Screen, states: Array) -> Array:
    """Return the table's inputs, rounded as rows of activations are."""
    inputs = states @ screen.basis.T + screen.shift
    scale = np.abs(inputs).max(axis=1, keepdims=True) / 93
    rounded: Array = np.rint(inputs / scale) * scale
    return rounded


def _rounded_table(screen: Screen) -> Array:
    channel = channel_quantise(screen.table)
    table: Array = channel.data.T * channel.scales[:, None]
    return table


def _candidates(guessed: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the spans with the best tokens, and the best tokens of those."""
    rows = np.arange(len(guessed))[:, None]
    spans = guessed.reshape(len(guessed), -1, SPAN)
    chosen = np.argpartition(-spans.max(axis=2), CANDIDATES - 1, axis=1)[:, :CANDIDATES]
    inside = spans[rows, chosen].reshape(len(guessed), -1)
    places = np.argpartition(-inside, CANDIDATES - 1, axis=1)[:, :CANDIDATES]
    return chosen, chosen[rows, places // SPAN] * SPAN + places % SPAN


def _screened(
    screen: Screen, guessed: Array, exact: Array
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the best token of each row and the logarithm of its sum, as the graph finds them."""
    rows = np.arange(len(guessed))[:, None]
    spans, tokens = _candidates(guessed)
    tokens = np.minimum(tokens, exact.shape[1] - 1)
    scores = exact[rows, tokens]
    filled = guessed.copy()
    filled[rows, tokens] = -np.inf
    near = filled.reshape(len(guessed), -1, SPAN)[rows, spans].reshape(len(guessed), -1)
    far = guessed.reshape(len(guessed), -1, SPAN).max(axis=2)
    far[rows, spans] = -np.inf
    parts = (scores, near, far + np.log(screen.rest))
    return tokens[rows[:, 0], scores.argmax(axis=1)], _log_sum(np.concatenate(parts, axis=1))


def _rest(screen: Screen, states: Array) -> float:
    """Measure what the best token of a span without candidates stands for."""
    whole, best = 0.0, 0.0
    for start in range(0, len(states), _ROWS_AT_ONCE):
        guessed = _inputs(screen, states[start : start + _ROWS_AT_ONCE]) @ screen.table.T
        shares = np.exp(guessed - guessed.max(axis=1, keepdims=True))
        spans, _ = _candidates(guessed)
        sums = shares.reshape(len(guessed), -1, SPAN)
        for values, into in ((sums.sum(axis=2), "whole"), (sums.max(axis=2), "best")):
            np.put_along_axis(values, spans, 0, axis=1)
            total = float((values.sum(axis=1) / shares.sum(axis=1)).sum())
            whole, best = (whole + total, best) if into == "whole" else (whole, best + total)
    return whole / best if best > 0 else 1.0


def _log_sum(logits: Array) -> NDArray[np.float64]:
    wide = logits.astype(np.float64)
    top = wide.max(axis=1, keepdims=True)
    total: NDArray[np.float64] = np.log(np.exp(wide - top).sum(axis=1)) + top[:, 0]
    return total
