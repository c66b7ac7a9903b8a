"""The sessions of a pack, run for real on tiny random weights."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import pack
from engine.errors import InferenceError, PackCorrupt
from engine.manifest import parse_manifest
from engine.model import MarianModel
from engine.pack import ModelPack
from engine.search import SearchOptions, SparseBias, search
from engine.sessions import view
from engine.translator import Translator
from engine.types import TranslationOptions


@pytest.fixture(scope="module")
def model(tiny_pack):
    return MarianModel.load(tiny_pack, threads=1)


@pytest.fixture
def copied(tiny_pack, tmp_path):
    """A pack that a test may spoil."""
    folder = tmp_path / "pack"
    shutil.copytree(tiny_pack.path, folder)
    return folder


def unchecked(folder):
    """Return a pack whose files nobody has looked at."""
    path = folder / pack.MANIFEST
    return ModelPack(folder, parse_manifest(path.read_bytes(), path))


def source(model, *ids):
    return (*ids, model.manifest.special_ids.eos)


def options(model, **changes):
    special = model.manifest.special_ids
    defaults = {
        "start_id": special.decoder_start,
        "eos_id": special.eos,
        "beam_size": 4,
        "max_target_tokens": 12,
    }
    return SearchOptions(**{**defaults, **changes})


def fed(model, count):
    """Return the tokens, parents and sentences of a first step."""
    rows = np.arange(count)
    return np.full(count, model.manifest.special_ids.decoder_start), rows, rows


# Encoding


def test_encode_gives_every_layers_keys_and_values(model):
    dims = model.manifest.dimensions
    batch = model.encode([source(model, 2, 3, 4), source(model, 5)])
    width = batch.mask.shape[1]
    assert width % 8 == 0
    assert batch.mask.dtype == np.int64
    assert batch.mask.sum(axis=1).tolist() == [4, 2]
    names = {
        name(layer)
        for layer in range(dims.decoder_layers)
        for name in (pack.cross_key, pack.cross_value)
    }
    assert batch.cross.keys() == names
    head = dims.d_model // dims.decoder_heads
    for array in map(view, batch.cross.values()):
        assert array.shape == (2, dims.decoder_heads, width, head)
        assert array.dtype == np.float32
        assert np.isfinite(array).all()


def test_encode_takes_sources_up_to_the_models_positions(model):
    limit = model.manifest.dimensions.max_positions
    batch = model.encode([source(model, *[2] * (limit - 1))])
    assert batch.mask.sum() == limit


@pytest.mark.parametrize("lengths", [[], [0], [3, 0], [65], [3, 100]])
def test_encode_refuses_empty_and_too_long_sources(model, lengths):
    with pytest.raises(ValueError, match="expected sources of 1 to 64 tokens, found "):
        model.encode([[2] * length for length in lengths])


def test_an_id_outside_the_vocabulary_is_an_inference_error(model):
    with pytest.raises(InferenceError, match="the model could not be run: ") as caught:
        model.encode([source(model, 100_000)])
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is not None


# Steps


def test_a_step_returns_the_best_tokens_of_each_row(model):
    vocabulary = model.manifest.dimensions.target_vocab
    batch = model.encode([source(model, 2, 3, 4), source(model, 5)])
    result = model.decoder(batch).step(*fed(model, 2), 3, None)
    assert result.log_probs.shape == result.ids.shape == (2, 3)
    assert result.log_probs.dtype == np.float32
    assert (np.diff(result.log_probs, axis=1) <= 0).all()
    assert result.attention.shape == batch.mask.shape
    np.testing.assert_allclose(result.attention.sum(axis=1), 1, rtol=1e-5)
    assert not result.attention[batch.mask == 0].any()
    everything = model.decoder(batch).step(*fed(model, 2), vocabulary + 50, None)
    assert everything.ids.shape == (2, vocabulary)
    finite = np.where(np.isfinite(everything.log_probs), everything.log_probs, -np.inf)
    np.testing.assert_allclose(np.exp(finite).sum(axis=1), 1, rtol=1e-5)
    pad = everything.log_probs[everything.ids == model.manifest.special_ids.pad]
    assert (pad == -np.inf).all()
    np.testing.assert_array_equal(everything.ids[:, :3], result.ids)


def test_a_bias_bans_and_forces(model):
    batch = model.encode([source(model, 2, 3)])
    plain = model.decoder(batch).step(*fed(model, 1), 1, None)
    banned = SparseBias(np.array([0]), plain.ids[0], np.array([-np.inf], np.float32))
    assert model.decoder(batch).step(*fed(model, 1), 1, banned).ids[0] != plain.ids[0]
    forced = SparseBias(np.array([0]), np.array([9]), np.array([1e4], np.float32))
    assert model.decoder(batch).step(*fed(model, 1), 1, forced).ids.tolist() == [[9]]


def test_a_step_that_does_not_fit_is_an_inference_error(model):
    decoder = model.decoder(model.encode([source(model, 2, 3)]))
    tokens, _, rows = fed(model, 1)
    decoder.step(tokens, rows, rows, 2, None)
    with pytest.raises(InferenceError):
        decoder.step(tokens, np.array([7]), rows, 2, None)  # there was no row 7


def test_decoders_do_not_know_of_each_other(model):
    batch = model.encode([source(model, 2, 3, 4), source(model, 5, 6)])
    kept = {name: view(value).copy() for name, value in batch.cross.items()}
    alone = model.decoder(batch)
    tokens, rows, sentences = fed(model, 2)
    expected = [
        alone.step(tokens, rows, sentences, 4, None),
        alone.step(np.array([9, 10]), rows, sentences, 4, None),
        alone.step(np.array([11]), np.array([1]), np.array([1]), 4, None),
    ]
    one, other = model.decoder(batch), model.decoder(batch)
    one_found = [one.step(tokens, rows, sentences, 4, None)]
    other.step(np.array([3]), np.array([0]), np.array([1]), 4, None)
    one_found.append(one.step(np.array([9, 10]), rows, sentences, 4, None))
    other.step(np.array([5, 6]), np.array([0, 0]), np.array([1]), 4, None)
    one_found.append(one.step(np.array([11]), np.array([1]), np.array([1]), 4, None))
    for found, wanted in zip(one_found, expected, strict=True):
        np.testing.assert_array_equal(found.log_probs, wanted.log_probs)
        np.testing.assert_array_equal(found.ids, wanted.ids)
        np.testing.assert_array_equal(found.attention, wanted.attention)
    for name, value in batch.cross.items():
        np.testing.assert_array_equal(view(value), kept[name])


@settings(
    deadline=None,
    max_examples=25,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.lists(st.integers(2, 60), min_size=1, max_size=40), min_size=2, max_size=6),
    st.sampled_from([1, 3]),
    st.data(),
)
def test_sentences_that_end_early_leave_the_others_as_they_are_alone(
    model, sources, beam_size, data
):
    limits = data.draw(st.lists(st.integers(1, 12), min_size=len(sources), max_size=len(sources)))
    sources = [source(model, *ids) for ids in sources]
    wanted = options(model, beam_size=beam_size, n_best=beam_size)
    together = search(model.decoder(model.encode(sources)), len(sources), wanted, limits=limits)
    for each, limit, found in zip(sources, limits, together, strict=True):
        (alone,) = search(model.decoder(model.encode([each])), 1, wanted, limits=[limit])
        assert [one.ids for one in found] == [one.ids for one in alone]
        assert [one.score for one in found] == [one.score for one in alone]
        for one, other in zip(found, alone, strict=True):
            np.testing.assert_array_equal(
                one.attention[:, : len(each)], other.attention[:, : len(each)]
            )


# Lanes


def test_lanes_have_a_model_of_their_own(copied):
    model = MarianModel.load(unchecked(copied), threads=2)
    beside = model.beside()
    assert beside is not model
    assert beside is model.beside() is beside.beside()
    assert model.lanes == beside.lanes == 2
    alone = MarianModel.load(unchecked(copied), threads=1)
    assert alone.beside() is alone
    assert alone.lanes == 1


@pytest.mark.parametrize("name", [pack.ENCODER, pack.DECODER, pack.WEIGHTS])
@pytest.mark.parametrize("gone", [True, False])
def test_a_pack_that_was_replaced_is_not_opened_again(copied, name, gone):
    model = MarianModel.load(unchecked(copied), threads=2)
    before = (copied / name).read_bytes()
    (copied / name).rename(copied / "old")
    if not gone:
        (copied / name).write_bytes(before)
    assert model.beside() is model
    assert len(model.encode([source(model, 2, 3)]).mask) == 1


def test_sessions_that_were_given_up_are_opened_again_when_they_are_needed(copied):
    model = MarianModel.load(unchecked(copied), threads=2)
    sources = [source(model, 2, 3, 4), source(model, 5)]
    beside = model.beside()
    lanes, own = beside.encode(sources), model.encode(sources)
    for name, value in own.cross.items():
        np.testing.assert_array_equal(view(value), view(lanes.cross[name]))
    assert model.sessions() is model.sessions()
    assert model.sessions().decoder is not beside.sessions().decoder


def test_sessions_that_were_used_stay(copied):
    model = MarianModel.load(unchecked(copied), threads=2)
    before = model.sessions()
    model.beside()
    assert model.sessions() is before


def test_without_the_files_the_sessions_of_the_lanes_serve(copied):
    model = MarianModel.load(unchecked(copied), threads=2)
    beside = model.beside()
    (copied / pack.WEIGHTS).unlink()
    assert model.sessions() is beside.sessions()
    assert len(model.encode([source(model, 2, 3)]).mask) == 1


# Damaged packs


@pytest.mark.parametrize("name", [pack.ENCODER, pack.DECODER])
@pytest.mark.parametrize("content", [b"", b"not a graph at all", None])
def test_a_damaged_graph_is_named(copied, name, content):
    path = copied / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    for verify in (True, False):  # the sizes alone tell
        with pytest.raises(PackCorrupt, match=name):
            ModelPack.open(copied, verify=verify, cache=copied / "cache")
    with pytest.raises(PackCorrupt) as caught:
        MarianModel.load(unchecked(copied), threads=1)
    assert caught.value.path == path
    assert "\n" not in str(caught.value)
    assert "expected a graph that ONNX Runtime can load, found" in str(caught.value)


def test_a_graph_of_the_right_size_that_is_no_graph_is_found_without_hashes(copied):
    path = copied / pack.DECODER
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(PackCorrupt, match="SHA-256"):
        ModelPack.open(copied, cache=copied.parent / "cache")
    opened = ModelPack.open(copied, verify=False)
    with pytest.raises(PackCorrupt) as caught:
        Translator.load(opened, threads=1)
    assert caught.value.path == path


def test_cut_weights_are_found_by_size_and_by_the_runtime(copied):
    path = copied / pack.WEIGHTS
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PackCorrupt, match=pack.WEIGHTS):
        ModelPack.open(copied, verify=False)
    with pytest.raises(PackCorrupt) as caught:
        MarianModel.load(unchecked(copied), threads=1)
    assert caught.value.path.parent == copied
    path.unlink()
    with pytest.raises(PackCorrupt):
        MarianModel.load(unchecked(copied), threads=1)


def test_loading_a_damaged_pack_prints_nothing(copied, capfd):
    (copied / pack.ENCODER).write_bytes(b"nothing")
    with pytest.raises(PackCorrupt):
        MarianModel.load(unchecked(copied), threads=1)
    assert capfd.readouterr() == ("", "")


def test_a_graph_in_the_wrong_place_is_named(copied):
    shutil.copyfile(copied / pack.DECODER, copied / pack.ENCODER)
    with pytest.raises(PackCorrupt, match=r"encoder\.int8\.onnx: expected the inputs"):
        MarianModel.load(unchecked(copied), threads=1)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("decoder_layers", 1, "cross_"),
        ("decoder_heads", 2, "heads of"),
        ("d_model", 2, "heads of"),
    ],
)
def test_a_manifest_that_fits_another_graph_is_named(copied, name, change, message):
    opened = unchecked(copied)
    dims = opened.manifest.dimensions
    value = getattr(dims, name)
    wrong = replace(dims, **{name: value + 1 if change == 1 else value * change})
    manifest = replace(opened.manifest, dimensions=wrong)
    with pytest.raises(PackCorrupt, match=message):
        MarianModel.load(replace(opened, manifest=manifest), threads=1)


def test_a_run_that_fails_is_an_error_of_the_engine(copied):
    model = MarianModel.load(unchecked(copied), threads=1)
    batch = model.encode([source(model, 2, 3)])
    broken = replace(batch, mask=batch.mask[:, :1])
    with pytest.raises(InferenceError, match="the model could not be run"):
        model.decoder(broken).step(
            np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64), 1, None
        )


# A whole translator


@pytest.mark.parametrize("target", [None, "zh-Hant", "zh-TW"])
def test_a_translator_runs_on_the_pack(tiny_pack, target):
    translator = Translator.load(tiny_pack, threads=1)
    text = "The cat sat on the mat. " + "It will rain tomorrow morning, " * 30 + "they say."
    made = translator.translate(text, TranslationOptions(target=target))
    assert len(made.segments) == 2
    assert "wrapped" in made.segments[1].flags
    for each in made.segments:
        assert each.text
        assert np.isfinite(each.score)
        assert 0 <= each.confidence <= 1


# Memory


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/statm")
def test_memory_does_not_grow_with_the_sentences(model):
    numbers = np.random.default_rng(5)
    longest = model.manifest.dimensions.max_positions - 1

    def translate(length):
        batch = [source(model, *numbers.integers(2, 60, length)) for _ in range(4)]
        search(model.decoder(model.encode(batch)), 4, options(model, max_target_tokens=6))

    for length in (longest, *numbers.integers(1, longest, 30).tolist()):  # warms up
        translate(length)
    before = resident()
    for length in numbers.integers(1, longest, 300).tolist():
        translate(length)
    assert resident() < 1.05 * before


def resident():
    """Return the pages of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1])
