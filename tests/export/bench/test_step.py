"""What a decoding step reads."""

import numpy as np
import pytest
from onnx import TensorProto

from export.bench.step import median_ratio, weights_read
from export.graph import GraphBuilder, WeightFile


@pytest.fixture
def read(tmp_path):
    def bytes_of(write):
        graph = GraphBuilder("test", WeightFile("weights.bin"))
        ids = graph.input("ids", TensorProto.INT64, ["n"])
        graph.output(write(graph, ids), "y", TensorProto.FLOAT, ["n", "m"])
        path = tmp_path / "graph.onnx"
        path.write_bytes(graph.model("test").SerializeToString())
        return weights_read(path)

    return bytes_of


TABLE = np.arange(800, dtype=np.float32).reshape(100, 8)


def test_what_rows_are_looked_up_in_is_not_read(read):
    def look_up(graph, ids):
        rows = graph.op("Gather", graph.constant("table", TABLE), ids)
        return graph.op("MatMul", rows, graph.constant("weight", TABLE[:8]))

    assert read(look_up) == 8 * 8 * 4


def test_what_is_looked_up_in_and_multiplied_is_read_once(read):
    def both(graph, ids):
        rows = graph.op("Gather", graph.constant("table", TABLE), ids)
        return graph.op("MatMul", rows, graph.constant("turned", TABLE.reshape(8, 100)))

    def shared(graph, ids):
        table = graph.constant("table", TABLE)
        rows = graph.op("Gather", table, ids)
        return graph.op("Gemm", rows, table, transB=1)

    assert read(both) == read(shared) == TABLE.nbytes


def test_small_constants_count_too(read):
    def scaled(graph, ids):
        rows = graph.op("Cast", graph.op("Unsqueeze", ids, graph.ints(1)), to=1)
        return graph.op("Mul", rows, graph.scalar(2.0, np.float32))

    assert read(scaled) == 8 + 4


def test_each_round_has_its_own_bandwidth():
    assert median_ratio([2.0, 4.0, 3.0], 10, [10.0, 5.0, 20.0]) == 2.0
