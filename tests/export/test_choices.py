"""The best tokens of each row, against numpy in float64."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from onnx import TensorProto

from engine.sessions import open_session, run
from export.choices import best_tokens
from export.graph import GraphBuilder, WeightFile
from export.layers import GROUP, whole_groups

GROUPS = 5
VOCABULARY = GROUPS * GROUP


@pytest.fixture(scope="module")
def choose(tmp_path_factory):
    graph = GraphBuilder("test", WeightFile("weights.bin"))
    logits = graph.input("logits", TensorProto.FLOAT, ["rows", VOCABULARY])
    k = graph.input("k", TensorProto.INT64, [1])
    log_probs, ids = best_tokens(graph, logits, k, VOCABULARY)
    graph.output(log_probs, "log_probs", TensorProto.FLOAT, ["rows", "k"])
    graph.output(ids, "ids", TensorProto.INT64, ["rows", "k"])
    path = tmp_path_factory.mktemp("choices") / "graph.onnx"
    path.write_bytes(graph.model("test").SerializeToString())
    session = open_session(path, threads=1)

    def choose_of(logits, k):
        found = run(session, {"logits": logits, "k": np.array([k])})
        return found["log_probs"], found["ids"]

    return choose_of


def expected(logits, k):
    order = np.argsort(-logits, axis=1, kind="stable")[:, :k]
    wide = logits.astype(np.float64)
    top = wide.max(axis=1, keepdims=True)
    total = top + np.log(np.exp(wide - top).sum(axis=1, keepdims=True))
    return np.take_along_axis(wide, order, axis=1) - total, order


@pytest.mark.parametrize("k", [1, 2, 5, 9, GROUPS, GROUPS + 1, VOCABULARY])
@pytest.mark.parametrize("rows", [1, 3, 33])
def test_they_are_the_largest_with_their_log_probabilities(choose, rows, k):
    logits = np.random.default_rng(k).normal(scale=4, size=(rows, VOCABULARY)).astype(np.float32)
    log_probs, ids = choose(logits, k)
    wanted, order = expected(logits, k)
    np.testing.assert_array_equal(ids, order)
    np.testing.assert_allclose(log_probs, wanted, rtol=0, atol=1e-5)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    arrays(np.int8, st.tuples(st.integers(1, 4), st.just(VOCABULARY)), elements=st.integers(0, 3)),
    st.integers(1, 40),
)
def test_equals_come_in_the_order_of_their_ids(choose, logits, k):
    """With four values for hundreds of places nearly all are equal, across groups too."""
    _, ids = choose(logits.astype(np.float32), k)
    np.testing.assert_array_equal(ids, np.argsort(-logits, axis=1, kind="stable")[:, :k])


def test_a_row_is_the_same_alone_and_among_others(choose):
    logits = np.random.default_rng(5).normal(scale=3, size=(37, VOCABULARY)).astype(np.float32)
    together = choose(logits, 4)
    for row in range(len(logits)):
        for found, alone in zip(together, choose(logits[row : row + 1], 4), strict=True):
            np.testing.assert_array_equal(found[row], alone[0])


def test_what_is_banned_comes_last_and_has_no_probability(choose):
    logits = np.full((1, VOCABULARY), -np.inf, np.float32)
    logits[0, [3, 400]] = 1.0, 2.0
    log_probs, ids = choose(logits, 3)
    np.testing.assert_array_equal(ids[0, :2], [400, 3])
    np.testing.assert_allclose(log_probs[0, :2], np.log([0.731059, 0.268941]), atol=1e-5)
    assert log_probs[0, 2] == -np.inf


def test_where_all_is_banned_there_is_no_number(choose):
    log_probs, _ = choose(np.full((1, VOCABULARY), -np.inf, np.float32), 1)
    assert not log_probs[0, 0] > -np.inf


@given(array_shapes(min_dims=2, max_dims=2, max_side=300))
def test_tables_are_filled_up_to_whole_groups(shape):
    table = np.ones(shape, np.float32)
    filled = whole_groups(table)
    assert len(filled) % GROUP == 0
    assert len(filled) - len(table) < GROUP
    np.testing.assert_array_equal(filled[: len(table)], table)
    assert not filled[len(table) :].any()
