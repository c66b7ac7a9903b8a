"""Greedy and beam search over any decoder that can take a step.

The semantics are those of transformers' ``generate`` (5.24, ``GenerationMixin._sample`` without
sampling and ``_beam_search``): scores, length penalty, stopping rules and forced end token. Where
it would invent hypotheses of score −1e9 to fill up its beams, this search returns fewer.

What becomes of a sentence does not depend on the others: a sentence leaves the batch at the step
at which it would have stopped alone.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol

import numpy as np

from engine.beam import BoolArray, EarlyStopping, Pool, best_candidates, continuing, force
from engine.errors import Cancelled, InferenceError
from engine.hypotheses import Expansion, FloatArray, History, Hypothesis, IntArray
from engine.lazy import Lazy
from engine.prefixes import Prefixes
from engine.records import record

__all__ = [
    "Constraint",
    "Decoder",
    "FloatArray",
    "Hypothesis",
    "IntArray",
    "SearchOptions",
    "SparseBias",
    "StepResult",
    "search",
]


@record(kw_only=True)
class SearchOptions:
    """How to search.

    Attributes:
        start_id: Token that the decoder is fed first.
        eos_id: Token that ends a hypothesis.
        beam_size: Hypotheses kept at each step; 1 is greedy search.
        max_target_tokens: Most tokens generated for a sentence, the end token included and the
            start token not: transformers' ``max_new_tokens``, or its ``max_length`` less 1. A
            hypothesis that reaches it without the end token is kept as it is, so ``ids`` may be
            this long.
        length_penalty: Exponent of the number of generated tokens (end token included) by which a
            sum of log-probabilities is divided. 0 compares plain sums; above 0 favours length.
        early_stopping: When a sentence with ``beam_size`` finished hypotheses stops. ``True``: at
            once. ``False``: when the best beam, scored at its present length, is no better than
            the worst of them. ``"never"``: when it could not become better either, at the limit's
            length if ``length_penalty`` is positive.
        forced_eos: Allow nothing but the end token, at log-probability 0, as the last token.
        n_best: Hypotheses wanted for each sentence; at most ``beam_size``.
    """

    start_id: int
    eos_id: int
    beam_size: int
    max_target_tokens: int
    length_penalty: float = 1.0
    early_stopping: EarlyStopping = False
    forced_eos: bool = False
    n_best: int = 1

    def __post_init__(self) -> None:
        for name, low in (
            ("start_id", 0),
            ("eos_id", 0),
            ("beam_size", 1),
            ("max_target_tokens", 1),
            ("n_best", 1),
        ):
            value = getattr(self, name)
            if value < low:
                raise ValueError(f"{name} must be at least {low}, found {value}")
        if self.n_best > self.beam_size:
            raise ValueError(
                f"n_best must be at most beam_size ({self.beam_size}), found {self.n_best}"
            )
        if not -5 <= self.length_penalty <= 5:
            raise ValueError(f"length_penalty must be from -5 to 5, found {self.length_penalty}")
        if not isinstance(self.early_stopping, bool) and self.early_stopping != "never":
            raise ValueError(
                f"early_stopping must be True, False or 'never', found {self.early_stopping!r}"
            )


@record(eq=False)
class SparseBias:
    """Values added to single logits before the softmax; −inf bans.

    Attributes:
        rows: ``[n]`` row of the step.
        ids: ``[n]`` vocabulary id.
        values: ``[n]`` what is added; finite or −inf.
    """

    rows: IntArray
    ids: IntArray
    values: FloatArray


@record(eq=False)
class StepResult:
    """The best next tokens of each row. The search keeps the arrays: they must not be reused.

    Attributes:
        log_probs: ``[rows, k]`` best first, natural logarithm, of the softmax over the vocabulary
            with padding masked before it and the bias included.
        ids: ``[rows, k]`` their vocabulary ids.
        attention: ``[rows, source]`` the alignment head's cross-attention probabilities at the
            position that produces the token; ``source`` is the same at every step.
    """

    log_probs: FloatArray
    ids: IntArray
    attention: FloatArray


class Decoder(Protocol):
    """A model that continues rows by a token, keeping a cache for each row."""

    def step(
        self,
        tokens: IntArray,
        parents: IntArray,
        sentences: IntArray,
        k: int,
        bias: SparseBias | None,
    ) -> StepResult:
        """Feed one token to each row.

        Rows are grouped by sentence, as many for each: row ``r`` belongs to
        ``sentences[r // (rows // len(sentences))]``. How many may differ from step to step.

        Args:
            tokens: ``[rows]`` the tokens fed; the start token at the first step.
            parents: ``[rows]`` the row of the previous step whose cache each row continues. At the
                first step there is none, and this is ``arange(rows)``.
            sentences: ``[S]`` the sentences still searched, ascending, as indices into the encoded
                batch.
            k: How many tokens to return for each row; all of them if the vocabulary has fewer.
            bias: What to add to the logits.
        """
        ...


class Constraint(Protocol):
    """Bans, discourages or favours tokens by what a row has generated so far."""

    def is_due(self, tokens: int) -> bool:
        """Tell whether ``bias`` may say anything about rows of so many tokens.

        Asked before each step; where it is true, ``concerns`` is asked next.
        """
        ...

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray | None:
        """Tell which rows ``bias`` may say anything about, ``None`` for no row at all.

        Args:
            sentences: ``[S]`` as indices into the encoded batch; each has as many rows.
            prefixes: ``[rows, tokens]`` the tokens generated so far.
        """
        ...

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        """Return what to add to the logits of the next token.

        Args:
            sentence: Index into the encoded batch.
            prefix: The tokens generated so far, without the start token.

        Returns:
            Value for each vocabulary id concerned, finite or −inf (a ban); empty for none. A token
            is forced by a value that no logit outweighs.
        """
        ...


def _not_cancelled() -> bool:
    return False


def search(
    decoder: Decoder,
    sentences: int,
    options: SearchOptions,
    *,
    constraint: Constraint | None = None,
    cancelled: Callable[[], bool] = _not_cancelled,
    limits: Sequence[int] | None = None,
) -> list[Sequence[Hypothesis]]:
    """Find the best continuations of the start token for each sentence of an encoded batch.

    Args:
        decoder: The model, with the batch's encoded source.
        sentences: How many sentences the batch has.
        options: How to search.
        constraint: Bans and favours.
        cancelled: Asked before each step whether to stop.
        limits: ``max_target_tokens`` of each sentence, in place of the option.

    Returns:
        For each sentence its hypotheses, best first: at least one, at most ``n_best``; fewer only
        if the vocabulary, the constraint or the limit leaves no more. Each is traced back when it
        is first asked for.

    Raises:
        Cancelled: ``cancelled`` returned true.
        InferenceError: No token is possible for a sentence: the constraint bans all that the
            decoder offers, or its log-probabilities are not numbers.
        ValueError: ``limits`` does not fit the batch, or the constraint returns +inf or NaN.
    """
    if sentences < 0:
        raise ValueError(f"sentences must be at least 0, found {sentences}")
    frontier = _Frontier(
        decoder=decoder,
        options=options,
        limits=_per_sentence(limits, sentences, options.max_target_tokens),
        constraint=constraint,
        cancelled=cancelled,
    )
    return _greedy_search(frontier) if options.beam_size == 1 else _beam_search(frontier)


def _per_sentence(limits: Sequence[int] | None, sentences: int, default: int) -> IntArray:
    if limits is None:
        return np.full(sentences, default, np.int64)
    if len(limits) != sentences:
        raise ValueError(
            f"limits must be one for each of {sentences} sentences, found {len(limits)}"
        )
    if sentences and min(limits) < 1:
        raise ValueError(f"limits must be at least 1, found {min(limits)}")
    return np.array(limits, np.int64)


class _Frontier:
    """The rows to be fed next, and all that a step needs and leaves behind.

    Attributes:
        options: How to search.
        sentences: ``[S]`` sentences still searched, as indices into the batch.
        limits: ``[S]`` most tokens generated for each of them.
        step: Steps taken, which is how many tokens each row has generated.
        results: What was found, for each sentence of the batch.
    """

    def __init__(
        self,
        *,
        decoder: Decoder,
        options: SearchOptions,
        limits: IntArray,
        constraint: Constraint | None,
        cancelled: Callable[[], bool],
    ) -> None:
        count = len(limits)
        self.options = options
        self.sentences: IntArray = np.arange(count)
        self.limits = limits
        self.step = 0
        self.results: list[Sequence[Hypothesis]] = [[] for _ in range(count)]
        self._decoder = decoder
        self._constraint = constraint
        self._cancelled = cancelled
        self._history = History()
        self._tokens: IntArray = np.full(count, options.start_id, np.int64)
        self._parents: IntArray = np.arange(count)
        self._origins: IntArray = self._parents
        self._prefixes = Prefixes(count)
        self._attention: FloatArray = np.zeros((count, 0), np.float32)

    @property
    def at_limit(self) -> BoolArray:
        """``[S]``: which sentences may generate nothing after the present step."""
        return self.limits <= self.step

    def decode(self, k: int, scores: FloatArray) -> tuple[FloatArray, IntArray]:
        """Take a step: log-probabilities and ids ``[rows, k]`` of each row's best tokens.

        Args:
            k: How many tokens.
            scores: ``[S, W]`` scores of the rows; one of −inf is a row that nothing comes of.
        """
        if self._cancelled():
            raise Cancelled
        bias = None if self._constraint is None else self._bias(self._constraint, scores.ravel())
        result = self._decoder.step(self._tokens, self._parents, self.sentences, k, bias)
        self.step += 1
        self._attention = result.attention
        if self.options.forced_eos and self.at_limit.any():
            forced = np.repeat(self.at_limit, len(self._tokens) // len(self.sentences))
            return force(result.log_probs, result.ids, forced, self.options.eos_id)
        return result.log_probs, result.ids

    def record(self, rows: IntArray, ids: IntArray, log_probs: FloatArray) -> None:
        """Keep the step's candidates, flattened."""
        flat = (rows.ravel(), ids.ravel(), log_probs.ravel())
        self._history.append(Expansion(self._origins, self._attention, *flat))

    def finish(self, index: int, entries: Iterable[tuple[int, int, float]]) -> None:
        """Set the results of ``sentences[index]``: step, candidate and score of each, best first.

        Raises:
            InferenceError: There are none.
        """
        sentence = self.sentences[index]
        found = list(entries)
        if not found:
            raise InferenceError(
                f"sentence {sentence} of the batch: expected a possible token at step {self.step}, "
                "found none"
            )
        forced_at = int(self.limits[index]) + (not self.options.forced_eos)
        traced = partial(self._history.hypothesis, found, self.options.eos_id, forced_at)
        self.results[sentence] = Lazy(len(found), traced)

    def advance(self, kept: IntArray, rows: IntArray, ids: IntArray, origins: IntArray) -> None:
        """Go on with some of the recorded candidates.

        Args:
            kept: Sentences that go on, as indices into ``sentences``.
            rows: ``[rows]`` the rows of this step that go on, grouped by sentence.
            ids: ``[rows]`` the tokens they are extended by.
            origins: ``[rows]`` the recorded candidates that they are.
        """
        if len(kept) < len(self.sentences):
            self.sentences = self.sentences[kept]
            self.limits = self.limits[kept]
        if self._constraint is not None:
            self._prefixes.extend(rows, ids)
        self._tokens, self._parents, self._origins = ids, rows, origins

    def _bias(self, constraint: Constraint, scores: FloatArray) -> SparseBias | None:
        if not constraint.is_due(len(self._prefixes)):
            return None
        prefixes = self._prefixes.tokens
        concerned = constraint.concerns(self.sentences, prefixes)
        if concerned is None:
            return None
        width = len(scores) // len(self.sentences)
        rows, ids, values = list[int](), list[int](), list[float]()
        for row in np.flatnonzero(concerned & (scores > -np.inf)).tolist():
            sentence = int(self.sentences[row // width])
            biases = constraint.bias(sentence, prefixes[row].tolist())
            rows.extend([row] * len(biases))
            ids.extend(biases.keys())
            values.extend(biases.values())
        if not rows:
            return None
        if not all(value < math.inf for value in values):
            raise ValueError("a constraint's values must be finite or -inf, found +inf or NaN")
        return SparseBias(np.array(rows), np.array(ids), np.array(values, np.float32))


def _greedy_search(frontier: _Frontier) -> list[Sequence[Hypothesis]]:
    """Take the best token of each sentence until the end token or the limit."""
    options = frontier.options
    scores: FloatArray = np.zeros(len(frontier.sentences), np.float32)
    while frontier.sentences.size:
        log_probs, ids = frontier.decode(1, scores)
        log_probs, ids = log_probs[:, 0], ids[:, 0]
        rows = np.arange(len(ids))
        frontier.record(rows, ids, log_probs)
        scores = scores + log_probs
        impossible = ~(log_probs > -np.inf)
        done = (ids == options.eos_id) | frontier.at_limit | impossible
        divisor = np.float32(frontier.step**options.length_penalty)
        for index in np.flatnonzero(done).tolist():
            best = (frontier.step, index, float(scores[index] / divisor))
            frontier.finish(index, () if impossible[index] else (best,))
        kept = rows[~done]
        scores = scores[kept]
        frontier.advance(kept, kept, ids[kept], kept)
    return frontier.results


def _beam_search(frontier: _Frontier) -> list[Sequence[Hypothesis]]:
    """Keep the best ``beam_size`` hypotheses of each sentence until none can improve.

    All beams are alike before the first token, so the first step has one row for each sentence.
    Of a row at most ``beam_size`` candidates continue and one ends, so it needs to name no more.
    """
    options = frontier.options
    beam_size = options.beam_size
    pool = Pool(len(frontier.sentences), beam_size, options.length_penalty, options.early_stopping)
    running: FloatArray = np.zeros((len(frontier.sentences), 1), np.float32)
    while frontier.sentences.size:
        log_probs, ids = frontier.decode(beam_size + 1, running)
        candidates = best_candidates(running, log_probs, ids, 2 * beam_size)
        frontier.record(candidates.rows, candidates.ids, candidates.log_probs)
        ends = (candidates.ids == options.eos_id) | frontier.at_limit[:, None]
        pool.add(candidates, ends, frontier.step)
        running, chosen = continuing(candidates, ends, beam_size)
        done = frontier.at_limit | pool.settled(running[:, 0], frontier.step, frontier.limits)
        kept = np.flatnonzero(~done)
        for index in np.flatnonzero(done).tolist():
            frontier.finish(index, pool.entries(index, options.n_best))
        if len(kept) < len(done):
            running, chosen = running[kept], chosen[kept]
            pool.keep(kept)
        origins = chosen.ravel()
        frontier.advance(kept, candidates.rows.take(origins), candidates.ids.take(origins), origins)
    return frontier.results
