"""Rounding weights: how near it stays, where it ends, and that it is the same on every run."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from export.errors import ExportError
from export.policies import CANDIDATES, DEFAULT, FLOAT32
from export.quantise import Policy, block_quantise, channel_quantise

WEIGHTS = arrays.arrays(
    np.float32,
    st.tuples(st.integers(1, 9), st.integers(1, 40)),
    elements=st.floats(-8, 8, width=32),
)
INT16 = np.iinfo(np.int16)


def normal(*shape):
    return np.random.default_rng(1).normal(size=shape).astype(np.float32)


def pair_sums(data):
    """Sum the positive, and the negative, weights of inputs 0 and 1, 2 and 3, and so on."""
    wide = np.concatenate([data, np.zeros((len(data) % 2, data.shape[1]), data.dtype)])
    pairs = wide.astype(np.int64).reshape(-1, 2, data.shape[1])
    return np.maximum(pairs, 0).sum(axis=1), np.minimum(pairs, 0).sum(axis=1)


# --- One scale for each output ---------------------------------------------------------------


@given(weight=WEIGHTS, limit=st.sampled_from([64, 127]), pair_limit=st.sampled_from([128, 176]))
@settings(deadline=None)
def test_no_weight_and_no_pair_is_over_its_limit(weight, limit, pair_limit):
    channel = channel_quantise(weight, limit, pair_limit)
    assert channel.data.dtype == np.int8
    assert channel.data.shape == weight.shape[::-1]
    assert np.abs(channel.data.astype(int)).max() <= limit
    positive, negative = pair_sums(channel.data)
    assert positive.max() <= pair_limit
    assert negative.min() >= -pair_limit


@given(weight=WEIGHTS)
@settings(deadline=None)
def test_a_value_moves_by_half_a_step_unless_its_pair_is_large(weight):
    """With weights of 64 at most no pair is over the limit, and rounding is all that happens."""
    channel = channel_quantise(weight, 64, 128)
    values = channel.data.T * channel.scales[:, None]
    half = channel.scales[:, None] / 2
    assert (np.abs(values - weight) <= half * 1.001 + 1e-30).all()


def test_large_pairs_share_what_is_over_the_limit():
    weight = np.zeros((1, 6), np.float32)
    weight[0] = 127, 127, -127, -101, 127, -127
    channel = channel_quantise(weight, 127, 176)
    values = channel.data[:, 0] * channel.scales[0]
    # Neighbours of two signs keep their values; the others are nearer to them than clipping is.
    assert abs(values[4] - 127) < 2
    assert abs(values[5] + 127) < 2
    assert (np.abs(values - weight[0]) < 40).all()
    assert abs(values[0] - values[1]) <= channel.scales[0]


def test_scales_are_chosen_for_the_least_error():
    """A larger scale is taken where it saves large neighbours."""
    weight = normal(1, 256)
    weight[0, :2] = 4.5
    channel = channel_quantise(weight, 127, 176)
    smallest = np.abs(weight).max(axis=1) / 127
    assert channel.scales[0] > smallest[0]
    # With the smallest scale, both of the two would end at 88 steps.
    values = channel.data[:, 0] * channel.scales[0]
    assert np.square(values - weight[0]).sum() < 2 * (4.5 - 88 * smallest[0]) ** 2


@given(weight=WEIGHTS)
@settings(deadline=None)
def test_zeros_stay_zeros_and_scales_are_usable(weight):
    weight[0] = 0
    channel = channel_quantise(weight)
    assert not channel.data[:, 0].any()
    assert np.isfinite(channel.scales).all()
    assert (channel.scales > 0).all()


@pytest.mark.parametrize("value", [1e-45, 1e-38, 1e-36])
def test_numbers_too_small_for_a_scale_become_zeros(value):
    """Rows that training no longer touches decay to such numbers."""
    weight = np.array([[value, -value, 0], [1, 2, 3]], np.float32)
    channel = channel_quantise(weight)
    values = channel.data.T * channel.scales[:, None]
    np.testing.assert_allclose(values[0], 0, atol=2e-36)
    np.testing.assert_allclose(values[1], weight[1], atol=0.02)
    block = block_quantise(weight, 16)
    blocked = (block.data.astype(np.float32) - 128) * block.scales[:, :, None]
    np.testing.assert_allclose(blocked[0], 0, atol=2e-36)


def test_outputs_do_not_see_each_other():
    weight = normal(7, 30)
    together = channel_quantise(weight)
    for row in range(len(weight)):
        alone = channel_quantise(weight[row : row + 1])
        np.testing.assert_array_equal(alone.data[:, 0], together.data[:, row])
        assert alone.scales[0] == together.scales[row]


# --- One scale for each block ----------------------------------------------------------------


@given(weight=WEIGHTS, size=st.sampled_from([16, 32]))
@settings(deadline=None)
def test_blocks_are_within_half_a_step_and_filled_up(weight, size):
    block = block_quantise(weight, size)
    outputs, inputs = weight.shape
    blocks = -(-inputs // size)
    assert block.data.shape == (outputs, blocks, size)
    assert block.scales.shape == (outputs, blocks)
    values = (block.data.astype(np.float32) - 128) * block.scales[:, :, None]
    flat = values.reshape(outputs, -1)
    half = np.repeat(block.scales / 2, size, axis=1)[:, :inputs]
    assert (np.abs(flat[:, :inputs] - weight) <= half * 1.001 + 1e-30).all()
    assert not flat[:, inputs:].any()


def test_both_are_finer_than_a_bit_less_would_be():
    """At least 7.5 of 8 bits are used: the noise is as small as that of so many levels."""
    weight = normal(64, 256)
    block = block_quantise(weight, 128)
    blocked = ((block.data.astype(np.float32) - 128) * block.scales[:, :, None]).reshape(64, 256)
    channel = channel_quantise(weight)
    rowed = channel.data.T * channel.scales[:, None]
    step = 2 * np.abs(weight).max() / 2**7.5
    for values in (blocked, rowed):
        assert np.sqrt(np.square(values - weight).mean()) < step / np.sqrt(12)


# --- Policies --------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", CANDIDATES.values(), ids=lambda policy: policy.name)
def test_no_policy_lets_sixteen_bits_overflow(policy):
    assert 2 * policy.row_limit * policy.pair_limit <= INT16.max
    assert 2 * policy.row_limit <= 255


def test_a_policy_that_could_overflow_is_refused():
    with pytest.raises(ValueError, match="must fit in 16 bits, found 44704"):
        Policy(name="wild", default="row8", rules={}, row_limit=127)


def test_rules_go_by_the_last_part_of_a_name():
    policy = Policy(name="some", default="row8", rules={"kv": "block8", "embedding": "float32"})
    assert policy.scheme("decoder.0.cross.kv") == "block8"
    assert policy.scheme("embedding") == "float32"
    assert policy.scheme("kv.fc1") == "row8"
    assert policy.schemes() == {"row8", "block8", "float32"}
    assert policy.details()["scheme.kv"] == "block8"


def test_names_of_policies_are_theirs():
    assert all(name == policy.name for name, policy in CANDIDATES.items())
    assert DEFAULT in CANDIDATES.values()
    assert FLOAT32.schemes() == {"float32"}


def test_a_range_that_was_not_measured_is_named():
    policy = Policy(name="s", default="static8", rules={}, ranges={"fc1": 12.7})
    assert policy.input_scale("fc1") == pytest.approx(0.1)
    with pytest.raises(ExportError, match=r"^fc2: expected a calibrated range for static8, found"):
        policy.input_scale("fc2")
    unmeasured = Policy(name="s", default="static8", rules={})
    with pytest.raises(ExportError, match=r"^fc1: "):
        unmeasured.input_scale("fc1")
