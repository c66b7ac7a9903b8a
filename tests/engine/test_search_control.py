"""Constraints, cancellation and arguments of the search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine.beam import BoolArray
from engine.errors import Cancelled, InferenceError
from engine.hypotheses import IntArray
from engine.search import (
    search,
)
from tests.support.table_decoder import (
    EOS,
    Prefix,
    Repeats,
    TableDecoder,
    assert_identical,
    options_of,
)

# Constraints


@dataclass
class Fixed:
    """The same bias always."""

    values: Mapping[int, float]

    def is_due(self, tokens: int) -> bool:
        return True

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray:
        return np.ones(len(prefixes), bool)

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        return self.values


@dataclass
class Wanted:
    """Forces one sentence to begin as given."""

    sentence: int
    tokens: Prefix

    def is_due(self, tokens: int) -> bool:
        return True

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray:
        return np.repeat(sentences == self.sentence, len(prefixes) // len(sentences))

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
