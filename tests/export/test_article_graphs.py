"""Claims of docs/article.md about ONNX itself: masks, types of inputs, graphs merged into one."""

import numpy as np
import onnx
import onnx.compose
import pytest
from onnx import TensorProto

from engine import pack
from engine.errors import PackCorrupt
from engine.manifest import PackManifest
from engine.sessions import open_session, run
from export.graph import GraphBuilder, WeightFile
from tests.support.exported import run_graph

LOWEST = float(np.finfo(np.float32).min)


def masked_softmax(folder, scores, mask):
    """Add ``mask`` to ``scores`` and take the softmax, both in a graph."""
    graph = GraphBuilder("masked", WeightFile("weights.bin"))
    shape = list(scores.shape)
    x = graph.input("scores", TensorProto.FLOAT, shape)
    m = graph.input("mask", TensorProto.FLOAT, shape)
    y = graph.op("Softmax", graph.op("Add", x, m), axis=-1)
    graph.output(y, "probabilities", TensorProto.FLOAT, shape)
    return run_graph(folder, graph, scores=scores, mask=mask)["probabilities"]


@pytest.mark.parametrize("fill", [-1e4, -1e9, LOWEST, -np.inf])
def test_any_very_negative_mask_is_safe_where_a_row_keeps_one(tmp_path, fill):
    """A causal mask: the first row keeps one position, the last one all."""
    length = 24
    scores = np.random.default_rng(3).uniform(-60, 60, (length, length)).astype(np.float32)
    kept = np.tri(length, dtype=bool)
    found = masked_softmax(tmp_path, scores, np.where(kept, 0, fill).astype(np.float32))
    exact = np.exp(scores.astype(np.float64) - scores.max(axis=1, where=kept, initial=-60)[:, None])
    exact = np.where(kept, exact, 0)
    exact /= exact.sum(axis=1, keepdims=True)
    assert not found[~kept].any()
    np.testing.assert_allclose(found, exact, rtol=1e-5, atol=1e-12)


def test_only_minus_infinity_turns_an_all_masked_row_into_no_numbers(tmp_path):
    scores = np.zeros((1, 5), np.float32)
    assert np.isnan(masked_softmax(tmp_path, scores, scores - np.float32(np.inf))).all()
    for fill in (-1e4, -1e9, LOWEST):
        found = masked_softmax(tmp_path, scores, scores + np.float32(fill))
        np.testing.assert_allclose(found, 0.2, rtol=1e-6)


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        (TensorProto.BOOL, np.bool_),
        (TensorProto.INT64, np.int64),
        (TensorProto.INT32, np.int32),
        (TensorProto.FLOAT, np.float32),
    ],
)
def test_a_mask_may_be_an_input_of_any_type(tmp_path, kind, dtype):
    graph = GraphBuilder("typed", WeightFile("weights.bin"))
    scores = graph.input("scores", TensorProto.FLOAT, ["rows", "length"])
    mask = graph.input("mask", kind, ["rows", "length"])
    kept = mask if kind == TensorProto.BOOL else graph.op("Cast", mask, to=TensorProto.BOOL)
    low = graph.scalar(-np.inf, np.float32)
    y = graph.op("Softmax", graph.op("Where", kept, scores, low), axis=-1)
    graph.output(y, "probabilities", TensorProto.FLOAT, ["rows", "length"])
    kept_two = np.array([[1, 0, 1, 0]]).astype(dtype)
    found = run_graph(tmp_path, graph, scores=np.zeros((1, 4), np.float32), mask=kept_two)
    np.testing.assert_array_equal(found["probabilities"], [[0.5, 0, 0.5, 0]])


def test_our_graphs_take_no_causal_mask(starter):
    """The decoder sees one position at a time, so there is nothing later to hide from it."""
    inputs = {
        name: {value.name for value in onnx.load(starter.path / name).graph.input}
        for name in (pack.ENCODER, pack.DECODER)
    }
    assert inputs[pack.ENCODER] == {pack.SOURCE_IDS, pack.SOURCE_MASK}
    masks = {name for name in inputs[pack.DECODER] if "mask" in name}
    assert masks == {pack.SOURCE_MASK}


@pytest.fixture(scope="module")
def merged(starter, tmp_path_factory):
    """Encoder and decoder as one graph, by ``onnx.compose``."""
    folder = tmp_path_factory.mktemp("merged")
    # merge_models checks its result in memory, so the weights must be there too.
    encoder, decoder = (onnx.load(starter.path / name) for name in (pack.ENCODER, pack.DECODER))
    links = [(output.name, output.name) for output in encoder.graph.output]
    with pytest.raises(ValueError, match="overlapping names"):
        onnx.compose.merge_models(encoder, decoder, io_map=links)
    model = onnx.compose.merge_models(encoder, decoder, io_map=links, prefix1="e/", prefix2="d/")
    (folder / "merged.onnx").write_bytes(model.SerializeToString())
    return folder / "merged.onnx"


def first_step(manifest: PackManifest):
    dims = manifest.dimensions
    empty = np.zeros((1, dims.decoder_heads, 0, dims.d_model // dims.decoder_heads), np.float32)
    past = {
        name(layer): empty
        for layer in range(dims.decoder_layers)
        for name in (pack.past_key, pack.past_value)
    }
    return past | {
        pack.TOKENS: np.array([manifest.special_ids.decoder_start]),
        pack.PARENTS: np.zeros(1, np.int64),
        pack.BIAS_IDS: np.zeros((1, 0), np.int64),
        pack.BIAS_VALUES: np.zeros((1, 0), np.float32),
        pack.K: np.array([5]),
    }


def test_a_merged_graph_takes_one_step_a_call(starter, merged):
    """One call gives one token: there is no loop in it, and its cache comes out to go in again."""
    source = np.array([[412, 77, 1034, 9, 2500, starter.manifest.special_ids.eos, 11, 0]])
    mask = np.ones_like(source)
    step = first_step(starter.manifest)
    cross = run(
        open_session(starter.path / pack.ENCODER, threads=1),
        {pack.SOURCE_IDS: source, pack.SOURCE_MASK: mask},
    )
    apart = run(
        open_session(starter.path / pack.DECODER, threads=1),
        {**step, **cross, pack.SOURCE_MASK: mask},
    )
    session = open_session(merged, threads=1)
    together = run(
        session,
        {
            **{f"d/{name}": value for name, value in step.items()},
            f"e/{pack.SOURCE_IDS}": source,
            f"e/{pack.SOURCE_MASK}": mask,
            f"d/{pack.SOURCE_MASK}": mask,
        },
    )
    assert together[f"d/{pack.IDS}"].shape == (1, 5)
    for name, value in apart.items():
        np.testing.assert_array_equal(together[f"d/{name}"], value)
    kinds = {node.op_type for node in onnx.load(merged).graph.node}
    assert not kinds & {"Loop", "Scan", "BeamSearch", "GreedySearch"}
    # The table that both graphs share on disk is in the file twice.
    separate = sum((starter.path / name).stat().st_size for name in (pack.DECODER, pack.WEIGHTS))
    table = starter.manifest.dimensions.target_vocab * starter.manifest.dimensions.d_model
    assert merged.stat().st_size > separate + table
    # Whoever goes on must give the whole source again: the encoder's output is not an input.
    inputs = {value.name for value in session.get_inputs()}
    assert not any("cross" in name for name in inputs)
    assert {f"e/{pack.SOURCE_IDS}", f"d/{pack.past_key(0)}"} <= inputs


def test_what_onnx_and_the_runtime_must_agree_on_is_the_version_of_the_format(tmp_path):
    """A file that is too new is refused with an error; it does not compute something else."""
    graph = GraphBuilder("versions", WeightFile("weights.bin"))
    x = graph.input("x", TensorProto.FLOAT, [1])
    graph.output(graph.op("Neg", x), "y", TensorProto.FLOAT, [1])
    model = graph.model("test")
    for version in (onnx.IR_VERSION, 99):
        model.ir_version = version
        (tmp_path / f"{version}.onnx").write_bytes(model.SerializeToString())
    ones = {"x": np.ones(1, np.float32)}
    assert run(open_session(tmp_path / f"{onnx.IR_VERSION}.onnx", threads=1), ones)["y"] == -1
    with pytest.raises(PackCorrupt, match="IR version"):
        open_session(tmp_path / "99.onnx", threads=1)
