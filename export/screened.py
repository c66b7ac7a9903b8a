"""The end of the decoder graph where a narrow stand-in finds the tokens that are scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from export.choices import ChoiceInputs, choice_inputs, choice_outputs, masked_bias
from export.graph import GraphBuilder
from export.layers import LayerWriter, whole_groups
from export.marian import MarianWeights
from export.quantise import channel_quantise
from export.screening import CANDIDATES, SPAN, Screen

_AT_ONCE: Final = 64
"""Elements of which a vectorised sum takes that many in one go, whatever the registers."""


def write_screened_choices(
    writer: LayerWriter, x: str, weights: MarianWeights, banned: Sequence[int], screen: Screen
) -> None:
    """Write the search for candidates, their logits, the bans, the softmax and the k best.

    Args:
        writer: Writes into the decoder graph; its policy is ``row8`` for the projection.
        x: float32 ``[rows, width]``.
        weights: The checkpoint's tensors.
        banned: Ids that are never a choice, beside the padding.
        screen: What finds the candidates.
    """
    graph = writer.graph
    inputs = choice_inputs(graph)
    narrow = writer.linear("screen.basis", x, screen.basis, screen.shift)
    guessed, scale = writer.row8_product("screen.table", narrow, screen.table)
    found = _candidates(graph, guessed, len(screen.table) // SPAN)
    last = graph.ints(len(weights.projection) - 1)
    candidates = graph.op("Min", found.tokens, last)
    tokens = graph.op("Concat", candidates, inputs.ids, axis=1)
    logits = _logits(writer, x, weights, banned, tokens)
    first, end = graph.ints(0), graph.ints(np.iinfo(np.int32).max)
    count, axis = graph.ints(CANDIDATES), graph.ints(1)
    near = _without_twins(graph, graph.op("Slice", logits, first, count, axis), candidates, inputs)
    changed = graph.op("Add", graph.op("Slice", logits, count, end, axis), inputs.values)

    k = graph.op("Min", inputs.k, count)
    each = graph.op("Concat", near, changed, axis=1)
    best, place = graph.node("TopK", each, k, outputs=2, axis=1)
    ids = graph.op("GatherElements", tokens, place, axis=1)
    never = graph.scalar(-np.inf, np.float32)
    log_rest = graph.scalar(float(np.float32(np.log(screen.rest))), np.float32)
    others = graph.op("Mul", found.others, scale)
    far = graph.op("Add", graph.op("Mul", found.spans, scale), log_rest)
    # As many as are summed at a time, so that changed logits move none of the row's own.
    filled = graph.op("Pad", near, graph.ints(0, 0, 0, -CANDIDATES % _AT_ONCE), never)
    total = _log_sum(graph, graph.op("Concat", filled, others, far, changed, axis=1))
    choice_outputs(graph, graph.op("Sub", best, total), ids)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the stand-in tells.

    Attributes:
        tokens: int64 ``[rows, candidates]``.
        others: What it gives to the other tokens of the candidates' spans; minus infinity for
            the candidates.
        spans: What it gives to the best token of each span; minus infinity for those spans.
    """

    tokens: str
    others: str
    spans: str


def _candidates(graph: GraphBuilder, guessed: str, spans: int) -> _Found:
    """Find the best tokens: each is in one of as many spans with the best maxima."""
    count, size = graph.ints(CANDIDATES), graph.scalar(SPAN, np.int64)
    never = graph.scalar(-np.inf, np.float32)
    grouped = graph.op("Reshape", guessed, graph.ints(0, spans, SPAN))
    maxima = graph.op("ReduceMax", grouped, graph.ints(-1), keepdims=0)
    highest, chosen = graph.node("TopK", maxima, count, outputs=2, axis=-1, sorted=0)
    inside = graph.op(
        "GatherND", grouped, graph.op("Unsqueeze", chosen, graph.ints(-1)), batch_dims=1
    )
    inside = graph.op("Reshape", inside, graph.ints(0, -1))
    best, place = graph.node("TopK", inside, count, outputs=2, axis=-1, sorted=0)
    span = graph.op("GatherElements", chosen, graph.op("Div", place, size), axis=-1)
    tokens = graph.op("Add", graph.op("Mul", span, size), graph.op("Mod", place, size))
    return _Found(
        tokens,
        graph.op("ScatterElements", inside, place, graph.op("Add", best, never), axis=1),
        graph.op("ScatterElements", maxima, chosen, graph.op("Add", highest, never), axis=1),
    )


def _logits(
    writer: LayerWriter, x: str, weights: MarianWeights, banned: Sequence[int], tokens: str
) -> str:
    """Write what the whole projection gives to some tokens ``[rows, n]`` of each row.

    Its products are sums of whole numbers below 2²⁴, which float32 adds up without rounding, so
    they are the same in whatever order and number they are computed.
    """
    graph, policy = writer.graph, writer.policy
    width = weights.projection.shape[1]
    largest = width * policy.row_limit * policy.weight_limit
    if largest >= 1 << 24:
        raise ValueError(f"sums of whole numbers must stay below 2 ** 24, found {largest}")
    table = whole_groups(weights.projection)
    channel = channel_quantise(table, policy.weight_limit, policy.pair_limit)
    name = "embedding" if weights.config.tied else "projection"
    rounded, scale = writer.round_rows(x)
    zero = graph.scalar(policy.row_limit, np.float32)
    state = graph.op("Sub", graph.op("Cast", rounded, to=1), zero)
    rows = graph.op("Cast", graph.op("Gather", writer.rows_of(name, channel), tokens), to=1)
    product = graph.op("MatMul", rows, graph.op("Unsqueeze", state, graph.ints(2)))
    product = graph.op("Squeeze", product, graph.ints(2))
    scales = graph.op("Gather", graph.constant(f"{name}.scale", channel.scales), tokens)
    unit = graph.op("Mul", scale, graph.scalar(1 / policy.row_limit, np.float32))
    product = graph.op("Mul", product, graph.op("Mul", scales, unit))
    bias = graph.constant("projection.bias", masked_bias(weights, banned))
    return graph.op("Add", product, graph.op("Gather", bias, tokens))


def _without_twins(graph: GraphBuilder, logits: str, candidates: str, inputs: ChoiceInputs) -> str:
    """Take candidates out that are among the tokens whose logits are changed."""
    same = graph.op(
        "Equal",
        graph.op("Unsqueeze", candidates, graph.ints(2)),
        graph.op("Unsqueeze", inputs.ids, graph.ints(1)),
    )
    twins = graph.op("ReduceSum", graph.op("Cast", same, to=1), graph.ints(2), keepdims=0)
    return graph.op(
        "Where",
        graph.op("Greater", twins, graph.scalar(0.0, np.float32)),
        graph.scalar(-np.inf, np.float32),
        logits,
    )


def _log_sum(graph: GraphBuilder, logits: str) -> str:
    """Write the logarithm of each row's sum of exponentials, ``[rows, 1]``.

    The greatest share that the softmax gives is the inverse of the sum, as in
    :func:`export.choices.best_tokens`.
    """
    top = graph.op("ReduceMax", logits, graph.ints(1))
    share = graph.op("ReduceMax", graph.op("Softmax", logits, axis=1), graph.ints(1))
    return graph.op("Sub", top, graph.op("ReduceLogSum", share, graph.ints(1)))
