"""The parts that the encoder and the decoder graph are both made of.

Facts about Marian that the graphs rest on, from the code of MarianMTModel and of Marian itself:
post-norm only (``LayerNorm(x + sublayer(x))``, epsilon 1e-5); embeddings scaled by the root of the
model's width; positions are sinusoids, first half sine, second half cosine; queries scaled by the
inverse root of the head's width.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from export.graph import CONTRIB, GraphBuilder
from export.marian import Attention, LayerNorm, Linear
from export.quantise import (
    STATIC_PAIR_LIMIT,
    STATIC_ZERO,
    ChannelWeight,
    FloatArray,
    Policy,
    block_quantise,
    channel_quantise,
)

_EPSILON: Final = 1e-5
_FINE_POSITIONS: Final = 32
_ALIGNED: Final = 16

GROUP: Final = 128
"""Tables of the vocabulary have a multiple of this many rows; see :mod:`export.choices`."""


@dataclass(slots=True)
class LayerWriter:
    """Writes Marian's layers into a graph under a quantisation policy.

    Attributes:
        graph: Where the nodes go.
        policy: Which weight gets which scheme.
        heads: Attention heads of this half of the model.
        activation: Name of the feed-forward activation, as in the checkpoint's configuration.
        observed: The input of each linear layer by the layer's name, for calibration.
    """

    graph: GraphBuilder
    policy: Policy
    heads: int
    activation: str
    observed: dict[str, str] = field(default_factory=dict)
    _rounded: dict[str, tuple[str, str]] = field(default_factory=dict)

    # -- linear layers ---------------------------------------------------------------------------

    def linear(self, name: str, x: str, weight: FloatArray, bias: FloatArray | None) -> str:
        """Write ``x Wᵀ (+ b)``; ``x`` float32 ``[…, inputs]``, the result ``[…, outputs]``.

        Pass ``bias=None`` where the next node adds the bias itself.
        """
        self.observed[name] = x
        write = {
            "float32": self._linear_float32,
            "block8": self._linear_block8,
            "row8": self._linear_row8,
            "static8": self._linear_static8,
        }[self.policy.scheme(name)]
        return write(name, x, weight, bias)

    def _bias(self, name: str, y: str, bias: FloatArray | None) -> str:
        if bias is None:
            return y
        return self.graph.op("Add", y, self.graph.constant(f"{name}.bias", bias))

    def _linear_float32(
        self, name: str, x: str, weight: FloatArray, bias: FloatArray | None
    ) -> str:
        if name == "projection":  # in the embedding's own layout, so that the two are stored once
            table = self.graph.constant(f"{name}.weight", weight)
            return self._bias(name, self.graph.op("Gemm", x, table, transB=1), bias)
        y = self.graph.op("MatMul", x, self.graph.constant(f"{name}.weight", weight.T))
        return self._bias(name, y, bias)

    def _linear_block8(self, name: str, x: str, weight: FloatArray, bias: FloatArray | None) -> str:
        outputs, inputs = weight.shape
        block = block_quantise(weight, self.policy.block_size)
        operands = [
            x,
            self.graph.constant(f"{name}.weight", block.data),
            self.graph.constant(f"{name}.scale", block.scales.reshape(-1)),
        ]
        if bias is not None:
            operands += ["", "", self.graph.constant(f"{name}.bias", bias)]
        return self.graph.op(
            "MatMulNBits",
            *operands,
            domain=CONTRIB,
            K=inputs,
            N=outputs,
            bits=8,
            block_size=self.policy.block_size,
            accuracy_level=4,  # activations rounded to 8 bits for each row and block
        )

    def _linear_row8(self, name: str, x: str, weight: FloatArray, bias: FloatArray | None) -> str:
        if bias is not None and _only_bans(bias):
            # Nothing is added and some is banned: the product does that on its way out, for which
            # another pass over a vocabulary's logits would take as long as the choice.
            product, scale = self.row8_product(name, x, weight, bias)
            tiny = self.graph.scalar(float(np.finfo(np.float32).tiny), np.float32)
            return self.graph.op("Mul", product, self.graph.op("Max", scale, tiny))
        product, scale = self.row8_product(name, x, weight)
        return self._bias(name, self.graph.op("Mul", product, scale), bias)

    def row8_product(
        self, name: str, x: str, weight: FloatArray, bias: FloatArray | None = None
    ) -> tuple[str, str]:
        """Write ``x Wᵀ`` by ``row8`` in two factors: ``[…, outputs]`` and ``[…, 1]``, at least 0.

        What compares the outputs of one row has no need of the second. ``bias`` is added to the
        first.
        """
        rounded, scale = self.round_rows(x)
        channel = channel_quantise(weight, self.policy.weight_limit, self.policy.pair_limit)
        unit = self.graph.scalar(1 / self.policy.row_limit, np.float32)
        product = self._integer_product(name, channel, rounded, unit, self.policy.row_limit, bias)
        return product, scale

    def _linear_static8(
        self, name: str, x: str, weight: FloatArray, bias: FloatArray | None
    ) -> str:
        scale = self.graph.scalar(self.policy.input_scale(name), np.float32)
        rounded = self.graph.op(
            "QuantizeLinear", x, scale, self.graph.scalar(STATIC_ZERO, np.uint8)
        )
        channel = channel_quantise(weight, self.policy.weight_limit, STATIC_PAIR_LIMIT)
        return self._integer_product(name, channel, rounded, scale, STATIC_ZERO, bias)

    def _integer_product(
        self,
        name: str,
        channel: ChannelWeight,
        x: str,
        scale: str,
        zero: int,
        bias: FloatArray | None = None,
    ) -> str:
        operands = [
            x,
            self._factor(name, channel),
            scale,
            self.graph.constant(f"{name}.scale", channel.scales),
            self.graph.scalar(zero, np.uint8),
        ]
        if bias is not None:
            operands += ["", self.graph.constant(f"{name}.bias", bias)]
        return self.graph.op("MatMulIntegerToFloat", *operands, domain=CONTRIB)

    def _factor(self, name: str, channel: ChannelWeight) -> str:
        """Add the right-hand side of a product, ``[inputs, outputs]``.

        That of the projection is stored by rows, which is how the embedding needs the same bytes;
        the runtime turns it round once, when it loads the graph.
        """
        if name == "projection":
            return self.graph.op("Transpose", self.rows_of(name, channel), perm=[1, 0])
        return self.graph.constant(f"{name}.weight", channel.data)

    def round_rows(self, x: str) -> tuple[str, str]:
        """Round each row of ``x`` to unsigned bytes; return them and the rows' largest magnitudes.

        A row of zeros has the largest magnitude 0: whatever its bytes become, their product is
        multiplied by 0.
        """
        limit = self.policy.row_limit
        if x not in self._rounded:
            graph = self.graph
            largest = graph.op("ReduceMax", graph.op("Abs", x), graph.ints(-1), keepdims=1)
            rounded = graph.op(
                "QuantizeLinear",
                graph.op("Div", x, largest),
                graph.scalar(1 / limit, np.float32),
                graph.scalar(limit, np.uint8),
            )
            self._rounded[x] = rounded, largest
        return self._rounded[x]

    # -- embeddings ------------------------------------------------------------------------------

    def embedding(self, ids: str, table: FloatArray) -> str:
        """Write a look-up of ``ids`` in ``table``.

        ``table`` is ``[vocabulary, width]``, the result ``[…, width]``.
        """
        graph = self.graph
        table = whole_groups(table)  # as the projection has it, so that their bytes are the same
        scheme = self.policy.scheme("embedding")
        if scheme == "float32":
            return graph.op("Gather", graph.constant("embedding.weight", table), ids)
        if scheme == "block8":
            block = block_quantise(table, self.policy.block_size)
            rows, blocks, size = block.data.shape
            looked_up = graph.op(
                "GatherBlockQuantized",
                graph.constant("embedding.weight", block.data.reshape(rows, blocks * size)),
                ids,
                graph.constant("embedding.scale", block.scales),
                domain=CONTRIB,
                bits=8,
                block_size=self.policy.block_size,
                gather_axis=0,
                quantize_axis=1,
            )
            if blocks * size == table.shape[1]:
                return looked_up
            return graph.op(
                "Slice", looked_up, graph.ints(0), graph.ints(table.shape[1]), graph.ints(-1)
            )
        pair_limit = STATIC_PAIR_LIMIT if scheme == "static8" else self.policy.pair_limit
        channel = channel_quantise(table, self.policy.weight_limit, pair_limit)
        scale = graph.op("Gather", graph.constant("embedding.scale", channel.scales), ids)
        rows = graph.op("Gather", self.rows_of("embedding", channel), ids)
        return graph.op(
            "Mul", graph.op("Cast", rows, to=1), graph.op("Unsqueeze", scale, graph.ints(-1))
        )

    def rows_of(self, name: str, channel: ChannelWeight) -> str:
        """Add a table's bytes ``[outputs, inputs]``, of which rows are looked up."""
        return self.graph.constant(f"{name}.rows", channel.data.T)

    def positions(self, indices: str, count: int, width: int) -> str:
        """Write the sinusoids of ``indices`` (int64 ``[n]``, below ``count``): ``[n, width]``.

        A position is split into a coarse and a fine part and its sinusoid made from theirs by the
        addition theorems: two tables of a few rows, exact to float32, in place of one of hundreds.
        """
        graph = self.graph
        coarse, fine = position_tables(count, width)
        step = graph.scalar(_FINE_POSITIONS, np.int64)
        high = graph.op("Div", indices, step)
        low = graph.op("Mod", indices, step)
        sin_high, cos_high = (
            graph.op("Gather", graph.constant(f"positions.coarse.{part}", table), high)
            for part, table in zip(("sin", "cos"), coarse, strict=True)
        )
        sin_low, cos_low = (
            graph.op("Gather", graph.constant(f"positions.fine.{part}", table), low)
            for part, table in zip(("sin", "cos"), fine, strict=True)
        )
        sine = graph.op(
            "Add", graph.op("Mul", sin_high, cos_low), graph.op("Mul", cos_high, sin_low)
        )
        cosine = graph.op(
            "Sub", graph.op("Mul", cos_high, cos_low), graph.op("Mul", sin_high, sin_low)
        )
        if width % 2:  # an odd width has one sine more than cosines
            cosine = graph.op(
                "Slice", cosine, graph.ints(0), graph.ints(width // 2), graph.ints(-1)
            )
        return graph.op("Concat", sine, cosine, axis=-1)

    # -- sublayers -------------------------------------------------------------------------------

    def add_norm(self, name: str, x: str, sublayer: str, bias: FloatArray, norm: LayerNorm) -> str:
        """Write ``LayerNorm(x + sublayer + bias)``.

        The runtime's own operator goes through a row number by number; the arithmetic it is made of
        is vectorised, and taken apart it is several times as fast from a few rows on. Only sums of
        whole vectors are the same at every place in memory, though, so other widths are left to
        the operator.
        """
        graph = self.graph
        weight = graph.constant(f"{name}.norm.weight", norm.weight)
        shift = graph.constant(f"{name}.norm.bias", norm.bias)
        if len(bias) % _ALIGNED:
            return graph.op(
                "SkipLayerNormalization",
                sublayer,
                x,
                weight,
                shift,
                graph.constant(f"{name}.bias", bias),
                domain=CONTRIB,
                epsilon=_EPSILON,
            )
        total = graph.op("Add", self._bias(name, sublayer, bias), x)
        centred = graph.op("Sub", total, graph.op("ReduceMean", total, graph.ints(-1)))
        variance = graph.op("ReduceMean", graph.op("Mul", centred, centred), graph.ints(-1))
        deviation = graph.op("Sqrt", graph.op("Add", variance, graph.scalar(_EPSILON, np.float32)))
        normal = graph.op("Div", centred, deviation)
        return graph.op("Add", graph.op("Mul", normal, weight), shift)

    def feed_forward(self, name: str, x: str, fc1: Linear, fc2: Linear, norm: LayerNorm) -> str:
        """Write the feed-forward sublayer with its residual and norm."""
        hidden = self._activate(self.linear(f"{name}.fc1", x, fc1.weight, fc1.bias))
        y = self.linear(f"{name}.fc2", hidden, fc2.weight, None)
        return self.add_norm(f"{name}.fc2", x, y, fc2.bias, norm)

    def _activate(self, x: str) -> str:
        if self.activation in ("swish", "silu"):
            return self.graph.op("QuickGelu", x, domain=CONTRIB, alpha=1.0)
        return self.graph.op({"relu": "Relu", "gelu": "Gelu"}[self.activation], x)

    def project_qkv(self, name: str, x: str, attention: Attention) -> tuple[str, ...]:
        """Write queries, keys and values of ``x`` as one product, then split it in three."""
        weight = np.concatenate([p.weight for p in (attention.q, attention.k, attention.v)])
        bias = np.concatenate([p.bias for p in (attention.q, attention.k, attention.v)])
        qkv = self.linear(f"{name}.qkv", x, weight, bias)
        return self.graph.node("Split", qkv, outputs=3, axis=-1, num_outputs=3)

    def attend(self, *operands: str, outputs: int = 1) -> tuple[str, ...]:
        """Write multi-head attention; operands and outputs as ``MultiHeadAttention`` has them."""
        return self.graph.node(
            "MultiHeadAttention", *operands, outputs=outputs, domain=CONTRIB, num_heads=self.heads
        )


def whole_groups(table: FloatArray) -> FloatArray:
    """Fill ``[vocabulary, width]`` up with rows of zeros to whole groups of :data:`GROUP`."""
    missing = -len(table) % GROUP
    return np.pad(table, ((0, missing), (0, 0))) if missing else table


def position_tables(
    count: int, width: int
) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
    """Return (sin, cos) of every 32nd position below ``count``, and of the first 32.

    Each table is ``[positions, ceil(width / 2)]``; column i has the angle
    ``position / 10000 ** (2 i / width)`` (Vaswani et al. 2017, section 3.5).
    """
    rates = 10000.0 ** (-2.0 * np.arange((width + 1) // 2) / width)

    def table(positions: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
        angles = positions[:, None] * rates
        return np.sin(angles).astype(np.float32), np.cos(angles).astype(np.float32)

    coarse = np.arange(0, count, _FINE_POSITIONS, dtype=np.int64)
    return table(coarse), table(np.arange(_FINE_POSITIONS, dtype=np.int64))


def _only_bans(bias: FloatArray) -> bool:
    """Tell whether a bias rules something out and changes nothing else."""
    banned = np.isneginf(bias)
    return bool(banned.any()) and not bias[~banned].any()
