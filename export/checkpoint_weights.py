"""From a checkpoint's named tensors to the plain form of the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from export.errors import CheckpointError, UnsupportedCheckpoint, UnsupportedProperty
from export.marian import (
    Array,
    Attention,
    DecoderLayer,
    EncoderLayer,
    LayerNorm,
    Linear,
    MarianConfig,
    MarianWeights,
    sinusoids,
)

SHARED: Final = "model.shared.weight"
SOURCE: Final = "model.encoder.embed_tokens.weight"
TARGET: Final = "model.decoder.embed_tokens.weight"
PROJECTION: Final = "lm_head.weight"
PROJECTION_BIAS: Final = "final_logits_bias"
# Written by older versions of transformers; they are computed, so only their kind is checked.
POSITIONS: Final = ("model.encoder.embed_positions.weight", "model.decoder.embed_positions.weight")

MAX_NAMED: Final = 12
"""At most so many tensors are named in one message."""

POSITION_TOLERANCE: Final = 0.02
"""Sinusoids stored in bfloat16, the coarsest type, are off by up to 0.004."""


@dataclass(slots=True)
class _Shelf:
    """The tensors of a checkpoint, with a list of what was asked for and was not right."""

    tensors: Mapping[str, Array]
    taken: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def take(self, name: str, *shape: int) -> Array:
        """Return a tensor of the given shape; zeros of no size stand in for one that is wrong."""
        self.taken.add(name)
        array = self.tensors.get(name)
        if array is None:
            self.problems.append(f"no {name}")
        elif array.shape != shape:
            self.problems.append(f"{name} {list(array.shape)} instead of {list(shape)}")
        elif not np.isfinite(array).all():
            self.problems.append(f"{name} with infinite or undefined numbers")
        else:
            return array
        return np.zeros(0, np.float32)

    def take_first(self, names: Sequence[str], *shape: int) -> Array:
        """Return the first of several tensors that is there; the first name is what it is."""
        return self.take(next((name for name in names if name in self.tensors), names[0]), *shape)

    def linear(self, prefix: str, outputs: int, inputs: int) -> Linear:
        """Take a dense layer."""
        weight = self.take(f"{prefix}.weight", outputs, inputs)
        return Linear(weight, self.take(f"{prefix}.bias", outputs))

    def norm(self, prefix: str, width: int) -> LayerNorm:
        """Take a layer normalisation."""
        return LayerNorm(self.take(f"{prefix}.weight", width), self.take(f"{prefix}.bias", width))

    def attention(self, prefix: str, width: int) -> Attention:
        """Take the four projections of an attention block."""
        names = ("q_proj", "k_proj", "v_proj", "out_proj")
        return Attention(*(self.linear(f"{prefix}.{name}", width, width) for name in names))


def build_weights(path: Path, tensors: Mapping[str, Array], config: MarianConfig) -> MarianWeights:
    """Put a checkpoint's tensors in their places and check each of them.

    ``tied`` and ``shared`` in the result's configuration say what the tensors are: tables of equal
    values become one array.

    Args:
        path: The checkpoint's folder, for messages.
        tensors: Tensors by the names that transformers gives them.
        config: Dimensions, and what the configuration says about tied and shared tables.

    Raises:
        CheckpointError: Tensors are missing, have the wrong shape or hold infinite or undefined
            numbers; all of them are counted and the first of them named.
        UnsupportedCheckpoint: There are tensors that a Marian model does not have, or learned
            position embeddings.
    """
    shelf = _Shelf(tensors)
    source, target, projection = _embeddings(shelf, config)
    encoder = tuple(_encoder_layer(shelf, i, config) for i in range(config.encoder_layers))
    decoder = tuple(_decoder_layer(shelf, i, config) for i in range(config.decoder_layers))
    bias = _projection_bias(shelf, config)
    _report(path, shelf, config)
    return MarianWeights(
        config=replace(config, tied=projection is target, shared=source is target),
        source_embedding=source,
        target_embedding=target,
        projection=projection,
        projection_bias=bias,
        encoder_layers=encoder,
        decoder_layers=decoder,
    )


def _embeddings(shelf: _Shelf, config: MarianConfig) -> tuple[Array, Array, Array]:
    """Find the three tables as transformers does.

    A table that is in the file is used whatever the configuration says about it; one that is not
    takes the place of what it is tied to. transformers writes a table once under one of its names,
    which one depends on its version. Without ``tied`` but ``shared``, versions before 5 share the
    embeddings and keep the projection apart; version 5 writes all of them.
    """
    source, target, projection = [SOURCE], [TARGET], [PROJECTION]
    if config.shared and config.tied:
        source += [SHARED, PROJECTION, TARGET]
        target += [SHARED, PROJECTION, SOURCE]
        projection += [SHARED, TARGET, SOURCE]
    elif config.shared:
        source += [SHARED, TARGET]
        target += [SHARED, SOURCE]
    elif config.tied:
        target += [PROJECTION]
        projection += [TARGET]
    # All four names belong to the model, even where one of them is not used.
    shelf.taken.update((SHARED, SOURCE, TARGET, PROJECTION))
    source_table = shelf.take_first(source, config.source_vocab, config.d_model)
    target_table = _same(
        shelf.take_first(target, config.target_vocab, config.d_model), source_table
    )
    projection_table = shelf.take_first(projection, config.target_vocab, config.d_model)
    return source_table, target_table, _same(projection_table, target_table)


def _same(table: Array, other: Array) -> Array:
    return other if table is other or np.array_equal(table, other) else table


def _encoder_layer(shelf: _Shelf, index: int, config: MarianConfig) -> EncoderLayer:
    prefix, width, inner = f"model.encoder.layers.{index}", config.d_model, config.encoder_ffn
    return EncoderLayer(
        attention=shelf.attention(f"{prefix}.self_attn", width),
        attention_norm=shelf.norm(f"{prefix}.self_attn_layer_norm", width),
        fc1=shelf.linear(f"{prefix}.fc1", inner, width),
        fc2=shelf.linear(f"{prefix}.fc2", width, inner),
        norm=shelf.norm(f"{prefix}.final_layer_norm", width),
    )


def _decoder_layer(shelf: _Shelf, index: int, config: MarianConfig) -> DecoderLayer:
    prefix, width, inner = f"model.decoder.layers.{index}", config.d_model, config.decoder_ffn
    return DecoderLayer(
        attention=shelf.attention(f"{prefix}.self_attn", width),
        attention_norm=shelf.norm(f"{prefix}.self_attn_layer_norm", width),
        cross=shelf.attention(f"{prefix}.encoder_attn", width),
        cross_norm=shelf.norm(f"{prefix}.encoder_attn_layer_norm", width),
        fc1=shelf.linear(f"{prefix}.fc1", inner, width),
        fc2=shelf.linear(f"{prefix}.fc2", width, inner),
        norm=shelf.norm(f"{prefix}.final_layer_norm", width),
    )


def _projection_bias(shelf: _Shelf, config: MarianConfig) -> Array:
    if PROJECTION_BIAS not in shelf.tensors:
        # transformers takes zeros for it without a word.
        return np.zeros(config.target_vocab, np.float32)
    return shelf.take(PROJECTION_BIAS, 1, config.target_vocab).reshape(-1)


def _report(path: Path, shelf: _Shelf, config: MarianConfig) -> None:
    unknown = sorted(shelf.tensors.keys() - shelf.taken - set(POSITIONS))
    if shelf.problems:
        found = shelf.problems + [f"unknown {name}" for name in unknown]
        expected = "every tensor of the model that config.json describes"
        raise CheckpointError(path, expected, f"{len(found)} problems: {_some(found)}")
    unsupported = []
    if unknown:
        unsupported.append(
            UnsupportedProperty("the set of tensors", _some(unknown), "Marian's own")
        )
    unsupported += [
        UnsupportedProperty(name, "learned", "sinusoids")
        for name in POSITIONS
        if name in shelf.tensors and not _are_sinusoids(shelf.tensors[name], config.d_model)
    ]
    if unsupported:
        raise UnsupportedCheckpoint(path, unsupported)


def _are_sinusoids(table: Array, width: int) -> bool:
    if table.ndim != 2 or table.shape[1] != width:
        return False
    return np.allclose(table, sinusoids(len(table), width), rtol=0, atol=POSITION_TOLERANCE)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return ", ".join(names[:MAX_NAMED]) + more
