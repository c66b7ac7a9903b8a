"""The decoder graph: one step of the search, with a cache that is reordered inside.

``rows`` are hypotheses, grouped by sentence, the same number for each sentence. Queries of one
sentence's rows attend to its keys and values together, as positions of one sequence:
cross-attention has no order, so the encoder's output is never copied for each hypothesis.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto

from engine import pack
from export.choices import write_choices
from export.encoder import write_ranges
from export.graph import GraphBuilder, WeightFile
from export.layers import LayerWriter
from export.marian import DecoderLayer, MarianWeights
from export.quantise import Policy
from export.screened import write_screened_choices
from export.screening import Screen

STATES: Final = "states"
"""Decoder output on request, float32 [rows, d_model]: what the projection is given."""


def build_decoder(
    weights: MarianWeights,
    policy: Policy,
    file: WeightFile,
    *,
    alignment: tuple[int, int],
    banned: Sequence[int] = (),
    screen: Screen | None = None,
    observe: bool = False,
    states: bool = False,
) -> onnx.ModelProto:
    """Build the graph; its inputs and outputs are listed in :mod:`engine.pack`.

    Args:
        weights: The checkpoint's tensors.
        policy: How each weight is stored.
        file: Where the weights' bytes go.
        banned: Ids that are never a choice, beside the padding.
        alignment: Layer and head whose cross-attention probabilities are given out.
        screen: Finds the tokens that are scored; all of them are without one.
        observe: As in :func:`export.encoder.build_encoder`.
        states: Also give out the last hidden states, :data:`STATES`.
    """
    config = weights.config
    graph = GraphBuilder("decoder", file)
    writer = LayerWriter(graph, policy, config.decoder_heads, config.activation)
    tokens = graph.input(pack.TOKENS, TensorProto.INT64, ["rows"])
    parents = graph.input(pack.PARENTS, TensorProto.INT64, ["rows"])
    mask = graph.input(pack.SOURCE_MASK, TensorProto.INT64, ["batch", "source"])
    mask32 = graph.op("Cast", mask, to=TensorProto.INT32)
    layers = range(config.decoder_layers)
    cross = [
        _cache_inputs(graph, (pack.cross_key(i), pack.cross_value(i)), ("batch", "source"), weights)
        for i in layers
    ]
    past = [
        _cache_inputs(graph, (pack.past_key(i), pack.past_value(i)), ("past_rows", "past"), weights)
        for i in layers
    ]

    x = writer.embedding(tokens, weights.target_embedding)
    if config.scale_embedding:
        x = graph.op("Mul", x, graph.scalar(config.d_model**0.5, np.float32))
    position = graph.op("Shape", past[0][0], start=2, end=3)
    x = graph.op("Add", x, writer.positions(position, config.max_positions, config.d_model))
    x = graph.op("Unsqueeze", x, graph.ints(1))

    groups = graph.op(
        "Concat",
        graph.op("Shape", mask, start=0, end=1),
        graph.ints(-1),
        graph.ints(config.d_model),
        axis=0,
    )
    attention = ""
    order = _Order(parents, _write_unchanged(graph, parents, past[0][0]))
    for i, layer in enumerate(weights.decoder_layers):
        x = _write_self_attention(writer, i, layer, x, order, past[i])
        aligned = alignment[1] if alignment[0] == i else None
        x, probabilities = _write_cross_attention(
            writer, i, layer, x, groups, (mask32, *cross[i]), aligned
        )
        attention = probabilities or attention
        x = writer.feed_forward(f"decoder.{i}", x, layer.fc1, layer.fc2, layer.norm)

    x = graph.op("Squeeze", x, graph.ints(1))
    if states:
        graph.output(x, STATES, TensorProto.FLOAT, ["rows", config.d_model])
    if screen is None:
        write_choices(writer, x, weights, banned)
    else:
        write_screened_choices(writer, x, weights, banned, screen)
    graph.output(attention, pack.ATTENTION, TensorProto.FLOAT, ["rows", "source"])
    if observe:
        write_ranges(writer)
    return graph.model("yiwen")


def _cache_inputs(
    graph: GraphBuilder, names: tuple[str, str], dimensions: tuple[str, str], weights: MarianWeights
) -> tuple[str, str]:
    """Declare a layer's keys and values; ``dimensions`` names the first and the third of four."""
    config = weights.config
    head = config.d_model // config.decoder_heads
    shape: list[str | int] = [dimensions[0], config.decoder_heads, dimensions[1], head]
    key, value = (graph.input(name, TensorProto.FLOAT, shape) for name in names)
    return key, value


@dataclass(frozen=True, slots=True)
class _Order:
    """How rows continue those of the step before.

    Attributes:
        parents: int64 ``[rows]``: which row each of them continues.
        unchanged: bool: whether each continues the one at its own place, and all are continued.
    """

    parents: str
    unchanged: str


def _write_unchanged(graph: GraphBuilder, parents: str, past: str) -> str:
    before, now = graph.op("Shape", past, start=0, end=1), graph.op("Shape", parents)
    zero, one = graph.scalar(0, np.int64), graph.scalar(1, np.int64)
    places = graph.op("Range", zero, graph.op("Squeeze", now), one)
    same = graph.op("Cast", graph.op("Equal", parents, places), to=TensorProto.INT32)
    as_many = graph.op("Cast", graph.op("Equal", before, now), to=TensorProto.INT32)
    all_same = graph.op("ReduceMin", graph.op("Concat", as_many, same, axis=0), keepdims=0)
    return graph.op("Cast", all_same, to=TensorProto.BOOL)


def _write_self_attention(
    writer: LayerWriter,
    index: int,
    layer: DecoderLayer,
    x: str,
    order: _Order,
    past: tuple[str, str],
) -> str:
    """Write a layer's attention to the tokens so far, whose keys and values are the cache.

    Reordering the cache is a third of the work where there are many rows, and a greedy search needs
    it only when a sentence ends.
    """
    graph, name = writer.graph, f"decoder.{index}.attention"
    q, k, v = writer.project_qkv(name, x, layer.attention)

    def reordered() -> tuple[str, ...]:
        caches = [graph.op("Gather", cache, order.parents) for cache in past]
        return writer.attend(q, k, v, "", "", "", *caches, outputs=3)

    context, *present = graph.either(
        order.unchanged,
        lambda: writer.attend(q, k, v, "", "", "", *past, outputs=3),
        reordered,
        TensorProto.FLOAT,
    )
    heads = layer_shape(layer, writer.heads)
    for value, output in zip(
        present, (pack.present_key(index), pack.present_value(index)), strict=True
    ):
        graph.output(value, output, TensorProto.FLOAT, ["rows", *heads])
    y = writer.linear(f"{name}.o", context, layer.attention.o.weight, None)
    return writer.add_norm(name, x, y, layer.attention.o.bias, layer.attention_norm)


def layer_shape(layer: DecoderLayer, heads: int) -> tuple[int, str, int]:
    """Return the shape of a layer's cache after the rows: heads, length, head size."""
    return heads, "present", layer.attention.q.weight.shape[0] // heads


def _write_cross_attention(
    writer: LayerWriter,
    index: int,
    layer: DecoderLayer,
    x: str,
    groups: str,
    source: tuple[str, str, str],
    aligned: int | None,
) -> tuple[str, str]:
    """Return the output and, for the aligned head, its probabilities ``[rows, source]``."""
    graph, name = writer.graph, f"decoder.{index}.cross"
    mask, keys, values = source
    q = writer.linear(f"{name}.q", x, layer.cross.q.weight, layer.cross.q.bias)
    q = graph.op("Reshape", q, groups)
    if aligned is None:
        (context,) = writer.attend(q, keys, values, "", mask)
        probabilities = ""
    else:
        context, _, _, scores = writer.attend(q, keys, values, "", mask, outputs=4)
        # The operator's schema lets the scores be of several types; the runtime wants to be told.
        graph.declare(scores, TensorProto.FLOAT, ["batch", writer.heads, "queries", "source"])
        probabilities = _write_alignment(graph, scores, mask, aligned)
    width = layer.cross.q.weight.shape[0]
    context = graph.op("Reshape", context, graph.ints(-1, 1, width))
    y = writer.linear(f"{name}.o", context, layer.cross.o.weight, None)
    return writer.add_norm(name, x, y, layer.cross.o.bias, layer.cross_norm), probabilities


def _write_alignment(graph: GraphBuilder, scores: str, mask: str, head: int) -> str:
    """Turn one head's masked scores ``[batch, heads, rows of it, source]`` into probabilities."""
    one = graph.op("Gather", scores, graph.scalar(head, np.int64), axis=1)
    source = graph.op("Shape", mask, start=1, end=2)
    flat = graph.op("Reshape", one, graph.op("Concat", graph.ints(-1), source, axis=0))
    return graph.op("Softmax", flat, axis=-1)
