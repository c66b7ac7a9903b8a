"""The parts of the graphs, each against numpy or torch in float64."""

import numpy as np
import pytest
from onnx import TensorProto

from export.graph import GraphBuilder, WeightFile
from export.layers import LayerWriter, whole_groups
from export.marian import Attention, LayerNorm, Linear, sinusoids
from export.policies import CANDIDATES, FLOAT32
from export.quantise import Policy
from tests.support.exported import run_graph
from tests.support.requirements import require

STATIC = Policy(name="static8", default="static8", rules={}, ranges={"layer": 5.0})
POLICIES = {name: CANDIDATES[name] for name in ("row8", "row8-w7", "block8-64")} | {
    "float32": FLOAT32,
    "static8": STATIC,
}


def normal(*shape, seed=1):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def writer_of(policy=FLOAT32, heads=2, activation="relu"):
    return LayerWriter(GraphBuilder("test", WeightFile("weights.bin")), policy, heads, activation)


def finish(folder, writer, value, rank, **feeds):
    """Give ``value``, which has ``rank`` dimensions, out of the graph and run it."""
    writer.graph.output(value, "y", TensorProto.FLOAT, [f"d{i}" for i in range(rank)])
    return run_graph(folder, writer.graph, **feeds)["y"]


def noise(found, expected):
    """Return the root mean square of the difference, relative to that of what is expected."""
    return np.sqrt(np.square(found - expected).mean() / np.square(expected).mean())


# --- Linear layers ---------------------------------------------------------------------------


@pytest.mark.parametrize("inputs", [64, 37])
@pytest.mark.parametrize("shape", [(5,), (2, 3)], ids=str)
@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("name", POLICIES)
def test_linear(tmp_path, name, biased, shape, inputs):
    weight, bias, x = normal(48, inputs), normal(48, seed=2), normal(*shape, inputs, seed=3)
    writer = writer_of(POLICIES[name])
    value = writer.graph.input("x", TensorProto.FLOAT, [*"abc"[: len(shape)], inputs])
    y = writer.linear("layer", value, weight, bias if biased else None)
    assert writer.observed == {"layer": "x"}
    expected = x.astype(np.float64) @ weight.T + (bias if biased else 0)
    found = finish(tmp_path, writer, y, x.ndim, x=x)
    assert found.shape == (*shape, 48)
    # Fixed scales leave weights, of which many pairs are over their limit, the least precision.
    assert noise(found, expected) < {"float32": 1e-6, "static8": 0.05}.get(name, 0.02)


@pytest.mark.parametrize("name", ["row8", "row8-w7"])
def test_rows_are_rounded_one_by_one(tmp_path, name):
    """Rows of very different sizes keep their precision, and a row of zeros gives the bias."""
    sizes = np.array([1e-30, 1e-6, 1, 1e6, 1e30, 0], np.float32)
    weight, bias, x = normal(48, 64), np.zeros(48, np.float32), normal(6, 64, seed=3)
    writer = writer_of(POLICIES[name])
    value = writer.graph.input("x", TensorProto.FLOAT, ["a", 64])
    found = finish(
        tmp_path, writer, writer.linear("layer", value, weight, bias), 2, x=x * sizes[:, None]
    )
    for row, size in enumerate(sizes[:-1]):
        assert noise(found[row] / size, x[row].astype(np.float64) @ weight.T) < 0.02
    np.testing.assert_array_equal(found[-1], bias)


def test_what_is_banned_stays_so_whatever_the_size_of_a_row(tmp_path):
    sizes = np.array([1e-30, 1, 1e30, 0], np.float32)
    weight, x = normal(48, 64), normal(4, 64, seed=3)
    bias = np.zeros(48, np.float32)
    bias[[0, 20, 47]] = -np.inf
    banned = np.isneginf(bias)
    writer = writer_of(CANDIDATES["row8"])
    value = writer.graph.input("x", TensorProto.FLOAT, ["a", 64])
    y = writer.linear("layer", value, weight, bias)
    assert [node.op_type for node in writer.graph.model("test").graph.node].count("Add") == 0
    found = finish(tmp_path, writer, y, 2, x=x * sizes[:, None])
    assert np.isneginf(found[:, banned]).all()
    for row, size in enumerate(sizes[:-1]):
        wanted = (x[row].astype(np.float64) @ weight.T)[~banned]
        assert noise(found[row, ~banned] / size, wanted) < 0.02
    np.testing.assert_allclose(found[-1, ~banned], 0, atol=1e-30)


def test_one_input_of_several_layers_is_rounded_once():
    writer = writer_of(CANDIDATES["row8"])
    value = writer.graph.input("x", TensorProto.FLOAT, ["a", 64])
    for name in ("q", "k"):
        writer.linear(name, value, normal(48, 64), None)
    nodes = [node.op_type for node in writer.graph.model("test").graph.node]
    assert nodes.count("QuantizeLinear") == 1
    assert nodes.count("MatMulIntegerToFloat") == 2


# --- Embeddings ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [64, 37])
@pytest.mark.parametrize("name", ["float32", "row8", "row8-w7", "block8-64"])
@pytest.mark.parametrize("ids", [[3, 0, 29, 3], [[3, 0], [29, 7], [1, 1]]], ids=["one", "two"])
def test_embedding(tmp_path, ids, name, width):
    table = normal(30, width)
    writer = writer_of(POLICIES[name])
    indices = np.array(ids)
    value = writer.graph.input("ids", TensorProto.INT64, [*"ab"[: indices.ndim]])
    looked_up = writer.embedding(value, table)
    found = finish(tmp_path, writer, looked_up, indices.ndim + 1, ids=indices)
    assert found.shape == (*indices.shape, width)
    assert noise(found, table[indices]) < (1e-7 if name == "float32" else 0.02)


@pytest.mark.parametrize("name", ["float32", "row8", "row8-w7", "block8-64"])
def test_a_tied_table_is_stored_once(name):
    table = whole_groups(normal(40, 64))
    writer = writer_of(POLICIES[name])
    writer.embedding(writer.graph.input("tokens", TensorProto.INT64, ["a"]), table)
    before = len(writer.graph.weights.content())
    writer.linear("projection", writer.graph.input("x", TensorProto.FLOAT, ["a", 64]), table, None)
    assert before >= table.size
    assert len(writer.graph.weights.content()) == before


# --- Positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "width"), [(512, 256), (64, 16), (45, 15), (31, 2), (1, 1)])
def test_positions_are_the_sinusoids(tmp_path, count, width):
    writer = writer_of()
    value = writer.graph.input("i", TensorProto.INT64, ["n"])
    indices = np.random.default_rng(1).permutation(count)
    found = finish(tmp_path, writer, writer.positions(value, count, width), 2, i=indices)
    np.testing.assert_allclose(found, sinusoids(count, width)[indices], rtol=0, atol=5e-7)


def test_positions_take_little_space():
    writer = writer_of()
    writer.positions(writer.graph.input("i", TensorProto.INT64, ["n"]), 512, 512)
    assert len(writer.graph.weights.content()) < sinusoids(512, 512).nbytes / 10


# --- Sublayers -------------------------------------------------------------------------------


@pytest.mark.parametrize("activation", ["swish", "relu", "gelu"])
def test_feed_forward(tmp_path, activation):
    torch = require("torch")
    function = {
        "swish": torch.nn.functional.silu,
        "relu": torch.nn.functional.relu,
        "gelu": torch.nn.functional.gelu,
    }[activation]
    fc1, fc2 = Linear(normal(40, 16), normal(40)), Linear(normal(16, 40), normal(16))
    norm = LayerNorm(normal(16, seed=5), normal(16, seed=6))
    x = normal(3, 2, 16, seed=7)
    writer = writer_of(activation=activation)
    value = writer.graph.input("x", TensorProto.FLOAT, ["a", "b", 16])
    found = finish(tmp_path, writer, writer.feed_forward("f", value, fc1, fc2, norm), 3, x=x)

    def tensor(array):
        return torch.from_numpy(array.astype(np.float64))

    hidden = function(tensor(x) @ tensor(fc1.weight).T + tensor(fc1.bias))
    expected = torch.nn.functional.layer_norm(
        tensor(x) + hidden @ tensor(fc2.weight).T + tensor(fc2.bias),
        (16,),
        tensor(norm.weight),
        tensor(norm.bias),
        eps=1e-5,
    )
    np.testing.assert_allclose(found, expected.numpy(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("width", [16, 37, 64, 512])
def test_add_norm(tmp_path, width):
    """Also for rows of very different sizes, and bit for bit the same for a row alone."""
    sizes = np.array([1e-3, 1, 1e3, 0], np.float32)[:, None]
    x, sublayer = normal(4, width) * sizes, normal(4, width, seed=2) * sizes
    bias, norm = normal(width, seed=3), LayerNorm(normal(width, seed=5), normal(width, seed=6))

    def run(rows):
        writer = writer_of()
        values = [writer.graph.input(n, TensorProto.FLOAT, ["a", width]) for n in ("x", "s")]
        y = writer.add_norm("n", *values, bias, norm)
        return finish(tmp_path, writer, y, 2, x=x[rows], s=sublayer[rows])

    total = x.astype(np.float64) + sublayer + bias
    centred = total - total.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + 1e-5)
    found = run(slice(None))
    np.testing.assert_allclose(found, centred / deviation * norm.weight + norm.bias, atol=1e-4)
    for row in range(4):
        np.testing.assert_array_equal(run([row])[0], found[row])


@pytest.mark.parametrize("heads", [1, 2, 5])
def test_attention_leaves_padding_out(tmp_path, heads):
    width = 10
    attention = Attention(*(Linear(normal(width, width, seed=s), normal(width)) for s in range(4)))
    x = normal(2, 6, width, seed=8)
    mask = np.array([[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]], np.int32)
    writer = writer_of(heads=heads)
    value = writer.graph.input("x", TensorProto.FLOAT, ["a", "b", width])
    seen = writer.graph.input("mask", TensorProto.INT32, ["a", "b"])
    q, k, v = writer.project_qkv("s", value, attention)
    (context,) = writer.attend(q, k, v, "", seen)
    found = finish(tmp_path, writer, context, 3, x=x, mask=mask)

    def heads_of(linear):
        y = x.astype(np.float64) @ linear.weight.T + linear.bias
        return y.reshape(2, 6, heads, -1).transpose(0, 2, 1, 3)

    queries, keys, values = map(heads_of, (attention.q, attention.k, attention.v))
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(width / heads)
    scores = np.where(mask[:, None, None] == 1, scores, -np.inf)
    probabilities = np.exp(scores - scores.max(axis=-1, keepdims=True))
    probabilities /= probabilities.sum(axis=-1, keepdims=True)
    expected = (probabilities @ values).transpose(0, 2, 1, 3).reshape(x.shape)
    np.testing.assert_allclose(found[mask == 1], expected[mask == 1], rtol=0, atol=1e-5)
