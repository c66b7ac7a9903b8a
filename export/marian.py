"""A Marian model as plain data: dimensions, generation defaults and float32 arrays.

Every reader of checkpoints yields these; everything after that (graphs, quantisation, packs) starts
from them and knows nothing about file formats.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
"""A weight: always float32, in C order."""

Activation = Literal["swish", "relu", "gelu"]
"""Feed-forward activations; ``gelu`` is the exact one, with the error function."""

ACTIVATIONS: tuple[str, ...] = get_args(Activation)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarianConfig:
    """Dimensions, special ids and switches of a Marian model.

    Attributes:
        d_model: Width of the model.
        encoder_layers: Number of encoder layers.
        decoder_layers: Number of decoder layers.
        encoder_heads: Attention heads of an encoder layer; divides ``d_model``.
        decoder_heads: Attention heads of a decoder layer; divides ``d_model``.
        encoder_ffn: Inner width of the encoder's feed-forward blocks.
        decoder_ffn: Inner width of the decoder's feed-forward blocks.
        source_vocab: Rows of the source embedding.
        target_vocab: Rows of the target embedding and of the projection.
        activation: Activation of the feed-forward blocks.
        scale_embedding: Multiply embeddings by the square root of ``d_model``.
        max_positions: Longest sequence on either side, in tokens.
        pad_id: Id of padding, on both sides.
        eos_id: Id of the end token, on both sides.
        unk_id: Id of what the source vocabulary does not have.
        decoder_start_id: First token that the decoder is given.
        tied: The projection is the target embedding.
        shared: The source and the target embedding are the same table.
        separate_vocabs: Source and target ids come from two different vocabularies.
    """

    d_model: int
    encoder_layers: int
    decoder_layers: int
    encoder_heads: int
    decoder_heads: int
    encoder_ffn: int
    decoder_ffn: int
    source_vocab: int
    target_vocab: int
    activation: Activation
    scale_embedding: bool
    max_positions: int
    pad_id: int
    eos_id: int
    unk_id: int
    decoder_start_id: int
    tied: bool
    shared: bool
    separate_vocabs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationDefaults:
    """How the checkpoint wants to be searched when nobody says otherwise.

    Attributes:
        num_beams: Hypotheses kept while searching; 1 is greedy search.
        length_penalty: Exponent of the length by which a hypothesis' score is divided.
        early_stopping: Stop as soon as ``num_beams`` hypotheses are finished.
        max_length: Longest output in tokens, the decoder's start token included.
        forced_eos: The last token that ``max_length`` allows must be the end token.
        banned_ids: Ids that are never put out, in ascending order.
        renormalize: Scores are normalised again after banned ids are taken out, which equals
            taking them out before the softmax.
    """

    num_beams: int
    length_penalty: float
    early_stopping: bool
    max_length: int
    forced_eos: bool
    banned_ids: tuple[int, ...]
    renormalize: bool


@dataclass(frozen=True, slots=True)
class LayerNorm:
    """Layer normalisation, epsilon 1e-5: ``weight`` and ``bias`` are [d_model]."""

    weight: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class Linear:
    """``y = x @ weight.T + bias``: ``weight`` is [out, in] as in torch, ``bias`` is [out]."""

    weight: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class Attention:
    """The four projections of an attention block, all [d_model, d_model]."""

    q: Linear
    k: Linear
    v: Linear
    o: Linear


@dataclass(frozen=True, slots=True)
class EncoderLayer:
    """A post-norm encoder layer; ``norm`` follows the feed-forward block."""

    attention: Attention
    attention_norm: LayerNorm
    fc1: Linear
    fc2: Linear
    norm: LayerNorm


@dataclass(frozen=True, slots=True)
class DecoderLayer:
    """A post-norm decoder layer; ``cross`` attends to the encoder's output."""

    attention: Attention
    attention_norm: LayerNorm
    cross: Attention
    cross_norm: LayerNorm
    fc1: Linear
    fc2: Linear
    norm: LayerNorm


@dataclass(frozen=True, slots=True, kw_only=True)
class MarianWeights:
    """Everything the graphs are built from.

    Attributes:
        config: Dimensions and switches; the arrays below have been checked against it.
        source_embedding: [source_vocab, d_model].
        target_embedding: [target_vocab, d_model]; the same object when ``config.shared``.
        projection: [target_vocab, d_model]; the target embedding itself when ``config.tied``.
        projection_bias: [target_vocab], added to the logits.
        encoder_layers: From the input up.
        decoder_layers: From the input up.
    """

    config: MarianConfig
    source_embedding: Array
    target_embedding: Array
    projection: Array
    projection_bias: Array
    encoder_layers: tuple[EncoderLayer, ...]
    decoder_layers: tuple[DecoderLayer, ...]


def sinusoids(positions: int, width: int) -> Array:
    """Compute Marian's position embeddings, [positions, width].

    The angle of position p and frequency i is ``p / 10000 ** (2 i / width)`` (Vaswani et al. 2017,
    section 3.5), but sines and cosines are not interleaved: the first half of a row, the larger
    one when ``width`` is odd, holds the sines and the rest the cosines.
    """
    frequencies = np.arange((width + 1) // 2, dtype=np.float64)
    angles = np.arange(positions, dtype=np.float64)[:, None] / 10000.0 ** (2 * frequencies / width)
    cosines = np.cos(angles[:, : width // 2])
    return np.concatenate([np.sin(angles), cosines], axis=1).astype(np.float32)
