"""The end of the decoder graph: from its last hidden state to the best tokens of each row."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from onnx import TensorProto

from engine import pack
from export.graph import GraphBuilder
from export.layers import GROUP, LayerWriter, whole_groups
from export.marian import MarianWeights
from export.quantise import FloatArray


@dataclass(frozen=True, slots=True)
class ChoiceInputs:
    """Inputs of the decoder graph that are about the choice of tokens.

    Attributes:
        ids: int64 ``[rows, n]``: tokens whose logits are changed.
        values: float32 ``[rows, n]``: what is added to them.
        k: int64 ``[1]``: how many tokens are wanted for each row.
    """

    ids: str
    values: str
    k: str


def choice_inputs(graph: GraphBuilder) -> ChoiceInputs:
    """Declare the inputs."""
    return ChoiceInputs(
        graph.input(pack.BIAS_IDS, TensorProto.INT64, ["rows", "biased"]),
        graph.input(pack.BIAS_VALUES, TensorProto.FLOAT, ["rows", "biased"]),
        graph.input(pack.K, TensorProto.INT64, [1]),
    )


def choice_outputs(graph: GraphBuilder, log_probs: str, ids: str) -> None:
    """Give the choices out of the graph."""
    graph.output(log_probs, pack.LOG_PROBS, TensorProto.FLOAT, ["rows", "choices"])
    graph.output(ids, pack.IDS, TensorProto.INT64, ["rows", "choices"])


def write_choices(
    writer: LayerWriter, x: str, weights: MarianWeights, banned: Sequence[int]
) -> None:
    """Write the projection to the vocabulary, the bans, the softmax and the k best.

    Args:
        writer: Writes into the decoder graph.
        x: float32 ``[rows, width]``.
        weights: The checkpoint's tensors.
        banned: Ids that are never a choice, beside the padding.
    """
    graph = writer.graph
    inputs = choice_inputs(graph)
    vocabulary = len(weights.projection)
    table = whole_groups(weights.projection)
    bias = np.full(len(table), -np.inf, np.float32)
    bias[:vocabulary] = masked_bias(weights, banned)
    logits = writer.linear("projection", x, table, bias)
    logits = graph.op("ScatterElements", logits, inputs.ids, inputs.values, axis=1, reduction="add")
    log_probs, chosen = best_tokens(graph, logits, inputs.k, len(table))
    chosen = graph.op("Min", chosen, graph.ints(vocabulary - 1))  # where all that is left is banned
    choice_outputs(graph, log_probs, chosen)


def best_tokens(graph: GraphBuilder, logits: str, k: str, vocabulary: int) -> tuple[str, str]:
    """Write the log-probabilities and ids of the k best tokens of each row.

    The best come first, among equals those of lower ids; where every logit is minus infinity, the
    log-probabilities are not numbers.

    The runtime's softmax is vectorised, its logarithm of a sum of exponentials is not: that is read
    back from the probability of the best token, ``log p = logit - log sum``.

    Args:
        graph: The decoder graph.
        logits: float32 ``[rows, vocabulary]``.
        k: int64 ``[1]``, at most ``vocabulary``.
        vocabulary: Columns of ``logits``; a multiple of :data:`export.layers.GROUP`.
    """
    best, chosen = _largest(graph, logits, k, vocabulary // GROUP)
    first, top = (
        graph.op("Slice", each, graph.ints(0), graph.ints(1), graph.ints(-1))
        for each in (best, chosen)
    )
    share = graph.op("GatherElements", graph.op("Softmax", logits, axis=-1), top, axis=-1)
    # Not "Log": it takes as many rows at a time as a register holds, and rounds the rest otherwise.
    log_share = graph.op("ReduceLogSum", share, graph.ints(-1))
    return graph.op("Add", graph.op("Sub", best, first), log_share), chosen


def _largest(graph: GraphBuilder, logits: str, k: str, groups: int) -> tuple[str, str]:
    """Write the k largest of each row and their places, as ``TopK`` does but sooner.

    Every one of them lies in one of the k groups with the largest maxima (of groups with equal
    maxima, those of lower ids), and a maximum is found faster than a place in an order.
    """
    size = graph.scalar(GROUP, np.int64)
    grouped = graph.op("Reshape", logits, graph.ints(0, groups, GROUP))
    maxima = graph.op("ReduceMax", grouped, graph.ints(-1), keepdims=0)
    count = graph.op("Min", k, graph.ints(groups))
    _, found = graph.node("TopK", maxima, count, outputs=2, axis=-1)
    ascending, _ = graph.node("TopK", found, count, outputs=2, axis=-1, largest=0)
    indices = graph.op("Unsqueeze", ascending, graph.ints(-1))
    candidates = graph.op("GatherND", grouped, indices, batch_dims=1)
    flat = graph.op("Reshape", candidates, graph.ints(0, -1))
    best, place = graph.node("TopK", flat, k, outputs=2, axis=-1)
    group = graph.op("GatherElements", ascending, graph.op("Div", place, size), axis=-1)
    within = graph.op("Mod", place, size)
    return best, graph.op("Add", graph.op("Mul", group, size), within)


def masked_bias(weights: MarianWeights, banned: Sequence[int] = ()) -> FloatArray:
    """Return the bias of the logits, minus infinity at the padding and at ``banned`` ids.

    Masking before the softmax is what Marian does; transformers masks after it, which leaves every
    score lower by a constant unless the checkpoint's own bias rules the padding out.
    """
    bias = weights.projection_bias.copy()
    bias[[weights.config.pad_id, *banned]] = -np.inf
    return bias
