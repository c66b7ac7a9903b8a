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

ROW_WEIGHT_LIMIT: Final = 64
"""Largest magnitude of a ``row8``/``static8`` weight.

Kernels for x86 processors without VNNI add two products of an unsigned and a signed byte in 16
bits, saturating at 32,767 (``vpmaddubsw``): 2 · 255 · 64 = 32,640 stays below, 2 · 255 · 127 not.
"""

ACTIVATION_ZERO: Final = 128
"""Zero point of rounded activations, which are unsigned bytes."""

ACTIVATION_LIMIT: Final = 127
"""Largest magnitude of a rounded activation, before the zero point is added."""


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
        activation_limit: Largest magnitude of a ``row8`` activation.
        ranges: Largest magnitude of each ``static8`` weight's input, by name, from calibration.
    """

    name: str
    default: Scheme
    rules: Mapping[str, Scheme]
    block_size: int = 128
    weight_limit: int = ROW_WEIGHT_LIMIT
    activation_limit: int = ACTIVATION_LIMIT
    ranges: Mapping[str, float] | None = None

    def scheme(self, weight: str) -> Scheme:
        """Return the scheme of the weight of that name."""
        return self.rules.get(weight.rsplit(".", maxsplit=1)[-1], self.default)

    def schemes(self) -> frozenset[Scheme]:
        """Return every scheme that a weight may get."""
        return frozenset({self.default, *self.rules.values()})

    def details(self) -> dict[str, str | int]:
        """Return what a manifest records of the policy."""
        rules = {f"scheme.{part}": scheme for part, scheme in self.rules.items()}
        limits = {"weight_limit": self.weight_limit, "activation_limit": self.activation_limit}
        return {"scheme": self.default, **rules, **limits}

    def input_scale(self, weight: str) -> float:
        """Return the calibrated scale of a ``static8`` weight's input.

        Raises:
            ExportError: Calibration saw no such weight.
        """
        if self.ranges is None or weight not in self.ranges:
            raise ExportError(f"{weight}: expected a calibrated range for static8, found none")
        return max(self.ranges[weight], 1e-6) / ACTIVATION_LIMIT


def block_quantise(weight: FloatArray, block_size: int) -> BlockWeight:
    """Quantise ``[outputs, inputs]`` with one scale for each block of inputs.

    A last, partial block is filled up with zeros, as the kernel expects.
    """
    outputs, inputs = weight.shape
    blocks = -(-inputs // block_size)
    padded = np.zeros((outputs, blocks * block_size), np.float32)
    padded[:, :inputs] = weight
    cubes = padded.reshape(outputs, blocks, block_size)
    scales = _scales(np.abs(cubes).max(axis=2), ACTIVATION_LIMIT)
    rounded = np.rint(cubes / scales[:, :, None])
    return BlockWeight((rounded + ACTIVATION_ZERO).astype(np.uint8), scales)


def channel_quantise(weight: FloatArray, limit: int = ROW_WEIGHT_LIMIT) -> ChannelWeight:
    """Quantise ``[outputs, inputs]`` with one scale for each output."""
    scales = _scales(np.abs(weight).max(axis=1), limit)
    rounded = np.rint(weight / scales[:, None]).astype(np.int8)
    return ChannelWeight(np.ascontiguousarray(rounded.T), scales)


def _scales(largest: FloatArray, limit: int) -> FloatArray:
    # An all-zero row has no scale of its own; 1 keeps the division defined and the result zero.
    return np.where(largest > 0, largest / np.float32(limit), np.float32(1)).astype(np.float32)
