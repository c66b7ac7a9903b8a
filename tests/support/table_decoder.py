"""A decoder whose answers are drawn from a prefix-seeded generator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from engine.beam import BoolArray
from engine.search import (
    FloatArray,
    Hypothesis,
    IntArray,
    SearchOptions,
    SparseBias,
    StepResult,
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


def assert_identical(found: Sequence[Hypothesis], expected: Sequence[Hypothesis]) -> None:
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


@dataclass
class Repeats:
    """Adds a value to every token that the row has already generated."""

    value: float
    asked: list[tuple[int, Prefix]] = field(default_factory=list)

    def is_due(self, tokens: int) -> bool:
        return True

    def concerns(self, sentences: IntArray, prefixes: IntArray) -> BoolArray:
        return np.ones(len(prefixes), bool)

    def bias(self, sentence: int, prefix: Sequence[int]) -> Mapping[int, float]:
        self.asked.append((sentence, tuple(prefix)))
        return dict.fromkeys((token for token in prefix if token != EOS), self.value)
