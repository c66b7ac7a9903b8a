"""Greedy and beam search over a decoder whose answers are drawn from a prefix-seeded generator."""

import dataclasses
import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.search import (
    SearchOptions,
    search,
)
from tests.support.table_decoder import (
    EOS,
    SOURCE,
    Prefix,
    Repeats,
    TableDecoder,
    assert_consistent,
    assert_identical,
    options_of,
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
