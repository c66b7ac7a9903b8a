"""Compare the float32 graphs with transformers: logits, and what the searches find.

This module runs the real engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from engine.model import MarianModel
from engine.pack import ModelPack
from engine.search import SearchOptions, search
from engine.tokenizer import Tokenizer
from export.lines import Line
from export.marian import Array

TIE: Final = 1e-3
"""Two choices whose scores in transformers are as near as this are as good as each other."""

SEARCH_TOKENS: Final = 128
"""Longest output compared, or the model's own limit where that is less.

A sentence that loops would otherwise take minutes in transformers.
"""


class Oracle(Protocol):
    """What graphs are compared with, :class:`export.verify.reference.Reference` in earnest."""

    def log_probs(self, source: Sequence[int], target: Sequence[int]) -> Array:
        """Return log-probabilities ``[len(target), vocabulary]`` with ``target`` forced."""
        ...

    def generate(
        self, source: Sequence[int], *, beams: int, length_penalty: float, max_new_tokens: int
    ) -> tuple[int, ...]:
        """Return the best ids without start and end token."""
        ...

    def score(self, source: Sequence[int], target: Sequence[int], length_penalty: float) -> float:
        """Return the length-normalised log-probability of a target."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IdParity:
    """How often a search finds what transformers finds.

    Attributes:
        beams: Hypotheses kept.
        lines: Sentences compared.
        equal: Sentences with the same ids.
        ties: Others, where transformers scores both within 1e-3 of each other.
        different: The rest.
    """

    beams: int
    lines: int
    equal: int
    ties: int
    different: int


class Subject:
    """A pack whose graphs are compared, with its sentences turned into ids.

    Args:
        pack: The pack.
    """

    def __init__(self, pack: ModelPack) -> None:
        self.model = MarianModel.load(pack)
        self.manifest = pack.manifest
        self._tokenizer = Tokenizer.load(pack)
        # The start token takes one of the positions.
        self.search_tokens = min(SEARCH_TOKENS, self.manifest.generation.max_length - 1)
        self._target_token = pack.manifest.target_tokens.get(pack.manifest.target_language)

    def ids(self, text: str) -> tuple[int, ...]:
        """Turn a sentence into ids, cut so that the model can read it."""
        ids = self._tokenizer.encode(text, target_token=self._target_token).ids
        return (*ids[: self.manifest.max_source_tokens - 1], ids[-1])

    def find(self, source: Sequence[int], beams: int) -> tuple[int, ...]:
        """Search with the engine's own search; return the best ids."""
        special = self.manifest.special_ids
        options = SearchOptions(
            start_id=special.decoder_start,
            eos_id=special.eos,
            beam_size=beams,
            length_penalty=self.manifest.generation.length_penalty,
            max_target_tokens=self.search_tokens,
        )
        return search(self.model.decoder(self.model.encode([source])), 1, options)[0][0].ids

    def log_probs(self, source: Sequence[int], target: Sequence[int]) -> Array:
        """Force ``target`` through the decoder graph; return float32 ``[steps, vocabulary]``."""
        vocabulary = self.manifest.dimensions.target_vocab
        decoder = self.model.decoder(self.model.encode([source]))
        found = np.empty((len(target), vocabulary), np.float32)
        first = np.zeros(1, np.int64)
        for step, token in enumerate((self.manifest.special_ids.decoder_start, *target[:-1])):
            result = decoder.step(np.array([token]), first, first, vocabulary, None)
            found[step, result.ids[0]] = result.log_probs[0]
        return found


def logit_difference(subject: Subject, oracle: Oracle, lines: Sequence[Line]) -> float:
    """Return the largest difference of a log-probability, over every token of every step.

    Each sentence's own greedy translation is forced through both. Infinity means that one of the
    two rules a token out that the other allows.
    """
    worst = 0.0
    for line in lines:
        source = subject.ids(line.source)
        target = (*subject.find(source, 1), subject.manifest.special_ids.eos)
        ours, theirs = subject.log_probs(source, target), oracle.log_probs(source, target)
        possible = np.isfinite(theirs)
        if not np.array_equal(possible, np.isfinite(ours)):
            return float("inf")
        worst = max(worst, float(np.abs(ours[possible] - theirs[possible]).max()))
    return worst


def id_parity(subject: Subject, oracle: Oracle, lines: Sequence[Line], beams: int) -> IdParity:
    """Search every line with the engine and with transformers, and count agreement."""
    penalty = subject.manifest.generation.length_penalty
    equal = ties = 0
    for line in lines:
        source = subject.ids(line.source)
        ours = subject.find(source, beams)
        theirs = oracle.generate(
            source, beams=beams, length_penalty=penalty, max_new_tokens=subject.search_tokens
        )
        if ours == theirs:
            equal += 1
        elif _is_tie(subject, oracle, source, (ours, theirs), beams):
            ties += 1
    different = len(lines) - equal - ties
    return IdParity(beams=beams, lines=len(lines), equal=equal, ties=ties, different=different)


def _is_tie(
    subject: Subject,
    oracle: Oracle,
    source: Sequence[int],
    found: tuple[tuple[int, ...], tuple[int, ...]],
    beams: int,
) -> bool:
    """Tell whether transformers itself scores two results within 1e-3 of each other.

    Greedy search decides token by token, so the two tokens at the first difference are compared;
    beam search decides between hypotheses, so those are.
    """
    first, second = ((*ids, subject.manifest.special_ids.eos) for ids in found)
    if beams > 1:
        penalty = subject.manifest.generation.length_penalty
        scores = [oracle.score(source, ids, penalty) for ids in (first, second)]
        return abs(scores[0] - scores[1]) <= TIE
    at = next(i for i, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1])
    step = oracle.log_probs(source, first[: at + 1])[at]
    return bool(abs(step[first[at]] - step[second[at]]) <= TIE)
