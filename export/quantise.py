"""Turn float32 weights into 8-bit ones, and say which weights get which treatment.

A linear layer computes ``y = x Wᵀ + b`` with W ``[outputs, inputs]`` as a checkpoint stores it.
All schemes are symmetric in the weight. What differs is where the scales sit and how activations
are rounded; in none does a row of x see another row, so that a sentence's translation cannot depend
on its batch mates:

- ``block8``: one scale for each block of inputs of each output; activations rounded for each row
  and block inside the kernel (``MatMulNBits``, accuracy level 4).
- ``row8``: one scale for each output, one for each row of activations, integers in between.
- ``static8``: one scale for each output; activations with one scale fixed by calibration.
- ``float32``: left alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from export.errors import ExportError

Scheme = Literal["float32", "block8", "row8", "static8"]

FloatArray = NDArray[np.float32]

BYTE_LIMIT: Final = 127
"""Largest magnitude of a rounded value, without the zero point where there is one."""

PAIR_LIMIT: Final = 176
"""Largest sum of the positive, and of the negative, weights of a ``row8`` pair of inputs."""

ROW_LIMIT: Final = 93
"""Largest magnitude of a rounded ``row8`` activation, and its zero point: bytes of 0 to 186.

Kernels for x86 processors without VNNI multiply unsigned bytes (activations) by signed ones
(weights) and add the products of inputs 0 and 1, 2 and 3, and so on in 16 bits, where sums beyond
32,767 saturate (``vpmaddubsw``). 186 · 176 = 32,736 does not. Of all ways to share the 15 bits this
one leaves the least error: 7.5 bits for activations, and 8 bits for weights of which few pairs are
over the limit.
"""

STATIC_PAIR_LIMIT: Final = 128
"""As above for ``static8``, whose activations may be any byte: 255 · 128 = 32,640."""

STATIC_ZERO: Final = 128
"""Zero point of rounded ``static8`` activations."""

BLOCK_ZERO: Final = 128
"""Zero point of ``block8`` weights."""

_STRETCHES: Final = (1.0, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3)
"""Scales tried for each output, as multiples of the one that its largest weight asks for."""


_OUTPUTS_AT_ONCE: Final = 128
"""Outputs rounded at a time: a whole vocabulary's would take a gigabyte, and so few stay in the
processor's cache while scales are tried."""


@dataclass(frozen=True, slots=True)
class BlockWeight:
    """Unsigned bytes around 128, a scale for each block.

    Attributes:
        data: uint8 ``[outputs, blocks, block_size]``.
        scales: float32 ``[outputs, blocks]``; the value is ``(data - 128) * scale``.
    """

    data: NDArray[np.uint8]
    scales: FloatArray


@dataclass(frozen=True, slots=True)
class ChannelWeight:
    """Signed bytes, a scale for each output.

    Attributes:
        data: int8 ``[inputs, outputs]``: transposed, as the matrix product wants it.
        scales: float32 ``[outputs]``; the value is ``data * scale``.
    """

    data: NDArray[np.int8]
    scales: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Which scheme each weight gets.

    Weights are named ``encoder.0.attention.qkv``, ``encoder.0.fc1``, ``decoder.2.cross.q``,
    ``decoder.2.cross.kv``, ``embedding``, ``projection`` and so on.

    Attributes:
        name: What the manifest calls the policy.
        default: Scheme of every weight that no rule names.
        rules: Scheme by the last part of a weight's name, such as ``{"embedding": "float32"}``.
        block_size: Inputs in a block of ``block8``; a power of two, at least 16.
        weight_limit: Largest magnitude of a ``row8`` or ``static8`` weight.
        pair_limit: Largest sum of a ``row8`` pair's weights of one sign.
        row_limit: Largest magnitude of a ``row8`` activation, and its zero point.
        ranges: Largest magnitude of each ``static8`` weight's input, by name, from calibration.
    """

    name: str
    default: Scheme
    rules: Mapping[str, Scheme]
    block_size: int = 128
    weight_limit: int = BYTE_LIMIT
    pair_limit: int = PAIR_LIMIT
    row_limit: int = ROW_LIMIT
    ranges: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        largest = 2 * self.row_limit * self.pair_limit
        if largest > np.iinfo(np.int16).max:
            raise ValueError(f"2 · row_limit · pair_limit must fit in 16 bits, found {largest}")

    def scheme(self, weight: str) -> Scheme:
        """Return the scheme of the weight of that name."""
        return self.rules.get(weight.rsplit(".", maxsplit=1)[-1], self.default)

    def schemes(self) -> frozenset[Scheme]:
        """Return every scheme that a weight may get."""
        return frozenset({self.default, *self.rules.values()})

    def details(self) -> dict[str, str | int]:
        """Return what a manifest records of the policy."""
        rules = {f"scheme.{part}": scheme for part, scheme in self.rules.items()}
        limits = {
            "weight_limit": self.weight_limit,
            "pair_limit": self.pair_limit,
            "row_limit": self.row_limit,
        }
        return {"scheme": self.default, **rules, **limits}

    def input_scale(self, weight: str) -> float:
        """Return the calibrated scale of a ``static8`` weight's input.

        Raises:
            ExportError: Calibration saw no such weight.
        """
        if self.ranges is None or weight not in self.ranges:
            raise ExportError(f"{weight}: expected a calibrated range for static8, found none")
        return max(self.ranges[weight], 1e-6) / BYTE_LIMIT


def block_quantise(weight: FloatArray, block_size: int) -> BlockWeight:
    """Quantise ``[outputs, inputs]`` with one scale for each block of inputs.

    A last, partial block is filled up with zeros, as the kernel expects.
    """
    outputs, inputs = weight.shape
    blocks = -(-inputs // block_size)
    padded = np.zeros((outputs, blocks * block_size), np.float32)
    padded[:, :inputs] = weight
    cubes = padded.reshape(outputs, blocks, block_size)
    scales = _scales(np.abs(cubes).max(axis=2), BYTE_LIMIT)
    rounded = np.rint(cubes / scales[:, :, None])
    return BlockWeight((rounded + BLOCK_ZERO).astype(np.uint8), scales)


def channel_quantise(
    weight: FloatArray, limit: int = BYTE_LIMIT, pair_limit: int = PAIR_LIMIT
) -> ChannelWeight:
    """Quantise ``[outputs, inputs]`` with one scale for each output, pairs within their limit.

    A larger scale rounds more coarsely but brings pairs of large weights within the limit with less
    change; each output takes whichever scale leaves the least squared error.
    """
    data = np.empty(weight.shape[::-1], np.int8)
    scales = np.empty(len(weight), np.float32)
    for start in range(0, len(weight), _OUTPUTS_AT_ONCE):
        some = slice(start, start + _OUTPUTS_AT_ONCE)
        rounded, scales[some] = _round_outputs(weight[some], limit, pair_limit)
        data[:, some] = rounded.T
    return ChannelWeight(data, scales)


def _round_outputs(
    weight: FloatArray, limit: int, pair_limit: int
) -> tuple[FloatArray, FloatArray]:
    """Return whole numbers ``[outputs, inputs]`` and scales ``[outputs]``."""
    smallest = _scales(np.abs(weight).max(axis=1), limit)
    best = np.zeros(weight.shape, np.float32)
    scales = smallest.copy()
    least = np.full(len(weight), np.inf)
    for stretch in _STRETCHES:
        tried = smallest * np.float32(stretch)
        scale = tried[:, None]
        rounded = weight / scale
        _limit_pairs(np.rint(rounded, out=rounded), pair_limit)
        left = rounded * scale
        left -= weight
        # In float64, so that no order of summation on any machine changes which scale wins.
        error = np.square(left, out=left).sum(axis=1, dtype=np.float64)
        better = error < least
        best[better], scales[better], least[better] = rounded[better], tried[better], error[better]
    return best, scales


def _limit_pairs(rounded: FloatArray, limit: int) -> None:
    """Bring neighbours whose sum is too large within the limit, each giving up half of the excess.

    Only neighbours of one sign can be too large together, as none exceeds 127 alone.
    """
    odd = rounded[:, 1::2]
    even = rounded[:, 0 : 2 * odd.shape[1] : 2]
    excess = even + odd
    excess -= np.clip(excess, -limit, limit)
    half = np.trunc(excess / 2)
    even -= half
    excess -= half
    odd -= excess


def _scales(largest: FloatArray, limit: int) -> FloatArray:
    # Zeros have no scale, and numbers next to zero none that float32 holds with full precision; 1
    # keeps the division defined and the result zero.
    scales = largest / np.float32(limit)
    return np.where(scales >= np.finfo(np.float32).tiny, scales, np.float32(1)).astype(np.float32)
