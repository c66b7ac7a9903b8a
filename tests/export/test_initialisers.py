"""What of a pack's weights is stored in eight bits, and that nothing is stored twice."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import onnx
import pytest
from onnx import TensorProto

from engine import pack
from export.checkpoint import read_checkpoint
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.exported import STARTER, make_pack

EIGHT_BITS = {TensorProto.INT8, TensorProto.UINT8}


@dataclass(frozen=True)
class Initialiser:
    """A tensor of one graph, and where its bytes are."""

    graph: str
    name: str
    kind: int
    shape: tuple[int, ...]
    size: int
    offset: int | None
    """In the weight file; None if the tensor is in the graph itself."""

    @property
    def place(self):
        """What is equal for tensors whose bytes are stored once."""
        return (self.graph, self.name) if self.offset is None else self.offset


def initialisers(model_pack):
    for graph in (pack.ENCODER, pack.DECODER):
        model = onnx.load(model_pack.path / graph, load_external_data=False)
        for tensor in model.graph.initializer:
            external = {entry.key: entry.value for entry in tensor.external_data}
            if external:
                assert external["location"] == pack.WEIGHTS
            dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type)
            shape = tuple(tensor.dims)
            yield Initialiser(
                graph,
                tensor.name,
                tensor.data_type,
                shape,
                dtype.itemsize * int(np.prod(shape, dtype=np.int64)),
                int(external["offset"]) if external else None,
            )


@pytest.fixture(scope="module")
def found(starter):
    return list(initialisers(starter))


def test_of_the_bytes_at_least_nineteen_in_twenty_are_of_eight_bit_types(found):
    """Each stored tensor counts once; scales, biases, norms and constants count."""
    sizes = {each.place: each for each in found}
    total = sum(each.size for each in sizes.values())
    small = sum(each.size for each in sizes.values() if each.kind in EIGHT_BITS)
    assert small / total >= 0.95
    assert total > 10_000_000


def test_every_matrix_is_of_an_eight_bit_type(found):
    """What else is stored has one dimension or is one of the small tables of positions."""
    others = [each for each in found if each.kind not in EIGHT_BITS and len(each.shape) > 1]
    assert {each.name.rpartition(".")[0] for each in others} == {
        "positions.coarse",
        "positions.fine",
    }


def test_the_weight_file_holds_the_tensors_and_nothing_else(found, starter):
    """Every byte belongs to a tensor or fills the gap to the next cache line."""
    places = sorted({(each.offset, each.size) for each in found if each.offset is not None})
    end = 0
    for offset, size in places:
        assert 0 <= offset - end < 64
        end = offset + size
    assert end == (starter.path / pack.WEIGHTS).stat().st_size


def test_no_bytes_are_stored_twice(found, starter):
    content = (starter.path / pack.WEIGHTS).read_bytes()
    offsets = defaultdict(set)
    for each in found:
        if each.offset is not None:
            offsets[content[each.offset : each.offset + each.size]].add(each.offset)
    assert all(len(places) == 1 for places in offsets.values())


def test_the_table_of_both_graphs_and_the_projection_is_one(found):
    """The starter's embeddings are shared and tied: three uses, one place, whole groups of rows."""
    tables = [each for each in found if each.size == 12_032 * 256]
    uses = {(each.graph, each.name) for each in tables}
    assert uses == {
        (pack.ENCODER, "embedding.rows"),
        (pack.DECODER, "embedding.rows"),
        (pack.DECODER, "projection.rows"),
    }
    assert len({each.offset for each in tables}) == 1


@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("shared", [True, False], ids=["shared", "their own"])
def test_as_many_tables_are_stored_as_there_are(tmp_path, tied, shared):
    save_tiny_checkpoint(tmp_path / "checkpoint", tied=tied, shared=shared)
    weights = read_checkpoint(tmp_path / "checkpoint").weights
    tables = (weights.source_embedding, weights.target_embedding, weights.projection)
    distinct = {table.tobytes() for table in tables}
    assert (len(distinct) == 1) is (tied and shared)
    found = initialisers(make_pack(tmp_path / "checkpoint", tmp_path / "pack"))
    names = ("embedding.rows", "projection.rows")
    assert len({each.offset for each in found if each.name in names}) == len(distinct)


def test_no_pair_of_weights_can_overflow_sixteen_bits(starter):
    """The least that processors without VNNI demand, of the bytes themselves.

    Such processors multiply activations (unsigned bytes, 0 to twice their zero point) by weights
    (signed bytes) and add the products of inputs 0 and 1, 2 and 3, … in 16 bits that saturate.
    """
    for graph in (pack.ENCODER, pack.DECODER):
        model = onnx.load(starter.path / graph).graph
        tensors = {each.name: onnx.numpy_helper.to_array(each) for each in model.initializer}
        for node in model.node:  # the projection's table is stored by rows
            if node.op_type == "Transpose" and node.input[0] in tensors:
                tensors[node.output[0]] = tensors[node.input[0]].T
        products = [node for node in model.node if node.op_type == "MatMulIntegerToFloat"]
        assert products
        for node in products:
            weight = tensors[node.input[1]].astype(np.int64)
            zero = int(tensors[node.input[4]])
            assert weight.shape[0] % 2 == 0
            pairs = weight.reshape(-1, 2, weight.shape[1])
            limits = np.iinfo(np.int16)
            assert 2 * zero * np.maximum(pairs, 0).sum(axis=1).max() <= limits.max, node.name
            assert 2 * zero * np.minimum(pairs, 0).sum(axis=1).min() >= limits.min, node.name


def test_the_starter_is_smaller_than_its_checkpoint_in_half_precision(starter):
    size = sum(
        (starter.path / n).stat().st_size for n in (pack.ENCODER, pack.DECODER, pack.WEIGHTS)
    )
    assert size < 0.56 * (STARTER / "model.safetensors").stat().st_size
