"""Checkpoints against the transformers model that wrote them, and everything that can be wrong."""

import hashlib
import json
import shutil
import subprocess
import sys

import numpy as np
import pytest

from export.checkpoint import read_checkpoint, sinusoids
from export.errors import CheckpointError, UnsupportedCheckpoint
from tests.support.checkpoints import edit_json, save_tiny_checkpoint, write_json
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
        "model.encoder.embed_positions.weight": weights.source_positions,
        "model.decoder.embed_positions.weight": weights.target_positions,
    }
    for i, layer in enumerate(weights.encoder_layers):
        named |= layer_tensors(f"model.encoder.layers.{i}", layer)
    for i, layer in enumerate(weights.decoder_layers):
        named |= layer_tensors(f"model.decoder.layers.{i}", layer)
    return named


def assert_same_weights(weights, model, *, dtype="float32"):
    state = model.state_dict()
    named = all_tensors(weights)
    assert named.keys() | {"model.shared.weight"} >= state.keys()
    for name, array in named.items():
        # Positions are computed in float32 whatever the file's type is.
        tolerance = 0 if "embed_positions" not in name else {"float32": 1e-6}.get(dtype, 5e-3)
        expected = state[name].float().numpy()
        assert array.dtype == np.float32, name
        np.testing.assert_allclose(array, expected, rtol=0, atol=tolerance, err_msg=name)


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
    assert_same_weights(read_checkpoint(tmp_path / "m").weights, model, dtype=dtype)


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


def rewrite(path, change):
    """Change a checkpoint's tensors in its safetensors file."""
    numpy = require("safetensors.numpy")
    tensors = numpy.load_file(path / "model.safetensors")
    change(tensors)
    numpy.save_file(tensors, path / "model.safetensors")
    return tensors


@pytest.mark.parametrize("kept", ["lm_head.weight", "model.decoder.embed_tokens.weight"])
def test_one_table_may_have_any_of_its_names(tiny, kept):
    def rename(tensors):
        tensors[kept] = tensors.pop("model.shared.weight")

    tensors = rewrite(tiny, rename)
    weights = read_checkpoint(tiny).weights
    assert weights.source_embedding is weights.target_embedding is weights.projection
    np.testing.assert_array_equal(weights.projection, tensors[kept])


def test_shared_but_untied_tables_of_older_versions(tiny):
    def untie(tensors):
        tensors["lm_head.weight"] = tensors["model.shared.weight"] + 1

    rewrite(tiny, untie)
    edit_json(tiny / "config.json", tie_word_embeddings=False)
    weights = read_checkpoint(tiny).weights
    assert (weights.config.shared, weights.config.tied) == (True, False)
    np.testing.assert_array_equal(weights.projection, weights.target_embedding + 1)


def test_tables_that_differ_are_not_tied_by_the_configuration(tiny):
    def add(tensors):
        tensors["lm_head.weight"] = tensors["model.shared.weight"] + 1

    rewrite(tiny, add)
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

    rewrite(tiny, add)
    weights = read_checkpoint(tiny).weights
    assert weights.source_embedding is weights.projection
    np.testing.assert_array_equal(weights.source_positions, sinusoids(64, 16))
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


# --- What is refused ------------------------------------------------------------------------

UNSUPPORTED_MODEL = {
    "model_type": "bart",
    "architectures": ["MarianForCausalLM"],
    "normalize_before": True,
    "normalize_embedding": True,
    "add_final_layer_norm": True,
    "static_position_embeddings": False,
    "activation_function": "gelu_new",
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 5,
    "quantization_config": {"quant_method": "bitsandbytes"},
    "is_encoder_decoder": False,
}
UNSUPPORTED_GENERATION = {
    "do_sample": True,
    "early_stopping": "never",
    "min_length": 5,
    "min_new_tokens": 2,
    "repetition_penalty": 1.2,
    "no_repeat_ngram_size": 3,
    "encoder_no_repeat_ngram_size": 2,
    "num_beam_groups": 2,
    "diversity_penalty": 0.5,
    "suppress_tokens": [7],
    "begin_suppress_tokens": [7],
    "forced_bos_token_id": 4,
    "forced_eos_token_id": 3,
    "sequence_bias": {"5": 1.0},
    "bad_words_ids": [[5, 6]],
    "pad_token_id": 9,
    "decoder_start_token_id": 9,
}


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        *(("config.json", *each) for each in UNSUPPORTED_MODEL.items()),
        *(("generation_config.json", *each) for each in UNSUPPORTED_GENERATION.items()),
    ],
)
def test_each_unsupported_property_is_named(tiny, file, name, value):
    edit_json(tiny / file, **{name: value})
    with pytest.raises(UnsupportedCheckpoint) as caught:
        read_checkpoint(tiny)
    (found,) = caught.value.properties
    assert found.name.removeprefix("generation ") == name
    assert json.loads(found.found) == value
    assert f"{found.name} is {found.found} (supported: {found.supported})" in str(caught.value)


def test_unsupported_properties_are_reported_together(tiny):
    edit_json(tiny / "config.json", **UNSUPPORTED_MODEL)
    edit_json(tiny / "generation_config.json", **UNSUPPORTED_GENERATION)
    with pytest.raises(UnsupportedCheckpoint) as caught:
        read_checkpoint(tiny)
    names = {each.name.removeprefix("generation ") for each in caught.value.properties}
    assert names == UNSUPPORTED_MODEL.keys() | UNSUPPORTED_GENERATION.keys()
    assert len(str(caught.value).splitlines()) == 1


def test_neutral_values_are_supported(tiny):
    neutral = {"no_repeat_ngram_size": 0, "repetition_penalty": 1, "min_length": 0, "top_k": 50}
    edit_json(tiny / "generation_config.json", **neutral, num_beam_groups=1, suppress_tokens=None)
    opus = {"normalize_before": False, "static_position_embeddings": True, "encoder_layerdrop": 0.1}
    edit_json(tiny / "config.json", **opus, add_final_layer_norm=False, extra_pos_embeddings=58101)
    assert read_checkpoint(tiny).generation.num_beams == 4


def test_tensors_that_marian_does_not_have_are_named(tiny):
    def add(tensors):
        tensors["model.encoder.layer_norm.weight"] = np.ones(16, np.float32)

    rewrite(tiny, add)
    with pytest.raises(UnsupportedCheckpoint, match=r"model\.encoder\.layer_norm\.weight"):
        read_checkpoint(tiny)


def test_learned_positions_are_named(tiny):
    def add(tensors):
        tensors["model.decoder.embed_positions.weight"] = np.full((64, 16), 0.3, np.float32)

    rewrite(tiny, add)
    with pytest.raises(UnsupportedCheckpoint, match=r"decoder\.embed_positions\.weight is learned"):
        read_checkpoint(tiny)


# --- What is broken -------------------------------------------------------------------------


def test_every_missing_and_wrong_tensor_is_named(tiny):
    def spoil(tensors):
        del tensors["model.encoder.layers.1.fc1.weight"]
        del tensors["model.shared.weight"]
        tensors["model.decoder.layers.0.encoder_attn.q_proj.bias"] = np.ones(3, np.float32)
        tensors["model.decoder.layers.1.fc2.bias"][2] = np.nan
        tensors["model.encoder.layers.0.fc2.weight"][0, 0] = np.inf

    rewrite(tiny, spoil)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    for words in (
        "no model.encoder.layers.1.fc1.weight",
        "no model.encoder.embed_tokens.weight",
        "no lm_head.weight",
        "model.decoder.layers.0.encoder_attn.q_proj.bias [3] instead of [16]",
        "model.decoder.layers.1.fc2.bias with infinite or undefined numbers",
        "model.encoder.layers.0.fc2.weight with infinite or undefined numbers",
    ):
        assert words in str(caught.value)


def test_fewer_layers_in_the_configuration_than_in_the_file(tiny):
    edit_json(tiny / "config.json", encoder_layers=1)
    with pytest.raises(UnsupportedCheckpoint, match=r"encoder\.layers\.1.* and 4 more"):
        read_checkpoint(tiny)


def test_more_layers_in_the_configuration_than_in_the_file(tiny):
    edit_json(tiny / "config.json", decoder_layers=3)
    with pytest.raises(CheckpointError, match=r"26 problems: no model\.decoder\.layers\.2"):
        read_checkpoint(tiny)


def test_overflowing_doubles_are_noticed(tmp_path):
    save_tiny_checkpoint(tmp_path / "m", dtype="float64")

    def spoil(tensors):
        tensors["model.encoder.layers.0.fc1.bias"][0] = 1e300

    rewrite(tmp_path / "m", spoil)
    with pytest.raises(CheckpointError, match=r"layers\.0\.fc1\.bias with infinite"):
        read_checkpoint(tmp_path / "m")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("config.json", "config.json: expected a file of the checkpoint, found no such file"),
        ("model.safetensors", "expected model.safetensors or pytorch_model.bin, found neither"),
        ("vocab.json", "found no vocab.json"),
        ("source.spm", "found no source.spm"),
        ("target.spm", "found no target.spm"),
    ],
)
def test_a_missing_file_is_named(tiny, name, message):
    (tiny / name).unlink()
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["generation_config.json", "tokenizer_config.json"])
def test_optional_files_may_be_missing(tiny, name):
    (tiny / name).unlink()
    assert read_checkpoint(tiny).weights.config.unk_id == 1


def test_a_missing_target_vocabulary_is_named(tiny):
    edit_json(tiny / "tokenizer_config.json", separate_vocabs=True)
    with pytest.raises(CheckpointError, match=r"found no target_vocab\.json"):
        read_checkpoint(tiny)


@pytest.mark.parametrize(
    "name",
    [
        "config.json",
        "generation_config.json",
        "tokenizer_config.json",
        "model.safetensors",
        "vocab.json",
        "source.spm",
        "target.spm",
    ],
)
def test_a_truncated_file_is_named(tiny, name):
    data = (tiny / name).read_bytes()
    for size in (0, 5, len(data) // 2, len(data) - 2):
        (tiny / name).write_bytes(data[:size])
        with pytest.raises(CheckpointError) as caught:
            read_checkpoint(tiny)
        assert caught.value.path == tiny / name


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"d_model": ...}, "no d_model"),
        ({"d_model": "512"}, "d_model '512'"),
        ({"encoder_layers": 0}, "encoder_layers 0"),
        ({"vocab_size": True}, "vocab_size True"),
        ({"pad_token_id": None}, "no pad_token_id"),
        ({"pad_token_id": 5000}, "pad_token_id 5000 in a vocabulary of"),
        ({"eos_token_id": -1}, "eos_token_id -1"),
        ({"decoder_start_token_id": 4000}, "decoder_start_token_id 4000 in a vocabulary of"),
        ({"decoder_vocab_size": 90}, "one embedding for vocabularies of"),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings 'yes'"),
    ],
)
def test_a_bad_configuration_is_explained(tiny, changes, words):
    ids = ("pad_token_id", "eos_token_id", "decoder_start_token_id")
    edit_json(tiny / "generation_config.json", **dict.fromkeys((*ids, "forced_eos_token_id"), ...))
    edit_json(tiny / "config.json", **changes)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "config.json"
    assert words in str(caught.value)


def test_all_that_is_wrong_with_a_configuration_is_reported_together(tiny):
    edit_json(tiny / "config.json", d_model=..., encoder_ffn_dim=-3, scale_embedding="no")
    with pytest.raises(CheckpointError, match=r"no d_model; encoder_ffn_dim -3; .*scale_embedding"):
        read_checkpoint(tiny)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num_beams": 0}, "num_beams 0"),
        ({"num_beams": 2.5}, "num_beams 2.5"),
        ({"length_penalty": "long"}, "length_penalty 'long'"),
        ({"length_penalty": float("nan")}, "length_penalty nan"),
        ({"max_length": 1}, "max_length 1"),
        ({"bad_words_ids": [[99999]]}, "bad_words_ids [99999]"),
        ({"bad_words_ids": [["the"]]}, "bad_words_ids ['the']"),
        ({"bad_words_ids": [7]}, "bad_words_ids that are no list of lists"),
        ({"renormalize_logits": 1}, "renormalize_logits 1"),
    ],
)
def test_bad_generation_settings_are_explained(tiny, changes, words):
    edit_json(tiny / "generation_config.json", **changes)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "generation_config.json"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"</s>": 3, "▁moved": 0}, "</s> with id 3, not 0"),
        ({"<pad>": 2, "▁moved": 168}, "<pad> with id 2"),
        ({"<unk>": ...}, "an id for <unk>, found none"),
        ({"▁far": 9000}, "id 9000"),
        ({"▁again": 7}, "an id with two"),
        ({"▁half": 0.5}, "a whole number for each piece"),
    ],
)
def test_a_vocabulary_that_does_not_fit_is_explained(tiny, changes, words):
    vocab = json.loads((tiny / "vocab.json").read_text(encoding="utf-8"))
    pad = vocab["<pad>"]
    if "▁moved" in changes:
        changes = changes | {"▁moved": pad if "<pad>" in changes else 0}
        taken = set(changes.values())
        vocab = {piece: i for piece, i in vocab.items() if i not in taken}
    vocab |= changes
    write_json(tiny / "vocab.json", {piece: i for piece, i in vocab.items() if i is not ...})
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "vocab.json"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("index", "words"),
    [
        ("{}", "JSON with a weight_map"),
        ("[]", "JSON with a weight_map"),
        ('{"weight_map": {"a": "../../secret"}}', "shards beside the index"),
        ('{"weight_map": {"a": "model-1.safetensors"}}', "a shard of the weights"),
    ],
)
def test_a_bad_index_of_shards_is_explained(tiny, index, words):
    (tiny / "model.safetensors").unlink()
    (tiny / "model.safetensors.index.json").write_text(index)
    with pytest.raises(CheckpointError, match=words):
        read_checkpoint(tiny)


def test_a_tensor_in_two_shards_is_refused(tiny):
    for name in ("model-1.safetensors", "model-2.safetensors"):
        shutil.copy(tiny / "model.safetensors", tiny / name)
    (tiny / "model.safetensors").unlink()
    table = {"a": "model-1.safetensors", "b": "model-2.safetensors"}
    write_json(tiny / "model.safetensors.index.json", {"weight_map": table})
    with pytest.raises(CheckpointError, match="each tensor in one shard"):
        read_checkpoint(tiny)


def test_what_is_no_folder_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match="found nothing"):
        read_checkpoint(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(CheckpointError, match="found a file"):
        read_checkpoint(tmp_path / "file")
