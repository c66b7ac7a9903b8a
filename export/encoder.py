"""The encoder graph: token ids in, every decoder layer's cross-attention keys and values out."""

import numpy as np
import onnx
from onnx import TensorProto

from engine import pack
from export.graph import GraphBuilder, WeightFile
from export.layers import LayerWriter
from export.marian import MarianWeights
from export.quantise import Policy


def build_encoder(
    weights: MarianWeights, policy: Policy, file: WeightFile, *, observe: bool = False
) -> onnx.ModelProto:
    """Build the graph; its inputs and outputs are listed in :mod:`engine.pack`.

    Args:
        weights: The checkpoint's tensors.
        policy: How each weight is stored.
        file: Where the weights' bytes go.
        observe: Also give out the largest magnitude of each linear layer's input, as
            ``range/NAME`` (a scalar), for calibration.
    """
    config = weights.config
    graph = GraphBuilder("encoder", file)
    ids = graph.input(pack.SOURCE_IDS, TensorProto.INT64, ["batch", "source"])
    mask = graph.input(pack.SOURCE_MASK, TensorProto.INT64, ["batch", "source"])
    writer = LayerWriter(graph, policy, config.encoder_heads, config.activation)

    mask32 = graph.op("Cast", mask, to=TensorProto.INT32)
    x = writer.embedding(ids, weights.source_embedding)
    if config.scale_embedding:
        x = graph.op("Mul", x, graph.scalar(config.d_model**0.5, np.float32))
    length = graph.op("Squeeze", graph.op("Shape", ids, start=1, end=2), graph.ints(0))
    indices = graph.op("Range", graph.scalar(0, np.int64), length, graph.scalar(1, np.int64))
    x = graph.op("Add", x, writer.positions(indices, config.max_positions, config.d_model))

    for i, layer in enumerate(weights.encoder_layers):
        name = f"encoder.{i}"
        q, k, v = writer.project_qkv(f"{name}.attention", x, layer.attention)
        (context,) = writer.attend(q, k, v, "", mask32)
        y = writer.linear(f"{name}.attention.o", context, layer.attention.o.weight, None)
        x = writer.add_norm(f"{name}.attention", x, y, layer.attention.o.bias, layer.attention_norm)
        x = writer.feed_forward(name, x, layer.fc1, layer.fc2, layer.norm)

    _write_cross_attention(writer, x, weights)
    if observe:
        write_ranges(writer)
    return graph.model("yiwen")


def _write_cross_attention(writer: LayerWriter, x: str, weights: MarianWeights) -> None:
    """Project the encoder's output to each decoder layer's keys and values, split into heads."""
    config, graph = weights.config, writer.graph
    head = config.d_model // config.decoder_heads
    shape: list[str | int] = ["batch", config.decoder_heads, "source", head]
    heads_apart = graph.ints(0, 0, config.decoder_heads, head)
    for i, layer in enumerate(weights.decoder_layers):
        weight = np.concatenate([layer.cross.k.weight, layer.cross.v.weight])
        bias = np.concatenate([layer.cross.k.bias, layer.cross.v.bias])
        both = writer.linear(f"decoder.{i}.cross.kv", x, weight, bias)
        for value, output in zip(
            graph.node("Split", both, outputs=2, axis=-1, num_outputs=2),
            (pack.cross_key(i), pack.cross_value(i)),
            strict=True,
        ):
            split = graph.op("Reshape", value, heads_apart)
            graph.output(
                graph.op("Transpose", split, perm=[0, 2, 1, 3]), output, TensorProto.FLOAT, shape
            )


def write_ranges(writer: LayerWriter) -> None:
    """Give out the largest magnitude of each linear layer's input, for calibration."""
    graph = writer.graph
    for name, value in writer.observed.items():
        largest = graph.op("ReduceMax", graph.op("Abs", value), keepdims=0)
        graph.output(largest, f"range/{name}", TensorProto.FLOAT, [])
