"""What both graphs do, run by the engine: the law, the cache, the biases, the choices."""

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import pack
from engine.errors import InferenceError
from engine.model import MarianModel
from engine.search import SearchOptions, SparseBias, search
from engine.tokenizer import Tokenizer
from export.policies import DEFAULT, FLOAT32
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.exported import (
    ROOT,
    STARTER,
    Plan,
    Step,
    assert_same_alone,
    make_pack,
    one_row,
    plans,
    play,
)

POLICIES = {"float32": FLOAT32, "int8": DEFAULT}

# Each example runs a model some hundred times.
PROPERTY = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)


@pytest.fixture(scope="session", params=POLICIES)
def odd_pack(request, tmp_path_factory):
    """A pack of sizes that no vector register divides."""
    folder = tmp_path_factory.mktemp("odd")
    save_tiny_checkpoint(
        folder / "odd", d_model=15, heads=3, ffn=37, pieces=97, generation={"bad_words_ids": [[9]]}
    )
    return make_pack(folder / "odd", folder / "pack", POLICIES[request.param])


@pytest.fixture(scope="session")
def odd(odd_pack):
    return MarianModel.load(odd_pack, threads=1)


@pytest.fixture(scope="session", params=POLICIES)
def starter_model(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("starter") / request.param
    return MarianModel.load(make_pack(STARTER, folder, POLICIES[request.param]), threads=1)


def vocabulary(model):
    return model.manifest.dimensions.target_vocab


def everything(result, row=0):
    """Return the log-probability of every id, in the order of the ids."""
    found = np.empty(result.ids.shape[1], np.float32)
    found[result.ids[row]] = result.log_probs[row]
    return found


# --- The files -------------------------------------------------------------------------------


def test_onnx_accepts_both_graphs(odd_pack):
    for name in (pack.ENCODER, pack.DECODER):
        onnx.checker.check_model(odd_pack.path / name, full_check=True)


def test_the_graphs_have_the_names_and_shapes_of_the_pack_format(odd_pack):
    def shapes(values):
        return {
            value.name: [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]
            for value in values
        }

    layers = range(2)
    cross = {
        name(i): ["batch", 3, "source", 5]
        for i in layers
        for name in (pack.cross_key, pack.cross_value)
    }
    encoder = onnx.load(odd_pack.path / pack.ENCODER, load_external_data=False).graph
    sources = {pack.SOURCE_IDS: ["batch", "source"], pack.SOURCE_MASK: ["batch", "source"]}
    assert shapes(encoder.input) == sources
    assert shapes(encoder.output) == cross
    decoder = onnx.load(odd_pack.path / pack.DECODER, load_external_data=False).graph
    assert shapes(decoder.input) == {
        pack.TOKENS: ["rows"],
        pack.PARENTS: ["rows"],
        pack.SOURCE_MASK: ["batch", "source"],
        **cross,
        **{
            name(i): ["past_rows", 3, "past", 5]
            for i in layers
            for name in (pack.past_key, pack.past_value)
        },
        pack.BIAS_IDS: ["rows", "biased"],
        pack.BIAS_VALUES: ["rows", "biased"],
        pack.K: [1],
    }
    assert shapes(decoder.output) == {
        pack.LOG_PROBS: ["rows", "choices"],
        pack.IDS: ["rows", "choices"],
        pack.ATTENTION: ["rows", "source"],
        **{
            name(i): ["rows", 3, "present", 5]
            for i in layers
            for name in (pack.present_key, pack.present_value)
        },
    }


# --- The law ---------------------------------------------------------------------------------


@PROPERTY
@given(data=st.data())
def test_a_sentence_is_what_it_is_alone(odd, data):
    assert_same_alone(odd, data.draw(plans(odd.manifest)))


@settings(PROPERTY, max_examples=25)
@given(data=st.data())
def test_a_sentence_of_the_starter_is_what_it_is_alone(starter_model, data):
    assert_same_alone(starter_model, data.draw(plans(starter_model.manifest, longest=100)))


@pytest.mark.parametrize("length", [1, 7, 8, 9, 15, 16, 17, 31, 33, 64])
def test_padding_changes_nothing(odd, length):
    """A sentence beside the longest one there can be."""
    ids = np.random.default_rng(length).integers(2, vocabulary(odd) - 1, 64)
    short, long = (*ids[: length - 1].tolist(), 0), (*ids[:63].tolist(), 0)
    tokens = [odd.manifest.special_ids.decoder_start, 5, 6, 7]
    for mine, both in zip(
        play(odd, one_row(short, tokens), 9),
        play(odd, _side_by_side([short, long], tokens), 9),
        strict=True,
    ):
        np.testing.assert_array_equal(both.log_probs[0], mine.log_probs[0])
        np.testing.assert_array_equal(both.ids[0], mine.ids[0])
        np.testing.assert_array_equal(both.attention[0, :length], mine.attention[0, :length])


def _side_by_side(sources, tokens):
    plan = one_row(sources[0], tokens)
    both = np.arange(len(sources))
    steps = [type(step)(both, step.tokens.repeat(len(both)), both) for step in plan.steps]
    return type(plan)(list(sources), steps)


@pytest.mark.parametrize("beams", [1, 4])
def test_a_search_finds_the_same_alone_and_in_a_batch(starter_model, starter, beams):
    tokenizer = Tokenizer.load(starter)
    lines = (ROOT / "tests" / "data" / "parity.tsv").read_text("utf-8").splitlines()[::42]
    sources = [tokenizer.encode(line.split("\t")[0]).ids for line in lines]
    special = starter.manifest.special_ids
    options = SearchOptions(
        start_id=special.decoder_start,
        eos_id=special.eos,
        beam_size=beams,
        max_target_tokens=40,
        n_best=beams,
    )

    def find(batch):
        decoder = starter_model.decoder(starter_model.encode(batch))
        return search(decoder, len(batch), options)

    together = find(sources)
    assert len({len(source) for source in sources}) > 5
    for source, found in zip(sources, together, strict=True):
        (alone,) = find([source])
        assert [(h.ids, h.score, h.log_probs) for h in alone] == [
            (h.ids, h.score, h.log_probs) for h in found
        ]
        for mine, theirs in zip(alone, found, strict=True):
            n = len(source)
            np.testing.assert_array_equal(theirs.attention[:, :n], mine.attention[:, :n])


# --- The cache -------------------------------------------------------------------------------


@PROPERTY
@given(data=st.data())
def test_a_row_goes_on_from_its_parent(odd, data):
    """Rows permuted, doubled and dropped are what they are when computed from scratch."""
    plan = data.draw(plans(odd.manifest, sentences=3, steps=5, longest=9))
    last = len(plan.steps) - 1
    found = play(odd, plan, 7)[last]
    for row in range(len(plan.steps[last].tokens)):
        scratch = play(odd, plan.copies(last, row), 7)[last]
        np.testing.assert_array_equal(found.log_probs[row], scratch.log_probs[0])
        np.testing.assert_array_equal(found.ids[row], scratch.ids[0])


@pytest.mark.parametrize(
    "parents", [(0, 1, 2), (0, 1), (0,), (0, 1, 2, 2), (1, 1, 2), (2, 1, 0), (0, 0, 0)]
)
def test_rows_that_stay_where_they_are_go_on_as_others_do(odd, parents):
    only, first = np.zeros(1, np.int64), np.zeros(3, np.int64)
    steps = [
        Step(only, np.array([3]), only),
        Step(only, np.array([6, 7, 8]), first),
        Step(only, np.array([9, 10, 11, 12])[: len(parents)], np.array(parents)),
    ]
    plan = Plan([(3, 4, 0)], steps)
    found = play(odd, plan, 7)[2]
    for row in range(len(parents)):
        scratch = play(odd, plan.copies(2, row), 7)[2]
        np.testing.assert_array_equal(found.log_probs[row], scratch.log_probs[0])
        np.testing.assert_array_equal(found.ids[row], scratch.ids[0])


def test_the_cache_may_be_empty_or_as_long_as_the_positions(odd):
    longest = odd.manifest.dimensions.max_positions
    tokens = np.random.default_rng(3).integers(0, vocabulary(odd), longest)
    assert len(play(odd, one_row((3, 0), tokens), 4)) == longest
    with pytest.raises(InferenceError):
        play(odd, one_row((3, 0), [*tokens, 5]), 4)


# --- The choices -----------------------------------------------------------------------------


@PROPERTY
@given(data=st.data(), k=st.integers(1, 300))
def test_k_best_are_the_first_of_all(odd, data, k):
    plan = data.draw(plans(odd.manifest, sentences=3, steps=3))
    some, every = play(odd, plan, k)[-1], play(odd, plan, 10_000)[-1]
    size = min(k, vocabulary(odd))
    assert some.ids.shape == some.log_probs.shape == (len(plan.steps[-1].tokens), size)
    assert every.ids.shape[1] == vocabulary(odd)
    np.testing.assert_array_equal(some.log_probs, every.log_probs[:, :size])
    assert (np.diff(every.log_probs[:, : -len(never(odd))]) <= 0).all()
    np.testing.assert_array_equal(
        np.sort(every.ids), np.arange(vocabulary(odd))[None] + 0 * every.ids
    )


def never(model):
    return {model.manifest.special_ids.pad, *model.manifest.generation.banned_ids}


def test_probabilities_are_probabilities_and_padding_has_none(odd):
    assert len(never(odd)) == 2
    for result in play(odd, one_row((5, 6, 7, 0), [odd.manifest.special_ids.pad, 8, 9]), 10_000):
        log_probs = everything(result)
        impossible = np.flatnonzero(log_probs == -np.inf)
        assert set(impossible.tolist()) == never(odd)
        assert np.exp(log_probs.astype(np.float64)).sum() == pytest.approx(1, abs=1e-5)
        assert result.attention.sum() == pytest.approx(1, abs=1e-5)


@PROPERTY
@given(data=st.data())
def test_a_bias_is_added_before_the_softmax(odd, data):
    plan = data.draw(plans(odd.manifest, sentences=3, steps=4))
    rows, size = len(plan.steps[-1].tokens), vocabulary(odd)
    values = st.one_of(st.just(-np.inf), st.floats(-30, 30, width=32))
    cells = data.draw(
        st.dictionaries(
            st.tuples(st.integers(0, rows - 1), st.integers(0, size - 1)), values, max_size=12
        )
    )
    bias = SparseBias(
        np.array([row for row, _ in cells], np.int64),
        np.array([token for _, token in cells], np.int64),
        np.array(list(cells.values()), np.float32),
    )
    plain, biased = play(odd, plan, size)[-1], play(odd, plan, size, bias)[-1]
    for row in range(rows):
        expected = everything(plain, row).astype(np.float64)
        for (at, token), value in cells.items():
            if at == row:
                expected[token] += value
        expected -= np.logaddexp.reduce(expected)
        found = everything(biased, row)
        np.testing.assert_array_equal(found == -np.inf, expected == -np.inf)
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-4)


def test_a_ban_and_a_force_are_final(odd):
    plan = one_row((5, 6, 7, 0), [odd.manifest.special_ids.decoder_start])
    first = play(odd, plan, 3)[0].ids[0]

    def with_bias(token, value):
        only = np.zeros(1, np.int64)
        return play(
            odd,
            plan,
            vocabulary(odd),
            SparseBias(only, only + token, np.array([value], np.float32)),
        )[0]

    banned = with_bias(first[0], -np.inf)
    assert banned.ids[0, 0] == first[1]
    assert everything(banned)[first[0]] == -np.inf
    forced = with_bias(first[2], 1e9)
    assert (forced.ids[0, 0], forced.log_probs[0, 0]) == (first[2], 0)
    # What is ruled out for good cannot be forced.
    for token in never(odd):
        assert everything(with_bias(token, 1e9))[token] == -np.inf


def test_biases_of_one_cell_add_up(odd):
    plan = one_row((5, 0), [odd.manifest.special_ids.decoder_start])
    zeros = np.zeros(2, np.int64)
    halves = SparseBias(zeros, zeros + 7, np.array([1.5, 2.0], np.float32))
    whole = SparseBias(zeros[:1], zeros[:1] + 7, np.array([3.5], np.float32))
    added = everything(play(odd, plan, vocabulary(odd), halves)[0])
    np.testing.assert_allclose(
        added, everything(play(odd, plan, vocabulary(odd), whole)[0]), atol=1e-5
    )
