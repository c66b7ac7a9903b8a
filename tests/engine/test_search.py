"""Greedy and beam search over a decoder whose answers are drawn from a prefix-seeded generator."""

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Cancelled, InferenceError
from engine.search import (
    FloatArray,
    Hypothesis,
    IntArray,
    SearchOptions,
    SparseBias,
    StepResult,
    search,
)

EOS = 0
START = 99
SOURCE = 3

Prefix = tuple[int, ...]


@dataclass
class TableDecoder:
    """Draws logits from a generator seeded by sentence and prefix; checks what it is fed.

    ``keys`` says what each sentence of the batch is: the same key is the same sentence.
    """

    keys: Sequence[int]
    vocabulary: int
    eos_bias: float = 0.0
    table: Mapping[Prefix, Sequence[float]] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    alive: list[list[int]] = field(default_factory=list)
    prefixes: list[Prefix] = field(default_factory=list)

    def logits(self, key: int, prefix: Prefix) -> FloatArray:
        if prefix in self.table:
            return np.array(self.table[prefix], np.float32)
        logits = np.random.default_rng([key, *prefix]).normal(size=self.vocabulary)
        logits[EOS] += self.eos_bias
        return logits.astype(np.float32)

    def log_probs(self, key: int, prefix: Prefix) -> FloatArray:
        return log_softmax(self.logits(key, prefix))

    def attention(self, key: int, prefix: Prefix) -> FloatArray:
        return np.random.default_rng([1, key, *prefix]).random(SOURCE, np.float32)

    def step(
        self,
        tokens: IntArray,
        parents: IntArray,
        sentences: IntArray,
        k: int,
        bias: SparseBias | None,
    ) -> StepResult:
        if self.rows:
            self.prefixes = [
                (*self.prefixes[parent], int(token))
                for parent, token in zip(parents, tokens, strict=True)
            ]
        else:
            assert set(tokens.tolist()) == {START}
            assert parents.tolist() == list(range(len(self.keys)))
            self.prefixes = [()] * len(tokens)
        assert len(tokens) % len(sentences) == 0
        assert sorted(set(sentences.tolist())) == sentences.tolist()
        self.rows.append(len(tokens))
        self.alive.append(sentences.tolist())
        keys = [self.keys[s] for s in np.repeat(sentences, len(tokens) // len(sentences)).tolist()]
        pairs = list(zip(keys, self.prefixes, strict=True))
        logits = np.stack([self.logits(key, prefix) for key, prefix in pairs])
        if bias is not None:
            assert len(bias.rows) == len(bias.ids) == len(bias.values) > 0
            np.add.at(logits, (bias.rows, bias.ids), bias.values)
        log_probs = np.stack([log_softmax(row) for row in logits])
        ids = np.argsort(-log_probs, axis=1, kind="stable")[:, :k]
        result = StepResult(
            np.take_along_axis(log_probs, ids, axis=1),
            ids,
            np.stack([self.attention(key, prefix) for key, prefix in pairs]),
        )
        for array in (result.log_probs, result.ids, result.attention):
            array.flags.writeable = False
        return result


def log_softmax(logits: FloatArray) -> FloatArray:
    if not np.isfinite(logits.max()):
        return logits
    shifted: FloatArray = logits - logits.max()
    result: FloatArray = shifted - np.log(np.exp(shifted).sum(dtype=np.float32))
    return result


def options_of(**changes: Any) -> SearchOptions:
    return SearchOptions(
        **({"start_id": START, "eos_id": EOS, "beam_size": 3, "max_target_tokens": 6} | changes)
    )


def assert_identical(found: list[Hypothesis], expected: list[Hypothesis]) -> None:
    assert found == expected
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.attention, other.attention)


def assert_consistent(decoder: TableDecoder, key: int, hypothesis: Hypothesis, lp: float) -> None:
    """Check a hypothesis' figures against the decoder's, token by token."""
    tokens = (*hypothesis.ids, EOS)[: len(hypothesis.log_probs)]
    assert len(tokens) - len(hypothesis.ids) in (0, 1)
    for index, token in enumerate(tokens):
        prefix = tokens[:index]
        assert hypothesis.log_probs[index] == float(decoder.log_probs(key, prefix)[token])
        np.testing.assert_array_equal(hypothesis.attention[index], decoder.attention(key, prefix))
    assert len(hypothesis.attention) == len(tokens)
    assert hypothesis.score == pytest.approx(
        sum(hypothesis.log_probs) / len(tokens) ** lp, abs=1e-5
    )


# What the search finds


@pytest.mark.parametrize("key", range(5))
@pytest.mark.parametrize("length_penalty", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("early_stopping", [False, True, "never"])
def test_a_beam_as_wide_as_the_tree_finds_everything_in_order(
    key: int, length_penalty: float, early_stopping: Any
) -> None:
    limit = 4
    decoder = TableDecoder([key], vocabulary=3)
    ended = [(*p, EOS) for n in range(limit) for p in itertools.product((1, 2), repeat=n)]
    everything = [*ended, *itertools.product((1, 2), repeat=limit)]
    scores = {
        tokens: sum(float(decoder.log_probs(key, tokens[:i])[t]) for i, t in enumerate(tokens))
        / len(tokens) ** length_penalty
        for tokens in everything
    }
    options = options_of(
        beam_size=32,
        n_best=32,
        max_target_tokens=limit,
        length_penalty=length_penalty,
        early_stopping=early_stopping,
    )
    [found] = search(decoder, 1, options)
    expected = sorted(everything, key=lambda tokens: -scores[tokens])
    assert [(*h.ids, EOS) if h.finished else h.ids for h in found] == expected
    assert [h.score for h in found] == pytest.approx(sorted(scores.values(), reverse=True))
    for hypothesis in found:
        assert_consistent(decoder, key, hypothesis, length_penalty)


@pytest.mark.parametrize("key", range(10))
def test_greedy_takes_the_best_token_each_time(key: int) -> None:
    decoder = TableDecoder([key], vocabulary=9, eos_bias=0.5)
    tokens: Prefix = ()
    while len(tokens) < 8 and EOS not in tokens:
        tokens = (*tokens, int(decoder.logits(key, tokens).argmax()))
    [[found]] = search(decoder, 1, options_of(beam_size=1, max_target_tokens=8))
    assert found.finished == (EOS in tokens)
    assert found.ids == (tokens[:-1] if found.finished else tokens)
    assert_consistent(decoder, key, found, 1.0)


def plain_beam_search(decoder: TableDecoder, key: int, options: SearchOptions) -> list[Any]:
    """Beam search of one sentence as transformers does it, on lists: (score, tokens).

    All beams are there from the start, all but one at -1e9.
    """
    size, penalty = options.beam_size, np.float32(-1e9)
    beams: list[tuple[Any, Prefix]] = [(np.float32(0), ()), *[(penalty, ())] * (size - 1)]
    pool: list[tuple[Any, Prefix]] = []
    for step in range(1, options.max_target_tokens + 1):
        last = step == options.max_target_tokens
        candidates = []
        for score, tokens in beams:
            log_probs = decoder.log_probs(key, tokens)
            if last and options.forced_eos:
                log_probs = np.full_like(log_probs, -np.inf)
                log_probs[EOS] = 0
            candidates += [(score + lp, (*tokens, t)) for t, lp in enumerate(log_probs)]
        candidates = sorted(candidates, key=lambda c: -c[0])[: 2 * size]
        ending = [last or tokens[-1] == EOS for _, tokens in candidates]
        norm = np.float32(float(step) ** options.length_penalty)
        pool += [(c[0] / norm, c[1]) for c, e in zip(candidates[:size], ending, strict=False) if e]
        pool = sorted(pool, key=lambda h: -h[0])[:size]
        beams = [c for c, e in zip(candidates, ending, strict=True) if not e][:size]
        if last or (len(pool) == size and options.early_stopping is True):
            break
        far = options.early_stopping == "never" and options.length_penalty > 0
        length = options.max_target_tokens if far else step
        best = beams[0][0] / np.float32(float(length) ** options.length_penalty)
        if len(pool) == size and not best > pool[-1][0]:
            break
    return pool[: options.n_best]


@st.composite
def search_options(draw: st.DrawFn, least_beam: int = 1) -> SearchOptions:
    beam_size = draw(st.integers(least_beam, 4))
    return options_of(
        beam_size=beam_size,
        n_best=draw(st.integers(1, beam_size)),
        max_target_tokens=draw(st.integers(1, 9)),
        length_penalty=draw(st.sampled_from([-0.5, 0.0, 0.6, 1.0, 2.0])),
        early_stopping=draw(st.sampled_from([False, True, "never"])),
        forced_eos=draw(st.booleans()),
    )


@settings(max_examples=150, deadline=None)
@given(search_options(least_beam=2), st.integers(0, 1000), st.sampled_from([-1.0, 1.0, 2.0]))
def test_a_single_first_row_and_dropped_candidates_change_nothing(
    options: SearchOptions, key: int, eos_bias: float
) -> None:
    decoder = TableDecoder([key], vocabulary=9, eos_bias=eos_bias)
    expected = [h for h in plain_beam_search(decoder, key, options) if h[0] > -1e8]
    [found] = search(decoder, 1, options)
    tokens = [(*h.ids, EOS)[: len(h.log_probs)] for h in found]
    assert tokens == [t for _, t in expected]
    assert [h.score for h in found] == [float(score) for score, _ in expected]


@settings(max_examples=100, deadline=None)
@given(
    search_options(),
    st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 9)), min_size=1, max_size=5),
    st.sampled_from([2, 5, 9]),
    st.booleans(),
)
def test_a_sentence_does_not_depend_on_its_batch_mates(
    options: SearchOptions,
    sentences: list[tuple[int, int]],
    vocabulary: int,
    constrained: bool,
) -> None:
    keys = [key for key, _ in sentences]
    limits = [limit for _, limit in sentences]
    constraint = Repeats(-1.0) if constrained else None
    decoder = TableDecoder(keys, vocabulary, eos_bias=1.0)
    together = search(decoder, len(keys), options, limits=limits, constraint=constraint)
    assert len(together) == len(keys)
    for key, limit, found in zip(keys, limits, together, strict=True):
        alone = TableDecoder([key], vocabulary, eos_bias=1.0)
        own = dataclasses.replace(options, max_target_tokens=limit)
        [expected] = search(alone, 1, own, constraint=constraint)
        assert 1 <= len(found) <= options.n_best
        assert_identical(found, expected)
        assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
        assert len({(h.ids, len(h.log_probs)) for h in found}) == len(found)
        assert all(len(h.log_probs) <= limit for h in found)


def test_limits_override_the_option() -> None:
    decoder = TableDecoder([1, 2, 3], vocabulary=9, eos_bias=-50.0)
    found = search(decoder, 3, options_of(max_target_tokens=2), limits=[4, 1, 3])
    assert [len(hypotheses[0].ids) for hypotheses in found] == [4, 1, 3]


# Rows fed to the decoder


def test_one_row_at_first_then_one_for_each_beam_of_the_sentences_alive() -> None:
    decoder = TableDecoder([1, 2, 3], vocabulary=9, eos_bias=-50.0)
    search(decoder, 3, options_of(beam_size=4), limits=[3, 1, 2])
    assert decoder.alive == [[0, 1, 2], [0, 2], [0]]
    assert decoder.rows == [3, 8, 4]


def test_greedy_feeds_one_row_for_each_sentence_alive() -> None:
    decoder = TableDecoder([1, 2, 3], vocabulary=9, eos_bias=-50.0)
    search(decoder, 3, options_of(beam_size=1), limits=[3, 1, 2])
    assert decoder.alive == [[0, 1, 2], [0, 2], [0]]
    assert decoder.rows == [3, 2, 1]


def test_early_stopping_saves_steps() -> None:
    steps = {}
    for early_stopping in (True, False, "never"):
        decoder = TableDecoder([5], vocabulary=9, eos_bias=1.0)
        options = options_of(early_stopping=early_stopping, max_target_tokens=30)
        search(decoder, 1, options)
        steps[early_stopping] = len(decoder.rows)
    assert steps[True] < steps[False] < steps["never"]


def test_a_beam_as_good_as_the_worst_hypothesis_is_not_followed() -> None:
    table = {p: [0, 0, 0] for n in range(6) for p in itertools.product(range(3), repeat=n)}
    decoder = TableDecoder([0], vocabulary=3, table=table)
    options = options_of(beam_size=2, n_best=2, length_penalty=0.0)
    [found] = search(decoder, 1, options)
    assert [h.ids for h in found] == [(), (1,)]
    assert decoder.rows == [1, 2]


def test_no_sentences_need_no_step() -> None:
    decoder = TableDecoder([], vocabulary=9)
    assert search(decoder, 0, options_of()) == []
    assert search(decoder, 0, options_of(beam_size=1)) == []
    assert decoder.rows == []


# The ends of hypotheses


@pytest.mark.parametrize("beam_size", [1, 3])
def test_an_end_token_at_once(beam_size: int) -> None:
    decoder = TableDecoder([4], vocabulary=9, eos_bias=50.0)
    [[found]] = search(decoder, 1, options_of(beam_size=beam_size))
    assert (found.ids, found.finished, len(found.log_probs)) == ((), True, 1)
    assert found.attention.shape == (1, SOURCE)


@pytest.mark.parametrize("beam_size", [1, 3])
def test_a_limit_of_one_token(beam_size: int) -> None:
    decoder = TableDecoder([4], vocabulary=9, eos_bias=-50.0)
    [[found]] = search(decoder, 1, options_of(beam_size=beam_size, max_target_tokens=1))
    best = int(decoder.logits(4, ()).argmax())
    assert (found.ids, found.finished, len(found.log_probs)) == ((best,), False, 1)


@pytest.mark.parametrize("beam_size", [1, 3])
def test_a_forced_end_closes_but_does_not_finish(beam_size: int) -> None:
    decoder = TableDecoder([4], vocabulary=9, eos_bias=-50.0)
    [[cut]] = search(decoder, 1, options_of(beam_size=beam_size, max_target_tokens=3))
    decoder = TableDecoder([4], vocabulary=9, eos_bias=-50.0)
    options = options_of(beam_size=beam_size, max_target_tokens=4, forced_eos=True)
    [[forced]] = search(decoder, 1, options)
    assert forced.ids == cut.ids
    assert forced.log_probs == (*cut.log_probs, 0.0)
    assert forced.attention.shape == (4, SOURCE)
    assert not forced.finished
    assert not cut.finished


@pytest.mark.parametrize("forced_eos", [False, True])
def test_an_end_before_the_limit_is_finished(forced_eos: bool) -> None:
    table = {(): [0, 9, 0], (1,): [9, 0, 0]}
    for beam_size in (1, 3):
        decoder = TableDecoder([0], vocabulary=3, table=table)
        [[found]] = search(decoder, 1, options_of(beam_size=beam_size, forced_eos=forced_eos))
        assert (found.ids, found.finished) == ((1,), True)


def test_ties_go_to_the_better_beam_and_the_token_listed_first() -> None:
    decoder = TableDecoder([0], vocabulary=5, table={(): [-90, 0, 0, 0, 0]})
    decoder.table = {
        p: [-90, 0, 0, 0, 0] for n in range(3) for p in itertools.product(range(5), repeat=n)
    }
    [found] = search(decoder, 1, options_of(beam_size=4, n_best=4, max_target_tokens=2))
    assert [h.ids for h in found] == [(1, 1), (1, 2), (1, 3), (1, 4)]


# Constraints


@dataclass
class Repeats:
    """Adds a value to every token that the row has already generated."""

    value: float
    asked: list[tuple[int, Prefix]] = field(default_factory=list)

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        self.asked.append((sentence, tuple(prefix)))
        return dict.fromkeys((token for token in prefix if token != EOS), self.value)


@dataclass
class Fixed:
    """The same bias always."""

    values: Mapping[int, float]

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        return self.values


@dataclass
class Wanted:
    """Forces one sentence to begin as given."""

    sentence: int
    tokens: Prefix

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        if sentence != self.sentence or len(prefix) >= len(self.tokens):
            return {}
        return {self.tokens[len(prefix)]: 1e4}


@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_ban_holds_in_every_hypothesis(beam_size: int) -> None:
    keys = list(range(6))
    options = options_of(beam_size=beam_size, n_best=beam_size, max_target_tokens=7)
    free = search(TableDecoder(keys, vocabulary=9, eos_bias=-1), len(keys), options)
    assert any(len(set(h.ids)) < len(h.ids) for found in free for h in found)
    constraint = Repeats(-np.inf)
    decoder = TableDecoder(keys, vocabulary=9, eos_bias=-1)
    found = search(decoder, len(keys), options, constraint=constraint)
    assert all(len(set(h.ids)) == len(h.ids) for hypotheses in found for h in hypotheses)
    assert all(EOS not in prefix for _, prefix in constraint.asked)
    assert {sentence for sentence, _ in constraint.asked} == set(keys)


def test_a_constraint_is_not_asked_about_rows_that_have_ended() -> None:
    """With fewer words than beams, an ended hypothesis takes up a row at the second step."""
    constraint = Repeats(-1.0)
    decoder = TableDecoder([1], vocabulary=3)
    search(decoder, 1, options_of(beam_size=4, max_target_tokens=2), constraint=constraint)
    assert decoder.rows == [1, 3]
    assert sorted(constraint.asked) == [(0, ()), (0, (1,)), (0, (2,))]


@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_forced_prefix_belongs_to_its_sentence_only(beam_size: int) -> None:
    options = options_of(beam_size=beam_size)
    free = search(TableDecoder([1, 2, 3], vocabulary=9), 3, options)
    decoder = TableDecoder([1, 2, 3], vocabulary=9)
    found = search(decoder, 3, options, constraint=Wanted(1, (7, 3, 8)))
    assert found[1][0].ids[:3] == (7, 3, 8)
    assert free[1][0].ids[:3] != (7, 3, 8)
    assert_identical(found[0], free[0])
    assert_identical(found[2], free[2])


def test_an_empty_constraint_changes_nothing() -> None:
    free = search(TableDecoder([1, 2], vocabulary=9), 2, options_of())
    found = search(TableDecoder([1, 2], vocabulary=9), 2, options_of(), constraint=Fixed({}))
    for one, other in zip(found, free, strict=True):
        assert_identical(one, other)


@pytest.mark.parametrize("beam_size", [1, 3])
def test_a_constraint_that_leaves_only_the_end(beam_size: int) -> None:
    constraint = Fixed(dict.fromkeys(range(1, 9), -np.inf))
    decoder = TableDecoder([1], vocabulary=9)
    options = options_of(beam_size=beam_size, n_best=beam_size)
    [found] = search(decoder, 1, options, constraint=constraint)
    assert [(h.ids, h.score, h.finished) for h in found] == [((), 0.0, True)]


@pytest.mark.parametrize("beam_size", [1, 3])
def test_a_constraint_that_leaves_nothing_is_an_error(beam_size: int) -> None:
    constraint = Fixed(dict.fromkeys(range(9), -np.inf))
    decoder = TableDecoder([1], vocabulary=9)
    with pytest.raises(InferenceError, match=r"sentence 0 .* at step 1, found none"):
        search(decoder, 1, options_of(beam_size=beam_size), constraint=constraint)


@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_a_constraint_may_not_return_infinity(value: float) -> None:
    with pytest.raises(ValueError, match=r"finite or -inf"):
        search(TableDecoder([1], vocabulary=9), 1, options_of(), constraint=Fixed({1: value}))


@pytest.mark.parametrize("beam_size", [1, 3])
def test_what_is_not_a_number_is_an_error(beam_size: int) -> None:
    table = {(): [-9.0, 9.0, -9.0], (1,): [np.nan] * 3, (2,): [np.nan] * 3}
    decoder = TableDecoder([1], vocabulary=3, table=table)
    options = options_of(beam_size=beam_size)
    if beam_size == 1:
        with pytest.raises(InferenceError, match=r"at step 2, found none"):
            search(decoder, 1, options)
    else:
        # The end token of the first step is a hypothesis, the only one.
        [[found]] = search(decoder, 1, options)
        assert (found.ids, found.finished) == ((), True)


# Cancellation and arguments


@pytest.mark.parametrize("beam_size", [1, 3])
def test_cancellation_at_each_step(beam_size: int) -> None:
    limit = 5
    options = options_of(beam_size=beam_size, max_target_tokens=limit)
    for calls in range(limit):
        decoder = TableDecoder([1, 2], vocabulary=9, eos_bias=-50.0)
        answers = iter([False] * calls + [True])
        with pytest.raises(Cancelled):
            search(decoder, 2, options, cancelled=lambda answers=answers: next(answers))  # type: ignore[misc]
        assert len(decoder.rows) == calls
    decoder = TableDecoder([1, 2], vocabulary=9, eos_bias=-50.0)
    answers = iter([False] * limit)
    assert len(search(decoder, 2, options, cancelled=lambda: next(answers))) == 2
    assert next(answers, None) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start_id": -1}, "start_id must be at least 0, found -1"),
        ({"eos_id": -2}, "eos_id must be at least 0, found -2"),
        ({"beam_size": 0}, "beam_size must be at least 1, found 0"),
        ({"max_target_tokens": 0}, "max_target_tokens must be at least 1, found 0"),
        ({"n_best": 0}, "n_best must be at least 1, found 0"),
        ({"n_best": 4}, r"n_best must be at most beam_size \(3\), found 4"),
        ({"length_penalty": float("nan")}, "length_penalty must be from -5 to 5, found nan"),
        ({"length_penalty": 6.0}, "length_penalty must be from -5 to 5, found 6.0"),
        ({"early_stopping": "always"}, "early_stopping must be .* found 'always'"),
        ({"early_stopping": 1}, "early_stopping must be .* found 1"),
    ],
)
def test_options_are_checked(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        options_of(**changes)


@pytest.mark.parametrize(
    ("sentences", "limits", "message"),
    [
        (-1, None, "sentences must be at least 0, found -1"),
        (2, [3], "limits must be one for each of 2 sentences, found 1"),
        (2, [3, 0], "limits must be at least 1, found 0"),
    ],
)
def test_arguments_are_checked(sentences: int, limits: list[int] | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        search(TableDecoder([1, 2], vocabulary=9), sentences, options_of(), limits=limits)
