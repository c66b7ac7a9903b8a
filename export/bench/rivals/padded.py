"""Batches of padded sentences, as users of transformers' ``generate`` make them."""

from collections.abc import Callable, Sequence
from typing import Any

from export.bench.rivals import How, Ids

Generate = Callable[[list[list[int]], list[list[int]]], Sequence[Sequence[int]]]
"""Takes padded ids and mask, returns rows of ids that begin with the start token."""


def in_batches(
    sources: Sequence[Ids], size: int, *, pad: int, eos: int, generate: Generate
) -> list[Ids]:
    """Run sentences of similar length together, longest first, and return results in order.

    Args:
        sources: Ids of each sentence.
        size: Most sentences in a batch.
        pad: Id of padding.
        eos: Id of the end token.
        generate: Runs a batch.
    """
    order = sorted(range(len(sources)), key=lambda i: -len(sources[i]))
    found: dict[int, Ids] = {}
    for start in range(0, len(order), size):
        batch = order[start : start + size]
        found |= _run(batch, sources, pad=pad, eos=eos, generate=generate)
    return [found[i] for i in range(len(sources))]


def _run(
    batch: Sequence[int], sources: Sequence[Ids], *, pad: int, eos: int, generate: Generate
) -> dict[int, Ids]:
    width = max(len(sources[i]) for i in batch)
    spare = [width - len(sources[i]) for i in batch]
    ids = [[*sources[i], *[pad] * n] for i, n in zip(batch, spare, strict=True)]
    mask = [[1] * (width - n) + [0] * n for n in spare]
    return {i: _cut(row[1:], eos, pad) for i, row in zip(batch, generate(ids, mask), strict=True)}


def _cut(row: Sequence[int], eos: int, pad: int) -> Ids:
    end = next((at for at, token in enumerate(row) if token in (eos, pad)), len(row))
    return tuple(row[:end])


def search_arguments(how: How) -> dict[str, Any]:
    """Return what ``generate`` is asked, with everything that a model's own settings would add."""
    return {
        "num_beams": how.beam,
        "length_penalty": how.length_penalty,
        "early_stopping": False,
        "do_sample": False,
        "max_new_tokens": how.limit,
        "max_length": None,
        "bad_words_ids": None,
        "forced_eos_token_id": None,
    }
