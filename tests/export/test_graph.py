"""Writing ONNX files: bytes stored once, graphs that run, the same result every time."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper

from export.graph import IR_VERSION, OPSET, GraphBuilder, WeightFile
from tests.support.exported import run_graph


@pytest.fixture
def file():
    return WeightFile("weights.bin")


@pytest.fixture
def graph(file):
    return GraphBuilder("test", file)


def large(seed=1, shape=(8, 16), dtype=np.float32):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


# --- The weight file -------------------------------------------------------------------------


def test_equal_bytes_are_stored_once(file):
    first, second = file.add(b"a" * 300), file.add(b"b" * 300)
    assert file.add(b"a" * 300) == first != second
    assert len(file.content()) == second + 300


def test_every_tensor_starts_on_a_cache_line(file):
    offsets = [file.add(bytes([i]) * (257 + i)) for i in range(5)]
    assert all(offset % 64 == 0 for offset in offsets)
    content = file.content()
    assert all(content[o : o + 257 + i] == bytes([i]) * (257 + i) for i, o in enumerate(offsets))


# --- Initialisers ----------------------------------------------------------------------------


def test_two_graphs_and_two_shapes_share_the_bytes(file):
    table = large()
    names = {"one": table, "two": table.reshape(16, 8), "three": table.reshape(-1)}
    offsets = set()
    for name, array in names.items():
        builder = GraphBuilder(name, file)
        builder.constant(name, array)
        (tensor,) = builder.model("test").graph.initializer
        entries = {entry.key: entry.value for entry in tensor.external_data}
        assert list(tensor.dims) == list(array.shape)
        assert entries["location"] == "weights.bin"
        assert int(entries["length"]) == table.nbytes
        offsets.add(entries["offset"])
    assert offsets == {"0"}
    assert file.content() == table.tobytes()


def test_a_view_is_stored_in_its_own_order(graph, tmp_path):
    table = large()
    graph.output(graph.constant("turned", table.T), "y", TensorProto.FLOAT, [16, 8])
    np.testing.assert_array_equal(run_graph(tmp_path, graph)["y"], table.T)


@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.uint8, np.int64])
@pytest.mark.parametrize("shape", [(1000,), (3,), ()], ids=["external", "inline", "scalar"])
def test_values_and_types_survive(graph, tmp_path, dtype, shape):
    array = (100 * large(shape=shape)).astype(dtype)
    kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    graph.output(graph.constant("x", array), "y", kind, list(shape))
    found = run_graph(tmp_path, graph)["y"]
    assert (found.dtype, found.shape) == (dtype, shape)
    np.testing.assert_array_equal(found, array)


def test_small_tensors_stay_in_the_graph(graph, file):
    graph.constant("x", np.arange(3, dtype=np.float32))
    (tensor,) = graph.model("test").graph.initializer
    assert not tensor.external_data
    assert file.content() == b""
    np.testing.assert_array_equal(numpy_helper.to_array(tensor), [0, 1, 2])


def test_a_constant_of_one_name_is_there_once(graph):
    assert graph.scalar(2, np.float32) == graph.scalar(2, np.float32)
    assert graph.ints(1, 2) == graph.ints(1, 2)
    names = {graph.scalar(2, np.float32), graph.scalar(2, np.int64), graph.scalar(3, np.float32)}
    names |= {graph.ints(1, 2), graph.ints(2, 1), graph.ints(12)}
    found = [tensor.name for tensor in graph.model("test").graph.initializer]
    assert len(found) == len(names) == 6
    assert set(found) == names


# --- Nodes -----------------------------------------------------------------------------------


def test_nodes_run(graph, tmp_path):
    x = graph.input("x", TensorProto.FLOAT, ["n", 4])
    first, second = graph.node("Split", x, outputs=2, axis=1, num_outputs=2)
    total = graph.op("Add", graph.op("Mul", first, graph.scalar(3, np.float32)), second)
    graph.output(total, "total", TensorProto.FLOAT, ["n", 2])
    graph.output(second, "second", TensorProto.FLOAT, ["n", 2])
    for rows in (1, 5):
        values = large(shape=(rows, 4))
        found = run_graph(tmp_path, graph, x=values)
        np.testing.assert_allclose(found["total"], 3 * values[:, :2] + values[:, 2:], rtol=1e-6)
        np.testing.assert_array_equal(found["second"], values[:, 2:])


@pytest.mark.parametrize("positive", [True, False])
def test_one_of_two_branches_runs(graph, tmp_path, positive):
    x = graph.input("x", TensorProto.FLOAT, ["n", 4])
    total = graph.op("ReduceSum", x, keepdims=0)
    doubled = graph.op("Mul", x, graph.scalar(2, np.float32))

    def then():
        return [graph.op("Add", doubled, graph.scalar(7, np.float32)), graph.op("Identity", x)]

    def otherwise():
        return graph.node("Split", graph.op("Concat", x, x, axis=0), outputs=2, num_outputs=2)

    condition = graph.op("Greater", total, graph.scalar(0, np.float32))
    one, other = graph.either(condition, then, otherwise, TensorProto.FLOAT)
    graph.output(graph.op("Neg", one), "one", TensorProto.FLOAT, ["n", 4])
    graph.output(other, "other", TensorProto.FLOAT, ["n", 4])
    values = np.abs(large(shape=(3, 4))) * (1 if positive else -1)
    found = run_graph(tmp_path, graph, x=values)
    np.testing.assert_allclose(found["one"], -(2 * values + 7) if positive else -values, rtol=1e-6)
    np.testing.assert_array_equal(found["other"], values)


def test_the_model_says_what_it_is(graph):
    graph.output(graph.ints(1), "y", TensorProto.INT64, [1])
    model = graph.model("someone")
    assert (model.ir_version, model.producer_name) == (IR_VERSION, "someone")
    versions = {each.domain: each.version for each in model.opset_import}
    assert versions == {"": OPSET, "com.microsoft": 1}


def test_the_same_calls_give_the_same_bytes():
    def build():
        file = WeightFile("w")
        graph = GraphBuilder("g", file)
        x = graph.input("x", TensorProto.FLOAT, ["n", 16])
        for seed in (1, 2, 1):
            x = graph.op("MatMul", x, graph.constant(f"w{seed}", large(seed, (16, 16))))
        graph.output(x, "y", TensorProto.FLOAT, ["n", 16])
        return graph.model("test").SerializeToString(deterministic=True), file.content()

    assert build() == build()
