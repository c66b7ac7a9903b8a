"""Checkpoints against the transformers model that wrote them."""

import hashlib
import json
import shutil
import subprocess
import sys

import numpy as np
import pytest

from export.checkpoint import read_checkpoint, sinusoids
from tests.support.checkpoints import (
    edit_json,
    edit_tensors,
    save_tiny_checkpoint,
    write_json,
)
from tests.support.requirements import require


def layer_tensors(prefix, layer):
    """Name the arrays of a layer as transformers does."""
    blocks = {"self_attn": layer.attention}
    norms = {"self_attn_layer_norm": layer.attention_norm, "final_layer_norm": layer.norm}
    if hasattr(layer, "cross"):
        blocks["encoder_attn"] = layer.cross
        norms["encoder_attn_layer_norm"] = layer.cross_norm
    modules = {"fc1": layer.fc1, "fc2": layer.fc2, **norms}
    for name, attention in blocks.items():
        modules |= {
            f"{name}.q_proj": attention.q,
            f"{name}.k_proj": attention.k,
            f"{name}.v_proj": attention.v,
            f"{name}.out_proj": attention.o,
        }
    for name, module in modules.items():
        yield f"{prefix}.{name}.weight", module.weight
        yield f"{prefix}.{name}.bias", module.bias


def all_tensors(weights):
    """Name every array of a model as transformers does."""
    named = {
        "model.encoder.embed_tokens.weight": weights.source_embedding,
        "model.decoder.embed_tokens.weight": weights.target_embedding,
        "lm_head.weight": weights.projection,
        "final_logits_bias": weights.projection_bias[None],
    }
    for i, layer in enumerate(weights.encoder_layers):
        named |= layer_tensors(f"model.encoder.layers.{i}", layer)
    for i, layer in enumerate(weights.decoder_layers):
        named |= layer_tensors(f"model.decoder.layers.{i}", layer)
    return named


def assert_same_weights(weights, model):
    state = model.state_dict()
    named = all_tensors(weights)
    # Positions are computed, not read.
    unread = {"model.shared.weight", *(name for name in state if "embed_positions" in name)}
    assert named.keys() | unread >= state.keys()
    for name, array in named.items():
        assert array.dtype == np.float32, name
        np.testing.assert_array_equal(array, state[name].float().numpy(), err_msg=name)


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A checkpoint that no test may change."""
    path = tmp_path_factory.mktemp("checkpoint") / "opus-mt-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture
def tiny(made, tmp_path):
    """A checkpoint of this test's own."""
    return shutil.copytree(made, tmp_path / "tiny")


# --- What is read ---------------------------------------------------------------------------


@pytest.mark.parametrize("file_format", ["safetensors", "bin", "legacy-bin"])
@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("tables", ["shared", "own", "separate"])
def test_every_combination_of_tables_equals_the_model(tmp_path, tables, tied, file_format):
    model = save_tiny_checkpoint(
        tmp_path / "m",
        tied=tied,
        shared=tables == "shared",
        separate_vocabs=tables == "separate",
        encoder_layers=3,
        decoder_layers=1,
        format=file_format,
    )
    weights = read_checkpoint(tmp_path / "m").weights
    assert_same_weights(weights, model)
    one_table = tables == "shared" and tied
    assert weights.config.tied is tied is (weights.projection is weights.target_embedding)
    assert weights.config.shared is one_table
    assert (weights.source_embedding is weights.target_embedding) is one_table
    assert weights.config.separate_vocabs is (tables == "separate")


@pytest.mark.parametrize("file_format", ["safetensors", "bin", "legacy-bin"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_every_number_type_becomes_float32(tmp_path, dtype, file_format):
    model = save_tiny_checkpoint(tmp_path / "m", dtype=dtype, format=file_format)
    assert_same_weights(read_checkpoint(tmp_path / "m").weights, model)


def test_dimensions_and_ids_are_the_models(tmp_path):
    model = save_tiny_checkpoint(
        tmp_path / "m",
        d_model=12,
        heads=3,
        ffn=20,
        encoder_layers=1,
        decoder_layers=2,
        max_positions=40,
        activation="relu",
        scale_embedding=False,
    )
    config = read_checkpoint(tmp_path / "m").weights.config
    assert (config.d_model, config.encoder_heads, config.decoder_heads) == (12, 3, 3)
    assert (config.encoder_layers, config.decoder_layers) == (1, 2)
    assert (config.encoder_ffn, config.decoder_ffn, config.max_positions) == (20, 20, 40)
    assert (config.activation, config.scale_embedding) == ("relu", False)
    assert (config.eos_id, config.unk_id) == (0, 1)
    assert config.pad_id == config.decoder_start_id == model.config.vocab_size - 1
    assert config.source_vocab == config.target_vocab == model.config.vocab_size


@pytest.mark.parametrize(
    ("name", "meaning"), [("swish", "swish"), ("silu", "swish"), ("relu", "relu"), ("gelu", "gelu")]
)
def test_activations(tiny, name, meaning):
    edit_json(tiny / "config.json", activation_function=name)
    assert read_checkpoint(tiny).weights.config.activation == meaning


@pytest.mark.parametrize(("positions", "width"), [(1, 2), (7, 1), (9, 5), (64, 16), (512, 256)])
def test_positions_are_marians(positions, width):
    require("torch")
    marian = require("transformers.models.marian.modeling_marian")
    module = marian.MarianSinusoidalPositionalEmbedding(positions, width)
    expected = module.create_weight().numpy()
    np.testing.assert_allclose(sinusoids(positions, width), expected, rtol=0, atol=1e-6)


def test_companions(made):
    checkpoint = read_checkpoint(made)
    assert checkpoint.name == "opus-mt-en-zh"
    assert checkpoint.target_tokens == (">>cmn_Hans<<", ">>cmn_Hant<<")
    assert checkpoint.files.vocab == made / "vocab.json"
    assert checkpoint.files.target_vocab is None
    assert checkpoint.files.source_spm == made / "source.spm"
    assert checkpoint.files.target_spm == made / "target.spm"
    assert (checkpoint.licence, checkpoint.attribution) == ("unknown", "opus-mt-en-zh")


def test_separate_vocabularies_are_both_there(tmp_path):
    save_tiny_checkpoint(tmp_path / "m", separate_vocabs=True)
    assert (
        read_checkpoint(tmp_path / "m").files.target_vocab == tmp_path / "m" / "target_vocab.json"
    )


def test_reading_needs_neither_torch_nor_transformers(tmp_path):
    save_tiny_checkpoint(tmp_path / "m", format="bin")
    code = (
        "import sys, pathlib, export.checkpoint as c, export.hub as h\n"
        "c.read_checkpoint(h.resolve(pathlib.Path(sys.argv[1])))\n"
        "print([m for m in ('torch', 'transformers', 'huggingface_hub') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "m"], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["model.safetensors", "pytorch_model.bin"])
def test_shards_are_put_together(tmp_path, name):
    model = save_tiny_checkpoint(tmp_path / "m", shard_size="12KB")
    if name == "pytorch_model.bin":
        torch = require("torch")
        for file in (tmp_path / "m").glob("model*"):
            file.unlink()
        state = dict(model.state_dict())
        table: dict[str, str] = {}
        for i, keys in enumerate((list(state)[::2], list(state)[1::2])):
            shard = f"pytorch_model-{i}.bin"
            torch.save({key: state[key] for key in keys}, tmp_path / "m" / shard)
            table |= dict.fromkeys(keys, shard)
        write_json(tmp_path / "m" / "pytorch_model.bin.index.json", {"weight_map": table})
    assert not (tmp_path / "m" / name).exists()
    assert_same_weights(read_checkpoint(tmp_path / "m").weights, model)


@pytest.mark.parametrize("kept", ["lm_head.weight", "model.decoder.embed_tokens.weight"])
def test_one_table_may_have_any_of_its_names(tiny, kept):
    def rename(tensors):
        tensors[kept] = tensors.pop("model.shared.weight")

    tensors = edit_tensors(tiny, rename)
    weights = read_checkpoint(tiny).weights
    assert weights.source_embedding is weights.target_embedding is weights.projection
    np.testing.assert_array_equal(weights.projection, tensors[kept])


def test_shared_but_untied_tables_of_older_versions(tiny):
    def untie(tensors):
        tensors["lm_head.weight"] = tensors["model.shared.weight"] + 1

    edit_tensors(tiny, untie)
    edit_json(tiny / "config.json", tie_word_embeddings=False)
    weights = read_checkpoint(tiny).weights
    assert (weights.config.shared, weights.config.tied) == (True, False)
    np.testing.assert_array_equal(weights.projection, weights.target_embedding + 1)


def test_tables_that_differ_are_not_tied_by_the_configuration(tiny):
    def add(tensors):
        tensors["lm_head.weight"] = tensors["model.shared.weight"] + 1

    edit_tensors(tiny, add)
    weights = read_checkpoint(tiny).weights
    expected = require("transformers").MarianMTModel.from_pretrained(tiny)
    assert weights.config.tied is False
    assert_same_weights(weights, expected)


def test_what_older_files_hold_besides(tiny):
    def add(tensors):
        width = tensors["model.shared.weight"].shape[1]
        for side in ("encoder", "decoder"):
            table = sinusoids(64, width).astype(np.float16)
            tensors[f"model.{side}.embed_positions.weight"] = table
            tensors[f"model.{side}.embed_tokens.weight"] = tensors["model.shared.weight"].copy()
        del tensors["final_logits_bias"]

    edit_tensors(tiny, add)
    weights = read_checkpoint(tiny).weights
    assert weights.source_embedding is weights.projection
    np.testing.assert_array_equal(weights.projection_bias, np.zeros(weights.config.target_vocab))


# --- Generation settings --------------------------------------------------------------------


def test_generation_settings_are_those_of_transformers(tmp_path):
    settings = {"num_beams": 6, "length_penalty": 0.7, "early_stopping": True, "max_length": 33}
    save_tiny_checkpoint(tmp_path / "m", generation=settings | {"renormalize_logits": True})
    # Settings in config.json count for nothing where generation_config.json is there.
    edit_json(tmp_path / "m" / "config.json", num_beams=2, max_length=9, forced_eos_token_id=None)
    found = read_checkpoint(tmp_path / "m").generation
    model = require("transformers").MarianMTModel.from_pretrained(tmp_path / "m")
    expected = model.generation_config
    assert found.num_beams == expected.num_beams == 6
    assert found.length_penalty == expected.length_penalty == 0.7
    assert found.early_stopping is expected.early_stopping is True
    assert found.max_length == expected.max_length == 33
    assert found.forced_eos is (expected.forced_eos_token_id == 0) is True
    assert [[i] for i in found.banned_ids] == expected.bad_words_ids
    assert found.renormalize is expected.renormalize_logits is True


def test_generation_settings_of_older_checkpoints_are_in_the_configuration(tiny):
    pad = json.loads((tiny / "config.json").read_text())["pad_token_id"]
    (tiny / "generation_config.json").unlink()
    old = {"num_beams": 5, "max_length": 30, "bad_words_ids": [[pad], [4]]}
    edit_json(tiny / "config.json", **old, forced_eos_token_id=0)
    found = read_checkpoint(tiny).generation
    expected = require("transformers").MarianMTModel.from_pretrained(tiny).generation_config
    assert found.num_beams == expected.num_beams == 5
    assert found.max_length == expected.max_length == 30
    assert [[i] for i in found.banned_ids] == sorted(expected.bad_words_ids) == [[4], [pad]]
    assert found.forced_eos is (expected.forced_eos_token_id == 0) is True


def test_without_any_setting_search_is_greedy_and_as_long_as_the_positions(tiny):
    nothing = ("num_beams", "max_length", "bad_words_ids", "forced_eos_token_id")
    edit_json(tiny / "generation_config.json", **dict.fromkeys(nothing, ...))
    found = read_checkpoint(tiny).generation
    assert (found.num_beams, found.length_penalty, found.early_stopping) == (1, 1.0, False)
    assert (found.max_length, found.forced_eos, found.banned_ids) == (64, False, ())


@pytest.mark.parametrize(
    ("settings", "length"),
    [
        ({"max_length": 512}, 64),
        ({"max_length": 10, "max_new_tokens": 20}, 21),
        ({"max_new_tokens": 500}, 64),
    ],
)
def test_length_counts_the_start_token_and_ends_with_the_positions(tiny, settings, length):
    edit_json(tiny / "generation_config.json", **settings)
    assert read_checkpoint(tiny).generation.max_length == length


def test_a_ban_of_the_end_token_is_ignored_as_in_transformers(tiny):
    edit_json(tiny / "generation_config.json", bad_words_ids=[[0], [5]])
    assert read_checkpoint(tiny).generation.banned_ids == (5,)


def test_ids_without_a_piece_are_never_put_out(tiny):
    vocab = json.loads((tiny / "vocab.json").read_text(encoding="utf-8"))
    names = {i: piece for piece, i in vocab.items()}
    del vocab[names[20]], vocab[names[30]]
    write_json(tiny / "vocab.json", vocab)
    assert read_checkpoint(tiny).generation.banned_ids == (20, 30, max(names))


# --- The model card and the revision --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (
            "---\nlanguage:\n- en\n- zh\nlicense: apache-2.0\n---\n# Model\nlicense: no",
            "apache-2.0",
        ),
        ("---\nlicense: 'cc-by-4.0'\n---\n", "cc-by-4.0"),
        ("---\nlicense: [mit, other]\n---\n", "mit"),
        ("---\nlicense:\n- cc-by-nc-4.0\n---\n", "cc-by-nc-4.0"),
        ("---\nlicense: other\nlicense_name: own-words\n---\n", "own-words"),
        ("---\r\nlicense: apache-2.0\r\n---\r\n", "apache-2.0"),
        ("# Card\n\n* **License:** CC-BY 4.0\n", "CC-BY 4.0"),
        ("Licence of the weights: CC-BY-SA 4.0, with attribution to them.", "CC-BY-SA 4.0"),
        ("Licence: MIT. Have fun.", "MIT"),
        ("No word about rights.", "unknown"),
        ("", "unknown"),
    ],
)
def test_licence(tiny, text, licence):
    (tiny / "README.md").write_bytes(text.encode())
    assert read_checkpoint(tiny).licence == licence


@pytest.mark.parametrize(
    ("text", "attribution"),
    [
        ("CC-BY 4.0, with attribution to the OPUS project.\nMore.", "the OPUS project"),
        (
            "**Attribution:** Language Technology Research Group",
            "Language Technology Research Group",
        ),
        ("Nobody.", "tiny"),
    ],
)
def test_attribution(tiny, text, attribution):
    (tiny / "README.md").write_text(text)
    assert read_checkpoint(tiny).attribution == attribution


def test_the_revision_is_what_sha256sum_says_and_ignores_other_files(tiny):
    names = sorted(file.name for file in tiny.iterdir())
    lines = [f"{hashlib.sha256((tiny / n).read_bytes()).hexdigest()}  {n}\n" for n in names]
    expected = hashlib.sha256("".join(lines).encode()).hexdigest()
    assert read_checkpoint(tiny).revision == expected
    (tiny / "README.md").write_text("hello")
    (tiny / "steps.txt").write_text("100")
    assert read_checkpoint(tiny).revision == expected
    edit_json(tiny / "config.json", dropout=0.3)
    assert read_checkpoint(tiny).revision != expected


def test_a_local_copy_of_a_hub_model_has_the_models_name(made, tmp_path):
    folder = tmp_path / "models--Helsinki-NLP--opus-mt-en-zh" / "snapshots" / "0a1b2c"
    shutil.copytree(made, folder)
    assert read_checkpoint(folder).name == "opus-mt-en-zh"
