"""The decoder graph with a stand-in for its projection, beside the one without."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import pack
from engine.model import MarianModel
from engine.search import SearchOptions, SparseBias, search
from engine.tokenizer import Tokenizer
from export.build import ConvertOptions, build_pack
from export.checkpoint import read_checkpoint
from export.lines import read_lines
from export.screening import CANDIDATES, MOST_ERROR, MOST_MISSED
from tests.support.exported import STARTER, assert_same_alone, make_pack, one_row, plans, play

PROPERTY = settings(
    deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), max_examples=25
)
EVAL = Path(__file__).parents[1] / "data" / "eval"
K = 8


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("screened")
    return {
        screen: make_pack(STARTER, folder / screen, screen=screen) for screen in ("always", "never")
    }


@pytest.fixture(scope="module")
def screened(packs):
    return MarianModel.load(packs["always"], threads=1)


@pytest.fixture(scope="module")
def whole(packs):
    return MarianModel.load(packs["never"], threads=1)


def test_the_manifest_tells_how_good_it_is(packs):
    details = packs["always"].manifest.quantisation.details
    assert details["screen.candidates"] == CANDIDATES
    assert details["screen.states"] > 1000
    assert float(details["screen.missed"]) <= MOST_MISSED
    assert not [name for name in packs["never"].manifest.quantisation.details if "screen" in name]


@pytest.mark.parametrize(("source", "screened"), [("en", True), ("zh-Hans", True), ("de", False)])
def test_only_languages_with_sentences_to_judge_by_get_one(tmp_path, monkeypatch, source, screened):
    asked: list[str] = []

    def states_of_lines(_checkpoint, model, *_):
        asked.append(model.manifest.source_language)
        return []

    monkeypatch.setattr("export.build.states_of_lines", states_of_lines)
    folder = tmp_path / "pack"
    folder.mkdir()
    build_pack(
        read_checkpoint(STARTER), folder, ConvertOptions(screen="always", source_language=source)
    )
    assert asked == ([source] if screened else [])


def test_the_tables_are_stored_once(packs):
    sizes = {name: (found.path / pack.WEIGHTS).stat().st_size for name, found in packs.items()}
    dims = packs["always"].manifest.dimensions
    width = packs["always"].manifest.quantisation.details["screen.width"]
    assert sizes["always"] - sizes["never"] < 1.1 * dims.target_vocab * width


@pytest.fixture(scope="module")
def sources(packs):
    tokenizer = Tokenizer.load(packs["never"])
    texts = [line.source for line in read_lines(EVAL / "tatoeba.tsv")[:80]]
    return [tokenizer.encode(text).ids for text in texts]


def test_it_finds_the_same_tokens_with_nearly_the_same_probabilities(screened, whole, sources):
    """Both are fed what the whole projection chooses."""
    start, only = whole.manifest.special_ids.decoder_start, np.zeros(1, np.int64)
    differ, errors = 0, []
    for source in sources:
        models = [model.decoder(model.encode([source])) for model in (screened, whole)]
        token = np.array([start])
        for _ in range(12):
            near, exact = (model.step(token, only, only, K, None) for model in models)
            token = exact.ids[:, 0]
            differ += int(near.ids[0, 0] != token[0])
            shared = dict(zip(exact.ids[0], exact.log_probs[0], strict=True))
            both = [
                (p, shared[i])
                for i, p in zip(near.ids[0], near.log_probs[0], strict=True)
                if i in shared
            ]
            assert len(both) >= K - 3  # the last of them are hardly likely
            gaps = np.array([p - q for p, q in both])
            # The logits are the same to the bit, so all are off by the same: the sum's error.
            assert np.ptp(gaps) < 1e-4
            errors.append(abs(gaps.mean()))
            np.testing.assert_array_equal(near.attention, exact.attention)
    assert differ <= max(2, 2 * MOST_MISSED * len(errors))
    assert np.mean(errors) < MOST_ERROR


@PROPERTY
@given(data=st.data())
def test_a_sentence_is_what_it_is_alone(screened, data):
    assert_same_alone(screened, data.draw(plans(screened.manifest)))


@PROPERTY
@given(st.integers(0, 2**32 - 1), st.integers(0, 3), st.integers(1, 150))
def test_a_row_is_what_it_is_beside_rows_with_biases(screened, seed, biased, count):
    random = np.random.default_rng(seed)
    dims, special = screened.manifest.dimensions, screened.manifest.special_ids
    batch = screened.encode([(*random.integers(5, 900, 9).tolist(), 0) for _ in range(4)])
    tokens, rows = np.full(4, special.decoder_start), np.arange(4)
    plain = screened.decoder(batch).step(tokens, rows, rows, K, None)
    ids = random.choice(dims.target_vocab - 1, count, replace=False)
    bias = SparseBias(np.full(count, biased), ids, random.normal(size=count).astype(np.float32))
    mixed = screened.decoder(batch).step(tokens, rows, rows, K, bias)
    others = rows[rows != biased]
    np.testing.assert_array_equal(mixed.ids[others], plain.ids[others])
    np.testing.assert_array_equal(mixed.log_probs[others], plain.log_probs[others])


def first(model, bias=None, k=K):
    plan = one_row((5, 6, 7, 0), [model.manifest.special_ids.decoder_start])
    return play(model, plan, k, bias)[0]


def only(*tokens, value):
    zeros = np.zeros(len(tokens), np.int64)
    return SparseBias(zeros, np.array(tokens), np.full(len(tokens), value, np.float32))


def test_a_ban_takes_a_candidate_out_and_leaves_the_order_of_the_others(screened):
    plain = first(screened, k=20).ids[0].tolist()
    banned = first(screened, only(*plain[:5], value=-np.inf), k=15)
    assert banned.ids[0].tolist() == plain[5:]
    assert np.isfinite(banned.log_probs).all()
    assert np.exp(banned.log_probs[0]).sum() <= 1 + 1e-5


def test_a_token_that_is_no_candidate_can_be_forced(screened):
    far = first(screened, k=CANDIDATES).ids[0]
    token = next(t for t in range(100, 12_000) if t not in far)
    forced = first(screened, only(token, value=1e9))
    assert (forced.ids[0, 0], forced.log_probs[0, 0]) == (token, 0)
    pad = screened.manifest.special_ids.pad
    assert pad not in first(screened, only(pad, value=1e9)).ids[0]


def test_a_candidate_that_is_favoured_is_named_once(screened, whole):
    tokens = first(whole).ids[0, :3]
    for token in tokens:
        near, exact = (first(model, only(token, value=1.5)) for model in (screened, whole))
        assert near.ids[0].tolist().count(token) == 1
        assert near.ids[0, 0] == exact.ids[0, 0]
        np.testing.assert_allclose(near.log_probs[0, :2], exact.log_probs[0, :2], atol=0.15)


def test_no_more_are_named_than_are_scored(screened):
    found = first(screened, k=5000)
    assert found.ids.shape == (1, CANDIDATES)
    assert len(set(found.ids[0].tolist())) == CANDIDATES
    assert (np.diff(found.log_probs[0]) <= 0).all()


def test_a_search_finds_the_same(screened, whole, sources):
    special = whole.manifest.special_ids
    options = SearchOptions(
        start_id=special.decoder_start, eos_id=special.eos, beam_size=4, max_target_tokens=24
    )
    same = 0
    for source in sources[:40]:
        found = [
            search(model.decoder(model.encode([source])), 1, options)[0][0]
            for model in (screened, whole)
        ]
        same += found[0].ids == found[1].ids
        assert abs(found[0].score - found[1].score) < 0.3
    assert same >= 36


def test_the_whole_vocabulary_is_multiplied_by_the_narrow_table_only(packs):
    graph = onnx.load(packs["always"].path / pack.DECODER, load_external_data=False).graph
    shapes = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    dims = packs["always"].manifest.dimensions
    wide = [shapes[node.input[1]] for node in products if shapes[node.input[1]][1] > 4000]
    ((width, rows),) = wide
    assert width < dims.d_model // 2
    assert rows >= dims.target_vocab
